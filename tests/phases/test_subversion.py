"""8.3: the checker's view of Subversive Attacks, alone and together with normal ones."""

from collections.abc import Callable

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
