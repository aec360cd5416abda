"""The marks ``#ORDERS`` and ``#END`` around a sheet, as a report prints them, and the sheet between them."""

import re

BEGINS = "#ORDERS"
ENDS = "#END"

# Compiled where first needed, which a plain sheet never does.
_UNSEEN = "[\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
_MARK = r"(?i)[\s*_\\\"'`]*#\s*(orders|end)\s*[\s*_:.\"'`]*"


def mark_of(text: str) -> str:
    """``orders`` or ``end`` for a line that holds nothing but that mark, else empty."""
    if "#" not in text or len(text) > 60:
        return ""
    if text.isascii() and "orders" not in (low := text.lower()) and "end" not in low:
        return ""
    found = re.fullmatch(_MARK, re.sub(_UNSEEN, "", text))
    return found[1].lower() if found else ""


def between_marks(text: str) -> str:
    """The text with all lines blanked that stand before the first ``#ORDERS`` or after its ``#END``, such as a greeting
    or a signature; every line keeps its number. Marks that are moved in, as in a letter, do not count.
    """
    if "#" not in text:
        return text
    lines = text.split("\n")
    marks = [(index, mark_of(line)) for index, line in enumerate(lines) if line[:1] not in (" ", "\t")]
    begin = next((index for index, mark in marks if mark == "orders"), -1)
    end = next((index for index, mark in marks if mark == "end" and index > begin), len(lines))
    return "\n".join(line if begin <= index <= end else "" for index, line in enumerate(lines))


def with_marks(text: str) -> str:
    """A sheet as it can be put into a mail as well as into a file of its own, where the marks are remarks."""
    return f"{BEGINS}\n{text.rstrip()}\n{ENDS}"
