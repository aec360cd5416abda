"""Movement: every player's sheet is carried out as if he were the first to move (5.0, 17/5.0, R8).

Each sheet is worked out as a plan on the position at the start; contested pick-ups are settled between the plans
(contests.py, R12); then all plans are carried out on the Table, and stacks over five are divided (division.py, R14).
The parts of one order: making_up.py (R10), routes.py (R7, R9, R11), restacking.py (R2, R13, R14), pick_ups.py (R10,
R13), emigration.py (13.3, 5.66).
"""

from collections.abc import Collection

from pbem.core.events import Moved, Removed
from pbem.core.orders import Faulty, Move
from pbem.core.state import Stack
from pbem.core.table import StackId, Table
from pbem.core.terms import STACK_LIMIT, Player, Unit, new
from pbem.core.verdicts import Fact, Remark
from pbem.phases.certainty import only_certain_errors
from pbem.phases.contests import settle
from pbem.phases.czar_shot import shoot_czar
from pbem.phases.division import divide
from pbem.phases.emigration import remove
from pbem.phases.ground import pile
from pbem.phases.making_up import make_up, whole_stack
from pbem.phases.pick_ups import pick_up
from pbem.phases.plans import March, Plan, Refused, Wish
from pbem.phases.restacking import drop, join
from pbem.phases.routes import (
    bar,
    barred_before,
    enter,
    goes_no_further,
    leave_green,
    moved_cases,
    passage,
    settle_stop,
    stopped_before,
)
from pbem.phases.travel import go_plainly, travel


def move(table: Table) -> None:
    """5.0, R8: carry out all move orders of all players still in the campaign."""
    plans = {player: plan_sheet(table, player, {}) for player in table.sheets if player not in table.quit}
    settle(table, plans, plan_anew)
    stack_ids = _carry_out(table, plans)
    for plan in plans.values():
        _record(table, plan)
    for stack_id in stack_ids:
        divide(table, stack_id)


def judge(table: Table, player: Player) -> None:
    """The checker's view: the same plan of the player's sheet when nobody contests anything; changes nothing else."""
    plan = plan_sheet(table, player, {}, judging=True)
    table.remarks += only_certain_errors(plan, lambda refused: plan_sheet(table, player, refused))


def plan_sheet(table: Table, player: Player, refused: Refused, *, judging: bool = False) -> Plan:
    """R8: the player's orders in turn, on a position where everybody else's units stand as at the start."""
    plan = Plan(table, player, refused, judging=judging)
    _carry_on(plan)
    return plan


def plan_anew(plan: Plan, refused: Refused, wishes: Collection[Wish]) -> None:
    """R12: work out the sheet again, from the first order that had one of these wishes, which are refused now."""
    plan.go_back(min(plan.asked[wish] for wish in wishes), refused)
    _carry_on(plan)


def _carry_on(plan: Plan) -> None:
    """Carry out the orders from the one the plan has come to."""
    first = plan.number
    for number, order in enumerate(plan.table.sheet(plan.player).moves[first:], first):
        if isinstance(order, Faulty):
            continue
        whole = whole_stack(plan, order)
        if whole is None or not order.only_travels or not travel(plan, order, whole):
            if whole is None or order.picks_up:
                plan.number = number
                plan.saved[number] = plan.save()
            _march(plan, order, whole)


# --- one order -------------------------------------------------------------------------------------------------


def _march(plan: Plan, order: Move, whole: StackId | None) -> None:
    """One order: make up the force, take it along its route, put it down. `whole`: the stack that it is as it lies."""
    plan.ground.before = {}
    march = March(plan, order)
    void_if_illegal = plan.rules.rulings.illegal_step == "void"
    saved = plan.save() if void_if_illegal else None
    made_up = make_up(march, whole)
    if not made_up:
        return
    if plan.rules.solitaire is not None:
        shoot_czar(march)
    march.passage = passage(plan, made_up[0], order)
    last = _travel(march)
    if saved is not None and march.barred is not None:
        plan.restore(saved, record=False)
        march.end("void", march.barred.code, march.barred.cases, march.barred.facts)
        return
    _put_down(march, last, made_up)
    plan.events += march.events
    _conclude(march, made_up)


def _travel(march: March) -> int:
    """Step by step along the route, to its end or as far as the force can go (R7, R9).

    Says the number of the written step where it ended; -1 is the province it started in, where that is not written.
    """
    route = march.order.route
    number = 0
    if route and route[0].at == march.at:
        _act(march, 0)
        number = 1
    while number < len(route):
        reached = go_plainly(march, number)
        if reached == number:
            if not _go_on(march, number):
                break
            reached += 1
        number = reached
        _act(march, number - 1)
    return number - 1


def _go_on(march: March, number: int) -> bool:
    """Take one step of the route; False when the move ends before it, with the reason told (5.27, R9)."""
    if march.stopped or march.force.nobody:
        march.cut_short(_stop(march, number))
        return False
    to = march.order.route[number].at
    force, order = march.force, march.order
    why = bar(march.rules, order, march.passage, force.color, march.route, to)
    if why is not None:
        march.barred = barred_before(order, number, march.at, why, force.units)
        march.cut_short(march.barred)
        return False
    if number and march.order.route[number - 1].join is not None:
        march.fault(f".route[{number - 1}].join", "join_goes_on", ("R14",), province=march.at)
    leave_green(march, to, number)
    if to not in march.passage.joined[march.at]:
        march.done.append("5.32")
    enter(march, to)
    return True


def _stop(march: March, number: int) -> Remark:
    """More is written than is travelled: 5.27 stops the force, or nobody is left in it."""
    if not march.force.nobody:
        return stopped_before(march.order, number, march.at, march.stopped)
    facts: dict[str, Fact] = {"province": march.at}
    return Remark(march.ref, f".route[{number}]", "error", "step_nobody_left", ("R13",), facts)


def _act(march: March, number: int) -> None:
    """What is done in a province, in the order drop, pick up, remove (R10); joining waits until the force has ended."""
    step = march.order.route[number]
    if not step.acts:
        return
    if step.drop:
        drop(march, number, step)
    if step.pick_up:
        pick_up(march, number, step, ends=goes_no_further(march, number))
        shoot_czar(march)
    if step.remove:
        remove(march, number, step)
    settle_stop(march)


def _put_down(march: March, last: int, made_up: tuple[Unit, ...]) -> None:
    """The force ends as a stack of its own, or under another (R14); `last` is the written step where it ended."""
    force, ground, plan = march.force, march.ground, march.plan
    units = force.units
    if march.entered:
        march.leave(units)
        route = tuple(march.route)
        plan.walked(units, route)
        stopped = march.stopped if last < len(march.order.route) - 1 else ""
        told = ("5.0", march.ref, plan.player, units or made_up, route, march.order.by, stopped, "moved")
        march.events.insert(0, new(Moved, told))
    target = march.order.route[last].join if last >= 0 else None
    if target is not None and join(march, last, target):
        return
    if units:
        ground.lay(new(Stack, (march.at, plan.player, units)))


def _conclude(march: March, made_up: tuple[Unit, ...]) -> None:
    """What the order's outcome means: done, part or failed, for the decisive reason."""
    if not march.faults:
        if _conclude_removal(march, made_up):
            return
        if march.entered:
            if march.whole and march.at == march.route[0] and len(march.events) == 1:
                march.say("", "note", "move_returns", ("R9",), unit=made_up, province=march.at)
            cases = (*moved_cases(march.order, march.force.color), *march.done)
            march.end("done", "moved", cases, {"unit": made_up, "text_route": "-".join(march.route)})
        elif march.ground.stands_otherwise():
            march.end("done", "restacked", ("5.41", *march.done), {"unit": made_up, "province": march.at})
        else:
            march.say("", "note", "move_nothing", ("R10",), unit=made_up, province=march.at)
            march.end("done", "move_nothing", ("R10",), {"unit": made_up, "province": march.at})
        return
    did = march.entered or march.ground.stands_otherwise()
    decisive = march.decisive or march.faults[0]
    cases = decisive.cases
    if len(march.faults) > 1:
        cases = tuple(dict.fromkeys((*cases, *(case for fault in march.faults for case in fault.cases))))
    march.end("part" if did else "failed", decisive.code, cases, decisive.facts)


def _conclude_removal(march: March, made_up: tuple[Unit, ...]) -> bool:
    """5.66, 13.3: an order carried out whole that took units off the map; says whether it was one."""
    if not march.plan.removed:
        return False
    removals = [event for event in march.events if isinstance(event, Removed)]
    if not removals:
        return False
    gone, at = tuple(event.unit for event in removals), removals[-1].at
    if march.entered:
        facts: dict[str, Fact] = {"unit": made_up, "text_route": "-".join(march.route)}
        march.end(
            "done",
            "moved_and_removed",
            (*moved_cases(march.order, march.force.color), *march.done),
            {**facts, "unit_removed": gone, "province": at},
        )
    else:
        march.end("done", "removed", ("5.41", *march.done), {"unit": gone, "province": at})
    return True


# --- all plans -------------------------------------------------------------------------------------------------


def _carry_out(table: Table, plans: dict[Player, Plan]) -> list[StackId]:
    """Lay the stacks on the Table as the plans have them; says the ids of those over five.

    All that lie otherwise than before are lifted first: their units may come to lie in each other's.
    """
    laid: list[tuple[StackId, Stack]] = [(-1, rest) for rest in _rest_of_nobodys(table, plans)]
    stacks = table.stacks
    for plan in plans.values():
        for stack_id, stack in plan.ground.stacks.items():
            if stack_id >= 0:
                old = stacks.get(stack_id)
                if old is None:
                    continue  # it was nobody's; what is left of it depends on what all players take
                if stack is None or stack[1:] != old[1:]:  # another player's, or other units
                    table.lift_stack(stack_id)
                    stack_id = -1
            if stack is not None:
                laid.append((stack_id, stack))
        for unit in plan.removed:
            table.to_chart(unit, plan.player, "down")
        table.out_of_play += plan.shot
    over: list[StackId] = []
    for stack_id, stack in laid:
        if stack_id >= 0:
            table.move_stack(stack_id, stack)
            continue
        stack_id = table.lay_stack(stack)
        if len(stack.units) > STACK_LIMIT:
            over.append(stack_id)
    return over


def _rest_of_nobodys(table: Table, plans: dict[Player, Plan]) -> list[Stack]:
    """R12: lift the stacks of nobody's of which the players take units; says what is left of them, to be laid again."""
    taken: dict[StackId, list[Unit]] = {}
    for plan in plans.values():
        for unit in plan.claims:
            taken.setdefault(table.where[unit], []).append(unit)
    rest: list[Stack] = []
    for stack_id, units in taken.items():
        old = table.lift_stack(stack_id)
        left = pile(unit for unit in old.units if unit not in units)
        if left:
            rest.append(old._replace(units=left))
    return rest


def _record(table: Table, plan: Plan) -> None:
    """What was done, what is to be said about it, and how the orders ended."""
    table.events += plan.events
    table.remarks += plan.remarks
    table.travelled.update(plan.travelled)
    table.end_all(plan.outcomes)
