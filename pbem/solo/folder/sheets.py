"""Sheets of the solitaire game as text: the blank one for the Phase that waits, and orders written out."""

from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import Stack
from pbem.core.terms import RED
from pbem.sheets.names import names_of
from pbem.sheets.shapes import OPEN
from pbem.sheets.write import Data, flow, folded, scalar, sheet_data
from pbem.solo.sight import Sight
from pbem.solo.state import SoloState
from pbem.words import sentence


def blank_sheet(state: SoloState, rules: Rules, *, name: str) -> str:
    """The blank sheet. Left as it is, it orders nothing; so it is not played without the player's word."""
    lines = head_lines(state, name)
    sight = Sight(state, rules)
    if state.phase == "red-leaders":
        lines += _leaders(state)
    if state.phase == "red-combat":
        lines += _attacks(sight)
    else:
        lines += _moves(sight)
    return "\n".join(lines) + "\n"


def written_sheet(sheet: Sheet, state: SoloState, rules: Rules, *, name: str) -> str:
    """Orders for the Phase that waits, written as a player would."""
    lines = head_lines(state, name)
    for key, value in sheet_data(sheet, rules).items():
        if key in ("losses", "standing"):
            lines.append(folded(f"{key}: {flow(value)}"))
        else:
            lines += [f"{key}:", *(folded(f"- {flow(order)}") for order in value)]
    return "\n".join(lines) + "\n"


def head_lines(state: SoloState, name: str) -> list[str]:
    """The head of a sheet for the Phase that waits."""
    return [f"campaign: {scalar(name)}", f"player: {RED}", f"turn: {state.turn}", f"phase: {state.phase}"]


def _listed(key: str, orders: list[Data], *remarks: str) -> list[str]:
    if not orders:
        return []
    said = [f"# {sentence(code, {})}" for code in remarks]
    return ["", *said, f"{key}:", *(folded(f"- {flow(order)}") for order in orders)]


def _leaders(state: SoloState) -> list[str]:
    """A line for each Leader that may be brought on."""
    number = state.leaders_to_bring or 0
    orders: list[Data] = [{"leader": OPEN[0], "at": OPEN[0]} for _ in range(number)]
    return _listed("leaders", orders, "blank_leaders")


def _moves(sight: Sight) -> list[str]:
    """Every led stack, with its route left open."""
    names = names_of(sight.rules).shown
    orders: list[Data] = [
        {"force": [names[unit] for unit in stack.units], "route": f"{stack.at}-{OPEN[0]}"}
        for stack in sight.led
    ]
    return _listed("moves", orders, "blank_moves", "blank_moves_more")


def _attacks(sight: Sight) -> list[str]:
    """Every province where a led stack has an enemy, with the target left open."""
    names = names_of(sight.rules).shown
    by_province: dict[str, list[Stack]] = {}
    for stack in sight.led:
        if stack.at in sight.enemies:
            by_province.setdefault(stack.at, []).append(stack)
    orders: list[Data] = [
        {"at": at, "with": [names[stack.units[0]] for stack in stacks], "against": OPEN[0]}
        for at, stacks in sorted(by_province.items())
    ]
    return _listed("attacks", orders, "blank_attacks")
