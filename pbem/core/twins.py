"""A second table that lies as a first one: what chances are worked out on. Knows no rule."""

from collections.abc import Collection
from typing import TypeVar

from pbem.core.hands import Hand
from pbem.core.table import StackId, Table

T = TypeVar("T", bound=Table)


def twin(table: T, only: Collection[StackId] | None = None) -> T:
    """A table that lies as the given one does, to be played on apart from it; its record is empty.

    `only`: the stacks that are laid out, None for all. With fewer it is no whole position.
    """
    found = object.__new__(type(table))
    found.rules, found.rulings, found.dice = table.rules, table.rulings, table.dice
    found.turn, found.phase, found.players = table.turn, table.phase, table.players
    found.sheets, found.start_colors = table.sheets.copy(), table.start_colors
    _lay_stacks(found, table, only)
    found.touched, found.changed, found.travelled = (
        table.touched.copy(),
        table.changed,
        table.travelled.copy(),
    )
    found.hands = {player: _hand(hand) for player, hand in table.hands.items()}
    found.control, found.randomizer = table.control.copy(), table.randomizer.copy()
    found.chart = {section: units.copy() for section, units in table.chart.items()}
    found.out_of_play, found.box = table.out_of_play.copy(), table.box.copy()
    found.subversion_doubled, found.purge_held = table.subversion_doubled, table.purge_held
    found.red_replacement_suspended = table.red_replacement_suspended
    found.execution_ordered, found.victory = table.execution_ordered, table.victory
    found.quit, found.standing = table.quit.copy(), table.standing.copy()
    found.combat_notes = table.combat_notes and table.combat_notes.twin()
    found.events, found.remarks, found.outcomes, found._rolls = [], [], {}, {}
    return found


def _lay_stacks(found: Table, table: Table, only: Collection[StackId] | None) -> None:
    found.next_stack = table.next_stack
    if only is None:
        found.stacks = table.stacks.copy()
        found.where = table.where.copy()
        found.at = {province: here.copy() for province, here in table.at.items()}
        return
    found.stacks = {stack_id: stack for stack_id, stack in table.stacks.items() if stack_id in only}
    found.where = {unit: stack_id for stack_id, stack in found.stacks.items() for unit in stack.units}
    found.at = {}
    for stack_id, stack in found.stacks.items():
        found.at.setdefault(stack.at, []).append(stack_id)


def _hand(hand: Hand) -> Hand:
    found = object.__new__(Hand)
    found.politburo, found.assassin, found.units = hand.politburo, hand.assassin, hand.units.copy()
    return found
