"""One picture of the map: the lasting scene with a position on it, and what a Phase did, ready for the template."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pbem.core.events import Event
from pbem.core.rules import Rules
from pbem.core.state import Stack, State
from pbem.core.terms import Color, Player, Province
from pbem.report.map.areas import Box
from pbem.report.map.arrows import Arrow, arrows
from pbem.report.map.lettering import text_width
from pbem.report.map.marks import SIGNS, badges
from pbem.report.map.piles import Arrangement, Item, Placed, arrange, piles_of
from pbem.report.map.scene import Plate, Scene, path
from pbem.report.map.words import map_words, ordered, stack_words, stacks_by_province
from pbem.rulebook.shapes import MapName, Point
from pbem.words import unit_in_words

PROVINCE_NAME = 8.5
"""Size of the letters of a province's name."""
TOWN = 7.5
"""Size of the letters of a town's name."""
_COLORS: tuple[Color, ...] = ("red", "white", "blue", "green")


class ProvinceView(NamedTuple):
    """A province as it is drawn."""

    code: Province
    name: str
    letter: str
    path: str
    title: str
    """What is shown when it is pointed at: its name, its region and all that stands there."""


class Words(NamedTuple):
    """A province's name and where its middle stands, on its base line."""

    text: str
    letter: str
    at: Point


class Town(NamedTuple):
    """A town: the place of its dot; its name where there is room."""

    name: str
    at: Point
    text_at: Point
    anchor: str
    """SVG's text-anchor: start, middle or end."""


class ArrowView(NamedTuple):
    """An arrow, ready to be drawn."""

    color: Color
    player: Player
    path: str
    head: str
    title: str


class Folded(NamedTuple):
    """The stacks of a province that stand in one mark."""

    code: Province
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything on the picture."""

    scene: Scene
    provinces: tuple[ProvinceView, ...]
    names: tuple[Words, ...]
    """Of provinces, where there is room."""
    towns: tuple[Town, ...]
    placed: tuple[Placed, ...]
    arrows: tuple[ArrowView, ...]
    signs: tuple[str, ...]
    """The signs that stand on the map, for the legend."""
    arrow_colors: tuple[Color, ...]
    folded: tuple[Folded, ...]
    stacks: int


def picture_of(state: State, rules: Rules, scene: Scene, *, events: Sequence[Event] = ()) -> Picture:
    """The position on the map; of the events those that can be drawn."""
    by_code = stacks_by_province(state)
    signs = badges(events)
    arranged = {
        code: _arranged(code, by_code.get(code, ()), signs.get(code, ()), scene, rules)
        for code in scene.plates
    }
    placed = tuple(one for arrangement in arranged.values() for one in arrangement.placed)
    clusters = {code: _cluster(scene.plates[code], arrangement) for code, arrangement in arranged.items()}
    drawn = arrows(events, scene.ground, clusters, rules)
    names = {code: one.name for code, one in arranged.items() if one.name is not None}
    return Picture(
        scene=scene,
        provinces=tuple(_province(code, by_code.get(code, ()), scene, rules) for code in scene.plates),
        names=tuple(
            Words(
                rules.board.provinces[code].name,
                scene.plates[code].letter,
                Point(box.middle.x, box.bottom - 2),
            )
            for code, box in names.items()
        ),
        towns=_towns(scene, [box for boxes in clusters.values() for box in boxes], list(names.values())),
        placed=placed,
        arrows=tuple(_arrow(arrow, rules) for arrow in drawn),
        signs=tuple(sign for sign in SIGNS if any(one.item.sign == sign for one in placed)),
        arrow_colors=tuple(color for color in _COLORS if any(arrow.color == color for arrow in drawn)),
        folded=_folded(by_code, arranged, rules),
        stacks=len(state.stacks),
    )


def _arranged(
    code: Province, stacks: Iterable[Stack], signs: Sequence[Item], scene: Scene, rules: Rules
) -> Arrangement:
    name = rules.board.provinces[code].name
    size = (text_width(name, PROVINCE_NAME), PROVINCE_NAME + 1.5)
    return arrange(scene.rooms[code], tuple(signs), piles_of(stacks, rules), size)


def _cluster(plate: Plate, arrangement: Arrangement) -> list[Box]:
    """All that stands beside a code, with the code."""
    return [plate.box, *(one.box for one in arrangement.placed)]


def _province(code: Province, stacks: Sequence[Stack], scene: Scene, rules: Rules) -> ProvinceView:
    facts = rules.board.provinces[code]
    head = map_words()["province"].format(code=code, name=facts.name, region=facts.region)
    lines = [head, *(stack_words(stack, rules) for stack in ordered(stacks, rules))]
    return ProvinceView(
        code, facts.name, scene.letters[facts.region], scene.provinces[code], "\n".join(lines)
    )


def _arrow(arrow: Arrow, rules: Rules) -> ArrowView:
    move = arrow.moved
    units = ", ".join(unit_in_words(unit, rules) for unit in move.units)
    by = f" {map_words()['by_rail']}" if move.by == "rail" else ""
    title = f"{move.player}: {units}: {' – '.join(move.route)}{by}"
    return ArrowView(arrow.color, arrow.player, path(arrow.line), path(arrow.head, closed=True), title)


def _towns(scene: Scene, boxes: Sequence[Box], names: Sequence[Box]) -> tuple[Town, ...]:
    """The towns whose dots are not covered, each with its name where that stands free."""
    anchors = [Box(at.x - 6, at.y - 7, at.x + 6, at.y + 7) for at in scene.anchors.values()]
    taken = [*boxes, *names, *scene.lake_names]
    found: list[Town] = []
    for town in scene.ground.shapes.names:
        if town.kind != "town":
            continue
        places = _town_places(town)
        around = _around([box for _, box in places])
        near = _meeting(taken, around)
        if any(box.holds(town.at) for box in near):
            continue
        near += _meeting(anchors, around)
        free = [(view, box) for view, box in places if not any(box.meets(other) for other in near)]
        if free:
            found.append(free[0][0])
            taken.append(free[0][1])
    return tuple(found)


def _around(boxes: Sequence[Box]) -> Box:
    """The least box around all of them."""
    return Box(
        min(box.left for box in boxes), min(box.top for box in boxes),
        max(box.right for box in boxes), max(box.bottom for box in boxes),
    )  # fmt: skip


def _meeting(boxes: Iterable[Box], one: Box) -> list[Box]:
    """Those of the boxes that overlap the one; asked very often, so without a call for each."""
    left, top, right, bottom = one
    return [
        box
        for box in boxes
        if box.left < right and left < box.right and box.top < bottom and top < box.bottom
    ]


@lru_cache(maxsize=256)
def _town_places(town: MapName) -> tuple[tuple[Town, Box], ...]:
    """Where the name of a town may stand: right of its dot, left, below, above."""
    wide, x, y = text_width(town.text, TOWN), town.at.x, town.at.y
    low, high = TOWN * 0.8, TOWN * 0.25
    spots = (
        (Point(x + 4, y + 2.6), "start", x + 4),
        (Point(x - 4, y + 2.6), "end", x - 4 - wide),
        (Point(x, y + 10), "middle", x - wide / 2),
        (Point(x, y - 4.5), "middle", x - wide / 2),
    )
    return tuple(
        (Town(town.text, town.at, at, anchor), Box(left, at.y - low, left + wide, at.y + high))
        for at, anchor, left in spots
    )


def _folded(
    by_code: Mapping[Province, Sequence[Stack]], arranged: Mapping[Province, Arrangement], rules: Rules
) -> tuple[Folded, ...]:
    """The provinces with more stacks than there was room for, and all of their stacks in words."""
    return tuple(
        Folded(
            code, " · ".join(f"{pile.text} {pile.name}".strip() for pile in piles_of(by_code[code], rules))
        )
        for code, arrangement in arranged.items()
        if any(one.item.kind == "fold" for one in arrangement.placed)
    )
