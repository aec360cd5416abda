"""Brute force: a play repeated with every value of every roll, whatever they come to."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import TypeVar

from pbem.core.rules import Rules
from pbem.core.state import Stack, State
from pbem.phases.judging import NoDice

T = TypeVar("T")


TOTALS = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""By total of two dice how many of the 36 pairs give it."""


class EveryDie(NoDice):
    """Dice that take their values from a path, the first one where the path has ended. Of two dice only the total is
    told apart."""

    def __init__(self, path: list[int]) -> None:
        self.path = path
        self.weights: list[Sequence[int]] = []

    def _next(self, weights: Sequence[int]) -> int:
        depth = len(self.weights)
        self.weights.append(weights)
        if depth == len(self.path):
            self.path.append(0)
        return self.path[depth]

    def die(self, label: str) -> int:
        return 1 + self._next([1] * 6)

    def two_dice(self, label: str) -> tuple[int, int]:
        total = list(TOTALS)[self._next(list(TOTALS.values()))]
        return max(1, total - 6), min(6, total - 1)

    def order(self, label: str, players: tuple[str, ...]) -> tuple[str, ...]:
        orders = list(permutations(players))
        return orders[self._next([1] * len(orders))]

    def marker(self, label: str, markers: tuple[str, ...]) -> str:
        return markers[self._next([1] * len(markers))]


def every(play: Callable[[EveryDie], T]) -> Iterator[tuple[Fraction, T]]:
    """Every way of a play with its chance."""
    path: list[int] = []
    while True:
        dice = EveryDie(path)
        result = play(dice)
        chance = Fraction(1)
        for taken, weights in zip(path, dice.weights, strict=True):
            chance *= Fraction(weights[taken], sum(weights))
        yield chance, result
        while path and path[-1] + 1 == len(dice.weights[len(path) - 1]):
            path.pop()
        if not path:
            return
        path[-1] += 1


def position(rules: Rules, piles: list[tuple[str, str | None, tuple[int, ...]]], **more: object) -> State:
    """A Second Phase of three players with these stacks, everything else in the box."""
    on_map = {unit for _, _, units in piles for unit in units}
    facts = {"turn": 3, "phase": "second", "players": ("A", "B", "C")} | more
    return State(
        stacks=tuple(Stack(*pile) for pile in piles),
        box=tuple(unit for unit in rules.counters if unit not in on_map),
        **facts,  # type: ignore[arg-type]
    )
