"""13.41, R34: Imperial units of a stack that is gone in combat, and who of the opposing force takes them."""

from collections.abc import Collection, Iterable, Sequence

from pbem.core.events import Captured
from pbem.core.state import Group, flatten, groups, stack_color
from pbem.core.table import StackId, Table
from pbem.core.terms import CZAR, GOLD, IMPERIAL, Player, Province, Unit, UnitName

NONE = "none"
"""In a player's list: nobody takes it."""


Prizes = list[tuple[Unit, ...]]
"""Imperial units to be captured, those of one stack together, the Czar before the Gold."""


def lift_prizes(table: Table, stacks: Iterable[StackId], dead: Collection[Unit]) -> Prizes:
    """Take the Imperial units of those stacks off the table of which every other unit is among the dead (R34)."""
    prizes: Prizes = []
    for stack_id in stacks:
        stack = table.stacks[stack_id]
        if CZAR not in stack.units and GOLD not in stack.units:
            continue
        others = [unit for unit in stack.units if unit not in IMPERIAL]
        if all(unit in dead for unit in others):
            prizes.append(tuple(sorted(unit for unit in stack.units if unit in IMPERIAL)))
            table.set_stack(stack_id, others, stack.player)
    return prizes


def award(
    table: Table,
    prizes: Prizes,
    at: Province,
    survivors: Sequence[Unit],
    *,
    chooser: Player,
    choice: Sequence[UnitName],
    ref: str,
) -> None:
    """R34: each Imperial unit that was lifted goes to a survivor of the opposing force, or stands alone, with the other
    one of its stack (R2).

    `chooser` is the attacker, who may choose among his own units by `choice`.
    """
    for of_one_stack in prizes:
        alone: list[Unit] = []
        for prize in of_one_stack:
            captor = _captor(table, survivors, chooser, choice)
            player = table.controller(captor) if captor is not None else None
            if captor is None:
                alone.append(prize)
            else:
                _attach(table, prize, captor)
            table.tell(Captured("13.41", ref, prize, captor, player, at))
        if alone:
            table.put_stack(at, None, alone)


def _captor(
    table: Table, survivors: Iterable[Unit], chooser: Player, choice: Sequence[UnitName]
) -> Unit | None:
    """13.41, R34: the attacker's choice; else the Leader of highest value, then lowest number; else the controlled
    Blue or Green unit of lowest number."""
    eligible = [unit for unit in survivors if _is_eligible(table, unit)]
    own = [unit for unit in eligible if table.controller(unit) == chooser]
    if own:
        for name in choice:
            if name == NONE:
                return None
            if isinstance(name, int) and name in own:
                return name
    leaders = [unit for unit in eligible if unit in table.rules.leaders]
    return (
        min(leaders, key=lambda unit: (-table.rules.value[unit], unit))
        if leaders
        else min(eligible, default=None)
    )


def _is_eligible(table: Table, unit: Unit) -> bool:
    """13.41, 13.11: a Leader, or a controlled Blue or Green unit; not one attached to a Leader (13.26)."""
    if unit in table.rules.leaders:
        return True
    stack = table.stack_of(unit)
    return (
        stack is not None
        and stack.player is not None
        and stack_color(stack.units, table.rules) in ("blue", "green")
    )


def _attach(table: Table, prize: Unit, captor: Unit) -> None:
    """13.21: put the Imperial unit directly under the Leader, or under the top unit of a Blue or Green stack."""
    stack_id = table.where[captor]
    stack = table.stacks[stack_id]
    parts: list[Group] = []
    for part in groups(stack.units, table.rules):
        if part.leader in (captor, None):
            part = part._replace(imperial=tuple(sorted((*part.imperial, prize))))
        parts.append(part)
    table.set_stack(stack_id, flatten(parts), stack.player)
