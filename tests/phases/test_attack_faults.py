"""8.0: every fault of an attack by its mark, with the grade the checker gives it and the cases it rests on."""

from collections.abc import Callable, Sequence

import pytest

from pbem.core.orders import Sheet
from pbem.core.table import Table
from pbem.phases import combat

Make = Callable[..., Table]
Pile = tuple[str, str | None, tuple[int, ...]]
OURS: list[Pile] = [("TVER", "A", (153, 111)), ("TVER", "A", (162,)), ("TVER", "A", (163,))]
THEIRS: list[Pile] = [("TVER", "B", (266,)), ("TVER", "B", (267,))]


def checked(table: Table, player: str = "A") -> list[tuple[str, str, str]]:
    """What the checker says beside its notes."""
    combat.judge(table, player)
    return [
        (remark.ref[len("A.attacks") :] + remark.sub, remark.grade, remark.code)
        for remark in table.remarks
        if remark.grade != "note"
    ]


@pytest.mark.parametrize(
    ("attacks", "expected"),
    [
        ([("TVER", (153,), 255)], [("[0].against", "error", "target_off_map")]),
        ([("TVER", (153, 155), 266)], [("[0].with[1]", "error", "stack_off_map")]),
        ([("TVER", (), 266)], [("[0].with", "error", "attack_by_nobody")]),
        ([("TVER", (153,), 266, {"min_odds": "7:2"})], [("[0].min_odds", "error", "min_odds_unknown")]),
        (
            [("TVER", (153,), 266), ("TVER", (162,), 266)],
            [("[1].against", "warning", "target_attacked_before")],
        ),
        (
            [("TVER", (153,), 266), ("TVER", (153, 162), 267)],
            [("[1].with[0]", "warning", "stack_has_attacked")],
        ),
        ([("TVER", (153, 153, 111, 162), 266)], []),
        ([("TVER", (153,), 162)], [("[0].against", "error", "target_not_opposed")]),
    ],
)
def test_faults(make_table: Make, attacks: Sequence[tuple], expected: list[tuple[str, str, str]]) -> None:
    assert checked(make_table([*OURS, *THEIRS], {"A": attacks})) == expected


def test_a_target_that_another_has_attacked(make_table: Make) -> None:
    table = make_table(
        [*OURS, ("TVER", "C", (251, 212)), ("TVER", "B", (154,))],
        {"A": [("TVER", (153,), 251)], "B": [("TVER", (154,), 251)]},
        dice={"combat/TVER/A/1": 6},
        rulings={"attacked": "once"},
    )
    combat.attack(table)
    assert table.outcomes["B.attacks[0]"][1:4] == ("void", "target_attacked_by_another", ("8.25", "R30"))


def test_what_is_said_of_an_attack_that_would_be_made(make_table: Make) -> None:
    table = make_table([*OURS, *THEIRS], {"A": [("TVER", (153, 162), 266)]})
    combat.judge(table, "A")
    (note,) = table.remarks
    assert note[:5] == ("A.attacks[0]", "", "note", "attack_as_it_stands", ("8.0", "R30"))
    assert note.facts == {
        "unit": (153, 111, 162), "unit_target": (266,), "number_attack": 8, "number_defense": 1, "text_odds": "6:1",
    }  # fmt: skip


def test_a_void_attack_cites_all_that_is_wrong_with_it_and_says_each(make_table: Make) -> None:
    table = make_table(
        [*OURS, *THEIRS, ("TVER", None, (112,))], {"A": [("TVER", (112, "Suvorov", 266), 267)]}
    )
    combat.attack(table)
    outcome = table.outcomes["A.attacks[0]"]
    assert (outcome.ended, outcome.code) == ("void", "stack_leaderless")
    assert outcome.cases == ("8.28", "R1", "R30", "R9", "8.21")
    assert [(one.sub, one.code) for one in table.remarks] == [
        (".with[0]", "stack_leaderless"), (".with[1]", "stack_unknown"), (".with[2]", "stack_not_yours"),
    ]  # fmt: skip


def test_an_attack_in_part_cites_the_result_and_what_was_left_out(make_table: Make) -> None:
    table = make_table(
        [*OURS, *THEIRS, ("TVER", None, (112,))],
        {"A": [("TVER", (153, 112, "Suvorov"), 267)]},
        dice={"combat/TVER/A/1": 1},
    )
    combat.attack(table)
    outcome = table.outcomes["A.attacks[0]"]
    assert (outcome.ended, outcome.code) == ("part", "attack_de_in_part")
    assert outcome.cases[:4] == ("8.42", "8.5", "8.0", "17/8.0")
    assert outcome.cases[-4:] == ("8.28", "R1", "R30", "R9")
    assert outcome.facts["unit"] == (112, "Suvorov")
    assert [(one.sub, one.code) for one in table.remarks] == [
        (".with[1]", "stack_leaderless"), (".with[2]", "stack_unknown"),
    ]  # fmt: skip


def test_odds_that_may_not_be_asked_for(make_table: Make) -> None:
    table = make_table(
        [*OURS, *THEIRS],
        {"A": [("TVER", (153,), 266, {"min_odds": "6:1"})]},
        dice={"combat/TVER/A/1": 1},
        rulings={"conditions": "printed"},
    )
    combat.attack(table)
    (said,) = table.remarks
    assert said == ("A.attacks[0]", ".min_odds", "error", "min_odds_not_allowed", ("R31",), {"text": "6:1"})
    assert table.outcomes["A.attacks[0]"].ended == "done"


# --- odds that may change ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piles", "grade"),
    [
        # A stack of nobody's weakens nothing; one that is attacked by others, or can attack them, may be weakened.
        ([("TVER", None, (414,))], "error"),
        ([("TVER", "B", (414,))], "error"),
        ([("TVER", "B", (414,)), ("TVER", None, (112,))], "warning"),
        ([("TVER", "B", (403,)), ("TVER", None, (112,))], "warning"),
        ([("TVER", "B", (304,)), ("TVER", None, (112,))], "warning"),
        ([("TVER", None, (403,)), ("TVER", "C", (414,))], "error"),
        ([("TVER", None, (403,)), ("TVER", "C", (155,))], "warning"),
        ([("TVER", None, (212,)), ("TVER", None, (101,))], "error"),
        ([("TVER", None, (304,)), ("TVER", "C", (252, 2))], "warning"),
    ],
)
def test_odds_below_the_least_are_an_error_where_nothing_can_better_them(
    make_table: Make, piles: list[Pile], grade: str
) -> None:
    ours: list[Pile] = [("TVER", "A", (162,))]
    table = make_table([*ours, *piles], {"A": [("TVER", (162,), piles[0][2][0])]})
    said = checked(table)
    assert said == [("[0]", grade, "odds_below_least")]


def test_green_units_are_uncertain_where_a_leader_holds_the_gold(make_table: Make) -> None:
    attacks = {"A": [("TVER", (153, 308), 307)]}
    piles: list[Pile] = [("TVER", "A", (153,)), ("TVER", None, (307,)), ("OREL", None, (308,))]
    assert checked(make_table(piles, attacks)) == [("[0].with[1]", "error", "stack_uncontrolled")]
    near = make_table([*piles, ("TVER", "B", (252, 2))], attacks)
    assert checked(near) == [("[0].with[1]", "warning", "stack_uncontrolled")]


# --- preferences ---------------------------------------------------------------------------------------------------


def test_preferences_of_units_that_take_no_part(make_table: Make) -> None:
    lists = {
        "losses": (162, 153, "none", "Kutuzov"),
        "enemy_losses": (266, 267, "Suvorov"),
        "capture": ("none", 162, 153, 111, "Platov"),
    }
    piles: list[Pile] = [*OURS, ("TVER", None, (266,)), ("TVER", "B", (267,))]
    table = make_table(piles, {"A": [("TVER", (153,), 266, lists)]})
    assert checked(table) == [
        ("[0].losses[0]", "warning", "wish_not_concerned"),
        ("[0].losses[3]", "error", "wish_unknown"),
        ("[0].enemy_losses[1]", "warning", "wish_not_concerned"),
        ("[0].enemy_losses[2]", "error", "wish_unknown"),
        ("[0].capture[1]", "warning", "wish_not_concerned"),
        ("[0].capture[4]", "error", "wish_unknown"),
        ("[0].capture[3]", "warning", "capture_not_eligible"),
    ]
    capture = table.remarks[-1]
    assert (capture.cases, capture.facts) == (("13.41", "R34"), {"unit": 111})


@pytest.mark.parametrize("unit", [414, 307])
def test_a_blue_or_green_unit_may_capture(make_table: Make, unit: int) -> None:
    piles: list[Pile] = [("TVER", "A", (unit,)), ("TVER", "B", (162, 1))]
    table = make_table(piles, {"A": [("TVER", (unit,), 162, {"capture": (unit,)})]})
    assert checked(table) == []


def test_enemy_losses_of_a_stack_that_somebody_controls(make_table: Make) -> None:
    table = make_table([*OURS, *THEIRS], {"A": [("TVER", (153,), 266, {"enemy_losses": (266,)})]})
    assert checked(table) == [("[0].enemy_losses", "warning", "enemy_losses_of_controlled")]
    assert table.remarks[-1].facts == {"player": "B"}


def test_the_preference_of_the_sheet_names_ones_own_units(make_table: Make) -> None:
    table = make_table([*OURS, *THEIRS], sheets={"A": Sheet("A", losses=(162, 266, "Kutuzov"))})
    combat.judge(table, "A")
    assert [(one.ref, one.sub, one.code) for one in table.remarks] == [
        ("A.losses", "[1]", "wish_not_concerned"), ("A.losses", "[2]", "wish_unknown"),
    ]  # fmt: skip
