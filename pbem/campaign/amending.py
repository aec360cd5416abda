"""R19: an order read as the gamesmaster says, or held void. The ruling stands beside the sheet, which stays."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple

from pbem.core.orders import Faulty, Sheet
from pbem.core.rules import Rules
from pbem.core.terms import PhaseName, Player
from pbem.errors import CommandError, nearest
from pbem.sheets.body import PARTS, Body, read_body
from pbem.sheets.places import Entries, read_places
from pbem.sheets.syntax import Unreadable

VOID = "void_by_gamesmaster"
"""The code of the outcome of an order that is held void, templates/sentences/campaign.yaml."""

Reading = Mapping[str, Any]
"""How an order is to be read: `text`, the order as a sheet would have it, or None for void; `why`; `version`, the
version of the sheet it is on."""


class OrderPath(NamedTuple):
    """An order: ``A.moves[2]`` is player A, part moves, number 2; of a part that is no list the number is None."""

    player: Player
    part: str
    number: int | None

    @property
    def ref(self) -> str:
        """As outcomes name it."""
        return f"{self.player}.{self.part}" + ("" if self.number is None else f"[{self.number}]")


def order_path(text: str) -> OrderPath:
    """The order a path names. Raises CommandError."""
    player, dot, rest = text.strip().partition(".")
    part, bracket, number = rest.partition("[")
    numbered = not bracket or (number.endswith("]") and number[:-1].isdecimal())
    if not dot or not part or len(player) != 1 or not numbered:
        raise CommandError(
            f"{text!r} names no order", cure="An order is named like A.moves[0], counted from 0."
        )
    if part not in PARTS:
        raise CommandError(f"a sheet has no part {part!r}", cure=nearest(part, PARTS))
    if _is_list(part) != bool(bracket):
        kind = "a list of orders" if _is_list(part) else "no list of orders"
        cure = f"Write {player.upper()}.{part}{'[0]' if _is_list(part) else ''}."
        raise CommandError(f"{part} is {kind}", cure=cure)
    return OrderPath(player.upper(), part, int(number[:-1]) if bracket else None)


def _is_list(part: str) -> bool:
    """Whether a part of a sheet is a list of orders."""
    return part not in ("losses", "standing") and _default(part) == ()


def _default(part: str) -> object:
    """What the core's sheet holds where the part is not written."""
    return next(one.default for one in fields(Sheet) if one.name == PARTS[part].attribute)


def read_order(path: OrderPath, text: str, phase: PhaseName, rules: Rules) -> Body:
    """The order as a sheet of nothing else. Raises CommandError for a text that cannot be read at all."""
    body = text if path.number is None else f"[{text}]"
    try:
        node = read_places(f"{path.part}: {body}")
    except Unreadable as problem:
        raise CommandError(
            f"the order {path.ref} cannot be read as {text!r}",
            cure="Write it on one line as on a blank sheet, for instance {force: [152], route: TVER-NOVG}.",
        ) from problem
    assert isinstance(node, Entries)
    return read_body(node, path.player, phase, rules)


def amended(sheet: Sheet, readings: Mapping[str, Reading], phase: PhaseName, rules: Rules) -> Sheet:
    """The sheet with the orders read as ruled; rulings on other players' sheets are passed over."""
    for ref, reading in readings.items():
        path = order_path(ref)
        if path.player == sheet.player:
            sheet = _with_order(sheet, path, reading, phase=phase, rules=rules)
    return sheet


def _with_order(sheet: Sheet, path: OrderPath, reading: Reading, *, phase: PhaseName, rules: Rules) -> Sheet:
    part = PARTS[path.part]
    if reading["text"] is None:
        new: Any = (
            Faulty(path.ref, VOID, reading["why"])
            if path.number is not None
            else _nothing(path.part, path, reading)
        )
    else:
        value = getattr(read_order(path, reading["text"], phase, rules).sheet, part.attribute)
        new = value if path.number is None else replace(value[0], ref=path.ref)
    if path.number is None:
        return replace(sheet, **{part.attribute: new})
    orders: Any = list(getattr(sheet, part.attribute))
    orders[path.number : path.number + 1] = [new]
    changed: Any = {part.attribute: tuple(orders)}
    return replace(sheet, **changed)


def _nothing(name: str, path: OrderPath, reading: Reading) -> object:
    """What a part that is no list holds when it is held void."""
    return Faulty(path.ref, VOID, reading["why"]) if name == "execute_czar" else _default(name)


def has_order(sheet: Sheet, path: OrderPath) -> bool:
    """Whether the sheet has this order, so that it can be ruled on; one more than there are may be added."""
    if path.number is None:
        return True
    return path.number <= len(getattr(sheet, PARTS[path.part].attribute))
