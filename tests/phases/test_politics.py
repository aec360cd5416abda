"""Markers, purges, draws and replacements: events and marks that case files cannot say."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pbem.core.events import Drawn, NotReplaced, PlayerQuit, Replaced
from pbem.core.orders import Counterpurge, ExecuteCzar, Purge, Sheet
from pbem.core.rules import Rules
from pbem.core.state import Faces, Flags, Holding, Standing
from pbem.core.table import Table
from pbem.phases import czar, purges, quitting, randomizer, replacements, standing
from pbem.phases.purge_table import result_of
from pbem.phases.quitting import quit_campaign

Make = Callable[..., Table]
TWO = [("KURS", "A", (162,)), ("PETR", "B", (151,))]


# --- 11.4 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strength", "column", "results"),
    [
        (1, "1-10", "11111CCCCCC"),
        (10, "1-10", "11111CCCCCC"),
        (11, "11-20", "211111CCCCC"),
        (20, "11-20", "211111CCCCC"),
        (30, "21-30", "2211111CCCC"),
        (41, "41-50", "32221111 1CC".replace(" ", "")),
        (60, "51-60", "3322211111C"),
        (61, "61+", "33322211111"),
        (99, "61+", "33322211111"),
    ],
)
def test_the_purge_table(rules: Rules, strength: int, column: str, results: str) -> None:
    assert [result_of(rules, strength, total) for total in range(2, 13)] == [(column, one) for one in results]


@pytest.mark.parametrize(
    ("written", "held", "counted"),
    [
        ((), 5, ()),
        ((None,), 5, (5,)),
        ((3, None), 5, (3, 2)),
        ((None, 3, None), 5, (2, 3, 0)),
        ((4, 3), 5, (2, 1)),
        ((4, 3), 7, (4, 3)),
        ((7, 1), 5, (4, 0)),
        ((None, 6), 5, (0, 5)),
    ],
)
def test_markers_promised_beyond_those_held_are_taken_from_every_promise(
    written: tuple[int | None, ...], held: int, counted: tuple[int, ...]
) -> None:
    assert purges.counted_markers(written, held) == counted


# --- the checker on purges -----------------------------------------------------------------------------------------


def said(table: Table, player: str = "A") -> list[tuple[str, str, str, str]]:
    purges.judge(table, player)
    return [(one.ref, one.sub, one.grade, one.code) for one in table.remarks]


def with_purges(make_table: Make, *orders: Purge, held: int = 8, **more: object) -> Table:
    holdings = {"A": Holding(politburo=held)}
    return make_table(TWO, sheets={"A": Sheet("A", purges=orders)}, holdings=holdings, **more)


def order(number: int = 0, **keys: object) -> Purge:
    return Purge(f"A.purges[{number}]", **{"target": "B", **keys})  # type: ignore[arg-type]


def test_a_purge_that_needs_nobody_else(make_table: Make) -> None:
    assert said(with_purges(make_table, order(markers=8))) == []
    assert said(with_purges(make_table, order())) == []


def test_a_purge_that_needs_others(make_table: Make) -> None:
    table = with_purges(make_table, order(markers=8), held=7)
    assert said(table)[0] == ("A.purges[0]", "", "warning", "purge_needs_others")
    table = with_purges(make_table, order(committee=("A", "C"), markers=8))
    assert said(table) == [("A.purges[0]", "", "warning", "purge_needs_others")]
    assert table.remarks[0].facts == {"players": ("A", "C"), "number": 8}


@pytest.mark.parametrize(("markers", "fine"), [(7, False), (8, True)])
def test_a_committee_of_one_with_too_few_markers(make_table: Make, markers: int, fine: bool) -> None:
    table = with_purges(make_table, order(markers=markers))
    expected = [] if fine else [("A.purges[0]", ".markers", "error", "purge_too_few_markers")]
    assert said(table) == expected
    if not fine:
        assert table.remarks[0].facts == {"number": 7}


def test_two_purges_of_the_writer(make_table: Make) -> None:
    table = with_purges(make_table, order(0, markers=4), order(1, markers=4, target="C"))
    assert said(table) == [
        ("A.purges[0]", "", "warning", "purge_one_of_several"),
        ("A.purges[1]", "", "warning", "purge_one_of_several"),
    ]
    assert [one.facts for one in table.remarks] == [{"player": "B"}, {"player": "C"}]
    assert said(with_purges(make_table, order(0, markers=8))) == []


def test_markers_promised_twice(make_table: Make) -> None:
    table = with_purges(make_table, order(0, markers=6), order(1, markers=4, target="C"))
    said(table)
    twice = [one for one in table.remarks if one.code == "purge_markers_twice"]
    assert [(one.ref, one.sub, one.grade, one.cases) for one in twice] == [
        ("A.purges[0]", ".markers", "warning", ("R20",)),
        ("A.purges[1]", ".markers", "warning", ("R20",)),
    ]
    assert [dict(one.facts) for one in twice] == [
        {"number": 10, "number_held": 8, "number_counted": 4},
        {"number": 10, "number_held": 8, "number_counted": 2},
    ]
    exact = with_purges(make_table, order(0, markers=5), order(1, markers=3, target="C"))
    assert "purge_markers_twice" not in [code for *_, code in said(exact)]


def test_markers_that_a_trade_may_take_are_a_warning(make_table: Make) -> None:
    from pbem.core.orders import Goods, Trade

    for given, expected in ((1, []), (2, [("A.purges[0]", "", "warning", "purge_markers_given")])):
        sheet = Sheet(
            "A", purges=(order(),), trades=(Trade("A.trades[0]", Goods(politburo=given), "B", None),)
        )
        table = make_table(TWO, sheets={"A": sheet}, holdings={"A": Holding(politburo=9)})
        assert said(table) == expected
    assert table.remarks[0].facts == {"number": 2}


def test_with_held_all_markers_count(make_table: Make) -> None:
    table = with_purges(make_table, order(markers=1), rulings={"committee_markers": "held"})
    assert said(table) == []
    table = with_purges(make_table, order(markers=1), held=7, rulings={"committee_markers": "held"})
    assert [code for *_, code in said(table)] == ["purge_needs_others"]


def test_a_purge_after_one_was_held(make_table: Make) -> None:
    table = with_purges(make_table, order(0), order(1, target="C"), flags=Flags(purge_held=True))
    assert {code for *_, code in said(table)} == {"purge_held_already"}


@pytest.mark.parametrize(
    ("keys", "sub", "code", "more"),
    [
        ({"committee": ("B", "C")}, ".committee", "purge_not_a_member", ("11.1",)),
        (
            {"committee": ("A",), "participants": ("A", "B")},
            ".participants",
            "purge_participant_no_member",
            ("11.1",),
        ),
        ({"participants": ("A",), "target": None}, ".target", "purge_without_target", ()),
        ({"target": "H"}, ".target", "purge_unknown_target", ()),
        ({"committee": ("A", "B"), "participants": ("A",)}, ".target", "purge_of_member", ("11.14",)),
    ],
)
def test_faults_of_a_purge(
    make_table: Make, keys: dict[str, object], sub: str, code: str, more: tuple[str, ...]
) -> None:
    table = with_purges(make_table, order(**keys))
    assert ("A.purges[0]", sub, "error", code) in said(table)
    purges.purge(table)
    assert table.outcomes["A.purges[0]"][2:4] == (code, ("11.0", "R19", *more))


# --- executions ----------------------------------------------------------------------------------------------------


def test_an_execution_that_others_must_join(make_table: Make) -> None:
    sheet = Sheet("A", execute_czar=ExecuteCzar("A.execute_czar", ("A", "B")))
    table = make_table([("KURS", "A", (162, 1))], sheets={"A": sheet})
    czar.judge(table, "A")
    (remark,) = table.remarks
    assert remark == (
        "A.execute_czar", "", "warning", "execution_needs_others", ("13.52", "R25"), {"players": ("A", "B")},
    )  # fmt: skip


def test_an_answer_of_no(make_table: Make) -> None:
    sheets = {"A": Sheet("A", comply_with_execution=False), "B": Sheet("B", comply_with_execution=False)}
    table = make_table([("KURS", "A", (162, 1))], sheets=sheets, flags=Flags(execution_ordered="A"))
    czar.execute(table)
    assert [one[:5] for one in table.remarks] == [
        ("A.comply_with_execution", "", "note", "comply_declined", ("13.54", "R25"))
    ]
    assert table.execution_ordered is None


def test_a_consent_without_a_fit_committee_is_void(make_table: Make) -> None:
    sheet = Sheet("A", execute_czar=ExecuteCzar("A.execute_czar", ("A", "B")))
    table = make_table([("KURS", "A", (162, 1))], sheets={"A": sheet})
    czar.execute(table)
    assert table.outcomes["A.execute_czar"][1:3] == ("void", "execution_no_committee")


def test_the_czar_off_the_map_is_with_no_red_leader(make_table: Make) -> None:
    assert not czar.with_red_leader(make_table(TWO))
    assert czar.with_red_leader(make_table([("KURS", "A", (162, 1))]))
    assert not czar.with_red_leader(make_table([("KURS", "A", (251, 1))]))
    assert not czar.with_red_leader(make_table([("KURS", None, (111, 1))]))


# --- 14.2 ----------------------------------------------------------------------------------------------------------


def test_nothing_of_a_quitter_stands(make_table: Make) -> None:
    table = make_table(
        [*TWO, ("ARCH", "A", (414,)), ("POLA", "B", (301,))],
        sheets={"A": Sheet("A", losses=(162,))},
        holdings={"A": Holding(2, 1, ("BR",)), "B": Holding(1, 1, ("PO",))},
        standing={"A": Standing(losses=(162,)), "B": Standing(losses=(151,))},
        flags=Flags(execution_ordered="A"),
        rulings={"detached_units": "keep"},
    )
    quit_campaign(table, "A", ref="A.quit")
    assert table.standing == {"B": Standing(losses=(151,))}
    assert table.sheets["A"] == Sheet("A")
    assert table.execution_ordered is None
    assert table.quit == ["A"]
    assert table.control == {"PO": "B"}
    assert table.randomizer == ["BR-control", "assassin", "politburo", "politburo"]
    assert (table.hands["A"].politburo, table.hands["A"].assassin) == (0, 0)
    markers = ("politburo", "politburo", "assassin", "BR-control")
    assert table.events == [PlayerQuit("14.2", "A.quit", "A", markers)]


def test_an_order_of_another_player_still_waits_for_him(make_table: Make) -> None:
    table = make_table(TWO, flags=Flags(execution_ordered="B"))
    quit_campaign(table, "A")
    assert table.execution_ordered == "B"
    assert table.events == [PlayerQuit("14.2", "", "A", ())]


def test_who_quits_and_who_has_quit(make_table: Make) -> None:
    sheets = {"A": Sheet("A", quit=True), "B": Sheet("B", losses=(151,)), "C": Sheet("C", losses=(1,))}
    table = make_table(TWO, sheets=sheets, flags=Flags(quit=("C",)))
    quitting.leave(table)
    assert table.outcomes["A.quit"] == ("A.quit", "done", "quit", ("14.2", "R38"), {"player": "A"})
    assert table.sheets == {"A": Sheet("A"), "B": Sheet("B", losses=(151,)), "C": Sheet("C")}
    assert table.events[0].ref == "A.quit"


# --- 12.13 ---------------------------------------------------------------------------------------------------------


def test_an_empty_randomizer(make_table: Make) -> None:
    table = make_table(TWO)
    randomizer.draw(table)
    assert table.events == [Drawn("R35", "", "", None, "", "nothing", ())]
    randomizer.draw_for(table, "A", "event/1/draw")
    assert table.events[1:] == [Drawn("R35", "", "event/1/draw", "A", "", "nothing", ())]


@pytest.mark.parametrize("marker", ["politburo", "assassin"])
def test_a_drawn_marker_is_kept_beside_those_held(make_table: Make, marker: str) -> None:
    table = make_table(TWO, holdings={"A": Holding(2, 2)}, randomizer=(marker,), dice={"draw/A": marker})
    randomizer.draw_for(table, "A", "draw/A")
    assert getattr(table.hands["A"], marker) == 3
    assert table.events == [Drawn("12.13", "", "draw/A", "A", marker, "kept", ())]


# --- 9.1 -----------------------------------------------------------------------------------------------------------


def test_who_comes_back_and_who_does_not(make_table: Make) -> None:
    chart = {"A": Faces(up=(113, 203, 307)), "unassigned": Faces(up=(112, 403, 202, 254), down=(110,))}
    table = make_table([*TWO, ("TULA", "C", (251,)), ("UFA", "C", (163,))], chart=chart, turn=5)
    replacements.replace(table)
    assert table.events == [
        Replaced("9.12", "", 110, "SMOL"),
        Replaced("9.12", "", 112, "KALU"),
        Replaced("9.12", "", 202, "CHEL"),
        Replaced("9.12", "", 307, "KIEV"),
        NotReplaced("9.12", "", (113, 203), "occupied", ("TULA", "UFA")),
    ]


def test_nobody_comes_back_after_the_last_turn(make_table: Make) -> None:
    table = make_table(
        TWO, chart={"A": Faces(up=(113, 202))}, turn=6, flags=Flags(red_replacement_suspended=2)
    )
    replacements.replace(table)
    assert table.events == [NotReplaced("9.16", "", (113, 202), "too_late", ("TULA", "CHEL"))]
    assert table.red_replacement_suspended == 2


def test_red_is_suspended_and_white_without_leaders(make_table: Make) -> None:
    table = make_table(
        TWO, chart={"A": Faces(up=(113, 202, 254))}, turn=2, flags=Flags(red_replacement_suspended=1)
    )
    replacements.replace(table)
    assert table.events == [
        NotReplaced("9.14", "", (113,), "red_suspended", ("TULA",)),
        NotReplaced("9.15", "", (202,), "no_leaders", ("CHEL",)),
    ]
    assert table.red_replacement_suspended == 0


# --- R40 -----------------------------------------------------------------------------------------------------------


def test_an_empty_standing_ends_all_that_stood(make_table: Make) -> None:
    old = Standing(losses=(162,), counterpurge=(Counterpurge("A.counterpurge[0]"),), end_game="agree")
    table = make_table(TWO, sheets={"A": Sheet("A", standing=())}, standing={"A": old})
    standing.begin(table)
    assert table.standing == {}
    assert table.sheet("A").losses is None
    table = make_table(TWO, sheets={"A": Sheet("A", losses=(151,))}, standing={"A": old})
    standing.begin(table)
    assert table.standing == {"A": replace(old, losses=None)}
    assert table.sheet("A").losses == (151,)
    assert len(table.sheet("A").counterpurges) == 1
