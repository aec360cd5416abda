"""What is checked after every step, and what it costs nothing to pass over."""

from collections.abc import Callable

import pytest

from pbem.core import invariants
from pbem.core.table import Table

Make = Callable[..., Table]
MANY = [("TVER", "A", (leader,)) for leader in range(151, 151 + invariants.FEW)]
"""So many stacks that those which only travelled are passed over."""


def travelled(table: Table) -> Table:
    """Every stack put down in another province as it was."""
    for stack_id in list(table.stacks):
        stack = table.lift_stack(stack_id)
        table.lay_stack(stack._replace(at="OREL"))
    return table


def test_stacks_that_only_travelled_are_fine(make_table: Make) -> None:
    invariants.check_step(travelled(make_table([*MANY, ("TVER", "B", (414, 415)), ("TVER", None, (111,))])), "movement")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda table: table.control.update(BR="C"), "not its Control Marker's holder's"),
        (lambda table: table.set_stack(table.where[151], (151,), None), "a led stack that nobody controls"),
        (lambda table: table.set_stack(table.where[151], (151, 212), "A"), "two colors"),
        (lambda table: table.set_stack(table.where[111], (111,), "A"), "a detached stack that somebody controls"),
        (lambda table: table.set_stack(table.where[414], (414, 408), "B"), "two nationalities"),
        (lambda table: table.set_stack(table.where[151], (151, 2, 1), "A"), "does not lie directly under"),
    ],
)
def test_one_fault_among_many_is_found(make_table: Make, change: Callable[[Table], None], problem: str) -> None:
    table = travelled(make_table([*MANY, ("TVER", "B", (414, 415)), ("TVER", None, (111,))]))
    change(table)
    with pytest.raises(invariants.BrokenInvariant, match=f"after movement: .*{problem}"):
        invariants.check_step(table, "movement")


def test_a_lost_unit_is_found_at_once(make_table: Make) -> None:
    table = make_table(MANY)
    table.lift_stack(table.where[151])
    with pytest.raises(invariants.BrokenInvariant, match="after combat: a unit is in no place or in two"):
        invariants.check_step(table, "combat")


def test_a_unit_that_took_the_place_of_another_is_found_in_the_end(make_table: Make) -> None:
    table = make_table(MANY)
    table.lift_stack(table.where[151])
    table.to_chart(152, "A")
    invariants.check_step(table, "combat")
    with pytest.raises(invariants.BrokenInvariant, match="a unit is on the map and off it"):
        invariants.check(table, "the Phase")
