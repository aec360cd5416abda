"""Whole games of bots: every position is one that can be, whatever Red orders and whichever readings are chosen."""

import random

import pytest

from pbem.chance.listed import ListedDice
from pbem.core import invariants
from pbem.core.rules import Rules
from pbem.rulebook import load_rules
from pbem.rulebook.choices import SOLITAIRE_OPTIONS
from pbem.solo.bots.game import BOTS, play_game
from pbem.solo.phases.paths import bearers
from pbem.solo.sequence import SoloResult
from pbem.solo.state import SoloState
from pbem.solo.table import SoloTable


def watch(rules: Rules, result: SoloResult) -> None:
    """What must be true after every Phase."""
    state = result.state
    invariants.check_whole(SoloTable(state, {}, ListedDice({}), rules), "a Phase")
    for stack in state.stacks:
        for unit in bearers(stack.units, rules):
            assert unit in state.paths
            assert stack.at in state.paths[unit] or stack.player == "red"
    held = sum(len(holding.control) for holding in state.holdings.values())
    gone = sum(isinstance(thing, str) for thing in state.out_of_play)
    assert held + gone + len(state.randomizer) == 17


def play(seed: int) -> None:
    """One game, of every bot in turn; every second one with readings chosen at random."""
    chance = random.Random(seed)
    chosen = {key: chance.choice(known) for key, known in SOLITAIRE_OPTIONS.items()} if seed % 2 else {}
    rules = load_rules("rcw-solitaire", rulings=chosen)

    def see(state: SoloState, result: SoloResult) -> None:
        watch(rules, result)

    play_game(BOTS[list(BOTS)[seed // 2 % len(BOTS)]], rules, seed=seed, watch=see)


@pytest.mark.parametrize("first", range(0, 64, 8))
def test_positions_that_can_be(first: int) -> None:
    for seed in range(first, first + 8):
        play(seed)


def test_the_same_dice_give_the_same_game(rules: Rules) -> None:
    assert play_game(BOTS["roadblock"], rules, seed=3) == play_game(BOTS["roadblock"], rules, seed=3)


if __name__ == "__main__":  # python -m tests.solo.test_games 10000
    import sys

    for number in range(int(sys.argv[1])):
        play(number)
    print(f"{sys.argv[1]} games kept the invariants")
