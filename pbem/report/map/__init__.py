"""The map of a campaign as a picture, and in words.

Begin at `draw_map` (a position), `material_map` (a Phase of a campaign) and the functions of `words`.
"""

from collections.abc import Sequence

from pbem.core.events import Event
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Player
from pbem.report.map.draw import Labels, write
from pbem.report.map.picture import picture_of
from pbem.report.map.scene import scene_of
from pbem.report.map.words import neighbors_table, neighbors_text, units_list
from pbem.rulebook.shapes import Shapes

__all__ = ["Labels", "draw_map", "neighbors_table", "neighbors_text", "units_list"]


def draw_map(
    state: State,
    rules: Rules,
    shapes: Shapes,
    *,
    labels: Labels,
    events: Sequence[Event] = (),
    player: Player | None = None,
    inline: bool = False,
    variables: bool = True,
    prefix: str = "map",
) -> str:
    """The position as SVG text.

    `events`: what led to it; movement is drawn as arrows, battles and losses as signs. `player`: whose piles are
    framed. `inline`: without the head of a file, in the width of its page, with dark colors where the page is dark.
    `variables` False: plain colors, for what draws the picture as PNG. `prefix` begins every id, so that two pictures
    can stand in one page.
    """
    picture = picture_of(state, rules, scene_of(shapes, rules.board), events=events)
    return write(picture, labels, player=player, inline=inline, variables=variables, prefix=prefix)
