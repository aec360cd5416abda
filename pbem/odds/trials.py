"""Whole Phases played many times with quick dice, and the spread of what came of them.

Each trial has dice of its own, made of the seed and its number, so that the same trials are played however many
processes share them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeVar

from pbem.chance.quick import QuickDice
from pbem.core.events import Eliminated
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Ended, Player, Province, Unit
from pbem.core.verdicts import Outcome
from pbem.phases.sequence import Result, play
from pbem.phases.victory import points_of

K = TypeVar("K")
V = TypeVar("V")

PORTION = 250
"""The most trials a process is given at a time."""
SEEDS = 1 << 32
"""More than there are trials of one seed."""


class Place(NamedTuple):
    """Where a unit ends: a province and who controls it there; `at` empty: off the map."""

    at: Province
    player: Player | None


OFF_MAP = Place("", None)


class Phase(NamedTuple):
    """What is tried: a position, sheets, and the rules."""

    state: State
    sheets: Mapping[Player, Sheet]
    rules: Rules


@dataclass(slots=True)
class Spread:
    """What came of some trials, counted. Of the players whose sheets are tried, and of nobody else."""

    trials: int = 0
    orders: dict[str, Counter[tuple[Ended, str]]] = field(default_factory=dict)
    """By order how it ended and the code of the reason; an order that was not called on is not counted."""
    lost: dict[Player, Counter[int]] = field(default_factory=dict)
    """By player the Strength Points of his units that went to the Chart, though they may have been replaced since."""
    points: dict[Player, Counter[tuple[int, int]]] = field(default_factory=dict)
    """By player his Victory Points (red, white) after the Phase."""
    ends: dict[Unit, Counter[Place]] = field(default_factory=dict)
    """By unit that was a player's at the start where it ended."""
    reasons: dict[tuple[str, str], Outcome] = field(default_factory=dict)
    """By order and code the outcome as it was first found, for its sentence."""

    def add(self, other: "Spread") -> None:
        """Count the trials of another spread as well."""
        self.trials += other.trials
        _count_too(self.orders, other.orders)
        _count_too(self.lost, other.lost)
        _count_too(self.points, other.points)
        _count_too(self.ends, other.ends)
        self.reasons = other.reasons | self.reasons

    def share(self, count: int) -> Fraction:
        """A count as a part of all trials."""
        return Fraction(count, self.trials)


def _count_too(to: dict[K, Counter[V]], more: Mapping[K, Counter[V]]) -> None:
    for key, counted in more.items():
        to.setdefault(key, Counter()).update(counted)


class _Count:
    """The trials of one portion being counted."""

    def __init__(self, phase: Phase) -> None:
        self.phase = phase
        self.players = tuple(sorted(phase.sheets))
        stacks = [stack for stack in phase.state.stacks if stack.player in phase.sheets]
        self.units = frozenset(unit for stack in stacks for unit in stack.units)
        self.ends: dict[Unit, dict[Place, int]] = {unit: {} for unit in sorted(self.units)}
        self.orders: dict[str, dict[tuple[Ended, str], int]] = {}
        self.reasons: dict[tuple[str, str], Outcome] = {}
        self.lost: dict[Player, Counter[int]] = {player: Counter() for player in self.players}
        self.points: dict[Player, Counter[tuple[int, int]]] = {player: Counter() for player in self.players}

    def add(self, result: Result) -> None:
        """Count one trial."""
        for ref, outcome in result.outcomes.items():
            counted = self.orders.setdefault(ref, {})
            key = outcome.ended, outcome.code
            before = counted.get(key, 0)
            counted[key] = before + 1
            if not before:
                self.reasons[ref, outcome.code] = outcome
        self._count_ends(result.state)
        lost = dict.fromkeys(self.players, 0)
        for event in result.events:
            if isinstance(event, Eliminated) and event.owner in lost:
                lost[event.owner] += self.phase.rules.value[event.unit]
        for player, points in lost.items():
            self.lost[player][points] += 1
            totals = points_of(player, result.state, self.phase.rules)
            self.points[player][totals.red, totals.white] += 1

    def _count_ends(self, state: State) -> None:
        units, ends = self.units, self.ends
        for stack in state.stacks:
            if units.isdisjoint(stack.units):
                continue
            place = Place(stack.at, stack.player)
            for unit in stack.units:
                if unit in units:
                    ends[unit][place] = ends[unit].get(place, 0) + 1

    def spread(self, trials: int) -> Spread:
        """All that was counted."""
        for places in self.ends.values():
            off_map = trials - sum(places.values())
            if off_map:
                places[OFF_MAP] = off_map
        return Spread(
            trials,
            {ref: Counter(counted) for ref, counted in self.orders.items()},
            self.lost,
            self.points,
            {unit: Counter(places) for unit, places in self.ends.items()},
            self.reasons,
        )


def try_portion(phase: Phase, numbers: range, seed: int) -> Spread:
    """Play the trials of these numbers."""
    count = _Count(phase)
    for number in numbers:
        count.add(play(phase.state, phase.sheets, QuickDice(seed * SEEDS + number), phase.rules))
    return count.spread(len(numbers))


def try_phase(
    phase: Phase, trials: int, *, seed: int = 1, jobs: int = 1, progress: Callable[[int], None] | None = None
) -> Spread:
    """Play a Phase so many times, shared by `jobs` processes; whoever has no sheet gives no orders.

    `progress` is told from time to time how many more trials are done.
    """
    whole = Spread()
    for part in _portions(phase, trials, seed, jobs):
        whole.add(part)
        if progress is not None:
            progress(part.trials)
    return whole


def _portions(phase: Phase, trials: int, seed: int, jobs: int) -> Iterator[Spread]:
    size = min(PORTION, -(-trials // jobs))
    ranges = [range(first, min(first + size, trials)) for first in range(0, trials, size)]
    if jobs == 1:
        yield from (try_portion(phase, numbers, seed) for numbers in ranges)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (phase,)) as pool:
        yield from pool.map(_in_process, ranges, [seed] * len(ranges))


_phase: list[Phase] = []
"""In a process of its own: what is tried there."""


def _begin(phase: Phase) -> None:
    _phase[:] = [phase]


def _in_process(numbers: range, seed: int) -> Spread:
    return try_portion(_phase[0], numbers, seed)
