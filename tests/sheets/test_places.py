"""YAML with places: every scalar a text, everything that could grow or hide refused."""


import pytest

from pbem.sheets.places import Entries, Items, Text, read_places
from pbem.sheets.syntax import Unreadable


def refused(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as error:
        read_places(text)
    return error.value


@pytest.mark.parametrize(
    "typed", ["no", "on", "off", "1e3", "012", "12:30", "1_000", "2026-11-03", "~", "null", "0x1F", ".5"]
)
def test_a_scalar_stays_what_was_typed(typed: str) -> None:
    tree = read_places(f"salt: {typed}\n")
    assert isinstance(tree, Entries)
    assert tree.values["salt"] == Text(typed, 1, 7)


def test_every_value_and_key_has_its_place() -> None:
    tree = read_places("moves:\n  - force: [Trotsky, '111']\n    route:\n")
    assert isinstance(tree, Entries)
    moves = tree.values["moves"]
    assert isinstance(moves, Items)
    assert (moves.line, moves.column) == (2, 3)
    move = moves.values[0]
    assert isinstance(move, Entries)
    assert move.keys["force"] == Text("force", 2, 5)
    force = move.values["force"]
    assert isinstance(force, Items)
    assert force.values == (Text("Trotsky", 2, 13), Text("111", 2, 22, True))
    assert isinstance(move.values["route"], Text)
    assert move.values["route"].missing


def test_a_quoted_empty_text_is_not_missing() -> None:
    tree = read_places("a: ''\n")
    assert isinstance(tree, Entries)
    assert not tree.values["a"].missing  # type: ignore[union-attr]


def test_a_repeated_key_is_kept_apart_and_the_first_counts() -> None:
    tree = read_places("a: 1\nb: 2\na: 3\n")
    assert isinstance(tree, Entries)
    assert tree.values["a"] == Text("1", 1, 4)
    assert [(bad.kind, bad.key.value, bad.key.line, bad.first_line) for bad in tree.bad_keys] == [
        ("repeated", "a", 3, 1)
    ]


@pytest.mark.parametrize("text", ["? [a]\n: b\n", "{[a]: b}\n", "{{a: b}: c}\n"])
def test_a_key_that_is_no_word_is_kept_apart(text: str) -> None:
    tree = read_places(text)
    assert isinstance(tree, Entries)
    assert [bad.kind for bad in tree.bad_keys] == ["no_word"]


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: &x 1\nb: *x\n", "sheet_anchor", 1, 4),
        ("text: *foo\n", "sheet_alias", 1, 7),
        ("text: !foo bar\n", "sheet_tag", 1, 7),
        ("text: !!python/object:os.system {}\n", "sheet_tag", 1, 7),
        ("a:\n  <<: {b: c}\n", "sheet_merge_key", 2, 3),
        ("a: 1\n---\nb: 2\n", "sheet_two_documents", 2, 1),
        ("", "sheet_empty", 1, 1),
        ("# only a remark\n", "sheet_empty", 1, 1),
        ("---\n", "sheet_empty", 1, 1),
        ("[" * 21 + "]" * 21, "sheet_too_deep", 1, 21),
        ("[" * 10_000, "sheet_too_deep", 1, 1),
        ("- " * 10_000, "sheet_too_deep", 1, 41),
        ("? " * 10_000, "sheet_too_deep", 1, 41),
        ("a" * 65_537, "sheet_too_large", 1, 1),
        ("ä" * 32_769, "sheet_too_large", 1, 1),
        ("a: [" + "1," * 20_000 + "]", "sheet_too_many", 1, 1),
    ],
)
def test_what_is_refused(text: str, code: str, line: int, column: int) -> None:
    error = refused(text)
    assert (error.code, error.line, error.column) == (code, line, column)


def test_twenty_levels_are_read() -> None:
    assert isinstance(read_places("[" * 20 + "]" * 20), Items)


def test_larger_files_may_be_allowed() -> None:
    assert isinstance(read_places("a: " + "b" * 70_000, largest=100_000), Entries)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("moves:\n\t- force: x\n", "syntax_tab", 2, 1),
        ("player:A\nturn: 3\n", "syntax_no_space", 1, 7),
        ("player: A\nturn:3\nphase: first\n", "syntax_no_space", 2, 5),
        ("moves:\n  - force:[Trotsky]\n    route: X\n", "syntax_no_space", 2, 10),
        ('key: "abc\nturn: 3\n', "syntax_quote_open", 1, 6),
        ("key: 'abc\nturn: 3\n", "syntax_quote_open", 1, 6),
        ('text: "a" b\n', "syntax_quote_rest", 1, 11),
        ('text: "a\\qb"\n', "syntax_backslash", 1, 8),
        ("moves:\n  - {force: [Trotsky, 111, route: X}\n", "syntax_bracket_open", 2, 13),
        ("moves:\n  - {force: [Trotsky], route: X\nturn: 3\n", "syntax_bracket_open", 2, 5),
        ("force: [Trotsky]]\n", "syntax_bracket_extra", 1, 17),
        ("key: @foo\n", "syntax_character", 1, 6),
        ("key: `foo`\n", "syntax_character", 1, 6),
        ("text: & foo\n", "syntax_character", 1, 7),
        ("text: > foo\n", "syntax_character", 1, 7),
        ("* force: x\n", "syntax_character", 1, 1),
        ("> player: A\n> turn: 3\n", "syntax_mail_quote", 1, 1),
        ("moves:\n  - force: x\n   route: y\n", "syntax_indent", 3, 4),
        ("player: A\n turn: 3\n", "syntax_indent", 2, 2),
        ("player: A\n- moves: x\n", "syntax_indent", 2, 1),
        ("press:\n  - text: Hello: you\n", "syntax_colon", 2, 16),
        ("a: {to: B text: x}\n", "syntax_comma", 1, 15),
        ("player: A\nHello gamesmaster\nturn: 3\n", "syntax_line", 2, 1),
        ("Hello gamesmaster,\nhere are my orders:\nplayer: A\n", "syntax_line", 1, 1),
    ],
)
def test_syntax_errors_point_at_the_fault(text: str, code: str, line: int, column: int) -> None:
    error = refused(text)
    assert (error.code, error.line, error.column) == (code, line, column)


def test_an_alias_bomb_is_refused_at_once() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    assert refused("\n".join(lines)).code == "sheet_anchor"
