"""28.0, S36–S39: who has won, and at what level."""

from typing import NamedTuple

from pbem.core.events import GameEnded
from pbem.core.solitaire_events import TurnEnded
from pbem.core.state import Victory
from pbem.core.terms import IMPERIAL, NONRED, RED, Province, Unit
from pbem.solo.table import SoloTable

DRAW = "draw"
DECISIVE = "decisive"


def judge(table: SoloTable) -> None:
    """28.1: at the end of a Game-Turn, for the other side first; then the draw after the last one."""
    table.victory = None
    left = left_to_clear(table)
    if in_the_centers(table):
        _end(table, NONRED, "28.13", DECISIVE)
    elif not left.number and _level(table):
        _end(table, RED, "28.12", _level(table))
    elif table.turn >= table.scenario.last_turn:
        _end(table, "", "28.15", DRAW)
    else:
        table.tell(TurnEnded("28.1", "", table.turn, left.number, left.provinces))


def judge_at_once(table: SoloTable) -> None:
    """S36 `red_victory: instant`: Red's victory after every Phase."""
    if table.readings.red_victory == "instant" and not left_to_clear(table).number and _level(table):
        _end(table, RED, "28.12", _level(table))


def _end(table: SoloTable, side: str, case: str, level: str) -> None:
    """28.14: the game is over."""
    table.victory = Victory(side, case, (), {}, level)
    table.tell(GameEnded(case, "", table.victory))


def in_the_centers(table: SoloTable) -> list[tuple[Province, tuple[Unit, ...]]]:
    """28.13, S38: the stacks of White, Blue or Green units of any kind in Petrograd and Tver."""
    return [
        (province, tuple(table.stacks[stack_id].units))
        for province in table.scenario.targets
        for stack_id in table.stacks_at(province)
        if table.color_of(stack_id) in ("white", "blue", "green")
    ]


class Left(NamedTuple):
    """28.11: the White, Blue and Green units in the regions that Red must clear."""

    number: int
    provinces: tuple[Province, ...]


def left_to_clear(table: SoloTable) -> Left:
    """S37: Green units under a Red Leader are Red, and Imperial units are nobody's."""
    facts = table.rules.board.provinces
    number = 0
    provinces: list[Province] = []
    for at in sorted(table.at):
        if facts[at].region not in table.scenario.regions:
            continue
        here = sum(
            sum(1 for unit in table.stacks[stack_id].units if unit not in IMPERIAL)
            for stack_id in table.at[at]
            if table.color_of(stack_id) in ("white", "blue", "green")
        )
        number += here
        provinces += [at] if here else []
    return Left(number, tuple(provinces))


def _level(table: SoloTable) -> str:
    """28.12, S37: the level of a Red victory in this Game-Turn; empty where there is none."""
    levels = table.scenario.levels
    if table.turn < min(levels):
        return "" if table.readings.early_victory == "none" else DECISIVE
    return levels.get(table.turn, "")
