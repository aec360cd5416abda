"""Bytes as they came to text as it was meant: charset, line ends, spaces, dashes and quotes that word processors and
mail clients put in. Says what it changed; changes nothing inside ASCII quotes but spaces, and no line's number.
"""

import codecs
import re
from typing import NamedTuple

from pbem.sheets.places import LARGEST, refuse_size
from pbem.sheets.syntax import Unreadable

CHARSETS = (
    "utf-8",
    "ascii",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "cp1252",
    "cp1251",
    "koi8-r",
    "koi8-u",
    "cp1250",
    "cp866",
    "iso8859-1",
    "iso8859-2",
    "iso8859-5",
    "iso8859-15",
    "mac-cyrillic",
)
"""What a mail may say its text is in, by Python's names; another name is not believed."""

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_OTHER_FILES = (
    (b"PK\x03\x04", "a zip file or a document of a word processor"),
    (b"\xd0\xcf\x11\xe0", "a document of a word processor"),
    (b"%PDF", "a PDF"),
    (b"{\\rtf", "a document of a word processor (RTF)"),
    (b"<!doctype", "a page of HTML"),
    (b"<html", "a page of HTML"),
)

# Patterns are compiled where they are first needed, which a plain sheet never does.
_PLAIN = bytes(range(0x20, 0x7F)) + b"\t\n\r"
_NEW_LINE = "\r\n|[\r\x85\u2028\u2029]"
_CONTROL = "[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]"
_SPACE = "[\x0b\x0c\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]"
_NO_WIDTH = "[\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
_LIST_DASH = "(?m)^([ ]*)[\u2010-\u2015\u2212\u2022](?=[ ]+[^\\s])"
_END = r"(?=\s*(?:[,\]}]|\s\#|\n|$))"
_QUOTED = rf"""(?mx)((?:^|[\[{{,]|:\s|-\s)[ ]*)              # where a value can begin
        (?: "(?:\\.|[^"\\])*" | '(?:''|[^'])*'  # ASCII quotes: passed over whole
          | [\u201c-\u201f]([^\u201c-\u201f]*)[\u201c\u201d]{_END}
          | [\u2018-\u201b]([^\u2018-\u201b]*)[\u2018\u2019]{_END}
          | [\u00ab\u00bb]([^\u00ab\u00bb]*)[\u00ab\u00bb]{_END} )"""
_TABS = "(?m)^[ \t]*\t"


class Change(NamedTuple):
    """Something read otherwise than it stands in the bytes; `number` says how often, the place is the first."""

    code: str
    line: int
    column: int
    number: int
    text: str = ""


class Decoded(NamedTuple):
    """The text with ``\\n`` at the end of lines, and what was changed. Tabs are still there."""

    text: str
    charset: str
    changes: tuple[Change, ...]


def decode(raw: bytes, charset: str | None = None, *, largest: int = LARGEST) -> Decoded:
    """The text of `raw`; `charset` is what the mail says, None where nothing is said.

    Raises Unreadable for more than `largest` bytes and for what is no text.
    """
    refuse_size(len(raw), largest)
    start = raw[:16].lstrip().lower()
    for mark, name in _OTHER_FILES:
        if start.startswith(mark.lower()):
            raise Unreadable("sheet_other_file", text=name)
    if not raw.translate(None, _PLAIN) and not _charset(charset).startswith("utf-16"):
        return Decoded(raw.decode().replace("\r\n", "\n").replace("\r", "\n"), "ascii", ())
    text, used, code = _decoded(raw, charset)
    text = re.sub(_NEW_LINE, "\n", text).rstrip("\x1a")
    control = re.search(_CONTROL, text)
    if control:
        line, column = place(text, control.start())
        raise Unreadable("sheet_control", line=line, column=column, text=f"U+{ord(control[0]):04X}")
    if text.isascii() and "\x0b" not in text and "\x0c" not in text:
        return Decoded(text, used, ())
    changes: list[Change] = []
    if code:
        at = next(index for index, letter in enumerate(text) if letter > "\x7f")
        changes.append(Change(code, *place(text, at), 1, used))
    return Decoded(_cleaned(text, changes), used, tuple(changes))


def _decoded(raw: bytes, charset: str | None) -> tuple[str, str, str]:
    """The text, the charset used, and the code of what to say about it.

    UTF-8 is so unlikely to come about by chance that it is believed whatever the mail says.
    """
    for mark, name in _BOMS:
        if raw.startswith(mark):
            return raw[len(mark) :].decode(name, "replace"), name, ""
    said = _charset(charset)
    if said.startswith("utf-16"):
        return raw.decode(said, "replace"), said, ""
    if b"\0" in raw:
        raise Unreadable("sheet_binary")
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        if said in ("", "utf-8", "ascii"):
            guess = guess_charset(raw)
            return raw.decode(guess, "replace"), guess, "charset_guessed"
        return raw.decode(said, "replace"), said, "charset_said"
    believed = text.isascii() or said in ("", "utf-8", "ascii")
    return text, "utf-8", "" if believed else "charset_is_utf8"


def _charset(name: str | None) -> str:
    """The charset by Python's name, or empty when none is named that could be believed."""
    if not name or len(name) > 40:
        return ""
    try:
        known = codecs.lookup(name.strip().strip("\"'")).name
    except (LookupError, ValueError):
        return ""
    if known == "iso8859-1":
        return "cp1252"  # who says Latin-1 writes Windows-1252
    return known if known in CHARSETS else ""


def guess_charset(raw: bytes) -> str:
    """Windows-1252, Windows-1251 or KOI8-R for bytes that are not UTF-8.

    Russian words are runs of bytes above 127, Western ones have single accents; Russian small letters, of which there
    are most, lie in the upper half of the letters in Windows-1251 and in the lower half in KOI8-R.
    """
    runs = re.findall(rb"[\x80-\xff]+", raw)
    letters = b"".join(runs)
    if len(letters) < 2 * len(runs):
        return "cp1252"
    upper = sum(1 for byte in letters if byte >= 0xE0)
    lower = sum(1 for byte in letters if 0xC0 <= byte < 0xE0)
    return "cp1251" if upper >= lower else "koi8-r"


def place(text: str, index: int) -> tuple[int, int]:
    """Line and column, counted from 1, of an index into the text."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def _cleaned(text: str, changes: list[Change]) -> str:
    for pattern, code, new in (
        (_SPACE, "odd_spaces", " "),
        (_NO_WIDTH, "no_width", ""),
        (_LIST_DASH, "list_dash", r"\1-"),
    ):
        found = re.search(pattern, text)
        if found:
            where = place(text, found.start() + (len(found[1]) if pattern is _LIST_DASH else 0))
            text, number = re.subn(pattern, new, text)
            changes.append(Change(code, *where, number))
    return _straight_quotes(text, changes)


def _straight_quotes(text: str, changes: list[Change]) -> str:
    """Typographic quotes around a whole value become ASCII ones; those within a text stay."""
    places: list[int] = []

    def straight(found: re.Match[str]) -> str:
        inside = next((group for group in found.groups()[1:] if group is not None), None)
        if inside is None:
            return found[0]
        places.append(found.end(1))
        return f'{found[1]}"{inside.replace(chr(92), chr(92) * 2).replace(chr(34), chr(92) + chr(34))}"'

    changed = re.sub(_QUOTED, straight, text)
    if places:
        changes.append(Change("curly_quotes", *place(text, places[0]), len(places)))
    return changed


def expand_tabs(text: str, width: int) -> tuple[str, Change | None]:
    """Tabs at the beginning of lines as `width` spaces each, all others as one; YAML allows no tab as indentation."""
    if "\t" not in text:
        return text, None
    first = re.search(_TABS, text)
    number = len(re.findall(_TABS, text))
    text = re.sub(_TABS, lambda found: found[0].replace("\t", " " * width), text).replace("\t", " ")
    if first is None:
        return text, None
    return text, Change("tab_indent", *place(text, first.start()), number, str(width))
