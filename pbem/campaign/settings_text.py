"""The text of campaign.yaml: the first one, and the small changes that commands make in it, line by line, so that the
gamesmaster's comments and order stay."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from pbem.errors import FileError

_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class NewSeat(NamedTuple):
    """A player as the list of players names him."""

    player: str
    name: str
    email: str = ""
    zone: str = ""


def text_mark(text: bytes) -> str:
    """What tells one campaign.yaml from another."""
    return hashlib.sha256(text).hexdigest()


def settings_text(
    name: str, seats: tuple[NewSeat, ...], *, rules: str, zone: str, rulings: Mapping[str, Any]
) -> str:
    """The first campaign.yaml."""
    lines = [
        f"# Settings of the campaign {name}. Nothing in this file is secret.",
        'format: "1"',
        f"name: {name}",
        f"rules: {rules}",
        "",
        "# The time zone of the deadlines; a player may have his own.",
        f"zone: {zone}",
        'gamesmaster: {name: "", email: ""}  # you: the name is for the reports, the address for what waits for you',
        "players:",
        *(seat_line(seat) for seat in seats),
        "",
        "# How long after a report the next orders are due, and the time of day to which that is put off.",
        'deadlines: {setup: 7d, first: 7d, second: 7d, at: ""}',
        "# How long after a report mistakes may be pointed out, before the next Phase is adjudicated.",
        "correct_within: 0h",
        "# sealed: dice that the players can check. manual: the gamesmaster rolls real ones.",
        "dice: sealed",
        "# Whether every player gets a page with map and order desk beside the plain text.",
        "report: {html: yes}",
        "# The letter of a gamesmaster who also plays: his sheet is sealed before he sees another.",
        'playing_gamesmaster: ""',
        "",
        "# The readings that differ from the usual ones, see `pbem rules rulings`. Changed by `pbem rule --set`.",
        *rulings_lines(rulings),
    ]
    return "\n".join(lines) + "\n"


def seat_line(seat: NewSeat) -> str:
    """A player's line under ``players:``."""
    more = f", email: {quoted(seat.email)}" if seat.email else ""
    more += f", zone: {seat.zone}" if seat.zone else ""
    return f"  {seat.player}: {{name: {quoted(seat.name)}{more}}}"


def rulings_lines(rulings: Mapping[str, Any]) -> list[str]:
    """The part ``rulings:``."""
    if not rulings:
        return ["rulings: {}"]
    return ["rulings:", *(f"  {key}: {_value(value)}" for key, value in sorted(rulings.items()))]


def _value(value: object) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list | tuple) else str(value)


def quoted(text: str) -> str:
    """A text in quotes, as YAML and JSON both read it."""
    return json.dumps(text, ensure_ascii=False)


def with_rulings(text: str, rulings: Mapping[str, Any], path: Path) -> str:
    """campaign.yaml with these rulings.

    Raises FileError where the file is laid out so that they cannot be written in.
    """
    return with_part(text, ("rulings",), rulings_lines(rulings), path=path)


def with_seat(text: str, seat: NewSeat, path: Path) -> str:
    """campaign.yaml with another player in a seat. Raises FileError likewise."""
    return with_part(text, ("players", seat.player), [seat_line(seat)], path=path)


def with_part(text: str, place: tuple[str, ...], lines: list[str], *, path: Path) -> str:
    """The text with the lines of one key replaced; a key of the top level that is not there is added at the end."""
    root = node = yaml.compose(text, _Loader)
    key: yaml.Node | None = None
    for part in place:
        if not isinstance(node, yaml.MappingNode) or node.flow_style:
            raise _unchangeable(place, path)
        pair = next(((name, value) for name, value in node.value if name.value == part), None)
        if pair is None:
            if node is not root:
                raise _unchangeable(place, path)
            end = "\r\n" if "\r\n" in text else "\n"
            return text.rstrip("\r\n") + end + end.join(lines) + end
        key, node = pair
    assert key is not None and node is not None
    old = text.split("\n")
    indent = " " * key.start_mark.column
    end = "\r" if "\r\n" in text else ""
    fitted = [(indent + line.strip() if len(place) > 1 else line) + end for line in lines]
    return "\n".join([*old[: key.start_mark.line], *fitted, *old[_last_line(node) + 1 :]])


def _last_line(node: yaml.Node) -> int:
    """The last line of a value; a block ends with its last value, not with what follows it."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _last_line(last[1] if isinstance(last, tuple) else last)
    return int(node.start_mark.line if isinstance(node, yaml.ScalarNode) else node.end_mark.line)


def _unchangeable(place: tuple[str, ...], path: Path) -> FileError:
    where = ".".join(place)
    return FileError(
        f"{where} cannot be changed in this file, since it is not written in lines of its own",
        path=path,
        cure=f"Write {place[0]} as `pbem new` does, a line for each key, and give the command again.",
    )
