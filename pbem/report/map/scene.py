"""What of the picture never changes from Phase to Phase: land and water, borders, railways, anchors, the codes' plates.

Made once of the lie of the land, and kept. Paths are SVG path texts, rounded to a tenth of a pixel.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees
from typing import NamedTuple

from pbem.core.board import Board
from pbem.core.terms import Province
from pbem.report.map.anchors import anchors
from pbem.report.map.areas import Box, distance
from pbem.report.map.ground import Ground, Line, Pair, ground_of, nearest_points
from pbem.report.map.lettering import text_width
from pbem.report.map.piles import Room
from pbem.report.map.ways import way
from pbem.report.map.words import region_letters
from pbem.rulebook.shapes import Point, Shapes

CODE = 12.0
"""Size of the letters of a code."""
PLATE_HIGH = 14.0
TAB = 10.0
"""Width of the tab with the region's letter."""
ANCHOR = 9.0
"""Width of the anchor on a port's plate."""
LAKE = 7.5
"""Size of the letters of a lake's name."""


class Plate(NamedTuple):
    """A province's code as it stands on the map, with the letter of its region, and an anchor if it is a port."""

    code: Province
    letter: str
    port: bool
    box: Box
    text_at: Point
    """Where the code begins, on its base line."""


class Mark(NamedTuple):
    """The mark of a short border: its place, and by how many degrees it is turned."""

    pair: Pair
    at: Point
    turned: int


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The lasting part of the picture."""

    ground: Ground
    letters: Mapping[str, str]
    """By region its letter (15.41)."""
    land: str
    provinces: Mapping[Province, str]
    region_borders: str
    outline: str
    lakes: str
    rails: Mapping[Pair, Line]
    rail_path: str
    short: tuple[Mark, ...]
    barred: tuple[Line, ...]
    straits: tuple[Line, ...]
    anchors: Mapping[Province, Point]
    plates: Mapping[Province, Plate]
    lake_names: tuple[Box, ...]
    rooms: Mapping[Province, Room]
    """Where there is room for stacks."""
    undrawn: tuple[Province, ...]
    """Provinces that have no shape."""


_kept: list[Scene] = []


def scene_of(shapes: Shapes, board: Board) -> Scene:
    """The lasting part of the picture; made once for each drawing and board."""
    ground = ground_of(shapes, board)
    for scene in _kept:
        if scene.ground is ground:
            return scene
    scene = _made(ground)
    _kept[:] = [scene, *_kept[:3]]
    return scene


def _made(ground: Ground) -> Scene:
    board, shapes = ground.board, ground.shapes
    letters = region_letters(board)
    plates = {code: _plate(code, letters[board.provinces[code].region], ground) for code in ground.areas}
    lakes = _lake_names(ground)
    rails = {pair: way(ground, *pair) for pair in _pairs(board.rails, ground)}
    return Scene(
        ground=ground,
        letters=letters,
        land="".join(path(ring, closed=True) for ring in shapes.land),
        provinces={
            code: "".join(path(ring, closed=True) for ring in shapes.provinces[code].rings)
            for code in ground.areas
        },
        region_borders="".join(
            path(line) for pair in _region_borders(ground) for line in ground.borders[pair].lines
        ),
        outline="".join(path(line) for line in ground.outline),
        lakes="".join(path(lake.ring, closed=True) for lake in shapes.lakes),
        rails=rails,
        rail_path="".join(path(line) for line in rails.values()),
        short=tuple(Mark(border.pair, border.at, _turn(border.way)) for border in ground.short()),
        barred=tuple(line for border in ground.barred() for line in border.lines),
        straits=tuple(_strait(ground, pair) for pair in _pairs(board.strait, ground)),
        anchors=anchors(ground),
        plates=plates,
        lake_names=lakes,
        rooms={code: _room(code, ground, plates, lakes) for code in ground.areas},
        undrawn=tuple(code for code in board.provinces if code not in ground.areas),
    )


def _pairs(joins: Mapping[Province, Iterable[Province]], ground: Ground) -> list[Pair]:
    return [(a, b) for a in ground.areas for b in sorted(joins.get(a, ())) if a < b and b in ground.areas]


def _region_borders(ground: Ground) -> list[Pair]:
    facts = ground.board.provinces
    return [(a, b) for a, b in ground.borders if facts[a].region != facts[b].region]


def _plate(code: Province, letter: str, ground: Ground) -> Plate:
    port = ground.board.provinces[code].port
    at = ground.shapes.provinces[code].label
    text = text_width(code, CODE, bold=True)
    before = 3 + (ANCHOR + 1 if port else 0)
    whole = before + text + 2.5 + TAB
    box = Box(at.x - whole / 2, at.y - PLATE_HIGH / 2, at.x + whole / 2, at.y + PLATE_HIGH / 2)
    return Plate(code, letter, port, box, Point(box.left + before, at.y + 4.3))


def _lake_names(ground: Ground) -> tuple[Box, ...]:
    """Where the names of lakes stand, one word a line."""
    found: list[Box] = []
    for lake in ground.shapes.lakes:
        lines = lake.name.split()
        wide = max(text_width(line, LAKE) for line in lines) + 2
        high = len(lines) * (LAKE + 0.5)
        x, y = lake.at
        found.append(Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
    return tuple(found)


def _room(code: Province, ground: Ground, plates: Mapping[Province, Plate], lakes: Sequence[Box]) -> Room:
    """The room for a province's stacks: free of the codes of others and of the names of lakes."""
    area = ground.areas[code]
    boxes = [*(other.box for other in plates.values() if other.code != code), *lakes]
    return Room(area, plates[code].box, [box for box in boxes if box.meets(area.bounds)])


def _turn(line: Line) -> int:
    """How a mark is turned so that it lies across the line."""
    a, b = line[0], line[-1]
    return round(degrees(atan2(b.y - a.y, b.x - a.x)) + 90) % 180


def _strait(ground: Ground, pair: Pair) -> Line:
    """From a little inside the one province to a little inside the other."""
    a, b = nearest_points(ground.shapes, *pair)
    whole = distance(a, b) or 1.0
    far = 7.0 / whole
    return (
        Point(a.x - (b.x - a.x) * far, a.y - (b.y - a.y) * far),
        Point(b.x + (b.x - a.x) * far, b.y + (b.y - a.y) * far),
    )


def path(line: Sequence[Point], *, closed: bool = False) -> str:
    """The line as the text of an SVG path, in tenths of a pixel, each point as seen from the one before."""
    x, y = round(line[0].x * 10), round(line[0].y * 10)
    parts = [f"M{_tenth(x)} {_tenth(y)}l"]
    last = ""
    for _, point in pairwise(line):
        to_x, to_y = round(point.x * 10), round(point.y * 10)
        if (to_x, to_y) == (x, y):
            continue
        across, down = _tenth(to_x - x), _tenth(to_y - y)
        gap = " " if last and not across.startswith("-") else ""
        parts.append(f"{gap}{across}{'' if down.startswith('-') else ' '}{down}")
        x, y, last = to_x, to_y, down
    return "".join(parts) + ("z" if closed else "")


@lru_cache(maxsize=16384)
def _tenth(value: int) -> str:
    """A number of tenths as a decimal fraction, as short as it can be written."""
    whole, rest = divmod(abs(value), 10)
    text = f"{whole or ''}.{rest}" if rest else str(whole)
    return f"-{text}" if value < 0 else text


def number(value: float) -> str:
    """A coordinate, rounded to a tenth, as short as it can be written."""
    return _tenth(round(value * 10))
