"""What the other side loses and how it stacks, beside a search through all possibilities (S14, S22)."""

import random
from itertools import combinations

import pytest

from pbem.core.rules import Rules
from pbem.core.state import groups
from pbem.core.terms import IMPERIAL
from pbem.phases.losses import by_class, fewest_points
from pbem.solo.phases.white_stacks import Led, Loose, arrange
from tests.seeds import for_seeds

COMBAT = (201, 202, 203, 204, 209, 210, 212, 213, 301, 307, 308, 311, 408, 409, 414, 416)
LEADERS = (251, 252, 253, 254, 255, 259, 260, 264, 266)
CLASSES = ("blue", "green", "white")


def fewest(units: tuple[int, ...], points: int, rules: Rules) -> tuple[int, ...]:
    """The choice worth enough with the fewest points, then the fewest Leaders, then the lowest numbers."""
    choices = [
        chosen
        for number in range(len(units) + 1)
        for chosen in combinations(sorted(units), number)
        if rules.total(chosen) >= points
    ]
    return min(
        choices,
        key=lambda chosen: (rules.total(chosen), sum(unit in rules.leaders for unit in chosen), chosen),
    )


@for_seeds(range(200), at_once=50)
def test_the_fewest_points(seed: int, rules: Rules) -> None:
    chance = random.Random(seed)
    units = tuple(chance.sample(chance.choice((COMBAT, LEADERS)), chance.randint(1, 8)))
    points = chance.randint(1, rules.total(units))
    assert fewest_points(units, points, rules) == fewest(units, points, rules)


@for_seeds(range(100), at_once=50)
def test_class_by_class(seed: int, rules: Rules) -> None:
    chance = random.Random(seed)
    units = tuple(chance.sample(COMBAT + LEADERS, chance.randint(1, 10)))
    points = left = chance.randint(1, rules.total(units))
    combat = [unit for unit in units if unit not in rules.leaders]
    classes = [[unit for unit in combat if rules.color[unit] == color] for color in CLASSES]
    wanted: set[int] = set()
    for members in (*classes, [unit for unit in units if unit in rules.leaders]):
        chosen = tuple(members)
        if rules.total(chosen) > left:
            chosen = fewest(chosen, max(left, 0), rules)
        wanted |= set(chosen)
        left -= rules.total(chosen)
        if left <= 0:
            break
    assert set(by_class(units, points, rules)) == wanted


WHITE = (201, 202, 203, 204, 205, 206, 208, 209, 210, 212)


def hand(seed: int) -> tuple[list[Led], list[Loose]]:
    """Some Leaders and combat units, now and then with an Imperial unit."""
    chance = random.Random(seed)
    leaders = [Led(unit) for unit in chance.sample(LEADERS, chance.randint(1, 6))]
    units = [Loose(unit) for unit in chance.sample(WHITE, chance.randint(1, 7))]
    if chance.random() < 0.3:
        leaders[0] = leaders[0]._replace(imperial=(chance.choice(IMPERIAL),))
    elif chance.random() < 0.3:
        units[0] = units[0]._replace(imperial=(2,))
    return leaders, units


def can_be_commanded(leaders: tuple[Led, ...], units: tuple[Loose, ...], rules: Rules) -> bool:
    """Whether these Leaders can have all these units under them: each Imperial unit widens one command by two."""
    brought = sum(len(loose.imperial) for loose in units) + sum(len(led.imperial) for led in leaders)
    return len(units) <= sum(rules.value[led.unit] for led in leaders) + 2 * brought


@for_seeds(range(150), at_once=50)
def test_the_strongest_stack(seed: int, rules: Rules) -> None:
    leaders, units = hand(seed)
    first = arrange(leaders, units, rules, strongest=True)[0]
    best = max(
        rules.total(tuple(one.unit for one in (*chosen, *taken)))
        for number in range(1, 6)
        for chosen in combinations(leaders, number)
        for more in range(6 - number)
        for taken in combinations(units, more)
        if can_be_commanded(chosen, taken, rules)
    )
    assert rules.total(first) == best


@pytest.mark.parametrize("strongest", [False, True])
@for_seeds(range(100), at_once=50)
def test_everybody_is_stacked_once(seed: int, strongest: bool, rules: Rules) -> None:
    leaders, units = hand(seed)
    piles = arrange(leaders, units, rules, strongest=strongest)
    stacked = [unit for pile in piles for unit in pile]
    given = [one for thing in (*leaders, *units) for one in (thing.unit, *thing.imperial)]
    assert sorted(stacked) == sorted(given)
    for pile in piles:
        parts = groups(pile, rules)
        assert sum(unit not in IMPERIAL for unit in pile) <= 5
        assert [part.leader for part in parts] == sorted((part.leader for part in parts), reverse=True) or (
            parts[0].leader is None
        )
