"""11.4: Purge Strength and the Purge Results Table, for Purges and Counterpurges alike."""

from pbem.core.rules import Rules
from pbem.core.table import Table
from pbem.core.terms import Player, Unit


def red_leadership(table: Table, *players: Player) -> int:
    """11.0: the Leadership Values of these players' Red Leaders on the map."""
    value = table.rules.value
    return sum([value[unit] for unit in red_leaders(table, *players)])


def red_leaders(table: Table, *players: Player) -> list[Unit]:
    """11.0, 11.31: these players' Red Leaders on the map, by number."""
    where, stacks = table.where, table.stacks
    red = table.rules.leaders_of["red"]
    return [unit for unit in red if unit in where and stacks[where[unit]].player in players]


def result_of(rules: Rules, strength: int, total: int) -> tuple[str, str]:
    """11.4: (column, result) of two dice at a Purge Strength of 1 or more; the result is a number or C."""
    column = 0
    for index, (least, _) in enumerate(rules.purge_table):
        if strength >= least:
            column = index
    least, results = rules.purge_table[column]
    last = column + 1 == len(rules.purge_table)
    name = f"{least}+" if last else f"{least}-{rules.purge_table[column + 1][0] - 1}"
    return name, results[total - 2]
