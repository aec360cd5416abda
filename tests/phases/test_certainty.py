"""R12: an error of a move is certain only where no lost contest would do away with it."""

from collections.abc import Callable

import pytest

from pbem.core.orders import Move, RouteStep, Sheet
from pbem.core.table import Table
from pbem.core.verdicts import Remark
from pbem.phases import movement
from pbem.phases.certainty import _ends_before

Make = Callable[..., Table]


@pytest.mark.parametrize(
    ("code", "at", "place", "before"),
    [
        ("step_too_far", ".route[0]", ".route[1].pick_up[0]", True),
        ("step_too_far", ".route[1]", ".route[1].pick_up[0]", True),
        ("step_too_far", ".route[2]", ".route[1].pick_up[0]", False),
        ("step_stopped", ".route[0]", ".route[1]", True),
        ("step_stopped", ".route[1]", ".route[1].pick_up[0]", False),
        ("step_too_far", ".route[2]", ".route[10].drop[0]", True),
        ("step_too_far", ".route[0]", ".force[1]", False),
        ("drop_unknown", ".route[0].drop[0]", ".route[1]", False),
    ],
)
def test_what_comes_after_the_end_of_a_move(code: str, at: str, place: str, before: bool) -> None:
    assert _ends_before(Remark("A.moves[0]", at, "error", code, (), {}), place) == before


def said(make_table: Make, *moves: tuple, free: tuple[int, ...] = (112, 113)) -> list[tuple[str, str, str]]:
    orders = tuple(Move(f"A.moves[{n}]", force, route) for n, (force, route) in enumerate(moves))
    piles = [("TULA", "A", (165,)), ("TULA", "A", (164,)), ("TULA", "B", (163,))]
    piles += [("TULA", None, (unit,)) for unit in free]
    table = make_table(piles, sheets={"A": Sheet("A", moves=orders)}, phase="first")
    movement.judge(table, "A")
    return [
        (one.ref[len("A.moves") :] + one.sub, one.grade, one.code)
        for one in table.remarks
        if one.grade == "error"
    ]


def route(*at: str) -> tuple[RouteStep, ...]:
    return tuple(RouteStep(one) for one in at)


def test_a_unit_too_many_is_doubtful_where_another_may_be_lost(make_table: Make) -> None:
    assert said(make_table, ((165, 112, 113), route("OREL"))) == []


def test_a_unit_that_is_not_there_is_certain_whatever_is_lost(make_table: Make) -> None:
    assert [code for *_, code in said(make_table, ((165, 112, "Xanadu"), route("OREL")))] == [
        "left_out_unknown"
    ]


def test_two_claims_must_be_lost_together(make_table: Make) -> None:
    orders = (((165, 112), route("OREL")), ((164, 113, 112), route("KALU")))
    assert [place for place, *_ in said(make_table, *orders)] == []
    assert said(make_table, ((165, 112), route("OREL", "PETR"))) == [
        ("[0].route[1]", "error", "step_not_adjacent")
    ]


def test_an_order_that_is_void_anyway(make_table: Make) -> None:
    found = said(make_table, ((165, 112), route("OREL")), (("Xanadu",), route("OREL")))
    assert found == [("[1].force[0]", "error", "left_out_unknown")]
    assert said(make_table, ((165, 112), route("OREL")), ((165,), route("KALU")))[0][2] == "left_out_moved"
