"""Stacks of more than five are divided when all movement is over (5.42, 7.11, R14)."""

from pbem.core.events import Divided
from pbem.core.falls import put_detached
from pbem.core.state import Group, Stack, counted, flatten, groups
from pbem.core.table import StackId, Table
from pbem.core.terms import STACK_LIMIT, Unit


def divide(table: Table, stack_id: StackId) -> None:
    """R14: of a stack over five, as many from the top as make five stay, the rest the same way; a single Leader
    with more than four units loses his lowest, detached."""
    stack = table.stacks[stack_id]
    if counted(stack.units) <= STACK_LIMIT:
        return
    parts = groups(stack.units, table.rules)
    if parts[0].leader is None:
        _divide_pile(table, stack_id, parts[0])
        return
    lost: list[Unit] = []
    kept: list[Group] = []
    for part in parts:
        lost += part.attached[STACK_LIMIT - 1 :]
        kept.append(part._replace(attached=part.attached[: STACK_LIMIT - 1]))
    first, *others = _by_fives(kept)
    table.set_stack(stack_id, flatten(first), stack.player)
    for other in others:
        _split_off(table, stack, flatten(other))
    if lost:
        table.tell(Divided("R14", "", stack.player, tuple(lost), stack.at))
        put_detached(table, stack.at, lost, (), player=stack.player)


def _by_fives(parts: list[Group]) -> list[list[Group]]:
    """Whole Leaders with their units, from the top, as many together as do not exceed five."""
    stacks: list[list[Group]] = []
    size = STACK_LIMIT
    for part in parts:
        own = 1 + len(part.attached)
        if size + own > STACK_LIMIT:
            stacks.append([])
            size = 0
        stacks[-1].append(part)
        size += own
    return stacks


def _divide_pile(table: Table, stack_id: StackId, pile: Group) -> None:
    """A stack without a Leader: five, five and so on; Imperial units stay under the top unit."""
    stack = table.stacks[stack_id]
    table.set_stack(stack_id, pile._replace(attached=pile.attached[:STACK_LIMIT]).units, stack.player)
    for start in range(STACK_LIMIT, len(pile.attached), STACK_LIMIT):
        _split_off(table, stack, pile.attached[start : start + STACK_LIMIT])


def _split_off(table: Table, stack: Stack, units: tuple[Unit, ...]) -> None:
    table.put_stack(stack.at, stack.player, units)
    table.tell(Divided("R14", "", stack.player, units, stack.at))
