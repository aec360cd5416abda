"""The stretches between ``#ORDERS`` and ``#END`` in the lines of a text. Knows nothing of what a sheet says."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.mail.reading.flowed import Line, as_quoted
from pbem.mail.reading.quoting import quoted_from
from pbem.sheets.marks import mark_of

_HEAD_KEY = re.compile(r"(?i)\s*(campaign|player|turn|phase|key)\s*:(\s|$)")


class Region(NamedTuple):
    """The lines of one sheet. `fault`: ``no_end`` where its ``#END`` was not found, ``two_ends`` where more than one was."""

    lines: tuple[Line, ...]
    quoted: bool
    fault: str = ""


def regions(lines: Sequence[Line]) -> tuple[Region, ...]:
    """Every stretch in the lines, from the top. Its lines are as they read at the depth of quotes of its first."""
    found: list[Region] = []
    marks = [mark_of(line.text) for line in lines]
    end_of_own = quoted_from(_outside(lines, marks))
    begin = depth = -1
    for index, (line, mark) in enumerate(zip(lines, marks, strict=True)):
        if begin < 0 and mark == "end" and found and line.depth == depth:
            found[-1] = found[-1]._replace(fault=found[-1].fault or "two_ends")
        elif begin < 0:
            begin, depth = (index, line.depth) if mark == "orders" else (begin, depth)
        elif mark == "orders" or (mark == "end" and line.depth == depth):
            found.append(_region(lines, begin, index, end_of_own, fault="" if mark == "end" else "no_end"))
            begin, depth = (-1, depth) if mark == "end" else (index, line.depth)
    if begin >= 0:
        found.append(_region(lines, begin, len(lines), end_of_own, fault="no_end"))
    return tuple(region for region in found if region.fault != "no_end" or _looks_like_orders(region.lines))


def _outside(lines: Sequence[Line], marks: Sequence[str]) -> list[Line]:
    """The lines with those inside of whole stretches blanked, since a letter on a sheet may say anything."""
    kept = list(lines)
    begin = -1
    for index, mark in enumerate(marks):
        if mark == "orders":
            begin = index
        elif mark == "end" and begin >= 0:
            kept[begin : index + 1] = [Line("")] * (index + 1 - begin)
            begin = -1
    return kept


def _region(lines: Sequence[Line], begin: int, end: int, end_of_own: int, *, fault: str) -> Region:
    depth = lines[begin].depth
    inside = tuple(as_quoted(line, depth) for line in lines[begin + 1 : end])
    return Region(inside, depth > 0 or begin >= end_of_own, fault)


def _looks_like_orders(lines: Sequence[Line]) -> bool:
    return any(re.match(r"\s*[A-Za-z_ ]{2,30}:(\s|$)", line.text) for line in lines)


def loose_orders(lines: Sequence[Line]) -> bool:
    """Whether the writer's own lines look like a sheet without its marks."""
    own = [line.text for line in lines[: quoted_from(lines)] if line.depth == 0]
    keys = {found[1].lower() for text in own if (found := _HEAD_KEY.match(text))}
    return len(keys) >= 2
