"""What can be said of the player's sheet beside the position: the judges of the Phases that wait for one."""

from dataclasses import replace
from typing import cast

from pbem.chance.listed import ListedDice
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import RED
from pbem.core.verdicts import Remark
from pbem.phases import combat, movement, subversion
from pbem.solo.phases import leaders
from pbem.solo.state import SoloState, following
from pbem.solo.table import SoloTable


def judge(state: State, sheet: Sheet, rules: Rules) -> tuple[Remark, ...]:
    """Every remark on the sheet as things stand, each once, in the order of play; `state` is a SoloState."""
    table = SoloTable(cast(SoloState, state), {RED: sheet}, ListedDice({}), rules)
    remarks = table.remarks
    if state.phase == "red-leaders":
        remarks = _judge_leaders(table, sheet)
    elif state.phase == "red-movement":
        movement.judge(table, RED)
    elif state.phase == "red-combat":
        subversion.judge_as_written(table, RED)
        combat.judge(table, RED)
    found = {(remark.ref, remark.sub, remark.code): remark for remark in remarks}
    return tuple(found.values())


def _judge_leaders(table: SoloTable, sheet: Sheet) -> list[Remark]:
    """24.0: the Leaders as they would be brought on, and the moves of the same sheet after that.

    Before the die is rolled nothing is beyond the number allowed.
    """
    if table.leaders_to_bring is None:
        table.leaders_to_bring = table.scenario.most_leaders
    leaders.bring_on(table)
    if not sheet.moves:
        return table.remarks
    after = table.freeze(*following(table.turn, table.phase))
    moving = SoloTable(after, {RED: replace(sheet, leaders=())}, ListedDice({}), table.rules)
    movement.judge(moving, RED)
    return table.remarks + moving.remarks
