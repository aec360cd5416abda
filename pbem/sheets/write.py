"""Orders as a sheet again: plain data in a sheet's form, and the normalised sheet, which reads back as the same orders.

Written in flow style (`- {force: …}`), which survives a mail client that takes away indentation or wraps lines.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from pbem.core.orders import (
    Assassination,
    Attack,
    Counterpurge,
    Deployment,
    ExecuteCzar,
    Faulty,
    Goods,
    Move,
    PickUp,
    Press,
    Purge,
    RouteStep,
    Sheet,
    StackOrder,
    Steal,
    Subversion,
    Trade,
)
from pbem.core.rules import Rules
from pbem.core.terms import PhaseName, UnitName
from pbem.sheets.body import PARTS, PLACEHOLDER, STANDING
from pbem.sheets.names import names_of
from pbem.sheets.shapes import LEFT_OPEN, OPEN
from pbem.words import sentence

WIDTH = 72
NOT_READ: dict[str, dict[str, str]] = {"unreadable": {}}
"""Keeps the place of an order that could not be read, so that the others keep their numbers."""
Data: TypeAlias = Any
"""Dicts, lists, texts and numbers."""
_Name: TypeAlias = Callable[[UnitName], UnitName]


def sheet_data(sheet: Sheet, rules: Rules | None = None) -> dict[str, Data]:
    """The orders in the form of a sheet, by its keys; of an order that could not be read only its place.

    Units are numbers; with `rules` they are named as a sheet names them.
    """
    shown = names_of(rules).shown if rules else {}

    def name(unit: UnitName) -> UnitName:
        return shown.get(unit, unit) if isinstance(unit, int) else unit

    found: dict[str, Data] = {}
    for key, part in PARTS.items():
        value = getattr(sheet, part.attribute)
        if key in sheet.cancelled:
            found[key] = []
        elif key in ("losses", "standing"):
            found[key] = _list(value, name)
        elif isinstance(value, tuple):
            found[key] = [order_data(order, name) for order in value] or None
        else:
            found[key] = order_data(value, name) if isinstance(value, ExecuteCzar | Faulty) else value
    if not sheet.quit:
        found["quit"] = None
    return {key: value for key, value in found.items() if value is not None}


def order_data(order: object, name: _Name = lambda unit: unit) -> Data:
    """One order in the form of a sheet; what is not written is left out."""
    return _WRITERS[type(order)](order, name)


def _written(**values: Data) -> dict[str, Data]:
    return {key: value for key, value in values.items() if value is not None}


def _list(units: tuple[UnitName, ...] | None, name: _Name) -> list[UnitName] | None:
    return None if units is None else [name(unit) for unit in units]


def _goods(goods: Goods | None, name: _Name) -> dict[str, Data] | None:
    if goods is None:
        return None
    return _written(
        politburo=goods.politburo or None,
        assassin=goods.assassin or None,
        units=_list(goods.units or None, name),
    )


def _move(order: Move, name: _Name) -> dict[str, Data]:
    return _written(
        force=_list(order.force, name),
        by="rail" if order.by == "rail" else None,
        route=[_step(step, name) for step in order.route] or None,
    )


def _step(step: RouteStep, name: _Name) -> Data:
    drops: Data = [_list(stack, name) for stack in step.drop]
    done = _written(
        drop=(drops if len(drops) > 1 else drops[0]) if drops else None,
        pick_up=[_pick_up(one, name) for one in step.pick_up] or None,
        remove=_list(step.remove or None, name),
        join=None if step.join is None else name(step.join),
    )
    return {step.at: done} if done or not step.at else step.at


def _pick_up(one: PickUp, name: _Name) -> Data:
    return name(one.unit) if one.leader is None else {str(name(one.leader)): [name(one.unit)]}


def _purge(order: Purge | Counterpurge, name: _Name) -> dict[str, Data]:
    found: dict[str, Data] = {}
    for key in type(order).__slots__:
        value = getattr(order, key)
        if key == "ref" or value is None:
            continue
        if key == "spoils":
            found[key] = [{"to": spoil.to, "take": name(spoil.take)} for spoil in value]
        else:
            found[key] = [name(one) for one in value] if isinstance(value, tuple) else value
    return found


def _attack(order: Subversion | Attack, name: _Name) -> dict[str, Data]:
    data = _written(at=order.at, **{"with": _list(order.units, name)}, against=name(order.against))
    data |= _written(min_odds=order.min_odds)
    if isinstance(order, Attack):
        data |= _written(losses=_list(order.losses, name), enemy_losses=_list(order.enemy_losses, name))
        data |= _written(capture=_list(order.capture, name))
    return data


_WRITERS: dict[type, Callable[[Any, _Name], Data]] = {
    StackOrder: lambda order, name: _list(order.units, name),
    Trade: lambda order, name: _written(
        give=_goods(order.give, name), to=order.to, **{"for": _goods(order.wanted, name)}
    ),
    Steal: lambda order, name: {"leader": name(order.leader), "units": _list(order.units, name)},
    Move: _move,
    Assassination: lambda order, name: {
        "target": name(order.target),
        "markers": "all" if order.markers is None else order.markers,
    },
    Purge: _purge,
    Counterpurge: _purge,
    ExecuteCzar: lambda order, name: {"committee": list(order.committee)},
    Press: lambda order, name: _written(
        to=list(order.to) or "all", **{"from": order.sender or None}, text=order.text
    ),
    Deployment: lambda order, name: _written(
        leader=name(order.leader), at=order.at, **{"with": _list(order.units or None, name)}
    ),
    Subversion: _attack,
    Attack: _attack,
    Faulty: lambda order, name: OPEN[0] if order.code == LEFT_OPEN else NOT_READ,
}


# --- as text ---------------------------------------------------------------------------------------------------


_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_']*(?:[ .-][A-Za-z0-9_']+)*|\d:\d|(?:[A-Z]+-)?\.\.\.")


def scalar(value: Data) -> str:
    """A value as YAML shows it: plain where that is safe, else in double quotes."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if _PLAIN.fullmatch(text):
        return text
    return "".join(
        letter if letter.isprintable() else f"\\U{ord(letter):08X}"
        for letter in json.dumps(text, ensure_ascii=False)
    )


def flow(value: Data) -> str:
    """A value on one line; a route of provinces alone with hyphens."""
    if isinstance(value, str | int):
        return scalar(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(_pair(key, one) for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(one) for one in value) + "]"
    return scalar(value)


def _pair(key: str, value: Data) -> str:
    if key == "route" and all(isinstance(step, str) and step.isalpha() and step.isascii() for step in value):
        return f"route: {'-'.join(value)}"
    return f"{scalar(key)}: {flow(value)}"


def folded(line: str, width: int = WIDTH) -> str:
    """A line in flow style, broken after commas where it is long."""
    rest, lines = line, []
    while len(rest) > width:
        cut = _comma_before(rest, width)
        if cut <= 0:
            break
        lines.append(rest[:cut])
        rest = "    " + rest[cut:].lstrip()
    return "\n".join([*lines, rest])


def _comma_before(line: str, width: int) -> int:
    """Where the line can be broken: behind the last comma outside quotes before `width`; 0 where nowhere."""
    cut, quoted, escaped = 0, False, False
    for index, letter in enumerate(line[: width + 1]):
        if letter == '"' and not escaped:
            quoted = not quoted
        escaped = letter == "\\" and not escaped
        if letter == "," and not quoted and line[index + 1 : index + 2] == " ":
            cut = index + 1
    return cut if line[:cut].strip() else 0


def head_lines(
    *, campaign: str, player: str, turn: int, phase: PhaseName, key: str = PLACEHOLDER, salt: str = ""
) -> list[str]:
    """The head of a sheet."""
    lines = [f"campaign: {scalar(campaign)}"] if campaign else []
    lines += [f"player: {player}", f"turn: {turn}", f"phase: {phase}", f"key: {scalar(key)}"]
    return [*lines, f"salt: {scalar(salt)}"] if salt else lines


def normalised(
    sheet: Sheet,
    rules: Rules,
    *,
    campaign: str,
    turn: int,
    phase: PhaseName,
    key: str = PLACEHOLDER,
    written: Mapping[str, str] | None = None,
) -> str:
    """The sheet as it was understood; it reads back as the same orders. Without a key the placeholder stands for it.

    Where an order could not be read a remark says so; `written` has by path what was written, as far as it is known.
    """
    lines = head_lines(
        campaign=campaign, player=sheet.player, turn=turn, phase=phase, key=key, salt=sheet.salt
    )
    for name, value in sheet_data(sheet, rules).items():
        if name in STANDING and value == []:
            lines.append(f"{name}: no")
        elif isinstance(value, list) and name not in ("losses", "standing"):
            lines.append(f"{name}:")
            orders = getattr(sheet, PARTS[name].attribute)
            for place, (order, data) in enumerate(zip(orders, value, strict=True)):
                lines += _not_read(order, (written or {}).get(f"{name}[{place}]", ""))
                lines.append(folded(f"- {flow(data)}"))
        else:
            lines += _not_read(getattr(sheet, PARTS[name].attribute), (written or {}).get(name, ""))
            lines.append(folded(f"{scalar(name)}: {flow(value)}"))
    return "\n".join(lines) + "\n"


def _not_read(order: object, written: str) -> list[str]:
    """Remarks on an order that could not be read: why, and what was written."""
    if not isinstance(order, Faulty) or order.code == LEFT_OPEN:
        return []
    from textwrap import wrap  # nearly every sheet can be read

    said = [sentence("not_read", {"text": order.text})] if order.text else []
    said += [sentence("not_read_written", {"text": written})] if written else []
    plain = (" ".join("".join(one if one.isprintable() else " " for one in text).split()) for text in said)
    return [
        line for text in plain for line in wrap(text, WIDTH, initial_indent="# ", subsequent_indent="#   ")
    ]
