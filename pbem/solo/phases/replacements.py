"""25.0, S30, S31: Red, Polish and Finnish combat units return as in the postal game, and no others."""

from pbem.core.table import Table
from pbem.core.terms import Unit
from pbem.phases.replacements import return_eligible
from pbem.solo.table import SoloTable


def replace(table: SoloTable) -> None:
    """25.1: return all that may, each alone; who comes back has again the path he had from his home (S5)."""
    yes = table.readings.replacement_after_5 == "yes"
    last_turn = table.scenario.last_turn if yes else table.rules.last_replacement_turn
    table.red_replacement_suspended = 1 if table.turn in table.no_red_replacement else 0
    before = set(table.where)
    return_eligible(table, _may_return, last_turn=last_turn, leaders_gone=_no_leader_to_be_had)
    table.red_replacement_suspended = 0
    for unit in [unit for unit in table.paths if unit in table.where and unit not in before]:
        _give_back_path(table, unit)


def _may_return(table: Table, unit: Unit) -> bool:
    """25.11–25.13: Red, Polish and Finnish units."""
    assert table.rules.solitaire is not None
    return (
        table.rules.color[unit] == "red" or table.rules.nationality[unit] in table.rules.solitaire.returning
    )


def _no_leader_to_be_had(table: Table, color: str) -> bool:
    """9.15, S31: whether no Leader of the color is on the map or to be had (S26)."""
    leaders = table.rules.leaders
    return not any(
        unit in leaders and table.rules.color[unit] == color for unit in (*table.where, *table.box)
    )


def _give_back_path(table: SoloTable, unit: Unit) -> None:
    """S5: the path from his home; where it is not known it is found when it is his turn."""
    if unit in table.home_paths:
        table.paths[unit] = table.home_paths[unit]
    else:
        del table.paths[unit]
