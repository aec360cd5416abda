"""The sequence of play as a table of steps (17/4.2): the only file that knows their order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pbem.core import invariants
from pbem.core.dice import Dice, Roll
from pbem.core.events import Event
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.table import Table
from pbem.core.terms import PhaseName, Player
from pbem.core.verdicts import Outcome, Remark
from pbem.phases import (
    assassinations,
    combat,
    czar,
    gold,
    movement,
    purges,
    quitting,
    random_events,
    randomizer,
    replacements,
    setup,
    standing,
    subversion,
    trades,
    victory,
)

Step = Callable[[Table], None]

SETUP: tuple[Step, ...] = (
    standing.begin,
    trades.exchange,  # 15.33
    setup.deploy,  # 15.4, 15.5
)

FIRST: tuple[Step, ...] = (
    quitting.leave,  # 14.2, R38
    standing.begin,  # R40: standing orders; orders that could not be read
    trades.exchange,  # 17/4.2
    gold.steal,  # 17/13.26
    movement.move,  # 5.0, 17/5.0
    assassinations.attempt,  # 10.0, 17/10.0
    czar.execute,  # 13.5, 17/13.5
    purges.purge,  # 11.0, 17/11.0
    random_events.roll_first,  # 12.0, 17/12.0
)

SECOND: tuple[Step, ...] = (
    quitting.leave,
    standing.begin,
    trades.exchange,
    gold.steal,
    subversion.subvert,  # 8.3, 17/8.0
    combat.attack,  # 8.0, 17/8.0
    czar.execute,
    purges.purge,
    randomizer.draw,  # 17/4.2
    replacements.replace,  # 9.0
    random_events.roll_second,  # 12.0
    victory.judge,  # 14.1
)

SEQUENCE: Mapping[PhaseName, tuple[Step, ...]] = {"setup": SETUP, "first": FIRST, "second": SECOND}


@dataclass(frozen=True, slots=True)
class Result:
    """What a Phase came to: the new position, what happened in order, every order's outcome, every roll."""

    state: State
    events: tuple[Event, ...]
    outcomes: Mapping[str, Outcome]
    remarks: tuple[Remark, ...]
    rolls: tuple[Roll, ...]


def play(
    state: State,
    sheets_in: Mapping[Player, Sheet],
    dice: Dice,
    rules: Rules,
    *,
    passed_over: tuple[Step, ...] = (),
) -> Result:
    """Carry out one Phase: each step sees what the steps before it left.

    `passed_over` names steps that are not played (case files without dice for them). Raises
    invariants.BrokenInvariant when a step leaves an impossible position.
    """
    table = Table(state, sheets_in, dice, rules)
    markers = invariants.marker_count(table, "the start")
    for step in SEQUENCE[state.phase]:
        if step in passed_over:
            continue
        step(table)
        name = f"{step.__module__.rpartition('.')[2]}.{step.__name__}"
        invariants.check_step(table, name)
        if invariants.marker_count(table, name) != markers:
            raise invariants.BrokenInvariant(name, "a Politburo or Assassin Marker was lost or made")
    invariants.check(table, "the Phase")
    turn, phase = following(state.turn, state.phase)
    return Result(
        table.freeze(turn, phase), tuple(table.events), table.outcomes, tuple(table.remarks), table.rolls
    )


def following(turn: int, phase: PhaseName) -> tuple[int, PhaseName]:
    """The Phase after the given one, with its Game-Turn."""
    if phase == "first":
        return turn, "second"
    return turn + 1, "first"
