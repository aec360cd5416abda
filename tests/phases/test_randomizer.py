"""R35: what is told of draws, and the Randomizer that runs dry."""

from collections.abc import Callable

from pbem.core.events import Drawn
from pbem.core.table import Table
from pbem.phases import randomizer

Make = Callable[..., Table]


def fates(table: Table) -> list[tuple[str | None, str, str]]:
    return [(event.player, event.marker, event.fate) for event in table.events if isinstance(event, Drawn)]


def test_an_empty_randomizer_is_told_once_and_no_lot_is_drawn(make_table: Make) -> None:
    table = make_table([("TVER", "A", (153,))])
    randomizer.draw(table)
    assert fates(table) == [(None, "", "nothing")]
    assert table.rolls == ()


def test_a_randomizer_that_runs_dry_gives_the_last_nothing(make_table: Make) -> None:
    table = make_table(
        [("TVER", "A", (153,))],
        randomizer=("FR-control", "assassin"),
        dice={"order/draws": ["B", "C", "A"], "draw/B": "FR-control", "draw/B/2": "assassin"},
    )
    randomizer.draw(table)
    assert fates(table) == [
        ("B", "FR-control", "again"),
        ("B", "assassin", "kept"),
        ("C", "", "nothing"),
        ("A", "", "nothing"),
    ]
    assert [(roll.label, roll.effect) for roll in table.rolls][1:] == [
        ("draw/B", "again"),
        ("draw/B/2", "kept"),
    ]


def test_one_player_left_draws_without_a_lot(make_table: Make) -> None:
    table = make_table([("TVER", "A", (153,))], randomizer=("politburo",), dice={"draw/A": "politburo"})
    table.quit = ["B", "C"]
    randomizer.draw(table)
    assert [roll.label for roll in table.rolls] == ["draw/A"]
    assert table.hands["A"].politburo == 1


def test_withdrawn_units_are_named_and_stay_away(make_table: Make) -> None:
    table = make_table(
        [("VLAD", "B", (411, 2)), ("CHEL", "B", (410,)), ("VLAD", None, (419,))],
        randomizer=("CZ-withdrawal",),
        dice={"draw/A": "CZ-withdrawal"},
    )
    randomizer.draw_for(table, "A", "draw/A")
    (event,) = [event for event in table.events if isinstance(event, Drawn)]
    assert (event.fate, event.units) == ("withdrawn", (410, 411))
    assert table.out_of_play == ["CZ-withdrawal", 410, 411]
    assert sorted(stack.units for stack in table.stacks.values()) == [(2,), (419,)]
