"""The stretches between ``#ORDERS`` and ``#END`` in the lines of a text. Knows nothing of what a sheet says."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.mail.reading.flowed import Line
from pbem.mail.reading.quoting import quoted_from
from pbem.sheets.marks import mark_of

_HEAD_KEY = re.compile(r"(?i)\s*(campaign|player|turn|phase|key)\s*:(\s|$)")


class Region(NamedTuple):
    """The lines of one sheet. `ended`: whether its ``#END`` was found."""

    lines: tuple[Line, ...]
    quoted: bool
    ended: bool = True


def regions(lines: Sequence[Line]) -> tuple[Region, ...]:
    """Every stretch in the lines, from the top. In a quoted one all lines have at least its depth of quotes."""
    found: list[Region] = []
    end_of_own = quoted_from(_outside(lines))
    begin = -1
    for index, line in enumerate(lines):
        mark = mark_of(line.text)
        if not mark:
            continue
        if begin >= 0 and (mark == "orders" or line.depth == lines[begin].depth):
            ended = mark == "end"
            found.append(_region(lines, begin, index, end_of_own, ended=ended))
            begin = -1 if ended else index
        elif mark == "orders":
            begin = index
    if begin >= 0:
        found.append(_region(lines, begin, len(lines), end_of_own, ended=False))
    return tuple(region for region in found if region.ended or _looks_like_orders(region.lines))


def _outside(lines: Sequence[Line]) -> list[Line]:
    """The lines with those inside of whole stretches blanked, since a letter on a sheet may say anything."""
    kept = list(lines)
    begin = -1
    for index, line in enumerate(lines):
        mark = mark_of(line.text)
        if mark == "orders":
            begin = index
        elif mark == "end" and begin >= 0:
            kept[begin : index + 1] = [Line("")] * (index + 1 - begin)
            begin = -1
    return kept


def _region(lines: Sequence[Line], begin: int, end: int, end_of_own: int, *, ended: bool) -> Region:
    depth = lines[begin].depth
    inside = tuple(
        line if line.depth == depth else line._replace(text=">" * (line.depth - depth) + line.text, pieces=())
        for line in lines[begin + 1 : end]
    )
    return Region(inside, depth > 0 or begin >= end_of_own, ended)


def _looks_like_orders(lines: Sequence[Line]) -> bool:
    return any(re.match(r"\s*[A-Za-z_ ]{2,30}:(\s|$)", line.text) for line in lines)


def loose_orders(lines: Sequence[Line]) -> bool:
    """Whether the writer's own lines look like a sheet without its marks."""
    own = [line.text for line in lines[: quoted_from(lines)] if line.depth == 0]
    keys = {found[1].lower() for text in own if (found := _HEAD_KEY.match(text))}
    return len(keys) >= 2
