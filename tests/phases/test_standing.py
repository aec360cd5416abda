"""R40: what stands of earlier sheets, one kind of order at a time."""

from dataclasses import replace
from typing import Any

import pytest

from pbem.core.orders import Counterpurge, Faulty, Sheet
from pbem.core.state import Standing
from pbem.phases.standing import LISTS, complete, keep, still_standing

OLD = Standing(
    losses=(111,),
    counterpurge=(Counterpurge("A.counterpurge[0]", against=("B",)),),
    if_ordered_to_execute_czar="refuse",
    end_game="agree",
)
ANEW: dict[str, dict[str, Any]] = {
    "losses": {"losses": (112,)},
    "counterpurge": {"counterpurges": (Counterpurge("A.counterpurge[0]"),)},
    "if_ordered_to_execute_czar": {"if_ordered_to_execute_czar": "comply"},
    "end_game": {"end_game": "no"},
}


@pytest.mark.parametrize("name", ANEW)
def test_what_is_written_anew_ends_what_stood_of_that_kind_alone(name: str) -> None:
    assert still_standing(OLD, Sheet("A", **ANEW[name])) == replace(OLD, **{name: None})
    assert still_standing(OLD, Sheet("A", cancelled=(name,))) == replace(OLD, **{name: None})


def test_a_sheet_that_says_nothing_leaves_all_standing() -> None:
    assert still_standing(OLD, Sheet("A")) == OLD
    assert still_standing(OLD, Sheet("A", standing=())) == Standing()
    assert still_standing(Standing(), Sheet("A", losses=(112,))) == Standing()


@pytest.mark.parametrize("name", ANEW)
def test_what_is_marked_is_kept(name: str) -> None:
    sheet = Sheet("A", standing=(name,), **ANEW[name])
    (value,) = ANEW[name].values()
    assert getattr(keep(Standing(), sheet), name) == value
    others = {other: values for other, values in ANEW.items() if other != name}
    (rest,) = [keep(Standing(), Sheet("A", standing=tuple(others), **ANEW[name]))]
    assert rest == Standing()
    assert keep(OLD, Sheet("A", standing=(name,))) == OLD


def test_what_stands_fills_the_places_that_are_empty() -> None:
    full = complete(Sheet("A"), OLD)
    assert (full.losses, full.counterpurges) == (OLD.losses, OLD.counterpurge)
    assert (full.if_ordered_to_execute_czar, full.end_game) == ("refuse", "agree")
    for name, value in ANEW.items():
        sheet = Sheet("A", **value)
        (attribute,) = value
        assert getattr(complete(sheet, OLD), attribute) == value[attribute], name
    assert complete(Sheet("A"), Standing()) == Sheet("A")


def test_every_list_of_a_sheet_may_hold_what_could_not_be_read() -> None:
    faulty = (Faulty("A.x[0]", "unreadable", ""),)
    assert all(getattr(Sheet("A", **{name: faulty}), name) == faulty for name in LISTS)
