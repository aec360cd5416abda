"""The gaming table: rolls, stacks and what is frozen of them."""

from collections.abc import Callable

import pytest

from pbem.core.dice import Roll
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import Faces, Flags, Holding, Stack, Victory
from pbem.core.table import Table
from pbem.phases.judging import NoDice
from pbem.phases.setup import after_hands, deal

Make = Callable[..., Table]
PILES = [("TVER", "A", (151, 1, 111)), ("TVER", "B", (414,))]


def test_rolls_are_kept_as_they_were_made(make_table: Make) -> None:
    dice = {
        "a": 4, "b": [3, 5], "c": "B", "d": ["C", "A", "B"], "e": "politburo", "f": [152, 151],
    }  # fmt: skip
    table = make_table(PILES, dice=dice, randomizer=("politburo", "assassin"))
    assert table.die("a") == 4
    assert table.two_dice("b", needed="7", ref="A.purges[0]") == (3, 5)
    assert table.lot_player("c") == "B"
    assert table.lot("d", ("B", "A")) == "A"
    assert table.lot_order("d") == ("C", "A", "B")
    assert table.draw_marker("e") == "politburo"
    table.effect("a", "De")
    assert table.rolls == (
        Roll("a", 4, "", "De", ""),
        Roll("b", (3, 5), "7", "", "A.purges[0]"),
        Roll("c", "B", "", "", ""),
        Roll("d", ("C", "A", "B"), "", "", ""),
        Roll("e", "politburo", "", "", ""),
    )
    assert table.randomizer == ["assassin"]


def test_a_pot_is_dealt(make_table: Make) -> None:
    class Shuffled:
        def deal(self, label: str, cards: tuple[int | str, ...]) -> tuple[int | str, ...]:
            assert label == "deal/1"
            return cards[::-1]

    table = make_table(PILES)
    table.dice = Shuffled()  # type: ignore[assignment]
    assert table.deal("deal/1", (151, 152, "politburo")) == ("politburo", 152, 151)
    assert table.rolls == (Roll("deal/1", ("politburo", 152, 151), "", "", ""),)


def test_the_check_has_no_dice() -> None:
    dice = NoDice()
    for ask in (
        lambda: dice.die("a"),
        lambda: dice.two_dice("a"),
        lambda: dice.player("a", ("A",)),
        lambda: dice.order("a", ("A",)),
        lambda: dice.marker("a", ("politburo",)),
        lambda: dice.deal("a", (151,)),
    ):
        with pytest.raises(AssertionError, match=r"a check .* \(a\)"):
            ask()


def test_stacks_are_laid_lifted_and_changed(make_table: Make) -> None:
    table = make_table(PILES)
    table.touched, table.changed = {}, False
    new = table.put_stack("OREL", None, (112,))
    assert (table.stacks[new], table.where[112], table.at["OREL"]) == (
        Stack("OREL", None, (112,)),
        new,
        [new],
    )
    assert (list(table.touched), table.changed) == ([new], True)
    other = table.put_stack("OREL", "A", (155,))
    assert other == new + 1
    table.touched, table.changed = {}, False
    table.set_stack(other, (155, 113), "C")
    assert table.stacks[other] == Stack("OREL", "C", (155, 113))
    assert (table.where[113], list(table.touched), table.changed) == (other, [other], True)
    table.touched, table.changed = {}, False
    table.set_stack(other, (155,), "C")
    assert 113 not in table.where
    table.changed = False
    assert table.lift_stack(other) == Stack("OREL", "C", (155,))
    assert (155 in table.where, table.at["OREL"], list(table.touched), table.changed) == (
        False,
        [new],
        [],
        True,
    )
    table.set_stack(new, (), None)
    assert new not in table.stacks


def test_the_chart_is_written_and_read(make_table: Make) -> None:
    table = make_table(PILES, chart={"A": Faces(up=(201,)), "unassigned": Faces(down=(413,))})
    table.changed = False
    table.to_chart(202, "A")
    table.to_chart(1, "B", "down")
    assert table.changed
    table.changed = False
    table.from_chart(201)
    assert table.changed
    chart = table.freeze(6, "second").chart
    assert (chart["A"], chart["B"]) == (Faces(up=(202,)), Faces(down=(1,)))
    assert chart["unassigned"] == Faces(down=(413,))


def test_questions(make_table: Make) -> None:
    table = make_table([*PILES, ("OREL", "C", (251, 212))], flags=Flags(quit=("C",)))
    assert (table.stack_of(111), table.province_of(111), table.controller(111)) == (
        Stack("TVER", "A", (151, 1, 111)), "TVER", "A",
    )  # fmt: skip
    assert (table.stack_of(112), table.province_of(112), table.controller(112)) == (None, None, None)
    assert table.stacks_at("TVER") == (0, 1)
    assert table.stacks_at("TULA") == ()
    assert [table.color_of(number) for number in (0, 1, 2)] == ["red", "blue", "white"]
    assert [table.has_leader(number) for number in (0, 1)] == [True, False]
    assert table.on_map("BR") == (414,)
    assert table.on_map("XX") == ()
    assert table.active == ("A", "B")
    assert table.sheet("A") == Sheet("A")
    assert table.colors() == {"TVER": ("red", "blue"), "OREL": ("white",)}


def test_control_markers_come_and_go(make_table: Make) -> None:
    table = make_table(PILES, holdings={})
    assert table.give_control("C", "BR") == (414,)
    assert (table.control, table.controller(414)) == ({"BR": "C"}, "C")
    table.lose_control("BR")
    assert (table.control, table.controller(414), table.randomizer) == ({}, None, ["BR-control"])


def test_what_is_frozen(make_table: Make, rules: Rules) -> None:
    victory = Victory("red", "14.1", (("A",),), {"A": 3})
    table = make_table(
        [("TVER", "A", (151, 1, 111)), ("ARCH", "B", (414,))],
        holdings={"A": Holding(1, 2, (), (152,)), "B": Holding(0, 1, ("BR", "UK"))},
        out_of_play=("FR-withdrawal", 409, 408),
        randomizer=("politburo", "JA-control"),
        flags=Flags(True, True, 2, "A", ("C",)),
        victory=victory,
    )
    state = table.freeze(3, "first")
    assert (state.turn, state.phase, state.victory) == (3, "first", victory)
    assert state.stacks == (Stack("ARCH", "B", (414,)), Stack("TVER", "A", (151, 1, 111)))
    assert state.holdings["A"] == Holding(1, 2, (), (152,))
    assert state.holdings["B"] == Holding(0, 1, ("BR", "UK"))
    assert state.out_of_play == (408, 409, "FR-withdrawal")
    assert state.randomizer == ("JA-control", "politburo")
    assert state.flags == Flags(True, True, 2, "A", ("C",))
    assert 152 in state.box  # as it was given
    assert state.players == ("A", "B", "C")


def test_colors_are_noted_only_where_something_moves(make_table: Make) -> None:
    assert make_table(PILES).start_colors == {}
    assert make_table(PILES, phase="first").start_colors == {"TVER": ("red", "blue")}
    table = make_table(PILES)
    assert (table.changed, table.touched, table.combat_notes) == (True, {}, None)


def test_hands_that_were_dealt(rules: Rules) -> None:
    class Unshuffled:
        def deal(self, label: str, cards: tuple[int | str, ...]) -> tuple[int | str, ...]:
            return cards

    state, rolls = deal(("A", "B", "C"), Unshuffled(), rules)  # type: ignore[arg-type]
    assert [(roll.label, roll.needed, roll.effect, roll.ref) for roll in rolls] == [("deal", "", "", "")]
    assert (state.turn, state.phase, set(state.chart)) == (0, "setup", {"A", "B", "C", "unassigned"})
    assert state.holdings["A"].units[:2] == (151, 154)
    assert state.holdings["B"].units[:2] == (152, 155)
    total = sum(holding.politburo for holding in state.holdings.values())
    assert total == rules.initial_politburo + 2
    assert state.randomizer == rules.auxiliary_randomizer


@pytest.mark.parametrize("randomizer", [(), ("assassin",)])
def test_hands_that_were_given(make_table: Make, rules: Rules, randomizer: tuple[str, ...]) -> None:
    state = make_table(
        [],
        holdings={"A": Holding(politburo=1, units=(151,)), "B": Holding(units=(153,))},
        randomizer=randomizer,
        phase="setup",
    ).freeze(0, "setup")
    after = after_hands(state, rules)
    assert (after.holdings["A"].politburo, after.holdings["B"].politburo) == (2, 0)
    assert after.randomizer == (randomizer or rules.auxiliary_randomizer)
