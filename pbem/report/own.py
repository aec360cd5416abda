"""What concerns one player alone: his orders and how they ended, what of his stands, letters for him.

No words but those of sentences that exist (pbem.words, sheets.echo).
"""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pbem.core.events import Event, Moved
from pbem.core.orders import Faulty, Press, Sheet
from pbem.core.rules import Rules
from pbem.core.state import Standing
from pbem.core.terms import Case, Ended, Player
from pbem.core.verdicts import Fact, Outcome, Remark
from pbem.sheets.echo import in_words
from pbem.words import sentence

ANONYMOUS = "anonymous"


class Reason(NamedTuple):
    """A sentence and the cases it rests on."""

    text: str
    cases: tuple[Case, ...]


class OrderView(NamedTuple):
    """An order: its path on the sheet, what it says, how it ended (None: it was not called on), and why."""

    path: str
    words: str
    ended: Ended | None
    reason: Reason | None
    also: tuple[Reason, ...] = ()
    """What else was to be said of places inside it."""


class Letter(NamedTuple):
    """Press: `player` is None where the writer did not sign with his own name; `signed` is what he wrote instead."""

    player: Player | None
    signed: str
    to: tuple[Player, ...]
    """Empty: all."""
    lines: tuple[str, ...]


def orders(
    sheet: Sheet,
    outcomes: Mapping[str, Outcome],
    remarks: tuple[Remark, ...],
    rules: Rules,
    *,
    events: Iterable[Event] = (),
) -> tuple[OrderView, ...]:
    """Every order of a sheet with its outcome, in the order in which the Phase comes to them; letters apart.

    `events` of the Phase tell of a move that was carried out in part how far it went.
    """
    own = f"{sheet.player}."
    moved = {event.ref: event for event in events if isinstance(event, Moved)}
    about: dict[str, list[Remark]] = {}
    for remark in remarks:
        if remark.ref.startswith(own) and remark.grade != "note":
            about.setdefault(remark.ref, []).append(remark)
    found: list[OrderView] = []
    told: list[str] = []
    for echo in in_words(sheet, rules):
        ref = own + echo.path
        if echo.path.startswith("press") or not echo.path:
            continue
        told.append(ref)
        order = _order(echo.path, echo.text, outcomes.get(ref), about.get(ref, ()), rules)
        found.append(_with_way(order, moved[ref], rules) if ref in moved and order.ended == "part" else order)
    for ref, outcome in outcomes.items():  # standing orders that were called on are not on the sheet
        if ref.startswith(own) and ref not in told:
            found.append(_order(ref.removeprefix(own), "", outcome, about.get(ref, ()), rules))
    return tuple(found)


def of_one_removed(orders: tuple[OrderView, ...]) -> tuple[OrderView, ...]:
    """R38: the orders of a player whom the gamesmaster removed, without the one to leave, which is not his."""
    return tuple(order for order in orders if order.path != "quit")


def _order(
    path: str, words: str, outcome: Outcome | None, remarks: list[Remark] | tuple[Remark, ...], rules: Rules
) -> OrderView:
    if outcome is None:
        return OrderView(path, words, None, None)
    reason = Reason(sentence(outcome.code, outcome.facts, rules), outcome.cases)
    also = {
        text: Reason(text, remark.cases)
        for remark in remarks
        if (text := sentence(remark.code, remark.facts, rules)) != reason.text
    }
    return OrderView(path, words, outcome.ended, reason, tuple(also.values()))


def _with_way(order: OrderView, moved: Moved, rules: Rules) -> OrderView:
    """Of a move in part: what was done, after why the rest was not."""
    facts: dict[str, Fact] = {"unit": moved.units, "text_route": "-".join(moved.route)}
    return order._replace(also=(*order.also, Reason(sentence("moved", facts, rules), (moved.case,))))


def standing_words(player: Player, standing: Standing, rules: Rules) -> tuple[str, ...]:
    """R40: what stands of the player's orders for later Phases, in words."""
    sheet = Sheet(
        player,
        losses=standing.losses,
        counterpurges=standing.counterpurge or (),
        if_ordered_to_execute_czar=standing.if_ordered_to_execute_czar,  # type: ignore[arg-type]
        end_game=standing.end_game,
    )
    return tuple(echo.text for echo in in_words(sheet, rules) if echo.path)


# --- letters -----------------------------------------------------------------------------------------------------


def letters(
    sheets: Mapping[Player, Sheet], player: Player, *, players: tuple[Player, ...]
) -> tuple[Letter, ...]:
    """The letters for one of the `players`. Those that are not signed by their writer come last and by their text, so
    that their place does not betray him."""
    signed: list[Letter] = []
    others: list[Letter] = []
    for writer in sorted(sheets):
        if writer == player:
            continue
        for letter in sent(sheets[writer], players=players):
            if not letter.to or player in letter.to:
                (signed if letter.player else others).append(letter)
    return (*signed, *sorted(others, key=lambda letter: (letter.signed, letter.lines, letter.to)))


def sent(sheet: Sheet, *, players: tuple[Player, ...]) -> tuple[Letter, ...]:
    """The letters of a sheet as their readers see them, those for nobody in the campaign left out. A player who quits
    sends none (R38)."""
    if sheet.quit:
        return ()
    written = (press for press in sheet.press if not isinstance(press, Faulty))
    found = (_letter(sheet.player, press, players) for press in written)
    return tuple(letter for letter in found if letter is not None)


def _letter(writer: Player, press: Press, players: tuple[Player, ...]) -> Letter | None:
    to = tuple(reader for reader in press.to if reader in players)
    if press.to and not to:
        return None
    lines = tuple(cleaned(line) for line in press.text.splitlines())
    return Letter(None if press.sender else writer, cleaned(press.sender), to, lines or ("",))


def cleaned(text: str) -> str:
    """A text from outside as one line: no control characters, nothing that turns or hides the text around it."""
    kept = [letter if letter.isprintable() else " " for letter in unicodedata.normalize("NFC", text)]
    return " ".join("".join(kept).split())
