"""The list of players that `pbem new` reads: a line each, with a name and, as far as they are given, letter, address and
time zone. Whatever of a line is not understood is named; nothing of it becomes part of a name by mistake."""

import re
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from pbem.campaign.settings import check_seat
from pbem.campaign.settings_text import NewSeat
from pbem.errors import CommandError, FileError
from pbem.words import shortened

_BULLET = re.compile(r"(?:[-*+\u2022\u2013\u2014]|\d{1,2}[.)])\s*(?=\S)")
"""What makes an item of a list of the line."""
_LETTER = re.compile(r"([A-Ha-h\uff21-\uff28])\s*[:=\uff1a]\s*")
_LETTER_IN_NAME = re.compile(r"[A-Za-z](?:\s*[:=;,)]|\s)")
"""The letter of a player that is none, or without its colon, as the beginning of a name."""
_ADDRESS = re.compile(r"<([^<>]*)>|[^\s<>]*@[^\s<>]*")
_ZONE = re.compile(r"(?:^|[\s,;]+)([A-Za-z]+(?:/[\w+-]+)+|(?:UTC|GMT)(?:[+-]?\d[\d:]*)?)$")
_BETWEEN = " \t,;"
_LONGEST_LINE = 400
_EXAMPLE = "A: Anna Example <anna@example.org> Europe/London"
_WHOLE_LINE = f"Write one player a line, with a letter from A to H, for instance: {_EXAMPLE}"


class _Wrong(Exception):
    """What is wrong with a line, and the cure."""


class _Parts(NamedTuple):
    """A line taken apart."""

    letter: str
    name: str
    email: str
    zone: str


def read_players(text: str, path: Path) -> tuple[NewSeat, ...]:
    """The seats of a list of players. Letters are given in the order of the lines where none is written.

    Raises FileError with the line.
    """
    seats: list[NewSeat] = []
    for number, line in enumerate(text.splitlines(), start=1):
        line = " ".join("".join(one if one.isprintable() else " " for one in line).split())
        if not line or line.startswith("#"):
            continue
        try:
            seats.append(_seat(line, [seat.player for seat in seats]))
        except _Wrong as problem:
            what, cure = problem.args
            raise FileError(what, path=path, line=number, cure=cure) from None
    if not 2 <= len(seats) <= 8:
        raise FileError(
            f"the list holds {len(seats)} player{'' if len(seats) == 1 else 's'}; a campaign needs 2 to 8",
            path=path,
            cure=f"Write one player a line, for instance: {_EXAMPLE}",
        )
    return tuple(sorted(seats))


def _seat(line: str, taken: list[str]) -> NewSeat:
    """The seat of a line; `taken`: the letters of the lines before. Raises _Wrong."""
    parts = _taken_apart(line)
    if not parts.name or _LETTER_IN_NAME.match(parts.name):
        raise _Wrong(f"this line names no player: {shortened(line)!r}", _WHOLE_LINE)
    letter = parts.letter or next((one for one in "ABCDEFGH" if one not in taken), "")
    if not letter or letter in taken:
        raise _Wrong(f"there is already a player {letter or 'for every letter'}", "")
    seat = NewSeat(letter, parts.name, parts.email, parts.zone)
    try:
        check_seat(seat)
    except CommandError as problem:
        raise _Wrong(problem.what, f"Write the line like this: {_EXAMPLE}") from None
    return seat


def _taken_apart(line: str) -> _Parts:
    """Letter, name, address and zone of a line. The address may stand in <> or not, and commas between. Raises _Wrong."""
    if len(line) > _LONGEST_LINE:
        raise _Wrong(f"this line names no player: {shortened(line)!r}", _WHOLE_LINE)
    bullet = _BULLET.match(line)
    line = line[bullet.end() :] if bullet else line
    letter = _LETTER.match(line)
    rest = line[letter.end() :] if letter else line
    addresses = list(_ADDRESS.finditer(rest))
    if len(addresses) > 1:
        raise _Wrong("there are two addresses in this line", "Write one player a line, with one address.")
    before, behind, email = rest, "", ""
    if addresses:
        found = addresses[0]
        before, behind = rest[: found.start()], rest[found.end() :].strip(_BETWEEN)
        email = found[1] if found[1] is not None else found[0].strip(_BETWEEN + "()[]\"'")
        email = email.strip().removeprefix("mailto:")
    if behind:
        zone = behind
    else:
        last = _ZONE.search(before.rstrip(_BETWEEN))
        zone = last[1] if last else ""
        before = before[: last.start()] if last else before
    name = before.strip(_BETWEEN + "([")
    if len(name) > 1 and name[0] == name[-1] and name[0] in "\"'":
        name = name[1:-1].strip()
    if "<" in name or ">" in name:
        raise _Wrong(f"an address stands between < and >: {shortened(line)!r}", _WHOLE_LINE)
    return _Parts(normalize("NFKC", letter[1]).upper() if letter else "", name, email, zone)
