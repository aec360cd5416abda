"""The last touch to a finished text: lines of at most 72 columns, no trailing blanks. Knows nothing of what it says.

Templates may write lines as long as they like; what is broken off is moved in so that it is seen to belong above.
"""

import re
import unicodedata
from collections.abc import Callable

from pbem.sheets.marks import BEGINS, ENDS

WIDTH = 72
"""Columns; a mail quoted twice still stays below 80."""
SHEET_BEGINS, SHEET_ENDS = BEGINS, ENDS
_BULLET = re.compile(r"( *)(- |\| )?")
_AFTER_HYPHEN = re.compile(r"(?<=-)")


def fold(text: str) -> str:
    """The text with long lines broken at blanks, at most one empty line in a row, none at the ends.

    A sheet between ``#ORDERS`` and ``#END`` is left as it is.
    """
    folded: list[str] = []
    in_sheet = False
    for line in text.splitlines():
        line = line.rstrip()
        if line == SHEET_BEGINS:
            in_sheet = True
        if in_sheet or (line and len(line) <= WIDTH and line.isascii()):
            folded.append(line)
        elif line:
            folded += _broken(line)
        elif folded and folded[-1]:
            folded.append("")
        if line == SHEET_ENDS:
            in_sheet = False
    return "\n".join(folded).strip("\n") + "\n"


def _broken(line: str) -> list[str]:
    """One line as several. A quoted line keeps its bar; the rest of an item is moved in under its first word."""
    found = _BULLET.match(line)
    assert found is not None
    indent, mark = found[1], found[2] or ""
    first = indent + mark
    rest = first if mark == "| " else f"{indent}  " if first else ""
    words = line[len(first) :].split()
    room = WIDTH - max(len(first), len(rest))
    if line.isascii() and max(map(len, words), default=0) <= room:
        return _broken_at_blanks(" ".join(words), first, rest)
    measure = len if line.isascii() else columns
    lines: list[str] = []
    current, width, empty = first, len(first), True
    for blank, piece in _pieces(words, room, measure):
        gap = "" if empty else blank
        size = measure(piece)
        if not empty and width + len(gap) + size > WIDTH:
            lines.append(current.rstrip())
            current, width, gap = rest, len(rest), ""
        current += gap + piece
        width += len(gap) + size
        empty = False
    return [*lines, current.rstrip()]


def _broken_at_blanks(text: str, first: str, rest: str) -> list[str]:
    """A text of which every word has room in a line, in lines that begin with `first` and, but for one, with `rest`."""
    lines: list[str] = []
    begin = first
    while len(begin) + len(text) > WIDTH:
        cut = text.rindex(" ", 0, WIDTH - len(begin) + 1)
        lines.append(begin + text[:cut])
        begin, text = rest, text[cut + 1 :]
    return [*lines, (begin + text).rstrip()]


def _pieces(words: list[str], width: int, measure: Callable[[str], int]) -> list[tuple[str, str]]:
    """The words, each with the blank before it; one too long for a line in pieces with none between them, cut behind
    hyphens where there are any."""
    found: list[tuple[str, str]] = []
    for word in words:
        blank = " "
        if measure(word) <= width:
            found.append((blank, word))
            continue
        for part in _AFTER_HYPHEN.split(word):
            while measure(part) > width:
                cut = _cut(part, width)
                found.append((blank, part[:cut]))
                part, blank = part[cut:], ""
            found.append((blank, part))
            blank = ""
    return found


def _cut(word: str, width: int) -> int:
    """How many letters fit; at least one."""
    size = 0
    for index, letter in enumerate(word):
        size += columns(letter)
        if size > width:
            return max(index, 1)
    return len(word)


def columns(text: str) -> int:
    """How many columns a text takes: wide letters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
