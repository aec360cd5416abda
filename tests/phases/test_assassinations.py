"""10.0: every reason why there is no attempt, with the cases behind it."""

from collections.abc import Callable

import pytest

from pbem.core.orders import Assassination, Sheet
from pbem.core.state import Holding
from pbem.core.table import Table
from pbem.phases import assassinations

Make = Callable[..., Table]
PILES = [("TULA", "A", (155,)), ("TULA", "B", (161,)), ("PETR", "B", (151,)), ("TULA", "C", (162,))]


def attempted(make_table: Make, *orders: tuple, held: int = 2, **dice: object) -> Table:
    sheet = Sheet(
        "A", assassinations=tuple(Assassination(f"A.assassinations[{n}]", *o) for n, o in enumerate(orders))
    )
    table = make_table(
        PILES, sheets={"A": sheet}, holdings={"A": Holding(assassin=held)}, phase="first", dice=dice
    )
    assassinations.attempt(table)
    return table


@pytest.mark.parametrize(
    ("order", "code", "cases"),
    [
        (("Xanadu", 1), "assassinate_no_leader", ("10.0", "10.13")),
        ((111, 1), "assassinate_no_leader", ("10.0", "10.13")),
        ((161, 0), "assassinate_without_marker", ("10.0", "10.12")),
        ((251, 1), "assassinate_off_map", ("17/10.0", "R16", "10.13")),
        ((151, 1), "assassinate_no_meeting", ("17/10.0", "R16", "10.13")),
        ((155, 1), "assassinate_no_meeting", ("17/10.0", "R16", "10.13")),
    ],
)
def test_no_attempt(make_table: Make, order: tuple, code: str, cases: tuple[str, ...]) -> None:
    table = attempted(make_table, order)
    outcome = table.outcomes["A.assassinations[0]"]
    assert (outcome.ended, outcome.code, outcome.cases) == ("void", code, cases)
    assert outcome.facts["unit"] == order[0]
    assert table.hands["A"].assassin == 2


def test_a_target_that_is_dead_already(make_table: Make) -> None:
    table = attempted(make_table, (161, 1), (161, 1), **{"assassinate/A/1": [6, 6]})
    outcome = table.outcomes["A.assassinations[1]"]
    assert (outcome.code, outcome.cases) == ("assassinate_dead", ("17/10.0", "R16"))
    assert outcome.facts == {"unit": 161, "number": 1}
    assert table.hands["A"].assassin == 1


def test_no_marker_is_left(make_table: Make) -> None:
    table = attempted(make_table, (161, None), (162, 1), **{"assassinate/A/1": [1, 1]})
    outcome = table.outcomes["A.assassinations[1]"]
    assert (outcome.code, outcome.cases) == ("assassinate_no_marker", ("17/10.0", "R16", "10.12", "R17"))
    assert outcome.facts == {"unit": 162, "number": 1}
    assert table.hands["B"].assassin == 2


def test_markers_that_failed_come_to_those_that_are_held(make_table: Make) -> None:
    dice = {"assassinate/A/1": [1, 1], "assassinate/A/2": [1, 1]}
    table = attempted(make_table, (161, 1), (161, 1), **dice)
    assert (table.hands["A"].assassin, table.hands["B"].assassin) == (0, 2)
    table = make_table(
        PILES,
        sheets={"A": Sheet("A", assassinations=(Assassination("A.assassinations[0]", 161, 1),))},
        holdings={"A": Holding(assassin=1), "B": Holding(assassin=3)},
        phase="first",
        dice={"assassinate/A/1": [1, 1]},
    )
    assassinations.attempt(table)
    assert (table.hands["A"].assassin, table.hands["B"].assassin) == (0, 4)


def test_as_many_markers_as_are_held_are_no_warning(make_table: Make) -> None:
    for markers, expected in ((2, []), (3, [".markers"])):
        sheet = Sheet("A", assassinations=(Assassination("A.assassinations[0]", 161, markers),))
        table = make_table(PILES, sheets={"A": sheet}, holdings={"A": Holding(assassin=2)}, phase="first")
        assassinations.judge(table, "A")
        assert [one.sub for one in table.remarks if one.sub] == expected
