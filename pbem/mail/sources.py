"""Mails from files: single ones, folders of them, a Maildir, an mbox, the standard input."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import BinaryIO

from pbem.campaign.files import read
from pbem.errors import FileError, unreadable
from pbem.mail.intake import Arrived
from pbem.mail.reading.message import LONGEST_HEADER, read_message, time_of

LARGEST_READ = 64 * 1024 * 1024
"""Bytes of one mail that are kept at all."""
_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
_PLAIN_HEAD = re.compile(
    rb"(?:[!-9;-~]{1,100}:[\t -~]{0,1000}+(?:\r?\n[\t ][\t -~]{0,1000}+){0,20}+(?:\r?\n|\Z))++"
)
"""Whole headers, none of them long, of nothing but signs that can be printed."""
_RECEIVED = re.compile(rb"(?im)^received:((?:[^\r\n]|\r?\n[\t ])*+)")
_BEGINS_AS_SHEET = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:#.*|---)?\r?\n)*[ \t]*(?:campaign|player|turn|phase|key)[ \t]*:",
    re.IGNORECASE,
)
_SHEET_ENDINGS = (".yaml", ".yml", ".txt")
"""Of a file that is an order sheet and not a mail with one in it."""
_HEADER = re.compile(
    rb"(?im)^(?:from|to|date|subject|received|message-id|return-path|delivered-to|mime-version|content-type)[ \t]*:"
)
"""One without which there is no mail."""
_MAILDIR = ("cur", "new")
"""The folders of a Maildir; what lies there was delivered as a mail."""
_SEPARATOR = re.compile(
    rb"(?m)^From \S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) .{10,40}\n"
)


def from_files(paths: Iterable[Path], now: datetime) -> Iterator[Arrived]:
    """Every mail in these files and folders. Raises FileError.

    A mail counts as received when the server that received it says so (the topmost Received line), else when its file was
    written; never later than now. Where one file is an order sheet or plainly no mail none is taken, lest a folder that is
    named by mistake is answered as mails.
    """
    order = count()
    files = tuple(_files(paths))
    for path in files:
        _refuse_no_mail(path)
    for path in files:
        raw = read(path)
        written = min(_written(path), now)
        for one in _several(raw):
            yield Arrived(one, received_at(one, written, now), next(order))


def _refuse_no_mail(path: Path) -> None:
    """Raises FileError for a file that is named as an order sheet is and begins as one does, and for one that neither is
    named as mails are nor has a header of theirs."""
    as_sheet = path.suffix.lower() in _SHEET_ENDINGS
    if not as_sheet and (path.suffix.lower() == ".eml" or path.parent.name in _MAILDIR):
        return
    begins = _beginning(path)
    if as_sheet and _BEGINS_AS_SHEET.match(begins):
        raise FileError(
            "this is no mail but an order sheet. No mail was taken in",
            path=path,
            cure="An order sheet as a file is submitted by `pbem submit`.",
        )
    head = _END_OF_HEAD.split(begins.lstrip(), 1)[0]
    if not (_SEPARATOR.match(begins) or _HEADER.search(head)):
        raise FileError(
            "this is no mail: it does not begin with the headers of one (From, Subject, Date). No mail was taken in",
            path=path,
            cure="Save the mail as a whole in your mail program (often called .eml), and give that file.",
        )


def _beginning(path: Path) -> bytes:
    """The first bytes of a file. Raises FileError."""
    try:
        with path.open("rb") as file:
            return file.read(64 * 1024)
    except OSError as problem:
        raise unreadable(path, problem) from problem


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files, and those in the folders."""
    for path in paths:
        if path.is_dir():
            yield from _in_folder(path)
        else:
            yield path


def from_stream(stream: BinaryIO, now: datetime) -> Arrived:
    """The one mail on the standard input, as a mail server's filter hands it over."""
    raw = stream.read(LARGEST_READ)
    if not raw.strip():
        raise FileError(
            "there is no mail on the standard input", cure="A filter must hand the whole mail over."
        )
    return Arrived(raw, received_at(raw, now, now))


def received_at(raw: bytes, otherwise: datetime, now: datetime) -> datetime:
    """When a mail was received."""
    end = _END_OF_HEAD.search(raw)
    time = _passed_on(raw[: min(end.start() if end else len(raw), 64 * 1024)])
    return min(time, now) if time else otherwise


def _passed_on(head: bytes) -> datetime | None:
    """When the receiving server took the mail of this head. Most heads are so plain that they need not be parsed."""
    if _PLAIN_HEAD.fullmatch(head):
        found = _RECEIVED.search(head)
        if found is None:
            return None
        if len(found[1]) < LONGEST_HEADER:
            return time_of(found[1].decode("ascii").rpartition(";")[2])
    return read_message(head + b"\n\n").passed_on


def _in_folder(folder: Path) -> list[Path]:
    """The mails of a Maildir (new and cur), or of a folder of files; hidden files are none."""
    parts = [folder / name for name in _MAILDIR if (folder / name).is_dir()] or [folder]
    try:
        return sorted(
            path
            for part in parts
            for path in part.iterdir()
            if path.is_file() and not path.name.startswith(".")
        )
    except OSError as problem:
        raise unreadable(folder, problem) from problem


def _several(raw: bytes) -> list[bytes]:
    """The mails of an mbox; any other file is one mail."""
    if not _SEPARATOR.match(raw):
        return [raw]
    begins = [
        found
        for found in _SEPARATOR.finditer(raw)
        if found.start() == 0 or raw[: found.start()].endswith((b"\n\n", b"\r\n\r\n"))
    ]
    ends = [found.start() for found in begins[1:]] + [len(raw)]
    return [raw[found.end() : end] for found, end in zip(begins, ends, strict=True)]


def _written(path: Path) -> datetime:
    return datetime.fromtimestamp(int(path.stat().st_mtime), UTC)
