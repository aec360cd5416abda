"""The ledger: an append-only file of records, one JSON object a line, each chained to the one before by its hash.

A record has a public part and may have a private one (a sheet's text before the campaign is over). The chain covers
the private part by its hash only, so that an archive can leave it out and the chain still holds. Records written
together count all or none: each says how many of its group are still to come.
"""

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pbem.campaign.files import append, canonical, compact_json, unwritable
from pbem.errors import LedgerError, unreadable

FORMAT = 1
"""The version of the record form; a ledger of a newer one is refused."""

START = "0" * 64
"""What the first record has in the place of its predecessor's hash."""

Facts = Mapping[str, Any]


class Record(NamedTuple):
    """One line of the ledger."""

    number: int
    """From 1, the line number."""
    time: str
    """UTC, ISO 8601 with seconds and Z."""
    kind: str
    facts: Facts
    more: int = 0
    """How many records that were written together with this one follow it."""
    private: Facts | None = None
    private_hash: str = ""
    previous: str = START
    hash: str = ""


class Tip(NamedTuple):
    """The end of the ledger: how many records, how many bytes, the last hash."""

    number: int = 0
    size: int = 0
    hash: str = START


class Entry(NamedTuple):
    """A record to be added: kind, public facts, private facts."""

    kind: str
    facts: Facts
    private: Facts | None = None


def _hashed(record: Record, facts: bytes) -> str:
    """The record's hash: over everything but the private part, which its own hash stands for; `facts` as they are written."""
    before = canonical([record.number, record.time, record.kind])[:-1]
    after = canonical([record.more, record.private_hash, record.previous])[1:]
    return hashlib.sha256(b",".join((before, facts, after))).hexdigest()


def line_of(record: Record, *, with_private: bool = True) -> bytes:
    """The record as its line, in the only form that is accepted back."""
    private = canonical(record.private) if record.private is not None and with_private else b""
    return _line(record, canonical(record.facts), private)


def _line(record: Record, facts: bytes, private: bytes) -> bytes:
    """The line of a record whose facts and private part are written already."""
    parts = [_json({"n": record.number, "time": record.time, "kind": record.kind})[:-1], b'"facts":' + facts]
    if record.more:
        parts.append(_json({"more": record.more})[1:-1])
    if private:
        parts.append(b'"private":' + private)
    chain = {"private_hash": record.private_hash} if record.private_hash else {}
    return b",".join((*parts, _json({**chain, "previous": record.previous, "hash": record.hash})[1:])) + b"\n"


def _json(value: Mapping[str, Any]) -> bytes:
    """JSON without blanks, in the order given."""
    return compact_json(value).encode()


def read_line(line: bytes, *, path: Path, tip: Tip | None = None, number: int = 0) -> Record:
    """A line as a record, checked to the byte, and with `tip` that it follows it.

    Raises LedgerError naming the line.
    """
    number = tip.number + 1 if tip else number
    try:
        value = json.loads(line)
        record = Record(
            value["n"],
            value["time"],
            value["kind"],
            value["facts"],
            value.get("more", 0),
            value.get("private"),
            value.get("private_hash", ""),
            value["previous"],
            value["hash"],
        )
        facts = canonical(record.facts)
        private = b"" if record.private is None else canonical(record.private)
        same = _line(record, facts, private) == line
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise LedgerError(path, number, "it is not a record of a ledger") from None
    if not same:
        raise LedgerError(path, number, "it was written by something else, or changed afterwards")
    if private and hashlib.sha256(private).hexdigest() != record.private_hash:
        raise LedgerError(path, number, "its private part was changed")
    if record.hash != _hashed(record, facts):
        raise LedgerError(path, number, "its text does not match its hash")
    if tip and (record.number, record.previous) != (number, tip.hash):
        raise LedgerError(path, number, "it does not follow the record before it")
    return record


def read_all(path: Path, *, start: Tip | None = None, strict: bool = False) -> Iterator[Record]:
    """The records from `start` (the beginning) to the end, each checked. Raises LedgerError at the first bad one.

    What a crash left unfinished at the end is passed over, see `mend`; with `strict` it is an error, too.
    """
    return (record for record, _ in read_sized(path, start=start, strict=strict))


def read_sized(
    path: Path, *, start: Tip | None = None, strict: bool = False
) -> Iterator[tuple[Record, int]]:
    """The same, each record with the bytes of its line."""
    tip = start or Tip()
    group: list[tuple[Record, int]] = []
    try:
        with path.open("rb") as file:
            file.seek(tip.size)
            for line in file:
                if not line.endswith(b"\n"):
                    if strict:
                        raise LedgerError(path, tip.number + 1, "it has no end: it was cut, or never whole")
                    return
                record = read_line(line, path=path, tip=tip)
                tip = Tip(record.number, tip.size + len(line), record.hash)
                group.append((record, len(line)))
                if not record.more:
                    yield from group
                    group = []
    except OSError as problem:
        raise unreadable(path, problem) from problem
    if strict and group:
        raise LedgerError(path, tip.number, "what was written together with it does not follow")


def ends_with(path: Path, digest: str, *, size: int | None = None) -> bool:
    """Whether the last record has this hash, and is whole; one look at the end, however long the ledger is. `size`: of the
    ledger when it ended so, in bytes, where more may have come behind that. Raises FileError."""
    end = f'"hash":"{digest}"}}\n'.encode()
    try:
        with path.open("rb") as file:
            file.seek(max(0, (path.stat().st_size if size is None else size) - len(end)))
            return file.read(len(end) + (size is None)) == end
    except OSError as problem:
        raise unreadable(path, problem) from problem


def read_at(path: Path, place: int) -> Record:
    """The record that begins at a byte of the ledger. Raises LedgerError when there is none."""
    try:
        with path.open("rb") as file:
            file.seek(place)
            line = file.readline()
            return read_line(line, path=path)
    except OSError as problem:
        raise unreadable(path, problem) from problem
    except LedgerError:
        for _ in read_all(path):  # name the first bad line
            pass
        raise


def mend(path: Path, *, start: Tip | None = None) -> str:
    """Cut off what only a crash while writing can leave at the end: half a record, or a part of a group of records.

    The command that wrote it had not succeeded. Looked at is what comes after `start`. Says what was done, or nothing.
    Raises LedgerError for a bad line.
    """
    start = start or Tip()
    try:
        with path.open("r+b") as file:
            file.seek(start.size)
            content = file.read()
            keep, whole_line = _unfinished(content, path, start.number)
            if not whole_line and keep < len(content):
                file.truncate(start.size + keep)
                return "unfinished records at the end were cut off"
    except OSError as problem:
        raise unwritable(path, problem) from problem
    if whole_line:
        append(path, b"\n")
        return "the line end of the last record was added"
    return ""


def _unfinished(content: bytes, path: Path, before: int) -> tuple[int, bool]:
    """Up to which byte the ledger is whole, and whether its last record lacks nothing but its line end.

    `before` records stand before `content`.
    """
    end = content.rfind(b"\n") + 1
    tail = content[end:]
    if tail:
        record = _record(tail, path)
        if record and not record.more:
            return len(content), True
        if _record(tail[:-1], path):  # more than a crash can do: something was written over the line's end
            line = before + content.count(b"\n") + 1
            raise LedgerError(path, line, "it was written by something else, or changed afterwards")
    while end:
        begin = content.rfind(b"\n", 0, end - 1) + 1
        number = before + content.count(b"\n", 0, end)
        if not read_line(content[begin:end], path=path, number=number).more:
            return end, False
        end = begin
    return 0, False


def _record(text: bytes, path: Path) -> Record | None:
    """A line without its end as a record, or None if it is not a whole one."""
    try:
        return read_line(text + b"\n", path=path)
    except LedgerError:
        return None


def seal(tip: Tip, time: str, entry: Entry, *, more: int = 0) -> Record:
    """A new record after `tip`. A private part is given a random pad, so that its hash tells nothing."""
    facts = canonical(entry.facts)
    private, mark = None, ""
    if entry.private is not None:
        text = canonical({**entry.private, "pad": secrets.token_hex(16)})
        private, mark = json.loads(text), hashlib.sha256(text).hexdigest()
    record = Record(tip.number + 1, time, entry.kind, json.loads(facts), more, private, mark, tip.hash)
    return record._replace(hash=_hashed(record, facts))


def sealed(tip: Tip, time: str, entries: Sequence[Entry]) -> list[Record]:
    """New records after `tip` that belong together."""
    records: list[Record] = []
    for place, entry in enumerate(entries):
        record = seal(tip, time, entry, more=len(entries) - 1 - place)
        tip = Tip(record.number, 0, record.hash)
        records.append(record)
    return records


def write(path: Path, records: Sequence[Record]) -> None:
    """Append records in one write."""
    write_lines(path, [line_of(record) for record in records])


def write_lines(path: Path, lines: Sequence[bytes]) -> None:
    """Append the lines of records in one write."""
    if lines:
        append(path, b"".join(lines))
