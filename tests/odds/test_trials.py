"""Trials of whole Phases."""

import pytest

from pbem.chance.quick import QuickDice
from pbem.core.events import Eliminated
from pbem.core.rules import Rules
from pbem.odds.attacks import combat_odds
from pbem.odds.trials import LEAST_PORTION, OFF_MAP, SEEDS, Phase, Place, portions_for, try_phase, try_portion
from pbem.phases.sequence import play
from pbem.phases.victory import points_of
from tests.odds.brute import position
from tests.odds.test_attacks import LINKED, attacks


@pytest.fixture
def phase(rules: Rules) -> Phase:
    sheets = attacks(A=[((153,), 251), ((155,), 252)], B=[((252,), 155)])
    return Phase(position(rules, LINKED), sheets, rules)


def test_what_is_counted_of_one_trial(phase: Phase) -> None:
    spread = try_portion(phase, range(7, 8), 3)
    result = play(phase.state, phase.sheets, QuickDice(3 * SEEDS + 7), phase.rules)
    assert spread.trials == 1
    assert {ref: list(counted) for ref, counted in spread.orders.items()} == {
        ref: [(one.ended, one.code)] for ref, one in result.outcomes.items()
    }
    ends = {unit: Place(stack.at, stack.player) for stack in result.state.stacks for unit in stack.units}
    for unit in (153, 111, 155, 112, 251, 212, 209, 252, 210):
        assert spread.ends[unit] == {ends.get(unit, OFF_MAP): 1}
    assert 157 not in spread.ends
    owner = {unit: stack.player for stack in phase.state.stacks for unit in stack.units}
    for player in "AB":
        points = points_of(player, result.state, phase.rules)
        assert spread.points[player] == {(points.red, points.white): 1}
        dead = [
            one.unit for one in result.events if isinstance(one, Eliminated) and owner[one.unit] == player
        ]
        assert spread.lost[player] == {sum(phase.rules.value[unit] for unit in dead): 1}


def test_portions_add_up(phase: Phase) -> None:
    whole = try_phase(phase, 60, seed=5)
    parts = try_portion(phase, range(25), 5)
    parts.add(try_portion(phase, range(25, 60), 5))
    assert parts == whole
    assert try_phase(phase, 60, seed=6) != whole


def test_processes_change_nothing_and_progress_is_told(phase: Phase) -> None:
    told: list[int] = []
    assert try_phase(phase, 90, seed=5, jobs=2, progress=told.append) == try_phase(phase, 90, seed=5)
    assert sum(told) == 90


@pytest.mark.parametrize("trials", [1, 24, 400, 10_001])
@pytest.mark.parametrize("jobs", [2, 5])
def test_portions_for_several_processes_are_all_trials_and_become_small(trials: int, jobs: int) -> None:
    portions = list(portions_for(trials, jobs))
    assert [number for portion in portions for number in portion] == list(range(trials))
    assert len(portions[-1]) <= 2 * LEAST_PORTION
    assert [len(portion) for portion in portions] == sorted(map(len, portions), reverse=True)


def test_trials_agree_with_exact_chances(phase: Phase) -> None:
    spread = try_phase(phase, 1500)
    exact = combat_odds(phase.state, phase.sheets, phase.rules).provinces[0]
    for attack in exact.attacks:
        void = sum(n for (ended, _), n in spread.orders[attack.order.ref].items() if ended == "void")
        assert abs(void / 1500 - (1 - attack.made)) < 0.05
