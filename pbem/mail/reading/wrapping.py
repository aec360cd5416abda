"""What a sheet may have looked like before a mail program wrapped its lines.

Most sheets read the same either way, since their orders are written in flow style. Where they do not, the sheet is not
guessed at: a remark of which the rest has become a line of its own could order something.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pbem.mail.reading.flowed import Line

NARROWEST, WIDEST = 70, 80
"""Widths at which mail programs wrap."""
_HAS_MEANING = re.compile(r"[^#]*:(\s|$)|-(\s|$)|[#\[\]{}>|&*!%@`\"'?]|---|\.\.\.")
"""A line that means something to YAML by itself."""


class Readings(NamedTuple):
    """The ways to read the lines of a sheet; the others are empty where they are no different."""

    as_it_came: str
    mended: str = ""
    """To be taken where it cannot be read as it came."""
    doubt: str = ""
    """Where this can be read, too, and orders something else, nobody can say what was meant."""


def readings(lines: Sequence[Line], widest: int) -> Readings:
    """The ways to read the lines. `widest`: the length of the longest line of the whole text."""
    texts = [line.text for line in lines]
    whole = _text(texts)
    if any(line.pieces for line in lines):
        # A line that ends in a blank goes on in the next one, unless its writer had left the blank there himself.
        apart = _text(piece for line in lines for piece in (line.pieces or (line.text,)))
        return Readings(whole, apart, apart)
    mended, doubt = _joined(texts, widest, _remark_goes_on), _joined(texts, widest, _anything_goes_on)
    return Readings(whole, mended if mended != whole else "", doubt if doubt != whole else "")


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _joined(lines: Sequence[str], widest: int, goes_on: Callable[[str, str], bool]) -> str:
    """The text with the lines put together that a program may have parted."""
    found: list[str] = []
    length = 0
    for line in lines:
        if found and _was_parted(length, line, widest) and goes_on(found[-1], line):
            found[-1] = f"{found[-1].rstrip()} {line.strip()}"
        else:
            found.append(line)
        length = len(line.rstrip())
    return _text(found)


def _anything_goes_on(before: str, line: str) -> bool:
    """All but the items of a list: orders often follow a long remark, and nobody writes a dash and an order into one."""
    return not line.startswith("- ")


def _remark_goes_on(before: str, line: str) -> bool:
    """Whether a line of mere words follows a remark: alone it could never stand there."""
    return before.lstrip().startswith("#") and not _HAS_MEANING.match(line)


def _was_parted(length: int, after: str, widest: int) -> bool:
    """Whether a line of this length and the one after it may have been one: the next word had no room left."""
    first = after.split(maxsplit=1)[:1]
    if not first or not length or after[0].isspace():  # what was parted is moved in by nothing
        return False
    return max(length, widest, NARROWEST) <= min(WIDEST, length + len(first[0]))
