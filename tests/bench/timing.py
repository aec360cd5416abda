"""Timing whole processes and functions as ratios; every figure is a median of interleaved rounds."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PEAK = "\nprint('\\n', next(l.split()[1] for l in open('/proc/self/status') if l.startswith('VmHWM')), file=sys.stderr)"


def in_turn(commands: Mapping[str, Sequence[str]], rounds: int, *, may_fail: bool = True) -> dict[str, list[float]]:
    """Wall seconds of each command, one of each a round; one uncounted run before fills every cache."""
    samples: dict[str, list[float]] = {name: [] for name in commands}
    for count in range(rounds + 1):
        for name, command in commands.items():
            start = time.perf_counter()
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, cwd=ROOT)
            if done.returncode and not may_fail:
                sys.exit(f"{name}: exit {done.returncode}")
            if count:
                samples[name].append(time.perf_counter() - start)
    return samples


def median_ratio(ours: Sequence[float], yardstick: Sequence[float]) -> float:
    """The median of the ratios round by round, so that a slow moment of the machine hits both."""
    return statistics.median(one / other for one, other in zip(ours, yardstick, strict=True))


def per_call(function: Callable[[], object], *, seconds: float = 0.6, rounds: int = 7) -> float:
    """Median seconds of one call, over some rounds."""
    start = time.perf_counter()
    function()
    calls = max(1, int(seconds / rounds / max(time.perf_counter() - start, 1e-9)))
    samples = []
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(calls):
            function()
        samples.append((time.perf_counter() - start) / calls)
    return statistics.median(samples)


def peak_memory(code: str) -> float:
    """Peak memory in MiB of a process that runs the code (Linux: VmHWM, read from inside); 0 where it is not told."""
    if not os.path.exists("/proc/self/status"):  # noqa: PTH110
        return 0.0
    command = [sys.executable, "-c", "import sys\n" + code + PEAK]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return int(done.stderr.split()[-1]) / 1024


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A Markdown table; floats with two digits."""
    print("| " + " | ".join(header) + " |")
    print("|" + "|".join(" --- " for _ in header) + "|")
    for row in rows:
        print("| " + " | ".join(f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in row) + " |")
