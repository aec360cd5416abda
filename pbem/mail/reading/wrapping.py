"""What a sheet may have looked like before a mail program wrapped its lines.

Most sheets read the same either way, since their orders are written in flow style. Where they do not, the sheet is not
guessed at: a remark of which the rest has become a line of its own could order something.
"""

from collections.abc import Sequence

from pbem.mail.reading.flowed import Line

NARROWEST, WIDEST = 70, 80
"""Widths at which mail programs wrap."""


def readings(lines: Sequence[Line], widest: int) -> tuple[str, ...]:
    """The ways to read the lines, the likeliest first. `widest`: the length of the longest line of the whole text."""
    whole = "\n".join(line.text for line in lines)
    if any(line.pieces for line in lines):
        apart = "\n".join(piece for line in lines for piece in (line.pieces or (line.text,)))
        return (whole, apart)
    joined = _joined([line.text for line in lines], widest)
    return (whole,) if joined == whole else (whole, joined)


def _joined(lines: Sequence[str], widest: int) -> str:
    """The text with the lines put together that a program may have parted."""
    found: list[str] = []
    length = 0
    for line in lines:
        if found and _was_parted(length, line, widest):
            found[-1] = f"{found[-1].rstrip()} {line.strip()}"
        else:
            found.append(line)
        length = len(line.rstrip())
    return "\n".join(found)


def _was_parted(length: int, after: str, widest: int) -> bool:
    """Whether a line of this length and the one after it may have been one: the next word had no room left."""
    first = after.split(maxsplit=1)[:1]
    if not first or not length:
        return False
    return max(length, widest, NARROWEST) <= min(WIDEST, length + len(first[0]))
