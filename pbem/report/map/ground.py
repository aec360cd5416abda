"""The lie of the land: which borders the drawing shows, where each is crossed, which are short, barred or a coast.

Made once of the drawing and the board, and kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple

from pbem.core.board import Board
from pbem.core.terms import Province
from pbem.report.map.areas import Area, Box, along, distance, length
from pbem.rulebook.shapes import Point, Shapes

Pair = tuple[Province, Province]
Line = tuple[Point, ...]

SHORT = 22.0
"""A border of fewer pixels gets a mark."""


class Border(NamedTuple):
    """Where two provinces meet on the picture."""

    pair: Pair
    lines: tuple[Line, ...]
    """The common edges, the longest first."""
    way: Line
    """The longest piece of them that no lake hides."""
    at: Point
    """The middle of that piece: here the border is crossed."""
    long: float
    """Pixels of common edge that no lake hides."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The drawing with what follows from it."""

    shapes: Shapes
    board: Board
    areas: Mapping[Province, Area]
    borders: Mapping[Pair, Border]
    """Every common edge drawn, also one that may not be crossed."""
    outline: tuple[Line, ...]
    """The edges that no two provinces share: coasts and the frontier."""

    def crossing(self, a: Province, b: Province) -> Point:
        """Where the way from one province to another crosses from the one into the other."""
        border = self.borders.get(pair_of(a, b))
        if border is not None:
            return border.at
        first, second = nearest_points(self.shapes, a, b)
        return Point((first.x + second.x) / 2, (first.y + second.y) / 2)

    def short(self) -> tuple[Border, ...]:
        """The borders too short to be seen."""
        return tuple(one for one in self.borders.values() if one.long < SHORT and self.joined(one.pair))

    def barred(self) -> tuple[Border, ...]:
        """Common edges that are no border."""
        return tuple(one for one in self.borders.values() if not self.joined(one.pair))

    def joined(self, pair: Pair) -> bool:
        """Whether the two provinces have a land border."""
        return pair[1] in self.board.land.get(pair[0], ())


def pair_of(a: Province, b: Province) -> Pair:
    """The two in the order of their codes."""
    return (a, b) if a < b else (b, a)


_kept: list[Ground] = []


def ground_of(shapes: Shapes, board: Board) -> Ground:
    """The lie of the land; made once for each drawing and board."""
    for ground in _kept:
        if ground.shapes is shapes and ground.board is board:
            return ground
    ground = _survey(shapes, board)
    _kept[:] = [ground, *_kept[:3]]
    return ground


def _survey(shapes: Shapes, board: Board) -> Ground:
    """Provinces without a shape are left out."""
    drawn = [code for code in shapes.provinces if code in board.provinces]
    water = [Area([lake.ring]) for lake in shapes.lakes]
    areas = {code: Area(shapes.provinces[code].rings, water) for code in drawn}
    edges = _edges(shapes, drawn)
    shared: dict[Pair, list[tuple[Point, Point]]] = {}
    alone: list[tuple[Point, Point]] = []
    for edge, owners in edges.items():
        if len(owners) == 1:
            alone.append(edge)
        for pair in combinations(sorted(owners), 2):
            shared.setdefault(pair, []).append(edge)
    borders = {
        pair: _border(
            pair, shared[pair], [area for area in water if area.bounds.meets(areas[pair[0]].bounds)]
        )
        for pair in sorted(shared)
    }
    return Ground(shapes, board, areas, borders, chained(alone))


def _edges(shapes: Shapes, drawn: Sequence[Province]) -> dict[tuple[Point, Point], list[Province]]:
    """Every edge of an outline with the provinces it belongs to."""
    found: dict[tuple[Point, Point], list[Province]] = {}
    for code in drawn:
        for ring in shapes.provinces[code].rings:
            for a, b in pairwise((*ring, ring[0])):
                owners = found.setdefault((a, b) if a < b else (b, a), [])
                if code not in owners:
                    owners.append(code)
    return found


def _border(pair: Pair, edges: list[tuple[Point, Point]], water: Sequence[Area]) -> Border:
    """The border of these common edges; of an edge that runs into a lake only the dry part counts."""
    lines = tuple(sorted(chained(edges), key=lambda line: -length(line)))
    lakes = [area for area in water if any(_near(edge, area) for edge in edges)]
    if not lakes:
        return Border(pair, lines, lines[0], along(lines[0]), sum(length(line) for line in lines))
    dry = [
        piece
        for edge in edges
        for piece in (_pieces(*edge) if any(_near(edge, area) for area in lakes) else (edge,))
        if not _wet(piece, lakes)
    ]
    best = max(chained(dry), key=length) if dry else lines[0]
    return Border(pair, lines, best, along(best), sum(distance(*piece) for piece in dry))


def _near(edge: tuple[Point, Point], area: Area) -> bool:
    a, b = edge
    return area.bounds.meets(Box(min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)), gap=1.0)


def _pieces(a: Point, b: Point) -> list[tuple[Point, Point]]:
    """The edge in pieces of about two pixels."""
    count = max(1, round(distance(a, b) / 2))
    cuts = [Point(a.x + (b.x - a.x) * i / count, a.y + (b.y - a.y) * i / count) for i in range(1, count)]
    return list(pairwise((a, *cuts, b)))


def _wet(piece: tuple[Point, Point], water: Sequence[Area]) -> bool:
    middle = Point((piece[0].x + piece[1].x) / 2, (piece[0].y + piece[1].y) / 2)
    return any(area.holds(middle) for area in water)


def chained(edges: Sequence[tuple[Point, Point]]) -> tuple[Line, ...]:
    """Edges laid end to end; a line closed in itself ends where it begins."""
    at: dict[Point, list[Point]] = {}
    for a, b in edges:
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    lines: list[Line] = []
    ends = [point for point, others in at.items() if len(others) != 2]
    for start in (*ends, *at):
        while at[start]:
            line = [start]
            while at[line[-1]]:
                here = line[-1]
                there = at[here].pop()
                at[there].remove(here)
                line.append(there)
                if len(at[there]) != 1:  # the end, a fork, or round to the beginning
                    break
            lines.append(tuple(line))
    return tuple(lines)


def nearest_points(shapes: Shapes, a: Province, b: Province) -> tuple[Point, Point]:
    """The corners of two provinces that lie nearest to each other."""
    first = [point for ring in shapes.provinces[a].rings for point in ring]
    second = [point for ring in shapes.provinces[b].rings for point in ring]
    return min(((p, q) for p in first for q in second), key=lambda two: (distance(*two), two))
