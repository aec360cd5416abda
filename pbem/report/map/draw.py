"""The picture written out as SVG: the only place that knows the templates of the map."""

import textwrap
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pbem.core.board import Board
from pbem.core.terms import Player
from pbem.report.map.areas import Box
from pbem.report.map.piles import HIGH, LAYER, Item
from pbem.report.map.picture import Folded, Picture
from pbem.report.map.scene import number, path
from pbem.resources import templates_folder

FONT = "Arial,Helvetica,'Liberation Sans',Arimo,sans-serif"
MOST_CROWDED = 8
"""Lines of the list of crowded provinces; what is more stands in the report."""


class CrowdedLine(NamedTuple):
    """A line of the list of crowded provinces; the first of each begins with the code."""

    code: str
    text: str
    first: bool


class Labels(NamedTuple):
    """The words of one picture that come from outside."""

    heading: str
    caption: str
    seats: tuple[str, ...] = ()
    """The players' letters and names."""


def write(picture: Picture, labels: Labels, *, player: Player | None, inline: bool, variables: bool, prefix: str) -> str:
    """The SVG. `variables`: colors as CSS variables with the light ones as fallback; `inline`: to stand in a page,
    with a style for dark pages, too."""
    colors = _colors()

    def paint(name: str) -> str:
        light: str = colors[name][0]
        return f"var(--map-{name},{light})" if variables else light

    svg: str = (
        _environment()
        .get_template("map/map.svg.j2")
        .render(
            picture=picture,
            scene=picture.scene,
            id=prefix,
            paint=paint,
            colors=colors,
            font=FONT,
            inline=inline,
            player=player,
            heading=labels.heading,
            caption=labels.caption,
            seats=_seat_lines(labels.seats),
            title=" – ".join(text for text in (labels.heading, labels.caption) if text),
            desc=_description(picture),
            samples=_samples(),
            codes=[(one.code, one.name) for one in picture.provinces],
            rows=-(-len(picture.provinces) // 3),
            crowded=_crowded(picture.folded),
        )
    )
    return svg


def _description(picture: Picture) -> str:
    return (
        f"A map of {len(picture.provinces)} provinces with {picture.stacks} stacks. Every province tells its stacks "
        "when it is pointed at; the list beside the picture tells the same in words."
    )


def _seat_lines(seats: Sequence[str]) -> list[str]:
    lines = textwrap.wrap("Players: " + ", ".join(seats), 112) if seats else []
    return lines if len(lines) < 3 else [lines[0], textwrap.shorten(lines[1] + " …", 112, placeholder=" …")]


def _crowded(folded: Sequence[Folded]) -> list[CrowdedLine]:
    lines = [
        CrowdedLine(one.code, text, place == 0)
        for one in folded
        for place, text in enumerate(textwrap.wrap(one.text, 104, initial_indent="     ")) 
    ]
    lines = [line._replace(text=line.text.strip()) for line in lines]
    return lines if len(lines) <= MOST_CROWDED else [*lines[:MOST_CROWDED], CrowdedLine("", "… more in the list", False)]


def _samples() -> list[tuple[Item, Box, str]]:
    """Piles for the legend, each with what it shows."""
    rows = (
        (Item("pile", "A 12", color="red", name="Trotsky", layers=2), ""),
        (Item("pile", "A 8", color="red"), "Red"),
        (Item("pile", "C 7", color="white"), "White"),
        (Item("pile", "B 4", color="blue"), "Blue"),
        (Item("pile", "D 6", color="green"), "Green"),
        (Item("pile", "3", color="green"), "no letter: nobody’s"),
        (Item("fold", "+5", colors=("blue", "red")), "five stacks more"),
    )
    words = "player, strength, top Leader"
    found: list[tuple[Item, Box, str]] = []
    for place, (item, text) in enumerate(rows):
        bottom = 22.0 + 15 * place
        found.append((item, Box(0, bottom - item.height, item.width, bottom), text or words))
    return found


@cache
def _colors() -> Mapping[str, Sequence[str]]:
    """Every color by its name: on a light page and on a dark one."""
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    found: Mapping[str, Sequence[str]] = yaml.load((templates_folder() / "map" / "colors.yaml").read_text("utf-8"), loader)
    return found


@cache
def _environment() -> Any:  # jinja2.Environment; loaded only when a map is drawn
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(templates_folder()),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals |= {"n": number, "path": path}
    return environment
