"""What all tests share: in CI the same examples are tried every time, elsewhere fewer, but new ones each time. Many tests are run by
several processes at once, few by one; and a loud line says what was not run."""

import gc
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("here", max_examples=50, deadline=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "here")

MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory. Many tests write whole campaigns again and again; no disk is that quick."""
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2 << 30:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""Some dozens of processes load the same modules: what is compiled is kept even where it usually is not."""

gc.disable()
"""While tests are collected everything that is made stays."""

NOT_RUN = "TESTS DO NOT RUN"
"""What the reason of a skip holds that must not be overlooked."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """A process for each core where folders are asked for, two at least, since tests also wait; else none, which starts
    at once. `-n 0`, `-n 3` on the command line count before this."""
    by_hand = ("keyword", "markexpr", "lf", "stepwise", "collectonly", "trace")
    picked = any(config.getoption(one, False) for one in by_hand) or config.getoption("capture") == "no"
    if picked or not all(Path(one).is_dir() for one in config.args):
        return 0
    return min(8, max(2, os.cpu_count() or 2))


def pytest_collection_finish() -> None:
    """The tests themselves stay to the end: the collector of garbage need not look at them again and again, and a fork
    need not copy them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """A loud line for each reason of skipped tests that must not be overlooked."""
    skipped = terminalreporter.getreports("skipped")
    reasons = [one.longrepr[2].removeprefix("Skipped: ") for one in skipped if isinstance(one.longrepr, tuple)]
    for why in dict.fromkeys(one for one in reasons if NOT_RUN in one):
        terminalreporter.write_line(why, red=True, bold=True)
