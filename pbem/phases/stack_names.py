"""R30: which stack a unit named in an attack means, when combat begins and when the attack comes up."""

from pbem.core.combat_notes import CombatNotes
from pbem.core.state import Stack
from pbem.core.table import StackId, Table
from pbem.core.terms import IMPERIAL, Unit, UnitName


def notes(table: Table) -> CombatNotes:
    """The notes of this Combat Phase; at the first call combat begins and the stacks are noted as they stand."""
    found = table.combat_notes
    if found is None:
        found = table.combat_notes = CombatNotes(table.where, table.stacks)
    return found


def stack_now(table: Table, name: UnitName) -> StackId | None:
    """R30: what is left of the stack in which the unit stood when combat began, or None when all of it is gone.

    Of a divided stack it is the part with the unit, else the part still under its old controller (one with a
    Leader first), else the uppermost part. A unit that was off the map names no stack.
    """
    noted = table.combat_notes or notes(table)
    if not isinstance(name, int) or name not in noted.where:
        return None
    stack_id = noted.where[name]
    before = noted.stacks[stack_id]
    if table.stacks.get(stack_id) is before:
        return stack_id
    return _left_of(table, name, before)


def _left_of(table: Table, named: Unit, before: Stack) -> StackId | None:
    """What is left of a stack that is not as it was when combat began."""
    parts: dict[StackId, None] = {}
    for unit in before.units:
        if unit not in IMPERIAL and unit in table.where:
            parts[table.where[unit]] = None
    holding = table.where.get(named)
    if holding is not None and (holding in parts or len(table.stacks[holding].units) == 1):
        return holding
    own = [part for part in parts if table.stacks[part].player == before.player]
    led = [part for part in own if table.has_leader(part)]
    return next(iter(led or own or parts), None)


def strength(table: Table, units: tuple[Unit, ...]) -> int:
    """8.0, 8.26: the Strength Points of the units of a stack, counted once a Phase."""
    strengths = (table.combat_notes or notes(table)).strengths
    points = strengths.get(units)
    if points is None:
        value = table.rules.value
        strengths[units] = points = sum([value[unit] for unit in units])
    return points
