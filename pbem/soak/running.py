"""Campaigns by the hundred: batches handed to processes of this machine, or to the workers of a Dask cluster.

Both are used through the Executor interface of concurrent.futures. A batch whose process died is given out again.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from multiprocessing import get_context

from pbem.errors import CommandError, how_to_install
from pbem.soak.batch import Found, Harvest, batches, play_batch
from pbem.soak.drawing import Terms
from pbem.soak.trying import broken

BATCH = 5
"""Campaigns that go to a process at once: some seconds of work."""
QUEUE = 4
"""Batches a worker has waiting for it, so that none is idle and little is lost when one dies."""
ANSWER_WITHIN = 30
"""Seconds a scheduler has to answer: the machine may be busy."""
MOST_TRIES = 3
"""How often a batch is given out whose process died."""

LOST = (BrokenExecutor, CancelledError)
"""What becomes of a batch when the process that plays it, or the pool it belongs to, is gone."""

MakeExecutor = Callable[[], Executor]
Batch = tuple[int, ...]


def run_here(terms: Terms, numbers: range) -> Iterator[Harvest]:
    """Play the campaigns in this process, one at a time."""
    for batch in batches(numbers, 1):
        yield play_batch(terms, batch)


def run_in_processes(terms: Terms, numbers: range, jobs: int) -> Iterator[Harvest]:
    """Play the campaigns in so many processes of this machine; harvests come as they are ready."""
    # Spawned rather than forked, so that it is the same on every system.
    context = get_context("spawn")
    return run_on(terms, numbers, lambda: ProcessPoolExecutor(jobs, mp_context=context), waiting=jobs * QUEUE)


def run_on_cluster(terms: Terms, numbers: range, address: str) -> Iterator[Harvest]:
    """Play the campaigns on the workers of a running Dask cluster, which must have this version of pbem installed.

    Raises CommandError where Dask is not installed or nobody answers at the address.
    """
    try:
        from distributed import Client
    except ImportError:
        raise CommandError(
            "--cluster needs Dask, which is not installed",
            cure=f"Install it: {how_to_install('distributed')}",
        ) from None
    try:
        client = Client(address, timeout=ANSWER_WITHIN)
    except (OSError, ValueError) as problem:
        raise CommandError(
            f"no Dask scheduler answers at {address}: {problem}",
            cure="Give the address `dask scheduler` printed, such as tcp://192.168.0.7:8786.",
        ) from None
    try:
        workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
        yield from run_on(terms, numbers, client.get_executor, waiting=workers * QUEUE)
    finally:
        client.close()


def run_on(terms: Terms, numbers: range, make: MakeExecutor, *, waiting: int) -> Iterator[Harvest]:
    """Play the campaigns on whatever executors `make` gives; `waiting` batches are handed out at a time."""
    todo = batches(numbers, BATCH)
    while True:
        lost: list[Batch] = []
        with make() as executor:
            for batch, future in _given_out(executor, terms, todo, waiting):
                problem = _problem(future)
                if problem is None:
                    yield future.result()
                elif isinstance(problem, LOST):
                    lost.append(batch)
                else:
                    yield _nothing(batch, problem)
        for batch in lost:
            yield _alone(terms, batch, make)
        if not lost:
            return


def _alone(terms: Terms, batch: Batch, make: MakeExecutor) -> Harvest:
    """Play a batch with nothing beside it, so that one that kills its process takes no other with it."""
    for _ in range(MOST_TRIES):
        with make() as executor:
            future = executor.submit(play_batch, terms, batch)
            problem = _problem(future)
        if problem is None:
            return future.result()
        if not isinstance(problem, LOST):
            return _nothing(batch, problem)
    return _nothing(batch, RuntimeError("the process that played these campaigns died each time"))


def _problem(future: "Future[Harvest]") -> BaseException | None:
    """What became of a batch that brought no harvest."""
    try:
        return future.exception()
    except CancelledError as problem:
        return problem


def _given_out(
    executor: Executor, terms: Terms, todo: Iterator[Batch], waiting: int
) -> Iterator[tuple[Batch, "Future[Harvest]"]]:
    """Batches with their futures as these end; stops giving out when the executor is broken."""
    open_ones: dict[Future[Harvest], Batch] = {}
    whole = True
    while True:
        while whole and len(open_ones) < waiting:
            batch = next(todo, None)
            if batch is None:
                break
            try:
                open_ones[executor.submit(play_batch, terms, batch)] = batch
            except BrokenExecutor as problem:
                future: Future[Harvest] = Future()
                future.set_exception(problem)
                open_ones[future] = batch
                whole = False
        if not open_ones:
            return
        done, _ = wait(open_ones, return_when=FIRST_COMPLETED)
        for future in done:
            whole = whole and not isinstance(_problem(future), LOST)
            yield open_ones.pop(future), future


def _nothing(batch: Batch, problem: BaseException) -> Harvest:
    """The harvest of campaigns that could not be played."""
    fault = broken(
        "playing a batch", problem if isinstance(problem, Exception) else RuntimeError(str(problem))
    )
    return Harvest(found=[Found(fault, batch[0], f"campaigns {batch[0]} to {batch[-1]}", "")])
