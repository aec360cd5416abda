"""8.3: the checker's view of Subversive Attacks, alone and together with normal ones."""

from collections.abc import Callable

import pytest

from pbem.core.events import Captured, Eliminated, Subverted
from pbem.core.orders import Attack, Sheet, Subversion
from pbem.core.table import Table
from pbem.phases import combat, subversion

Make = Callable[..., Table]
PILES = [("VOLO", "A", (162,)), ("VOLO", "B", (266,)), ("ARCH", "B", (414,)), ("ARCH", None, (418,))]


def graded(table: Table, player: str) -> list[tuple[str, str, str]]:
    subversion.judge(table, player)
    combat.judge(table, player)
    return [(remark.ref + remark.sub, remark.grade, remark.code) for remark in table.remarks]


def sheet(against: int, *, attack: bool = False) -> Sheet:
    attacks = (Attack("A.attacks[0]", "VOLO", (162,), 266),) if attack else ()
    return Sheet("A", subversions=(Subversion("A.subversion[0]", (162,), against, "ARCH"),), attacks=attacks)


def test_nothing_betters_the_odds_of_subversion_but_the_gold(make_table: Make) -> None:
    table = make_table(PILES, sheets={"A": sheet(414)})
    assert graded(table, "A") == [("A.subversion[0]", "error", "odds_below_least")]
    with_gold = make_table([("VOLO", "A", (162, 2)), *PILES[1:]], sheets={"A": sheet(414)})
    assert graded(with_gold, "A") == [("A.subversion[0]", "warning", "odds_below_least")]


def test_what_is_doubled_is_known_to_the_checker(make_table: Make) -> None:
    table = make_table(PILES, sheets={"A": sheet(414)})
    table.subversion_doubled = True
    assert graded(table, "A") == [("A.subversion[0]", "note", "attack_as_it_stands")]


def test_a_stack_that_is_to_subvert_is_missed_in_a_later_attack(make_table: Make) -> None:
    table = make_table(PILES, sheets={"A": sheet(418, attack=True)})
    assert graded(table, "A") == [
        ("A.subversion[0]", "note", "attack_as_it_stands"),
        ("A.attacks[0].with[0]", "warning", "stack_has_attacked"),
    ]


def test_a_green_unit_is_nothing_certain_beside_the_gold(make_table: Make) -> None:
    piles = [("KIEV", "A", (251, 2)), ("KIEV", "B", (307,)), ("KIEV", "B", (155,))]
    table = make_table(piles, {"A": [("KIEV", (307,), 155)]})
    assert graded(table, "A") == [("A.attacks[0].with[0]", "warning", "stack_not_yours")]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ((("VOLO",), (162,), 414), ("[0].against", "target_elsewhere")),
        ((("VOLO",), (162,), 266), ("[0].against", "target_not_blue")),
        ((("ARCH",), (162,), "Xanadu"), ("[0].against", "target_unknown")),
        ((("ARCH",), (163, 155), 418), ("[0].with[0]", "stack_in_same_province")),
        ((("ARCH",), (161, 155), 418), ("[0].with[0]", "stack_not_adjacent")),
        ((("ARCH",), (251, 155), 418), ("[0].with[0]", "stack_not_red")),
    ],
)
def test_faults_of_a_subversive_attack(make_table: Make, order: tuple, expected: tuple[str, str]) -> None:
    (at,), units, against = order
    piles = [
        ("VOLO", "A", (155,)),
        ("VOLO", "A", (251,)),
        ("VOLO", "B", (266,)),
        ("TULA", "A", (161,)),
        ("ARCH", "A", (163,)),
        ("ARCH", "B", (414,)),
        ("ARCH", None, (418,)),
    ]
    one = Sheet("A", subversions=(Subversion("A.subversion[0]", units, against, at),))
    table = make_table(piles, sheets={"A": one})
    subversion.judge(table, "A")
    place, code = expected
    found = [(mark.ref + mark.sub, mark.grade, mark.code) for mark in table.remarks if mark.grade != "note"]
    assert found[0] == (f"A.subversion{place}", "error", code)
    if code in ("target_elsewhere", "stack_in_same_province"):
        mark = next(mark for mark in table.remarks if mark.code == code)
        places = {"province": "ARCH", "province_attack": "VOLO"}
        assert mark.facts == {"unit": 414, **places} or mark.facts == {
            "unit": 163, "province": "ARCH", "province_target": "ARCH",
        }  # fmt: skip


@pytest.mark.parametrize(("die", "code"), [(1, "subversion_de_in_part"), (6, "subversion_nothing_in_part")])
def test_a_subversive_attack_in_part(make_table: Make, die: int, code: str) -> None:
    one = Sheet("A", subversions=(Subversion("A.subversion[0]", (155, "Suvorov"), 418, "ARCH", "1:2"),))
    piles = [("VOLO", "A", (155,)), ("ARCH", "B", (418, 1))]
    table = make_table(
        piles, sheets={"A": one}, dice={"subversion/A/1": die}, rulings={"conditions": "printed"}
    )
    subversion.subvert(table)
    outcome = table.outcomes["A.subversion[0]"]
    assert (outcome.ended, outcome.code) == ("part", code)
    assert outcome.cases[:5] == ("8.33", "8.3", "8.5", "17/8.0", "R28")
    assert outcome.cases[-2:] == ("R9", "R30")
    assert outcome.facts == {"text_odds": "2:1", "number": die, "unit": ("Suvorov",)}
    assert [(mark.sub, mark.code) for mark in table.remarks] == [
        (".min_odds", "min_odds_not_allowed"), (".with[1]", "stack_unknown"),
    ]  # fmt: skip
    told = [event for event in table.events if isinstance(event, Subverted | Eliminated | Captured)]
    assert told[0] == Subverted(
        "8.3", "A.subversion[0]", "A", "ARCH", (155,), (418, 1), "B", 2, 1, "2:1", "subversion/A/1",
        "De" if die == 1 else "Ae", False,
    )  # fmt: skip
    assert told[1:] == (
        [
            Eliminated("8.33", "A.subversion[0]", 418, "ARCH", "B", "A"),
            Captured("R34", "A.subversion[0]", 1, None, None, "ARCH"),
        ]
        if die == 1
        else []
    )


def test_the_strongest_is_judged_first(make_table: Make) -> None:
    piles = [("VOLO", "A", (155,)), ("OLON", "A", (162,)), ("ARCH", "B", (418,)), ("ARCH", "C", (414,))]
    orders = (
        Subversion("A.subversion[0]", (155,), 418, "ARCH"),
        Subversion("A.subversion[1]", (155, 162), 418, "ARCH"),
        Subversion("A.subversion[2]", (162,), "Xanadu", "ARCH"),
    )
    table = make_table(piles, sheets={"A": Sheet("A", subversions=orders)})
    assert graded(table, "A") == [
        ("A.subversion[2].against", "error", "target_unknown"),
        ("A.subversion[1]", "note", "attack_as_it_stands"),
        ("A.subversion[0].against", "warning", "target_attacked_before"),
        ("A.subversion[0].with[0]", "warning", "stack_has_attacked"),
    ]
