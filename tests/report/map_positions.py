"""Positions for the tests of the map."""

from collections.abc import Iterator
from itertools import cycle, islice

from pbem.core.rules import Rules
from pbem.core.state import Stack, State

PLAYERS = ("A", "B", "C", "D", "E", "F")


def position(*stacks: Stack) -> State:
    return State(
        turn=3, phase="second", players=PLAYERS, stacks=tuple(sorted(stacks, key=lambda s: (s.at, s.units)))
    )


def at_home(rules: Rules) -> State:
    """Every unit where it begins, Leaders with the combat units of their color."""
    piles: dict[tuple[str, str, str], list[int]] = {}
    for unit, counter in rules.counters.items():
        if counter.home:
            piles.setdefault((counter.home, counter.color, counter.nationality), []).append(unit)
    players = cycle(PLAYERS)
    stacks = [Stack(home, next(players), tuple(units)) for (home, _, _), units in sorted(piles.items())]
    return position(*stacks)


def crowd(rules: Rules, code: str, *, stacks: int, each: int = 1) -> State:
    """Many stacks in one province, of all colors."""
    by_color = [
        [unit for unit, counter in rules.counters.items() if counter.color == color]
        for color in ("red", "white", "blue", "green")
    ]
    taken = [iter(units) for units in by_color]

    def some() -> Iterator[Stack]:
        for number in range(stacks):
            units = tuple(islice(taken[number % 4], each))
            yield Stack(code, PLAYERS[number % 6] if number % 5 else None, units)

    return position(*some())
