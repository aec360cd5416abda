"""The ledger: an append-only file of records, one JSON object a line, each chained to the one before by its hash.

A record has a public part and may have a private one (a sheet's text before the campaign is over). The chain covers
the private part by its hash only, so that an archive can leave it out and the chain still holds.
"""

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.campaign.files import append, canonical, unwritable
from pbem.errors import LedgerError, unreadable

FORMAT = 1
"""The version of the record form; a ledger of a newer one is refused."""

START = "0" * 64
"""What the first record has in the place of its predecessor's hash."""


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the ledger."""

    number: int
    """From 1, the line number."""
    time: str
    """UTC, ISO 8601 with seconds and Z."""
    kind: str
    facts: Mapping[str, Any]
    private: Mapping[str, Any] | None = None
    private_hash: str = ""
    previous: str = START
    hash: str = field(default="")


@dataclass(frozen=True, slots=True)
class Tip:
    """The end of the ledger: how many records, how many bytes, the last hash."""

    number: int = 0
    size: int = 0
    hash: str = START


def _hashed(record: Record) -> str:
    """The record's hash: over everything but the private part, which its own hash stands for."""
    body = [record.number, record.time, record.kind, record.facts, record.private_hash, record.previous]
    return hashlib.sha256(canonical(body)).hexdigest()


def _private_hash(private: Mapping[str, Any] | None) -> str:
    return "" if private is None else hashlib.sha256(canonical(private)).hexdigest()


def line_of(record: Record, *, with_private: bool = True) -> bytes:
    """The record as its line, in the only form that is accepted back."""
    value: dict[str, Any] = {"n": record.number, "time": record.time, "kind": record.kind, "facts": record.facts}
    if record.private is not None and with_private:
        value["private"] = record.private
    if record.private_hash:
        value["private_hash"] = record.private_hash
    value |= {"previous": record.previous, "hash": record.hash}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read_line(line: bytes, number: int, previous: str, *, path: Path) -> Record:
    """A line as a record, checked to the byte. Raises LedgerError naming the line."""
    try:
        value = json.loads(line)
        record = Record(
            value["n"],
            value["time"],
            value["kind"],
            value["facts"],
            value.get("private"),
            value.get("private_hash", ""),
            value["previous"],
            value["hash"],
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise LedgerError(path, number, "it is not a record of a ledger") from None
    if line_of(record) != line:
        raise LedgerError(path, number, "it was written by something else, or changed afterwards")
    if record.private is not None and _private_hash(record.private) != record.private_hash:
        raise LedgerError(path, number, "its private part was changed")
    if record.hash != _hashed(record):
        raise LedgerError(path, number, "its text does not match its hash")
    if record.number != number or record.previous != previous:
        raise LedgerError(path, number, "it does not follow the record before it")
    return record


def read_all(path: Path, *, start: Tip | None = None) -> Iterator[Record]:
    """The records from `start` (the beginning) to the end, each checked. Raises LedgerError at the first bad one.

    An unfinished last line, which a crash can leave, is not a record and is passed over; see `mend`.
    """
    tip = start or Tip()
    number, previous = tip.number, tip.hash
    try:
        with path.open("rb") as file:
            file.seek(tip.size)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                number += 1
                record = read_line(line, number, previous, path=path)
                previous = record.hash
                yield record
    except OSError as problem:
        raise unreadable(path, problem) from problem


def mend(path: Path) -> str:
    """Cut off an unfinished last line, which only a crash during `append` leaves; the command that wrote it had not
    succeeded. A whole record that lacks only its line end gets it. Says what was done, or nothing."""
    try:
        content = path.read_bytes()
        if not content or content.endswith(b"\n"):
            return ""
        keep = content.rfind(b"\n") + 1
        tail = content[keep:]
        try:
            whole = "hash" in json.loads(tail)
        except ValueError:
            whole = False
        with path.open("r+b") as file:
            file.seek(0, 2)
            if whole:
                file.write(b"\n")
                return "the line end of the last record was added"
            file.truncate(keep)
        return "an unfinished record at the end was cut off"
    except OSError as problem:
        raise unwritable(path, problem) from problem


def seal(tip: Tip, time: str, kind: str, facts: Mapping[str, Any], private: Mapping[str, Any] | None = None) -> Record:
    """A new record after `tip`. A private part is given a random pad, so that its hash tells nothing."""
    if private is not None:
        private = {**private, "pad": secrets.token_hex(16)}
    facts = json.loads(canonical(facts))
    record = Record(tip.number + 1, time, kind, facts, private, _private_hash(private), tip.hash)
    return Record(
        record.number,
        record.time,
        record.kind,
        record.facts,
        record.private,
        record.private_hash,
        record.previous,
        _hashed(record),
    )


def write(path: Path, tip: Tip, entries: list[tuple[str, str, Mapping[str, Any], Mapping[str, Any] | None]]) -> tuple[Tip, list[Record]]:
    """Append several records (time, kind, facts, private) in one write, so that they come all or none; says the new tip."""
    records: list[Record] = []
    content = b""
    for time, kind, facts, private in entries:
        record = seal(tip, time, kind, facts, private)
        line = line_of(record)
        tip = Tip(record.number, tip.size + len(line), record.hash)
        records.append(record)
        content += line
    append(path, content)
    return tip, records
