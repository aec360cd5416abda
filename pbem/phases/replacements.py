"""9.0, R36: the combat units that return from the Victory Point Chart."""

from collections.abc import Callable, Mapping

from pbem.core.events import NotReplaced, Replaced
from pbem.core.table import Table
from pbem.core.terms import Color, Province, Unit

RETURNING = ("red", "white", "green")
"""9.11: the colors whose combat units are replaced."""


def replace(table: Table) -> None:
    """9.1: return all eligible units at once (9.17), each alone; count one Replacement Phase (9.14)."""
    last_turn = table.rules.last_replacement_turn
    return_eligible(table, _of_returning_color, last_turn=last_turn, leaders_gone=_leaders_are_gone)
    if table.turn <= last_turn:  # 9.16: later there is no Replacement Phase to count
        table.red_replacement_suspended = max(0, table.red_replacement_suspended - 1)


def _of_returning_color(table: Table, unit: Unit) -> bool:
    """9.11: whether units of this kind return at all."""
    return table.rules.color[unit] in RETURNING


def return_eligible(
    table: Table,
    eligible: Callable[[Table, Unit], bool],
    *,
    last_turn: int,
    leaders_gone: Callable[[Table, str], bool],
) -> None:
    """9.17: return at once all units of the Chart that are of an eligible kind and that nothing bars.

    `last_turn`: 9.16; `leaders_gone`: whether all Leaders of a color are (9.15).
    """
    colors = table.colors()
    barred: dict[str, tuple[str, str]] = {}
    withheld: dict[tuple[str, str], list[Unit]] = {}
    back: list[Unit] = []
    for unit in _waiting(table, eligible):
        color = table.rules.color[unit]
        if color not in barred:
            too_late = table.turn > last_turn
            barred[color] = (
                ("too_late", "9.16") if too_late else _color_barred(table, color, colors, leaders_gone)
            )
        reason = barred[color]
        if not reason[0]:
            reason = _home_barred(table, color, table.rules.counters[unit].home, colors)
        if reason[0]:
            withheld.setdefault(reason, []).append(unit)
        else:
            back.append(unit)
    for unit in back:
        _return(table, unit)
    for (mark, case), units in withheld.items():
        table.tell(NotReplaced(case, "", tuple(units), mark, _homes(table, units)))


def _waiting(table: Table, eligible: Callable[[Table, Unit], bool]) -> tuple[Unit, ...]:
    """9.11: the combat units on the Chart that may return, by number."""
    leaders = table.rules.leaders
    return tuple(
        sorted(
            unit
            for section in table.chart.values()
            for unit in section
            if unit not in leaders and eligible(table, unit)
        )
    )


def _color_barred(
    table: Table,
    color: str,
    colors: Mapping[Province, tuple[Color, ...]],
    leaders_gone: Callable[[Table, str], bool],
) -> tuple[str, str]:
    """Why no unit of a color returns in this Phase, with its case; empty where some may (9.13–9.15)."""
    if color == "red" and table.red_replacement_suspended > 0:
        return "red_suspended", "9.14"
    if color != "green" and leaders_gone(table, color):
        return "no_leaders", "9.15"
    if color == "red":
        for province in table.rules.red_replacement_provinces:
            here = colors.get(province, ())
            if here and "red" not in here:
                return "red_center_occupied", "9.13"
    return "", ""


def _leaders_are_gone(table: Table, color: str) -> bool:
    """9.15: no Leader of the color is on the map and at least one is on the Chart."""
    rules = table.rules
    if any(unit in rules.leaders and rules.color[unit] == color for unit in table.where):
        return False
    return any(
        unit in rules.leaders and rules.color[unit] == color
        for section in table.chart.values()
        for unit in section
    )


def _home_barred(
    table: Table, color: Color, home: Province, colors: Mapping[Province, tuple[Color, ...]]
) -> tuple[str, str]:
    """9.12: an enemy in the home province bars it, unless a unit of the same color is there too."""
    here = colors.get(home, ())
    if color not in here and any(other in table.rules.enemies[color] for other in here):
        return "occupied", "9.12"
    return "", ""


def _return(table: Table, unit: Unit) -> None:
    """R36: the unit stands alone in its home province, uncontrolled; a Green one is its Control Marker's holder's."""
    home = table.rules.counters[unit].home
    table.from_chart(unit)
    table.put_stack(home, table.control.get(table.rules.nationality[unit]), (unit,))
    table.tell(Replaced("9.12", "", unit, home))


def _homes(table: Table, units: list[Unit]) -> tuple[Province, ...]:
    """The home provinces of the units, each once."""
    return tuple(dict.fromkeys(table.rules.counters[unit].home for unit in units))
