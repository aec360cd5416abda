"""The plain part of a move: steps at which nobody needs to look twice, and orders of nothing else (5.0, 5.1, 5.27).

The rest is left to the steps of movement.py, which come to the same: ways over the Kerch Straits (5.32), and forces with an
Imperial unit (13.23, 13.26).
"""

from pbem.core.events import Moved
from pbem.core.orders import Move
from pbem.core.state import Stack
from pbem.core.table import StackId
from pbem.core.terms import CZAR, GOLD, Color, Province, Unit, new
from pbem.core.verdicts import Fact, Outcome, Remark
from pbem.phases.plans import March, Passage, Plan
from pbem.phases.routes import ALONE, bar, barred_before, moved_cases, passage, stopped_before


def travel(plan: Plan, order: Move, stack_id: StackId) -> bool:
    """Carry out an order that only travels, of a stack that lies as it was at the start and is listed as it lies.

    False, with nothing changed, where something needs a second look.
    """
    rules, route = plan.rules, order.route
    at, player, units = plan.table.stacks[stack_id]
    color = rules.color[units[0]]
    if CZAR in units or GOLD in units or (order.by == "rail" and color in ("blue", "green")):
        return False
    way, allowed = [at], passage(plan, units[0], order)
    number = 1 if route and route[0].at == at else 0
    number, stopped = _run(plan, order, number, way, allowed, color)
    stop: Remark | None = None
    if number == len(route):
        if len(way) == 1:
            return False
    elif stopped:
        stop = stopped_before(order, number, way[-1], stopped)
    else:
        why = bar(rules, order, allowed, color, way, route[number].at)
        if why is None or rules.rulings.illegal_step == "void":
            return False
        stop = barred_before(order, number, way[-1], why, units)
    plan.ground.stacks[stack_id] = new(Stack, (way[-1], player, units))
    _tell(plan, order, units, tuple(way), stop, stopped if stop else "")
    return True


def _tell(
    plan: Plan,
    order: Move,
    units: tuple[Unit, ...],
    way: tuple[Province, ...],
    stop: Remark | None,
    stopped: Color,
) -> None:
    """Where the units have gone, and how the order ended; `stop`: why not at the end of its route."""
    ref = order.ref
    moves = len(way) > 1
    if moves:
        plan.ground.moved.update(units)
        plan.walked(units, way)
        told = ("5.0", ref, plan.player, units, way, order.by, stopped, "moved")
        plan.events.append(new(Moved, told))
    if stop is not None:
        plan.remarks.append(stop)
        _, _, _, code, cases, why = stop
        plan.outcomes.append(new(Outcome, (ref, "part" if moves else "failed", code, cases, why)))
        return
    if plan.judging and way[0] == way[-1]:
        about: dict[str, Fact] = {"unit": units, "province": way[0]}
        plan.remarks.append(Remark(ref, "", "note", "move_returns", ("R9",), about))
    cases = moved_cases(order, plan.rules.color[units[0]])
    facts = {"unit": units, "text_route": "-".join(way)}
    plan.outcomes.append(new(Outcome, (ref, "done", "moved", cases, facts)))


def go_plainly(march: March, number: int) -> int:
    """Take the force on from the step of that number: past all that needs no second look, and into the first province
    where something is done. Says the number of the step that comes next then."""
    force = march.force
    if march.stopped or not force.commands or (number and march.order.route[number - 1].join is not None):
        return number
    for command in force.commands:
        if command.imperial:
            return number
    before = len(march.route)
    number, stopped = _run(march.plan, march.order, number, march.route, march.passage, force.color)
    if len(march.route) > before:
        march.at = march.route[-1]
        march.entered = True
        march.stopped = stopped
        march.passing = ""
        march.fresh.clear()
    return number


def _run(
    plan: Plan, order: Move, number: int, provinces: list[Province], passage: Passage, color: Color
) -> tuple[int, Color]:
    """Add the provinces that are entered to `provinces`, which ends with the one where the force is.

    Says the number of the step that comes next, and the color that stops the force before that (5.27).
    """
    joined, allowed, points = passage
    colors_at, alone = plan.table.start_colors, ALONE[color]
    at = provinces[-1]
    for step in order.route[number : number + points + 1 - len(provinces)]:
        to = step.at
        if to not in joined[at] or (allowed is not None and to not in allowed):
            return number, ""
        provinces.append(to)
        at = to
        number += 1
        colors = colors_at.get(to)
        if colors and colors != alone:
            return number, colors[0] if colors[0] != color else colors[1]
        if step.acts:
            return number, ""
    return number, ""
