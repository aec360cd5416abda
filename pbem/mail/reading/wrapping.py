"""What a sheet may have looked like before a mail program wrapped its lines.

Most sheets read the same either way, since their orders are written in flow style. Where they do not, the sheet is not
guessed at: a remark of which the rest has become a line of its own could order something.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from pbem.core.terms import new
from pbem.mail.reading.flowed import Line

NARROWEST, WIDEST = 70, 80
"""Widths at which mail programs wrap."""
MOST_DOUBTS = 12
"""Other ways to read a sheet that are tried."""
_HAS_MEANING = re.compile(r"[^#]*:(\s|$)|-(\s|$)|[#\[\]{}>|&*!%@`\"'?]|---|\.\.\.")
"""A line that means something to YAML by itself."""

_FLOW_ITEM = re.compile(r"- [\[{][^#\"'\\]*[\]}]\s*")
_EXAMPLE = re.compile(r"# ?\w+: [\[{][^#]*[\]}]\s*")
"""A remark that is an order from its beginning to its end, as blank sheets have them."""


class Readings(NamedTuple):
    """The ways to read the lines of a sheet."""

    as_it_came: str
    mended: str = ""
    """To be taken where it cannot be read as it came; empty where it is no different."""
    doubts: tuple[str, ...] = ()
    """Where one of these can be read, too, and orders something else, nobody can say what was meant."""
    unlikely: tuple[str, ...] = ()
    """The same, but only where less is wrong with it than with the sheet as it came."""


def readings(lines: Sequence[Line], widest: int) -> Readings:
    """The ways to read the lines; `widest`: see `widest_of`."""
    texts = [line.text for line in lines]
    whole = _text(texts)
    if any(line.pieces for line in lines):
        # A line that ends in a blank goes on in the next one, unless its writer had left the blank there himself.
        apart = _text(piece for line in lines for piece in (line.pieces or (line.text,)))
        return Readings(whole, apart, (apart, *islice(_parted_once(lines), MOST_DOUBTS)))
    mended = _mended(texts, widest)
    put_back = [line.text for line in mended]
    places = _parted_places(mended, widest)
    doubts = _joined_once(put_back, [place for place in places if not put_back[place].startswith("- ")])
    # Orders often follow a long remark, and hardly anybody writes a dash and an order into one.
    unlikely = _joined_once(put_back, [place for place in places if put_back[place].startswith("- ")])
    return Readings(whole, _text(put_back) if put_back != texts else "", doubts, unlikely)


def widest_of(lines: Iterable[Line]) -> int:
    """The length of the longest line that a program could have parted: a word alone it leaves as it is."""
    return max((len(line.text) for line in lines if not line.depth and " " in line.text.strip()), default=0)


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _parted_once(lines: Sequence[Line]) -> Iterator[str]:
    """The text with one of the lines that were put together taken apart at one place."""
    for index, line in enumerate(lines):
        for cut in range(1, len(line.pieces) if len(line.pieces) > 2 else 0):
            parts = ("".join(line.pieces[:cut]), "".join(line.pieces[cut:]))
            yield _text(
                text for at, one in enumerate(lines) for text in (parts if at == index else (one.text,))
            )


class _Mended(NamedTuple):
    """A line, and the last of those it was put together from."""

    text: str
    last: str


def _mended(lines: Sequence[str], widest: int) -> list[_Mended]:
    """The lines with the rests of remarks put back, where a rest is mere words: alone those could never stand there."""
    found: list[_Mended] = []
    for line in lines:
        before = found[-1] if found else _Mended("", "")
        if (
            before.text.lstrip().startswith("#")
            and _was_parted(before.last, line, widest)
            and not _HAS_MEANING.match(line)
        ):
            found[-1] = _Mended(f"{before.text.rstrip()} {line}", line)
        else:
            found.append(new(_Mended, (line, line)))
    return found


def _parted_places(lines: Sequence[_Mended], widest: int) -> list[int]:
    """The lines that a program may have parted from the one before."""
    return [
        index
        for index in range(1, len(lines))
        if _was_parted(lines[index - 1].last, lines[index].text, widest)
        and not _is_whole_order(lines[index - 1].text, lines[index].text)
    ]


def _joined_once(texts: Sequence[str], places: Sequence[int]) -> tuple[str, ...]:
    """The text with a line put together with the one before, for each of the places."""
    return tuple(
        _text([*texts[: index - 1], f"{texts[index - 1].rstrip()} {texts[index]}", *texts[index + 1 :]])
        for index in places[:MOST_DOUBTS]
    )


def _is_whole_order(before: str, after: str) -> bool:
    """Whether a line is an item in flow style from its beginning to its end, so that nothing but a remark can follow on it
    and the text with both put together could not be read; or an example of one, after which nobody goes on with another."""
    return (
        (_FLOW_ITEM.fullmatch(before) is not None or _EXAMPLE.fullmatch(before) is not None)
        and before.count("{") == before.count("}")
        and before.count("[") == before.count("]")
        and not after.startswith(("#", ":"))
    )


def _was_parted(before: str, after: str, widest: int) -> bool:
    """Whether a line and the one after it may have been one: the next word had no room left."""
    if len(before) + len(after) < NARROWEST:
        return False
    before = before.rstrip()
    first = after.split(maxsplit=1)[:1]
    if not first or not before or after[0].isspace():  # what was parted is moved in by nothing
        return False
    if len(first[0]) >= NARROWEST or (" " not in before.strip() and len(before) >= NARROWEST):
        return True  # a word that fits into no line
    return max(len(before), widest, NARROWEST) <= min(WIDEST, len(before) + len(first[0]))
