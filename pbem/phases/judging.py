"""What can be said of one player's sheet before the others' are known: the judges of each Phase, in the order of play.

Beside sequence.py the only file that knows their order; each judge shares its code with the step it stands for.
"""

from collections.abc import Callable

from pbem.core.dice import Card, Dice
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.table import Table
from pbem.core.terms import Marker, PhaseName, Player
from pbem.core.verdicts import Remark

Judge = Callable[[Table, Player], None]


def judges(phase: PhaseName) -> tuple[Judge, ...]:
    """The judges of a Phase in the order of play. Only they are loaded, since a check judges one Phase and ends."""
    from pbem.phases import trades

    if phase == "setup":
        from pbem.phases import setup

        return (trades.judge, setup.judge)
    from pbem.phases import counterpurges, czar, gold, purges

    ends = (czar.judge, purges.judge, counterpurges.judge)
    if phase == "first":
        from pbem.phases import assassinations, movement

        return (trades.judge, gold.judge, movement.judge, assassinations.judge, *ends)
    from pbem.phases import combat, subversion

    return (trades.judge, gold.judge, subversion.judge, combat.judge, *ends)


class NoDice(Dice):
    """The dice of a check: there are none, and whoever rolls one is at fault."""

    def die(self, label: str) -> int:
        """Refuse."""
        raise AssertionError(f"a check rolls no dice ({label})")

    def two_dice(self, label: str) -> tuple[int, int]:
        """Refuse."""
        raise AssertionError(f"a check rolls no dice ({label})")

    def player(self, label: str, players: tuple[Player, ...]) -> Player:
        """Refuse."""
        raise AssertionError(f"a check draws no player ({label})")

    def order(self, label: str, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """Refuse."""
        raise AssertionError(f"a check draws no lots ({label})")

    def marker(self, label: str, markers: tuple[Marker, ...]) -> Marker:
        """Refuse."""
        raise AssertionError(f"a check draws no marker ({label})")

    def deal(self, label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Refuse."""
        raise AssertionError(f"a check deals no counters ({label})")


def judge(state: State, sheet: Sheet, rules: Rules) -> tuple[Remark, ...]:
    """Every remark on the sheet as things stand, each once, in the order of play; of a player still in the campaign."""
    table = Table(state, {sheet.player: sheet}, NoDice(), rules)
    for step in judges(state.phase):
        step(table, sheet.player)
    found = {(remark.ref, remark.sub, remark.code): remark for remark in table.remarks}
    return tuple(found.values())
