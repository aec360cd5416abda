"""Assassinations, Purges and executions for the desk: who there is, and the exact chances (10.0, 11.0, 13.5)."""

from typing import Any

from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.table import Table
from pbem.core.terms import CZAR
from pbem.odds.chances import percent
from pbem.odds.tables import assassination_chance, purge_results
from pbem.phases.czar import EXECUTION_MARKERS, with_red_leader
from pbem.phases.judging import NoDice
from pbem.phases.purge_table import red_leadership, result_of
from pbem.phases.purges import COMMITTEE_MARKERS
from pbem.phases.spoils import purgeable


def politics_data(state: State, rules: Rules) -> dict[str, Any] | None:
    """What assassins, Committees and the purged need to know; nothing in the set-up."""
    if state.phase == "setup":
        return None
    table = Table(state, {}, NoDice(), rules)
    return {
        "assassination": _assassination(state, rules) if state.phase == "first" else None,
        "purge": None if state.flags.purge_held else _purge(state, table),
        "red": {player: purgeable(table, player) for player in state.players},
        "execution": {"needed": EXECUTION_MARKERS, "red": with_red_leader(table)}
        if CZAR in table.where
        else None,
    }


def _assassination(state: State, rules: Rules) -> list[list[str]]:
    """10.0: by number of markers less one, and by Leadership Value, the chance of success."""
    most = max((holding.assassin for holding in state.holdings.values()), default=0)
    values = max(rules.value[leader] for leader in rules.leaders)
    return [
        [percent(assassination_chance(markers, value)) for value in range(values + 1)]
        for markers in range(1, most + 1)
    ]


def _purge(state: State, table: Table) -> dict[str, Any]:
    """11.1, 11.4: the markers a Committee needs, everybody's Red Leadership, and each column with its chances."""
    rules = table.rules
    return {
        "needed": COMMITTEE_MARKERS,
        "leadership": {player: red_leadership(table, player) for player in state.active},
        "columns": [
            [
                least,
                result_of(rules, least, 2)[0],
                [[mark, percent(chance)] for mark, chance in purge_results(least, rules).items()],
            ]
            for least, _ in rules.purge_table
        ],
    }
