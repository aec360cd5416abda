"""``pbem solo new`` and ``play``: a game is set up and goes on, by sheets or by questions at the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import FINDINGS, FINE, CommandError, unreadable

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
    game, step = create(
        folder,
        name=folder.resolve().name if name is None else name,
        rulings=chosen(choices),
        now=arguments.now(),
        seed=_seed(seed),
        rolled=_rolled(dice),
    )
    report = make_files(game, step)
    _tell(game, step, report)
    return FINE


@click.command("play")
@arguments.folder
@click.argument("sheet", required=False, type=click.Path(path_type=Path))
@click.option("--interactive", is_flag=True, help="Be asked for the orders, and go on to the next Phase.")
@click.option("--anyway", is_flag=True, help="Play a sheet that has errors; what is in error is not done.")
@click.option(
    "--dice", metavar="FILE", help="In a game with real dice: read them from FILE, and do not ask for them."
)
def play(folder: Path, sheet: Path | None, interactive: bool, anyway: bool, dice: str | None) -> int:
    """Play the Phase that waits with your sheet, and all that follow until the next that waits.

    Without SHEET the sheet.yaml of the folder is taken; as it comes it orders nothing. A sheet is checked first; one
    with errors is not played (exit status 1), unless you say --anyway.

    \b
    Example:
      pbem solo play kronstadt
    """
    from pbem.solo.folder.files import SHEET, remake_files
    from pbem.solo.folder.game import Game

    game = Game(folder)
    remake_files(game)
    if interactive:
        if sheet is not None or dice is not None:
            raise click.UsageError(
                "--interactive asks for orders and dice, so there is no SHEET and no --dice"
            )
        return _interactive(game)
    path = sheet or folder / SHEET
    if game.over:
        _play(game, None)  # says that it is over
    read = game.read(read_bytes(path))
    if show(str(path), read, findings_of(game, read)) and not (anyway and read.sheet is not None):
        cure = "" if read.sheet is None else " Mend it, or say --anyway to have the rest of it played."
        console.say(f"Nothing was played.{cure}")
        return FINDINGS
    _play(game, read, _rolled(dice))
    return FINE


# --- dice --------------------------------------------------------------------------------------------------------


def _seed(text: str | None) -> bytes | None:
    """A seed as it was typed. Raises CommandError."""
    if text is None:
        return None
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise CommandError("a seed is 64 hexadecimal digits")
    return seed


def _rolled(text: str | None) -> "DiceWithChoices | None":
    """The dice of ``--dice``."""
    from pbem.campaign.dice_by_hand import AskedDice, dice_of_file

    if text is None:
        return None
    if text == "manual":
        return AskedDice(lambda label, wanted: str(click.prompt(f"{label} ({wanted})")), console.say)
    return dice_of_file(Path(text))


# --- sheets ------------------------------------------------------------------------------------------------------


def read_bytes(path: Path) -> bytes:
    """A sheet's bytes. Raises FileError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None


def findings_of(game: "Game", read: "ReadSheet") -> "tuple[Finding, ...]":
    """All that can be said of a sheet for the Phase that waits."""
    from pbem.checker import check
    from pbem.solo.judging import judge

    return check(game.state, read, game.rules, judges=judge)


def show(name: str, read: "ReadSheet", findings: "tuple[Finding, ...]") -> int:
    """Print what was found in a sheet; says how many errors there are."""
    from pbem.checker import errors
    from pbem.cli.check import finding_lines

    lines = read.text.split("\n")
    for finding in findings:
        for line in finding_lines(name, finding, lines):
            console.say(line)
    if findings:
        console.say()
    return errors(findings)


# --- playing -----------------------------------------------------------------------------------------------------


def _play(game: "Game", read: "ReadSheet | None", rolled: "DiceWithChoices | None" = None) -> None:
    """Play on, make the files, and tell what happened."""
    from pbem.solo.folder.files import make_files

    if rolled is None and game.by_hand and not game.over:
        rolled = _rolled("manual")
    step = game.play(read, arguments.now(), rolled=rolled)
    report = make_files(game, step)
    _tell(game, step, report)


def _tell(game: "Game", step: "Step", report: Path) -> None:
    """What happened, and where the rest of it stands."""
    from pbem.solo.folder.files import SHEET
    from pbem.solo.report.text import short_report

    console.say(short_report(step.played, game.rules).rstrip())
    console.say()
    console.say(f"The whole report: {report}")
    console.say(f"With map and order desk, for a browser: {report.with_suffix('.html')}")
    if game.over:
        console.say(f"All rolls can be repeated: pbem solo verify {game.folder}")
    else:
        console.say(f"Your next sheet: {game.folder / SHEET}; then: pbem solo play {game.folder}")


def _interactive(game: "Game") -> int:
    """Ask for the orders of every Phase that waits, until the game is over or the player stops."""
    from pbem.solo.folder.asking import Stopped, ask_for_sheet

    if game.over:
        _play(game, None)
    while not game.over:
        try:
            text = ask_for_sheet(game, ask=_ask, say=console.say)
            _play(game, game.read(text.encode()))
        except (Stopped, click.Abort):  # click says Abort when nothing more can be read
            console.say()
            console.say(f"The Phase waits as before; `pbem solo play {game.folder}` goes on with it.")
            return FINE
    return FINE


def _ask(question: str) -> str:
    """One answer; empty where the player only presses Enter."""
    answer = click.prompt(question, default="", show_default=False, prompt_suffix=" ")
    return str(answer).strip()
