"""What the Combat steps of one Second Phase note for each other (8.25, R30); knows no rule of combat."""

from collections.abc import Mapping

from pbem.core.state import Stack
from pbem.core.terms import Player, Unit


class CombatNotes:
    """The stacks as they stood when combat began, and which units have attacked or been attacked since.

    Counted by unit, Imperial units left out: they neither attack nor are attacked, and may change hands.
    """

    __slots__ = ("attacked", "attackers", "defenders", "stacks", "strengths", "where")

    def __init__(self, where: Mapping[Unit, int], stacks: Mapping[int, Stack]) -> None:
        """Note the position: `where` names the stack of each unit, `stacks` what lies in it."""
        self.where = dict(where)
        self.stacks = dict(stacks)
        self.strengths: dict[tuple[Unit, ...], int] = {}
        """Strength Points of stacks that were counted once."""
        self.attackers: set[Unit] = set()
        """The units that have attacked."""
        self.defenders: set[Unit] = set()
        """The units that have been attacked by anybody."""
        self.attacked: dict[Player, set[Unit]] = {}
        """By player the units that he has attacked."""

    def note(self, player: Player, attackers: tuple[Unit, ...], defenders: tuple[Unit, ...]) -> None:
        """An attack by `player` was rolled. Imperial units must not be among the units."""
        self.attackers.update(attackers)
        self.defenders.update(defenders)
        own = self.attacked.get(player)
        if own is None:
            self.attacked[player] = set(defenders)
        else:
            own.update(defenders)

    def twin(self) -> "CombatNotes":
        """Notes to be continued apart: the position when combat began is shared, who has attacked and been attacked is not."""
        found = object.__new__(CombatNotes)
        found.where, found.stacks, found.strengths = self.where, self.stacks, self.strengths
        found.attackers, found.defenders = self.attackers.copy(), self.defenders.copy()
        found.attacked = {player: units.copy() for player, units in self.attacked.items()}
        return found
