"""Making up the force of a move order: whole stacks, void orders, and which kind of force it is (R10).

The others are made up of what the order lists: led_forces.py, unled_forces.py.
"""

from pbem.core.terms import GOLD, Unit
from pbem.phases.led_forces import make_up_led
from pbem.phases.listed_units import ABOVE_LEADER, left_out, unfit, void_as_faulty
from pbem.phases.pick_ups import ATTACHED, UNKNOWN
from pbem.phases.plans import March
from pbem.phases.unled_forces import make_up_unled, rail_without_leader, unled_unfit


def make_up(march: March) -> bool:
    """R10: take the force off the ground where it stands; False when the order is void, with its outcome given."""
    if _whole_stack(march):
        if march.order.by == "rail" and rail_without_leader(march):
            return False
        _take_apart(march)
        return True
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


def _whole_stack(march: March) -> bool:
    """The commonest order lists a stack as it lies, untouched so far: all of it is fit, and nothing stays behind."""
    names, ground, rules = march.order.force, march.ground, march.rules
    stack_id = ground.untouched(names[0]) if names else None
    if stack_id is None:
        return False
    at, player, units = ground.look(stack_id)
    if units != names or player != ground.player:
        return False
    color = rules.color[units[0]]
    if units[0] not in rules.leaders and color not in ("blue", "green"):
        return False
    march.at = at
    march.route.append(at)
    march.force.color = color
    march.force.whole = units
    march.stack_id = stack_id
    return True


def _take_apart(march: March) -> None:
    """Take a whole stack off the ground, unless it does nothing but travel: then it is moved as it lies."""
    does_more = GOLD in march.force.whole
    for step in march.order.route:
        if step.pick_up or step.drop or step.remove or step.join is not None:
            does_more = True
    if does_more:
        march.ground.take(march.stack_id, march.force.whole)
        march.force.take_apart(march.rules)


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
