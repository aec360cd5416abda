"""What the Combat steps of one Second Phase note for each other (8.25, R30); knows no rule of combat itself."""

from collections.abc import Mapping

from pbem.core.state import Stack
from pbem.core.terms import IMPERIAL, Player, Unit


class CombatNotes:
    """The stacks as they stood when combat began, and which units have attacked or been attacked since.

    Counted by unit, Imperial units left out: they neither attack nor are attacked, and may change hands in between.
    """

    __slots__ = ("attacked", "attackers", "defenders", "stacks", "where")

    def __init__(self, where: Mapping[Unit, int], stacks: Mapping[int, Stack]) -> None:
        """Note the position: `where` names the stack of each unit, `stacks` what lies in it."""
        self.where = dict(where)
        self.stacks = dict(stacks)
        self.attackers: set[Unit] = set()
        """The units that have attacked."""
        self.defenders: set[Unit] = set()
        """The units that have been attacked by anybody."""
        self.attacked: dict[Player, set[Unit]] = {}
        """By player the units that he has attacked."""

    def note(self, player: Player, attackers: tuple[Unit, ...], defenders: tuple[Unit, ...]) -> None:
        """An attack by `player` was rolled."""
        self.attackers.update(attackers)
        self.attackers.difference_update(IMPERIAL)
        self.defenders.update(defenders)
        self.defenders.difference_update(IMPERIAL)
        own = self.attacked.setdefault(player, set())
        own.update(defenders)
        own.difference_update(IMPERIAL)
