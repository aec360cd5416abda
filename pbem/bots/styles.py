"""The styles of play by name, and the one way in: a position file and a letter give the text of a sheet."""

import random
from collections.abc import Callable

from pbem.bots.draft import Draft, legal
from pbem.bots.random_player import random_draft
from pbem.bots.sight import Sight
from pbem.bots.writing import written_out
from pbem.core.rules import Rules
from pbem.core.terms import Player
from pbem.position import Position, public

Style = Callable[[Sight, random.Random, str], Draft]
"""Thinks out orders: what the player sees, his chance, the campaign's name."""


STYLES: dict[str, Style] = {
    "random": random_draft,
}


def write_sheet(position: Position, player: Player, rules: Rules, *, style: str, seed: int | str = 0) -> str:
    """The text of a sheet for the Phase of the position. The same arguments give the same text.

    Of the position only what the player may see is used. `rules` are those of the position, with its rulings.
    """
    state = public(position.state, player)
    chance = random.Random(f"{seed}/{position.campaign}/{state.turn}/{state.phase}/{player}/{style}")
    draft = STYLES[style](Sight(state, player, rules), chance, position.campaign)
    draft = legal(draft, state, rules)
    return written_out(
        draft.sheet(), rules, campaign=position.campaign, turn=state.turn, phase=state.phase, chance=chance
    )
