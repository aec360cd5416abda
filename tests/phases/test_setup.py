"""15.5, R39: every fault of a list of the set-up by its mark, and what trades make doubtful."""

from collections.abc import Callable

import pytest

from pbem.core.events import Deployed
from pbem.core.orders import Goods, Sheet, StackOrder, Trade
from pbem.core.state import Holding
from pbem.core.table import Table
from pbem.phases import setup

Make = Callable[..., Table]


@pytest.fixture
def make(make_table: Make) -> Make:
    """A set-up: lists of A's Leaders, and his trades; every counter is in the box but those in hand."""

    def lay_out(
        *lists: tuple[int | str, ...], trades: tuple[Trade, ...] = (), b: tuple[int, ...] = ()
    ) -> Table:
        orders = tuple(StackOrder(f"A.stacks[{number}]", units) for number, units in enumerate(lists))
        hand = (251, 255, 268, 253, 266, 166, 173, 170, 156, 263)
        holdings = {"A": Holding(units=hand), "B": Holding(units=b)}
        table = make_table(
            [], sheets={"A": Sheet("A", stacks=orders, trades=trades)}, phase="setup", holdings=holdings
        )
        table.box = [unit for unit in table.box if unit not in table.rules.leaders]
        return table

    return lay_out


def said(table: Table) -> list[tuple[str, str, str]]:
    setup.judge(table, "A")
    return [(one.ref[len("A.stacks") :] + one.sub, one.grade, one.code) for one in table.remarks]


@pytest.mark.parametrize(
    ("lists", "expected"),
    [
        ([(251, 255, 268)], []),
        ([(251, 255), (268,)], []),
        ([(251, 111)], [("[0].units[1]", "error", "setup_no_leader")]),
        ([(251, "Xanadu")], [("[0].units[1]", "error", "setup_no_leader")]),
        ([(251, 252)], [("[0].units[1]", "error", "setup_not_yours")]),
        ([(251, 251)], [("[0].units[1]", "error", "setup_named_twice")]),
        ([(251, 255), (268, 255)], [("[1].units[1]", "error", "setup_named_twice")]),
        ([(251, 255), (253, 266), (268, 251)], [("[2].units[1]", "error", "setup_named_twice")]),
        ([()], [("[0]", "error", "setup_empty_list")]),
        ([(251, 253)], [("[0]", "error", "setup_two_provinces")]),
        ([(170, 263)], [("[0]", "error", "setup_two_colors")]),
    ],
)
def test_faults_of_a_list(make: Make, lists: list[tuple], expected: list[tuple[str, str, str]]) -> None:
    table = make(*lists)
    assert said(table) == expected
    table = make(*lists)
    setup.deploy(table)
    void = [ref for ref, one in table.outcomes.items() if one.ended == "void"]
    assert void == [f"A.stacks{place[:3]}" for place, *_ in expected]
    more = {"setup_not_yours": ("15.53",), "setup_two_colors": ("7.13",)}
    for one in table.outcomes.values():
        if one.ended == "void":
            assert one.cases == ("15.54", *more.get(one.code, ()), "R39")
    assert all(one.facts["units"] == lists[int(one.ref[9])] for one in table.outcomes.values())


def test_leaders_that_a_trade_may_bring_or_take(make: Make) -> None:
    swap = (Trade("A.trades[0]", Goods(units=(255,)), "B", Goods(units=(252,))),)
    assert said(make((251, 252), trades=swap)) == [("[0].units[1]", "warning", "setup_yours_by_trade")]
    assert said(make((251, 254), trades=swap)) == [("[0].units[1]", "error", "setup_not_yours")]
    assert said(make((252, 111), trades=swap)) == [("[0].units[0]", "warning", "setup_yours_by_trade")]
    assert said(make((111, 252), trades=swap)) == [("[0].units[0]", "error", "setup_no_leader")]
    assert said(make((251, 255), (268, 251), (268,), (253, 266), trades=swap)) == [
        ("[0]", "warning", "setup_given_away"),
        ("[1]", "warning", "setup_named_twice"),
        ("[2]", "warning", "setup_named_twice"),
    ]
    assert said(make((251, 268), (255, 253), (251,), trades=swap)) == [
        ("[1]", "error", "setup_two_provinces"), ("[2].units[0]", "error", "setup_named_twice"),
    ]  # fmt: skip


def test_who_is_deployed_where(make: Make) -> None:
    table = make((255, 251), b=(252, 177))
    setup.deploy(table)
    told = {event.units: event for event in table.events if isinstance(event, Deployed)}
    assert told[255, 251, 212] == Deployed("15.5", "", "A", (255, 251, 212), "DONC")
    assert told[268,] == Deployed("15.5", "", "A", (268,), "DONC")
    assert told[252, 2, 201] == Deployed("15.5", "", "B", (252, 2, 201), "OMSK")
    assert told[177, 1, 123] == Deployed("15.5", "", "B", (177, 1, 123), "EKAT")
    assert told[301, 302, 303] == Deployed("15.42", "", None, (301, 302, 303), "POLA")
    assert told[111,] == Deployed("15.41", "", None, (111,), "TVER")
    assert told[166, 105] == Deployed("15.5", "", "A", (166, 105), "VOLO")
    assert told[173,] == Deployed("15.5", "", "A", (173,), "VOLO")
    assert table.box == []
    assert table.hands["A"].units == []


def test_of_two_on_one_unit_the_lower_number_has_it(make: Make) -> None:
    table = make(b=(268,))
    setup.deploy(table)
    assert table.stack_of(251).units == (251, 212)  # type: ignore[union-attr]


def test_imperial_units_under_units_without_a_leader(make: Make) -> None:
    table = make()
    setup.deploy(table)
    assert table.stack_of(1).units == (123, 1)  # type: ignore[union-attr]
    assert table.stack_of(2).units == (201, 2)  # type: ignore[union-attr]
