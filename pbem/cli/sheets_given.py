"""A position and the sheets named on a command line, for `pbem odds` and `pbem try`. No other sheet is ever opened."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Player
from pbem.errors import CommandError, FileError, Refused, unreadable

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Given:
    """What is to be worked out: the position, the sheets by player, and how many errors each has."""

    state: State
    rules: Rules
    sheets: dict[Player, Sheet]
    errors: dict[Player, int]


def position_option(command: F) -> F:
    """A position file."""
    return click.option(
        "--position",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="The position.json of the last report.",
    )(command)


def campaign_option(command: F) -> F:
    """A campaign's folder."""
    return click.option(
        "--campaign", type=click.Path(path_type=Path), metavar="DIR", help="The folder of the campaign."
    )(command)


def form_option(command: F) -> F:
    """How to print."""
    choice = click.Choice(["text", "json"])
    return click.option("--format", "form", type=choice, default="text", help="How to print.")(command)


def sheet_option(command: F) -> F:
    """Sheets to work out."""
    return click.option(
        "--sheet",
        "sheets",
        type=click.Path(path_type=Path),
        multiple=True,
        metavar="SHEET",
        help="A sheet to work out; may be given for several players.",
    )(command)


def position_given(position: Path | None, campaign: Path | None) -> tuple[State, Rules, str]:
    """The position of a file or of a campaign's awaited Phase, its rules, and the campaign's name."""
    if (position is None) == (campaign is None):
        raise click.UsageError("give either --position or --campaign")
    if campaign is not None:
        from pbem.campaign.folder import Campaign
        from pbem.campaign.playing import position_of

        opened = Campaign(campaign)
        state, rules, name = position_of(opened, opened.course.moment), opened.rules(), opened.course.name
    else:
        from pbem.position import read_position, refuse_misfit
        from pbem.rulebook.of_position import rules_of_position

        assert position is not None
        found = read_position(position)
        rules = rules_of_position(found, position)
        refuse_misfit(found.state, rules, path=position)
        state, name = found.state, found.campaign
    if state.victory is not None:
        raise FileError("the game of this position is over", path=position or campaign)
    return state, rules, name


def given(sheets: tuple[Path, ...], position: Path | None, campaign: Path | None) -> Given:
    """The position with the sheets named. Of standing orders only those of their players count."""
    state, rules, name = position_given(position, campaign)
    read: dict[Player, Sheet] = {}
    errors: dict[Player, int] = {}
    for path in sheets:
        sheet, wrong = _sheet(path, state, rules, name)
        if sheet.player in read:
            raise CommandError(
                f"player {sheet.player} has two sheets here", cure="Name one sheet for each player."
            )
        read[sheet.player], errors[sheet.player] = sheet, wrong
    own = {player: orders for player, orders in state.standing.items() if player in read}
    return Given(replace(state, standing=own), rules, dict(sorted(read.items())), errors)


def _sheet(path: Path, state: State, rules: Rules, name: str) -> tuple[Sheet, int]:
    """A sheet for the Phase of the position, and how many errors `pbem check` finds in it."""
    from pbem.checker import check, errors
    from pbem.sheets.places import LARGEST
    from pbem.sheets.read import Expected, read_sheet

    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise unreadable(path, error) from None
    read = read_sheet(
        raw, Expected(name or None, state.turn, state.phase, players=state.players), rules=rules
    )
    if read.sheet is None:
        first = next(one for one in read.findings if one.grade == "error")
        raise Refused(
            f"the sheet is refused as a whole: {first.sentence}",
            path=path,
            line=first.line,
            column=first.column,
            cure="Look at it with pbem check.",
        )
    return read.sheet, errors(check(state, read, rules))


def notes_on(what: Given) -> list[str]:
    """What a reader must know of the sheets: errors in them, and who has none."""
    found = []
    for player, count in what.errors.items():
        if count:
            errors = "an error" if count == 1 else f"{count} errors"
            found.append(f"Player {player}'s sheet has {errors}; pbem check shows what is wrong.")
    others = [player for player in what.state.active if player not in what.sheets]
    if others:
        who = f"Player {others[0]} gives" if len(others) == 1 else f"Players {', '.join(others)} give"
        found.append(f"{who} no orders here, so their units hold and defend.")
    return found
