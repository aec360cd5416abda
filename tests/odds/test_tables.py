"""Chances by numbers against counts of all dice."""

from fractions import Fraction

import pytest

from pbem.core.rules import Rules
from pbem.odds.tables import (
    assassination_chance,
    at_least_once,
    attack_columns,
    attack_odds,
    event_results,
    least_attack,
    purge_chain,
    purge_results,
)
from pbem.phases.odds import COLUMNS, column
from pbem.phases.odds import result as combat_result
from pbem.phases.purge_table import result_of

DICE = range(1, 7)


@pytest.mark.parametrize(
    ("attack", "defense"), [(1, 2), (5, 5), (10, 5), (16, 5), (20, 5), (25, 5), (99, 5), (3, 0)]
)
def test_an_attack_is_what_six_dice_give(rules: Rules, attack: int, defense: int) -> None:
    found = attack_odds(attack, defense, rules)
    assert found is not None
    assert found.odds == column(attack, defense)
    results = [combat_result(found.odds, die, rules) for die in DICE]
    assert found.results == {result: Fraction(results.count(result), 6) for result in set(results)}
    lost = {"Ae": (attack, 0), "De": (0, defense), "Ex": (min(attack, defense),) * 2}
    assert found.attacker_loses == Fraction(sum(lost[result][0] for result in results), 6)
    assert found.defender_loses == Fraction(sum(lost[result][1] for result in results), 6)


def test_no_attack_below_one_to_two(rules: Rules) -> None:
    assert attack_odds(4, 10, rules) is None
    assert [one.odds for one in attack_columns(4, 10, rules)] == list(COLUMNS)


@pytest.mark.parametrize("defense", [1, 2, 5, 7, 13])
def test_the_least_attack_of_each_column(rules: Rules, defense: int) -> None:
    for odds in COLUMNS:
        least = least_attack(odds, defense)
        assert least == next((n for n in range(1, 200) if column(n, defense) == odds), least)
    shown = attack_columns(12, 5, rules)
    assert [one.attack for one in shown] == [3, 5, 12, 15, 20, 25, 30]


def test_assassinations_are_what_36_pairs_give() -> None:
    for markers in range(1, 6):
        for leadership in range(6):
            killed = sum(one + two + markers - 1 - leadership >= 7 for one in DICE for two in DICE)
            assert assassination_chance(markers, leadership) == Fraction(killed, 36)


@pytest.mark.parametrize("strength", [1, 10, 11, 20, 25, 44, 60, 61, 300])
def test_purges_are_what_36_pairs_give(rules: Rules, strength: int) -> None:
    results = [result_of(rules, strength, one + two)[1] for one in DICE for two in DICE]
    assert purge_results(strength, rules) == {r: Fraction(results.count(r), 36) for r in set(results)}


def test_a_chain_of_answers_is_the_sum_of_its_rounds(rules: Rules) -> None:
    chain = purge_chain(25, 18, 22, rules)
    purge, answer, reply = (purge_results(strength, rules) for strength in (25, 18, 22))
    weight = purge["C"]
    gained = {(1, 1): Fraction(0), (2, 1): Fraction(0), (1, 2): Fraction(0), (2, 2): Fraction(0)}
    for _ in range(40):
        for number, one in ((1, answer), (2, reply)):
            for points in (1, 2):
                gained[number, points] += weight * one.get(str(points), 0)
            weight *= one["C"]
    for (number, points), chance in gained.items():
        assert abs(chain.answers[number].gains[points] - chance) < Fraction(1, 10**12)
    assert sum(sum(one.gains.values()) for one in chain.answers) == 1
    assert chain.nothing == 0


def test_a_chain_that_is_not_answered(rules: Rules) -> None:
    assert purge_chain(25, None, None, rules).nothing == purge_results(25, rules)["C"]
    chain = purge_chain(25, 18, None, rules)
    assert chain.nothing == purge_results(25, rules)["C"] * purge_results(18, rules)["C"]
    assert chain.answers[1].rolled == purge_results(25, rules)["C"]


def test_random_events(rules: Rules) -> None:
    assert sum(event_results(rules).values()) == 1
    assert at_least_once(Fraction(1, 6), 2) == Fraction(11, 36)
