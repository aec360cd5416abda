"""Takes the tree of a case file apart; whatever is not as the form wants it is a CaseFault with its place."""

from collections.abc import Iterable, Mapping
from typing import TypeGuard

from pbem.core.rules import Rules
from pbem.core.terms import (
    ASSASSIN,
    BLUE_CONTROL,
    GREEN_CONTROL,
    POLITBURO,
    Marker,
    Player,
    Province,
    Unit,
    control_marker,
    withdrawal_marker,
)
from pbem.errors import nearest
from pbem.rulebook.files import MOST_DIGITS
from pbem.sheets.names import names_of
from pbem.sheets.places import Entries, Items, Node, Text
from pbem.words import listed, shortened

PLAYERS = tuple("ABCDEFGH")
MARKERS: tuple[Marker, ...] = (
    POLITBURO,
    ASSASSIN,
    *(control_marker(nationality) for nationality in (*BLUE_CONTROL, *GREEN_CONTROL)),
    *(withdrawal_marker(nationality) for nationality in BLUE_CONTROL),
)
MOST_LISTED = 15
"""Names listed for one that is not known."""


class CaseFault(Exception):
    """Something in a case file that is not of its form, at a line and column from 1."""

    def __init__(self, what: str, node: Node | None, cure: str = "") -> None:
        super().__init__(what)
        self.what = f"{what}. {cure}".rstrip() if cure else what
        self.line = node.line if node is not None else 0
        self.column = node.column if node is not None else 0


def missing(node: Node | None) -> bool:
    """Whether nothing was written: no key, or a key with nothing after it, or ``null``."""
    return node is None or (isinstance(node, Text) and (node.missing or node.value == "null"))


def entries(node: Node | None, known: Iterable[str] = ()) -> dict[str, Node]:
    """The keys of a mapping with what stands under them; keys other than `known`, if it is given, are faults."""
    if node is None or missing(node):
        return {}
    if not isinstance(node, Entries):
        raise CaseFault("here must stand keys with values", node)
    for bad in node.bad_keys:
        raise CaseFault(f"the key {bad.key.value!r} stands here a second time", bad.key)
    allowed = tuple(known)
    for key, place in node.keys.items():
        if allowed and key not in allowed:
            raise CaseFault(f"the key {key!r} is not known here", place, _cure(key, allowed))
    return node.values


def _cure(text: str, known: tuple[str, ...]) -> str:
    """What may have been meant, or what is known, if that is not too much to list."""
    near = nearest(text, known)
    return near if near or len(known) > MOST_LISTED else f"Known are {listed(known)}."


def items(node: Node | None) -> tuple[Node, ...]:
    """The items of a list; nothing written is an empty one."""
    if node is None or missing(node):
        return ()
    if not isinstance(node, Items):
        raise CaseFault("here must stand a list", node)
    return node.values


def several(node: Node | None) -> tuple[Node, ...]:
    """The items of a list, which may also be written as one line with commas."""
    if not isinstance(node, Text) or missing(node):
        return items(node)
    return tuple([node._replace(value=part.strip()) for part in node.value.split(",") if part.strip()])


def lists_units(node: Node | None) -> TypeGuard[Node]:
    """Whether a section of the Chart is written as a list, of what lies face up, not by faces."""
    return isinstance(node, Items) or (isinstance(node, Text) and not missing(node))


def word(node: Node | None, default: str | None = None) -> str:
    """A single text."""
    if default is not None and (node is None or missing(node)):
        return default
    if not isinstance(node, Text):
        raise CaseFault("here must stand a single word", node)
    return node.value


def words(node: Node | None) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(word(item) for item in several(node))


def whole(node: Node | None, default: int = 0) -> int:
    """A whole number."""
    text = word(node, str(default))
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise CaseFault(f"{shortened(text)!r} is not a whole number", node)
    return int(text)


def truth(node: Node | None, *, default: bool) -> bool:
    """true or false."""
    text = word(node, str(default)).lower()
    if text not in ("true", "yes", "false", "no"):
        raise CaseFault(f"{text!r} is neither true nor false", node)
    return text in ("true", "yes")


def one_of(node: Node | None, known: Iterable[str]) -> str:
    """One of some words."""
    text, known = word(node), tuple(known)
    if text not in known:
        raise CaseFault(f"{text!r} is not known here", node, _cure(text, known))
    return text


def player(node: Node | None, players: Iterable[Player]) -> Player:
    """One of the players of the case."""
    return one_of(node, players)


def _meant(name: str) -> str:
    return f"Did you mean {name}?" if name else ""


def province(text: str, node: Node | None, rules: Rules) -> Province:
    """A province by code or name."""
    found = names_of(rules).find_province(text)
    if len(found) != 1:
        raise CaseFault(f"{text!r} is no province", node, _meant(names_of(rules).near_province(text)))
    return found[0]


def unit(node: Node, rules: Rules) -> Unit:
    """A unit by number or name."""
    text = word(node)
    if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and int(text) in rules.counters:
        return int(text)
    found = names_of(rules).find_unit(text)
    if len(found) != 1:
        raise CaseFault(f"{text!r} is no unit", node, _meant(names_of(rules).near_unit(text)))
    return found[0]


def units(node: Node | None, rules: Rules) -> tuple[Unit, ...]:
    """A list of units."""
    return tuple(unit(item, rules) for item in several(node))


def markers(node: Node | None) -> tuple[Marker, ...]:
    """A list of markers, sorted by name."""
    return tuple(sorted(one_of(item, MARKERS) for item in several(node)))


def units_and_markers(node: Node | None, rules: Rules) -> tuple[Unit | Marker, ...]:
    """A list of units and markers mixed."""
    found: list[Unit | Marker] = []
    for item in several(node):
        text = word(item)
        found.append(text if text in MARKERS else unit(item, rules))
    return tuple(found)


def plain(node: Node) -> object:
    """The tree without places: texts, lists and dicts."""
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Items):
        return [plain(item) for item in node.values]
    return {key: plain(value) for key, value in node.values.items()}


def tree_of(value: object) -> Node:
    """Plain data as a tree whose places mean nothing, so that a case may also be made by a program."""
    if isinstance(value, Mapping):
        keys = {str(key): Text(str(key), 1, 1) for key in value}
        return Entries({str(key): tree_of(item) for key, item in value.items()}, keys, 1, 1)
    if isinstance(value, list | tuple):
        return Items(tuple(tree_of(item) for item in value), 1, 1)
    if value is None:
        return Text("", 1, 1)
    return Text(str(value).lower() if isinstance(value, bool) else str(value), 1, 1, quoted=value == "")
