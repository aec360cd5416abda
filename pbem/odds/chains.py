"""The attacks of a province with exact chances: from attack to attack the adjudicator plays each result on a table of
its own, and tables that differ in nothing the later attacks ask for are one again (8.0, R29–R34).
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from pbem.core.events import Attacked, Captured
from pbem.core.table import Table
from pbem.core.terms import Player, Province, Unit
from pbem.core.twins import twin
from pbem.odds.branching import Branching, Forks, TooManyWays, die_faces, ways
from pbem.phases.attack_forces import Forces, Reason, Refused, muster
from pbem.phases.combat import ATTACK, Planned, Plans, Turns, make_attack
from pbem.phases.judging import NoDice
from pbem.phases.stack_names import notes, strength

MOST_MOMENTS = 5_000
"""More different tables than this between two attacks are not followed."""


class Fought(NamedTuple):
    """An attack that was rolled, and what it came to."""

    odds: str
    result: str
    lost_by_attacker: tuple[Unit, ...]
    lost_by_defender: tuple[Unit, ...]
    defender: Player | None
    captured: tuple[tuple[Unit, Unit | None], ...]
    """Imperial units that changed hands, each with who took it (None: it stands alone)."""


class Called(NamedTuple):
    """An attack that came to nothing, and the decisive reason. Told apart by the reason's code."""

    code: str


Step = tuple[Planned, Fought | Called]


class OneDie(NoDice):
    """The dice of a single attack."""

    def __init__(self, value: int) -> None:
        self.value = value

    def die(self, label: str) -> int:
        """The value it was made with."""
        return self.value


class Moment(NamedTuple):
    """A province between two attacks: its table, whose attacks are being made, and which of them is next."""

    table: Branching
    turns: Turns
    player: Player
    """Empty before the first."""
    number: int
    rolled: bool
    """Whether he has rolled an attack."""

    @property
    def key(self) -> object:
        """What the attacks to come ask for; moments that are alike in it go on alike."""
        table, turns = self.table, self.turns
        left = _names(self)
        where, stacks = table.where, table.stacks
        noted = notes(table)
        marked = tuple(
            frozenset(units & left) for units in (noted.attackers, noted.defenders, *noted.attacked.values())
        )
        piles = frozenset(stacks[where[unit]] for unit in left if unit in where)
        progress = (self.player, self.number, tuple(turns.waiting), turns.ties, self.rolled)
        if len(turns.waiting) < 2:
            return progress, piles, tuple(noted.attacked), marked
        counted = tuple(turns.totals.get(player) for player in turns.waiting)
        points = tuple(_points(table, turns.at, player) for player in turns.waiting)
        return progress, piles, tuple(noted.attacked), marked, counted, points
