"""A sheet beside a position: what the adjudicator will say of it, as far as that can be known. Adjudicates nothing.

What the reader found in the text and what the judges of the Phase say of the orders make one list, with at most one
error for the same words.
"""

from collections.abc import Callable
from typing import TypeAlias

from pbem.core.orders import Faulty, Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.verdicts import Fact, Remark
from pbem.phases.judging import judge
from pbem.sheets.body import Body
from pbem.sheets.findings import Finding, Places, finding, finding_of, in_order, place_of
from pbem.sheets.read import ReadSheet

Checked: TypeAlias = ReadSheet | Body | Sheet
"""What can be checked: a sheet as read, with the findings of its text, or bare orders, whose places are not known."""


Judges: TypeAlias = Callable[[State, Sheet, Rules], tuple[Remark, ...]]
"""What the adjudicator says of a sheet for the Phase of a position."""


def check(state: State, read: Checked, rules: Rules, *, judges: Judges = judge) -> tuple[Finding, ...]:
    """All that can be said of a sheet for the Phase of `state`, in the order of the text.

    `judges`: those of another game than the postal one. Of bare orders the findings have their path but no line. A
    sheet refused for its head has the reasons first; one that cannot be read has only the findings of its text.
    """
    if isinstance(read, Sheet):
        return _merged((), _judged(state, read, rules, {}, judges))
    if read.sheet is not None:
        return _merged(read.findings, _judged(state, read.sheet, rules, read.places, judges))
    if isinstance(read, Body) or read.orders is None or read.orders.player not in state.active:
        return read.findings
    judged = _judged(state, read.orders, rules, read.places, judges)
    return (*read.findings[: read.reasons], *_merged(read.findings[read.reasons :], judged))


def _judged(state: State, sheet: Sheet, rules: Rules, places: Places, judges: Judges) -> list[Finding]:
    """The findings that need the position."""
    player = sheet.player
    if player not in state.active:
        code = "player_has_quit" if player in state.players else "no_seat"
        facts: dict[str, Fact] = {"player": player, "player_known": state.active}
        return [finding("error", code, place_of(places, "player"), rules=rules, facts=facts)]
    if sheet.quit and state.phase != "setup":
        return [
            finding("warning", "quit_only", place_of(places, "quit"), "14.2", "R38", rules=rules, facts={})
        ]
    unreadable = {order.ref for order in _faulty(sheet)}
    found = [
        finding_of(remark, places, rules)
        for remark in judges(state, sheet, rules)
        if remark.ref not in unreadable
    ]
    return found + _undeliverable(state, sheet, rules, places)


def _faulty(sheet: Sheet) -> list[Faulty]:
    """The orders that could not be read: the reader has said why, and nothing more can be."""
    lists = (getattr(sheet, name) for name in Sheet.__slots__)
    orders = [order for value in lists if isinstance(value, tuple) for order in value]
    return [order for order in (*orders, sheet.execute_czar) if isinstance(order, Faulty)]


def _undeliverable(state: State, sheet: Sheet, rules: Rules, places: Places) -> list[Finding]:
    """Letters to players there are not."""
    found: list[Finding] = []
    for letter in sheet.press:
        for index, player in enumerate(() if isinstance(letter, Faulty) else letter.to):
            if player not in state.players:
                path = f"{letter.ref.partition('.')[2]}.to[{index}]"
                facts: dict[str, Fact] = {"player": player, "player_known": state.players}
                found.append(finding("error", "no_seat", place_of(places, path), rules=rules, facts=facts))
    return found


def _merged(read: tuple[Finding, ...], judged: list[Finding]) -> tuple[Finding, ...]:
    """Both lists as one. Where both found an error in the same words of the sheet, the reader's stays, which knows what
    may have been meant, with the cases of the other."""
    errors = {one.path: index for index, one in enumerate(read) if one.grade == "error" and one.path}
    found = list(read)
    for one in judged:
        index = errors.get(one.path)
        if index is None or one.grade != "error":
            found.append(one)
        else:
            cases = tuple(dict.fromkeys((*found[index].cases, *one.cases)))
            found[index] = found[index]._replace(cases=cases)
    return in_order(found)


def errors(findings: tuple[Finding, ...]) -> int:
    """How many of the findings are errors."""
    return sum(1 for one in findings if one.grade == "error")
