"""Stacks over five at the end of movement, those included that no order can make (R14, 5.42, 7.11)."""

from collections.abc import Callable

import pytest

from pbem.core.events import Divided
from pbem.core.table import Table
from pbem.phases.division import divide

Make = Callable[..., Table]


@pytest.mark.parametrize(
    ("player", "units", "expected"),
    [
        # Five that count stay together, with the Czar and the Gold beside them.
        ("A", (151, 1, 2, 111, 112, 113, 166), [("A", (151, 1, 2, 111, 112, 113, 166))]),
        # Whole Leaders with their units, as many from the top as make five.
        ("A", (151, 111, 112, 152, 113, 114), [("A", (151, 111, 112)), ("A", (152, 113, 114))]),
        (
            "A",
            (151, 111, 152, 112, 166, 153, 113, 114, 115, 155),
            [("A", (151, 111, 152, 112, 166)), ("A", (153, 113, 114, 115, 155))],
        ),
        # A single Leader with more than four units loses his lowest.
        ("A", (253, 2, 201, 202, 203, 204, 205), [("A", (253, 2, 201, 202, 203, 204)), (None, (205,))]),
        (
            "A",
            (253, 1, 201, 202, 203, 204, 205, 252, 206),
            [("A", (253, 1, 201, 202, 203, 204)), ("A", (252, 206)), (None, (205,))],
        ),
        # A pile without a Leader: five, five, and the rest; the Czar stays under the top unit.
        (None, (111, 112, 113, 114, 115, 116), [(None, (111, 112, 113, 114, 115)), (None, (116,))]),
        (
            None,
            (111, 1, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121),
            [(None, (111, 1, 112, 113, 114, 115)), (None, (116, 117, 118, 119, 120)), (None, (121,))],
        ),
    ],
)
def test_what_becomes_of_a_stack(
    make_table: Make,
    player: str | None,
    units: tuple[int, ...],
    expected: list[tuple[str | None, tuple[int, ...]]],
) -> None:
    table = make_table([("TVER", player, units)])
    divide(table, 0)
    assert [(stack.player, stack.units) for stack in table.stacks.values()] == expected
    assert {stack.at for stack in table.stacks.values()} == {"TVER"}
    told = [event for event in table.events if isinstance(event, Divided)]
    assert [event.units for event in told] == [pile for _, pile in expected[1:]]
    assert all((event.player, event.at, event.ref) == (player, "TVER", "") for event in told)
