"""Making up the force of a move order: whole stacks, void orders, and which kind of force it is (R10).

The others are made up of what the order lists: led_forces.py, unled_forces.py.
"""

from pbem.core.orders import Move
from pbem.core.state import groups
from pbem.core.table import StackId
from pbem.core.terms import Unit
from pbem.phases.forces import Command
from pbem.phases.led_forces import make_up_led
from pbem.phases.listed_units import ABOVE_LEADER, left_out, stand, unfit, void_as_faulty
from pbem.phases.pick_ups import ATTACHED, UNKNOWN
from pbem.phases.plans import March, Plan
from pbem.phases.unled_forces import make_up_unled, rail_without_leader, unled_unfit


def make_up(march: March, whole: StackId | None) -> tuple[Unit, ...]:
    """R10: take the force off the ground where it stands; says its units, none when the order is void, with its outcome
    given.

    `whole`: the stack that it is as it lies (`whole_stack`), if it is one.
    """
    if whole is not None:
        return _take_whole(march, whole)
    return march.force.units if _make_up_of_list(march) else ()


def _make_up_of_list(march: March) -> bool:
    """Make up the force of what the order lists; False when the order is void."""
    leaders = [name for name in march.order.force if name in march.rules.leaders]
    if _two_colors(march, leaders):
        return False
    for leader in leaders:
        if unfit(march, leader) is None:
            return make_up_led(march, leader)
    for name in march.order.force:
        if isinstance(name, int) and unled_unfit(march, name) is None:
            return make_up_unled(march, name)
    return _nobody(march)


# --- a whole stack as it lies ----------------------------------------------------------------------------------


def whole_stack(plan: Plan, order: Move) -> StackId | None:
    """Most orders list a stack as it lies, untouched so far: all of it is fit, and nothing stays behind. None else."""
    names, rules = order.force, plan.rules
    stack_id = plan.ground.untouched(names[0]) if names else None
    if stack_id is None:
        return None
    _, player, units = plan.table.stacks[stack_id]
    if units != names or player != plan.player:
        return None
    top = units[0]
    return stack_id if top in rules.leaders or rules.color[top] in ("blue", "green") else None


def _take_whole(march: March, stack_id: StackId) -> tuple[Unit, ...]:
    """Take a whole stack off the ground as it lies; says its units, none when the order is void."""
    at, _, units = march.ground.look(stack_id)
    stand(march, units[0], at)
    if march.order.by == "rail" and rail_without_leader(march):
        return ()
    march.whole = True
    march.ground.take_whole(stack_id)
    march.force.commands = [Command(*part) for part in groups(units, march.rules)]
    return units


# --- void orders -----------------------------------------------------------------------------------------------


def _two_colors(march: March, leaders: list[Unit]) -> bool:
    """R10: an order that names Leaders of two colors, faulty or not, is void."""
    color = march.rules.color
    for name in leaders:
        if color[name] != color[leaders[0]]:
            place = march.order.force.index(name)
            march.void(
                f".force[{place}]", "move_two_colors", ("7.13", "R10"), unit=name, unit_first=leaders[0]
            )
            return True
    return False


def _nobody(march: March) -> bool:
    """R10: nobody in the list can move; each is told why."""
    for place, name in enumerate(march.order.force):
        if isinstance(name, str):
            wrong = UNKNOWN
        elif name in march.rules.leaders or march.rules.color[name] in ("blue", "green"):
            wrong = unfit(march, name) or ATTACHED
        else:
            wrong = ABOVE_LEADER
        left_out(march, place, name, wrong)
    if march.faults:
        return void_as_faulty(march)
    march.void(".force", "move_nobody", ("R10",))
    return False
