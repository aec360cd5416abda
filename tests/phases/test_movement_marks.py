"""5.0: every fault of a move by its mark, and what the checker notes."""

from collections.abc import Callable, Sequence

import pytest

from pbem.core.orders import Move, PickUp, RouteStep, Sheet
from pbem.core.state import Holding
from pbem.core.table import Table
from pbem.phases import movement

Make = Callable[..., Table]
PILES = [
    ("TULA", "A", (155, 113)),
    ("TULA", "A", (161,)),
    ("TULA", None, (112, 1)),
    ("TULA", "B", (251,)),
    ("OREL", "A", (156,)),
    ("ARCH", "A", (414, 415)),
]


@pytest.fixture
def make(make_table: Make) -> Make:
    """A First Phase with the moves of A: (force, route), and by rail or not."""

    def lay_out(*moves: tuple, **more: object) -> Table:
        orders = tuple(
            Move(f"A.moves[{number}]", tuple(force), tuple(route), *by)
            for number, (force, route, *by) in enumerate(moves)
        )
        more.setdefault("holdings", {"A": Holding(control=("BR",))})
        table = make_table(PILES, sheets={"A": Sheet("A", moves=orders)}, phase="first", **more)
        table.start_colors = table.colors()
        return table

    return lay_out


def to(*route: str) -> tuple[RouteStep, ...]:
    return tuple(RouteStep(at) for at in route)


def said(table: Table, *, notes: bool = False) -> list[tuple[str, str, str]]:
    movement.judge(table, "A")
    return [
        (one.ref[len("A.moves") :] + one.sub, one.grade, one.code)
        for one in table.remarks
        if notes or one.grade != "note"
    ]


@pytest.mark.parametrize(
    ("force", "expected"),
    [
        (("Xanadu",), [("[0].force[0]", "error", "left_out_unknown")]),
        (("Xanadu", 155, 113), [("[0].force[0]", "error", "left_out_unknown")]),
        ((112, 155, 113), [("[0].force[0]", "error", "left_out_above_leader")]),
        ((112,), [("[0].force[0]", "error", "left_out_above_leader")]),
        ((251,), [("[0].force[0]", "error", "left_out_not_yours")]),
        ((157,), [("[0].force[0]", "error", "left_out_off_map")]),
        ((155, 113, 113), [("[0].force[2]", "error", "left_out_twice")]),
        ((155, 113, 156), [("[0].force[2]", "error", "left_out_elsewhere")]),
        ((155, 113, 212), [("[0].force[2]", "error", "left_out_off_map")]),
        ((155, 113, 414), [("[0].force[2]", "error", "left_out_elsewhere")]),
        ((), [("[0].force", "error", "move_nobody")]),
        ((155, 251), [("[0].force[1]", "error", "move_two_colors")]),
        ((414, 408), [("[0].force[1]", "error", "move_two_nationalities")]),
        ((414, 415, 113), [("[0].force[2]", "error", "left_out_color")]),
    ],
)
def test_faults_of_a_force(
    make: Make, force: Sequence[int | str], expected: list[tuple[str, str, str]]
) -> None:
    table = make((force, to("KALU") if force[:1] != (414,) else to("VOLO")))
    assert said(table) == expected


def test_a_void_force_names_what_is_wrong_first(make: Make) -> None:
    table = make((("Xanadu", 251), to("KALU")))
    movement.move(table)
    assert table.outcomes["A.moves[0]"] == (
        "A.moves[0]", "void", "left_out_unknown", ("R9", "R10"),
        {"unit": "Xanadu", "province": "", "province_force": "", "player_of": None},
    )  # fmt: skip
    assert [(one.sub, one.code) for one in table.remarks] == [
        (".force[0]", "left_out_unknown"), (".force[1]", "left_out_not_yours"),
    ]  # fmt: skip


def test_an_empty_force(make: Make) -> None:
    table = make(((), to("KALU")))
    movement.move(table)
    assert table.outcomes["A.moves[0]"] == ("A.moves[0]", "void", "move_nobody", ("R10",), {})


def test_an_order_that_does_nothing_is_noted_and_done(make: Make) -> None:
    table = make(((155, 113), ()))
    assert said(table, notes=True) == [("[0]", "note", "move_nothing")]
    assert (table.remarks[0].cases, table.remarks[0].facts) == (
        ("R10",),
        {"unit": (155, 113), "province": "TULA"},
    )
    table = make(((155, 113), ()))
    movement.move(table)
    assert table.outcomes["A.moves[0]"] == (
        "A.moves[0]", "done", "move_nothing", ("R10",), {"unit": (155, 113), "province": "TULA"},
    )  # fmt: skip


def test_where_a_unit_stands_that_is_not_there(make: Make) -> None:
    table = make(((155, 113, 156), to("KALU")))
    movement.move(table)
    assert table.outcomes["A.moves[0]"].facts == {
        "unit": 156, "province": "OREL", "province_force": "TULA", "player_of": "A"
    }  # fmt: skip


def test_a_force_that_goes_on_after_it_should_join(make: Make) -> None:
    table = make(((155, 113), (RouteStep("OREL", join=156), RouteStep("KURS"))))
    assert said(table) == [("[0].route[0].join", "error", "join_goes_on")]
    assert (table.remarks[0].cases, table.remarks[0].facts) == (("R14",), {"province": "OREL"})


def test_a_route_that_goes_on_when_nobody_is_left(make: Make) -> None:
    table = make(((155, 113), (RouteStep("OREL", drop=((155, 113),)), RouteStep("KURS"))))
    assert said(table) == [("[0].route[1]", "error", "step_nobody_left")]
    assert (table.remarks[0].cases, table.remarks[0].facts) == (("R13",), {"province": "OREL"})


def test_a_force_that_is_stopped_is_told_where_it_went_on(make: Make) -> None:
    table = make(((156,), to("OREL", "TULA", "RYAZ")))
    assert said(table) == [("[0].route[1]", "warning", "step_stopped")]
    assert table.remarks[0].facts == {"province": "TULA", "province_next": "RYAZ", "color": "white"}
    table = make(((156,), to("TULA", "RYAZ")))
    assert said(table) == [("[0].route[0]", "warning", "step_stopped")]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (PickUp("Xanadu"), "pick_up_unknown"),
        (PickUp(113), "pick_up_in_force"),
        (PickUp(251), "pick_up_leader"),
        (PickUp(112, 157), "pick_up_leader_absent"),
        (PickUp(157), "pick_up_off_map"),
        (PickUp(414), "pick_up_elsewhere"),
        (PickUp(2), "pick_up_off_map"),
    ],
)
def test_faults_of_a_pick_up(make: Make, wish: PickUp, code: str) -> None:
    table = make(((155, 113), (RouteStep("TULA", pick_up=(wish,)), RouteStep("KALU"))))
    assert said(table) == [("[0].route[0].pick_up[0]", "error", code)]


@pytest.mark.parametrize(
    ("drop", "expected"),
    [
        ((("Xanadu", 113),), [("[0].route[0].drop[0]", "error", "drop_unknown")]),
        (((113,), (112,)), [("[0].route[0].drop[1][0]", "error", "drop_not_in_force")]),
        (((157,),), [("[0].route[0].drop[0]", "error", "drop_not_in_force")]),
    ],
)
def test_faults_of_a_drop(
    make: Make, drop: tuple[tuple[int | str, ...], ...], expected: list[tuple[str, str, str]]
) -> None:
    assert said(make(((155, 113), (RouteStep("KALU", drop=drop),)))) == expected


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("Xanadu", "join_unknown"),
        (155, "join_itself"),
        (161, "join_elsewhere"),
        (251, "join_elsewhere"),
        (156, ""),
    ],
)
def test_faults_of_a_join(make: Make, target: int | str, code: str) -> None:
    expected = [("[0].route[0].join", "error", code)] if code else []
    assert said(make(((155, 113), (RouteStep("OREL", join=target),)))) == expected


def test_rail_without_a_leader(make: Make) -> None:
    table = make(((414, 415), to("VOLO"), "rail"))
    assert [code for *_, code in said(table)] == ["move_rail"]


def test_what_stays_behind_is_named(make: Make) -> None:
    assert said(make(((155,), to("KALU")))) == [("[0].force", "warning", "left_behind")]
    table = make(((155,), to("KALU")))
    movement.move(table)
    assert table.remarks == []


@pytest.mark.parametrize(
    ("pile", "route", "by", "code", "cases"),
    [
        ((155,), ("TULA", "NOWHERE"), "overland", "step_unknown", ("R9",)),
        ((155,), ("TULA", "PETR"), "overland", "step_not_adjacent", ("5.24", "R9")),
        ((155,), ("PETR", "LIVO"), "overland", "step_not_adjacent", ("5.24", "5.33", "R9")),
        ((155,), ("KUBA", "TAUR"), "overland", "step_kerch", ("5.32", "R9", "R11")),
        ((155,), ("KUBA", "STAV", "DONC", "VORO", "OREL", "TULA", "KALU"), "overland", "step_too_far",
         ("5.12", "5.23", "5.28", "5.0", "R9", "R11")),
        ((155,), ("ARCH", "FINL"), "rail", "step_no_rail", ("5.52", "5.53", "R9", "R11")),
        ((419,), ("CHEL", "UFA"), "overland", "step_region", ("5.65", "R9", "R11")),
        ((308,), ("KHAR", "KURS"), "overland", "step_region", ("5.74", "5.75", "5.76", "R9", "R11")),
        ((414,), ("ARCH", "VOLO", "YARO", "TVER", "TULA"), "overland", "step_too_far",
         ("5.63", "5.28", "R9", "R11")),
        ((308,), ("KHAR", "POLT", "KIEV", "PODO", "VOLH"), "overland", "step_too_far",
         ("5.72", "5.28", "R9", "R11")),
    ],
)  # fmt: skip
def test_why_a_force_goes_no_further(
    make_table: Make,
    pile: tuple[int, ...],
    route: tuple[str, ...],
    by: str,
    code: str,
    cases: tuple[str, ...],
) -> None:
    order = Move("A.moves[0]", pile, to(*route), by)  # type: ignore[arg-type]
    sheet = Sheet("A", moves=(order,))
    table = make_table([(route[0], "A", pile)], sheets={"A": sheet}, phase="first")
    movement.move(table)
    outcome = table.outcomes["A.moves[0]"]
    assert (outcome.code, outcome.cases) == (code, cases)
    assert outcome.facts == {"province": route[-1], "province_from": route[-2], "unit": pile}
    assert table.province_of(pile[0]) == route[-2]


@pytest.mark.parametrize(
    ("force", "wish", "cases"),
    [
        ((155, 113), 251, ("R13",)),
        ((155, 113), 157, ("R10",)),
        ((155, 113), 113, ("5.13",)),
        ((155, 113), "Xanadu", ("R9", "R10")),
        ((155, 113), 414, ("5.13", "R10")),
    ],
)
def test_the_cases_of_what_is_not_picked_up(
    make: Make, force: tuple[int, ...], wish: int | str, cases: tuple[str, ...]
) -> None:
    table = make((force, (RouteStep("TULA", pick_up=(PickUp(wish),)), RouteStep("KALU"))))
    movement.move(table)
    assert table.outcomes["A.moves[0]"].cases == cases
    absent = make((force, (RouteStep("TULA", pick_up=(PickUp(112, 157),)), RouteStep("KALU"))))
    movement.move(absent)
    assert absent.outcomes["A.moves[0]"].cases == ("R10",)


@pytest.mark.parametrize(
    ("pile", "code", "cases"),
    [
        (("TULA", "B", (414,)), "not_yours", ("5.11", "R1", "R10")),
        (("TULA", "B", (161, 1)), "not_yours", ("5.11", "13.14", "R1", "R4", "R10")),
        (("TULA", None, (308,)), "no_gold", ("5.22", "13.25", "13.26", "R6")),
        (("TULA", None, (304,)), "finn_or_pole", ("13.27", "R6")),
        (("TULA", None, (212,)), "color", ("5.22", "R10")),
        (("OREL", None, (112,)), "elsewhere", ("5.13", "R10")),
        (("TULA", "A", (161, 112)), "attached", ("5.26", "R10")),
    ],
)
def test_the_cases_of_what_cannot_be_had(
    make_table: Make, pile: tuple, code: str, cases: tuple[str, ...]
) -> None:
    unit = pile[2][-1]
    wish = (RouteStep("TULA", pick_up=(PickUp(unit),)), RouteStep("KALU"))
    listed = Move("A.moves[0]", (155, unit), to("TULA", "KALU"))
    for order, head in ((Move("A.moves[0]", (155,), wish), "pick_up"), (listed, "left_out")):
        piles = [("TULA", "A", (155,)), pile]
        table = make_table(piles, sheets={"A": Sheet("A", moves=(order,))}, phase="first")
        movement.move(table)
        outcome = table.outcomes["A.moves[0]"]
        assert (outcome.code, outcome.cases) == (f"{head}_{code}", cases)
