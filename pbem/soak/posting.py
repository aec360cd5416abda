"""How a sheet comes in: mostly as it was written, now and then in another charset, or in none a sheet can be in."""

import random
from typing import NamedTuple

from pbem.bots.styles import STYLES

ODD = 0.08
"""How often a careless player's mail program does something to his text."""


class Posted(NamedTuple):
    """What arrives: bytes, and the charset the mail says they are in."""

    raw: bytes
    charset: str | None = None


WAYS: tuple[tuple[str, str | None], ...] = (
    ("utf-8", "us-ascii"),
    ("utf-8", "windows-1252"),
    ("windows-1252", "iso-8859-1"),
    ("windows-1251", None),
    ("windows-1251", "windows-1251"),
    ("koi8-r", "koi8-r"),
    ("koi8-r", None),
    ("utf-16", None),
    ("utf-16-le", "utf-16-le"),
    ("utf-16-le", None),
)
"""The charset of the text, and what is said of it."""
PACKED = b"PK\x03\x04\x14\x00"
"""How a file of a word processor begins."""


def posted(text: str, style: str, chance: random.Random) -> Posted:
    """The text on its way; only those who are careless change anything."""
    if not STYLES[style].careless or chance.random() >= ODD:
        return Posted(text.encode())
    if chance.random() < 0.05:
        return Posted(PACKED + text.encode())
    written, said = chance.choice(WAYS)
    return Posted(text.encode(written, "replace"), said)
