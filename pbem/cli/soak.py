"""``pbem soak``: whole campaigns of practice players, every Phase checked against what must always hold."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.errors import FINDINGS, FINE

if TYPE_CHECKING:
    from pbem.soak.batch import Found, Harvest
    from pbem.soak.drawing import Terms

LINE_EVERY = 60.0
"""Seconds between two lines of progress where there is no terminal."""


class Range(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Two numbers with a hyphen between, or one, as a pair; a single number means `single(number)`."""

    name = "range"

    def __init__(self, least: int, most: int, single: Callable[[int], tuple[int, int]]) -> None:
        self.least = least
        self.most = most
        self.single = single

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """``3-8`` as (3, 8)."""
        if isinstance(value, tuple):
            return value
        first, hyphen, last = str(value).partition("-")
        if not first.isdecimal() or (hyphen and not last.isdecimal()):
            self.fail(f"{value!r} is no number and no range such as 3-8", param, ctx)
        low, high = (int(first), int(last)) if hyphen else self.single(int(first))
        if not self.least <= low <= high <= self.most:
            self.fail(f"{value!r} does not lie within {self.least} and {self.most}", param, ctx)
        return low, high


PLAYERS = Range(2, 8, lambda number: (number, number))
CAMPAIGNS = Range(0, 10**9, lambda number: (0, number - 1))


@click.command("soak")
@click.option(
    "--campaigns",
    default="100",
    show_default=True,
    type=CAMPAIGNS,
    help="How many to play, or which: 100-199.",
)
@click.option("--players", default="3-8", show_default=True, type=PLAYERS, help="How many play in each.")
@click.option("--turns", default=8, show_default=True, type=click.IntRange(1), help="Game-Turns at most.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Processes at work.")
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the workers of this Dask scheduler instead (needs the package `distributed`).",
)
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same campaigns.")
@click.option(
    "--style", "styles", multiple=True, help="Only players of this style; may be given several times."
)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The folder for what is found.")
def soak_command(
    campaigns: tuple[int, int],
    players: tuple[int, int],
    turns: int,
    jobs: int,
    cluster: str | None,
    seed: int,
    styles: tuple[str, ...],
    out: Path | None,
) -> int:
    """Play whole campaigns of practice players in memory, and check what must always hold.

    Sheets are written, read and checked as a player's are; every Phase is played twice and compared; no counter may
    be lost, every order must end, and the checker must have been right. What is found is made as small as it can be
    and written out as a case file, into the folder --out if it is given, else on the screen. At the end stands how
    often each rule fired; so it does when the soak is stopped with Ctrl-C. Exit status 1 when something was found.

    \b
    Example:
      pbem soak --campaigns 200 --players 3-6 --turns 8 --jobs 2 --seed 7 --out found
    """
    from pbem.bots.styles import STYLES
    from pbem.soak.drawing import Terms

    for style in styles:
        if style not in STYLES:
            raise click.UsageError(f"there is no style {style!r}; there are {', '.join(STYLES)}")
    terms = Terms(seed, players, turns, styles or tuple(STYLES))
    numbers = range(campaigns[0], campaigns[1] + 1)
    return _soak(numbers, _harvests(terms, numbers, jobs=jobs, cluster=cluster), jobs=jobs, out=out)


def _harvests(terms: "Terms", numbers: range, *, jobs: int, cluster: str | None) -> "Iterator[Harvest]":
    """The campaigns as they are done, wherever they are played."""
    from pbem.soak.running import run_here, run_in_processes, run_on_cluster

    if cluster:
        return run_on_cluster(terms, numbers, cluster)
    return run_here(terms, numbers) if jobs == 1 else run_in_processes(terms, numbers, jobs)


def _soak(numbers: range, harvests: "Iterator[Harvest]", *, jobs: int, out: Path | None) -> int:
    """Gather the harvests, telling what is found at once, and print the summary."""
    from pbem.soak.batch import Harvest
    from pbem.soak.summary import lines

    whole = Harvest()
    begin = time.monotonic()
    with progress(len(numbers)) as done, suppress(KeyboardInterrupt):  # what was played until then counts
        for harvest in harvests:
            whole.add(harvest)
            for found in harvest.found:
                _tell(found, out)
            done(harvest.campaigns)
    for line in lines(whole, elapsed=time.monotonic() - begin, jobs=jobs):
        console.say(line)
    console.say()
    console.say(f"{len(whole.found) or 'No'} fault{'' if len(whole.found) == 1 else 's'} found.")
    return FINDINGS if whole.found else FINE


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None]]:
    """What to call with the number of campaigns done: a bar on a terminal, else a line now and then, on stderr."""
    if sys.stderr.isatty():
        with click.progressbar(length=total, label="campaigns", file=sys.stderr) as bar:
            yield bar.update
        return
    done, begin, told = 0, time.monotonic(), time.monotonic()

    def update(count: int) -> None:
        nonlocal done, told
        done += count
        if time.monotonic() - told > LINE_EVERY:
            told = time.monotonic()
            click.echo(f"{done} of {total} campaigns, {done / (told - begin) * 3600:.0f} an hour", err=True)

    yield update


def _tell(found: "Found", out: Path | None) -> None:
    """Say what was found, and where it is kept."""
    console.say(f"{found.phase}: {found.fault.kind}: {found.fault.what}")
    text = found.case or "\n".join(f"# ---\n{sheet}" for sheet in found.sheets)
    if not text:
        return
    if out is None:
        console.say(text)
        return
    out.mkdir(parents=True, exist_ok=True)
    name = "".join(
        letter if letter.isalnum() else "-" for letter in f"{found.phase} {found.fault.sign}".lower()
    )
    path = out / f"{name[:100]}.{'yaml' if found.case else 'txt'}"
    path.write_text(text, "utf-8")
    console.say(f"  see {path}")
