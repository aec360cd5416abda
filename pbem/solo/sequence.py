"""19.1, 19.2, 27.31, S2: the twelve Phases of a Game-Turn as a table of steps: the only file that knows their order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pbem.core import invariants
from pbem.core.dice import DiceWithChoices
from pbem.core.orders import Faulty, Sheet
from pbem.core.rules import Rules
from pbem.core.terms import NONRED, RED, PhaseName
from pbem.phases.combat import attack_as_written
from pbem.phases.movement import move
from pbem.phases.sequence import Result
from pbem.phases.standing import LEFT_OPEN, begin
from pbem.phases.subversion import subvert_as_written
from pbem.solo.phases import (
    chance,
    combat,
    czar,
    founders,
    leaders,
    movement,
    replacements,
    setup,
    stacking,
    victory,
)
from pbem.solo.state import SoloState, following
from pbem.solo.table import SoloTable

Step = Callable[[SoloTable], None]

SEQUENCE: Mapping[PhaseName, tuple[Step, ...]] = {
    "setup": (setup.deploy, setup.draw_paths),  # 27.0
    "nonred-events": (chance.roll_nonred,),  # 20.0
    "nonred-movement": (movement.move,),  # 21.0
    "nonred-stacking": (stacking.stack,),  # 22.0; no other step restacks (22.3, S18)
    "nonred-combat": (combat.attack, czar.shoot, founders.note_deaths),  # 23.0, 26.0, 24.14
    "nonred-randomizer": (chance.draw_nonred,),  # 20.12
    "red-events": (chance.roll_red,),
    "red-leaders": (begin, leaders.determine, leaders.deploy),  # 24.0
    "red-movement": (begin, move),  # 5.0, 21.0
    "red-combat": (
        begin,
        subvert_as_written,  # 8.3
        attack_as_written,  # 8.0, 23.18
        czar.shoot,
        founders.note_deaths,
    ),
    "red-randomizer": (chance.draw_red,),
    "replacement": (replacements.replace,),  # 25.0
    "end": (victory.judge,),  # 28.0
}


@dataclass(frozen=True, slots=True)
class SoloResult(Result):
    """What a Phase of the solitaire game came to."""

    state: SoloState


def play(state: SoloState, sheet: Sheet | None, dice: DiceWithChoices, rules: Rules) -> SoloResult:
    """Carry out one Phase; `sheet` is the player's, where the Phase waits for one, None for an empty one (S40).

    Raises invariants.BrokenInvariant when a step leaves an impossible position.
    """
    table = SoloTable(state, {RED: sheet} if sheet is not None else {}, dice, rules)
    _carry_out(table, SEQUENCE[state.phase])
    if state.phase not in ("setup", "end"):
        victory.judge_at_once(table)
    return _result(table, *following(state.turn, state.phase))


def has_moves(sheet: Sheet) -> bool:
    """Whether a sheet holds moves; lines of a blank sheet that were left open are none."""
    return any(not (isinstance(order, Faulty) and order.code == LEFT_OPEN) for order in sheet.moves)


def play_sheet(state: SoloState, sheet: Sheet | None, dice: DiceWithChoices, rules: Rules) -> SoloResult:
    """Carry out the Phase, and where a sheet for Red Leader Determination has moves too, Red's movement at once."""
    if state.phase != "red-leaders" or sheet is None or not has_moves(sheet):
        return play(state, sheet, dice, rules)
    first = play(state, replace(sheet, moves=()), dice, rules)
    if first.state.victory is not None:
        return first
    second = play(first.state, replace(sheet, leaders=()), dice, rules)
    return SoloResult(
        second.state,
        first.events + second.events,
        {**first.outcomes, **second.outcomes},
        first.remarks + second.remarks,
        first.rolls + second.rolls,
    )


def begin_determination(state: SoloState, dice: DiceWithChoices, rules: Rules) -> SoloResult:
    """24.0: the part of the Leader Determination that comes before the sheet; the Phase stays the same."""
    table = SoloTable(state, {}, dice, rules)
    _carry_out(table, (leaders.determine,))
    return _result(table, state.turn, state.phase)


def _carry_out(table: SoloTable, steps: tuple[Step, ...]) -> None:
    for step in steps:
        step(table)
        name = f"{step.__module__.rpartition('.')[2]}.{step.__name__}"
        invariants.check(table, name)
        fault = _fault(table)
        if fault:
            raise invariants.BrokenInvariant(name, fault)


def _fault(table: SoloTable) -> str:
    """S1: control is a matter of fact; says what is not as it must be, or empty."""
    color = table.rules.color
    for stack in table.stacks.values():
        top = stack.units[0]
        if top in table.rules.leaders and stack.player != (RED if color[top] == "red" else NONRED):
            return f"{stack.at} {stack.units}: a led stack that is not its own side's (S1)"
    return ""


def _result(table: SoloTable, turn: int, phase: PhaseName) -> SoloResult:
    return SoloResult(
        table.freeze(turn, phase), tuple(table.events), table.outcomes, tuple(table.remarks), table.rolls
    )


def start(dice: DiceWithChoices, rules: Rules) -> SoloResult:
    """27.0: the set-up, with the lots of S7: the position at the beginning of Game-Turn 1."""
    return play(setup.before_setup(rules), None, dice, rules)
