"""Tables of a chain of attacks side by side: what no attack asks for they share, so that one more costs little."""

from pbem.odds.branching import Branching


class Beside(Branching):
    """A table on which one attack is made, its die being known."""

    __slots__ = ("face",)

    face: int
    """What the die shows."""

    def die(self, label: str, *, needed: str = "", ref: str = "") -> int:
        """The die, as it lies."""
        self._roll(label, self.face, needed, ref)
        return self.face


def beside(table: Branching, face: int) -> Beside:
    """A table that lies as the given one does for attacks, to make one on it whose die shows `face`; its record is empty.

    Chart, hands, Control Markers, Randomizer and whatever else no attack asks for are the same things on both tables,
    and hold what attacks on any of them left there.
    """
    found = object.__new__(Beside)
    found.face, found.in_lots = face, table.in_lots
    _share(found, table)
    found.stacks, found.where = table.stacks.copy(), table.where.copy()
    found.at = {province: here.copy() for province, here in table.at.items()}
    found.next_stack, found.touched, found.changed = table.next_stack, {}, True
    assert table.combat_notes is not None
    found.combat_notes = table.combat_notes.twin()
    found.events, found.remarks, found.outcomes, found._rolls = [], [], {}, {}
    return found


def _share(found: Branching, table: Branching) -> None:
    """What is the same on both."""
    found.rules, found.rulings, found.dice = table.rules, table.rulings, table.dice
    found.turn, found.phase, found.players = table.turn, table.phase, table.players
    found.sheets, found.start_colors = table.sheets, table.start_colors
    found.hands, found.control, found.randomizer = table.hands, table.control, table.randomizer
    found.chart, found.out_of_play, found.box = table.chart, table.out_of_play, table.box
    found.subversion_doubled, found.purge_held = table.subversion_doubled, table.purge_held
    found.red_replacement_suspended = table.red_replacement_suspended
    found.execution_ordered, found.victory = table.execution_ordered, table.victory
    found.quit, found.standing, found.travelled = table.quit, table.standing, table.travelled
