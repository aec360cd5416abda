"""What is drawn for one campaign of a soak: who plays and how, by which readings of the rules, from which position."""

import hashlib
import random
from collections.abc import Mapping
from typing import NamedTuple

from pbem.bots.styles import STYLES
from pbem.core.terms import Player
from pbem.rulebook.choices import OPTIONS

LETTERS = "ABCDEFGH"
TURN_LIMITS = (2, 3, 5, 8)
"""R37: how long a campaign with `ending: turn_limit` may last."""


class Terms(NamedTuple):
    """What all campaigns of a soak have in common. Small and plain, for it goes to other processes."""

    seed: int
    players: tuple[int, int] = (3, 8)
    """The fewest and the most."""
    turns: int = 8
    """A campaign is broken off after so many Game-Turns."""
    styles: tuple[str, ...] = tuple(STYLES)
    rulings: Mapping[str, object] | None = None
    """The readings of all campaigns, where they are not drawn for each."""
    crowded: float = 0.5
    """The share of campaigns that begin with everything close together."""
    reports: float = 1.0
    """The share of Phases whose reports are written."""
    variant: str = ""
    """Other dice for the same deals, for every other text here."""
    checked: bool = True
    """Whether every Phase is checked; a study only wants to know how it went."""


class Drawn(NamedTuple):
    """One campaign as it was drawn."""

    number: int
    name: str
    players: tuple[Player, ...]
    styles: Mapping[Player, str]
    rulings: Mapping[str, object]
    """The readings that differ from the default."""
    crowded: bool
    seed: bytes
    """Of the deal's dice."""
    dice: bytes
    """The seed of all other dice."""


def draw(terms: Terms, number: int) -> Drawn:
    """The campaign of this number; the same terms give the same, whichever process draws it."""
    chance = random.Random(f"{terms.seed}/{number}")
    players = tuple(LETTERS[: chance.randint(*terms.players)])
    rulings = draw_rulings(chance) if terms.rulings is None else dict(terms.rulings)
    styles = {player: chance.choice(terms.styles) for player in players}
    crowded = chance.random() < terms.crowded
    seed = hashlib.sha256(f"{terms.seed}/{number}/dice".encode()).digest()
    dice = hashlib.sha256(seed + terms.variant.encode()).digest() if terms.variant else seed
    return Drawn(number, f"soak {terms.seed}-{number}", players, styles, rulings, crowded, seed, dice)


def draw_rulings(chance: random.Random) -> dict[str, object]:
    """A choice for every reading on which gamesmasters may differ; half of them stay as they are by default."""
    found: dict[str, object] = {}
    for option, choices in OPTIONS.items():
        choice = chance.choice(choices)
        if chance.random() < 0.5 and choice != choices[0]:
            found[option] = choice
    if found.get("ending") == "turn_limit":
        found["turn_limit"] = chance.choice(TURN_LIMITS)
    return found
