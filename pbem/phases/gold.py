"""13.25–13.27, 17/13.26, R6: Green units stolen by the Leader who holds the Gold, in the trade portion of a Phase."""

from collections.abc import Mapping

from pbem.core.events import Stolen
from pbem.core.falls import can_command, take_out
from pbem.core.orders import Faulty, Steal
from pbem.core.state import Group, counted, flatten, groups
from pbem.core.table import Table
from pbem.core.terms import GOLD, STACK_LIMIT, Case, Player, Unit, UnitName

_MORE_CASES: Mapping[str, tuple[Case, ...]] = {
    "steal_without_gold": ("13.26",),
    "steal_finn_or_pole": ("13.27",),
    "steal_too_many": ("13.25", "13.26"),
    "steal_stack_full": ("13.26", "7.11"),
}
"""The cases behind a reason, beside those of every steal."""


def _cases(reason: str) -> tuple[Case, ...]:
    return ("17/13.26", "R6", *_MORE_CASES.get(reason, ()))


def leader_fault(table: Table, player: Player, leader: UnitName) -> str:
    """Why the Leader cannot steal anything, or empty: he must be the player's, on the map, and hold the Gold."""
    if not isinstance(leader, int) or leader not in table.rules.leaders:
        return "steal_no_leader"
    stack = table.stack_of(leader)
    if stack is None:
        return "steal_leader_off_map"
    if stack.player != player:
        return "steal_leader_not_yours"
    if GOLD not in _group_of(table, leader).imperial:
        return "steal_without_gold"
    return ""


def _group_of(table: Table, leader: Unit) -> Group:
    """The Leader with what is attached to him."""
    stack = table.stacks[table.where[leader]]
    return next(part for part in groups(stack.units, table.rules) if part.leader == leader)


def unit_fault(table: Table, leader: Unit, unit: UnitName, player: Player) -> str:
    """Why this unit cannot be stolen by the Leader as things stand, or empty (R6)."""
    rules = table.rules
    if not isinstance(unit, int) or unit not in rules.counters:
        return "steal_unknown_unit"
    if rules.color[unit] != "green":
        return "steal_not_green"
    if rules.nationality[unit] in rules.not_stolen:
        return "steal_finn_or_pole"
    stack = table.stack_of(unit)
    if stack is None or stack.at != table.province_of(leader):
        return "steal_elsewhere"
    if rules.color[stack.units[0]] != "green":
        return "steal_attached"
    if stack.player is None:
        return "steal_neutral"
    if stack.player == player:
        return "steal_own"
    group = _group_of(table, leader)
    if not can_command(leader, group.imperial, group.attached, unit, rules):
        return "steal_too_many"
    if counted(table.stacks[table.where[leader]].units) >= STACK_LIMIT:
        return "steal_stack_full"
    return ""


def attach_lowest(table: Table, leader: Unit, unit: Unit) -> None:
    """R6: the unit leaves its stack and goes lowest under the Leader; what else was in its stack stays together."""
    take_out(table, table.where[unit], (unit,))
    stack_id = table.where[leader]
    stack = table.stacks[stack_id]
    parts = [
        part._replace(attached=(*part.attached, unit)) if part.leader == leader else part
        for part in groups(stack.units, table.rules)
    ]
    table.set_stack(stack_id, flatten(parts), stack.player)


def steal(table: Table) -> None:
    """R6: carry out the steals of all players, by letter, as written; judging and doing share one code."""
    for player in table.active:
        for order in table.sheet(player).steals:
            if not isinstance(order, Faulty):
                _carry_out(table, player, order)


def _carry_out(table: Table, player: Player, order: Steal) -> None:
    """One order: each unit it names in turn."""
    wrong = leader_fault(table, player, order.leader)
    if wrong:
        table.void(order.ref, ".leader", wrong, *_cases(wrong), unit=order.leader)
        return
    assert isinstance(order.leader, int)
    taken: list[Unit] = []
    refused: tuple[str, UnitName] | None = None
    for index, unit in enumerate(order.units):
        wrong = unit_fault(table, order.leader, unit, player)
        if wrong:
            table.remark(
                order.ref,
                f".units[{index}]",
                "error",
                wrong,
                *_cases(wrong),
                unit=unit,
                unit_leader=order.leader,
            )
            refused = refused or (wrong, unit)
            continue
        assert isinstance(unit, int)
        owner = table.controller(unit)
        assert owner is not None
        attach_lowest(table, order.leader, unit)
        taken.append(unit)
        at = table.province_of(order.leader)
        assert at is not None
        table.tell(Stolen("17/13.26", order.ref, player, order.leader, unit, at, owner))
    _end(table, order, taken, refused)


def _end(table: Table, order: Steal, taken: list[Unit], refused: tuple[str, UnitName] | None) -> None:
    if refused is None and taken:
        table.end(order.ref, "done", "stolen", "17/13.26", "R6", units=tuple(taken), unit_leader=order.leader)
    elif refused is not None:
        ended = "part" if taken else "void"
        why, unit = refused
        table.end(order.ref, ended, why, *_cases(why), unit=unit, unit_leader=order.leader)  # type: ignore[arg-type]
    else:
        table.void(order.ref, ".units", "steal_of_nothing", "17/13.26", "R6")


def judge(table: Table, player: Player) -> None:
    """The checker's view: the same steps on the known position; no other player's order can change them but trades of nothing here."""
    for order in table.sheet(player).steals:
        if not isinstance(order, Faulty):
            _carry_out(table, player, order)
