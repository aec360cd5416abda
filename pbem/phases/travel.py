"""The plain part of a move: steps at which nobody needs to look twice, and orders of nothing else (5.0, 5.1, 5.27).

What may be barred (R9) or must be told of is left to the steps of movement.py, which come to the same: the Kerch Straits
(5.32), and forces with an Imperial unit (13.23, 13.26).
"""

from pbem.core.events import Moved
from pbem.core.orders import Move
from pbem.core.table import StackId
from pbem.core.terms import CZAR, GOLD, Color, Province, Unit, new
from pbem.core.verdicts import Fact, Outcome, Remark
from pbem.phases.plans import March, Passage, Plan
from pbem.phases.routes import ALONE, moved_cases, passage, stopped_before


def travel(plan: Plan, order: Move, stack_id: StackId) -> bool:
    """Carry out an order that only travels, of a stack that lies as it was at the start and is listed as it lies.

    False, with nothing changed, where something needs a second look.
    """
    at, _, units = plan.ground.look(stack_id)
    color, route = plan.rules.color[units[0]], order.route
    if CZAR in units or GOLD in units or (order.by == "rail" and color in ("blue", "green")):
        return False
    provinces = [at]
    start = 1 if route and route[0].at == at else 0
    number, stopped = _run(plan, order, start, provinces, passage(plan.rules, units[0], order), color)
    if len(provinces) == 1 or (number < len(route) and not stopped):
        return False
    way = tuple(provinces)
    plan.ground.shift(stack_id, way[-1])
    plan.ground.moved.update(units)
    plan.walked(units, way)
    if number < len(route):
        _tell_of_stop(plan, order, units, way, stopped_before(order, number, way[-1], stopped))
    else:
        _tell_of_arrival(plan, order, units, way)
    return True


def _tell_of_stop(
    plan: Plan, order: Move, units: tuple[Unit, ...], way: tuple[Province, ...], stop: Remark
) -> None:
    """5.27: the stack is stopped before the end of its written route."""
    ref, by, color = order.ref, order.by, stop.facts["color"]
    plan.events.append(new(Moved, ("5.0", ref, plan.player, units, way, by, color, "moved")))
    plan.remarks.append(stop)
    plan.outcomes.append(new(Outcome, (ref, "part", stop.code, stop.cases, stop.facts)))


def _tell_of_arrival(plan: Plan, order: Move, units: tuple[Unit, ...], way: tuple[Province, ...]) -> None:
    """The stack came to the end of its written route."""
    ref = order.ref
    plan.events.append(new(Moved, ("5.0", ref, plan.player, units, way, order.by, "", "moved")))
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
    for step in order.route[number:]:
        to = step.at
        if to not in joined[at] or (allowed is not None and to not in allowed) or len(provinces) > points:
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
