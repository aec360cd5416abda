"""A campaign's history as a small static site: reports and maps by Phase, points and strengths over time, letters to all.

Only what everybody may see goes in: each Material is cut of all secrets first (R41).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem.core.state import State, stack_color
from pbem.phases.victory import victory_points
from pbem.report.html import Press
from pbem.report.map import Look, material_map
from pbem.report.material import Material
from pbem.report.own import Letter, letters
from pbem.report.plots import Plot, plot
from pbem.report.view import Views, cut
from pbem.rulebook.shapes import Shapes

COLOR_NAMES = {"red": "Red", "white": "White", "blue": "Blue", "green": "Green"}


@dataclass(frozen=True, slots=True)
class SitePhase:
    """A published Phase: the key of its folder, its name in words and briefly, and its letters to all."""

    key: str
    title: str
    short: str
    letters: tuple[Letter, ...]


def site_files(
    materials: Sequence[tuple[str, Material]], *, shapes: Shapes, templates: Path | None = None
) -> dict[str, str]:
    """All files of the site by their path: ``index.html``, ``turns/03-first.html``, ``maps/03-first.svg``.

    `materials`: the published Phases with their keys, oldest first, at least one. The newest tells the ending.
    """
    phases = [_phase(key, material) for key, material in materials]
    known = [(phase, cut(material, None)) for phase, (_, material) in zip(phases, materials, strict=True)]
    look = Look(templates=templates)
    found: dict[str, str] = {}
    press: Press | None = None
    for place, (phase, material) in enumerate(known):
        press = Press(templates, Views(material), shapes)
        around = {"phases": phases, "phase": phase, "place": place}
        found[f"turns/{phase.key}.html"] = press.page("site/turn.html.j2", **around)
        found[f"maps/{phase.key}.svg"] = material_map(material, shapes, look=look)
    assert press is not None
    plots = _plots(phases, [material for _, material in known])
    found["index.html"] = press.page("site/index.html.j2", phases=phases, plots=plots)
    return found


def _phase(key: str, material: Material) -> SitePhase:
    if material.phase == "setup":
        title, short = "The set-up", "0"
    else:
        name = "First" if material.phase == "first" else "Second"
        title, short = (
            f"Game-Turn {material.turn}, {name} Phase",
            f"{material.turn}{'a' if name == 'First' else 'b'}",
        )
    return SitePhase(key, title, short, tuple(_letters_to_all(material)))


def _letters_to_all(material: Material) -> Iterable[Letter]:
    """The letters everybody got, each once."""
    seen: list[Letter] = []
    for seat in material.seats:
        for letter in letters(material.sheets, seat.player, players=material.after.players):
            if not letter.to and letter not in seen:
                seen.append(letter)
    return seen


def _plots(phases: Sequence[SitePhase], materials: Sequence[Material]) -> tuple[Plot, ...]:
    """Points of the players if either side wins, and Strength Points of the colors on the map, after each Phase."""
    shorts = [phase.short for phase in phases]
    names = {seat.player: seat.name for seat in materials[-1].seats}
    points = [victory_points(material.after, material.rules) for material in materials]
    red = {player: tuple(row[player].red if player in row else 0 for row in points) for player in names}
    white = {player: tuple(row[player].white if player in row else 0 for row in points) for player in names}
    strengths = [_strengths(material.after, material) for material in materials]
    colors = {name: tuple(row[color] for row in strengths) for color, name in COLOR_NAMES.items()}
    return (
        plot("Points if Red wins", names, red, shorts),
        plot("Points if White wins", names, white, shorts),
        plot("Strength Points on the map", {name: name for name in colors}, colors, shorts),
    )


def _strengths(state: State, material: Material) -> dict[str, int]:
    """The Strength Points of each color on the map."""
    found = dict.fromkeys(COLOR_NAMES, 0)
    for stack in state.stacks:
        color = stack_color(stack.units, material.rules)
        if color:
            found[color] += material.rules.total(stack.units)
    return found
