"""The map of a solitaire game: the postal game's, its two sides as R and N, forces on their paths as arrows."""

from collections.abc import Iterable
from dataclasses import replace

from pbem.core.events import Event, Moved
from pbem.core.rules import Rules
from pbem.core.solitaire_events import Marched
from pbem.core.state import State
from pbem.core.terms import NONRED, RED, Player
from pbem.report.map import Look, draw_map, position_labels
from pbem.rulebook.shapes import load_shapes
from pbem.solo.report.names import SoloNames

LETTERS = {RED: "R", NONRED: "N"}


def solo_map(
    state: State,
    rules: Rules,
    *,
    name: str,
    events: Iterable[Event] = (),
    png: bool = False,
    inline: bool = False,
) -> str:
    """The position as SVG text, with what led to it.

    `png`: for what draws it as a picture of points; `inline`: to stand in a page.
    """
    names = SoloNames(rules)
    labels = position_labels(state, name)
    if state.victory is not None:
        labels = labels._replace(caption=names.word("solitaire_end"))
    seats = tuple(f"{letter} {names.player(side)}" for side, letter in LETTERS.items())
    shown = [_with_letter(event) for event in events]
    return draw_map(
        _with_letters(state),
        rules,
        load_shapes(),
        labels=labels._replace(seats=seats),
        events=shown,
        look=Look(player="R", variables=not png, inline=inline),
    )


def _letter(player: Player | None) -> Player | None:
    return LETTERS.get(player, player) if player is not None else None


def _with_letters(state: State) -> State:
    """The position with a letter for each side, since the map has little room."""
    stacks = tuple(stack._replace(player=_letter(stack.player)) for stack in state.stacks)
    return replace(state, players=tuple(LETTERS.values()), stacks=stacks)


def _with_letter(event: Event) -> Event:
    """The event with a letter for its side; a force on its path is drawn as one that moved."""
    if isinstance(event, Marched):
        return Moved(event.case, "", LETTERS[NONRED], event.units, event.route, "overland", "")
    if isinstance(event, Moved):
        return event._replace(player=LETTERS[RED])
    return event
