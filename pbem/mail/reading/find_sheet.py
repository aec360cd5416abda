"""Where in a mail the sheet is: in the body between its marks, or attached. What is quoted or blank never is.

Every sheet is read here, since only that tells whether two are the same, one is blank, or a mail program has spoilt it.
Nothing is decided of it.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from pbem.mail.reading.armor import is_encrypted, unarmored
from pbem.mail.reading.attachments import Piece, pieces
from pbem.mail.reading.flowed import Line, as_quoted
from pbem.mail.reading.message import Message
from pbem.mail.reading.regions import Region, loose_orders, regions
from pbem.mail.reading.wrapping import Readings, readings, widest_of
from pbem.sheets import shapes
from pbem.sheets.body import HEAD, PARTS
from pbem.sheets.fields import folded_key
from pbem.sheets.read import ReadSheet

Reader = Callable[[bytes], ReadSheet]
"""Reads the text of a sheet."""


class Found(NamedTuple):
    """A sheet in a mail."""

    read: ReadSheet
    text: str
    where: str
    """``body``, ``page`` (of HTML), ``attachment``, ``zip`` or ``outlook`` (a winmail.dat)."""
    name: str = ""
    """Of an attachment, the name the mail gives it."""
    notes: tuple[str, ...] = ()
    """Codes of what is to be said of how it was read."""

    @property
    def readable(self) -> bool:
        """Whether it could be read at all, whatever is wrong with it."""
        return _readable(self.read)


class Fault(NamedTuple):
    """Why something that may be a sheet was not read, by a code."""

    code: str
    name: str = ""
    where: str = "body"
    text: str = ""
    """The sheet, where there is one."""


class Search(NamedTuple):
    """All that was found."""

    sheets: tuple[Found, ...] = ()
    """The writer's own, filled in, no two the same; the uppermost first."""
    quoted: tuple[Found, ...] = ()
    """Filled in, within quoted or forwarded text."""
    blank: tuple[Found, ...] = ()
    """Own ones that still have the placeholder in the place of the secret word."""
    faults: tuple[Fault, ...] = ()
    loose: bool = False
    """Whether the body looks like orders without their marks."""


_NOTHING = Search()
_NEVER_WRAPPED = 10_000
"""The length of the longest line of a file, for all that matters: no mail program wraps the lines of an attached one."""


MOST_READ = 4 * 1024 * 1024
"""Letters that are read as sheets in one mail, in all the ways in which they may be meant."""
LEAST = 4096
"""Letters that a sheet counts for, however short it is."""


class _TooMuch(Exception):
    """The mail holds more sheets than anybody sends."""


def find_sheets(message: Message, read: Reader) -> Search:
    """All sheets in a mail. Never raises for anything in it."""
    total, left = _NOTHING, MOST_READ

    def within_measure(text: bytes) -> ReadSheet:
        nonlocal left
        left -= max(len(text), LEAST)
        if left < 0:
            raise _TooMuch
        return read(text)

    try:
        for alternatives in pieces(message):
            total = _together(total, _best(alternatives, within_measure))
    except _TooMuch:
        return Search(faults=(Fault("many_sheets"),))
    return total


def _best(alternatives: Iterator[Piece], read: Reader) -> Search:
    """What is in a text of which the mail holds several forms. The plain one tells, unless it has nothing to tell or what it
    tells cannot be read."""
    found: list[Search] = []
    for piece in alternatives:
        search = _in_piece(piece, read)
        if any(sheet.readable for sheet in search.sheets):
            return search
        found.append(search)
    telling = [search for search in found if search != _NOTHING]
    return telling[0] if telling else _NOTHING


def _together(one: Search, other: Search) -> Search:
    if other == _NOTHING:
        return one
    return Search(
        _without_twins((*one.sheets, *other.sheets)),
        (*one.quoted, *other.quoted),
        (*one.blank, *other.blank),
        (*one.faults, *other.faults),
        one.loose or other.loose,
    )


def _without_twins(sheets: tuple[Found, ...]) -> tuple[Found, ...]:
    kept: list[Found] = []
    for sheet in sheets:
        if not any(_same(sheet, before) for before in kept):
            kept.append(sheet)
    return tuple(kept)


def _same(one: Found, other: Found) -> bool:
    """Whether two sheets order the same."""
    if one.readable and other.readable:
        return _alike(one.read, other.read)
    return one.text.split() == other.text.split()


# --- one text ----------------------------------------------------------------------------------------------------


def _in_piece(piece: Piece, read: Reader) -> Search:
    if piece.fault:
        return Search(faults=(Fault(piece.fault, piece.name, piece.where),))
    lines = unarmored(piece.lines)
    widest = widest_of(lines)
    stretches = regions(lines)
    if piece.is_file:
        whole = _whole_file(piece, lines, read, marked=bool(stretches))
        if whole is not None:
            return whole
    if not stretches:
        return Search(
            faults=(Fault("encrypted"),) if is_encrypted(lines) else (),
            loose=not piece.forwarded and loose_orders(lines),
        )
    return _of_regions(piece, stretches, read, widest)


def _whole_file(piece: Piece, lines: list[Line], read: Reader, *, marked: bool) -> Search | None:
    """The sheet that a file as a whole is; to YAML its marks are remarks. None: look between the marks."""
    if not marked and not piece.named_as_sheet and not loose_orders(lines):
        return _NOTHING
    region = Region(tuple(as_quoted(line, 0) for line in lines), quoted=False)
    search = _of_regions(piece, (region,), read, _NEVER_WRAPPED)
    readable = any(found.readable for found in (*search.sheets, *search.blank, *search.quoted))
    return search if readable or not marked else None


def _of_regions(piece: Piece, stretches: tuple[Region, ...], read: Reader, widest: int) -> Search:
    sheets: list[Found] = []
    quoted: list[Found] = []
    blank: list[Found] = []
    faults: list[Fault] = []
    for region in stretches:
        found = _in_region(piece, region, read, widest)
        others = region.quoted or piece.forwarded
        if isinstance(found, Fault):
            faults += [] if others else [found]
        elif found.read.blank:
            blank += [] if others else [found]
        elif others:
            quoted += [found] if found.readable else []
        else:
            sheets.append(found)
    return Search(_without_twins(tuple(sheets)), tuple(quoted), tuple(blank), tuple(faults))


def _in_region(piece: Piece, region: Region, read: Reader, widest: int) -> Found | Fault:
    if region.fault:
        return Fault(region.fault, piece.name, piece.where, "\n".join(line.text for line in region.lines))
    ways = readings(region.lines, widest)
    found = Found(_read(read, ways.as_it_came), ways.as_it_came, piece.where, piece.name, piece.notes)
    if not found.readable and ways.mended:
        mended = found._replace(
            read=_read(read, ways.mended), text=ways.mended, notes=(*piece.notes, "mended")
        )
        found = mended if mended.readable else found
    if _in_doubt(found, ways, read):
        return Fault("wrapped", piece.name, piece.where, ways.as_it_came)
    if not piece.is_file and _lost_indents(found):
        return Fault("indents", piece.name, piece.where, ways.as_it_came)
    return found


def _in_doubt(found: Found, ways: Readings, read: Reader) -> bool:
    """Whether the sheet may have been written another way, and orders something else then."""
    if any(_orders_something_else(found, _read(read, doubt)) for doubt in ways.doubts if doubt != found.text):
        return True
    errors = _errors(found.read)
    others = (_read(read, doubt) for doubt in ways.unlikely if errors and doubt != found.text)
    return any(_orders_something_else(found, other) and _errors(other) < errors for other in others)


def _errors(read: ReadSheet) -> int:
    return sum(finding.grade == "error" for finding in read.findings)


def _orders_something_else(found: Found, other: ReadSheet) -> bool:
    if other.head.key is None:  # nobody writes his word into a remark, but a remark stands before it on blank sheets
        other = other._replace(head=other.head._replace(key=found.read.head.key))
    return _readable(other) and not (found.readable and _alike(found.read, other))


def _read(read: Reader, text: str) -> ReadSheet:
    return read(text.encode(errors="replace"))


def _readable(read: ReadSheet) -> bool:
    return bool(read.places) and all(finding.code != "sheet_no_keys" for finding in read.findings)


def _alike(one: ReadSheet, other: ReadSheet) -> bool:
    return (one.head, one.sheet) == (other.head, other.sheet)


def _lost_indents(found: Found) -> bool:
    """Whether the blanks at the beginning of lines are gone, so that keys of an order stand as if they were parts."""
    if any(line[:1].isspace() for line in found.text.split("\n")):
        return False
    return any(
        finding.code == "unknown_part" and folded_key(finding.text) in _keys_of_orders()
        for finding in found.read.findings
    )


@cache
def _keys_of_orders() -> frozenset[str]:
    known = [shape for shape in vars(shapes).values() if isinstance(shape, shapes.Shape)]
    return frozenset(key for shape in known for key in shape.fields) - {*PARTS, *HEAD}


def own_lines(message: Message) -> tuple[Line, ...]:
    """The lines of the first text of a mail, for showing what somebody wrote who sent no sheet."""
    for alternatives in pieces(message):
        for piece in alternatives:
            if piece.lines and not piece.is_file:
                return tuple(piece.lines)
    return ()
