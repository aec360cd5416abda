"""13.26, R6: every fault of a steal by its mark."""

from collections.abc import Callable

import pytest

from pbem.core.events import Stolen
from pbem.core.orders import Sheet, Steal
from pbem.core.table import Table
from pbem.phases import gold

Make = Callable[..., Table]
PILES = [
    ("KIEV", "A", (252, 2, 201, 202)),
    ("KIEV", "A", (251,)),
    ("KIEV", "B", (307, 1, 308, 309)),
    ("KIEV", "B", (304,)),
    ("KIEV", None, (312,)),
    ("KIEV", "A", (315,)),
    ("KIEV", "B", (414,)),
    ("KUTA", "B", (316,)),
    ("KIEV", "C", (253,)),
]


MORE = {
    "steal_without_gold": ("13.26",),
    "steal_finn_or_pole": ("13.27",),
    "steal_too_many": ("13.25", "13.26"),
    "steal_stack_full": ("13.26", "7.11"),
}
"""The cases of a fault beside those of every steal."""


@pytest.mark.parametrize(
    ("leader", "units", "place", "code"),
    [
        ("Xanadu", (307,), ".leader", "steal_no_leader"),
        (201, (307,), ".leader", "steal_no_leader"),
        (254, (307,), ".leader", "steal_leader_off_map"),
        (253, (307,), ".leader", "steal_leader_not_yours"),
        (251, (307,), ".leader", "steal_without_gold"),
        (252, ("Xanadu",), ".units[0]", "steal_unknown_unit"),
        (252, (999,), ".units[0]", "steal_unknown_unit"),
        (252, (414,), ".units[0]", "steal_not_green"),
        (252, (304,), ".units[0]", "steal_finn_or_pole"),
        (252, (316,), ".units[0]", "steal_elsewhere"),
        (252, (317,), ".units[0]", "steal_elsewhere"),
        (252, (312,), ".units[0]", "steal_neutral"),
        (252, (315,), ".units[0]", "steal_own"),
        (252, (307, 307), ".units[1]", "steal_attached"),
        (252, (307, 308, 309), ".units[2]", "steal_too_many"),
        (252, (), ".units", "steal_of_nothing"),
    ],
)
def test_faults(
    make_table: Make, leader: int | str, units: tuple[int | str, ...], place: str, code: str
) -> None:
    for step in (gold.steal, lambda table: gold.judge(table, "A")):
        table = make_table(PILES, sheets={"A": Sheet("A", steals=(Steal("A.steal[0]", leader, units),))})
        step(table)
        (mark,) = table.remarks
        assert (mark.sub, mark.grade, mark.code) == (place, "error", code)
        outcome = table.outcomes["A.steal[0]"]
        assert (outcome.ended, outcome.code) == ("part" if len(units) > 1 else "void", code)
        assert outcome.cases == ("17/13.26", "R6", *MORE.get(code, ()))
        assert mark.cases == outcome.cases
        if units:
            assert outcome.facts["unit"] == (leader if place == ".leader" else units[-1])


def test_a_stack_that_is_full(make_table: Make) -> None:
    piles = [("KIEV", "A", (252, 2, 201, 202, 253, 203)), *PILES[2:3]]
    table = make_table(piles, sheets={"A": Sheet("A", steals=(Steal("A.steal[0]", 252, (307,)),))})
    gold.steal(table)
    outcome = table.outcomes["A.steal[0]"]
    assert (outcome.code, outcome.cases) == ("steal_stack_full", ("17/13.26", "R6", "13.26", "7.11"))


def test_what_is_stolen(make_table: Make) -> None:
    table = make_table(PILES, sheets={"A": Sheet("A", steals=(Steal("A.steal[0]", 252, (308, 307)),))})
    gold.steal(table)
    outcome = table.outcomes["A.steal[0]"]
    assert (outcome.ended, outcome.code, outcome.facts) == (
        "done",
        "stolen",
        {"units": (308, 307), "unit_leader": 252},
    )
    assert table.events == [
        Stolen("17/13.26", "A.steal[0]", "A", 252, 308, "KIEV", "B"),
        Stolen("17/13.26", "A.steal[0]", "A", 252, 307, "KIEV", "B"),
    ]
    assert table.stack_of(252).units == (252, 2, 201, 202, 308, 307)  # type: ignore[union-attr]
    assert table.stack_of(309).units == (309, 1)  # type: ignore[union-attr]
