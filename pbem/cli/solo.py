"""``pbem solo``: the solitaire game, one player against a system that moves and fights everything but Red."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import FINDINGS, FINE, CommandError, unreadable

if TYPE_CHECKING:
    from pbem.sheets.findings import Finding
    from pbem.sheets.read import ReadSheet
    from pbem.solo.folder.game import Game, Step

FOLDER = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))


@click.group("solo")
def solo_command() -> None:
    """Play the solitaire game: Red against a system of rules.

    The system moves and fights all White, Green and Blue units and tells why. Three times in a Game-Turn it waits for
    your sheet: Red Leader Determination, Red's movement, Red's combat.

    \b
    Examples:
      pbem solo new kronstadt
      pbem solo play kronstadt
      pbem solo play kronstadt --interactive
    """


@solo_command.command("new")
@FOLDER
@click.option("--name", help="The name of the game; without it, that of the folder.")
@click.option("--seed", metavar="HEX", help="The seed of the dice, 64 hexadecimal digits.")
@click.option(
    "--set",
    "choices",
    multiple=True,
    metavar="RULING=VALUE",
    help="A reading that differs from the usual one.",
)
def new(folder: Path, name: str | None, seed: str | None, choices: tuple[str, ...]) -> int:
    """Set up a game in the folder DIR and play it to your first sheet.

    `pbem rules rulings --solitaire` lists the readings that can be set.

    \b
    Example:
      pbem solo new kronstadt --set white_on_green=any
    """
    from pbem.cli.campaigns.new import chosen
    from pbem.solo.folder.files import make_files
    from pbem.solo.folder.game import create

    game, step = create(
        folder,
        name=name or folder.resolve().name,
        rulings=chosen(choices),
        now=arguments.now(),
        seed=_seed(seed),
    )
    report = make_files(game, step)
    _tell(game, step, report)
    return FINE


@solo_command.command("play")
@FOLDER
@click.argument("sheet", required=False, type=click.Path(path_type=Path))
@click.option("--interactive", is_flag=True, help="Be asked for the orders, and go on to the next Phase.")
@click.option("--anyway", is_flag=True, help="Play a sheet that has errors; what is in error is not done.")
def play(folder: Path, sheet: Path | None, interactive: bool, anyway: bool) -> int:
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
        if sheet is not None:
            raise click.UsageError("--interactive asks for the orders, so there is no SHEET")
        return _interactive(game)
    path = sheet or folder / SHEET
    if game.over:
        _play(game, None)  # says that it is over
    read = game.read(_bytes(path))
    if _show(str(path), read, _findings(game, read)) and not (anyway and read.sheet is not None):
        cure = "" if read.sheet is None else " Mend it, or say --anyway to have the rest of it played."
        console.say(f"Nothing was played.{cure}")
        return FINDINGS
    _play(game, read)
    return FINE


@solo_command.command("report")
@FOLDER
@click.option("--step", type=click.IntRange(min=1), metavar="NUMBER", help="Which, counted from 1.")
def report(folder: Path, step: int | None) -> int:
    """Show the last report, or an earlier one.

    \b
    Example:
      pbem solo report kronstadt --step 1
    """
    from pbem.solo.folder.files import report_of
    from pbem.solo.folder.game import Game

    game = Game(folder)
    steps = list(game.replay())
    number = step or len(steps)
    if number > len(steps):
        raise CommandError(f"there are only {len(steps)} reports")
    console.say(report_of(game, *steps[number - 1]).rstrip())
    return FINE


@solo_command.command("verify")
@FOLDER
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
    console.say(f"{len(game.records) - 1} steps with {rolls} rolls come out as the ledger has them.")
    return FINE


@solo_command.command("study")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="For each player.")
@click.option("--bot", "names", multiple=True, metavar="NAME", help="Which players of Red; without it, all.")
@click.option("--seed", type=int, default=1, show_default=True, help="Where the throw-away dice begin.")
@click.option(
    "--set",
    "choices",
    multiple=True,
    metavar="RULING=VALUE",
    help="A reading that differs from the usual one.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def study(games: int, names: tuple[str, ...], seed: int, choices: tuple[str, ...], form: str) -> int:
    """Have players of Red play many games with throw-away dice, and count how they end.

    \b
    Example:
      pbem solo study --games 2000 --bot roadblock
    """
    from pbem.cli.campaigns.new import chosen
    from pbem.solo.bots.study import run_study, study_data, study_lines

    found = run_study(games, names, seed=seed, rulings=chosen(choices))
    if form == "json":
        console.data(study_data(found))
        return FINE
    for line in study_lines(found):
        console.say(line)
    return FINE


# --- what they share -------------------------------------------------------------------------------------------


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


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None


def _findings(game: "Game", read: "ReadSheet") -> "tuple[Finding, ...]":
    """All that can be said of a sheet for the Phase that waits."""
    from pbem.checker import check
    from pbem.solo.judging import judge

    return check(game.state, read, game.rules, judges=judge)


def _show(name: str, read: "ReadSheet", findings: "tuple[Finding, ...]") -> int:
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


def _play(game: "Game", read: "ReadSheet | None") -> None:
    """Play on, make the files, and tell what happened."""
    from pbem.solo.folder.files import make_files

    step = game.play(read, arguments.now())
    report = make_files(game, step)
    _tell(game, step, report)


def _tell(game: "Game", step: "Step", report: Path) -> None:
    """What happened, and where the rest of it stands."""
    from pbem.solo.folder.files import SHEET
    from pbem.solo.report.text import short_report

    console.say(short_report(step.played, game.rules).rstrip())
    console.say()
    console.say(f"The whole report, with the position: {report}")
    if not game.over:
        console.say(f"Your next sheet: {game.folder / SHEET}")


def _interactive(game: "Game") -> int:
    """Ask for the orders of every Phase that waits, until the game is over or the player stops."""
    from pbem.solo.folder.asking import Stopped, ask_for_sheet

    if game.over:
        _play(game, None)
    while not game.over:
        try:
            text = ask_for_sheet(game, ask=_ask, say=console.say)
        except Stopped:
            console.say(f"The Phase waits as before; `pbem solo play {game.folder}` goes on with it.")
            return FINE
        _play(game, game.read(text.encode()))
    return FINE


def _ask(question: str) -> str:
    """One answer; empty where the player only presses Enter."""
    answer = click.prompt(question, default="", show_default=False, prompt_suffix=" ")
    return str(answer).strip()
