"""Where every counter is at one moment: questions, no changes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.core.orders import Counterpurge
from pbem.core.rules import Rules
from pbem.core.terms import (
    CZAR,
    GOLD,
    IMPERIAL,
    Color,
    Marker,
    PhaseName,
    Player,
    Province,
    Section,
    Unit,
    UnitName,
    new,
)


class Stack(NamedTuple):
    """An ordered pile in one province, top to bottom [7.21]; nobody's if player is None (R1)."""

    at: Province
    player: Player | None
    units: tuple[Unit, ...]


class Group(NamedTuple):
    """A Leader with what is attached to him (7.21), or a leaderless pile (leader None)."""

    leader: Unit | None
    imperial: tuple[Unit, ...]
    attached: tuple[Unit, ...]

    @property
    def units(self) -> tuple[Unit, ...]:
        """The group top to bottom; in a leaderless pile the Imperial units lie under the top unit."""
        if self.leader is not None:
            return (self.leader, *self.imperial, *self.attached)
        return (*self.attached[:1], *self.imperial, *self.attached[1:])


@dataclass(frozen=True, slots=True)
class Holding:
    """The markers in one player's hand."""

    politburo: int = 0
    assassin: int = 0
    control: tuple[str, ...] = ()
    """Nationalities whose Control Marker he holds, sorted."""
    units: tuple[Unit, ...] = ()
    """Leaders dealt to him and not yet deployed; only during the set-up (15.31)."""


@dataclass(frozen=True, slots=True)
class Faces:
    """One section of the Victory Point Chart; each tuple sorted by number."""

    up: tuple[Unit, ...] = ()
    down: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class Flags:
    """What a Phase leaves for later ones."""

    subversion_doubled: bool = False
    purge_held: bool = False
    red_replacement_suspended: int = 0
    """9.14: Replacement Phases for which no Red combat unit returns."""
    execution_ordered: Player | None = None
    """R25: who controls the Czar and still may answer an execution order."""
    quit: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Orders a player marked `standing` (R40); None where nothing stands."""

    losses: tuple[UnitName, ...] | None = None
    counterpurge: tuple[Counterpurge, ...] | None = None
    if_ordered_to_execute_czar: str | None = None
    end_game: str | None = None


@dataclass(frozen=True, slots=True)
class Victory:
    """14.1: how the game ended. Points of both kinds are in `points`, by player (red, white)."""

    side: str
    case: str
    ranking: tuple[tuple[Player, ...], ...]
    """Best first; players of equal points share a rank."""
    points: Mapping[Player, int]
    level: str = ""
    """28.0, in the solitaire game: marginal, substantive or decisive, and draw with `side` empty; else empty."""


@dataclass(frozen=True, slots=True)
class State:
    """A whole position. What never changes (board, counters) is in Rules."""

    turn: int
    phase: PhaseName
    players: tuple[Player, ...]
    """All seats, by letter, those who quit included (they are in flags.quit)."""
    stacks: tuple[Stack, ...] = ()
    """Sorted by province, then by units."""
    holdings: Mapping[Player, Holding] = field(default_factory=dict)
    chart: Mapping[Section, Faces] = field(default_factory=dict)
    randomizer: tuple[Marker, ...] = ()
    """Sorted by name, repeated."""
    out_of_play: tuple[Unit | Marker, ...] = ()
    box: tuple[Unit, ...] = ()
    """Units that are nowhere: before the set-up, and in case files."""
    flags: Flags = Flags()
    standing: Mapping[Player, Standing] = field(default_factory=dict)
    victory: Victory | None = None

    @property
    def active(self) -> tuple[Player, ...]:
        """The players still in the campaign, by letter."""
        return tuple(player for player in self.players if player not in self.flags.quit)


def groups(units: tuple[Unit, ...], rules: Rules) -> tuple[Group, ...]:
    """7.21: the pile divided into Leaders with what is attached to each, top to bottom.

    A pile without a Leader is one group with leader None; `attached` then holds all its combat units.
    """
    leaders, rest = rules.leaders, units[1:]
    if units and units[0] in leaders and leaders.isdisjoint(rest) and CZAR not in rest and GOLD not in rest:
        return (new(Group, (units[0], (), rest)),)  # most Leaders stand like this, and are looked at often
    found: list[Group] = []
    leader: Unit | None = None
    imperial: list[Unit] = []
    attached: list[Unit] = []
    begun = False
    for unit in units:
        if unit in leaders:
            if begun:
                found.append(new(Group, (leader, tuple(imperial), tuple(attached))))
            leader, imperial, attached = unit, [], []
        elif unit in IMPERIAL:
            imperial.append(unit)
        else:
            attached.append(unit)
        begun = True
    if begun:
        found.append(new(Group, (leader, tuple(imperial), tuple(attached))))
    return tuple(found)


def flatten(parts: Iterable[Group]) -> tuple[Unit, ...]:
    """The groups laid on one another again, top to bottom."""
    return tuple(unit for part in parts for unit in part.units)


def stack_color(units: tuple[Unit, ...], rules: Rules) -> Color:
    """The color of a stack: that of its first unit which has one (Green units under the Gold count as their
    Leader's, 13.26); an Imperial unit alone has none (R4)."""
    for unit in units:
        color = rules.color[unit]
        if color:
            return color
    return ""


def has_leader(units: tuple[Unit, ...], rules: Rules) -> bool:
    """Whether the stack has a Leader; he is then its top unit (7.21)."""
    return bool(units) and units[0] in rules.leaders


def strength(units: Iterable[Unit], rules: Rules) -> int:
    """8.0: the Strength Points of the units."""
    value = rules.value
    return sum(value[unit] for unit in units)


def counted(units: Iterable[Unit]) -> int:
    """7.11: how many of the units count toward the stacking limit: all but the Imperial units."""
    return sum(1 for unit in units if unit not in IMPERIAL)
