"""R32: the choice of losses against every choice there is."""

from collections.abc import Sequence
from itertools import combinations

from hypothesis import example, given
from hypothesis import strategies as st

from pbem.core.rules import Rules
from pbem.phases.losses import cheapest, exchange, give_up
from pbem.rulebook.load import load_rules

RULES = load_rules()
UNITS = [counter.id for counter in RULES.counters.values() if counter.kind != "imperial"]
FORCES = st.lists(st.sampled_from(UNITS), min_size=1, max_size=9, unique=True)


def price(units: Sequence[int], rules: Rules) -> tuple[int, int, int, list[int]]:
    """What R32 compares: Leaders, Leadership points, points in all, numbers."""
    leaders = [unit for unit in units if unit in rules.leaders]
    return len(leaders), rules.total(tuple(leaders)), rules.total(tuple(units)), sorted(units)


def best(units: Sequence[int], points: int, rules: Rules) -> tuple[int, ...]:
    choices = [
        choice
        for size in range(len(units) + 1)
        for choice in combinations(sorted(units), size)
        if rules.total(choice) >= points
    ]
    return min(choices, key=lambda choice: price(choice, rules))


@given(FORCES, st.data())
@example([153, 154, 155], None)
def test_no_choice_is_cheaper(units: list[int], data: st.DataObject | None) -> None:
    total = RULES.total(tuple(units))
    for points in range(1, total + 1) if data is None else [data.draw(st.integers(1, total))]:
        assert cheapest(units, points, RULES) == best(units, points, RULES)


@given(FORCES, st.data())
def test_the_wish_is_followed_in_its_order_and_completed_cheaply(
    units: list[int], data: st.DataObject
) -> None:
    points = data.draw(st.integers(1, RULES.total(tuple(units))))
    wish = data.draw(st.lists(st.sampled_from([*UNITS[:5], *units, "Suvorov"]), max_size=6))
    lost = give_up(units, points, wish, RULES)
    taken: list[int] = []
    for name in wish:
        if RULES.total(tuple(taken)) < points and name in units and name not in taken:
            taken.append(int(name))
    rest = points - RULES.total(tuple(taken))
    left = [unit for unit in units if unit not in taken]
    assert set(lost) == {*taken, *(best(left, rest, RULES) if rest > 0 else ())}
    assert lost == tuple(unit for unit in units if unit in lost)


@given(FORCES, FORCES)
def test_the_smaller_side_is_lost_whole_and_the_other_loses_as_much(
    own: list[int], theirs: list[int]
) -> None:
    lost_own, lost_theirs = exchange(own, theirs, RULES, attacker_wish=(), defender_wish=())
    attack, defense = RULES.total(tuple(own)), RULES.total(tuple(theirs))
    if attack <= defense:
        assert lost_own == tuple(own)
        assert RULES.total(lost_theirs) >= attack
    if defense <= attack:
        assert lost_theirs == tuple(theirs)
        assert RULES.total(lost_own) >= defense


def test_overshoot_by_wish_is_allowed_and_stops() -> None:
    assert give_up([153, 111, 101, 102], 2, [111, 101], RULES) == (111,)


def test_a_force_of_fifty_units_is_no_burden() -> None:
    leaders = [unit for unit in UNITS if unit in RULES.leaders]
    others = [unit for unit in UNITS if unit not in RULES.leaders][:30]
    force = [*leaders[:20], *others]
    assert RULES.total(cheapest(force, RULES.total(tuple(force)) - 3, RULES)) >= RULES.total(tuple(force)) - 3
