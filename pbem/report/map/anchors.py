"""Where the anchors of the ports stand: in the water, each off the coast of its own province and of no other."""

from collections.abc import Sequence
from itertools import product

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
    own = (ground.areas[code], *beyond)
    foreign = [area for other, area in ground.areas.items() if other != code and area.bounds.meets(reach)]
    for clear, away in ROOM:
        for across, down in _OFFSETS:
            at = Point(port.x + across, port.y + down)
            if (
                not _on(own, at, clear)
                and not _on(foreign, at, away)
                and not any(abs(at.x - one.x) < APART and abs(at.y - one.y) < APART for one in others)
            ):
                return at
    return port


_OFFSETS = sorted(
    product(range(-FAR, FAR + 1, 3), repeat=2), key=lambda off: (off[0] ** 2 + off[1] ** 2, off)
)
"""The places around a port, the nearest first."""


def _on(areas: Sequence[Area], at: Point, far: float) -> bool:
    """Whether the point, or one of eight so far around it, lies in any of the areas."""
    for across, down in _AROUND:
        point = Point(at.x + far * across, at.y + far * down)
        for area in areas:
            if area.holds(point):
                return True
    return False


_AROUND = (
    (0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7)
)  # fmt: skip
