from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.rules import Rules
from pbem.phases.odds import COLUMNS, column, reaches, result


@pytest.mark.parametrize(
    ("attack", "defense", "expected"),
    [
        (13, 4, "3:1"),  # the rulebook's example
        (1, 2, "1:2"),
        (1, 3, None),
        (4, 7, "1:2"),
        (7, 7, "1:1"),
        (13, 7, "1:1"),
        (14, 7, "2:1"),
        (41, 7, "5:1"),
        (42, 7, "6:1"),
        (99, 1, "6:1"),
        (0, 1, None),
    ],
)
def test_column(attack: int, defense: int, expected: str | None) -> None:
    assert column(attack, defense) == expected


@given(st.integers(0, 200), st.integers(1, 200))
def test_the_column_is_the_best_that_the_ratio_reaches(attack: int, defense: int) -> None:
    reached = [name for name in COLUMNS if Fraction(attack, defense) >= Fraction(*map(int, name.split(":")))]
    assert column(attack, defense) == (reached[-1] if reached else None)


def test_reaches_compares_columns() -> None:
    assert [least for least in COLUMNS if reaches("2:1", least)] == ["1:2", "1:1", "2:1"]


def test_the_table_has_these_columns_and_six_results_each(rules: Rules) -> None:
    assert tuple(rules.combat_table) == COLUMNS
    for odds in COLUMNS:
        assert {result(odds, die, rules) for die in range(1, 7)} <= {"Ae", "De", "Ex"}


def test_no_column_is_worse_for_the_attacker_than_the_one_before(rules: Rules) -> None:
    rank = {"Ae": 0, "Ex": 1, "De": 2}
    for worse, better in pairwise(COLUMNS):
        for die in range(1, 7):
            assert rank[result(worse, die, rules)] <= rank[result(better, die, rules)]
