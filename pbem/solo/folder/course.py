"""The course of a game: Phases that run by themselves are played one after another until one waits for a sheet.

Pure but for the dice it is given; the folder records what comes of it, and a replay goes the same way.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from pbem.core.dice import DiceWithChoices
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.terms import PhaseName
from pbem.solo.phases.setup import before_setup
from pbem.solo.sequence import SoloResult, begin_determination, has_moves, play
from pbem.solo.state import WAITING, SoloState

DiceOf = Callable[[int, PhaseName, str | None], DiceWithChoices]
"""The dice of a Phase: its Game-Turn, its name, and the salt of its sheet, None where it has none."""


class Played(NamedTuple):
    """A Phase as it was played; of Red Leader Determination what comes before the sheet is a part of its own."""

    before: SoloState
    result: SoloResult
    sheet: Sheet | None

    @property
    def turn(self) -> int:
        """Its Game-Turn; 0 for the set-up."""
        return self.before.turn

    @property
    def phase(self) -> PhaseName:
        """Its name."""
        return self.before.phase


def begin(rules: Rules, dice_of: DiceOf) -> list[Played]:
    """27.0: the set-up, and all Phases until the first that waits."""
    state = before_setup(rules)
    played = [_play(state, None, rules, dice_of)]
    return played + run(played[-1].result.state, rules, dice_of)


def go_on(state: SoloState, sheet: Sheet | None, rules: Rules, dice_of: DiceOf) -> list[Played]:
    """The Phase that waits, with the player's sheet, and all Phases until the next that waits.

    A sheet for Red Leader Determination that has moves is Red's movement too (S29).
    """
    moves = state.phase == "red-leaders" and sheet is not None and has_moves(sheet)
    first = replace(sheet, moves=()) if moves and sheet is not None else sheet
    played = [_play(state, first, rules, dice_of)]
    state = played[-1].result.state
    if moves and sheet is not None and state.victory is None:
        played.append(_play(state, replace(sheet, leaders=()), rules, dice_of))
        state = played[-1].result.state
    return played + run(state, rules, dice_of)


def run(state: SoloState, rules: Rules, dice_of: DiceOf) -> list[Played]:
    """All Phases that run by themselves, until one waits or the game is over; the die `leaders` is rolled before it."""
    played: list[Played] = []
    while state.victory is None:
        if state.phase == "red-leaders" and state.turn not in state.no_determination:
            result = begin_determination(state, dice_of(state.turn, state.phase, None), rules)
            played.append(Played(state, result, None))
            break
        if state.phase in WAITING and state.phase != "red-leaders":
            break
        played.append(_play(state, None, rules, dice_of))
        state = played[-1].result.state
    return played


def _play(state: SoloState, sheet: Sheet | None, rules: Rules, dice_of: DiceOf) -> Played:
    salt = sheet.salt if sheet is not None and state.phase != "red-leaders" else None
    return Played(state, play(state, sheet, dice_of(state.turn, state.phase, salt), rules), sheet)


def state_after(played: list[Played]) -> SoloState:
    """The position that has come of it."""
    return played[-1].result.state
