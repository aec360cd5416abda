"""The texts of a mail in which a sheet may stand, in the order in which a reader sees them; each read only when asked for."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from pbem.mail.reading.charset import charset_of_page, read_text
from pbem.mail.reading.flowed import Line, flowed_lines, plain_lines
from pbem.mail.reading.html_text import html_lines
from pbem.mail.reading.message import Message, Part
from pbem.mail.reading.tnef import is_tnef, open_tnef
from pbem.mail.reading.zipped import SHEETS, is_zip, unzip
from pbem.sheets.places import LARGEST

DOCUMENTS = (".doc", ".docx", ".odt", ".rtf", ".pdf", ".pages", ".xls", ".xlsx", ".ods")
"""Endings of names of documents that may hold orders and are not read."""
LARGEST_BODY = 1024 * 1024
"""Bytes of a body that are read; the sheet stands at the top."""


class Piece(NamedTuple):
    """A text, or the fault for which it was not read."""

    lines: list[Line]
    where: str
    name: str = ""
    notes: tuple[str, ...] = ()
    forwarded: bool = False
    is_file: bool = False
    """Whether the whole text may be a sheet, without marks."""
    fault: str = ""

    @property
    def named_as_sheet(self) -> bool:
        """Whether it cannot be meant for anything else."""
        return self.name.lower().endswith((".yaml", ".yml"))


def pieces(message: Message) -> Iterator[Iterator[Piece]]:
    """For each text of the mail its forms, of which a reader sees one: plain ones first."""
    # Outlook makes one winmail.dat of a mail; each takes a process of its own, so no others are opened.
    first = next((part for part in message.parts if is_tnef(part.name, part.type, part.content)), None)
    for _, group in groupby(message.parts, key=lambda part: part.group):
        yield _forms(sorted(group, key=lambda part: part.type != "text/plain"), first)


def _forms(parts: list[Part], first_tnef: Part | None) -> Iterator[Piece]:
    for part in parts:
        forwarded = any(kind.startswith("message/") for kind in part.inside)
        for piece in _pieces_of(part, first_tnef):
            yield piece._replace(forwarded=forwarded)


def _pieces_of(part: Part, first_tnef: Part | None) -> Iterator[Piece]:
    if "multipart/encrypted" in part.inside or part.type in (
        "application/pkcs7-mime",
        "application/x-pkcs7-mime",
    ):
        yield Piece(
            [], "attachment", part.name, fault="" if part.type == "application/pgp-encrypted" else "encrypted"
        )
    elif is_tnef(part.name, part.type, part.content):
        if part is first_tnef:
            yield from _of_tnef(part)
        else:
            yield Piece([], "outlook", part.name, fault="tnef_unreadable")
    elif part.attached:
        yield from _of_file(part.name, part.type, part.content, charset=part.charset, where="attachment")
    elif part.type == "text/html":
        yield _page(part.content, part.charset, where="page")
    elif part.type.startswith(("text/", "multipart/")):  # a multipart without parts is a text, by mistake
        yield _text(part.content, part.charset, where="body", flowed=part.flowed, delsp=part.delsp)


def _text(
    content: bytes,
    charset: str | None,
    *,
    where: str,
    name: str = "",
    flowed: bool = False,
    delsp: bool = False,
    is_file: bool = False,
) -> Piece:
    text, _, note = read_text(content[:LARGEST_BODY], charset)
    lines = flowed_lines(text, delsp=delsp) if flowed else plain_lines(text)
    return Piece(lines, where, name, (note,) if note else (), is_file=is_file)


def _page(content: bytes, charset: str | None, *, where: str) -> Piece:
    text, _, note = read_text(content[:LARGEST_BODY], charset or charset_of_page(content))
    return Piece(html_lines(text), where, notes=(note,) if note else ())


def _of_file(name: str, kind: str, content: bytes, *, charset: str | None, where: str) -> Iterator[Piece]:
    """An attached file, as far as it can be a sheet."""
    if is_zip(name, kind, content):
        inside = unzip(content)
        if inside.fault:
            yield Piece([], "zip", name, fault=inside.fault)
        elif inside.content:
            yield from _sheet(name, inside.content, charset=None, where="zip")
    elif name.lower().endswith(SHEETS) or (kind.startswith("text/") and not name):
        yield from _sheet(name, content, charset=charset, where=where)
    elif name.lower().endswith(DOCUMENTS):
        yield Piece([], where, name, fault="document")


def _sheet(name: str, content: bytes, *, charset: str | None, where: str) -> Iterator[Piece]:
    if len(content) > LARGEST:
        yield Piece([], where, name, fault="attachment_too_large")
    else:
        yield _text(content, charset, where=where, name=name, is_file=True)


def _of_tnef(part: Part) -> Iterator[Piece]:
    opened = open_tnef(part.content)
    if opened.fault:
        yield Piece([], "outlook", part.name, fault=opened.fault)
    if opened.text:
        yield _text(opened.text, None, where="outlook")
    if opened.page:
        yield _page(opened.page, None, where="outlook")
    for name, content in opened.files:
        yield from _of_file(name, "", content, charset=None, where="outlook")
