"""The styles of play by name, and the one way in: a position file and a letter give the text of a sheet."""

import random
from collections.abc import Callable
from typing import NamedTuple

from pbem.bots.careless_orders import Slips
from pbem.bots.careless_text import careless_text
from pbem.bots.draft import Draft, legal
from pbem.bots.greedy_player import bold_draft, greedy_draft
from pbem.bots.random_player import random_draft
from pbem.bots.sight import Sight
from pbem.bots.writing import written_out
from pbem.core.rules import Rules
from pbem.core.terms import Player
from pbem.position import Position, public

SLIPS = (0, 1, 2, 3, 5, 8)
"""How many mistakes a careless player makes in the orders of one sheet, each as likely."""


class Style(NamedTuple):
    """A way to play."""

    says: str
    """What it does, in one line."""
    think: Callable[[Sight, random.Random, str], Draft]
    """Thinks out orders, from what the player sees, chance, and the campaign's name."""
    careless: bool = False
    """Whether he sends what he wrote without looking it through, with mistakes in orders and text."""


STYLES: dict[str, Style] = {
    "greedy": Style(
        "Follows the Players' Notes: gathers strength, attacks at good odds, purges the strongest.",
        greedy_draft,
    ),
    "bold": Style("Plays like the greedy one, and risks more.", bold_draft),
    "random": Style("Gives random orders of every kind, all of them possible.", random_draft),
    "careless": Style("Writes broken sheets, as people do.", random_draft, careless=True),
    "hasty": Style(
        "Plays like the greedy one, and sends what he wrote without reading it again.",
        greedy_draft,
        careless=True,
    ),
}


def write_sheet(position: Position, player: Player, rules: Rules, *, style: str, seed: int | str = 0) -> str:
    """The text of a sheet for the Phase of the position. The same arguments give the same text.

    Of the position only what the player may see is used. `rules` are those of the position, with its rulings.
    """
    state = public(position.state, player)
    chance = random.Random(f"{seed}/{position.campaign}/{state.turn}/{state.phase}/{player}/{style}")
    manner = STYLES[style]
    sight = Sight(state, player, rules)
    draft = manner.think(sight, chance, position.campaign)
    if manner.careless:
        slips = Slips(sight, chance)
        for _ in range(chance.choice(SLIPS)):
            slips.make(draft)
    else:
        draft = legal(draft, state, rules)
    text = written_out(
        draft.sheet(), rules, campaign=position.campaign, turn=state.turn, phase=state.phase, chance=chance
    )
    return careless_text(text, chance) if manner.careless else text
