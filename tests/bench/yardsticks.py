"""What speed is measured against: a toy Phase in plain Python, and trials of six toy battles. Always the same.

Only ratios to a yardstick timed in the same run are worth quoting: milliseconds drift with the machine.
"""

import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import NamedTuple

RESULTS = (
    ("AE", "AE", "AR", "NE", "DR", "DE"),
    ("AE", "AR", "NE", "DR", "DR", "DE"),
    ("AR", "NE", "DR", "DR", "DE", "DE"),
)
BATTLE = ("AE", "AR", "NE", "DR", "DR", "DE")
BATTLES = 6


class Fact(NamedTuple):
    owner: str
    strength: int
    movement: int


class Happened(NamedTuple):
    kind: str
    case: str
    subject: str
    detail: object


def _board(count: int = 60, width: int = 8) -> dict[str, frozenset[str]]:
    rng = random.Random(1917)
    names = [f"province-{number:02d}" for number in range(count)]
    near: dict[str, set[str]] = {name: set() for name in names}
    for number in range(count):
        for step in (1, width, width + 1):
            if number + step < count and rng.random() < 0.9:
                near[names[number]].add(names[number + step])
                near[names[number + step]].add(names[number])
    return {name: frozenset(joined) for name, joined in near.items()}


class ToyPhase:
    """200 units, 100 orders of which one in ten is illegal: check each, move all at once, fight, keep a record."""

    def __init__(self) -> None:
        rng = random.Random(1918)
        self.board = _board()
        places = sorted(self.board)
        names = [f"unit-{number:03d}" for number in range(200)]
        self.facts = {
            name: Fact("ABCDEF"[number % 6], rng.randint(1, 8), rng.randint(2, 5))
            for number, name in enumerate(names)
        }
        self.position = {name: rng.choice(places) for name in names}
        self.orders: list[tuple[str, str, tuple[str, ...]]] = []
        for name in rng.sample(names, 100):
            path = [self.position[name]]
            for _ in range(rng.randint(1, 3)):
                path.append(rng.choice(sorted(self.board[path[-1]])))
            if rng.random() < 0.1:
                path[-1] = "nowhere"
            self.orders.append((name, self.facts[name].owner, tuple(path)))

    def play(self, position: Mapping[str, str] | None = None, seed: int = 1) -> tuple[dict[str, str], list[Happened]]:
        """The positions afterwards, and what happened; `position`: where the units stand that are left, else all."""
        before = self.position if position is None else position
        moved, events = dict(before), []
        for name, owner, path in self.orders:
            if name not in before:
                continue
            broken = self._broken(name, owner, path, before[name])
            if broken:
                events.append(Happened("refused", broken, name, path))
            else:
                moved[name] = path[-1]
                events.append(Happened("moved", "5.0", name, path))
        here = defaultdict(list)
        for name, place in moved.items():
            fact = self.facts[name]
            here[place].append((name, fact.owner, fact.strength))
        for name in _fight(here, events, random.Random(seed)):
            del moved[name]
        return moved, events

    def _broken(self, name: str, owner: str, path: tuple[str, ...], at: str) -> str | None:
        fact = self.facts[name]
        if owner != fact.owner:
            return "5.1"
        if path[0] != at:
            return "5.2"
        if len(path) - 1 > fact.movement:
            return "5.3"
        for at, to in pairwise(path):
            if to not in self.board.get(at, ()):
                return "5.4"
        return None


def _fight(here: dict[str, list[tuple[str, str, int]]], events: list[Happened], rng: random.Random) -> set[str]:
    lost: set[str] = set()
    for place, present in here.items():
        strength: dict[str, int] = defaultdict(int)
        for _, owner, value in present:
            strength[owner] += value
        if len(strength) < 2:
            continue
        ranked = sorted(strength, key=lambda owner: (-strength[owner], owner))
        attacker, defender = ranked[0], ranked[1]
        odds = min(2, strength[attacker] // max(1, strength[defender]))
        die = rng.randint(1, 6)
        result = RESULTS[odds][die - 1]
        events.append(Happened("combat", "7.2", place, (attacker, defender, odds, die, result)))
        if result in ("DE", "AE"):
            loser = defender if result == "DE" else attacker
            lost.update(name for name, owner, _ in present if owner == loser)
    return lost


def toy_trials(count: int = 10_000) -> dict[int, int]:
    """So many trials of six battles in a row, each die shifted by the result before, with `random.Random`."""
    rng = random.Random(7)
    found: dict[int, int] = defaultdict(int)
    for _ in range(count):
        shift = 0
        for _ in range(BATTLES):
            result = BATTLE[max(0, min(5, rng.randint(1, 6) - 1 + shift))]
            shift = {"DE": 1, "AE": -1}.get(result, 0)
        found[shift] += 1
    return found


# --- timing ------------------------------------------------------------------------------------------------------


def seconds(function: Callable[[], object], at_least: float = 0.05) -> float:
    """Seconds of one call, over as many calls as take `at_least` so many seconds together."""
    calls, spent = 0, 0.0
    start = time.process_time()
    while spent < at_least:
        function()
        calls += 1
        spent = time.process_time() - start
    return spent / calls


class Ratio(NamedTuple):
    """A function against a yardstick: the median of the ratios of pairs, one after the other, and the median times."""

    ratio: float
    ours: float
    yardstick: float


def ratio(
    ours: Callable[[], object], yardstick: Callable[[], object], *, pairs: int = 5, at_least: float = 0.05
) -> Ratio:
    """Time both in turn. Each is called once before, to fill what it keeps."""
    ours()
    yardstick()
    both = [(seconds(ours, at_least), seconds(yardstick, at_least)) for _ in range(pairs)]
    medians = [statistics.median(times) for times in zip(*both, strict=True)]
    return Ratio(statistics.median(our / other for our, other in both), *medians)
