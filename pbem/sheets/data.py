"""Orders as plain data in the form of a sheet, for JSON and for writing sheets; the reverse of reading one."""

from collections.abc import Callable
from typing import Any, TypeAlias

from pbem.core.orders import (
    Assassination,
    Attack,
    Counterpurge,
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
from pbem.core.terms import UnitName
from pbem.sheets.body import PARTS
from pbem.sheets.names import names_of
from pbem.sheets.shapes import LEFT_OPEN, OPEN

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
    Subversion: _attack,
    Attack: _attack,
    Faulty: lambda order, name: OPEN[0] if order.code == LEFT_OPEN else NOT_READ,
}
