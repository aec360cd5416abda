"""The set-up for the desk: the Leaders in everybody's hand, and which of the player's can lie in one stack (15.5, R39)."""

from itertools import combinations
from typing import Any

from pbem.core.orders import StackOrder
from pbem.core.rules import Rules
from pbem.core.state import Holding, State
from pbem.core.table import Table
from pbem.core.terms import Player, Province, Unit
from pbem.phases.judging import NoDice
from pbem.phases.setup import fault


def setup_data(state: State, player: Player, rules: Rules) -> dict[str, Any]:
    """`hands`: by player his Leaders. `groups`: the player's Leaders who may lie in one stack, with their province; of a
    group that is too large as a whole the sets that can lie together."""
    homes: dict[tuple[Province, str], list[Unit]] = {}
    for unit in state.holdings.get(player, Holding()).units:
        homes.setdefault((rules.counters[unit].home, rules.color[unit]), []).append(unit)
    table = Table(state, {}, NoDice(), rules)
    return {
        "hands": {other: list(holding.units) for other, holding in sorted(state.holdings.items())},
        "groups": [_group(table, player, home, units) for (home, _), units in sorted(homes.items()) if len(units) > 1],
    }


def _group(table: Table, player: Player, home: Province, units: list[Unit]) -> dict[str, Any]:
    if fault(table, player, StackOrder("", tuple(units)), []) is None:
        return {"at": home, "units": units}
    fit = [
        list(some)
        for number in range(2, len(units))
        for some in combinations(units, number)
        if fault(table, player, StackOrder("", some), []) is None
    ]
    return {"at": home, "units": units, "sets": fit}
