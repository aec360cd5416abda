"""The keys of a sheet beside its head: which Phase knows which, and how each part is read into the core's Sheet."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from pbem.core.orders import Faulty, Sheet
from pbem.core.rules import Rules
from pbem.core.terms import Case, PhaseName, Player
from pbem.sheets import shapes
from pbem.sheets.fields import (
    YES,
    folded_key,
    node_words,
    one_of,
    preferences,
    says_nothing,
    texts,
    yes_or_no,
)
from pbem.sheets.findings import Finding, Place, Places, finding, in_order
from pbem.sheets.names import nearest
from pbem.sheets.places import BadKey, Entries, Items, Node, Text
from pbem.sheets.reading import MOST_FINDINGS, MOST_ORDERS, Reading
from pbem.sheets.shapes import Shape, read_order
from pbem.words import listed

HEAD = ("campaign", "player", "turn", "phase", "key", "salt")
PLACEHOLDER = "your-secret-word"
"""Stands for the key on a blank sheet; a sheet that still has it is a blank sheet."""
STANDING = ("losses", "counterpurge", "if_ordered_to_execute_czar", "end_game")
"""R40: what may be kept for later Phases."""
PHASE_NAMES: dict[PhaseName, str] = {
    "setup": "the set-up",
    "first": "the First Phase",
    "second": "the Second Phase",
    "red-leaders": "Red Leader Determination",
    "red-movement": "Red's movement",
    "red-combat": "Red's combat",
}
"""The Phases that have sheets; the last three are those of the solitaire game."""
_ONLY_TO_KEEP = ("losses", "end_game")
"""Second Phase orders that may stand on a First Phase sheet to be kept for later."""

Order: TypeAlias = Callable[[Reading, Node, str], object]


class Part(NamedTuple):
    """A key of the sheet: the Phases that know it, the attribute of core.Sheet, and how it is read."""

    phases: tuple[PhaseName, ...]
    attribute: str
    read: Order


def _orders(shape: Shape) -> Order:
    """A list of orders of one shape; one order may stand without a list around it."""
    return lambda reading, node, path: _list(
        reading, node, path, lambda n, p: read_order(reading, n, p, shape)
    )


def _list(reading: Reading, node: Node, path: str, read: Callable[[Node, str], object]) -> tuple[object, ...]:
    place = reading.mark(path, node)
    if says_nothing(node):
        return ()
    if isinstance(node, Text):
        reading.error("no_orders", place, text=node.value)
        return ()
    items = node.values if isinstance(node, Items) else (node,)
    if len(items) > MOST_ORDERS:
        reading.error("too_many_orders", place, text=path, number=MOST_ORDERS)
    return tuple(read(item, f"{path}[{index}]") for index, item in enumerate(items[:MOST_ORDERS]))


def _stacks(reading: Reading, node: Node, path: str) -> tuple[object, ...]:
    """15.54: a list of stacks; one list of single names is one stack."""
    if (
        isinstance(node, Items)
        and len(node.values) > 1
        and all(isinstance(item, Text) and "," not in item.value for item in node.values)
    ):
        reading.note("note", "one_stack", reading.mark(path, node))
        node = Items((node,), node.line, node.column)
    elif isinstance(node, Text) and not says_nothing(node):
        node = Items((node,), node.line, node.column)
    return _list(reading, node, path, lambda n, p: shapes.read_stack(reading, n, p))


def _execute_czar(reading: Reading, node: Node, path: str) -> object:
    """R25: ``{committee: [A, B]}``, or the Committee alone."""
    if says_nothing(node):
        return None
    if isinstance(node, Text) and node.value.lower() in YES:
        reading.first_fault = ""
        reading.fault("execute_czar_without", reading.mark(path, node))
        return Faulty(f"{reading.player}.{path}", "unreadable", reading.first_fault)
    if not isinstance(node, Entries):
        key = Text("committee", node.line, node.column)
        node = Entries({key.value: node}, {key.value: key}, node.line, node.column)
    return read_order(reading, node, path, shapes.EXECUTE_CZAR)


def _answer(*known: str, **also: str) -> Order:
    """One of some words, or `no`, which takes back what stood (R40) and is None."""
    choose = one_of(*known, also=also)
    return lambda reading, node, path: None if says_nothing(node) else choose(reading, node, path)


def _standing(reading: Reading, node: Node, path: str) -> tuple[str, ...]:
    """R40: the names of the parts to be kept; empty for none."""
    reading.mark(path, node)
    if says_nothing(node):
        return ()
    found: list[str] = []
    for index, text in enumerate(texts(reading, node, path)):
        place = reading.mark(f"{path}[{index}]", text)
        name = folded_key(text.value)
        known = STANDING if reading.rules.solitaire is None else STANDING[:1]
        if name in known:
            found.append(name)
        else:
            near = nearest(name, known) if reading.may_suggest() else ""
            reading.error("no_standing", place, "R40", text=text.value, text_known=known, suggestion=near)
    return tuple(dict.fromkeys(found))


_ALL: tuple[PhaseName, ...] = ("setup", "first", "second")
_PLAY: tuple[PhaseName, ...] = ("first", "second")
_REFUSE = {"agree": "comply", "obey": "comply", "decline": "refuse"}

PARTS: dict[str, Part] = {
    "trades": Part(_ALL, "trades", _orders(shapes.TRADE)),
    "stacks": Part(("setup",), "stacks", _stacks),
    "steal": Part(_PLAY, "steals", _orders(shapes.STEAL)),
    "leaders": Part(("red-leaders",), "leaders", _orders(shapes.DEPLOYMENT)),
    "moves": Part(("first", "red-leaders", "red-movement"), "moves", _orders(shapes.MOVE)),
    "assassinations": Part(("first",), "assassinations", _orders(shapes.ASSASSINATION)),
    "subversion": Part(("second", "red-combat"), "subversions", _orders(shapes.SUBVERSION)),
    "attacks": Part(("second", "red-combat"), "attacks", _orders(shapes.ATTACK)),
    "losses": Part((*_PLAY, "red-combat"), "losses", preferences),
    "purges": Part(_PLAY, "purges", _orders(shapes.PURGE)),
    "counterpurge": Part(_PLAY, "counterpurges", _orders(shapes.COUNTERPURGE)),
    "execute_czar": Part(_PLAY, "execute_czar", _execute_czar),
    "if_ordered_to_execute_czar": Part(
        _PLAY, "if_ordered_to_execute_czar", _answer("comply", "refuse", **_REFUSE)
    ),
    "comply_with_execution": Part(_PLAY, "comply_with_execution", yes_or_no),
    "end_game": Part(_PLAY, "end_game", _answer("agree", yes="agree", agreed="agree", true="agree")),
    "standing": Part((*_PLAY, "red-combat"), "standing", _standing),
    "press": Part(_ALL, "press", _orders(shapes.PRESS)),
    "quit": Part(_PLAY, "quit", yes_or_no),
}


_NOT_IN_SOLITAIRE: dict[str, Case] = {
    "trades": "20.11",
    "stacks": "27.0",
    "steal": "20.11",
    "assassinations": "20.11",
    "purges": "20.11",
    "counterpurge": "20.11",
    "execute_czar": "26.0",
    "if_ordered_to_execute_czar": "26.0",
    "comply_with_execution": "26.0",
    "press": "28.0",
    "end_game": "28.0",
    "quit": "28.0",
}
"""Parts of which the solitaire game has nothing, with the case that says so."""


def _same_game(part: Part, phase: PhaseName) -> tuple[PhaseName, ...]:
    """The Phases that know the part, of the game to which this Phase belongs."""
    return tuple(other for other in part.phases if (other in _ALL) == (phase in _ALL))


def read_parts(reading: Reading, node: Entries, phase: PhaseName, *, salt: str | None = None) -> Sheet:
    """All parts of a sheet into the core's Sheet. With `salt` the head's keys stand there too and were read before."""
    keys = _known_keys(reading, node, phase, head=salt is not None)
    values: dict[str, Any] = {}
    cancelled: list[str] = []
    for name, key in keys.items():
        written = node.values[key.value]
        if isinstance(written, Text) and written.missing:
            continue
        value = PARTS[name].read(reading, written, name)
        if value == () and name in ("losses", "standing") and not says_nothing(written):
            continue  # nothing of it can be read, which is not the same as an empty list: that one takes back (R40)
        if value is not None:
            values[PARTS[name].attribute] = value
        if name in STANDING and says_nothing(written):
            cancelled.append(name)
    if values.get("quit") is None:
        values.pop("quit", None)
    return Sheet(reading.player, **values, cancelled=tuple(cancelled), salt=salt or "")


def _known_keys(reading: Reading, node: Entries, phase: PhaseName, *, head: bool) -> dict[str, Text]:
    """The keys that count in this Phase, by their names as described; an error for every other one."""
    for bad in node.bad_keys:
        if not head or folded_key(bad.key.value) not in HEAD:
            _refuse_key(reading, bad)
    keys: dict[str, Text] = {}
    for written, key in node.keys.items():
        name = folded_key(written)
        if (name in HEAD and head) or not _known_here(reading, node, key, phase):
            continue
        if name in keys:
            _refuse_key(reading, BadKey("repeated", key, keys[name].line))
        else:
            keys[name] = key
    return keys


def _known_here(reading: Reading, node: Entries, key: Text, phase: PhaseName) -> bool:
    """Whether the Phase knows this part; notes the error where it does not (17/4.2)."""
    name = folded_key(key.value)
    place = reading.key_place("", key)
    others = _same_game(PARTS[name], phase) if name in PARTS else ()
    if not others:
        if reading.rules.solitaire is not None and name in _NOT_IN_SOLITAIRE:
            reading.error("not_in_solitaire", place, _NOT_IN_SOLITAIRE[name], text=name)
        else:
            _unknown_part(reading, key, phase)
        return False
    if phase not in others:
        where = listed(PHASE_NAMES[other] for other in others)
        case = "17/4.2" if reading.rules.solitaire is None else "19.2"
        reading.error("other_phase", place, case, text=name, text_phase=where, text_this=PHASE_NAMES[phase])
        return False
    if phase == "first" and name in _ONLY_TO_KEEP and not _is_kept(node, key):
        reading.error("only_to_keep", place, "17/4.2", "R40", text=name)
        return False
    return True


def _is_kept(node: Entries, key: Text) -> bool:
    """R40: whether what is written under the key is named in `standing`, or cancels what stood."""
    kept = next((value for other, value in node.values.items() if folded_key(other) == "standing"), None)
    words = "" if kept is None else node_words(kept) if isinstance(kept, Text) else node_words(kept)[1:-1]
    names = words.replace(";", ",").split(",")
    return says_nothing(node.values[key.value]) or folded_key(key.value) in map(folded_key, names)


def _refuse_key(reading: Reading, bad: BadKey) -> None:
    place = reading.key_place("", bad.key)
    if bad.kind == "repeated":
        reading.error("repeated_part", place, text=bad.key.value, number_line=bad.first_line)
    else:
        reading.error("key_no_word", place)


def _unknown_part(reading: Reading, key: Text, phase: PhaseName) -> None:
    known = [name for name, part in PARTS.items() if phase in part.phases] + list(HEAD)
    place = reading.key_place("", key)
    glued, colon, rest = key.value.partition(":")
    if colon and rest and folded_key(glued) in known:
        reading.error("syntax_no_space", place, text=glued, suggestion=f"{glued}: {rest}")
        return
    near = ""
    if reading.may_suggest():
        elsewhere = [name for name in PARTS if _same_game(PARTS[name], phase)]
        near = nearest(folded_key(key.value), known) or nearest(folded_key(key.value), elsewhere)
    reading.error("unknown_part", place, text=key.value, text_known=tuple(known), suggestion=near)


class Body(NamedTuple):
    """The orders of one player for one Phase as read."""

    sheet: Sheet
    findings: tuple[Finding, ...]
    places: Places


def read_body(node: Entries, player: Player, phase: PhaseName, rules: Rules) -> Body:
    """A sheet without its head, as case files hold it."""
    reading = Reading(player, rules)
    reading.mark("", node)
    sheet = read_parts(reading, node, phase)
    return Body(sheet, gathered(reading), reading.places)


def gathered(reading: Reading, first: int = 0) -> tuple[Finding, ...]:
    """The findings in the order of the text, but so many as were made `first` before the others; says how many are not
    listed."""
    if reading.open_lines:
        reading.note("note", "left_open_lines", reading.open_lines[0], number=len(reading.open_lines))
    found = [*in_order(reading.findings[:first]), *in_order(reading.findings[first:])]
    if reading.unlisted:
        facts = {"number": reading.unlisted, "number_most": MOST_FINDINGS}
        last = Place("", found[-1].line, found[-1].column, "")
        found.append(finding("error", "more_faults", last, rules=reading.rules, facts=facts))
    return tuple(found)
