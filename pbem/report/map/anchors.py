"""Where the anchors of the ports stand: in the water, each off the coast of its own province and of no other."""

from collections.abc import Sequence

from pbem.core.terms import Province
from pbem.report.map.areas import Area, Box
from pbem.report.map.ground import Ground
from pbem.rulebook.shapes import Point

ROOM = ((5.5, 10.5), (4.0, 7.0), (4.0, 4.0))
"""How far it keeps from its own coast, and from another's: what is tried, for bays may be narrow."""
FAR = 27
"""How far from the port it may stand."""
APART = 14.0
"""How far anchors stand from one another."""


def anchors(ground: Ground) -> dict[Province, Point]:
    """By the code of a port's province the place of its anchor."""
    found: dict[Province, Point] = {}
    shapes = ground.shapes
    dry = [*shapes.land, *(lake.ring for lake in shapes.lakes)]
    beyond = [Area(dry)] if dry else []
    for code, shape in shapes.provinces.items():
        if code in ground.areas and ground.board.provinces[code].port and shape.port is not None:
            found[code] = _anchor(code, shape.port, ground, beyond=beyond, others=tuple(found.values()))
    return found


def _anchor(
    code: Province, port: Point, ground: Ground, *, beyond: Sequence[Area], others: Sequence[Point]
) -> Point:
    """The nearest fitting place to the port; the port itself where there is none."""
    reach = Box(port.x - FAR - 12, port.y - FAR - 12, port.x + FAR + 12, port.y + FAR + 12)
    own = ground.areas[code]
    foreign = [area for other, area in ground.areas.items() if other != code and area.bounds.meets(reach)]
    places = [
        at
        for at in _places(port)
        if not any(abs(at.x - one.x) < APART and abs(at.y - one.y) < APART for one in others)
    ]
    for clear, away in ROOM:
        for at in places:
            if not _on((own, *beyond), _around(at, clear)) and not _on(foreign, _around(at, away)):
                return at
    return port


def _places(port: Point) -> list[Point]:
    """The places around a port, the nearest first."""
    offsets = [(dx, dy) for dx in range(-FAR, FAR + 1, 3) for dy in range(-FAR, FAR + 1, 3)]
    offsets.sort(key=lambda off: (off[0] ** 2 + off[1] ** 2, off))
    return [Point(port.x + dx, port.y + dy) for dx, dy in offsets]


def _on(areas: Sequence[Area], points: Sequence[Point]) -> bool:
    """Whether any of the points lies in any of the areas."""
    return any(area.holds(point) for area in areas for point in points)


def _around(at: Point, far: float) -> tuple[Point, ...]:
    """The point and eight around it."""
    near = far * 0.7
    return (
        at,
        Point(at.x + far, at.y), Point(at.x - far, at.y), Point(at.x, at.y + far), Point(at.x, at.y - far),
        Point(at.x + near, at.y + near), Point(at.x - near, at.y + near),
        Point(at.x + near, at.y - near), Point(at.x - near, at.y - near),
    )  # fmt: skip
