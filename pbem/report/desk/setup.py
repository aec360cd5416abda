"""The set-up for the desk: the Leaders in everybody's hand, and which of them may lie in one stack (15.5, R39)."""

from dataclasses import replace
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
    """`hands`: by player his Leaders. `groups`: all Leaders who may lie in one stack, if one player has them, with
    their province; of a group that is too large as a whole the sets that can lie together."""
    homes: dict[tuple[Province, str], list[Unit]] = {}
    for holding in state.holdings.values():
        for unit in holding.units:
            homes.setdefault((rules.counters[unit].home, rules.color[unit]), []).append(unit)
    shared = {home: sorted(units) for home, units in sorted(homes.items()) if len(units) > 1}
    return {
        "hands": {other: list(holding.units) for other, holding in sorted(state.holdings.items())},
        "groups": [_group(state, player, home, units, rules) for (home, _), units in shared.items()],
    }


def _group(state: State, player: Player, home: Province, units: list[Unit], rules: Rules) -> dict[str, Any]:
    table = Table(_with_all(state, player, units), {}, NoDice(), rules)

    def fits(some: tuple[Unit, ...]) -> bool:
        return fault(table, player, StackOrder("", some), []) is None

    if fits(tuple(units)):
        return {"at": home, "units": units}
    sets = [
        list(some) for number in range(2, len(units)) for some in combinations(units, number) if fits(some)
    ]
    return {"at": home, "units": units, "sets": sets}


def _with_all(state: State, player: Player, units: list[Unit]) -> State:
    """The position if the player had these Leaders, as trades may bring it about."""
    holdings = {
        other: replace(holding, units=tuple(unit for unit in holding.units if unit not in units))
        for other, holding in state.holdings.items()
    }
    own = holdings.get(player, Holding())
    holdings[player] = replace(own, units=(*own.units, *units))
    return replace(state, holdings=holdings)
