"""secrets.yaml: the seed, and for each player a secret word that proves a mailed sheet is his."""

import secrets
from collections.abc import Mapping
from pathlib import Path

from pbem.campaign.settings_text import with_part
from pbem.core.terms import Player
from pbem.resources import templates_folder


def new_key() -> str:
    """A secret word a person can type: three words and a number, some 27 bits."""
    words = (templates_folder() / "secret-words.txt").read_text("utf-8").split()
    return "-".join([*(secrets.choice(words) for _ in range(3)), str(10 + secrets.randbelow(90))])


def secrets_text(seed: bytes, keys: Mapping[Player, str]) -> str:
    """The first secrets.yaml."""
    lines = [
        "# The seed of the dice and the players' secret words. Never show this file to a player.",
        f"seed: {seed.hex()}",
        "keys:",
        *(f"  {player}: {key}" for player, key in keys.items()),
    ]
    return "\n".join(lines) + "\n"


def with_key(text: str, player: Player, key: str, path: Path) -> str:
    """secrets.yaml with another secret word for a player. Raises FileError where it cannot be written in."""
    return with_part(text, ("keys", player), [f"{player}: {key}"], path=path)
