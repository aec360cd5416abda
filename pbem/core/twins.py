"""A second table that lies as a first one: what chances are worked out on. Knows no rule."""

from collections.abc import Collection

from pbem.core.combat_notes import CombatNotes
from pbem.core.table import Hand, StackId, Table

_SHARED = (
    "rules", "rulings", "dice", "turn", "phase", "players", "next_stack", "subversion_doubled", "purge_held",
    "red_replacement_suspended", "execution_ordered", "victory", "changed", "start_colors",
)  # fmt: skip
"""What never changes, or is replaced as a whole when it does."""
_COPIED = (
    "sheets", "control", "randomizer", "out_of_play", "box", "quit", "standing", "touched", "travelled",
)  # fmt: skip


def twin(table: Table, only: Collection[StackId] | None = None) -> Table:
    """A table that lies as the given one does, to be played on apart from it; its record is empty.

    `only`: the stacks that are laid out, None for all. With fewer it is no whole position, and its Chart begins empty.
    """
    found = object.__new__(type(table))
    for name in _SHARED:
        setattr(found, name, getattr(table, name))
    for name in _COPIED:
        setattr(found, name, getattr(table, name).copy())
    if only is None:
        found.stacks = table.stacks.copy()
        found.where = table.where.copy()
        found.at = {province: here.copy() for province, here in table.at.items()}
        found.chart = {section: units.copy() for section, units in table.chart.items()}
    else:
        _lay_out(found, table, only)
    found.hands = {player: _hand(hand) for player, hand in table.hands.items()}
    found.combat_notes = table.combat_notes and _notes(table.combat_notes)
    found.events, found.remarks, found.outcomes, found._rolls = [], [], {}, {}
    return found


def _lay_out(found: Table, table: Table, only: Collection[StackId]) -> None:
    """Some of the stacks alone."""
    found.stacks = {stack_id: stack for stack_id, stack in table.stacks.items() if stack_id in only}
    found.where = {unit: stack_id for stack_id, stack in found.stacks.items() for unit in stack.units}
    found.at = {}
    for stack_id, stack in found.stacks.items():
        found.at.setdefault(stack.at, []).append(stack_id)
    found.chart = {section: {} for section in table.chart}


def _hand(hand: Hand) -> Hand:
    found = object.__new__(Hand)
    found.politburo, found.assassin, found.units = hand.politburo, hand.assassin, hand.units.copy()
    return found


def _notes(notes: CombatNotes) -> CombatNotes:
    """The position when combat began is shared; who has attacked and been attacked is not."""
    found = object.__new__(CombatNotes)
    found.where, found.stacks, found.strengths = notes.where, notes.stacks, notes.strengths
    found.attackers, found.defenders = notes.attackers.copy(), notes.defenders.copy()
    found.attacked = {player: units.copy() for player, units in notes.attacked.items()}
    return found
