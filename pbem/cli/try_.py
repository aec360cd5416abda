"""``pbem try``: plays a Phase many times with throw-away dice and shows the spread of what comes of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.sheets_given import campaign_option, form_option, given, notes_on, position_option

MOST_TRIALS = 10_000_000


@click.command("try")
@click.argument("sheets", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SHEET...")
@position_option
@campaign_option
@click.option(
    "--trials",
    type=click.IntRange(1, MOST_TRIALS),
    default=1000,
    show_default=True,
    metavar="N",
    help="How often.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    metavar="J",
    help="Processes that share them.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    metavar="S",
    help="Another seed gives other dice.",
)
@form_option
def try_command(
    sheets: tuple[Path, ...],
    position: Path | None,
    campaign: Path | None,
    trials: int,
    jobs: int,
    seed: int,
    form: str,
) -> None:
    """Play a Phase many times with throw-away dice.

    Shows for each order how often it ends done, in part, failed or void, and for each player with a SHEET his losses,
    his Victory Points, and where his units end. Whoever has no SHEET here gives no orders; of a campaign's folder only
    its position is read. The same seed gives the same figures, however many jobs share the work.

    \b
    Examples:
      pbem try orders.yaml --position position.json
      pbem try mine.yaml theirs.yaml --position position.json --trials 10000 --jobs 2
    """
    from pbem.cli import try_pages
    from pbem.odds.trials import Phase, try_phase

    what = given(sheets, position, campaign)
    phase = Phase(what.state, what.sheets, what.rules)
    with _progress(trials) as told:
        spread = try_phase(phase, trials, seed=seed, jobs=jobs, progress=told)
    if form == "json":
        console.data(try_pages.data(spread, what.state, seed))
        return
    for line in [*try_pages.page(spread, phase, seed), *try_pages.notes(notes_on(what))]:
        console.say(line)


@contextmanager
def _progress(trials: int) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on a terminal, nothing elsewhere."""
    if not console.on_terminal():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Trials"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=trials)
        yield lambda done: bar.advance(task, done)
