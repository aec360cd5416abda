"""Every way a play of steps can go: the same code again for each value that matters of each roll, depth first.

A Branching table rolls no dice. Where the adjudicator asks for a roll it takes one branch after another, with its
weight. Values that the printed tables do not tell apart are one branch.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import NamedTuple, TypeVar

from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.table import Table
from pbem.core.terms import Marker, Player
from pbem.odds.chances import Chance
from pbem.phases.judging import NoDice
from pbem.phases.purge_table import result_of

T = TypeVar("T")

MOST_WAYS = 50_000
"""More ways than this are not counted: trials of whole Phases tell as much, sooner."""

PAIRS = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
"""All values of two dice."""


class TooManyWays(Exception):
    """There are more ways than can be counted in reasonable time."""


class ComesBack(Exception):
    """The play is where it was at the roll of number `depth`, so that it goes on from there as it did before."""

    def __init__(self, depth: int) -> None:
        super().__init__(depth)
        self.depth = depth


class Forks:
    """The branches taken on one way, and how many there are at each fork."""

    __slots__ = ("depth", "path", "weights")

    def __init__(self, branches: Iterable[int] = ()) -> None:
        """`branches`: those to take at the first forks."""
        self.path = list(branches)
        self.weights: list[Sequence[int]] = []
        self.depth = 0
        """How many forks the way has come by."""

    def choose(self, weights: Sequence[int]) -> int:
        """The number of the branch that is taken at the next fork; the branches are as likely as their weights."""
        if self.depth == len(self.path):
            self.path.append(0)
            self.weights.append(weights)
        self.depth += 1
        return self.path[self.depth - 1]

    def chance(self, start: int = 0) -> Chance:
        """How likely the way is from the fork of number `start` on."""
        above = below = 1
        for branch, weights in zip(self.path[start:], self.weights[start:], strict=True):
            above *= weights[branch]
            below *= sum(weights)
        return Chance(above, below)

    def advance(self) -> int:
        """Turn to the next way; says how many of its forks are as before, -1 when there is no further way."""
        while self.path:
            self.path[-1] += 1
            if self.path[-1] < len(self.weights[-1]):
                return len(self.path) - 1
            self.path.pop()
            self.weights.pop()
        return -1


class _Way(NamedTuple):
    """A way that was played to its end, or (`back_to`) to a fork where it had been before."""

    path: tuple[int, ...]
    chance: Chance
    end: object
    back_to: int | None


def ways(play: Callable[[Forks], T], *, most: int = MOST_WAYS) -> list[tuple[Chance, T]]:
    """Play every way and say what each came to, with its chance; the chances add up to 1.

    `play` must go the same way for the same branches. It may raise ComesBack. Raises TooManyWays beyond `most`.
    """
    forks = Forks()
    found: list[_Way] = []
    loops: set[int] = set()
    alike = 0
    while alike >= 0:
        forks.depth = 0
        end: T | None = None
        back_to: int | None = None
        try:
            end = play(forks)
        except ComesBack as again:
            back_to = again.depth
            loops.add(back_to)
        path = tuple(forks.path)
        found.append(_Way(path, forks.chance(), end, back_to))
        if len(found) > most:
            raise TooManyWays
        alike = forks.advance()
        for depth in sorted((loop for loop in loops if loop > alike), reverse=True):
            found = _close_loop(found, path[:depth])
            loops.remove(depth)
    return [(way.chance, way.end) for way in found]  # type: ignore[misc]


def _close_loop(found: list[_Way], fork: tuple[int, ...]) -> list[_Way]:
    """The ways once all from a fork are known: what comes back to it takes its other ways in their proportion."""
    depth = len(fork)
    below = [way.path[:depth] == fork for way in found]
    whole = sum((way.chance for way, here in zip(found, below, strict=True) if here), Fraction(0))
    back = sum(
        (way.chance for way in found if way.back_to == depth and way.path[:depth] == fork), Fraction(0)
    )
    return [
        way._replace(chance=way.chance * whole / (whole - back)) if here else way
        for way, here in zip(found, below, strict=True)
        if not (here and way.back_to == depth)
    ]


class Branching(Table):
    """A table whose rolls branch."""

    __slots__ = ("forks", "in_lots")

    forks: Forks
    in_lots: tuple[Player, ...]
    """The players whose places in a lot can matter: those whose sheets are in."""

    def die(self, label: str, *, needed: str = "", ref: str = "") -> int:
        """A die that is read in a column of the Combat Results Table: one branch for each result."""
        faces = die_faces(self.rules, needed)
        value = list(faces)[self.forks.choose(tuple(faces.values()))]
        self._roll(label, value, needed, ref)
        return value

    def two_dice(self, label: str, *, needed: str = "", ref: str = "") -> tuple[int, int]:
        """Two dice: a branch for each result in a column of the Purge Results Table, two where a total is needed,
        else one for each pair."""
        faces = pair_faces(self.rules, needed)
        value = list(faces)[self.forks.choose(tuple(faces.values()))]
        self._roll(label, value, needed, ref)
        return value

    def lot_player(self, label: str) -> Player:
        """One of the players still in the campaign."""
        value = self.active[self.forks.choose((1,) * len(self.active))]
        self._roll(label, value, "", "")
        return value

    def lot(self, label: str, among: Sequence[Player]) -> Player:
        """A lot. Those of combat have a label each, so that only who comes first matters."""
        if not label.startswith("tie/combat/"):
            return super().lot(label, among)
        first = among[self.forks.choose((1,) * len(among))]
        self._roll(label, (first, *(player for player in self.active if player != first)), "", "")
        return first

    def lot_order(self, label: str) -> tuple[Player, ...]:
        """A lot that may be read more than once: every order of the players whose places can matter."""
        if label not in self._rolls:
            mattering = [player for player in self.active if player in self.in_lots]
            orders = list(permutations(mattering))
            first = orders[self.forks.choose((1,) * len(orders))]
            self._roll(label, (*first, *(player for player in self.active if player not in first)), "", "")
        return super().lot_order(label)

    def draw_marker(self, label: str) -> Marker:
        """A marker of the Randomizer: a branch for each kind."""
        kinds = list(dict.fromkeys(self.randomizer))
        value = kinds[self.forks.choose([self.randomizer.count(kind) for kind in kinds])]
        self.randomizer.remove(value)
        self._roll(label, value, "", "")
        return value


def lay_out(
    state: State,
    sheets: Mapping[Player, Sheet],
    rules: Rules,
    forks: Forks,
    *,
    kind: type[Branching] = Branching,
) -> Branching:
    """A Branching table, or one of a kind of its own, with a position."""
    table = kind(state, sheets, NoDice(), rules)
    table.forks = forks
    table.in_lots = tuple(table.sheets)
    return table


def die_faces(rules: Rules, column: str) -> dict[int, int]:
    """8.5: for each result of a column one value of the die that gives it, and how many values do."""
    return _faces(rules.combat_table[column])


@cache
def _faces(results: tuple[str, ...]) -> dict[int, int]:
    return {results.index(result) + 1: results.count(result) for result in dict.fromkeys(results)}


def pair_faces(rules: Rules, needed: str) -> dict[tuple[int, int], int]:
    """For each result that matters one value of two dice that gives it, and how many values do. `needed` is the mark of
    the roll: ``8``, ``column 11-20``, or empty where every pair matters."""
    if not needed:
        return dict.fromkeys(PAIRS, 1)
    if needed.startswith("column "):
        results = purge_column(rules, needed.removeprefix("column "))
        return _one_of_each([results[sum(pair) - 2] for pair in PAIRS])
    return _one_of_each([sum(pair) >= int(needed) for pair in PAIRS])


def _one_of_each(results: Sequence[object]) -> dict[tuple[int, int], int]:
    """By result of each pair the first pair that gives it, and how many do."""
    return {PAIRS[results.index(result)]: results.count(result) for result in dict.fromkeys(results)}


def purge_column(rules: Rules, name: str) -> tuple[str, ...]:
    """11.4: the results of totals 2 to 12 in the column of this name."""
    return next(results for least, results in rules.purge_table if result_of(rules, least, 2)[0] == name)
