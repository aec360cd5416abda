"""Making up the force of a move order from what it lists: who is in it, who is left out, who stays behind (R10)."""

from typing import NamedTuple

from pbem.core.state import Group, groups
from pbem.core.table import StackId
from pbem.core.terms import GOLD, IMPERIAL, Province, Unit, UnitName
from pbem.phases.forces import Command, Force, Reason, cannot_attach
from pbem.phases.pick_ups import (
    ATTACHED,
    ELSEWHERE,
    IMPERIAL_MOVED,
    MOVED,
    NOT_YOURS,
    OFF_MAP,
    UNKNOWN,
    cannot_take,
    lift,
    lose,
    not_taken,
    refused,
    unobtainable,
)
from pbem.phases.plans import March, Refused
from pbem.phases.restacking import lay_down

_TWICE = Reason("twice", ("R10",))
_ABOVE_LEADER = Reason("above_leader", ("7.21", "R10"))
_COLOR = Reason("color", ("5.22", "7.13", "R10"))
_ANOTHER_COLOR = ("blue", "green")


class _Listed(NamedTuple):
    """A combat or Imperial unit of the force, the Leader it is listed under, and who had it so far."""

    place: int
    unit: Unit
    command: Command
    had_by: Command | None


def make_up(march: March) -> bool:
    """R10: take the force off the ground where it stands; False when the order is void, with its outcome given."""
    if _whole_stack(march):
        return not _rail_without_leader(march)
    names = march.order.force
    leaders = [name for name in names if name in march.rules.leaders]
    if _two_colors(march, leaders):
        return False
    first = _first_fit(march, leaders)
    if first is not None:
        return _make_up_led(march, first)
    first = _first_without_leader(march)
    if first is None:
        _left_out_of_nothing(march)
        return False
    return _make_up_without_leader(march, first)


def _begin(march: March, first: Unit) -> Province:
    stack = march.ground.stack_of(first)
    assert stack is not None
    march.at = stack.at
    march.route.append(stack.at)
    march.force.color = march.rules.color[first]
    return stack.at


def _rail_without_leader(march: March) -> bool:
    """5.51, R11: rail is for Red and White forces; the order is void for others."""
    if march.order.by != "rail" or march.force.led:
        return False
    march.void(".by", "move_rail", ("5.51", "5.64", "5.73", "R11"))
    return True


# --- a whole stack as it lies ----------------------------------------------------------------------------------


def _whole_stack(march: March) -> bool:
    """The commonest order lists a stack as it lies, not touched this Phase: all of it is fit, nobody is left behind.

    If the order does nothing but travel, the stack is not even taken apart.
    """
    names, ground = march.order.force, march.ground
    stack_id = ground.find(names[0]) if names else None
    if stack_id is None or stack_id in ground.stacks:
        return False
    stack = ground.look(stack_id)
    if stack.units != names or stack.player != march.plan.player:
        return False
    color = march.rules.color[stack.units[0]]
    if stack.units[0] not in march.rules.leaders and color not in _ANOTHER_COLOR:
        return False
    _begin(march, stack.units[0])
    march.force.whole = stack.units
    march.stack_id = stack_id
    if GOLD in stack.units or any(_does_something(step) for step in march.order.route):
        march.force.take_apart(march.rules)
        ground.take(stack_id, stack.units)
    return True


def _does_something(step: RouteStep) -> bool:
    return bool(step.pick_up or step.drop or step.remove or step.join is not None)


# --- void orders -----------------------------------------------------------------------------------------------


def _two_colors(march: March, leaders: list[UnitName]) -> bool:
    """R10: an order that names Leaders of two colors, faulty or not, is void."""
    color, names = march.rules.color, march.order.force
    other = next((unit for unit in leaders if color[unit] != color[leaders[0]]), None)
    if other is None:
        return False
    march.void(f".force[{names.index(other)}]", "move_two_colors", ("7.13", "R10"), unit=(leaders[0], other))
    return True
