"""Positions for the tests of the map."""

from collections.abc import Iterator
from itertools import cycle, islice

from pbem.core.events import Attacked, Eliminated, EventRolled, Moved
from pbem.core.rules import Rules
from pbem.core.state import Stack, State
from pbem.report.map import Labels

PLAYERS = ("A", "B", "C", "D", "E", "F")
LABELS = Labels("Volga", "After Game-Turn 3, First Phase", ("A Ann Archer", "B Bob"))
EVENTS = (
    Moved("5.0", "A.moves[0]", "A", (152, 111), ("TVER", "RYAZ", "PENZ"), "rail", ""),
    Moved("5.0", "B.moves[0]", "B", (251, 212), ("DONC", "VORO"), "overland", ""),
    Attacked("8.0", "", "A", "PENZ", (111,), (204,), "B", 4, 2, "2:1", "combat/PENZ/A/1", "De", (), (204,)),
    Eliminated("8.0", "", 204, "PENZ", "B", "A"),
    Eliminated("8.0", "", 203, "PENZ", "B", "A"),
    EventRolled("12.11", "", "event/1", "epidemic", ("TULA", "SARA")),
)


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
