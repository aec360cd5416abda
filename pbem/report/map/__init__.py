"""The map of a campaign as a picture, and in words.

Begin at `draw_map` (a position) and `material_map` (a Phase of a campaign). In words: `units_list`, `neighbors_table`,
`neighbors_text`.
"""

from collections.abc import Sequence

from pbem.core.events import Event
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import PhaseName, Player
from pbem.report.map.draw import USUAL, Labels, Look, own_style, write
from pbem.report.map.picture import picture_of
from pbem.report.map.scene import scene_of
from pbem.report.map.words import map_words, neighbors_table, neighbors_text, units_list
from pbem.report.material import Material
from pbem.report.names import words
from pbem.report.own import cleaned
from pbem.rulebook.shapes import Shapes

__all__ = [
    "Labels",
    "Look",
    "draw_map",
    "material_map",
    "material_maps",
    "neighbors_table",
    "neighbors_text",
    "own_style",
    "position_labels",
    "units_list",
]


def draw_map(
    state: State,
    rules: Rules,
    shapes: Shapes,
    *,
    labels: Labels,
    events: Sequence[Event] = (),
    look: Look = USUAL,
) -> str:
    """The position as SVG text. All it shows is public (R41), so every player may have it.

    `events`: what led to the position; movement is drawn as arrows, battles and losses as signs. Raises errors.Fault
    for a template of the campaign's own that cannot be used.
    """
    return write(picture_of(state, rules, scene_of(shapes, rules.board), events=events), labels, look)


def material_map(material: Material, shapes: Shapes, *, look: Look = USUAL) -> str:
    """The position after a Phase as SVG text, with what the Phase did; see `draw_map`."""
    return material_maps(material, shapes, (look.player,), look=look)[look.player]


def material_maps(
    material: Material, shapes: Shapes, players: Sequence[Player | None], *, look: Look = USUAL
) -> dict[Player | None, str]:
    """The same for several players, each with his own stacks framed (for None with nobody's); placed only once."""
    events = material.result.events if material.result else ()
    scene = scene_of(shapes, material.rules.board)
    picture = picture_of(material.after, material.rules, scene, events=events)
    phase = _phase(material.turn, material.phase)
    labels = Labels(
        cleaned(material.campaign),
        map_words()["after" if material.result else "before"].format(phase=phase),
        tuple(f"{seat.player} {cleaned(seat.name)}" for seat in material.seats),
    )
    return {player: write(picture, labels, look._replace(player=player)) for player in players}


def position_labels(state: State, campaign: str = "") -> Labels:
    """The words over a position that stands alone."""
    phase = _phase(state.turn, state.phase)
    return Labels(cleaned(campaign) or map_words()["no_heading"], map_words()["before"].format(phase=phase))


def _phase(turn: int, phase: PhaseName) -> str:
    return words()[f"phase_{phase}"].format(turn=turn)
