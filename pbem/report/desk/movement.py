"""Movement for the desk (5.0, 13.0): ways, where a force stops, what a Leader can command, where units leave the map.

Each table is filled by asking the functions that carry out moves.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pbem.core.board import Board
from pbem.core.falls import command_limit, detached_player
from pbem.core.orders import Move
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.table import Table
from pbem.core.terms import CZAR, GOLD, IMPERIAL, STACK_LIMIT, Color, Player, Province, Unit
from pbem.phases.forces import Command, Force, cannot_attach
from pbem.phases.gold import attach_lowest, leader_fault, unit_fault
from pbem.phases.judging import NoDice
from pbem.phases.plans import LEADER_POINTS, OTHER_POINTS, March, Plan
from pbem.phases.routes import enter

_HELD: Mapping[str, tuple[Unit, ...]] = {"": (), "1": (CZAR,), "2": (GOLD,), "12": (CZAR, GOLD)}
"""What a Leader can hold of Imperial units, by their numbers."""
_MOST = 8
"""More units than any Leader commands."""
_GREEN = 3
"""More Green units than a Leader attaches."""


def movement_data(state: State, rules: Rules) -> dict[str, Any]:
    """All that moves need to know."""
    lasting = _lasting(rules)
    seen = {rules.nationality[unit] for stack in state.stacks for unit in stack.units}
    return {
        **lasting,
        "entry": {nation: places for nation, places in lasting["entry"].items() if nation in seen},
        "stops": _stops(state, rules),
        "control": {code: player for player in state.active for code in state.holdings[player].control},
        "keeps": detached_player("own", rules) is not None,
        "held": rules.rulings.imperial_under_neutral == "held",
    }


_kept: list[tuple[Rules, dict[str, Any]]] = []


def _lasting(rules: Rules) -> dict[str, Any]:
    """What does not change from Phase to Phase; made once for the same rules."""
    for known, found in _kept:
        if known is rules:
            return found
    board = rules.board
    found = {
        "land": _ways(board, board.land),
        "strait": _ways(board, board.strait),
        "rail": _ways(board, board.rails),
        "points": [LEADER_POINTS, OTHER_POINTS],
        "entry": {nation: " ".join(sorted(places)) for nation, places in sorted(rules.entry.items())},
        "command": _commands(rules),
        "never": list(rules.not_stolen),
        "leave": _leave(rules),
    }
    _kept[:] = [(rules, found), *_kept[:3]]
    return found


def _ways(board: Board, joins: Mapping[Province, Iterable[Province]]) -> dict[Province, str]:
    return {code: " ".join(sorted(joins[code])) for code in board.provinces if joins[code]}


def _leave(rules: Rules) -> dict[str, str]:
    """13.32, 5.66: where Imperial units (by number) and units of a nationality may be taken off the map."""
    ports = " ".join(code for code, facts in rules.board.provinces.items() if facts.port)
    found = {str(unit): ports for unit in IMPERIAL}
    return found | {nation: " ".join(places) for nation, places in sorted(rules.removal_provinces.items())}


# --- where a force stops -----------------------------------------------------------------------------------------


class _Traveller(NamedTuple):
    """A kind of force for which the same provinces mean a stop."""

    name: str
    color: Color
    imperial: tuple[Unit, ...]


_TRAVELLERS = (
    _Traveller("red", "red", ()),
    _Traveller("white", "white", ()),
    _Traveller("czar", "white", (CZAR,)),
    _Traveller("blue", "blue", ()),
    _Traveller("green", "green", ()),
)


def _stops(state: State, rules: Rules) -> dict[str, dict[Province, str]]:
    """5.27, 13.23, R7: by kind of force (``czar``: a White one with the Czar) the provinces where it must stop on
    entering, and the color that stops it."""
    table = Table(state, {}, NoDice(), rules)
    occupied = sorted(table.start_colors)
    return {one.name: _stops_of(one, occupied, table) for one in _TRAVELLERS}


def _stops_of(traveller: _Traveller, occupied: Iterable[Province], table: Table) -> dict[Province, str]:
    march = March(Plan(table, "", {}), Move("", (), ()))
    march.force = Force(traveller.color, [Command(None, traveller.imperial)])
    found: dict[Province, str] = {}
    for province in occupied:
        march.stopped = ""
        march.at = province  # from where it enters does not matter
        enter(march, province)
        if march.stopped:
            found[province] = march.stopped
    return found


# --- what a Leader can command -----------------------------------------------------------------------------------


def _commands(rules: Rules) -> dict[str, dict[str, list[Any]]]:
    """5.14, 13.2, R11: for each color and value of Leaders (``red3``) and what he holds of Imperial units (``12``): how
    many units he can command; then, for a unit of his color and for a Green one, by the number of Green units he has a
    row with a digit for each number of units he has: the size of force up to which he may attach it, or ``-``.
    """
    found: dict[str, dict[str, list[Any]]] = {}
    for leader in sorted(rules.leaders):
        key = f"{rules.color[leader]}{rules.value[leader]}"
        if key not in found:
            found[key] = {held: _command(leader, imperial, rules) for held, imperial in _HELD.items()}
    return found


def _command(leader: Unit, imperial: tuple[Unit, ...], rules: Rules) -> list[Any]:
    color = rules.color[leader]
    own = [unit for unit, facts in rules.counters.items() if facts.kind == "combat" and facts.color == color]
    green = [
        unit
        for unit, facts in rules.counters.items()
        if facts.color == "green" and facts.nationality not in rules.not_stolen
    ]
    return [
        command_limit(leader, imperial, rules),
        _rows(leader, imperial, own[-1], own, green, rules),
        _rows(leader, imperial, green[-1], own, green, rules),
    ]


def _rows(
    leader: Unit, imperial: tuple[Unit, ...], unit: Unit, own: list[Unit], green: list[Unit], rules: Rules
) -> list[str]:
    """By number of Green units and of all units attached: the largest size of his force with which he may attach this
    one more. (The size is only asked whether it has come to the limit.)"""
    rows: list[str] = []
    for greens in range(_GREEN):
        row = ""
        for number in range(greens, _MOST):
            command = Command(leader, imperial, (*green[:greens], *own[: number - greens]))
            sizes = [
                size
                for size in (STACK_LIMIT - 1, STACK_LIMIT)
                if not cannot_attach(command, unit, size, rules)
            ]
            row += str(max(sizes)) if sizes else "-"
        rows.append("-" * greens + row)
    return rows


# --- Green units by the Gold -------------------------------------------------------------------------------------


def steals_data(state: State, player: Player, rules: Rules) -> list[dict[str, Any]]:
    """17/13.26, R6: the player's Leader who holds the Gold, the Green units he can take now, and by each of them those
    he can take after it."""
    found: list[dict[str, Any]] = []
    leaders = [
        unit for stack in state.stacks if GOLD in stack.units for unit in stack.units if unit in rules.leaders
    ]
    table = Table(state, {}, NoDice(), rules) if leaders else None
    for leader in leaders:
        if table is None or leader_fault(table, player, leader):
            continue
        first = _stealable(table, leader, player)
        then: dict[str, list[Unit]] = {}
        for unit in first:
            after = Table(state, {}, NoDice(), rules)
            attach_lowest(after, leader, unit)
            then[str(unit)] = _stealable(after, leader, player)
        if first:
            found.append({"leader": leader, "units": first, "then": then})
    return found


def _stealable(table: Table, leader: Unit, player: Player) -> list[Unit]:
    here = table.stacks_at(str(table.province_of(leader)))
    units = [unit for stack_id in here for unit in table.stacks[stack_id].units]
    return [unit for unit in units if not unit_fault(table, leader, unit, player)]
