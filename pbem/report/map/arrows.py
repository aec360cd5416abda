"""The movement of a Phase as arrows over the map: each along its route, crossing every border on its way."""

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pbem.core.events import Event, Moved
from pbem.core.rules import Rules
from pbem.core.state import stack_color
from pbem.core.terms import Color, Player, Province
from pbem.report.map.areas import Box, along, distance
from pbem.report.map.ground import Ground, Line, Pair, pair_of
from pbem.report.map.ways import inside
from pbem.rulebook.shapes import Point

APART = 8.0
"""Pixels between two arrows over one border."""
STRIDE = 6.0
"""Pixels between the points of a curve."""
FLAT = 0.35
"""By how many pixels a point must bend a line to stay in it."""
HEAD = 9.0
"""Length of an arrow's head."""


class Arrow(NamedTuple):
    """One force's way: its line, the three corners of the head, and whose it was."""

    moved: Moved
    color: Color
    player: Player
    line: Line
    head: Line


def arrows(
    events: Iterable[Event], ground: Ground, clusters: Mapping[Province, Sequence[Box]], rules: Rules
) -> tuple[Arrow, ...]:
    """An arrow for every force that went to another province. `clusters`: the boxes beside each code, under which an
    arrow would not be seen."""
    moves = [event for event in events if isinstance(event, Moved) and len(event.route) > 1]
    moves = [move for move in moves if all(code in ground.areas for code in move.route)]
    crowd = Tally(pair_of(*step) for move in moves for step in pairwise(move.route))
    used: Tally[Pair] = Tally()
    return tuple(_arrow(move, ground, clusters, rules, crowd=crowd, used=used) for move in moves)


def _arrow(
    move: Moved,
    ground: Ground,
    clusters: Mapping[Province, Sequence[Box]],
    rules: Rules,
    *,
    crowd: Tally[Pair],
    used: Tally[Pair],
) -> Arrow:
    crossings: list[Point] = []
    for a, b in pairwise(move.route):
        pair = pair_of(a, b)
        crossings.append(_place(ground, pair, used[pair], crowd[pair]))
        used[pair] += 1
    line = _cut(_curve(_stops(move, crossings, ground)), crossings[-1], clusters.get(move.route[-1], ()))
    return Arrow(move, stack_color(move.units, rules), move.player, _thinned(line[:-1]), _head(line))


def _place(ground: Ground, pair: Pair, number: int, of: int) -> Point:
    """Where the arrow of this number crosses: side by side with the others, clear of the railway in the middle."""
    border = ground.borders.get(pair)
    if border is None:
        at = ground.crossing(*pair)
        return Point(at.x + APART * number, at.y)
    step = min(APART, border.long / (of + 1))
    off = (number - (of - 1) / 2) * step + (step / 2 if of % 2 else 0.0)
    return along(border.way, min(0.95, max(0.05, 0.5 + off / border.long))) if border.long else border.at


def _stops(move: Moved, crossings: Sequence[Point], ground: Ground) -> list[Point]:
    """The points the curve goes through; over the middle of a province where the straight way would leave it."""
    first, last = move.route[0], move.route[-1]
    labels = {code: ground.shapes.provinces[code].label for code in move.route}
    stops = list(inside(ground.areas[first], labels[first], crossings[0]))
    for code, before, crossing in zip(move.route[1:], crossings, crossings[1:], strict=False):
        area = ground.areas[code]
        if area.sees(_inward(before, crossing), crossing, from_edge=3.0):
            stops.append(crossing)
        else:
            stops += [
                *reversed(inside(area, labels[code], before)[:-1]),
                *inside(area, labels[code], crossing)[1:],
            ]
    return [*stops, *reversed(inside(ground.areas[last], labels[last], crossings[-1])[:-1])]


def _inward(a: Point, b: Point) -> Point:
    whole = distance(a, b)
    return a if whole < 6 else Point(a.x + (b.x - a.x) * 3 / whole, a.y + (b.y - a.y) * 3 / whole)


def _curve(stops: Sequence[Point]) -> Line:
    """A smooth line through all stops (Hermite, in short strokes)."""
    ends = [stops[0], *stops, stops[-1]]
    found = [stops[0]]
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        found += _piece(a, b, c, d)
    return tuple(found)


def _piece(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    """The points of the curve from b to c; the slopes are held down where the neighbors are far."""
    whole = distance(b, c)
    back, on = _held(whole, distance(a, c)), _held(whole, distance(b, d))
    return [
        Point(
            stay * b.x + leave * back * (c.x - a.x) + come * c.x + arrive * on * (d.x - b.x),
            stay * b.y + leave * back * (c.y - a.y) + come * c.y + arrive * on * (d.y - b.y),
        )
        for stay, leave, come, arrive in _shares(max(1, round(whole / STRIDE)))
    ]


def _held(whole: float, span: float) -> float:
    """The part of the way between two stops that is the slope at the one between them."""
    return min(1.0, 1.2 * whole / span) / 2 if span else 0.0


@lru_cache(maxsize=512)
def _shares(steps: int) -> tuple[tuple[float, float, float, float], ...]:
    """For every step of a piece how much both ends and both slopes have to say."""
    found: list[tuple[float, float, float, float]] = []
    for step in range(1, steps + 1):
        first = step / steps
        second, third = first * first, first * first * first
        stay, leave = 2 * third - 3 * second + 1, third - 2 * second + first
        found.append((stay, leave, -2 * third + 3 * second, third - second))
    return tuple(found)


def _cut(line: Line, crossing: Point, boxes: Sequence[Box]) -> Line:
    """The line up to where it comes under the things in the last province, but at least over the border."""
    away = [distance(point, crossing) for point in line]
    border = away.index(min(away))
    least = min(len(line) - 1, border + 2)
    for number in range(len(line) - 1, least, -1):
        if not any(box.holds(line[number]) for box in boxes):
            return line[: number + 1]
    return line[: least + 1]


def _thinned(line: Line) -> Line:
    """The line without the points that hardly bend it: those less than `FLAT` off the straight way."""
    if len(line) < 3:
        return line
    kept = [line[0]]
    x, y = line[0]
    for point, after in pairwise(line[1:]):
        across, down = after.x - x, after.y - y
        off = across * (y - point.y) - (x - point.x) * down
        if off * off > FLAT * FLAT * (across * across + down * down):
            kept.append(point)
            x, y = point
    return (*kept, line[-1])


def _head(line: Line) -> Line:
    """The head of an arrow whose point is the end of the line."""
    tip = line[-1]
    back = next((point for point in reversed(line) if distance(point, tip) >= HEAD - 1), line[0])
    whole = distance(back, tip) or 1.0
    dx, dy = (tip.x - back.x) / whole, (tip.y - back.y) / whole
    foot = Point(tip.x - dx * HEAD, tip.y - dy * HEAD)
    wide = HEAD * 0.55
    return tip, Point(foot.x - dy * wide, foot.y + dx * wide), Point(foot.x + dy * wide, foot.y - dx * wide)
