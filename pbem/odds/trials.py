"""Whole Phases played many times with quick dice, and the spread of what came of them.

Each trial has dice of its own, made of the seed and its number, so that the same trials are played however many
processes share them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pbem.chance.quick import QuickDice
from pbem.core.events import Eliminated
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import Faces, Stack, State
from pbem.core.terms import Ended, Player, Province, Unit
from pbem.core.verdicts import Outcome
from pbem.phases.sequence import Result, play
from pbem.phases.victory import Item, in_hand, on_chart, on_map

if TYPE_CHECKING:
    from concurrent.futures import Future

_NO_FACES = Faces()
_ref_ended_code = itemgetter(0, 1, 2)
"""Of an Outcome."""
K = TypeVar("K")
V = TypeVar("V")

PORTION = 250
"""The most trials that are played at a time."""
LEAST_PORTION = 25
"""The fewest a process is given at a time, but for the last."""
RED = 1 << 16
"""What a red point counts where red and white ones are counted in one number; more than there are white ones."""
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
    """The trials of one portion being counted, as they come: what is alike is told apart only at the end."""

    def __init__(self, phase: Phase) -> None:
        self.rules = phase.rules
        self.players = tuple(sorted(phase.sheets))
        owned = [stack for stack in phase.state.stacks if stack.player in phase.sheets]
        self.units = sorted(unit for stack in owned for unit in stack.units)
        self.stacks: Counter[Stack] = Counter()
        self.ended: Counter[tuple[str, Ended, str]] = Counter()
        self.reasons: dict[tuple[str, str], Outcome] = {}
        self.lost: dict[Player, Counter[int]] = {player: Counter() for player in self.players}
        self.points: dict[Player, Counter[int]] = {player: Counter() for player in self.players}
        """Red and white points as one number: RED times the one and the other."""
        self._worth: dict[object, int] = {}
        """What things are worth, as such a number."""

    def add(self, result: Result) -> None:
        """Count one trial."""
        known = len(self.ended)
        self.ended.update(map(_ref_ended_code, result.outcomes.values()))
        if len(self.ended) > known:
            for ref, outcome in result.outcomes.items():
                self.reasons.setdefault((ref, outcome.code), outcome)
        self.stacks.update(result.state.stacks)
        self._count_losses(result)
        self._count_points(result.state)

    def _count_losses(self, result: Result) -> None:
        lost = dict.fromkeys(self.players, 0)
        for event in result.events:
            if type(event) is Eliminated and event.owner in lost:
                lost[event.owner] += self.rules.value[event.unit]
        for player, points in lost.items():
            self.lost[player][points] += 1

    def _count_points(self, state: State) -> None:
        """14.4: the points of all that belongs to each player; what a thing is worth is worked out once."""
        rules, worth = self.rules, self._worth
        totals = dict.fromkeys(self.players, 0)
        for stack in state.stacks:
            _, player, units = stack
            if player in totals:
                points = worth.get(units)
                totals[player] += self._worth_of(units, on_map((stack,), rules)) if points is None else points
        for player, total in totals.items():
            faces, holding = state.chart.get(player, _NO_FACES), state.holdings[player]
            chart, hand = (faces.up, faces.down), (holding.politburo, holding.assassin, holding.control)
            total += worth[chart] if chart in worth else self._worth_of(chart, on_chart(faces, rules))
            total += worth[hand] if hand in worth else self._worth_of(hand, in_hand(holding))
            self.points[player][total] += 1

    def _worth_of(self, thing: object, items: Iterable[Item]) -> int:
        points = self._worth[thing] = sum(
            [item.points * (RED if item.side == "red" else 1) for item in items]
        )
        return points

    def spread(self, trials: int) -> Spread:
        """All that was counted."""
        orders: dict[str, Counter[tuple[Ended, str]]] = {}
        for (ref, ended, code), count in self.ended.items():
            orders.setdefault(ref, Counter())[ended, code] = count
        points = {
            player: Counter({divmod(total, RED): count for total, count in counted.items()})
            for player, counted in self.points.items()
        }
        return Spread(trials, orders, self.lost, points, self._ends(trials), self.reasons)

    def _ends(self, trials: int) -> dict[Unit, Counter[Place]]:
        ends: dict[Unit, Counter[Place]] = {unit: Counter() for unit in self.units}
        for stack, count in self.stacks.items():
            for unit in stack.units:
                if unit in ends:
                    ends[unit][Place(stack.at, stack.player)] += count
        for places in ends.values():
            off_map = trials - places.total()
            if off_map:
                places[OFF_MAP] = off_map
        return ends


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
    for part in _played(phase, trials, seed, jobs):
        whole.add(part)
        if progress is not None:
            progress(part.trials)
    return whole


def _played(phase: Phase, trials: int, seed: int, jobs: int) -> Iterator[Spread]:
    """The trials in portions, in the order of their numbers."""
    if jobs == 1:
        ranges = [range(first, min(first + PORTION, trials)) for first in range(0, trials, PORTION)]
        yield from (try_portion(phase, numbers, seed) for numbers in ranges)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    ranges = list(portions_for(trials, jobs))
    pool = ProcessPoolExecutor(jobs - 1, get_context("spawn"), _begin, (phase,))
    try:
        theirs = [pool.submit(_in_process, numbers, seed) for numbers in ranges]
        yield from _shared(phase, ranges, seed, theirs)
    finally:
        pool.shutdown(cancel_futures=True)


def portions_for(trials: int, jobs: int) -> Iterator[range]:
    """The trials in portions for several processes: smaller and smaller ones, so that all come to the end at the same time."""
    first = 0
    while first < trials:
        size = max(LEAST_PORTION, min(PORTION, (trials - first) // (4 * jobs)))
        yield range(first, min(first + size, trials))
        first += size


def _shared(phase: Phase, ranges: list[range], seed: int, theirs: list["Future[Spread]"]) -> Iterator[Spread]:
    """The portions, some of which other processes play: as long as one that is wanted is not ready, this process plays
    those that nobody has begun."""
    ours: dict[int, Spread] = {}
    left = iter(range(len(ranges)))
    for place, future in enumerate(theirs):
        while place not in ours and not future.done():
            free = next((other for other in left if theirs[other].cancel()), None)
            if free is None:
                break
            ours[free] = try_portion(phase, ranges[free], seed)
        yield ours.pop(place) if place in ours else future.result()


_phase: list[Phase] = []
"""In a process of its own: what is tried there."""


def _begin(phase: Phase) -> None:
    _phase[:] = [phase]


def _in_process(numbers: range, seed: int) -> Spread:
    return try_portion(_phase[0], numbers, seed)
