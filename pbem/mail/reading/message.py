"""The bytes of a mail as headers and parts. Whatever the bytes are, this takes bounded time and memory and never raises.

A file name that a mail gives is kept as a text to be shown, and is never used as a path.
"""

import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.message import Message as Tree
from email.utils import collapse_rfc2231_value, getaddresses, parsedate_to_datetime
from itertools import count
from typing import NamedTuple

LARGEST = 10 * 1024 * 1024
"""Bytes of a mail."""
MOST_TEXT = 2 * 1024 * 1024
"""Bytes of a mail beside its large attachments."""
DEEPEST = 20
"""Levels of parts in one another."""
MOST_PARTS = 100
LONGEST_HEADER = 4096
"""Letters of a header's value that are looked at."""
LONGEST_HEAD = 256 * 1024
"""Bytes of all headers of a mail together."""

_CODED_LINES = re.compile(rb"(?m)^(?:[A-Za-z0-9+/=]{4,998}+\r?\n)++")
"""Nothing here is ever looked at twice, so that the time does not grow faster than the mail."""
_MOST_LINES = 1000
"""Of an attachment that may be a sheet."""
_KEPT_OF_IT = 100 * 1024
_CONTAINERS = re.compile(rb"(?i)boundary\s*=|message/rfc822")
_LONG_TYPE = re.compile(rb"(?im)^content-(?:type|disposition)[ \t]*:(?:[^\r\n]|\r?\n[ \t]){4096}")
"""A header for which the standard parser would need time that grows with the square of its length."""
_RETURNS = re.compile(r"[\r\n]+[ \t]*")


class Part(NamedTuple):
    """One leaf of a mail: a text, or something attached."""

    type: str
    """Such as ``text/plain``; always small letters."""
    content: bytes
    """Transfer encoding undone."""
    charset: str | None
    name: str
    """The file name the mail gives it, for showing only; empty where it has none."""
    attached: bool
    flowed: bool
    delsp: bool
    inside: tuple[str, ...]
    """The containers it lies in, from the outermost: ``multipart/alternative``, ``message/rfc822`` …"""
    group: int
    """Parts of the same number are alternatives to one another."""
    head: str = ""
    """Of what lies directly in a message/rfc822 or message/delivery-status, its headers as text."""


@dataclass(frozen=True, slots=True)
class Message:
    """A mail. `fault` says by a code why its parts were not looked at; empty: they were."""

    headers: tuple[tuple[str, str], ...]
    """Names in small letters, values as they stand, unfolded; in the order of the mail."""
    parts: tuple[Part, ...] = ()
    fault: str = ""
    size: int = 0
    type: str = "text/plain"
    report_type: str = ""
    """Of a multipart/report, which."""

    def all(self, name: str) -> tuple[str, ...]:
        """The values of every header of a name, from the top."""
        return tuple(value for key, value in self.headers if key == name)

    def get(self, name: str) -> str:
        """The value of the first header of a name, or empty."""
        return next((value for key, value in self.headers if key == name), "")

    @property
    def subject(self) -> str:
        """The subject as people read it."""
        return readable(self.get("subject"))

    @property
    def message_id(self) -> str:
        """The Message-ID with its angle brackets, or empty where it is none that can be used in an answer."""
        found = re.fullmatch(r"<[!-;=?-~]{3,250}>", self.get("message-id").strip())
        return found[0] if found else ""

    @property
    def sender(self) -> str:
        """The address of the From header in small letters; empty where it is not exactly one."""
        values = self.all("from")
        found = addresses(values[0]) if len(values) == 1 else ()
        return found[0] if len(found) == 1 else ""

    @property
    def passed_on(self) -> datetime | None:
        """When the receiving server took it: the time of the topmost Received header, UTC."""
        return time_of(self.get("received").rpartition(";")[2])


def read_message(raw: bytes) -> Message:
    """The mail in `raw`. Never raises."""
    if len(raw) > LARGEST:
        return Message(_head_alone(raw), fault="too_large", size=len(raw))
    size = len(raw)
    if size > MOST_TEXT:
        raw = _without_large(raw)
    fault = _fault_before_parsing(raw)
    if fault:
        return Message(_head_alone(raw), fault=fault, size=size)
    try:
        tree = message_from_bytes(_plain_line_ends(raw))
        headers = _headers(tree)
        kind = tree.get_content_type()
        report = str(tree.get_param("report-type") or "").lower() if kind == "multipart/report" else ""
        parts, fault = _parts(tree)
    except (RecursionError, MessageError, ValueError, LookupError, AttributeError, TypeError, AssertionError):
        # The standard parser is not proof against every text; what it cannot read is refused, not lost.
        return Message(_head_alone(raw), fault="unreadable", size=size)
    return Message(headers, parts, fault, size, kind, report)


def _fault_before_parsing(raw: bytes) -> str:
    """Why the standard parser should not see this, by a code, or empty."""
    if len(raw) > MOST_TEXT:
        return "too_much_text"
    if sum(1 for _ in _CONTAINERS.finditer(raw)) > MOST_PARTS:
        return "too_many_parts"
    end = re.search(rb"\r?\n\r?\n", raw)
    too_long = (end.start() if end else len(raw)) > LONGEST_HEAD or _LONG_TYPE.search(raw)
    return "too_long_head" if too_long else ""


def _without_large(raw: bytes) -> bytes:
    """Of attachments too large for a sheet only the beginning, which tells that they are."""
    kept: list[memoryview] = []
    whole, begin = memoryview(raw), 0
    for found in _CODED_LINES.finditer(raw):
        if raw.count(b"\n", found.start(), found.end()) >= _MOST_LINES:
            kept.append(whole[begin : found.start() + _KEPT_OF_IT])
            begin = found.end()
    return b"".join([*kept, whole[begin:]]) if kept else raw


def _plain_line_ends(raw: bytes) -> bytes:
    """Lines that end in a carriage return alone would make one line of the whole mail."""
    if b"\n" in raw:
        return raw
    return raw.replace(b"\r", b"\n")


def _head_alone(raw: bytes) -> tuple[tuple[str, str], ...]:
    """The headers at the beginning of a mail that is not parsed."""
    found: list[tuple[str, str]] = []
    for line in raw[: LONGEST_HEAD // 4].decode("utf-8", "replace").splitlines()[:500]:
        if not line.strip():
            break
        name, colon, value = line.partition(":")
        if line[:1] in " \t" and found:
            found[-1] = (found[-1][0], _short(f"{found[-1][1]} {line.strip()}"))
        elif colon and name.strip():
            found.append((name.strip().lower(), _short(value.strip())))
    return tuple(found)


def _headers(tree: Tree) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name.strip().lower(), _short(_RETURNS.sub(" ", str(value)))) for name, value in tree.items()
    )


def _short(value: str) -> str:
    """A header's value, no longer than anything needs, without halves of characters."""
    value = value[:LONGEST_HEADER]
    return (
        value
        if value.isascii()
        else value.encode("utf-8", "surrogateescape").decode("utf-8", "replace").strip()
    )


# --- parts -------------------------------------------------------------------------------------------------------


class _Branch(NamedTuple):
    """A part still to be looked at: where it lies, and its group of alternatives, 0 outside of any."""

    tree: Tree
    inside: tuple[str, ...]
    group: int


def _parts(tree: Tree) -> tuple[tuple[Part, ...], str]:
    """All leaves, in the order of the mail, and a fault where there are too many or too deep."""
    found: list[Part] = []
    numbers = count(1)
    waiting = [_Branch(tree, (), 0)]
    while waiting:
        branch = waiting.pop()
        if len(branch.inside) > DEEPEST:
            return (), "too_deep"
        if len(found) >= MOST_PARTS:
            return (), "too_many_parts"
        kind = branch.tree.get_content_type()
        children = list(_children(branch.tree))
        if not children:
            found.append(_leaf(branch, kind, branch.group or next(numbers)))
            continue
        group = branch.group or (next(numbers) if kind == "multipart/alternative" else 0)
        waiting.extend(_Branch(child, (*branch.inside, kind), group) for child in reversed(children))
    return tuple(found), ""


def _children(tree: Tree) -> Iterator[Tree]:
    """The parts a part is made of; none of a leaf, and of a container that holds no parts after all."""
    inside = tree.get_payload()
    if isinstance(inside, list):
        yield from (child for child in inside if isinstance(child, Tree))


def _leaf(branch: _Branch, kind: str, group: int) -> Part:
    tree = branch.tree
    name = _file_name(tree)
    kind_says = {name.lower(): value for name, value in reversed(tree.get_params([]))}
    said = str(tree.get("content-disposition") or "").strip().lower()
    inside_message = bool(branch.inside) and branch.inside[-1].startswith("message/")
    return Part(
        type=kind,
        content=_content(tree),
        charset=_parameter(kind_says, "charset") or None,
        name=name,
        attached=said.startswith("attachment") or bool(name),
        flowed=_parameter(kind_says, "format").lower() == "flowed",
        delsp=_parameter(kind_says, "delsp").lower() == "yes",
        inside=branch.inside,
        group=group,
        head="\n".join(f"{name}: {value}" for name, value in _headers(tree)[:200]) if inside_message else "",
    )


def _content(tree: Tree) -> bytes:
    """The bytes of a part, transfer encoding undone; also of base64 that was cut off or has rubbish in it."""
    content = tree.get_payload(decode=True)
    if not isinstance(content, bytes):
        return b""
    if str(tree.get("content-transfer-encoding") or "").strip().lower() == "base64" and tree.defects:
        letters = re.sub(rb"[^A-Za-z0-9+/]", b"", str(tree.get_payload()).encode("ascii", "replace"))
        letters = letters[: len(letters) - 1] if len(letters) % 4 == 1 else letters
        return b64decode(letters + b"=" * (-len(letters) % 4))
    return content


def _parameter(given: Mapping[str, str | tuple[str | None, str | None, str]], name: str) -> str:
    """A parameter of the content type as a short text, or empty."""
    value = given.get(name)
    return "" if value is None else collapse_rfc2231_value(value)[:200].strip().strip("\"'")


def _file_name(tree: Tree) -> str:
    """The file name as it may be shown: no folders, no control characters."""
    name = tree.get_filename() or ""
    shown = "".join(letter for letter in readable(name) if letter.isprintable())
    return shown.replace("\\", "/").rpartition("/")[2].strip()[:100]


# --- headers -----------------------------------------------------------------------------------------------------


def readable(value: str) -> str:
    """A header's value on one line, without control characters; encoded words decoded, or as they stand."""
    text = value
    if "=?" in value:
        try:
            pieces = decode_header(value[:LONGEST_HEADER])
            text = "".join(_piece(text, charset) for text, charset in pieces)
        except (HeaderParseError, ValueError, LookupError):
            text = value
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _piece(text: bytes | str, charset: str | None) -> str:
    if isinstance(text, str):
        return text
    try:
        return text.decode(charset or "utf-8", "replace")
    except (LookupError, ValueError):
        return text.decode("utf-8", "replace")


def addresses(value: str) -> tuple[str, ...]:
    """The addresses in a header's value, in small letters."""
    try:
        found = getaddresses([value[:LONGEST_HEADER]])
    except (ValueError, IndexError, AttributeError, TypeError, RecursionError):
        return ()
    return tuple(
        address.lower()
        for _, address in found
        if re.fullmatch(r"[^\s@<>,;:\"()]+@[^\s@<>,;:\"()]+", address) and address.isprintable()
    )


def time_of(text: str) -> datetime | None:
    """A time as mail headers write it, UTC; None where it is none."""
    try:
        time = parsedate_to_datetime(text.strip()[:100])
        return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError, AttributeError, RecursionError):
        return None
