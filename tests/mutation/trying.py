"""A pytest plugin that runs the tests once, notes which lines each touches, and then tries every mutant on them.

Each mutant lives in a forked child of the warm process. There the tests that touch the changed lines run, the quick ones
first, until one fails. A child that takes too much processor time counts as killed, too.
"""

import gc
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutants import Mutant
from tests.mutation.planting import NoMutant, plant

SLOW = 0.4
"""Seconds from which on a test is not traced: it counts as touching every line."""
PATIENCE = 3.0
"""Seconds of processor time that every test has at the least."""
MEMORY = 3 * 2**30
"""Bytes a child may have."""
WATCHED = (f"pbem{os.sep}core{os.sep}", f"pbem{os.sep}phases{os.sep}")


class Tried(NamedTuple):
    """What came of a mutant: ``killed``, ``timeout``, ``survived``, ``untouched`` where no test reaches the line, or ``none``."""

    mutant: Mutant
    status: str
    killer: str


class Trying:
    """The plugin. `mutants` are tried in their order, each on `most` tests if given, `told` hears of each."""

    def __init__(
        self,
        mutants: Iterable[Mutant],
        told: Callable[[Tried], None],
        *,
        jobs: int = 1,
        most: int | None = None,
    ) -> None:
        self.mutants = mutants
        self.told = told
        self.jobs = jobs
        self.most = most
        self.items: list[pytest.Item] = []
        self.seconds: list[float] = []
        self.touching: dict[tuple[str, int], list[int]] = {}
        self.everywhere: list[int] = []
        self.broken = False

    def pytest_collection(self) -> None:
        """A counterexample need not be made small."""
        from hypothesis import Phase, settings  # pytest wants to import it itself

        settings.register_profile(
            "mutation",
            derandomize=True,
            deadline=None,
            database=None,
            phases=[Phase.explicit, Phase.generate],
        )
        settings.load_profile("mutation")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All in place of the usual loop."""
        self.items = session.items
        for number, item in enumerate(self.items):
            self._first_run(number, item)
        if self.broken:
            return True
        gc.collect()
        gc.freeze()
        self._try_all()
        return True

    # --- the tests as they are -----------------------------------------------------------------------------------

    def _first_run(self, number: int, item: pytest.Item) -> None:
        started = time.process_time()
        if not _run(item):
            print(f"fails without any mutant: {item.nodeid}", file=sys.stderr)
            self.broken = True
        self.seconds.append(time.process_time() - started)
        if self.seconds[-1] > SLOW:
            self.everywhere.append(number)
            return
        lines: set[tuple[str, int]] = set()
        before = sys.gettrace()
        sys.settrace(_tracer(lines))
        try:
            again = _run(item)
        finally:
            sys.settrace(before)
        if not again:
            print(f"fails when run again: {item.nodeid}", file=sys.stderr)
            self.broken = True
        for line in lines:
            self.touching.setdefault(line, []).append(number)

    def tests_of(self, mutant: Mutant) -> list[int]:
        """The tests that touch the lines of a mutant, the quick ones first; all of them for one made at import."""
        if not mutant.function:
            found = set(range(len(self.items)))
        elif mutant.module not in sys.modules:
            found = set()
        else:
            path = str(sys.modules[mutant.module].__file__)
            first, last = mutant.lines
            found = {one for line in range(first, last + 1) for one in self.touching.get((path, line), ())}
            found |= set(self.everywhere)
        return sorted(found, key=lambda one: self.seconds[one])[: self.most]

    # --- the mutants ---------------------------------------------------------------------------------------------

    def _try_all(self) -> None:
        running: dict[int, tuple[Mutant, int]] = {}
        waiting: Iterator[Mutant] = iter(self.mutants)
        more = True
        while more or running:
            while more and len(running) < self.jobs:
                mutant = next(waiting, None)
                if mutant is None:
                    more = False
                    break
                tests = self.tests_of(mutant)
                if not tests:
                    self.told(Tried(mutant, "untouched", ""))
                    continue
                pid, out = self._fork(mutant, tests)
                running[pid] = (mutant, out)
            if running:
                pid, status = os.wait()
                if pid in running:
                    mutant, out = running.pop(pid)
                    self.told(self._read(mutant, out, status))

    def _fork(self, mutant: Mutant, tests: list[int]) -> tuple[int, int]:
        ours, theirs = os.pipe()
        pid = os.fork()
        if pid:
            os.close(theirs)
            return pid, ours
        try:
            os.close(ours)
            self._child(mutant, tests, theirs)
        finally:
            os._exit(0)

    def _child(self, mutant: Mutant, tests: list[int], out: int) -> None:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        gc.disable()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            plant(mutant)
        except NoMutant:
            os.write(out, b"?")
            return
        except BaseException as error:
            os.write(out, f"!at import: {type(error).__name__}".encode())
            return
        for number in tests:
            signal.setitimer(signal.ITIMER_PROF, PATIENCE + 10 * self.seconds[number])
            os.write(out, f"{number}\n".encode())
            if not _run(self.items[number]):
                os.write(out, b"!")
                return
        os.write(out, b"=")

    def _read(self, mutant: Mutant, out: int, status: int) -> Tried:
        said = b""
        while block := os.read(out, 65536):
            said += block
        os.close(out)
        text = said.decode()
        if text.endswith("="):
            return Tried(mutant, "survived", "")
        if text == "?":
            return Tried(mutant, "none", "")
        if text.startswith("!"):
            return Tried(mutant, "killed", text[1:])
        numbers = text.rstrip("!").split()
        last = self.items[int(numbers[-1])].nodeid if numbers else "at import"
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
            return Tried(mutant, "timeout", last)
        return Tried(mutant, "killed", last)


def _run(item: pytest.Item) -> bool:
    """Run one test; whether it passes."""
    call: Any = getattr(item, "callspec", None)
    wanted = set(getattr(item, "fixturenames", ())) - {"request"}
    if isinstance(item, pytest.Function) and wanted <= set(call.params if call else ()):
        try:
            item.obj(**(call.params if call else {}))
        except BaseException:
            return False
        return True
    around: Any = item.parent
    """Named as what comes next, so that fixtures of the session stay and the test's own go."""
    item.session._setupstate.teardown_exact(around)
    reports = runtestprotocol(item, log=False, nextitem=around)
    return not any(report.failed for report in reports)


def _tracer(lines: set[tuple[str, int]]) -> Callable[..., Any]:
    """What notes the lines of the adjudicator that are run."""
    watched: dict[str, bool] = {}

    def line_of(frame: Any, event: str, arg: object) -> Any:
        lines.add((frame.f_code.co_filename, frame.f_lineno))
        return line_of

    def call_of(frame: Any, event: str, arg: object) -> Any:
        path = frame.f_code.co_filename
        known = watched.get(path)
        if known is None:
            known = watched[path] = any(part in path for part in WATCHED)
        return line_of(frame, event, arg) if known else None

    return call_of
