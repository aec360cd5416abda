"""``pbem solo new``, ``play`` and ``undo``: a game is set up and goes on, by sheets or by questions, and back."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.cli.real_dice import kept, real_dice
from pbem.cli.typed_sheets import sheet_bytes
from pbem.errors import FINDINGS, FINE, Refused, as_typed

if TYPE_CHECKING:
    from pbem.core.dice import DiceWithChoices
    from pbem.sheets.findings import Finding
    from pbem.sheets.read import ReadSheet
    from pbem.solo.folder.game import Game, Step


@click.command("new")
@arguments.folder
@click.option("--name", help="The name of the game; without it, that of the folder.")
@click.option("--seed", metavar="HEX", help="The seed of the dice, 64 hexadecimal digits.")
@click.option(
    "--dice", metavar="manual|FILE", help="Real dice for the whole game: asked for, or read from FILE."
)
@click.option(
    "--set",
    "choices",
    multiple=True,
    metavar="RULING=VALUE",
    help="A reading that differs from the usual one.",
)
def new(folder: Path, name: str | None, seed: str | None, dice: str | None, choices: tuple[str, ...]) -> int:
    """Set up a game in the folder DIR and play it to your first sheet.

    `pbem rules rulings --solitaire` lists the readings that can be set. With --dice you roll all dice yourself, those
    of the other side too; each is asked for by its label.

    \b
    Example:
      pbem solo new kronstadt --set white_on_green=any
    """
    from pbem.cli.campaigns.new import chosen
    from pbem.solo.folder.files import make_files
    from pbem.solo.folder.game import create

    if seed and dice:
        raise click.UsageError("--seed and --dice exclude each other")
    rolled = real_dice(dice)
    with kept(rolled, folder):
        game, step = create(
            folder,
            name=folder.resolve().name if name is None else name,
            rulings=chosen(choices),
            now=arguments.now(),
            seed=arguments.seed_of(seed),
            rolled=rolled,
        )
    report = make_files(game, step)
    _tell(game, step, report)
    return FINE


@click.command("play")
@arguments.folder
@click.argument("sheet", required=False, type=click.Path(path_type=Path))
@click.option("--interactive", is_flag=True, help="Be asked for the orders, and go on to the next Phase.")
@click.option("--nothing", is_flag=True, help="Order nothing in this Phase, without a sheet.")
@click.option("--anyway", is_flag=True, help="Play a sheet that has errors; what is in error is not done.")
@click.option(
    "--dice", metavar="FILE", help="In a game with real dice: read them from FILE, and do not ask for them."
)
def play(
    folder: Path, sheet: Path | None, interactive: bool, nothing: bool, anyway: bool, dice: str | None
) -> int:
    """Play the Phase that waits with your sheet, and all that follow until the next that waits.

    Without SHEET the sheet.yaml of the folder is taken; as it comes, with no order written in, it is not played: say
    --nothing where you want to order nothing. A sheet is checked first; one with errors is not played (exit status 1),
    unless you say --anyway.

    \b
    Examples:
      pbem solo play kronstadt
      pbem solo play kronstadt --nothing
    """
    from pbem.solo.folder.files import remake_files
    from pbem.solo.folder.game import Game

    _refuse_together(sheet=sheet is not None, nothing=nothing, interactive=interactive, dice=dice is not None)
    game = Game(folder)
    remake_files(game)
    if interactive:
        return _interactive(game)
    if nothing or game.over:  # of a game that is over it says so
        _play(game, None, real_dice(dice))
        return FINE
    path, raw = _sheet_of(game, sheet)
    read = game.read(raw)
    if show(str(path), read, findings_of(game, read)) and not (anyway and read.sheet is not None):
        cure = "" if read.sheet is None else " Mend it, or say --anyway to have the rest of it played."
        console.say(f"Nothing was played.{cure}")
        return FINDINGS
    _play(game, read, real_dice(dice))
    return FINE


def _refuse_together(*, sheet: bool, nothing: bool, interactive: bool, dice: bool) -> None:
    """Raises UsageError for what cannot be given together."""
    if interactive and (sheet or dice or nothing):
        what = "no SHEET, no --nothing and no --dice"
        raise click.UsageError(f"--interactive asks for orders and dice, so there is {what}")
    if nothing and sheet:
        raise click.UsageError("--nothing orders nothing, so there is no SHEET")


def _sheet_of(game: "Game", given: Path | None) -> tuple[Path, bytes]:
    """The sheet to be played and its bytes. Raises FileError; Refused for the folder's own with nothing written in."""
    from pbem.solo.folder.files import SHEET, untouched

    path = given or game.folder / SHEET
    raw = sheet_bytes(path)
    if given is None and untouched(game, raw):
        raise Refused(
            f"no order was written into {path} yet, so nothing was played",
            cure=f"Write your orders into it. To order nothing: `pbem solo play {as_typed(game.folder)} --nothing`.",
        )
    return path, raw


@click.command("undo")
@arguments.folder
def undo(folder: Path) -> int:
    """Take back the last sheet you played, and all that came of it.

    Its Phase waits for your sheet again; sheet.yaml holds what you had ordered. The dice stay as they are: the same
    orders come to the same. Once more, and the sheet before it is taken back. What is taken back stays in the ledger.

    \b
    Example:
      pbem solo undo kronstadt
    """
    from pbem.solo.folder.files import make_files
    from pbem.solo.folder.game import Game
    from pbem.solo.report.names import SoloNames

    game = Game(folder)
    phase = game.undo(arguments.now())
    *_, (step, _) = game.replay()
    report = make_files(game, step)
    when = SoloNames(game.rules).phase(game.state.turn, phase)
    console.say(f"Taken back: {when}, and all that came after it.")
    console.say("The dice stay as they are: the same orders come to the same.")
    console.say()
    console.say(f"The report before it: {report}")
    _tell_next(game)
    return FINE


# --- sheets ------------------------------------------------------------------------------------------------------


def findings_of(game: "Game", read: "ReadSheet") -> "tuple[Finding, ...]":
    """All that can be said of a sheet for the Phase that waits."""
    from pbem.checker import check
    from pbem.solo.judging import judge

    return check(game.state, read, game.rules, judges=judge)


def show(name: str, read: "ReadSheet", findings: "tuple[Finding, ...]") -> int:
    """Print what was found in a sheet; says how many errors there are."""
    from pbem.checker import errors
    from pbem.cli.check import print_findings

    print_findings(name, read, findings)
    return errors(findings)


# --- playing -----------------------------------------------------------------------------------------------------


def _play(
    game: "Game",
    read: "ReadSheet | None",
    rolled: "DiceWithChoices | None" = None,
    *,
    interactive: bool = False,
) -> None:
    """Play on, make the files, and tell what happened. `interactive`: the next orders are asked for at once."""
    from pbem.solo.folder.files import make_files

    if rolled is None and game.by_hand and not game.over:
        rolled = real_dice("manual")
        if game.rolled_before:
            console.say("What was rolled before it was taken back counts again and is not asked for.")
    with kept(rolled, game.folder):
        step = game.play(read, arguments.now(), rolled=rolled)
    report = make_files(game, step)
    _tell(game, step, report, interactive=interactive)


def _tell(game: "Game", step: "Step", report: Path, *, interactive: bool = False) -> None:
    """What happened, and where the rest of it stands."""
    from pbem.solo.report.text import short_report

    console.say(short_report(step.played, game.rules).rstrip())
    console.say()
    console.say(f"The whole report: {report}")
    console.say(f"With map and order desk, for a browser: {report.with_suffix('.html')}")
    if game.over:
        console.say(f"To play the last sheet otherwise: pbem solo undo {as_typed(game.folder)}")
        console.say(f"All rolls can be repeated: pbem solo verify {as_typed(game.folder)}")
    elif not interactive:
        _tell_next(game)


def _tell_next(game: "Game") -> None:
    """Where the next sheet lies, and how the game goes on."""
    from pbem.solo.folder.files import SHEET, nothing_to_fill_in

    sheet, folder = game.folder / SHEET, as_typed(game.folder)
    if game.sheet_taken_back:
        console.say(f"Your sheet as it was: {sheet}. Change it; then: pbem solo play {folder}")
    elif nothing_to_fill_in(game):
        console.say(f"Red has nobody to attack; to go on: pbem solo play {folder} --nothing")
    else:
        console.say(f"Your next sheet: {sheet}. Write your orders into it; then: pbem solo play {folder}")


def _interactive(game: "Game") -> int:
    """Ask for the orders of every Phase that waits, until the game is over or the player stops."""
    from pbem.solo.folder.asking import Stopped, ask_for_sheet

    if game.over:
        _play(game, None)
    explained = False
    while not game.over:
        try:
            text = ask_for_sheet(game, ask=_ask, say=console.say, explained=explained)
            _play(game, game.read(text.encode()), interactive=True)
            explained = True
        except (Stopped, click.Abort):  # click says Abort when nothing more can be read
            console.say()
            again = f"`pbem solo play {as_typed(game.folder)} --interactive`"
            console.say(f"The Phase waits as before; {again} goes on with it.")
            return FINE
    return FINE


def _ask(question: str) -> str:
    """One answer; empty where the player only presses Enter."""
    answer = click.prompt(question, default="", show_default=False, prompt_suffix=" ")
    return str(answer).strip()
