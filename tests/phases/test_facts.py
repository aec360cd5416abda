"""Small questions about things: the board, piles, the names of events."""

import re
from itertools import pairwise
from typing import get_args

import pytest

from pbem.core import events
from pbem.core.rules import Rules
from pbem.core.state import Group, counted, flatten, groups, has_leader, stack_color, strength


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
