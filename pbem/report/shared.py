"""Texts that stand in many pages. A template that sets one in leaves a mark; the text itself comes in at the end, so that
it is neither copied nor encoded anew for every page."""

import re
from collections.abc import Iterable

_MARK = re.compile("\x02(\\w+)\x03")
"""Control characters, which no text of a player keeps."""


class Shared(str):
    """A text that is the same in many pages, with the name it is known by among them; safe as it stands."""

    __slots__ = ("encoded", "name")

    name: str
    encoded: bytes

    def __new__(cls, name: str, text: str) -> "Shared":
        """Encode the text, once."""
        made = super().__new__(cls, text)
        made.name = name
        made.encoded = text.encode()
        return made

    def __html__(self) -> str:
        """What a template writes; nothing for an empty text."""
        return f"\x02{self.name}\x03" if self else ""


def whole(page: str, shared: Iterable[Shared]) -> bytes:
    """The page in UTF-8, with the texts in the place of their marks."""
    texts = {one.name: one.encoded for one in shared}
    pieces = _MARK.split(page)
    return b"".join(texts[piece] if place % 2 else piece.encode() for place, piece in enumerate(pieces))
