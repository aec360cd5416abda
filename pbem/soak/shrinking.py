"""Makes a trial with a fault as small as can be: orders, units, markers, readings left out while the fault stays."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from pbem.bots.draft import LISTS
from pbem.core.invariants import stack_fault
from pbem.core.orders import Move, Sheet
from pbem.core.rules import Rules
from pbem.core.state import Faces, Flags, Holding, Stack, State
from pbem.phases.standing import complete
from pbem.soak.checks import faults
from pbem.soak.trial import Trial
from pbem.soak.trying import Fault

LONGEST = 60.0
"""Seconds after which what has been reached is small enough."""

OPTIONAL = ("min_odds", "losses", "enemy_losses", "capture", "spoils", "rounds", "take")
"""Parts of orders that may be None, which means that they were not written."""

Holds = Callable[[Trial], bool]
Clock = Callable[[], float]


def shrunk(trial: Trial, fault: Fault, *, longest: float = LONGEST, clock: Clock = time.monotonic) -> Trial:
    """The smallest trial found that has a fault of the same kind and sign."""
    until = clock() + longest

    def holds(other: Trial) -> bool:
        return any((one.kind, one.sign) == (fault.kind, fault.sign) for one in faults(other))

    trial = _if_holds(trial, _without_standing(trial), holds)
    while clock() < until:
        smaller = _once_around(trial, holds, until, clock)
        if smaller == trial:
            break
        trial = smaller
    return trial


def _if_holds(trial: Trial, other: Trial, holds: Holds) -> Trial:
    return other if other != trial and holds(other) else trial


def _without_standing(trial: Trial) -> Trial:
    """What stands of earlier sheets written on those of this Phase, which a case file can hold."""
    state = trial.state
    sheets = {
        player: complete(sheet, state.standing[player]) if player in state.standing else sheet
        for player, sheet in trial.sheets.items()
    }
    return replace(trial, state=replace(state, standing={}), sheets=sheets)


def _once_around(trial: Trial, holds: Holds, until: float, clock: Clock) -> Trial:
    """Try every way of leaving something out, each as often as it works."""
    for ways in (_sheets, _quieter, _orders, _parts, _position, _single_units):
        tried = 0
        while clock() < until:
            fresh = (other for number, other in zip(count(), ways(trial), strict=False) if number >= tried)
            smaller = None
            for other in fresh:
                if holds(other):
                    smaller = other
                    break
                tried += 1
                if clock() >= until:
                    break
            if smaller is None:
                break
            trial = smaller
    return trial


# --- orders ------------------------------------------------------------------------------------------------------


def _sheets(trial: Trial) -> Iterator[Trial]:
    """Without one player's sheet."""
    for player in trial.sheets:
        yield replace(
            trial, sheets={other: sheet for other, sheet in trial.sheets.items() if other != player}
        )


def _quieter(trial: Trial) -> Iterator[Trial]:
    """Without the steps of chance; without choices of readings; without flags."""
    if not trial.quiet:
        yield replace(trial, quiet=True)
    for option in trial.rulings:
        yield replace(trial, rulings={key: value for key, value in trial.rulings.items() if key != option})
    if trial.state.flags != Flags():
        yield replace(trial, state=replace(trial.state, flags=Flags()))


def _with_sheet(trial: Trial, sheet: Sheet) -> Trial:
    return replace(trial, sheets={**trial.sheets, sheet.player: sheet})


def numbered(sheet: Sheet) -> Sheet:
    """The sheet with its orders numbered as they stand."""
    values: dict[str, Any] = {
        attribute: tuple(
            replace(order, ref=f"{sheet.player}.{key}[{number}]")
            for number, order in enumerate(getattr(sheet, attribute))
        )
        for attribute, key in LISTS.items()
    }
    return replace(sheet, **values)


def _replaced(sheet: Sheet, name: str, value: Any) -> Sheet:  # noqa: ANN401 — whatever the attribute holds
    return replace(sheet, **{name: value})


def _orders(trial: Trial) -> Iterator[Trial]:
    """Without one order, or one of the single words of a sheet."""
    for sheet in trial.sheets.values():
        for attribute in LISTS:
            orders = getattr(sheet, attribute)
            for number in reversed(range(len(orders))):
                left = orders[:number] + orders[number + 1 :]
                yield _with_sheet(trial, numbered(_replaced(sheet, attribute, left)))
        blank = Sheet(sheet.player)
        for name in Sheet.__slots__:
            if name not in LISTS and getattr(sheet, name) != getattr(blank, name):
                yield _with_sheet(trial, _replaced(sheet, name, getattr(blank, name)))


def _parts(trial: Trial) -> Iterator[Trial]:
    """With one order that says less."""
    for sheet in trial.sheets.values():
        for attribute in LISTS:
            orders = getattr(sheet, attribute)
            for number, order in enumerate(orders):
                for less in _less(order):
                    changed = (*orders[:number], less, *orders[number + 1 :])
                    yield _with_sheet(trial, numbered(_replaced(sheet, attribute, changed)))


def _less(order: Any) -> Iterator[Any]:  # noqa: ANN401 — one order of any kind
    """The order with one element of a list, or one optional thing, left out."""
    for name in type(order).__slots__:
        value = getattr(order, name)
        for place in reversed(range(len(value))) if isinstance(value, tuple) else ():
            yield replace(order, **{name: value[:place] + value[place + 1 :]})
        if value is not None and name in OPTIONAL:
            yield replace(order, **{name: None})
    if isinstance(order, Move):
        yield from _less_of_a_move(order)


def _less_of_a_move(order: Move) -> Iterator[Move]:
    for place, step in enumerate(order.route):
        for less in _less_to_do(step):
            yield replace(order, route=(*order.route[:place], less, *order.route[place + 1 :]))
    if order.by == "rail":
        yield replace(order, by="overland")


def _less_to_do(step: Any) -> Iterator[Any]:  # noqa: ANN401
    """A step of a route with less to do in it."""
    for name in ("pick_up", "drop", "remove"):
        value = getattr(step, name)
        for place in range(len(value)):
            yield replace(step, **{name: value[:place] + value[place + 1 :]})
    if step.join is not None:
        yield replace(step, join=None)


# --- the position ------------------------------------------------------------------------------------------------


def _with_state(trial: Trial, **changed: Any) -> Trial:
    return replace(trial, state=replace(trial.state, **changed))


def _boxed(state: State, units: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted((*state.box, *units)))


def _position(trial: Trial) -> Iterator[Trial]:
    """Without a stack, a section of the Chart, what somebody holds, the Randomizer, a player."""
    state = trial.state
    if state.phase == "setup":
        return  # everything is in the box already
    stacks = state.stacks
    half = len(stacks) // 2
    cuts = [(0, half), (half, len(stacks))] if half > 1 else []
    for start, end in (*cuts, *((place, place + 1) for place in range(len(stacks)))):
        gone = tuple(unit for stack in stacks[start:end] for unit in stack.units)
        yield _with_state(trial, stacks=stacks[:start] + stacks[end:], box=_boxed(state, gone))
    for section, faces in state.chart.items():
        if faces != Faces():
            chart = {**state.chart, section: Faces()}
            yield _with_state(trial, chart=chart, box=_boxed(state, faces.up + faces.down))
    for player, holding in state.holdings.items():
        yield from _less_in_hand(trial, player, holding)
    if state.randomizer:
        yield _with_state(trial, randomizer=())
    if state.out_of_play:
        units = tuple(thing for thing in state.out_of_play if isinstance(thing, int))
        yield _with_state(trial, out_of_play=(), box=_boxed(state, units))
    yield from _fewer_players(trial)


def _less_in_hand(trial: Trial, player: str, holding: Holding) -> Iterator[Trial]:
    """A hand with fewer markers; Control Markers of units on the map stay."""
    rules = trial.rules()
    on_map = {rules.nationality[unit] for stack in trial.state.stacks for unit in stack.units}
    needed = tuple(code for code in holding.control if code in on_map)
    for less in (
        Holding(control=needed),
        replace(holding, politburo=0),
        replace(holding, assassin=0),
        replace(holding, control=needed),
        replace(holding, politburo=max(0, holding.politburo - 1)),
        replace(holding, assassin=max(0, holding.assassin - 1)),
    ):
        if less != holding:
            yield _with_state(trial, holdings={**trial.state.holdings, player: less})


def _fewer_players(trial: Trial) -> Iterator[Trial]:
    """Without a player who has nothing and orders nothing."""
    state = trial.state
    owners = {stack.player for stack in state.stacks} | set(trial.sheets) | set(state.flags.quit)
    for player in reversed(state.players):
        bare = (
            state.holdings.get(player, Holding()) == Holding() and state.chart.get(player, Faces()) == Faces()
        )
        if player not in owners and bare and len(state.players) > 1:
            yield _with_state(
                trial,
                players=tuple(other for other in state.players if other != player),
                holdings={other: one for other, one in state.holdings.items() if other != player},
                chart={section: faces for section, faces in state.chart.items() if section != player},
            )


def _single_units(trial: Trial) -> Iterator[Trial]:
    """Without one unit of a stack, where what is left can be a stack."""
    state = trial.state
    rules = trial.rules()
    for place, stack in enumerate(state.stacks if state.phase != "setup" else ()):
        for unit in stack.units if len(stack.units) > 1 else ():
            less = stack._replace(units=tuple(other for other in stack.units if other != unit))
            if legal_stack(less, state, rules):
                stacks = (*state.stacks[:place], less, *state.stacks[place + 1 :])
                ordered = tuple(sorted(stacks, key=lambda one: (one.at, one.units)))
                yield _with_state(trial, stacks=ordered, box=_boxed(state, (unit,)))


def legal_stack(stack: Stack, state: State, rules: Rules) -> bool:
    """Whether the stack can be as it is."""
    control = {code: player for player, holding in state.holdings.items() for code in holding.control}
    return not stack_fault(stack, control, rules)
