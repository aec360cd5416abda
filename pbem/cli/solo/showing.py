"""``pbem solo check``, ``report``, ``map`` and ``verify``: a sheet is looked over, and what has happened is shown."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import FINE, CommandError

if TYPE_CHECKING:
    from pbem.campaign.ledger import Record
    from pbem.solo.folder.game import Game, Step

STEP = click.option(
    "--step", type=click.IntRange(min=1), metavar="NUMBER", help="Which report, counted from 1."
)


@click.command("check")
@arguments.folder
@click.argument("sheet", required=False, type=click.Path(path_type=Path))
@arguments.form
@click.pass_context
def check(context: click.Context, folder: Path, sheet: Path | None, form: str) -> int:
    """Check your sheet for the Phase that waits, and read its orders back, without playing it.

    Without SHEET the sheet.yaml of the folder is taken. Exit status 1 when there is an error: then `pbem solo play`
    does not play it, unless you say --anyway.

    \b
    Example:
      pbem solo check kronstadt
    """
    from pbem.cli.check import check_command
    from pbem.solo.folder.files import POSITION, SHEET, remake_files, untouched
    from pbem.solo.folder.game import Game, is_over

    game = Game(folder)
    if game.over:
        raise is_over(folder)
    remake_files(game)
    found: int = context.invoke(
        check_command, sheet=sheet or folder / SHEET, position=folder / POSITION, campaign=None, form=form
    )
    if sheet is None and form == "text" and untouched(game, (folder / SHEET).read_bytes()):
        console.say()
        console.say("It is the blank sheet still, and `pbem solo play` plays that with --nothing only.")
    return found


@click.command("report")
@arguments.folder
@STEP
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "html", "json"]),
    default="text",
    help="How to print: as text, as a page with map and order desk, or what happened as data.",
)
def report(folder: Path, step: int | None, form: str) -> int:
    """Show the last report, or an earlier one.

    All reports lie in the folder's `reports`, as text and as pages for a browser.

    \b
    Examples:
      pbem solo report kronstadt --step 1
      pbem solo report kronstadt --format html > last.html
    """
    from pbem.solo.folder.files import page_of, report_of, result_of
    from pbem.solo.folder.game import Game

    game = Game(folder)
    played, record = _step(game, step)
    if form == "json":
        console.data(result_of(played))
    else:
        console.say((page_of if form == "html" else report_of)(game, played, record).rstrip())
    return FINE


@click.command("map")
@arguments.folder
@STEP
@click.option(
    "--format", "form", type=click.Choice(["svg", "png"]), help="By default what FILE ends with, or svg."
)
@click.option(
    "--out",
    metavar="FILE",
    help="Where to write it, `-` for the standard output; without it, here, as DIR-map-NUMBER.",
)
def map_(folder: Path, step: int | None, form: str | None, out: str | None) -> int:
    """Draw the map after the last report, or an earlier one, with what happened before it.

    \b
    Example:
      pbem solo map kronstadt --out map.png
    """
    from pbem.cli.map import kind_of, picture, write_picture
    from pbem.solo.folder.files import map_of
    from pbem.solo.folder.game import Game

    game = Game(folder)
    played, record = _step(game, step)
    kind = kind_of(form, out)
    svg = map_of(game, played, png=kind == "png")
    write_picture(picture(svg, kind), out or f"{_named(game)}-map-{game.steps.index(record) + 1:02}.{kind}")
    return FINE


@click.command("verify")
@arguments.folder
def verify(folder: Path) -> int:
    """Play the whole game once more and compare every roll and position with the ledger.

    Exit status 1 when something comes out otherwise.

    \b
    Example:
      pbem solo verify kronstadt
    """
    from pbem.solo.folder.game import Game

    game = Game(folder)
    rolls = game.verify()
    made = ", made by hand," if game.by_hand else ""
    steps = len(game.steps) + len(game.gone)
    console.say(f"{steps} steps with {rolls} rolls{made} come out as the ledger has them.")
    if game.gone:
        number = len(game.gone)
        console.say(f"{number} of them {'was' if number == 1 else 'were'} taken back with `pbem solo undo`.")
    return FINE


def _named(game: "Game") -> str:
    """The game's folder, as the beginning of a file's name."""
    return game.folder.resolve().name or "game"


def _step(game: "Game", number: int | None) -> "tuple[Step, Record]":
    """A step of the game, the last one without a number, beside its record. Raises CommandError."""
    there = len(game.steps)
    if number is not None and number > there:
        raise CommandError(f"there {'is only one report' if there == 1 else f'are only {there} reports'}")
    return list(game.replay())[(number or there) - 1]
