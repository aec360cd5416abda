"""How the two sides are named in reports of the solitaire game; all else is named as in the postal game's."""

from collections.abc import Sequence

from pbem.core.rules import Rules
from pbem.core.terms import Case, Player
from pbem.report.names import Names


class SoloNames(Names):
    """The words for the things of one game."""

    __slots__ = ()

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, {})

    def player(self, player: Player | None) -> str:
        """``Red``, ``the other side``, or ``nobody``."""
        return self.word(f"side_{player}") if player else self.word("nobody")

    def holder(self, player: Player | None) -> str:
        """Whose a stack is: as `player`."""
        return self.player(player)

    def players(self, players: Sequence[Player]) -> str:
        """Both sides, or one."""
        return self.listed(self.player(player) for player in players)

    def cases(self, *cases: Case) -> str:
        """``[5.27, S11]``; the postal changes of section 17 have no place in this game."""
        return super().cases(*(case for case in cases if not case.startswith("17")))

    def owner(self, player: Player | None) -> str:
        """``Red's``, ``the other side's``, or ``nobody's``."""
        return self.word(f"side_{player}_own") if player else self.word("nobody_own")
