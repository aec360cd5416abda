"""R30: what a named unit means when its stack is no longer what it was."""

from collections.abc import Callable

from pbem.core.falls import eliminate
from pbem.core.table import Table
from pbem.phases.stack_names import notes, stack_now

Make = Callable[..., Table]


def named(table: Table, unit: int) -> tuple[int, ...] | None:
    stack_id = stack_now(table, unit)
    return None if stack_id is None else table.stacks[stack_id].units


def after(table: Table, *dead: int) -> Table:
    notes(table)
    eliminate(table, dict.fromkeys(dead, "unassigned"), case="8.43")
    return table


def test_a_stack_that_is_whole(make_table: Make) -> None:
    table = after(make_table([("TVER", "A", (153, 111, 154, 101))]))
    assert named(table, 111) == (153, 111, 154, 101)


def test_a_unit_that_is_gone_means_what_is_left(make_table: Make) -> None:
    table = after(make_table([("TVER", "A", (153, 111, 154, 101))]), 111)
    assert named(table, 111) == (153, 154, 101)


def test_the_part_with_the_unit(make_table: Make) -> None:
    table = after(make_table([("TVER", "A", (162, 102, 153, 111))]), 162)
    assert named(table, 102) == (102,)
    assert named(table, 111) == (153, 111)


def test_a_dead_unit_means_the_part_with_a_leader(make_table: Make) -> None:
    table = after(make_table([("TVER", "A", (162, 102, 153, 111))]), 162)
    assert named(table, 162) == (153, 111)


def test_where_detached_units_are_kept_the_part_with_a_leader_comes_first(make_table: Make) -> None:
    table = make_table([("TVER", "A", (162, 102, 153, 111))], rulings={"detached_units": "keep"})
    assert named(after(table, 162), 162) == (153, 111)


def test_without_a_leader_the_uppermost_part(make_table: Make) -> None:
    table = after(make_table([("KIEV", "A", (256, 2, 307, 213))]), 256)
    assert named(table, 256) == (307,)


def test_nothing_left(make_table: Make) -> None:
    table = after(make_table([("TVER", "A", (153, 111))]), 153, 111)
    assert named(table, 153) is None
    assert named(table, 999) is None


def test_a_stack_that_takes_the_czar_is_not_what_his_name_meant(make_table: Make) -> None:
    table = make_table([("TVER", "A", (153, 1)), ("TVER", "B", (251,))])
    notes(table)
    taker = table.where[251]
    eliminate(table, {153: "B"}, case="8.42")
    table.lift_stack(table.where[1])
    table.set_stack(taker, (251, 1), "B")
    assert named(table, 1) is None
