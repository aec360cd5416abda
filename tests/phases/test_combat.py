"""8.0: what case files cannot say: events, their order, what they give away, and the checker's grades."""

from collections.abc import Callable

import pytest

from pbem.core.events import Attacked, Captured, Fell, Precedence
from pbem.core.orders import Attack, Faulty, Sheet
from pbem.core.table import Table
from pbem.phases import combat
from pbem.phases.combat import planned

Make = Callable[..., Table]
THREE = [("TVER", "A", (153, 111)), ("TVER", "B", (251, 212)), ("TVER", "C", (155,))]


def graded(table: Table, player: str) -> list[tuple[str, str, str]]:
    combat.judge(table, player)
    return [(remark.ref + remark.sub, remark.grade, remark.code) for remark in table.remarks]


def test_labels_are_numbered_by_province_and_faulty_orders_count_where_their_province_is_known() -> None:
    orders = (
        Attack("A.attacks[0]", "TVER", (153,), 251),
        Attack("A.attacks[1]", "OREL", (154,), 252),
        Faulty("A.attacks[2]", "unreadable", "", at="TVER"),
        Attack("A.attacks[3]", "TVER", (155,), 251),
        Faulty("A.attacks[4]", "unreadable", ""),
        Attack("A.attacks[5]", "OREL", (155,), 252),
    )
    assert [plan.label for plan in planned("A", orders)] == [
        "combat/TVER/A/1", "combat/OREL/A/1", "combat/TVER/A/3", "combat/OREL/A/2",
    ]  # fmt: skip


def test_who_went_first_is_told_before_the_attacks_with_the_points_of_that_moment(make_table: Make) -> None:
    piles = [
        ("TVER", "A", (153, 111)),
        ("TVER", "A", (156,)),
        ("TVER", "B", (251, 212, 209)),
        ("TVER", "B", (252,)),
    ]
    table = make_table(
        piles,
        {"A": [("TVER", (156,), 252)], "B": [("TVER", (251,), 153)]},
        dice={"combat/TVER/B/1": 2, "combat/TVER/A/1": 1},
    )
    combat.attack(table)
    first, *others = table.events
    assert first == Precedence("17/8.0", "", "TVER", ("B", "A"), (13, 2))
    assert [event.ref for event in others if isinstance(event, Attacked)] == ["B.attacks[0]", "A.attacks[0]"]


def test_an_attack_that_ended_void_is_not_given_away_by_the_order_of_players(make_table: Make) -> None:
    table = make_table(
        THREE,
        {"A": [("TVER", (153,), 251)], "C": [("TVER", (155,), 153)]},
        dice={"combat/TVER/A/1": 6},
    )
    combat.attack(table)
    assert [type(event) for event in table.events if isinstance(event, Precedence | Attacked)] == [Attacked]
    assert table.outcomes["C.attacks[0]"].ended == "void"


def test_a_captured_unit_is_told_once_and_not_as_fallen(make_table: Make) -> None:
    table = make_table(
        [("TVER", "A", (153, 111)), ("TVER", "B", (251, 1, 2))],
        {"A": [("TVER", (153,), 251)]},
        dice={"combat/TVER/A/1": 1},
    )
    combat.attack(table)
    assert [event for event in table.events if isinstance(event, Captured | Fell)] == [
        Captured("13.41", "A.attacks[0]", 1, 153, "A", "TVER"),
        Captured("13.41", "A.attacks[0]", 2, 153, "A", "TVER"),
    ]
    assert table.stacks[table.where[153]].units == (153, 1, 2, 111)


@pytest.mark.parametrize(
    ("capture", "taker"),
    [
        ((155,), 155),
        ((111, 155), 155),
        ((254, "none"), None),
        (("none", 155), None),
        ((), 153),
        ((999,), 153),
    ],
)
def test_the_attackers_choice_of_captor(make_table: Make, capture: tuple, taker: int | None) -> None:
    table = make_table(
        [("TVER", "A", (155, 153, 111)), ("TVER", "B", (266, 1))],
        {"A": [("TVER", (153,), 266, {"capture": capture})]},
        dice={"combat/TVER/A/1": 1},
    )
    combat.attack(table)
    assert next(event.by for event in table.events if isinstance(event, Captured)) == taker


def test_the_attackers_choice_is_none_of_the_defenders_business(make_table: Make) -> None:
    table = make_table(
        [("TVER", "A", (162, 1)), ("TVER", "B", (266,))],
        {"A": [("TVER", (162,), 266, {"capture": ("none",)})]},
        dice={"combat/TVER/A/1": 6},
    )
    combat.attack(table)
    assert next(event.by for event in table.events if isinstance(event, Captured)) == 266


def test_odds_that_nobody_can_better_are_an_error(make_table: Make) -> None:
    piles = [("TVER", "A", (162,)), ("TVER", None, (212,))]
    table = make_table(piles, {"A": [("TVER", (162,), 212)]})
    assert graded(table, "A") == [("A.attacks[0]", "error", "odds_below_least")]


def test_odds_that_another_player_may_better_are_a_warning(make_table: Make) -> None:
    piles = [("TVER", "A", (162,)), ("TVER", None, (212,)), ("TVER", "B", (163,))]
    table = make_table(piles, {"A": [("TVER", (162,), 212)]})
    assert graded(table, "A") == [("A.attacks[0]", "warning", "odds_below_least")]


def test_odds_that_a_target_may_better_by_attacking_others_are_a_warning(make_table: Make) -> None:
    piles = [("TVER", "A", (162,)), ("TVER", "B", (251,)), ("TVER", None, (101,))]
    table = make_table(piles, {"A": [("TVER", (162,), 251)]})
    assert graded(table, "A") == [("A.attacks[0]", "warning", "odds_below_least")]


def test_odds_below_those_asked_for_stand_at_their_own_place(make_table: Make) -> None:
    piles = [("TVER", "A", (153,)), ("TVER", None, (212,))]
    table = make_table(piles, {"A": [("TVER", (153,), 212, {"min_odds": "2:1"})]})
    assert graded(table, "A") == [("A.attacks[0].min_odds", "error", "odds_below_asked")]


def test_odds_asked_for_where_that_is_not_allowed(make_table: Make) -> None:
    piles = [("TVER", "A", (153,)), ("TVER", None, (212,))]
    attacks = {"A": [("TVER", (153,), 212, {"min_odds": "6:1"})]}
    table = make_table(piles, attacks, rulings={"conditions": "printed"}, dice={"combat/TVER/A/1": 1})
    assert ("A.attacks[0].min_odds", "error", "min_odds_not_allowed") in graded(table, "A")
    played = make_table(piles, attacks, rulings={"conditions": "printed"}, dice={"combat/TVER/A/1": 1})
    combat.attack(played)
    assert played.outcomes["A.attacks[0]"].ended == "done"


def test_units_used_twice_are_a_warning_for_the_first_attack_may_come_to_nothing(make_table: Make) -> None:
    piles = [("TVER", "A", (153,)), ("TVER", "B", (266,)), ("TVER", "B", (251,))]
    table = make_table(piles, {"A": [("TVER", (153,), 266), ("TVER", (153,), 251)]})
    assert graded(table, "A") == [
        ("A.attacks[0]", "note", "attack_as_it_stands"),
        ("A.attacks[1].with[0]", "warning", "stack_has_attacked"),
    ]


def test_faults_of_target_and_attackers_are_found_together(make_table: Make) -> None:
    table = make_table(THREE, {"A": [("TVER", (251, 153, "Suvorov"), "Kutuzov")]})
    assert graded(table, "A") == [
        ("A.attacks[0].against", "error", "target_unknown"),
        ("A.attacks[0].with[0]", "error", "stack_not_yours"),
        ("A.attacks[0].with[2]", "error", "stack_unknown"),
    ]


def test_an_unknown_province(make_table: Make) -> None:
    table = make_table(THREE, {"A": [("MOSC", (153,), 251)]})
    assert graded(table, "A") == [("A.attacks[0].at", "error", "attack_nowhere")]


def test_preferences_that_name_nobody_concerned(make_table: Make) -> None:
    lists = {"losses": (111, 251, "Suvorov"), "enemy_losses": (212,), "capture": (111, 153, "none")}
    sheet = Sheet("A", losses=(111, 212, "Kutuzov"))
    table = make_table(THREE, {"A": [("TVER", (153,), 251, lists)]}, sheets={"A": sheet})
    assert [mark for mark in graded(table, "A") if mark[1] != "note"] == [
        ("A.attacks[0].losses[1]", "warning", "wish_not_concerned"),
        ("A.attacks[0].losses[2]", "error", "wish_unknown"),
        ("A.attacks[0].enemy_losses", "warning", "enemy_losses_of_controlled"),
        ("A.attacks[0].capture[0]", "warning", "capture_not_eligible"),
        ("A.losses[1]", "warning", "wish_not_concerned"),
        ("A.losses[2]", "error", "wish_unknown"),
    ]
