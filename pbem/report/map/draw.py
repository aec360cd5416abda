"""The picture written out as SVG by templates/map/map.svg.j2; the only module that knows what the template is given."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from markupsafe import Markup

from pbem.core.terms import Color, Player
from pbem.report.map.areas import Box
from pbem.report.map.lettering import fitted
from pbem.report.map.picture import Folded, Picture
from pbem.report.map.piles import HIGH, LAYER, Item, Placed
from pbem.report.map.scene import Scene, number, path
from pbem.report.map.words import map_words
from pbem.report.templates import Templates
from pbem.resources import templates_folder

TEMPLATE = "map/map.svg.j2"
FONT = "Arial,Helvetica,Liberation Sans,Arimo,sans-serif"
HEADING, CAPTION = 19.0, 12.5
"""Sizes of the letters over the legend."""
PANEL = 490.0
"""The legend's width."""
LINE = 108
"""Letters in a line of the legend."""
MOST_CROWDED = 9
"""Lines of the list of crowded provinces; what is more stands in the list of units."""


class Labels(NamedTuple):
    """The words of one picture that come from outside."""

    heading: str
    caption: str
    seats: tuple[str, ...] = ()
    """The players' letters and names."""


class Look(NamedTuple):
    """How a picture is to look."""

    player: Player | None = None
    """Whose piles are framed and whose arrows stand out."""
    inline: bool = False
    """To stand within a page: as wide as that, and with dark colors where the page is dark."""
    variables: bool = True
    """Colors as CSS variables, which a page may set; False for what draws the picture as PNG."""
    prefix: str = "map"
    """Begins every id and is the class of the root, so that two pictures can stand in one page."""
    templates: Path | None = None
    """A campaign's own folder of templates."""


USUAL = Look()


class CrowdedLine(NamedTuple):
    """A line of the list of crowded provinces; the first of each province has its code, the others none."""

    code: str
    text: str


class Stripe(NamedTuple):
    """A color in the mark of folded stacks; numbers as texts."""

    color: str
    x: str
    width: str


class Thing(NamedTuple):
    """A pile, fold or badge for map/things.svg.j2: numbers as texts, from the upper left corner of its counter on."""

    kind: str
    classes: str
    x: str
    y: str
    width: str
    """Of the whole, without the counters that show underneath."""
    text: str
    sign: str = ""
    head: str = ""
    """The width of the counter itself."""
    layers: tuple[str, ...] = ()
    """How far each counter underneath is moved, the lowest first."""
    name: str = ""
    name_x: str = ""
    imperial_x: str = ""
    """Where the sign of Imperial units stands; empty where there are none."""
    stripes: tuple[Stripe, ...] = ()
    middle: str = ""


def write(picture: Picture, labels: Labels, look: Look) -> str:
    """The SVG; see `draw_map`. Raises errors.Fault for a template of the campaign's own that cannot be used."""
    return Templates(look.templates).render(
        TEMPLATE,
        {
            **_common(picture.scene, look),
            "picture": picture,
            "lasting": _lasting(picture.scene, look),
            "things": [_thing(one) for one in picture.placed],
            "codes_high": _codes_high(picture.scene, look),
            "player": look.player,
            "heading": fitted(labels.heading, HEADING, PANEL, bold=True),
            "caption": fitted(labels.caption, CAPTION, PANEL),
            "seats": _seat_lines(labels.seats),
            "title": " – ".join(text for text in (labels.heading, labels.caption) if text),
            "desc": map_words()["description"].format(
                provinces=len(picture.provinces), stacks=picture.stacks
            ),
            "crowded": _crowded(picture.folded),
            "undrawn": _undrawn(picture),
        },
    )


def own_style(player: Player, look: Look) -> str:
    """The style by which a player's own stand out on a picture that was drawn for nobody (`look.player` is None)."""
    facts = {"id": look.prefix, "player": player, "paint": _paint(variables=look.variables)}
    return Templates(look.templates).render("map/own.css.j2", facts)


def _common(scene: Scene, look: Look) -> dict[str, Any]:
    """What all templates of a picture are given."""
    return {
        "scene": scene,
        "id": look.prefix,
        "n": number,
        "path": path,
        "paint": _paint(variables=look.variables),
        "colors": _colors(),
        "font": FONT,
        "inline": look.inline,
    }


def _paint(*, variables: bool) -> Callable[[str], str]:
    """What gives a color by its name."""
    colors = _colors()
    return lambda name: f"var(--map-{name},{colors[name][0]})" if variables else colors[name][0]


LASTING = ("ground", "lines", "plates", "signs", "codes")
"""The parts that are the same in every picture: templates/map/lasting/….svg.j2."""


def _lasting(scene: Scene, look: Look) -> Mapping[str, Markup]:
    """What is the same in every picture that looks so; made once, if no template of the campaign's own may change it."""
    if look.templates is None:
        return _lasting_of_ours(scene, look._replace(player=None))
    return _lasting_made(scene, look)


@lru_cache(maxsize=8)
def _lasting_of_ours(scene: Scene, look: Look) -> Mapping[str, Markup]:
    return _lasting_made(scene, look)


def _lasting_made(scene: Scene, look: Look) -> Mapping[str, Markup]:
    facts = scene.ground.board.provinces
    samples = _samples()
    columns = _columns(look)
    common = {
        **_common(scene, look),
        "samples": [_thing(one) for one, _ in samples],
        "sample_words": [
            {"x": number(one.box.right + 5), "y": number(one.box.bottom - 3), "text": text}
            for one, text in samples
        ],
        "codes": [(code, facts[code].name) for code in scene.plates],
        "rows": -(-len(scene.plates) // columns),
        "codes_high": _codes_high(scene, look),
        "wide": 298 if columns == 3 else 514,
    }
    templates = Templates(look.templates)
    return {name: Markup(templates.render(f"map/lasting/{name}.svg.j2", common)) for name in LASTING}


def _columns(look: Look) -> int:
    """The columns of the list of codes: on a page it stands under the legend and is as wide."""
    return 5 if look.inline else 3


def _codes_high(scene: Scene, look: Look) -> int:
    """The height of the list of codes."""
    return 24 + 10 * -(-len(scene.plates) // _columns(look))


# --- piles, folds and badges -------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _thing(placed: Placed) -> Thing:
    item, box = placed.item, placed.box
    match item.kind:
        case "pile":
            return _pile(item, box)
        case "fold":
            return _fold(item, box)
        case _:
            x, y, wide = number(box.left), number(box.top), number(box.width)
            return Thing("badge", "badge", x, y, wide, item.text, item.sign)


def _pile(item: Item, box: Box) -> Thing:
    color = item.color or "none"
    return Thing(
        "pile",
        f"pile {color} of-{item.player}" if item.player else f"pile {color}",
        number(box.left),
        number(box.bottom - HIGH),
        number(item.width - item.layers * LAYER),
        item.text,
        color,
        number(item.head),
        tuple(str(layer * LAYER) for layer in range(item.layers, 0, -1)),
        item.name,
        number(item.head + 2.5),
        number(item.head - 6) if item.imperial else "",
    )


def _fold(item: Item, box: Box) -> Thing:
    wide = box.width / (len(item.colors) or 1)
    stripes = [
        Stripe(color or "none", number(place * wide), number(wide)) for place, color in enumerate(item.colors)
    ]
    return Thing(
        "fold",
        "fold",
        number(box.left),
        number(box.top),
        number(box.width),
        item.text,
        stripes=tuple(stripes),
        middle=number(box.width / 2),
    )


def _samples() -> list[tuple[Placed, str]]:
    """Piles for the legend, each with the words for what it shows."""
    colors: tuple[Color, ...] = ("blue", "red")
    items = {
        "full": Item("pile", "A 12", color="red", name="Trotsky", layers=2),
        "red": Item("pile", "A 8", color="red"),
        "white": Item("pile", "C 7", color="white"),
        "blue": Item("pile", "B 4", color="blue"),
        "green": Item("pile", "D 6", color="green"),
        "nobody": Item("pile", "3", color="green"),
        "imperial": Item("pile", "C 5", color="white", imperial=True),
        "fold": Item("fold", "+5", colors=colors),
    }
    found: list[tuple[Placed, str]] = []
    for place, (key, item) in enumerate(items.items()):
        bottom = 22.0 + 15 * place
        box = Box(0, bottom - item.height, item.width, bottom)
        found.append((Placed(item, box), map_words()[f"sample_{key}"]))
    return found


# --- words over and in the legend --------------------------------------------------------------------------------


def _seat_lines(seats: Sequence[str]) -> list[str]:
    """The players, on two lines at most."""
    if not seats:
        return []
    lines = textwrap.wrap(map_words()["players"].format(players=", ".join(seats)), LINE)
    return lines if len(lines) < 3 else [lines[0], f"{lines[1]} …"]


def _crowded(folded: Sequence[Folded]) -> list[CrowdedLine]:
    """The stacks that share a mark, province by province, each with as many lines as there is room for."""
    lines: list[CrowdedLine] = []
    for one in folded:
        texts = textwrap.wrap(one.text, LINE - 6, break_long_words=False)
        lines += [CrowdedLine(one.code if place == 0 else "", text) for place, text in enumerate(texts)]
    return (
        lines if len(lines) <= MOST_CROWDED else [*lines[:MOST_CROWDED], CrowdedLine("", map_words()["more"])]
    )


def _undrawn(picture: Picture) -> str:
    codes = picture.scene.undrawn
    return map_words()["not_drawn"].format(codes=", ".join(codes)) if codes else ""


@cache
def _colors() -> Mapping[str, Sequence[str]]:
    """Every color by its name: on a light page and on a dark one."""
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    text = (templates_folder() / "map" / "colors.yaml").read_text("utf-8")
    found: Mapping[str, Any] = yaml.load(text, loader)
    return found
