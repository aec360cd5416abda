"""21.0, S9–S12: the other side's movement: every controlled force goes along its path by as many provinces as the die
shows."""

from typing import NamedTuple

from pbem.core.solitaire_events import Marched, Stayed
from pbem.core.state import Stack, stack_color
from pbem.core.table import StackId
from pbem.core.terms import CZAR, NONRED, Case, Province
from pbem.solo.phases.paths import (
    bearers,
    descending,
    distances,
    give_path,
    governing,
    remaining,
    settle,
)
from pbem.solo.state import Path
from pbem.solo.table import SoloTable

COLORS = ("white", "green", "blue")
"""21.11b: the order in which the colors move."""


class Stop(NamedTuple):
    """Why a force goes no further."""

    why: str
    case: Case
    color: str = ""


_DIE = Stop("die", "21.12")
_CENTER = Stop("center", "21.23")
_REGION = Stop("region", "21.25")
_PATH_END = Stop("path_end", "S11")
_OFF_PATH = Stop("off_path", "S12")


def move(table: SoloTable) -> None:
    """21.11: move all forces the other side controls, one at a time, White ones first, then Green, then Blue."""
    for stack_id in _in_order(table):
        _move_force(table, stack_id)


def _in_order(table: SoloTable) -> list[StackId]:
    """S9: the forces in the order in which they move."""
    rules = table.rules
    found: list[tuple[int, int, StackId]] = []
    for stack_id, stack in table.stacks.items():
        if stack.player == NONRED:
            rank = COLORS.index(stack_color(stack.units, rules))
            found.append((rank, governing(stack.units, rules), stack_id))
    return [stack_id for _, _, stack_id in sorted(found)]


def _move_force(table: SoloTable, stack_id: StackId) -> None:
    """21.12: one force: its path ahead, the die, and the way."""
    stack = table.stacks[stack_id]
    first = governing(stack.units, table.rules)
    path = table.paths.get(first) or give_path(table, stack_id)
    stop = _before_setting_out(table, stack, path)
    if stop is _REGION and table.readings.region_limit == "nearest":
        path = _nearest_path(table, stack, path)
        stop = _before_setting_out(table, stack, path)
    if stop is not None:
        table.tell(Stayed(stop.case, "", NONRED, stack.units, stack.at, path, stop.why))
        return
    label = f"move/{first}"
    die = table.die(label)
    route, stop = _travel(table, stack, remaining(path, stack.at), die)
    table.effect(label, "-".join(route))
    table.lift_stack(stack_id)
    table.put_stack(route[-1], NONRED, stack.units)
    table.tell(
        Marched(
            stop.case, "", NONRED, stack.units, route, path, label, stop.why, stop.color, die - len(route) + 1
        )
    )


def _before_setting_out(table: SoloTable, stack: Stack, path: Path) -> Stop | None:
    """S12: why a force cannot move at all, or None.

    A Green force that a Red Leader with the Gold took off its path has no province of it ahead (S5, 21.24).
    """
    if stack.at in table.scenario.targets:
        return _CENTER
    if stack.at not in path:
        return _OFF_PATH
    ahead = remaining(path, stack.at)[1:]
    if not ahead:
        return _PATH_END
    return None if _may_enter(table, stack, ahead[0]) else _REGION


def _may_enter(table: SoloTable, stack: Stack, to: Province) -> bool:
    """5.65, 5.74–5.76: whether the force may be in that province."""
    first = governing(stack.units, table.rules)
    allowed = table.rules.entry.get(table.rules.nationality[first])
    return allowed is None or to in allowed


def _travel(table: SoloTable, stack: Stack, path: Path, die: int) -> tuple[Path, Stop]:
    """21.26, S10, S11: the way of a force, its first province included, and why it ends there."""
    route = [path[0]]
    for to in path[1 : die + 1]:
        if not _may_enter(table, stack, to):
            return tuple(route), _REGION
        route.append(to)
        if to in table.scenario.targets:
            return tuple(route), _CENTER
        color = _stopped_by(table, stack, to)
        if color:
            return tuple(route), Stop("color", "5.27", color)
    return tuple(route), _DIE if len(route) == die + 1 else _PATH_END


def _stopped_by(table: SoloTable, stack: Stack, at: Province) -> str:
    """5.27, 13.23: the color that stops the force in a province it enters, as things stand at that moment; or empty."""
    rules = table.rules
    own = stack_color(stack.units, rules)
    others = [stack_color(table.stacks[other].units, rules) for other in table.stacks_at(at)]
    foreign = [color for color in others if color not in ("", own)]
    if own == "white" and CZAR in stack.units and all(color == "blue" for color in foreign):
        return ""
    return foreign[0] if foreign else ""


def _nearest_path(table: SoloTable, stack: Stack, path: Path) -> Path:
    """S12 `region_limit: nearest`: the way inside its own provinces to the one of them nearest its target by rail."""
    rules = table.rules
    own = bearers(stack.units, rules)
    allowed = rules.entry[rules.nationality[own[0]]]
    inside = {
        code: frozenset(other for other in others if other in allowed or other == stack.at)
        for code, others in rules.board.rails.items()
        if code in allowed or code == stack.at
    }
    lines = distances(inside, [stack.at])
    to_target = distances(rules.board.rails, [path[-1]])
    goals = [code for code in lines if code in to_target]
    nearest = min(to_target[code] for code in goals)
    fewest = min(lines[code] for code in goals if to_target[code] == nearest)
    ways = [
        tuple(reversed(way))
        for code in goals
        if to_target[code] == nearest and lines[code] == fewest
        for way in descending(code, inside, lines)
    ]
    return settle(table, own, tuple(sorted(ways)), case="21.25")
