"""Bytes to text: what old mail clients and word processors do to a sheet."""

import pytest

from pbem.sheets.decode import decode, expand_tabs, guess_charset
from pbem.sheets.syntax import Unreadable

RUSSIAN = "text: Привет, как дела на Волге?\n"


def codes(raw: bytes, charset: str | None = None) -> list[str]:
    return [change.code for change in decode(raw, charset).changes]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_line_ends(end: bytes) -> None:
    assert decode(b"player: A" + end + b"turn: 3" + end).text == "player: A\nturn: 3\n"


@pytest.mark.parametrize("charset", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_believed(charset: str) -> None:
    assert decode(RUSSIAN.encode(charset)).text == RUSSIAN


@pytest.mark.parametrize(
    "charset", ["koi8-r", "windows-1251", "KOI8-R", "cp1251", "utf-8", "iso-8859-5", "utf-16-le"]
)
def test_the_charset_that_the_mail_names(charset: str) -> None:
    assert decode(RUSSIAN.encode(charset), charset).text == RUSSIAN


@pytest.mark.parametrize("charset", ["koi8-r", "windows-1251"])
def test_a_charset_is_guessed_and_said(charset: str) -> None:
    read = decode(RUSSIAN.encode(charset))
    assert read.text == RUSSIAN
    assert [change.code for change in read.changes] == ["charset_guessed"]


def test_western_letters_are_windows_1252() -> None:
    assert guess_charset("Müller wrote “naïve”, I think – no".encode("cp1252")) == "cp1252"
    assert decode("text: Müller – ja".encode("cp1252"), "iso-8859-1").text == "text: Müller – ja"


def test_utf_8_is_believed_against_the_mail() -> None:
    assert decode(RUSSIAN.encode(), "windows-1252").text == RUSSIAN
    assert codes(RUSSIAN.encode(), "windows-1252") == ["charset_is_utf8"]


@pytest.mark.parametrize("charset", ["klingon", "idna", "unicode_escape", "utf-7", "x" * 1000, "rot13", "\0"])
def test_a_charset_that_is_none_is_not_believed(charset: str) -> None:
    assert decode(b"player: A\xe4\n", charset).text == "player: Aä\n"


def test_spaces_of_word_processors() -> None:
    read = decode("player:\u00a0A\nturn:\u200b 3\u2009\n".encode())
    assert read.text == "player: A\nturn: 3 \n"
    assert [(change.code, change.line, change.column) for change in read.changes] == [
        ("odd_spaces", 1, 8),
        ("no_width", 2, 6),
    ]


@pytest.mark.parametrize("opening, closing", ["“”", "„“", "«»", "‘’", "””"])
def test_typographic_quotes_around_a_value(opening: str, closing: str) -> None:
    read = decode(f"press: [{{to: all, text: {opening}Hello, friends: yes{closing}}}]\n".encode())
    assert read.text == 'press: [{to: all, text: "Hello, friends: yes"}]\n'


@pytest.mark.parametrize(
    "text",
    [
        'text: "He said, “da”, and left"\n',
        "text: 'I say: “no”, it''s done'\n",
        "text: Don’t\n",
        "text: the “Reds” win\n",
    ],
)
def test_typographic_quotes_within_a_text_stay(text: str) -> None:
    assert decode(text.encode()).text == text


def test_a_dash_before_an_item_becomes_a_hyphen_and_one_in_a_text_stays() -> None:
    read = decode("moves:\n – force: x\ntext: now — or never\n".encode())
    assert read.text == "moves:\n - force: x\ntext: now — or never\n"
    assert [(change.code, change.line, change.column) for change in read.changes] == [("list_dash", 2, 2)]


def test_tabs_at_the_beginning_of_lines() -> None:
    text, change = expand_tabs("moves:\n\t- force: x\n\t\troute:\ty\n", 2)
    assert text == "moves:\n  - force: x\n    route: y\n"
    assert change is not None
    assert (change.line, change.number) == (2, 2)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"\0" * 50, "sheet_binary"),
        (b"player: A\nkey: \0\n", "sheet_binary"),
        (b"PK\x03\x04rest", "sheet_other_file"),
        (b"{\\rtf1 player: A}", "sheet_other_file"),
        (b"<html><body>player: A</body></html>", "sheet_other_file"),
        (b"player: A\nkey: \x1b[31m\n", "sheet_control"),
        (b"x" * 65_537, "sheet_too_large"),
    ],
)
def test_what_is_no_text(raw: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as error:
        decode(raw)
    assert error.value.code == code


def test_a_control_character_has_its_place() -> None:
    with pytest.raises(Unreadable) as error:
        decode(b"player: A\nkey: ab\x07\n")
    assert (error.value.line, error.value.column, error.value.facts) == (2, 8, {"text": "U+0007"})
