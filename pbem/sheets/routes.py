"""A move's route: provinces with commas, hyphens or as a list, and what is done in each (R10)."""

from collections.abc import Iterator
from typing import Any

from pbem.core.orders import PickUp, RouteStep
from pbem.core.terms import UnitName
from pbem.sheets.fields import (
    MOST_NAMES,
    Field,
    a_list,
    folded_key,
    node_words,
    texts,
    unit,
    units,
    with_loose_words,
)
from pbem.sheets.names import nearest
from pbem.sheets.places import Entries, Items, Node, Text
from pbem.sheets.reading import Reading


@a_list
def route(reading: Reading, node: Node, path: str) -> tuple[RouteStep, ...]:
    """5.0: the steps of a route, one for each province however they are written."""
    reading.mark(path, node)
    steps: list[RouteStep] = []
    for part in node.values if isinstance(node, Items) else (node,):
        if isinstance(part, Text):
            for text in texts(reading, part, path, route=True):
                steps.append(RouteStep(reading.province(text, f"{path}[{len(steps)}]")))
        elif isinstance(part, Entries) and (part.values or part.bad_keys):
            for name, done in _provinces(part):
                *passed, last = tuple(reading.pieces(name, route=True)) or (name,)
                for text in passed:  # ``TVER-NOVG: {…}``: what is done is done in the last
                    steps.append(RouteStep(reading.province(text, f"{path}[{len(steps)}]")))
                steps.append(_step(reading, last, done, f"{path}[{len(steps)}]"))
            _refuse_bad_keys(reading, part, f"{path}[{len(steps)}]")
        else:
            reading.fault("no_step", reading.mark(f"{path}[{len(steps)}]", part), text=node_words(part))
        if len(steps) > MOST_NAMES:
            reading.fault("too_many_names", reading.mark(path, node), number=MOST_NAMES)
            break
    return tuple(steps)


def _refuse_bad_keys(reading: Reading, part: Entries, path: str) -> None:
    for bad in part.bad_keys:
        reading.fault("no_step", reading.mark(path, bad.key), text=bad.key.value)


def _provinces(part: Entries) -> Iterator[tuple[Text, Node]]:
    """The provinces of a mapping with what is done there: ``TVER: {…}``, or ``TVER:`` and the actions beside it."""
    if not part.values:
        return
    first, *others = part.values
    value = part.values[first]
    if others and isinstance(value, Text) and all(folded_key(key) in ACTIONS for key in others):
        beside = Entries(
            {key: part.values[key] for key in others},
            {key: part.keys[key] for key in others},
            part.line,
            part.column,
        )
        if folded_key(first) in ("at", "province"):
            yield value, beside
            return
        if value.missing:
            yield part.keys[first], beside
            return
    for key, done in part.values.items():
        yield part.keys[key], done


def _step(reading: Reading, name: Text, done: Node, path: str) -> RouteStep:
    """One province with what is done there."""
    at = reading.province(name, path)
    if isinstance(done, Text) and done.missing:
        return RouteStep(at)
    if not isinstance(done, Entries):
        reading.fault("no_action", reading.mark(f"{path}.{name.value}", done), text=node_words(done))
        return RouteStep(at)
    for bad in done.bad_keys:
        reading.fault(
            "repeated_key", reading.mark(path, bad.key), text=bad.key.value, number_line=bad.first_line
        )
    found: dict[str, Any] = {}
    for key, value in with_loose_words(done, ACTIONS).items():
        action = folded_key(key)
        if action not in ACTIONS:
            near = nearest(action, ACTIONS) if reading.may_suggest() else ""
            place = reading.key_place(path, done.keys[key])
            reading.fault("unknown_key", place, text=key, text_known=tuple(ACTIONS), suggestion=near)
        elif not (isinstance(value, Text) and value.missing):
            found[action] = ACTIONS[action](reading, value, f"{path}.{action}")
    return RouteStep(at, **found)


@a_list
def _pick_ups(reading: Reading, node: Node, path: str) -> tuple[PickUp, ...]:
    """R10: ``[115, Czar]``, ``{Trotsky: [115]}``, or both in one list; counted through from 0."""
    reading.mark(path, node)
    found: list[PickUp] = []
    for part in node.values if isinstance(node, Items) else (node,):
        if isinstance(part, Entries) and not all(
            isinstance(v, Text) and v.missing for v in part.values.values()
        ):
            for key, value in part.values.items():
                leader = reading.unit(part.keys[key], f"{path}[{len(found)}].leader")
                for text in texts(reading, value, path):
                    found.append(PickUp(reading.unit(text, f"{path}[{len(found)}]"), leader))
            _refuse_bad_keys(reading, part, path)
        else:
            for text in texts(reading, part, path):
                found.append(PickUp(reading.unit(text, f"{path}[{len(found)}]")))
    return tuple(found)


@a_list
def _drops(reading: Reading, node: Node, path: str) -> tuple[tuple[UnitName, ...], ...]:
    """R2: ``[115, 116]`` is one stack, ``[[115], [116]]`` are two. Places are known by stack and unit, and those of one
    stack by the unit alone."""
    place = reading.mark(path, node)
    if not isinstance(node, Items) or not any(isinstance(value, Items) for value in node.values):
        found = units(reading, node, path)
        for index in range(len(found)):
            reading.places[f"{path}[0][{index}]"] = reading.places[f"{path}[{index}]"]
        return (found,) if found else ()
    if not all(isinstance(value, Items) for value in node.values):
        reading.fault("mixed_drop", place)
        return ()
    stacks: list[tuple[UnitName, ...]] = []
    for value in node.values:
        stack = units(reading, value, f"{path}[{len(stacks)}]")
        if stack:
            stacks.append(stack)
    return tuple(stacks)


ACTIONS: dict[str, Field] = {"pick_up": _pick_ups, "drop": _drops, "remove": units, "join": unit}
"""R10: what may be done in a province of a route."""
