"""Small questions about things: the board, piles, the names of events."""

import re
from dataclasses import fields
from itertools import pairwise
from typing import Literal, get_args, get_origin

import pytest

from pbem.core import events
from pbem.core.orders import (
    Attack,
    Counterpurge,
    Deployment,
    Faulty,
    Goods,
    Move,
    PickUp,
    Purge,
    RouteStep,
    Sheet,
    Subversion,
    number_of,
)
from pbem.core.rules import EventResult, Rules, Rulings, SolitaireRulings
from pbem.core.state import (
    Faces,
    Flags,
    Group,
    Holding,
    Standing,
    State,
    Victory,
    counted,
    flatten,
    groups,
    has_leader,
    stack_color,
    strength,
)
from pbem.core.terms import (
    ASSASSIN,
    BLUE_CONTROL,
    GREEN_CONTROL,
    NONRED,
    POLITBURO,
    RED,
    UNASSIGNED,
    control_marker,
    withdrawal_marker,
)


def test_neighbors_are_those_across_a_land_border_by_code(rules: Rules) -> None:
    assert rules.board.neighbors("KUBA") == ("DONC", "KUTA", "STAV", "TERE")


@pytest.mark.parametrize(
    ("start", "end", "way"),
    [
        ("PETR", "PETR", ("PETR",)),
        ("PETR", "NOVG", ("PETR", "NOVG")),
        ("ESTO", "TVER", ("ESTO", "LIVO", "PSKO", "TVER")),
        ("KUBA", "TAUR", ("KUBA", "DONC", "YEKA", "TAUR")),
    ],
)
def test_a_way_is_a_shortest_and_of_several_the_first(
    rules: Rules, start: str, end: str, way: tuple[str, ...]
) -> None:
    assert rules.board.way(start, end) == way


def test_a_way_by_rail_keeps_to_the_rails(rules: Rules) -> None:
    found = rules.board.way("PETR", "TULA", rail=True)
    assert (found[0], found[-1]) == ("PETR", "TULA")
    assert all(there in rules.board.rails[here] for here, there in pairwise(found))


def test_there_is_no_way_by_rail_to_where_no_rail_goes(rules: Rules) -> None:
    apart = next(code for code, ways in rules.board.rails.items() if not ways)
    assert rules.board.way("PETR", apart, rail=True) == ()
    assert rules.board.way("PETR", apart) != ()


def test_a_pile_in_groups(rules: Rules) -> None:
    assert groups((), rules) == ()
    units = (151, 1, 2, 111, 152, 155, 112)
    parts = groups(units, rules)
    assert parts == (Group(151, (1, 2), (111,)), Group(152, (), ()), Group(155, (), (112,)))
    assert flatten(parts) == units
    assert groups((111, 2, 112), rules) == (Group(None, (2,), (111, 112)),)
    assert groups((111, 2, 112), rules)[0].units == (111, 2, 112)
    assert groups((1, 2), rules)[0].units == (1, 2)


def test_questions_about_a_pile(rules: Rules) -> None:
    assert strength((151, 1, 111), rules) == 7
    assert counted((151, 1, 2, 111)) == 2
    assert [stack_color(pile, rules) for pile in ((1, 2), (1, 111), (414,), ())] == ["", "red", "blue", ""]
    assert [has_leader(pile, rules) for pile in ((151, 111), (111,), ())] == [True, False, False]


@pytest.mark.parametrize("kind", [*get_args(events.PostalEvent), *get_args(events.SolitaireEvent)])
def test_an_event_is_named_after_its_class(kind: type) -> None:
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
    assert kind._field_defaults["kind"] == name  # type: ignore[attr-defined]
    assert list(kind._field_defaults) == ["kind"]  # type: ignore[attr-defined]


# --- what holds unless something else is written -----------------------------------------------------------------


def test_the_default_of_every_ruling_is_its_first_choice() -> None:
    rulings = SolitaireRulings()
    for field in fields(rulings):
        choices = get_args(field.type)
        if get_origin(field.type) is Literal:
            assert getattr(rulings, field.name) == choices[0], field.name
    assert (Rulings().key_areas, Rulings().turn_limit) == (("PETR", "TVER", "KIEV", "OMSK"), 8)


def test_an_order_that_says_no_more_than_it_must() -> None:
    assert Goods() == Goods(0, 0, ())
    assert Faulty("A.moves[0]", "unreadable", "") == Faulty("A.moves[0]", "unreadable", "", "")
    assert PickUp(111) == PickUp(111, None)
    assert RouteStep("TVER") == RouteStep("TVER", (), (), (), None)
    assert Move("A.moves[0]", (151,), ()) == Move("A.moves[0]", (151,), (), "overland")
    assert Purge("A.purges[0]") == Purge("A.purges[0]", None, None, None, None, None)
    assert Counterpurge("A.counterpurge[0]") == Counterpurge("A.counterpurge[0]", None, None, None, None)
    assert Subversion("r", (151,), 414, "ARCH") == Subversion("r", (151,), 414, "ARCH", None)
    assert Attack("r", "TVER", (151,), 251) == Attack("r", "TVER", (151,), 251, None, None, None, None)
    assert Deployment("r", 151, "TVER") == Deployment("r", 151, "TVER", ())


def test_an_empty_sheet() -> None:
    sheet = Sheet("A")
    values = {field.name: getattr(sheet, field.name) for field in fields(sheet)}
    assert {name for name, value in values.items() if value is None} == {
        "execute_czar", "if_ordered_to_execute_czar", "comply_with_execution", "losses", "end_game", "standing",
    }  # fmt: skip
    assert (sheet.player, sheet.quit, sheet.salt) == ("A", False, "")
    rest = {name for name, value in values.items() if value == ()}
    assert len(rest) + 6 + 3 == len(values)


def test_a_position_of_which_nothing_is_said() -> None:
    state = State(1, "first", ("A",))
    assert (state.stacks, state.holdings, state.chart, state.randomizer) == ((), {}, {}, ())
    assert (state.out_of_play, state.box, state.flags, state.standing, state.victory) == (
        (),
        (),
        Flags(),
        {},
        None,
    )
    assert Holding() == Holding(0, 0, (), ())
    assert Faces() == Faces((), ())
    assert Flags() == Flags(False, False, 0, None, ())
    assert Standing() == Standing(None, None, None, None)
    assert Victory("red", "14.1", (), {}).level == ""
    assert EventResult("draw") == EventResult("draw", ())


def test_the_words_for_what_has_a_control_marker(rules: Rules) -> None:
    assert (RED, NONRED, UNASSIGNED, POLITBURO, ASSASSIN) == (
        "red",
        "nonred",
        "unassigned",
        "politburo",
        "assassin",
    )
    green = {unit.nationality for unit in rules.counters.values() if unit.color == "green"}
    assert set(GREEN_CONTROL) == green
    markers = set(rules.auxiliary_randomizer) - {POLITBURO, ASSASSIN}
    assert markers == {
        *map(control_marker, (*GREEN_CONTROL, *BLUE_CONTROL)),
        *map(withdrawal_marker, BLUE_CONTROL),
    }


def test_an_order_is_counted_from_one() -> None:
    assert [number_of(ref) for ref in ("A.moves[0]", "B.assassinations[11]")] == [1, 12]
