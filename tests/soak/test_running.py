"""Campaigns handed to processes, some of which die."""

from collections.abc import Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from pbem.soak.batch import Harvest, play_batch
from pbem.soak.drawing import Terms
from pbem.soak.running import MOST_TRIES, run_here, run_in_processes, run_on

TERMS = Terms(4, (3, 3), 1, ("random", "careless"), reports=0.2)
QUICK = Terms(4, (3, 3), 1, ("random", "careless"), reports=0, checked=False)


def whole(harvests: Iterable[Harvest]) -> Harvest:
    found = Harvest()
    for harvest in harvests:
        found.add(harvest)
    return found


def numbers(harvest: Harvest) -> list[int]:
    return sorted(one.number for one in harvest.ended)


def test_processes_play_what_one_would() -> None:
    here = whole(run_here(TERMS, range(8)))
    there = whole(run_in_processes(TERMS, range(8), jobs=2))
    assert (there.tally, there.phases, there.reports) == (here.tally, here.phases, here.reports)
    assert sorted(there.ended) == sorted(here.ended)
    assert here.found == []


class Fragile(Executor):
    """An executor whose process dies of certain batches: each time, or once."""

    def __init__(self, deadly: tuple[int, ...], once: set[int]) -> None:
        self.deadly = deadly
        self.once = once
        self.broken = False
        self.threads = ThreadPoolExecutor(1)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        batch = args[1]
        if self.broken:
            raise BrokenProcessPool("it is broken")
        if batch[0] in self.deadly or batch[0] in self.once:
            self.once.discard(batch[0])
            self.broken = True
            future: Future[Any] = Future()
            future.set_exception(BrokenProcessPool("the process died"))
            return future
        return self.threads.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.threads.shutdown(wait=wait)


def test_what_a_dead_process_had_is_played_again() -> None:
    once = {10}
    found = whole(run_on(QUICK, range(20), lambda: Fragile((), once), waiting=2))
    assert numbers(found) == list(range(20))
    assert found.found == []


def test_what_kills_every_process_is_told() -> None:
    made: list[int] = []

    def make() -> Fragile:
        made.append(1)
        return Fragile((5,), set())

    found = whole(run_on(QUICK, range(20), make, waiting=2))
    assert numbers(found) == [*range(5), *range(10, 20)]
    (one,) = found.found
    assert "died each time" in one.fault.what
    assert len(made) >= MOST_TRIES


def test_a_batch_never_raises() -> None:
    """Terms nobody can play by are found, not raised."""
    found = play_batch(Terms(seed=1, styles=("nobody",), turns=1), (0, 1))
    assert found.campaigns == 2
    assert found.found
