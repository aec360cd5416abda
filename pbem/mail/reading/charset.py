"""The bytes of a part as text, whatever the mail says they are in; says where that was wrong or missing."""

import codecs
import re
from typing import NamedTuple

CANDIDATES = ("cp1251", "koi8-r", "cp1252")
"""What bytes that are not UTF-8 and of which nothing is said may be in. Free guessing does worse on short texts."""
_OF_SEVERAL_BYTES = re.compile(
    r"(iso2022|hz|utf_?7|utf_?16|utf_?32|gb|big5|euc|shift|cp932|cp949|cp950|johab|cp936)"
)
"""Charsets in which bytes below 128 do not mean themselves, or pairs of bytes can look like UTF-8."""
_COMMON = re.compile("[\xa0-\u017f\u0370-\u045f\u2010-\u2bff\u3000-\u9fff\uac00-\ud7a3\U0001f300-\U0001faff]")
"""Letters and signs of which one alone is believed to be UTF-8."""
_META = re.compile(rb"(?i)<meta[^>]{0,200}charset\s*=\s*[\"']?([A-Za-z0-9_.:-]{2,40})")


class ReadText(NamedTuple):
    """A text, the charset it was read in, and the code of what is to be said about that; empty: nothing."""

    text: str
    charset: str
    note: str = ""


def read_text(content: bytes, said: str | None) -> ReadText:
    """The text of a part; `said` is the charset the mail names. Never raises."""
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if content.startswith(mark):
            return ReadText(content[len(mark) :].decode(name, "replace"), name)
    named = _known(said)
    if content.isascii() and not _OF_SEVERAL_BYTES.match(named.replace("-", "_")):
        return ReadText(content.decode("ascii"), named or "ascii")
    if _OF_SEVERAL_BYTES.match(named.replace("-", "_")):
        return ReadText(content.decode(named, "replace"), named)
    return _of_single_bytes(content, said, named)


def _of_single_bytes(content: bytes, said: str | None, named: str) -> ReadText:
    """UTF-8 hardly comes about by chance, so it is believed whatever the mail says; but for a letter or two."""
    nothing_said = named in ("", "ascii", "utf-8")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        if nothing_said:
            guess = guessed(content)
            return ReadText(
                content.decode(guess, "replace"), guess, "charset_wrong" if said else "charset_missing"
            )
        return ReadText(content.decode(named, "replace"), named)
    if nothing_said or _is_meant(text):
        return ReadText(text, "utf-8", "" if nothing_said else "charset_is_utf8")
    return ReadText(content.decode(named, "replace"), named)


def _is_meant(text: str) -> bool:
    """Whether a text that came out as UTF-8, though it is said to be something else, is likely to be meant so: ``ß–`` in
    Windows-1252 is a letter of N'Ko in UTF-8."""
    odd = [letter for letter in text if letter > "\x7f"]
    return len(odd) > 2 or all(_COMMON.match(letter) for letter in odd)


def _known(said: str | None) -> str:
    """Python's name of a charset, or empty for one that there is not. Who says Latin-1 writes Windows-1252."""
    if not said or len(said) > 40:
        return ""
    try:
        found = codecs.lookup(said.strip())
        if not getattr(found, "_is_text_encoding", True) or found.name in (
            "unicode_escape",
            "raw_unicode_escape",
            "idna",
            "punycode",
        ):
            return ""
        b"a".decode(found.name, "replace")
    except (LookupError, ValueError, UnicodeError):
        return ""
    return "cp1252" if found.name == "iso8859-1" else found.name.replace("_", "-")


def guessed(content: bytes) -> str:
    """The likeliest of a few charsets for bytes that are not UTF-8."""
    from charset_normalizer import from_bytes  # only for mails that name none or a wrong one

    best = from_bytes(content[:20_000], cp_isolation=list(CANDIDATES)).best()
    return best.encoding.replace("_", "-") if best else "cp1252"


def charset_of_page(content: bytes) -> str | None:
    """What an HTML page says it is in."""
    found = _META.search(content[:4096])
    return found[1].decode("ascii") if found else None
