"""What can be said of one player's sheet before the others' are known: the judges of each Phase, in the order of play.

The second table beside sequence.py; each judge shares its code with the step it stands for.
"""

from collections.abc import Callable, Mapping

from pbem.core.dice import Card, Dice
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.table import Table
from pbem.core.terms import Marker, PhaseName, Player
from pbem.core.verdicts import Remark
from pbem.phases import (
    assassinations,
    combat,
    counterpurges,
    czar,
    gold,
    movement,
    purges,
    setup,
    subversion,
    trades,
)

Judge = Callable[[Table, Player], None]

JUDGES: Mapping[PhaseName, tuple[Judge, ...]] = {
    "setup": (trades.judge, setup.judge),
    "first": (
        trades.judge,
        gold.judge,
        movement.judge,
        assassinations.judge,
        czar.judge,
        purges.judge,
        counterpurges.judge,
    ),
    "second": (
        trades.judge,
        gold.judge,
        subversion.judge,
        combat.judge,
        czar.judge,
        purges.judge,
        counterpurges.judge,
    ),
}


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
    for step in JUDGES[state.phase]:
        step(table, sheet.player)
    found = {(remark.ref, remark.sub, remark.code): remark for remark in table.remarks}
    return tuple(found.values())
