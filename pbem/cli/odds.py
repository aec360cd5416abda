"""``pbem odds``: exact chances, by numbers or from sheets."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from pbem.cli import console
from pbem.cli.odds_numbers import Wanted
from pbem.cli.sheets_given import (
    campaign_option,
    form_option,
    given,
    notes_on,
    position_given,
    position_option,
    sheet_option,
)
from pbem.errors import CommandError

if TYPE_CHECKING:
    from pbem.cli.sheets_given import Given
    from pbem.core.rules import Rules

MOST = 999
ATTACK = Wanted("the Strength Points of the attacker", 0, MOST)
DEFENSE = Wanted("the Strength Points of the defender", 0, MOST)
MARKERS = Wanted("how many Assassin Markers are used", 1, MOST)
LEADERSHIP = Wanted("the Leadership Value of the target", 0, MOST)
STRENGTH = Wanted("the Purge Strength", 1, MOST)
ANSWER = Wanted("the strength of the Counterpurge", 1, MOST)
PLAYERS = Wanted("how many players are in the campaign", 1, 8)


@click.group("odds")
def odds_command() -> None:
    """Work out exact chances, by numbers or from sheets.

    By numbers only the printed tables are needed. From sheets the adjudicator itself plays every way the dice can fall;
    whoever has no sheet gives no orders.

    \b
    Examples:
      pbem odds attack 10 5
      pbem odds attack --sheet orders.yaml --position position.json
    """


@odds_command.command("attack")
@click.argument("attack", type=ATTACK, required=False)
@click.argument("defense", type=DEFENSE, required=False)
@sheet_option
@position_option
@campaign_option
@form_option
def attack_command(
    attack: int | None,
    defense: int | None,
    sheets: tuple[Path, ...],
    position: Path | None,
    campaign: Path | None,
    form: str,
) -> None:
    """Attacks: the column, the chance of each result, the points lost.

    Give the Strength Points of both sides, or sheets of a Second Phase. Each attack of a sheet is worked out with
    all that comes before it: Subversive Attacks, the attacks made earlier in the province, whose turn it is.

    \b
    Examples:
      pbem odds attack 10 5
      pbem odds attack --sheet orders.yaml --position position.json
    """
    from pbem.cli import odds_data, odds_pages

    if _by_numbers(attack is not None, sheets, position, campaign):
        if attack is None or defense is None:
            raise click.UsageError("give the Strength Points of both sides, or a --sheet")
        from pbem.odds.tables import attack_columns, attack_odds

        rules = _rules()
        own, columns = attack_odds(attack, defense, rules), attack_columns(attack, defense, rules)
        page = odds_pages.attack(attack, defense, own, columns)
        _show(form, odds_data.attack(attack, defense, own, columns), page)
        return
    from pbem.odds.attacks import combat_odds

    what = _given(sheets, position, campaign, "second")
    with _countable():
        found = combat_odds(what.state, what.sheets, what.rules)
    _show(
        form,
        odds_data.combat(found),
        [*odds_pages.combat(found, what.rules), *odds_pages.notes(notes_on(what))],
    )


@odds_command.command("assassinate")
@click.argument("markers", type=MARKERS, required=False)
@click.argument("leadership", type=LEADERSHIP, required=False)
@sheet_option
@position_option
@campaign_option
@form_option
def assassinate_command(
    markers: int | None,
    leadership: int | None,
    sheets: tuple[Path, ...],
    position: Path | None,
    campaign: Path | None,
    form: str,
) -> None:
    """Assassinations: the chance that so many markers kill a Leader.

    Give the number of Assassin Markers and the Leadership Value of the target, or sheets of a First Phase; their trades
    and moves are then carried out first, and everybody else stands still.

    \b
    Example:
      pbem odds assassinate 2 3
    """
    from pbem.cli import odds_data, odds_pages

    if _by_numbers(markers is not None, sheets, position, campaign):
        if markers is None or leadership is None:
            raise click.UsageError(
                "give the number of markers and the Leadership Value of the target, or a --sheet"
            )
        _show(
            form, odds_data.assassination(markers, leadership), odds_pages.assassination(markers, leadership)
        )
        return
    from pbem.odds.attempts import attempts_odds

    what = _given(sheets, position, campaign, "first")
    with _countable():
        found = attempts_odds(what.state, what.sheets, what.rules)
    _show(
        form,
        odds_data.attempts(found),
        [*odds_pages.attempts(found, what.rules), *odds_pages.notes(notes_on(what))],
    )


@odds_command.command("purge")
@click.argument("strength", type=STRENGTH, required=False)
@click.option("--answer", type=ANSWER, metavar="STRENGTH", help="The Counterpurge of the purged player.")
@click.option(
    "--reply", type=ANSWER, metavar="STRENGTH", help="The Counterpurge of the purger in reply to it."
)
@sheet_option
@position_option
@campaign_option
@form_option
def purge_command(
    strength: int | None,
    answer: int | None,
    reply: int | None,
    sheets: tuple[Path, ...],
    position: Path | None,
    campaign: Path | None,
    form: str,
) -> None:
    """Purges and the answers to them: the chance of each number of points.

    Give the Purge Strength, and those of the answers if there are any: the two take turns until a number comes up. Or
    give sheets: then Leaders and markers are counted as the position and the trades of the sheets have them, and
    whoever may die before the Purge is taken to live.

    \b
    Examples:
      pbem odds purge 25
      pbem odds purge 25 --answer 18 --reply 22
    """
    from pbem.cli import odds_data, odds_pages

    if _by_numbers(strength is not None, sheets, position, campaign):
        if strength is None:
            raise click.UsageError("give the Purge Strength, or a --sheet")
        if reply is not None and answer is None:
            raise click.UsageError("--reply needs an --answer to reply to")
        from pbem.odds.tables import purge_chain

        chain = purge_chain(strength, answer, reply, _rules())
        _show(form, odds_data.purge(chain), odds_pages.purge(chain))
        return
    if answer is not None or reply is not None:
        raise click.UsageError(
            "from sheets the answers are those ordered there; leave out --answer and --reply"
        )
    from pbem.odds.purges import purges_odds

    what = _given(sheets, position, campaign, None)
    with _countable():
        found = purges_odds(what.state, what.sheets, what.rules)
    _show(
        form,
        odds_data.purges(found),
        [*odds_pages.purges(found, what.rules), *odds_pages.notes(notes_on(what))],
    )


@odds_command.command("events")
@click.option("--players", type=PLAYERS, metavar="N", help="How many players are in the campaign.")
@position_option
@campaign_option
@form_option
def events_command(players: int | None, position: Path | None, campaign: Path | None, form: str) -> None:
    """Random Events: the chances at one roll, and in a Phase.

    With a position also the units that an epidemic of its Phase may take, where they are now.

    \b
    Examples:
      pbem odds events --players 6
      pbem odds events --position position.json
    """
    from pbem.cli import odds_data, odds_pages
    from pbem.odds.events import events_odds, units_at_risk

    if position is None and campaign is None:
        rules, at_risk = _rules(), None
    elif players is not None:
        raise click.UsageError("a position knows its players; leave out --players")
    else:
        state, rules, _ = position_given(position, campaign)
        players, at_risk = len(state.active), units_at_risk(state, rules)
    phases = {}
    if players is not None:
        phases = {str(phase): events_odds(phase, players, rules) for phase in _PHASES}
    _show(form, odds_data.events(phases, at_risk, rules), odds_pages.events(phases, at_risk, rules))


_PHASES: tuple[Literal["first", "second"], ...] = ("first", "second")


@odds_command.command("draw")
@position_option
@campaign_option
@form_option
def draw_command(position: Path | None, campaign: Path | None, form: str) -> None:
    """The next draw from the Auxiliary Forces Randomizer.

    \b
    Example:
      pbem odds draw --position position.json
    """
    from pbem.cli import odds_data, odds_pages
    from pbem.odds.events import draw_odds

    state, rules, _ = position_given(position, campaign)
    found = draw_odds(state, rules)
    _show(form, odds_data.draws(found), odds_pages.draws(found, len(state.randomizer), rules))


# --- what the commands have in common ----------------------------------------------------------------------------


def _by_numbers(
    numbers: bool, sheets: tuple[Path, ...], position: Path | None, campaign: Path | None
) -> bool:
    """Whether numbers are asked about, or sheets; not both."""
    if numbers and (sheets or position or campaign):
        raise click.UsageError("give numbers or sheets, not both")
    return not sheets


def _rules() -> "Rules":
    from pbem.rulebook import load_rules

    return load_rules()


def _given(
    sheets: tuple[Path, ...], position: Path | None, campaign: Path | None, phase: str | None
) -> "Given":
    """The sheets and their position, which must be of the Phase."""
    found = given(sheets, position, campaign)
    if phase not in (None, found.state.phase):
        now, names = found.state, {"first": "First Phase", "second": "Second Phase"}
        at = "set-up" if now.phase == "setup" else f"{names[now.phase]} of Game-Turn {now.turn}"
        raise CommandError(f"this is worked out for a {names[str(phase)]}, and the position is at the {at}")
    return found


@contextmanager
def _countable() -> Iterator[None]:
    """What has too many ways to be counted is an error with a cure."""
    from pbem.odds.branching import TooManyWays

    try:
        yield
    except TooManyWays:
        raise CommandError(
            "there are too many ways the dice can fall to count them all",
            cure="pbem try plays the Phase many times instead; or ask about fewer orders at a time.",
        ) from None


def _show(form: str, data: object, page: list[str]) -> None:
    """Print as data or as a page."""
    if form == "json":
        console.data(data)
        return
    for line in page:
        console.say(line)
