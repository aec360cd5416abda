"""The same campaigns on a real Dask cluster of two worker processes, one of which is killed on the way."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from pbem.errors import CommandError
from pbem.soak.batch import Harvest
from pbem.soak.drawing import Terms
from pbem.soak.running import run_here, run_on_cluster

if find_spec("distributed") is None:  # loaded by the tests, it takes long
    pytest.skip("the extra pbem[cluster] is not installed", allow_module_level=True)
ROOT = Path(__file__).parents[2]
TERMS = Terms(6, (3, 3), 1, ("random", "careless"), reports=0, checked=False)


@contextmanager
def child(module: str, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """A process of the cluster; ended whatever happens."""
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", module, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for listener in [one for one in threading.enumerate() if one.name == f"of {process.pid}"]:
            listener.join()
        if process.stderr:
            process.stderr.close()


def wait_for(process: "subprocess.Popen[str]", pattern: str) -> str:
    """What a process says of itself; from then on nobody listens, and it may say as much as it likes."""
    assert process.stderr is not None
    said: list[str] = []
    for line in process.stderr:
        said.append(line)
        found = re.search(pattern, line)
        if found:
            name = f"of {process.pid}"
            threading.Thread(target=process.stderr.read, name=name, daemon=True).start()
            return found[1]
    raise AssertionError(f"the process ended without saying {pattern}:\n{''.join(said)}")


@contextmanager
def cluster() -> Iterator[tuple[str, list["subprocess.Popen[str]"]]]:
    """A scheduler and two workers: its address, and them."""
    scheduler = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    worker = ("--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
    with ExitStack() as children:
        main = children.enter_context(child(*scheduler))
        address = wait_for(main, r"Scheduler at:\s+(tcp://\S+)")
        start = ("distributed.cli.dask_worker", address, *worker)
        workers = [children.enter_context(child(*start)) for _ in range(2)]
        for one in workers:
            wait_for(one, r"Registered to:\s+(tcp://\S+)")
        yield address, workers


@pytest.mark.filterwarnings("ignore")
def test_a_worker_may_die() -> None:
    """Every campaign is played once all the same, with the same result as here."""
    whole = Harvest()
    with cluster() as (address, workers):
        for count, harvest in enumerate(run_on_cluster(TERMS, range(40), address)):
            whole.add(harvest)
            if count == 1:
                workers[0].kill()
    here = Harvest()
    for harvest in run_here(TERMS, range(40)):
        here.add(harvest)
    assert whole.found == []
    assert sorted(whole.ended) == sorted(here.ended)
    assert whole.tally == here.tally


@pytest.mark.filterwarnings("ignore")
def test_nobody_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    def refuse(*_: object, **__: object) -> None:
        raise OSError("timed out")

    monkeypatch.setattr(distributed, "Client", refuse)
    with pytest.raises(CommandError, match="no Dask scheduler answers"):
        next(run_on_cluster(TERMS, range(1), "tcp://127.0.0.1:1"))
