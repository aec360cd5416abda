"""Ways over the map: from the middle of a province to the middle of its border and on to the next, never over a third.

Railways and the arrows of movement run along them.
"""

from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise, product
from math import ceil, floor, sqrt

from pbem.core.terms import Province
from pbem.report.map.areas import Area, both, distance
from pbem.report.map.ground import Ground, Line
from pbem.rulebook.shapes import Point

Cell = tuple[int, int]
"""A point of the grid, by column and row."""

GRID = 5.0
"""Pixels between the points tried where the straight way leaves the province."""
EDGE = 3.0
"""How near the border a way may run."""
ROUND = 7.0
"""From how far before a bend it is rounded."""


def way(ground: Ground, a: Province, b: Province) -> Line:
    """The line from the code of one province to that of another, rounded at its bends."""
    here, there = ground.shapes.provinces[a].label, ground.shapes.provinces[b].label
    crossing = ground.crossing(a, b)
    first = inside(ground.areas[a], here, crossing)
    second = inside(ground.areas[b], there, crossing)
    return rounded((*first, *reversed(second[:-1])))


@lru_cache(maxsize=4096)
def inside(area: Area, start: Point, end: Point) -> Line:
    """The shortest way from a point inside to a point on the border that stays inside; straight if there is none."""
    if area.sees(start, end, from_edge=EDGE):
        return (start, end)
    found = _by_grid(area, start, end)
    return _pulled_tight(area, (start, *found, end)) if found else (start, end)


def _by_grid(area: Area, start: Point, end: Point) -> Line:
    """The shortest way over the points of a grid (A*); empty if there is none."""
    open_cells = _roomy(area)
    goals = frozenset(_around(end))  # only asked whether they hold a cell
    heap = [(distance(start, _place(cell)), 0.0, cell, cell) for cell in _around(start) if cell in open_cells]
    heap.sort()
    came: dict[Cell, Cell] = {}
    while heap:
        _, walked, cell, before = heappop(heap)
        if cell in came:
            continue
        came[cell] = before
        if cell in goals:
            return _traced(came, cell)
        for across, down, step in _STEPS:
            near = (cell[0] + across, cell[1] + down)
            if near in open_cells and near not in came:
                far = sqrt((near[0] * GRID - end.x) ** 2 + (near[1] * GRID - end.y) ** 2)
                heappush(heap, (walked + step + far, walked + step, near, cell))
    return ()


_STEPS = tuple(
    (across, down, GRID * (1.41421 if across and down else 1.0))
    for across, down in product((-1, 0, 1), repeat=2)
    if across or down
)
"""From a point of the grid to those around it: columns, rows, and how far."""


@lru_cache(maxsize=256)
def _roomy(area: Area) -> frozenset[Cell]:
    """The points of the grid inside the area and not too near its edge. Only asked whether they hold a cell."""
    found: set[Cell] = set()
    for row in range(ceil(area.bounds.top / GRID), floor(area.bounds.bottom / GRID) + 1):
        y = row * GRID
        spans = [(left + EDGE, right - EDGE) for left, right in area.row(y)]
        for left, right in both(both(spans, area.row(y - EDGE)), area.row(y + EDGE)):
            found.update((column, row) for column in range(ceil(left / GRID), floor(right / GRID) + 1))
    return frozenset(found)


def _around(point: Point) -> list[Cell]:
    column, row = round(point.x / GRID), round(point.y / GRID)
    return [(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]


def _place(cell: Cell) -> Point:
    return Point(cell[0] * GRID, cell[1] * GRID)


def _traced(came: dict[Cell, Cell], cell: Cell) -> Line:
    back = [cell]
    while came[back[-1]] != back[-1]:
        back.append(came[back[-1]])
    return tuple(_place(one) for one in reversed(back))


def _pulled_tight(area: Area, line: Line) -> Line:
    """The line without the corners that are not needed."""
    kept = [line[0]]
    place = 0
    while place < len(line) - 1:
        place = next(
            later
            for later in range(len(line) - 1, place, -1)
            if later == place + 1
            or area.sees(line[place], line[later], from_edge=EDGE if later == len(line) - 1 else 0.0)
        )
        kept.append(line[place])
    return tuple(kept)


def rounded(line: Line) -> Line:
    """The line with its bends rounded by three short strokes each."""
    found = [line[0]]
    for before, at, after in zip(line, line[1:], line[2:], strict=False):
        start = _towards(at, before, min(ROUND, distance(at, before) / 2))
        end = _towards(at, after, min(ROUND, distance(at, after) / 2))
        found.append(start)
        found += [_curve(start, at, end, share) for share in (0.33, 0.67)]
        found.append(end)
    found.append(line[-1])
    return tuple(
        point for point, other in pairwise((*found, Point(-1.0, -1.0))) if distance(point, other) > 0.3
    )


def _towards(a: Point, b: Point, far: float) -> Point:
    whole = distance(a, b)
    return a if not whole else Point(a.x + (b.x - a.x) * far / whole, a.y + (b.y - a.y) * far / whole)


def _curve(a: Point, bend: Point, b: Point, share: float) -> Point:
    """A point of the curve from a to b that leans towards the bend."""
    rest = 1 - share
    return Point(
        rest * rest * a.x + 2 * rest * share * bend.x + share * share * b.x,
        rest * rest * a.y + 2 * rest * share * bend.y + share * share * b.y,
    )
