"""What is checked after every step."""

from collections.abc import Callable

import pytest

from pbem.core import invariants
from pbem.core.state import Stack
from pbem.core.table import Table
from pbem.phases import sequence

Make = Callable[..., Table]
MANY = [("TVER", "A", (leader,)) for leader in range(151, 171)]


def laid_anew(table: Table) -> Table:
    """Every stack put down anew, in another province, as it was."""
    for stack_id in list(table.stacks):
        stack = table.lift_stack(stack_id)
        table.lay_stack(stack._replace(at="OREL"))
    return table


def test_stacks_that_are_laid_anew_as_they_were_are_fine(make_table: Make) -> None:
    invariants.check_step(
        laid_anew(make_table([*MANY, ("TVER", "B", (414, 415)), ("TVER", None, (111,))])), "movement"
    )


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda table: table.control.update(BR="C"), "not its Control Marker's holder's"),
        (lambda table: table.set_stack(table.where[151], (151,), None), "a led stack that nobody controls"),
        (lambda table: table.set_stack(table.where[151], (151, 212), "A"), "two colors"),
        (
            lambda table: table.set_stack(table.where[111], (111,), "A"),
            "a detached stack that somebody controls",
        ),
        (lambda table: table.set_stack(table.where[414], (414, 408), "B"), "two nationalities"),
        (
            lambda table: table.set_stack(table.where[151], (151, 2, 1), "A"),
            "does not lie directly under its Leader",
        ),
        (
            lambda table: table.set_stack(table.where[151], (151, 111, 1), "A"),
            "does not lie directly under its Leader",
        ),
        (lambda table: table.set_stack(table.where[151], (151, 251), "A"), "Leaders of two colors"),
        (
            lambda table: table.set_stack(table.where[166], (166, 112, 113), "A"),
            "Leader 166 .*than he can command",
        ),
        (
            lambda table: table.set_stack(table.where[151], (151, 307), "A"),
            "Green units under a Leader without the Gold",
        ),
        (
            lambda table: table.set_stack(table.where[151], (151, 2, 307, 308, 309), "A"),
            r"or more than two \(13.25\)",
        ),
        (lambda table: table.set_stack(table.where[151], (151, 2, 304), "A"), "Finnish or Polish"),
        (lambda table: table.set_stack(table.where[151], (151, 2, 307, 415), "A"), "two colors"),
        (
            lambda table: table.set_stack(table.where[151], (112, 113, 114, 115, 116, 117), None),
            "more than 5 units",
        ),
        (lambda table: table.set_stack(table.where[111], (111, 212), None), "units of two colors"),
        (lambda table: table.set_stack(table.where[111], (111, 151), None), "a unit above the first Leader"),
        (
            lambda table: table.set_stack(table.where[111], (1,), "A"),
            "an Imperial unit alone that is controlled",
        ),
        (lambda table: table.set_stack(table.where[111], (111, 112, 1), None), "directly under the top unit"),
        (lambda table: table.set_stack(table.where[111], (111, 2, 1), None), "directly under the top unit"),
    ],
)
def test_one_fault_among_many_is_found(
    make_table: Make, change: Callable[[Table], None], problem: str
) -> None:
    table = laid_anew(make_table([*MANY, ("TVER", "B", (414, 415)), ("TVER", None, (111,))]))
    change(table)
    with pytest.raises(invariants.BrokenInvariant, match=f"after movement: .*{problem}"):
        invariants.check_step(table, "movement")


@pytest.mark.parametrize(
    ("units", "player"),
    [
        ((151, 1, 2, 111), "A"),
        ((151, 2, 307, 308), "A"),
        ((151, 111, 112, 113, 1), "B"),
        ((253, 1, 201, 202, 203, 204), "A"),
        ((151, 2, 111, 112, 113, 114), "A"),
        ((151, 152, 153, 111, 112), "A"),
        ((1, 2), None),
        ((111, 1, 2, 112), None),
        ((414, 2), "B"),
    ],
)
def test_what_may_lie_together(make_table: Make, units: tuple[int, ...], player: str | None) -> None:
    stack = Stack("TVER", player, units)
    rules = make_table(MANY).rules
    wrong = "Imperial" if units == (151, 111, 112, 113, 1) else ""
    assert wrong in invariants.stack_fault(stack, {"BR": "B"}, rules)
    assert bool(wrong) == bool(invariants.stack_fault(stack, {"BR": "B"}, rules))


def test_as_many_as_the_limit_says(make_table: Make) -> None:
    stack = Stack("TVER", None, (111, 1, 2, 112, 113, 114, 115))
    rules = make_table(MANY).rules
    assert invariants.stack_fault(stack, {}, rules) == ""
    assert invariants.stack_fault(stack, {}, rules, limit=4) == "more than 4 units in one stack (7.11)"
    assert "more than 5" in invariants.stack_fault(Stack("TVER", None, (*stack.units, 116)), {}, rules)


def test_a_detached_stack_may_be_kept(make_table: Make) -> None:
    rules = make_table(MANY, rulings={"detached_units": "keep"}).rules
    assert invariants.stack_fault(Stack("TVER", "A", (111,)), {}, rules) == ""


@pytest.mark.parametrize("kind", ["politburo", "assassin"])
def test_fewer_than_no_markers(make_table: Make, kind: str) -> None:
    table = make_table(MANY)
    setattr(table.hands["B"], kind, -1)
    with pytest.raises(
        invariants.BrokenInvariant, match="after trades: a player holds fewer than no markers"
    ) as caught:
        invariants.check(table, "trades")
    assert (caught.value.step, caught.value.problem) == ("trades", "a player holds fewer than no markers")


def test_a_unit_on_the_map_and_in_no_place_at_all(make_table: Make) -> None:
    table = make_table(MANY)
    table.stacks[table.where[151]] = Stack("TVER", "A", (151, 180))
    with pytest.raises(invariants.BrokenInvariant, match="in no place or in two"):
        invariants.check(table, "the Phase")


@pytest.mark.parametrize("place", ["hand", "box", "out of play", "chart"])
def test_units_off_the_map_are_counted_wherever_they_are(make_table: Make, place: str) -> None:
    table = make_table(MANY)
    table.lift_stack(table.where[151])
    match place:
        case "hand":
            table.hands["A"].units.append(151)
        case "box":
            table.box.append(151)
        case "out of play":
            table.out_of_play += ["BR-withdrawal", 151]
        case "chart":
            table.to_chart(151, "C")
    invariants.check(table, "the Phase")
    table.box.append(151)
    table.changed = True
    with pytest.raises(invariants.BrokenInvariant, match="in no place or in two"):
        invariants.check_step(table, "the Phase")


def test_a_whole_position_is_checked_though_nobody_touched_it(make_table: Make) -> None:
    table = make_table([("TVER", None, (111, 212))])
    invariants.check(table, "the Phase")
    with pytest.raises(invariants.BrokenInvariant, match=r"after position\.json: TVER .*two colors"):
        invariants.check_whole(table, "position.json")


def test_markers_are_counted_in_hands_and_randomizer(make_table: Make) -> None:
    table = make_table(MANY, randomizer=("politburo", "politburo", "assassin", "BR-control"))
    table.hands["A"].politburo, table.hands["B"].assassin, table.hands["C"].assassin = 3, 1, 2
    assert invariants.marker_count(table, "trades") == {"politburo": 5, "assassin": 4}


@pytest.mark.parametrize("kind", ["politburo", "assassin"])
def test_a_step_that_makes_a_marker_is_found(
    make_table: Make, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    def cheat(table: Table) -> None:
        setattr(table.hands["A"], kind, 1)

    table = make_table(MANY)
    monkeypatch.setattr(sequence, "SEQUENCE", {"second": (cheat,)})
    with pytest.raises(
        invariants.BrokenInvariant, match=r"test_invariants\.cheat: a Politburo or Assassin Marker was"
    ):
        sequence.play(table.freeze(2, "second"), {}, table.dice, table.rules)


def test_a_step_that_takes_more_markers_than_there_are_is_named(
    make_table: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def overdraw(table: Table) -> None:
        table.hands["A"].politburo, table.hands["B"].politburo = -1, 1

    table = make_table(MANY)
    monkeypatch.setattr(sequence, "SEQUENCE", {"second": (overdraw,)})
    with pytest.raises(invariants.BrokenInvariant, match=r"after test_invariants\.overdraw: a player holds fewer"):
        sequence.play(table.freeze(2, "second"), {}, table.dice, table.rules)


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


def test_the_step_after_which_a_position_cannot_be_is_named(
    make_table: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(table: Table) -> None:
        table.lift_stack(table.where[151])

    def find(table: Table) -> None:
        table.put_stack("TVER", "A", (151,))

    table = make_table(MANY)
    state = table.freeze(2, "second")
    monkeypatch.setattr(sequence, "SEQUENCE", {"second": (lose, find)})
    with pytest.raises(
        invariants.BrokenInvariant, match=r"after test_invariants\.lose: a unit is in no place or in two"
    ):
        sequence.play(state, {}, table.dice, table.rules)


def test_at_the_end_every_unit_is_looked_at(make_table: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def exchange(table: Table) -> None:
        table.lift_stack(table.where[151])
        table.to_chart(152, "A")

    table = make_table(MANY)
    monkeypatch.setattr(sequence, "SEQUENCE", {"second": (exchange,)})
    with pytest.raises(invariants.BrokenInvariant, match="after the Phase: a unit is on the map and off it"):
        sequence.play(table.freeze(2, "second"), {}, table.dice, table.rules)
