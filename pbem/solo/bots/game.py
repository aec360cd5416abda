"""Whole games of the solitaire game, played by a bot with throw-away dice."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pbem.chance.quick import QuickDice
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.terms import RED
from pbem.solo.bots.blind import blind
from pbem.solo.bots.hunter import hunter
from pbem.solo.bots.roadblock import roadblock
from pbem.solo.sequence import SoloResult, begin_determination, play, play_sheet, start
from pbem.solo.sight import Sight
from pbem.solo.state import WAITING, SoloState

Bot = Callable[[SoloState, Rules], Sheet]


def idle(state: SoloState, rules: Rules) -> Sheet:
    """Orders nothing."""
    return Sheet(RED)


BOTS: Mapping[str, Bot] = {"idle": idle, "blind": blind, "hunter": hunter, "roadblock": roadblock}
"""The players of Red, by name."""


class Ended(NamedTuple):
    """How a game ended, and in which Game-Turn."""

    side: str
    level: str
    turn: int
    intruders: tuple[str, ...] = ()
    """Who of the other side stood in Petrograd or Tver at the end: `white`, or a nationality; sorted."""


def play_game(
    bot: Bot, rules: Rules, *, seed: int, watch: Callable[[SoloState, SoloResult], None] | None = None
) -> Ended:
    """One game to its end; `watch` sees every Phase, with the position before it."""
    dice = QuickDice(seed)
    state = start(dice, rules).state
    while state.victory is None:
        turn, sheet = state.turn, None
        if state.phase == "red-leaders":
            state = begin_determination(state, dice, rules).state
        if state.phase in WAITING:
            sheet = bot(state, rules)
        result = (
            play_sheet(state, sheet, dice, rules) if sheet is not None else play(state, None, dice, rules)
        )
        if watch is not None:
            watch(state, result)
        state = result.state
    return Ended(state.victory.side, state.victory.level, turn, _intruders(state, rules))


def _intruders(state: SoloState, rules: Rules) -> tuple[str, ...]:
    """28.13: who stands in Petrograd or Tver."""
    sight = Sight(state, rules)
    found: set[str] = set()
    for stack in (stack for center in sight.centers for stack in sight.enemies.get(center, ())):
        top = next(unit for unit in stack.units if rules.color[unit])
        found.add(rules.nationality[top] or rules.color[top])
    return tuple(sorted(found))
