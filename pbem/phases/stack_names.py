"""R30: which stack a unit named in an attack means, when combat begins and when the attack comes up."""

from pbem.core.combat_notes import CombatNotes
from pbem.core.state import Stack
from pbem.core.table import StackId, Table
from pbem.core.terms import IMPERIAL, Unit


def notes(table: Table) -> CombatNotes:
    """The notes of this Combat Phase; at the first call combat begins and the stacks are noted as they stand."""
    found = table.combat_notes
    if found is None:
        found = table.combat_notes = CombatNotes(table.where, table.stacks)
    return found


def stack_now(table: Table, unit: Unit) -> StackId | None:
    """R30: what is left of the stack in which the unit stood when combat began, or None when all of it is gone.

    Of a divided stack it is the part with the unit, else the part still under its old controller (one with a
    Leader first), else the uppermost part. A unit that was off the map names no stack.
    """
    noted = notes(table)
    stack_id = noted.where.get(unit)
    if stack_id is None:
        return None
    before = noted.stacks[stack_id]
    if table.stacks.get(stack_id) is before:
        return stack_id
    parts = _parts(table, before)
    holding = table.where.get(unit)
    if holding is not None and (holding in parts or len(table.stacks[holding].units) == 1):
        return holding
    if not parts:
        return None
    own = [part for part in parts if table.stacks[part].player == before.player]
    return next((part for part in own if table.has_leader(part)), (own or parts)[0])


def _parts(table: Table, before: Stack) -> list[StackId]:
    """What is left of a stack, the part with its uppermost unit first; an Imperial unit alone is none."""
    parts: dict[StackId, None] = {}
    for unit in before.units:
        if unit not in IMPERIAL and unit in table.where:
            parts[table.where[unit]] = None
    return list(parts)
