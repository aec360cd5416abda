"""The kinds of values an order can have, each read from its place: names, lists, numbers, words. Forgiving in form."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import TypeAlias, TypeVar

from pbem.core.terms import Player, Province, UnitName
from pbem.sheets.names import nearest
from pbem.sheets.places import Entries, Items, Node, Text
from pbem.sheets.reading import Reading

Field: TypeAlias = Callable[[Reading, Node, str], object]
"""Reads one value; notes a fault in the Reading and gives something harmless where it cannot."""

LONGEST_NUMBER = 4
_ODDS = r"(?i)([0-9]+)\s*(?::|-|/|to)\s*([0-9]+)"
_BETWEEN_LETTERS = r"(?:[\s,;+&/]|\band\b)+"
YES = ("yes", "true", "y", "on")
NO = ("no", "false", "n", "off")
EMPTY = (*NO, "none", "nothing", "null", "~", "-")
"""Words that mean an empty list."""
LETTERS = "ABCDEFGH"
MOST_NAMES = 100
"""Names read of one list."""


F = TypeVar("F", bound=Field)
_lists: set[Field] = set()


def a_list(field: F) -> F:
    """Mark a field as a list, with which names go on that a comma cuts off within braces."""
    _lists.add(field)
    return field


def with_loose_words(node: Entries, fields: Mapping[str, Field]) -> Mapping[str, Node]:
    """The values with names that a comma cut off: in ``{force: 152, 111, route: TVER}`` YAML takes 111 for a key."""
    values: dict[str, Node] = {}
    last = ""
    for key, value in node.values.items():
        before = values.get(last)
        loose = (
            before is not None and isinstance(value, Text) and value.missing and folded_key(key) not in fields
        )
        field = fields.get(folded_key(last))
        if loose and isinstance(before, Text) and not before.missing and field is words:
            values[last] = before._replace(value=f"{before.value}, {key}")
        elif loose and isinstance(before, Text | Items) and field in _lists:
            listed = before.values if isinstance(before, Items) else (before,)
            values[last] = Items((*listed, node.keys[key]), before.line, before.column)
        else:
            values[key] = value
            last = key
    return values


@lru_cache(maxsize=512)
def folded_key(key: str) -> str:
    """A key as the sheet's description writes it: small, with underscores."""
    return "_".join(key.lower().replace("-", " ").replace("_", " ").split())


def texts(reading: Reading, node: Node, path: str, *, route: bool = False) -> Iterator[Text]:
    """The single words of a YAML list, of a line with commas, or of braces written for brackets."""
    found = islice(_texts(reading, node, path, route=route), MOST_NAMES + 1)
    for count, text in enumerate(found):
        if count == MOST_NAMES:
            reading.fault("too_many_names", reading.mark(path, node), number=MOST_NAMES)
        else:
            yield text


def _texts(reading: Reading, node: Node, path: str, *, route: bool) -> Iterator[Text]:
    if isinstance(node, Text):
        yield from reading.pieces(node, route=route)
    elif isinstance(node, Entries) and all(
        isinstance(value, Text) and value.missing for value in node.values.values()
    ):
        for key in node.keys.values():
            yield from reading.pieces(key, route=route)
    elif isinstance(node, Entries):
        reading.fault("no_list", reading.mark(path, node), text=node_words(node))
    else:
        for index, value in enumerate(node.values):
            if isinstance(value, Text):
                yield from reading.pieces(value, route=route)
            else:
                reading.fault("no_name", reading.mark(f"{path}[{index}]", value), text=node_words(value))


def node_words(node: Node) -> str:
    """What stands there, in a few words."""
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Items):
        return f"[{', '.join(map(node_words, node.values[:4]))}]"
    return "{" + ", ".join(node.keys) + "}" if len(node.keys) < 5 else "{…}"


def one_text(reading: Reading, node: Node, path: str) -> Text | None:
    """The value as a single text, also where it is the only one of a list; else a fault."""
    if isinstance(node, Items) and len(node.values) == 1:
        node = node.values[0]
    if isinstance(node, Text) and not node.missing:
        return node
    reading.fault("no_single_value", reading.mark(path, node), text=node_words(node))
    return None


def words(reading: Reading, node: Node, path: str) -> str:
    """A text as typed."""
    text = one_text(reading, node, path)
    if text is None:
        return ""
    reading.mark(path, text)
    return text.value


@a_list
def units(reading: Reading, node: Node, path: str) -> tuple[UnitName, ...]:
    """A list of units."""
    reading.mark(path, node)
    return tuple(
        reading.unit(text, f"{path}[{index}]") for index, text in enumerate(texts(reading, node, path))
    )


def unit(reading: Reading, node: Node, path: str) -> UnitName:
    """One unit."""
    text = one_text(reading, node, path)
    return "" if text is None else reading.unit(text, path)


def units_or(*known: str) -> Field:
    """A list of units among which also these words may stand."""

    @a_list
    def read(reading: Reading, node: Node, path: str) -> tuple[UnitName, ...]:
        reading.mark(path, node)
        return tuple(
            _unit_or(reading, text, f"{path}[{index}]", known)
            for index, text in enumerate(texts(reading, node, path))
        )

    return read


def unit_or(*known: str) -> Field:
    """One unit or one of these words."""

    def read(reading: Reading, node: Node, path: str) -> UnitName:
        text = one_text(reading, node, path)
        return "" if text is None else _unit_or(reading, text, path, known)

    return read


def _unit_or(reading: Reading, text: Text, path: str, known: tuple[str, ...]) -> UnitName:
    word = folded_key(text.value).removesuffix("_marker")
    if word in known:
        reading.mark(path, text)
        return word
    return reading.unit(text, path)


@a_list
def preferences(reading: Reading, node: Node, path: str) -> tuple[UnitName, ...]:
    """A list of units in order of preference; `no` and `none` mean an empty one."""
    if says_nothing(node):
        reading.mark(path, node)
        return ()
    return units(reading, node, path)


def says_nothing(node: Node) -> bool:
    """Whether the value is an empty list, or one of the words for it."""
    if isinstance(node, Text):
        return not node.quoted and (node.missing or node.value.lower() in EMPTY)
    return not node.values


@a_list
def captors(reading: Reading, node: Node, path: str) -> tuple[UnitName, ...]:
    """R34: who takes captured Imperial units; `none`, also at the end of a list, declines."""
    found = units_or("none", "nobody", "no")(reading, node, path)
    assert isinstance(found, tuple)
    return tuple("none" if name in ("nobody", "no") else name for name in found)


def province(reading: Reading, node: Node, path: str) -> Province:
    """One province."""
    text = one_text(reading, node, path)
    return "" if text is None else reading.province(text, path)


def number(reading: Reading, node: Node, path: str) -> int:
    """A whole number in plain figures."""
    text = one_text(reading, node, path)
    if text is None:
        return 0
    place = reading.mark(path, text)
    figures = text.value
    if (
        figures.isascii()
        and figures.isdigit()
        and len(figures) <= LONGEST_NUMBER
        and str(int(figures)) == figures
    ):
        return int(figures)
    reading.fault("no_number", place, text=text.value)
    return 0


def number_or_all(reading: Reading, node: Node, path: str) -> int | None:
    """A whole number; None for `all`."""
    if isinstance(node, Text) and node.value.lower() == "all":
        reading.mark(path, node)
        return None
    return number(reading, node, path)


def one_of(*known: str, also: Mapping[str, str] | None = None) -> Field:
    """One of these words; `also` gives further spellings."""

    def read(reading: Reading, node: Node, path: str) -> str | None:
        text = one_text(reading, node, path)
        if text is None:
            return None
        place = reading.mark(path, text)
        word = folded_key(text.value)
        word = (also or {}).get(word, word)
        if word in known:
            return word
        near = nearest(word, known) if reading.may_suggest() else ""
        reading.fault("no_such_word", place, text=text.value, text_known=known, suggestion=near)
        return None

    return read


def yes_or_no(reading: Reading, node: Node, path: str) -> bool | None:
    """Yes or no, in the usual words."""
    text = one_text(reading, node, path)
    if text is None:
        return None
    place = reading.mark(path, text)
    word = text.value.lower()
    if word not in YES and word not in NO:
        reading.fault("no_yes_or_no", place, text=text.value)
        return None
    return word in YES


def player(reading: Reading, node: Node, path: str) -> Player:
    """A player's letter."""
    text = one_text(reading, node, path)
    return "" if text is None else _letter(reading, text, path)


@a_list
def players(reading: Reading, node: Node, path: str) -> tuple[Player, ...]:
    """A list of players' letters, which may also stand with spaces or plus signs between them."""
    reading.mark(path, node)
    letters: list[Text] = []
    for text in texts(reading, node, path):
        start = 0
        for between in (*re.finditer(_BETWEEN_LETTERS, text.value), None):
            word = text.value[start : between.start() if between else len(text.value)]
            if word.lower() in ("player", "players"):
                word = ""
            parts = list(word) if set(word) <= set(LETTERS) else [word]  # `ABC` is three letters
            letters += [
                Text(part, text.line, text.column + start + offset) for offset, part in enumerate(parts)
            ]
            start = between.end() if between else 0
    return tuple(_letter(reading, text, f"{path}[{index}]") for index, text in enumerate(letters))


def _letter(reading: Reading, text: Text, path: str) -> Player:
    place = reading.mark(path, text)
    letter = text.value.strip().upper().removeprefix("PLAYER").strip()
    if len(letter) == 1 and letter in LETTERS:
        return letter
    reading.fault("no_player", place, text=text.value)
    return ""


@a_list
def players_or_all(reading: Reading, node: Node, path: str) -> tuple[Player, ...]:
    """A list of players' letters; empty for `all`."""
    if isinstance(node, Text) and node.value.lower() in ("all", "everybody", "everyone"):
        reading.mark(path, node)
        return ()
    found = players(reading, node, path)
    if not found:
        reading.fault("no_player", reading.mark(path, node), text=node_words(node))
    return found


def odds(reading: Reading, node: Node, path: str) -> str:
    """R31: odds such as ``2:1``, which must be a column of the Combat Results Table."""
    text = one_text(reading, node, path)
    if text is None:
        return ""
    place = reading.mark(path, text)
    found = re.fullmatch(_ODDS, text.value.strip())
    column = f"{found[1]}:{found[2]}" if found else ""
    if column not in reading.rules.combat_table:
        reading.fault("no_odds", place, text=text.value, text_known=tuple(reading.rules.combat_table))
    return column
