"""The shape of every order of a sheet: its keys, how each is read, which must be there, and the order made of them.

Read by hand rather than by models of a library: places, a sentence for each fault, and the tolerance the sheets promise
need code for every field anyway, and loading such a library takes longer than all the rest of a check.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from pbem.core.orders import (
    Assassination,
    Attack,
    Counterpurge,
    Deployment,
    ExecuteCzar,
    Faulty,
    Goods,
    Move,
    Press,
    Purge,
    Spoil,
    StackOrder,
    Steal,
    Subversion,
    Trade,
)
from pbem.sheets.fields import (
    Field,
    captors,
    folded_key,
    node_words,
    number,
    number_or_all,
    odds,
    one_of,
    one_text,
    player,
    players,
    players_or_all,
    preferences,
    province,
    says_nothing,
    unit,
    unit_or,
    units,
    units_or,
    with_loose_words,
    words,
)
from pbem.sheets.names import nearest
from pbem.sheets.places import Entries, Items, Node, Text
from pbem.sheets.reading import Reading
from pbem.sheets.routes import route

Values: TypeAlias = dict[str, Any]
"""The values of an order by key, as its fields read them."""
POLITBURO_OR_ANY = ("politburo", "any")


class Shape(NamedTuple):
    """The keys of one kind of order. `make` builds the order from its ref and the values read."""

    fields: Mapping[str, Field]
    needed: tuple[str, ...]
    make: Callable[[str, Values], object]
    open_key: str = ""
    """The key that a blank sheet leaves open with OPEN for its value."""


LEFT_OPEN = "left_open"
"""The code of a Faulty that keeps the place of such a line: it is no order, and nothing need be said of it."""
OPEN = ("...", "\u2026")
"""Stands on a blank sheet for what the player is to fill in; an order that still has it is no order."""


def read_fields(reading: Reading, node: Entries, path: str, shape: Shape) -> Values:
    """Every known key's value; faults for unknown, repeated and missing keys."""
    for bad in node.bad_keys:
        place = reading.key_place(path, bad.key)
        if bad.kind == "repeated":
            reading.fault("repeated_key", place, text=bad.key.value, number_line=bad.first_line)
        else:
            reading.fault("key_no_word", place)
    values: Values = {}
    meant = _read_known(reading, node, path, shape, values)
    for name in shape.needed:
        if name not in values and name not in meant:
            reading.fault("missing_key", reading.places.get(path) or reading.mark(path, node), text=name)
    return values


def _read_known(reading: Reading, node: Entries, path: str, shape: Shape, values: Values) -> list[str]:
    """Fills `values`. Gives the keys that unknown ones are likely to mean, which need not be missed as well."""
    meant: list[str] = []
    for key, value in with_loose_words(node, shape.fields).items():
        name = folded_key(key)
        if name not in shape.fields:
            meant.append(unknown_key(reading, node.keys[key], path, shape.fields))
        elif name in values:
            reading.fault(
                "repeated_key", reading.key_place(path, node.keys[key]), text=key, number_line=node.line
            )
        elif not (isinstance(value, Text) and value.missing):
            values[name] = shape.fields[name](reading, value, f"{path}.{name}")
    return meant


ELSEWHERE = {
    "rail": "by: rail",
    "by_rail": "by: rail",
    "pick_up": "route: [TVER: {pick_up: [115]}, NOVG]",
    "pickup": "route: [TVER: {pick_up: [115]}, NOVG]",
    "drop": "route: [TVER: {drop: [115]}, NOVG]",
    "join": "route: [TVER, NOVG: {join: 160}]",
    "remove": "route: [TVER, PETR: {remove: [Czar]}]",
}
"""Keys that a move has not, but that are easily guessed at, and how it is written."""


def unknown_key(reading: Reading, key: Text, path: str, known: Mapping[str, object]) -> str:
    """The fault of a key that is none. Gives the nearest known one, or nothing."""
    place = reading.key_place(path, key)
    glued, colon, rest = key.value.partition(":")
    if colon and rest and folded_key(glued) in known:
        reading.fault("syntax_no_space", place, text=glued, suggestion=f"{glued}: {rest}")
        return folded_key(glued)
    first, _, rest = key.value.partition(" ")
    if rest and folded_key(first) in known and folded_key(key.value) not in ELSEWHERE:
        reading.fault("syntax_no_colon", place, text=first, suggestion=f"{first}: {rest}")
        return folded_key(first)
    name = folded_key(key.value)
    written = ELSEWHERE.get(name, "") if "route" in known else ""
    near = nearest(name, known) if not written and reading.may_suggest() else ""
    reading.fault("unknown_key", place, text=key.value, text_known=tuple(known), suggestion=written or near)
    return near


def _left_open(node: Node, shape: Shape) -> bool:
    """Whether this is a line of a blank sheet that was not filled in."""
    if isinstance(node, Text):
        return node.value in OPEN
    value = node.values.get(shape.open_key) if shape.open_key and isinstance(node, Entries) else None
    if isinstance(value, Items) and value.values:
        value = value.values[-1]
    return isinstance(value, Text) and value.value.endswith(OPEN)


def read_order(reading: Reading, node: Node, path: str, shape: Shape) -> object:
    """One order, or Faulty where something in it cannot be read, and for a line of a blank sheet not filled in."""
    ref = f"{reading.player}.{path}"
    if _left_open(node, shape):
        reading.open_lines.append(reading.mark(path, node))
        return Faulty(ref, LEFT_OPEN, "")
    before, reading.first_fault = reading.faults, ""
    place = reading.mark(path, node)
    order: object = None
    if isinstance(node, Entries):
        values = read_fields(reading, node, path, shape)
        if reading.faults == before:
            order = shape.make(ref, values)
    elif isinstance(node, Text) and node.missing:
        reading.fault("empty_order", place)
    else:
        keys = dict.fromkeys((*shape.needed, shape.open_key) if shape.needed else shape.fields)
        form = ", ".join(f"{key}: \u2026" for key in keys if key)
        reading.fault("order_no_keys", place, text=node_words(node), text_form=f"{{{form}}}")
    return Faulty(ref, "unreadable", reading.first_fault) if order is None else order


def _goods(reading: Reading, node: Node, path: str) -> Goods:
    """What one side of a trade gives: ``{politburo: 1, units: [155]}``."""
    if says_nothing(node):
        reading.mark(path, node)
        return Goods()
    if not isinstance(node, Entries):
        reading.fault("no_goods", reading.mark(path, node), text=node_words(node))
        return Goods()
    reading.mark(path, node)
    values = read_fields(reading, node, path, GOODS)
    return Goods(values.get("politburo", 0), values.get("assassin", 0), values.get("units", ()))


def _spoils(reading: Reading, node: Node, path: str) -> tuple[Spoil, ...] | None:
    """11.23: the agreed list; None for `equal`."""
    reading.mark(path, node)
    if isinstance(node, Text) and node.value.lower() == "equal":
        return None
    if isinstance(node, Entries) and any(folded_key(key) in SPOIL.fields for key in node.keys):
        node = Items((node,), node.line, node.column)  # a single one, without a list around it
    if not isinstance(node, Items):
        reading.fault("no_spoils", reading.places[path], text=node_words(node))
        return ()
    found: list[Spoil] = []
    for index, item in enumerate(node.values):
        at = f"{path}[{index}]"
        reading.mark(at, item)
        if isinstance(item, Entries):
            values = read_fields(reading, item, at, SPOIL)
            found.append(Spoil(values.get("to", ""), values.get("take", "")))
        else:
            reading.fault("no_spoils", reading.places[at], text=node_words(item))
    return tuple(found)


def _sender(reading: Reading, node: Node, path: str) -> str:
    """Who a letter is from: empty for the writer himself, `anonymous`, or a name that is no other player's letter."""
    text = one_text(reading, node, path)
    if text is None:
        return ""
    place = reading.mark(path, text)
    name = text.value.strip()
    if name.upper() == reading.player:
        return ""
    if len(name) == 1 and name.upper() in "ABCDEFGH":
        reading.fault("press_from_another", place, player=name.upper())
    return "anonymous" if name.lower() in ("anonymous", "anon", "nobody") else name


_TAKE = units_or(*POLITBURO_OR_ANY)
GOODS = Shape({"politburo": number, "assassin": number, "units": units}, (), lambda ref, v: None)
SPOIL = Shape({"to": player, "take": unit_or(*POLITBURO_OR_ANY)}, ("to", "take"), lambda ref, v: None)

TRADE = Shape(
    {"give": _goods, "to": player, "for": _goods},
    (),
    lambda ref, v: Trade(ref, v.get("give"), v.get("to"), v.get("for")),
)
STEAL = Shape(
    {"leader": unit, "units": units}, ("leader", "units"), lambda ref, v: Steal(ref, v["leader"], v["units"])
)
MOVE = Shape(
    {
        "force": units,
        "route": route,
        "by": one_of("overland", "rail", also={"land": "overland", "train": "rail"}),
    },
    ("force",),
    lambda ref, v: Move(ref, v["force"], v.get("route", ()), v.get("by", "overland")),
    "route",
)
ASSASSINATION = Shape(
    {"target": unit, "markers": number_or_all},
    ("target", "markers"),
    lambda ref, v: Assassination(ref, v["target"], v["markers"]),
)
PURGE = Shape(
    {
        "committee": players,
        "participants": players,
        "target": player,
        "markers": number_or_all,
        "spoils": _spoils,
    },
    (),
    lambda ref, v: Purge(ref, **v),
)
COUNTERPURGE = Shape(
    {"if_purged_by": players, "against": players, "take": _TAKE, "rounds": number},
    (),
    lambda ref, v: Counterpurge(ref, **v),
)
EXECUTE_CZAR = Shape({"committee": players}, ("committee",), lambda ref, v: ExecuteCzar(ref, v["committee"]))
PRESS = Shape(
    {"to": players_or_all, "from": _sender, "text": words},
    ("to", "text"),
    lambda ref, v: Press(ref, v["to"], v.get("from", ""), v["text"]),
)
DEPLOYMENT = Shape(
    {"leader": unit, "at": province, "with": units},
    ("leader", "at"),
    lambda ref, v: Deployment(ref, v["leader"], v["at"], v.get("with", ())),
    "at",
)
SUBVERSION = Shape(
    {"with": units, "against": unit, "at": province, "min_odds": odds},
    ("with", "against", "at"),
    lambda ref, v: Subversion(ref, v["with"], v["against"], v["at"], v.get("min_odds")),
)
ATTACK = Shape(
    {
        "at": province,
        "with": units,
        "against": unit,
        "min_odds": odds,
        "losses": preferences,
        "enemy_losses": preferences,
        "capture": captors,
    },
    ("at", "with", "against"),
    lambda ref, v: Attack(
        ref,
        v["at"],
        v["with"],
        v["against"],
        v.get("min_odds"),
        v.get("losses"),
        v.get("enemy_losses"),
        v.get("capture"),
    ),
    "against",
)


def read_stack(reading: Reading, node: Node, path: str) -> object:
    """15.54: Leaders of the set-up to lie in one stack."""
    ref = f"{reading.player}.{path}"
    before, reading.first_fault = reading.faults, ""
    if isinstance(node, Text) and node.missing:
        reading.fault("empty_order", reading.mark(path, node))
    found = units(reading, node, path)
    for index in range(len(found)):
        reading.places[f"{path}.units[{index}]"] = reading.places[f"{path}[{index}]"]
    return (
        StackOrder(ref, found) if reading.faults == before else Faulty(ref, "unreadable", reading.first_fault)
    )
