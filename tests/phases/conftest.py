"""Positions and tables for the tests of single steps."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pytest

from pbem.chance.listed import ListedDice
from pbem.core.orders import Attack, Sheet
from pbem.core.rules import Rules
from pbem.core.state import Holding, Stack, State
from pbem.core.table import Table
from pbem.rulebook.load import load_rules

Pile = tuple[str, str | None, tuple[int, ...]]


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load_rules()


@pytest.fixture
def make_table(rules: Rules) -> Callable[..., Table]:
    """Lay out a Second Phase: piles (province, player, units); attacks by player (province, with, against, more)."""

    def make(
        piles: Sequence[Pile],
        attacks: Mapping[str, Sequence[tuple]] | None = None,
        *,
        dice: Mapping[str, object] | None = None,
        rulings: Mapping[str, object] | None = None,
        sheets: Mapping[str, Sheet] | None = None,
        **state: object,
    ) -> Table:
        on_map = {unit for _, _, units in piles for unit in units}
        control: dict[str, list[str]] = {}
        for _, player, units in piles:
            nationality = rules.nationality[units[0]]
            if player and nationality:
                control.setdefault(player, []).append(nationality)
        position = State(
            turn=6,
            phase="second",
            players=("A", "B", "C"),
            stacks=tuple(Stack(*pile) for pile in piles),
            holdings={player: Holding(control=tuple(sorted(set(own)))) for player, own in control.items()},
            box=tuple(unit for unit in rules.counters if unit not in on_map),
        )
        position = replace(position, **state)
        all_sheets = dict(sheets or {})
        for player, orders in (attacks or {}).items():
            all_sheets[player] = replace(
                all_sheets.get(player, Sheet(player)),
                attacks=tuple(_attack(player, number, order) for number, order in enumerate(orders)),
            )
        chosen = replace(rules, rulings=replace(rules.rulings, **(rulings or {})))
        return Table(position, all_sheets, ListedDice(dice or {}), chosen)

    return make


def _attack(player: str, number: int, order: tuple) -> Attack:
    at, units, against, *more = order
    return Attack(f"{player}.attacks[{number}]", at, tuple(units), against, **(more[0] if more else {}))
