"""A trial as a case file: anybody can look into it, and it can join the suite once the right answer is known."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import Faces, Flags, Holding, State
from pbem.core.terms import UNASSIGNED
from pbem.phases.setup import founder_markers
from pbem.sheets.write import NOT_READ, flow, folded, sheet_data
from pbem.soak.trial import Trial
from pbem.soak.trying import Fault

WIDTH = 110


def case_file(trial: Trial, fault: Fault, *, name: str, origin: str) -> str:
    """The text of a case file with this one case. What is to come of it is left open: the rulings must say."""
    rules = trial.rules()
    lines = [
        "rules: rcw",
        "cases:",
        f"  - id: {name}",
        f"    title: {flow(fault.what[:100].rstrip())}",
        f"    # {fault.kind}, found in {origin}",
        "    cites: []",
        "    given:",
        *_indented(_given(trial, rules), 6),
        "    orders:",
        *_indented(_orders(trial.sheets, rules), 6),
        *_indented(_dice(trial, rules), 4),
        "    expect: {}",
    ]
    return "\n".join(lines) + "\n"


def _indented(lines: Iterator[str], by: int) -> Iterator[str]:
    """The lines so far to the right, long ones broken; what follows a break stands deeper than what came before."""
    for line in lines:
        rest = line.lstrip()
        margin = " " * (by + len(line) - len(rest))
        for piece in folded(rest, WIDTH - len(margin)).split("\n"):
            yield margin + piece


# --- given -------------------------------------------------------------------------------------------------------


def _given(trial: Trial, rules: Rules) -> Iterator[str]:
    state = trial.state
    yield f"players: {flow(list(state.players))}"
    yield f"turn: {state.turn}"
    yield f"phase: {state.phase}"
    yield from _stacks(state)
    hands = "hands" if state.phase == "setup" else "holdings"
    holdings = {player: held for player, one in _held(state, rules).items() if (held := _holding(one))}
    if holdings:
        yield f"{hands}: {flow(holdings)}"
    chart = {section: _faces(faces) for section, faces in state.chart.items() if faces != Faces()}
    if chart:
        yield f"chart: {flow({key: chart[key] for key in sorted(chart, key=lambda key: (key == UNASSIGNED, key))})}"
    if state.randomizer:
        yield f"randomizer: {flow(list(state.randomizer))}"
    if state.out_of_play:
        yield f"out_of_play: {flow(list(state.out_of_play))}"
    flags = _flags(state.flags)
    if flags:
        yield f"flags: {flow(flags)}"
    if trial.rulings:
        yield f"rulings: {flow({key: _plain(value) for key, value in trial.rulings.items()})}"


def _stacks(state: State) -> Iterator[str]:
    if state.stacks:
        yield "stacks:"
    for stack in state.stacks:
        owner = {"player": stack.player} if stack.player else {}
        yield f"  - {flow({'at': stack.at, **owner, 'units': list(stack.units)})}"


def _held(state: State, rules: Rules) -> Mapping[str, Holding]:
    """The hands; at the set-up without the markers Lenin's and Trotsky's holders get when a case begins (15.32)."""
    if state.phase != "setup":
        return state.holdings
    extra = founder_markers({player: one.units for player, one in state.holdings.items()}, rules)
    return {
        player: Holding(max(0, one.politburo - extra.get(player, 0)), one.assassin, one.control, one.units)
        for player, one in state.holdings.items()
    }


def _holding(one: Holding) -> dict[str, Any]:
    found: dict[str, Any] = {
        "politburo": one.politburo,
        "assassin": one.assassin,
        "control": list(one.control),
        "units": list(one.units),
    }
    return {key: value for key, value in found.items() if value}


def _faces(faces: Faces) -> dict[str, list[int]]:
    found = {"up": list(faces.up), "down": list(faces.down)}
    return {face: units for face, units in found.items() if units}


def _flags(flags: Flags) -> dict[str, Any]:
    found: dict[str, Any] = {
        "subversion_doubled": "true" if flags.subversion_doubled else "",
        "purge_held": "true" if flags.purge_held else "",
        "red_replacement_suspended": flags.red_replacement_suspended,
        "execution_ordered": flags.execution_ordered,
        "quit": list(flags.quit),
    }
    return {key: value for key, value in found.items() if value}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


# --- orders and dice ---------------------------------------------------------------------------------------------


def _orders(sheets: Mapping[str, Sheet], rules: Rules) -> Iterator[str]:
    for player, sheet in sheets.items():
        parts = sheet_data(sheet, rules)
        if not parts:
            yield f"{player}: {{}}"
            continue
        yield f"{player}:"
        for key, value in parts.items():
            if isinstance(value, list) and key not in ("losses", "standing") and value:
                yield f"  {key}:"
                for order in value:
                    yield f"    {NOT_READ}" if order is None else f"    - {flow(order)}"
            else:
                yield f"  {key}: {flow(value) if value != [] else 'no'}"


def _dice(trial: Trial, rules: Rules) -> Iterator[str]:
    """The rolls the Phase comes to, as far as it comes."""
    dice = trial.dice()
    with suppress(Exception):  # the fault may be just that it breaks down; what came before is what is wanted
        trial.play_with(dice, rules)
    if not dice.came:
        yield "dice: {}"
        return
    yield "dice:"
    for label, value in dice.came.items():
        yield f"  {label}: {flow(list(value) if isinstance(value, tuple) else value)}"
