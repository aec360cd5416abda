"""15.33, 17/4.2, R5: every fault of a trade by its mark, and what the checker says of trades that need a partner."""

from collections.abc import Callable

import pytest

from pbem.core.events import Given
from pbem.core.orders import Goods, Sheet, Trade
from pbem.core.state import Flags, Holding
from pbem.core.table import Table
from pbem.phases import trades

Make = Callable[..., Table]
ONE = Goods(politburo=1)
KNIFE = Goods(assassin=1)


@pytest.fixture
def make(make_table: Make) -> Make:
    """Trades by player: (give, to, wanted); A and B hold two markers of each kind."""

    def lay_out(orders: dict[str, list[tuple]], **more: object) -> Table:
        sheets = {
            player: Sheet(
                player, trades=tuple(Trade(f"{player}.trades[{n}]", *one) for n, one in enumerate(own))
            )
            for player, own in orders.items()
        }
        more.setdefault("holdings", {"A": Holding(2, 2), "B": Holding(2, 2)})
        return make_table([], sheets=sheets, **{"phase": "first", **more})

    return lay_out


def said(table: Table) -> list[tuple[str, str, str, object]]:
    trades.judge(table, "A")
    return [(one.ref + one.sub, one.grade, one.code, one.facts["player"]) for one in table.remarks]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ((ONE, None, None), (".to", "trade_with_nobody", None)),
        ((ONE, "H", None), (".to", "trade_with_nobody", "H")),
        ((ONE, "A", None), (".to", "trade_with_oneself", "A")),
        ((ONE, "C", None), (".to", "trade_with_one_who_quit", "C")),
        ((None, "B", None), ("", "trade_of_nothing", "B")),
        ((Goods(), "B", Goods()), ("", "trade_of_nothing", "B")),
        ((Goods(units=(151,)), "B", None), (".give.units", "trade_of_units", "B")),
        ((ONE, "B", Goods(units=(151,))), (".for.units", "trade_of_units", "B")),
    ],
)
def test_faults(make: Make, order: tuple, expected: tuple[str, str, object]) -> None:
    table = make({"A": [order]}, flags=Flags(quit=("C",)))
    sub, code, player = expected
    assert said(table) == [(f"A.trades[0]{sub}", "error", code, player)]
    table = make({"A": [order]}, flags=Flags(quit=("C",)))
    trades.exchange(table)
    assert table.outcomes["A.trades[0]"][1:3] == ("void", code)
    assert table.outcomes["A.trades[0]"].facts == {"player": player}
    assert [(one.sub, one.code) for one in table.remarks] == [(sub, code)]


@pytest.mark.parametrize(
    ("units", "code"), [((151, 151), "trade_names_unit_twice"), ((111,), "trade_of_no_leader"), ((151,), "")]
)
def test_faults_of_leaders_in_a_trade(make: Make, units: tuple[int, ...], code: str) -> None:
    holdings = {"A": Holding(units=(151, 152)), "B": Holding()}
    table = make({"A": [(Goods(units=units), "B", None)]}, phase="setup", holdings=holdings)
    assert said(table) == ([("A.trades[0].give.units", "error", code, "B")] if code else [])


def test_goods_that_are_not_held(make: Make) -> None:
    table = make({"A": [(Goods(politburo=3), "B", None)]})
    assert said(table) == [("A.trades[0].give", "error", "trade_not_held", "A")]
    table = make({"A": [(ONE, "B", None), (ONE, "C", None), (ONE, "B", None)]})
    assert said(table) == [("A.trades[2].give", "warning", "trade_given_twice", "A")]
    trades.exchange(table)
    assert [table.outcomes[f"A.trades[{n}]"].ended for n in range(3)] == ["done", "done", "void"]
    assert table.outcomes["A.trades[2]"][2:] == (
        "trade_not_held",
        table.outcomes["A.trades[2]"].cases,
        {"player": "A"},
    )


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ((ONE, "B", KNIFE), "trade_needs_mirror"),
        ((None, "B", KNIFE), "acceptance_needs_gift"),
        ((Goods(), "B", KNIFE), "acceptance_needs_gift"),
        ((ONE, "B", None), ""),
    ],
)
def test_what_needs_a_partner(make: Make, order: tuple, code: str) -> None:
    assert said(make({"A": [order]})) == ([("A.trades[0]", "warning", code, "B")] if code else [])


def test_a_gift_that_must_be_accepted(make: Make) -> None:
    table = make({"A": [(ONE, "B", None)]}, rulings={"gifts": "accepted"})
    assert said(table) == [("A.trades[0]", "warning", "gift_needs_acceptance", "B")]


@pytest.mark.parametrize(
    ("order", "gifts", "code"),
    [
        ((ONE, "B", KNIFE), "allowed", "trade_not_mirrored"),
        ((None, "B", KNIFE), "allowed", "gift_not_given"),
        ((ONE, "B", None), "accepted", "gift_not_accepted"),
    ],
)
def test_what_has_no_partner(make: Make, order: tuple, gifts: str, code: str) -> None:
    table = make({"A": [order]}, rulings={"gifts": gifts})
    trades.exchange(table)
    outcome = table.outcomes["A.trades[0]"]
    assert (outcome.ended, outcome.code, outcome.facts) == ("void", code, {"player": "B"})
    assert table.events == []


def test_two_halves(make: Make) -> None:
    table = make({"A": [(ONE, "B", KNIFE)], "B": [(KNIFE, "C", ONE), (KNIFE, "A", ONE)]})
    trades.exchange(table)
    assert [one[1:3] for one in table.outcomes.values()] == [
        ("void", "trade_not_mirrored"), ("done", "trade_done"), ("done", "trade_done"),
    ]  # fmt: skip
    assert table.outcomes["A.trades[0]"].facts == {"player": "B"}
    assert table.events == [
        Given("17/4.2", "A.trades[0]", "A", "B", 1, 0, ()),
        Given("17/4.2", "B.trades[1]", "B", "A", 0, 1, ()),
    ]
    assert (table.hands["A"].politburo, table.hands["A"].assassin) == (1, 3)
    assert (table.hands["B"].politburo, table.hands["B"].assassin) == (3, 1)


def test_mirror_images_are_paired_one_to_one(make: Make) -> None:
    table = make({"A": [(ONE, "B", KNIFE), (ONE, "B", KNIFE)], "B": [(KNIFE, "A", ONE)]})
    trades.exchange(table)
    assert table.outcomes["A.trades[0]"].ended == "done"
    assert table.outcomes["A.trades[1]"][1:3] == ("void", "trade_not_mirrored")
    assert table.outcomes["B.trades[0]"].ended == "done"


def test_leaders_change_hands_whatever_their_order(make: Make) -> None:
    holdings = {"A": Holding(units=(151, 160)), "B": Holding(units=(252,))}
    give, wanted = Goods(units=(160, 151)), Goods(units=(252,))
    table = make(
        {"A": [(give, "B", wanted)], "B": [(wanted, "A", Goods(units=(151, 160)))]},
        phase="setup",
        holdings=holdings,
    )
    trades.exchange(table)
    assert (table.hands["A"].units, table.hands["B"].units) == ([252], [160, 151])
    assert table.events == [
        Given("15.33", "A.trades[0]", "A", "B", 0, 0, (160, 151)),
        Given("15.33", "B.trades[0]", "B", "A", 0, 0, (252,)),
    ]
    assert "15.33" in table.outcomes["A.trades[0]"].cases
    other = make(
        {"A": [(give, "B", wanted)], "B": [(wanted, "A", Goods(units=(151,)))]},
        phase="setup",
        holdings=holdings,
    )
    trades.exchange(other)
    assert {one.ended for one in other.outcomes.values()} == {"void"}
