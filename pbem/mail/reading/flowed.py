"""Lines of a plain text with how deep each is quoted; format=flowed and DelSp undone (RFC 3676)."""

import re
from typing import NamedTuple

from pbem.core.terms import new

SIGNATURE = "-- "
MOST_LINES = 20_000
"""Lines of a text that are read; the sheet stands at the top."""
_LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_MARKS = re.compile(r"(?: *>){1,100}")
"""Quote marks, as far as they are counted."""


class Line(NamedTuple):
    """A line without its quote marks."""

    text: str
    depth: int = 0
    """How often it is quoted."""
    pieces: tuple[str, ...] = ()
    """Of a line that was put together, the lines it came as."""
    written: str = ""
    """Of a quoted line of plain text, how it stands there."""


def as_quoted(line: Line, depth: int) -> Line:
    """A line as it reads where text of that depth is read: a quote mark beyond it may be meant as part of the text."""
    if line.depth == depth:
        return line
    if not line.written:
        return Line(">" * (line.depth - depth) + line.text, depth)
    text = line.written
    for _ in range(depth):
        text = text.lstrip(" ").removeprefix(">")
    return Line(text.removeprefix(" ") if depth else text, depth)


def plain_lines(text: str) -> list[Line]:
    """The lines of a text that is not flowed."""
    return [_unquoted(line) for line in _lines(text)]


def _lines(text: str) -> list[str]:
    return _LINE_END.split(text, MOST_LINES)[:MOST_LINES]


def flowed_lines(text: str, *, delsp: bool = False) -> list[Line]:
    """The lines of a flowed text: a line that ends with a blank goes on in the next one of the same depth."""
    found: list[Line] = []
    open_pieces: list[str] = []
    depth = 0
    for written in _lines(text):
        line = _flowed(written)
        if open_pieces and line.depth != depth:
            found.append(_joined(open_pieces, depth, delsp=delsp))
            open_pieces = []
        depth = line.depth
        open_pieces.append(line.text)
        if line.text == SIGNATURE or not line.text.endswith(" "):
            found.append(_joined(open_pieces, depth, delsp=delsp))
            open_pieces = []
    if open_pieces:
        found.append(_joined(open_pieces, depth, delsp=delsp))
    return found


def _flowed(written: str) -> Line:
    """RFC 3676: quote marks without blanks between them, then one blank of stuffing."""
    text = written.lstrip(">")
    depth = len(written) - len(text)
    return Line(text.removeprefix(" "), depth)


def _joined(pieces: list[str], depth: int, *, delsp: bool) -> Line:
    if len(pieces) == 1:
        return Line(pieces[0], depth)
    most = [piece[:-1] if delsp else piece for piece in pieces[:-1]]
    return Line("".join([*most, pieces[-1]]), depth, (*most, pieces[-1]))


def _unquoted(written: str) -> Line:
    """Quote marks as people and programs write them: ``>``, ``> >``, `` >``."""
    marks = _MARKS.match(written) if ">" in written else None
    if marks is None:
        return new(Line, (written, 0, (), ""))
    return new(Line, (written[marks.end() :].removeprefix(" "), marks[0].count(">"), (), written))
