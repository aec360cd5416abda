"""The desk's provinces and units: what they are called and what is printed on them."""

from collections.abc import Iterable
from typing import Any

from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Unit
from pbem.sheets.names import names_of
from pbem.words import unit_in_words

KINDS = {"leader": "L", "combat": "C", "imperial": "I"}


def provinces_data(rules: Rules) -> dict[str, str]:
    """By code the name of every province."""
    return {code: facts.name for code, facts in rules.board.provinces.items()}


def units_data(state: State, rules: Rules, *, also: Iterable[Unit] = ()) -> dict[Unit, list[Any]]:
    """Every unit that is on the map or in a hand, and `also` these: how it is shown and how a sheet writes it, its kind (L, C or I),
    color, nationality and value."""
    shown = names_of(rules).shown
    there = [unit for stack in state.stacks for unit in stack.units]
    there += [unit for holding in state.holdings.values() for unit in holding.units]
    there += also
    return {
        unit: [
            unit_in_words(unit, rules),
            shown[unit],
            KINDS[rules.counters[unit].kind],
            rules.color[unit],
            rules.nationality[unit],
            rules.value[unit],
        ]
        for unit in sorted(there)
    }
