"""What happened in a Phase as signs beside the codes of the provinces, and where the anchors of the ports stand."""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator

from pbem.core.events import (
    Attacked,
    Attempted,
    CzarExecuted,
    Eliminated,
    Event,
    EventRolled,
    Replaced,
    Subverted,
)
from pbem.core.terms import Province
from pbem.report.map.areas import Area, Box
from pbem.report.map.ground import Ground
from pbem.report.map.piles import Item
from pbem.rulebook.shapes import Point

SIGNS = ("battle", "subversion", "attempt", "epidemic", "dead", "back")
"""The signs in the order in which they stand beside a code."""
CLEAR = 5.5
"""How much water an anchor needs around it."""


def badges(events: Iterable[Event]) -> dict[Province, tuple[Item, ...]]:
    """By province the signs of what happened there, with a count where it is more than one."""
    found: dict[Province, Tally[str]] = {}
    for event in events:
        for code, sign in _signs(event):
            found.setdefault(code, Tally())[sign] += 1
    return {
        code: tuple(
            Item("badge", str(signs[sign]) if signs[sign] > 1 else "", sign=sign) for sign in SIGNS if signs[sign]
        )
        for code, signs in found.items()
    }


def _signs(event: Event) -> Iterator[tuple[Province, str]]:
    match event:
        case Attacked():
            yield event.at, "battle"
        case Subverted():
            yield event.at, "subversion"
        case Attempted():
            yield event.at, "attempt"
        case Eliminated() | CzarExecuted():
            yield event.at, "dead"
        case Replaced():
            yield event.at, "back"
        case EventRolled():
            yield from ((code, "epidemic") for code in event.provinces)
        case _:
            pass


def anchors(ground: Ground) -> dict[Province, Point]:
    """Where each port's anchor stands: in the water, off the coast of its own province and no other."""
    found: dict[Province, Point] = {}
    dry_land = [*ground.shapes.land, *(lake.ring for lake in ground.shapes.lakes)]
    land = Area(dry_land) if dry_land else None
    for code, shape in ground.shapes.provinces.items():
        if code in ground.areas and ground.board.provinces[code].port and shape.port is not None:
            found[code] = _anchor(code, shape.port, ground, land, tuple(found.values()))
    return found


def _anchor(code: Province, port: Point, ground: Ground, land: Area | None, others: tuple[Point, ...]) -> Point:
    """The nearest fitting place to the port; the port itself where there is none."""
    reach = Box(port.x - 40, port.y - 40, port.x + 40, port.y + 40)
    near = {other: area for other, area in ground.areas.items() if area.bounds.meets(reach)}

    def dry(at: Point, owner: Province | None = None) -> bool:
        if owner is not None:
            return near[owner].holds(at)
        return any(area.holds(at) for area in near.values()) or (land is not None and land.holds(at))

    offsets = sorted(
        ((dx, dy) for dx in range(-27, 28, 3) for dy in range(-27, 28, 3)), key=lambda off: (off[0] ** 2 + off[1] ** 2, off)
    )
    for dx, dy in offsets:
        at = Point(port.x + dx, port.y + dy)
        if dry(at) or any(abs(at.x - one.x) < 14 and abs(at.y - one.y) < 14 for one in others):
            continue
        if any(dry(around) for around in _around(at, CLEAR)):
            continue
        if all(not dry(around, other) for other in near if other != code for around in _around(at, CLEAR + 5)):
            return at
    return port


def _around(at: Point, far: float) -> tuple[Point, ...]:
    near = far * 0.7
    return (
        Point(at.x + far, at.y), Point(at.x - far, at.y), Point(at.x, at.y + far), Point(at.x, at.y - far),
        Point(at.x + near, at.y + near), Point(at.x - near, at.y + near),
        Point(at.x + near, at.y - near), Point(at.x - near, at.y - near),
    )  # fmt: skip
