"""The picture written out as SVG by templates/map/map.svg.j2; the only module that knows what the template is given."""

import textwrap
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from pbem.core.terms import Color, Player
from pbem.report.map.areas import Box
from pbem.report.map.lettering import fitted
from pbem.report.map.picture import Folded, Picture
from pbem.report.map.piles import Item
from pbem.report.map.scene import number, path
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


def write(picture: Picture, labels: Labels, look: Look) -> str:
    """The SVG; see `draw_map`. Raises errors.Fault for a template of the campaign's own that cannot be used."""
    colors = _colors()

    def paint(name: str) -> str:
        light = colors[name][0]
        return f"var(--map-{name},{light})" if look.variables else light

    return Templates(look.templates).render(
        TEMPLATE,
        {
            "picture": picture,
            "scene": picture.scene,
            "id": look.prefix,
            "n": number,
            "path": path,
            "paint": paint,
            "colors": colors,
            "font": FONT,
            "inline": look.inline,
            "player": look.player,
            "heading": fitted(labels.heading, HEADING, PANEL, bold=True),
            "caption": fitted(labels.caption, CAPTION, PANEL),
            "seats": _seat_lines(labels.seats),
            "title": " – ".join(text for text in (labels.heading, labels.caption) if text),
            "desc": map_words()["description"].format(
                provinces=len(picture.provinces), stacks=picture.stacks
            ),
            "samples": _samples(),
            "rows": -(-len(picture.provinces) // 3),
            "crowded": _crowded(picture.folded),
            "undrawn": _undrawn(picture),
        },
    )


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


def _samples() -> list[tuple[Item, Box, str]]:
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
    found: list[tuple[Item, Box, str]] = []
    for place, (key, item) in enumerate(items.items()):
        bottom = 22.0 + 15 * place
        box = Box(0, bottom - item.height, item.width, bottom)
        found.append((item, box, map_words()[f"sample_{key}"]))
    return found


@cache
def _colors() -> Mapping[str, Sequence[str]]:
    """Every color by its name: on a light page and on a dark one."""
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    text = (templates_folder() / "map" / "colors.yaml").read_text("utf-8")
    found: Mapping[str, Any] = yaml.load(text, loader)
    return found
