"""What a force may enter, how far it may go, and where it must stop (5.2, 5.3, 5.5–5.7, R7, R9, R11)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pbem.core.orders import Move
from pbem.core.rules import Rules
from pbem.core.terms import CZAR, GOLD, Case, Color, Province, Unit, new
from pbem.core.verdicts import Fact, Remark
from pbem.phases.emigration import czar_emigrates
from pbem.phases.plans import OTHER_POINTS, March, Passage, Plan
from pbem.phases.restacking import lay_down


class Bar(NamedTuple):
    """Why a step is illegal or cannot be paid for."""

    code: str
    cases: tuple[Case, ...]


_UNKNOWN = Bar("step_unknown", ("R9",))
_NOT_ADJACENT = Bar("step_not_adjacent", ("5.24", "R9"))
_LAKE_PSKOV = Bar("step_not_adjacent", ("5.24", "5.33", "R9"))
_KERCH = Bar("step_kerch", ("5.32", "R9", "R11"))
_NO_RAIL = Bar("step_no_rail", ("5.52", "5.53", "R9", "R11"))
_BLUE_REGION = Bar("step_region", ("5.65", "R9", "R11"))
_GREEN_REGION = Bar("step_region", ("5.74", "5.75", "5.76", "R9", "R11"))
_LEADER_TOO_FAR = Bar("step_too_far", ("5.12", "5.23", "5.28", "5.0", "R9", "R11"))
_TOO_FAR = {
    "blue": Bar("step_too_far", ("5.63", "5.28", "R9", "R11")),
    "green": Bar("step_too_far", ("5.72", "5.28", "R9", "R11")),
}


_PSKOV_SHORES = {"PETR", "LIVO"}
"""5.33: Petrograd and Livonia, which Lake Pskov parts."""
ALONE: Mapping[str, tuple[str, ...]] = {color: (color,) for color in ("red", "white", "blue", "green")}
"""The colors of a province with units of one color only."""


_BY_RAIL: tuple[Case, ...] = ("5.52", "5.0", "17/5.0")
_OVERLAND: Mapping[str, tuple[Case, ...]] = {
    "red": ("5.0", "17/5.0"),
    "white": ("5.0", "17/5.0"),
    "blue": ("5.0", "17/5.0", "5.63"),
    "green": ("5.0", "17/5.0", "5.72"),
}
"""The cases of a move, by color: units that need no Leader have their own."""


def passage(plan: Plan, first: Unit, order: Move) -> Passage:
    """R11: what a force may do on its way whose first unit is given."""
    rules = plan.rules
    if first in rules.leaders:
        if order.by == "rail":
            return Passage(rules.board.rails, None, len(order.route))
        return plan.overland
    return new(Passage, (rules.board.land, rules.entry.get(rules.nationality[first]), OTHER_POINTS))


def moved_cases(order: Move, color: Color) -> tuple[Case, ...]:
    """The cases of a move by a force of that color, carried out whole."""
    return _BY_RAIL if order.by == "rail" else _OVERLAND[color]


def stopped_before(order: Move, number: int, at: Province, color: Color) -> Remark:
    """5.27, R7: units of that color stop the force in the province, and it does not go on to the step of that number."""
    facts: dict[str, Fact] = {"province": at, "province_next": order.route[number].at, "color": color}
    sub = f".route[{number - 1 if number else 0}]"
    return new(Remark, (order.ref, sub, "warning", "step_stopped", ("5.27", "17/5.0", "R7"), facts))


def bar(
    rules: Rules, order: Move, passage: Passage, color: Color, way: Sequence[Province], to: Province
) -> Bar | None:
    """Why a force of that color that went this way may not go on to the province, or None (R9, R11)."""
    joined, allowed, points = passage
    if to not in joined[way[-1]]:
        wrong = _not_joined(rules, order, color, way[-1], to)
        if wrong is not None:
            return wrong
    if allowed is not None and to not in allowed:
        return _BLUE_REGION if color == "blue" else _GREEN_REGION
    if len(way) > points:
        return _TOO_FAR.get(color, _LEADER_TOO_FAR)
    return None


def _not_joined(rules: Rules, order: Move, color: Color, at: Province, to: Province) -> Bar | None:
    """Why there is no way between the two provinces, but for the Kerch Straits (5.32)."""
    board = rules.board
    if to not in board.provinces:
        return _UNKNOWN
    if order.by == "rail":
        return _NO_RAIL
    if to not in board.strait[at]:
        return _LAKE_PSKOV if {at, to} == _PSKOV_SHORES else _NOT_ADJACENT
    return None if color == "white" else _KERCH


def barred_before(order: Move, number: int, at: Province, why: Bar, units: tuple[Unit, ...]) -> Remark:
    """R9: the units may not take the step of that number from the province where they are."""
    facts: dict[str, Fact] = {"province": order.route[number].at, "province_from": at, "unit": units}
    return new(Remark, (order.ref, f".route[{number}]", "error", why.code, why.cases, facts))


def outside(march: March, nationality: str, to: Province) -> bool:
    """5.65, 5.74–5.76: whether units of the nationality may not enter the province."""
    allowed = march.rules.entry.get(nationality)
    return allowed is not None and to not in allowed


def leave_green(march: March, to: Province, number: int) -> None:
    """R6, 5.74: Green units under the Gold stay in the last province of their home region."""
    color, nationality = march.rules.color, march.rules.nationality
    for command in march.force.commands:
        if command.leader is None or GOLD not in command.imperial:
            continue
        left = tuple(
            unit
            for unit in command.attached
            if color[unit] == "green" and outside(march, nationality[unit], to)
        )
        for unit in left:
            command.attached.remove(unit)
            march.fault(
                f".route[{number}]",
                "lost_region",
                ("5.74", "13.26", "R6"),
                grade="warning",
                unit=unit,
                unit_leader=command.leader,
                province=march.at,
                province_next=to,
            )
        march.leave(left)
        lay_down(march, left, case="5.74")


def enter(march: March, to: Province) -> None:
    """Go on into the province, and see which color stops the force there (5.27, 13.23, R7)."""
    march.at = to
    march.route.append(to)
    march.entered = True
    march.passing = ""
    if march.fresh:
        march.fresh.clear()
    colors = march.plan.table.start_colors.get(to)
    own = march.force.color
    if not colors or colors == ALONE[own]:
        return
    foreign = [color for color in colors if color != own]
    if own == "white" and foreign == ["blue"] and with_czar(march):
        march.passing = "blue"
        march.done.append("13.23")
    else:
        march.stopped = foreign[0]


def with_czar(march: March) -> bool:
    """13.23: whether the Czar is with the force."""
    return any(CZAR in command.imperial for command in march.force.commands)


def settle_stop(march: March) -> None:
    """13.23: a White force that passes by the Czar's leave is stopped once it no longer has him."""
    if march.passing and not with_czar(march):
        march.stopped = march.passing


def goes_no_further(march: March, number: int) -> bool:
    """R13: whether this step is the last province he writes, or 5.27 stops him there."""
    route = march.order.route
    if number >= len(route) - 1 or march.stopped:
        return True
    return bool(march.passing) and (not with_czar(march) or czar_emigrates(march, number))
