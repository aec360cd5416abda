"""What lies inside a province on the picture: its area as horizontal bands, asked for points, boxes and free widths."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from pbem.rulebook.shapes import Point, Ring

STEP = 2.0
"""Height of a band in pixels."""

Span = tuple[float, float]


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        """Its middle."""
        return Point((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    def meets(self, other: "Box", gap: float = 0.0) -> bool:
        """Whether the two overlap, or come nearer than `gap`."""
        return (
            self.left - gap < other.right
            and other.left - gap < self.right
            and self.top - gap < other.bottom
            and other.top - gap < self.bottom
        )

    def holds(self, point: Point) -> bool:
        """Whether the point lies in it."""
        return self.left <= point.x <= self.right and self.top <= point.y <= self.bottom


class Area:
    """The inside of some outlines, less some other areas (lakes)."""

    __slots__ = ("_first", "_rows", "bounds")

    _rows: tuple[tuple[Span, ...], ...]

    def __init__(self, rings: Sequence[Ring], without: Sequence["Area"] = ()) -> None:
        self._first, crossings = _crossings(rings)
        rows = [_spans(row) for row in crossings]
        for lake in without:
            for number, spans in enumerate(lake._rows, lake._first - self._first):
                if spans and 0 <= number < len(rows):
                    rows[number] = _less(rows[number], spans)
        self._rows = tuple(rows)
        self.bounds = Box(
            min(row[0][0] for row in rows if row),
            self._first * STEP,
            max(row[-1][1] for row in rows if row),
            (self._first + len(rows)) * STEP,
        )
        """The least box around it."""

    def row(self, y: float) -> tuple[Span, ...]:
        """The parts of a horizontal line that lie inside, from left to right."""
        number = int(y // STEP) - self._first
        return self._rows[number] if 0 <= number < len(self._rows) else ()

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside."""
        x, y = point
        number = int(y // STEP) - self._first
        if 0 <= number < len(self._rows):
            for left, right in self._rows[number]:
                if left <= x <= right:
                    return True
        return False

    def free(self, top: float, bottom: float) -> tuple[Span, ...]:
        """The widths that are inside all the way from `top` down to `bottom`."""
        first, last = int(top // STEP) - self._first, int(bottom // STEP) - self._first
        if first < 0 or last >= len(self._rows):
            return ()
        found = self._rows[first]
        for row in self._rows[first + 1 : last + 1]:
            found = both(found, row)
        return found

    def sees(self, a: Point, b: Point, *, from_edge: float = 0.0) -> bool:
        """Whether the straight line between two points stays inside; the last `from_edge` pixels before b are free."""
        length = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5
        steps = int(max(0.0, length - from_edge) / STEP)
        across, down = (b.x - a.x) * STEP, (b.y - a.y) * STEP
        rows, first = self._rows, self._first  # asked very often, so without a call for each point
        for step in range(1, steps + 1):
            number = int((a.y + down * step / length) // STEP) - first
            spans = rows[number] if 0 <= number < len(rows) else ()
            x = a.x + across * step / length
            for left, right in spans:
                if left <= x <= right:
                    break
            else:
                return False
        return True


def _crossings(rings: Iterable[Ring]) -> tuple[int, list[list[float]]]:
    """Where the middle line of every band crosses the outlines, from the uppermost band on; and the number of that."""
    rings = tuple(rings)
    first = ceil(min(point.y for ring in rings for point in ring) / STEP - 0.5)
    last = ceil(max(point.y for ring in rings for point in ring) / STEP - 0.5)
    found: list[list[float]] = [[] for _ in range(first, last)]
    for ring in rings:
        for a, b in pairwise((*ring, ring[0])):
            if a.y > b.y:
                a, b = b, a
            upper, lower = ceil(a.y / STEP - 0.5), ceil(b.y / STEP - 0.5)
            if upper < lower:
                slope = (b.x - a.x) / (b.y - a.y)
                for row in range(upper, lower):
                    found[row - first].append(a.x + ((row + 0.5) * STEP - a.y) * slope)
    return first, found


def _spans(crossings: list[float]) -> tuple[Span, ...]:
    if len(crossings) == 2:
        one, other = crossings
        return ((one, other),) if one <= other else ((other, one),)
    ordered = sorted(crossings)
    return tuple(zip(ordered[::2], ordered[1::2], strict=True))


def both(some: Sequence[Span], others: Sequence[Span]) -> tuple[Span, ...]:
    """What lies in both."""
    if len(some) == len(others) == 1:  # as mostly
        (a, b), (c, d) = some[0], others[0]
        left, right = (a if a > c else c), (b if b < d else d)
        return ((left, right),) if left < right else ()
    return tuple(
        (max(a[0], b[0]), min(a[1], b[1])) for a in some for b in others if max(a[0], b[0]) < min(a[1], b[1])
    )


def _less(some: Sequence[Span], others: Sequence[Span]) -> tuple[Span, ...]:
    """What lies in the first and not in the others."""
    left = list(some)
    for start, end in others:
        cut: list[Span] = []
        for a, b in left:
            if end <= a or b <= start:
                cut.append((a, b))
                continue
            if a < start:
                cut.append((a, start))
            if end < b:
                cut.append((end, b))
        left = cut
    return tuple(left)


def along(line: Sequence[Point], share: float = 0.5) -> Point:
    """The point a share of the way along a line."""
    lengths = [0.0]
    for a, b in pairwise(line):
        lengths.append(lengths[-1] + distance(a, b))
    wanted = lengths[-1] * share
    number = min(max(1, bisect_left(lengths, wanted)), len(line) - 1)
    part = lengths[number] - lengths[number - 1]
    rest = (wanted - lengths[number - 1]) / part if part else 0.0
    a, b = line[number - 1], line[number]
    return Point(a.x + (b.x - a.x) * rest, a.y + (b.y - a.y) * rest)


def distance(a: Point, b: Point) -> float:
    """How far apart two points are."""
    return float(((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5)


def length(line: Sequence[Point]) -> float:
    """How long a line is."""
    return sum(distance(a, b) for a, b in pairwise(line))
