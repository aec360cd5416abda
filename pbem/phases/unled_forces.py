"""Forces of Blue or Green units of one nationality, which move by themselves (5.6, 5.7, 13.11, R10)."""

from pbem.core.table import StackId
from pbem.core.terms import IMPERIAL, Unit, UnitName
from pbem.phases.forces import COLOR, Command, Reason
from pbem.phases.listed_units import TWICE, begin, left_out, stays, unfit, void_as_faulty, warn_of_left_behind
from pbem.phases.pick_ups import (
    ATTACHED,
    ELSEWHERE,
    MOVED,
    UNKNOWN,
    cannot_take,
    lift,
    lose,
    refused,
    unobtainable,
)
from pbem.phases.plans import March


def rail_without_leader(march: March) -> bool:
    """5.51, R11: rail is for Red and White forces; the order is void for others."""
    if march.order.by != "rail" or march.force.led:
        return False
    march.void(".by", "move_rail", ("5.51", "5.64", "5.73", "R11"))
    return True


def _two_nationalities(march: March, first: Unit) -> bool:
    """R10: an order without a Leader that names units of two nationalities is void."""
    nationality = march.rules.nationality
    own = nationality[first]
    for place, name in enumerate(march.order.force):
        if isinstance(name, int) and nationality[name] not in ("", own):
            march.void(
                f".force[{place}]", "move_two_nationalities", ("7.14", "R10"), unit=name, unit_first=first
            )
            return True
    return False


def unled_unfit(march: March, name: UnitName) -> Reason | None:
    """Why the unit cannot move by itself, or None."""
    if isinstance(name, str):
        return UNKNOWN
    if name not in march.rules.leaders and march.rules.color[name] not in ("blue", "green"):
        return COLOR
    wrong = unfit(march, name)
    if wrong is None:
        stack = march.ground.stack_of(name)
        assert stack is not None
        return ATTACHED if stack.units[0] in march.rules.leaders else None
    return wrong


def make_up_unled(march: March, first: Unit) -> bool:
    """Blue or Green units of one nationality, and Imperial units under their top one (13.11)."""
    begin(march, first)
    if _two_nationalities(march, first) or rail_without_leader(march):
        return False
    command = Command(None)
    stacks = _attach_units(march, command)
    taken = _attach_imperial(march, command, stacks)
    if march.faults and march.rules.rulings.faulty_unit == "void":
        return void_as_faulty(march)
    march.force.commands = [command]
    for stack_id, units in stacks.items():
        below = [unit for unit in march.ground.look(stack_id).units if unit in IMPERIAL and unit not in units]
        march.ground.take(stack_id, units)
        warn_of_left_behind(march, below)
    for place, unit in taken:
        if refused(march, command, unit, march.plan.refused):
            lose(march, command, unit, "left_out_lost", sub=f".force[{place}]")
        else:
            lift(march, command, unit, sub=f".force[{place}]")
            command.attach(unit, imperial=True)
    return True


def _attach_units(march: March, command: Command) -> dict[StackId, list[Unit]]:
    """Attach the listed Blue or Green units; says from which stacks they come. The others are told why not."""
    stacks: dict[StackId, list[Unit]] = {}
    for place, name in enumerate(march.order.force):
        if name in IMPERIAL:
            continue
        wrong = TWICE if name in march.order.force[:place] else unled_unfit(march, name)
        stack_id = march.ground.find(name)
        if wrong is None and stack_id is not None and march.ground.look(stack_id).at != march.at:
            wrong = ELSEWHERE
        if wrong is not None:
            left_out(march, place, name, wrong)
        elif isinstance(name, int) and stack_id is not None:
            command.attach(name, imperial=False)
            stacks.setdefault(stack_id, []).append(name)
    return stacks


def _attach_imperial(
    march: March, command: Command, stacks: dict[StackId, list[Unit]]
) -> list[tuple[int, Unit]]:
    """Attach the listed Imperial units that lie in the same stacks; says which others are to be picked up."""
    taken: list[tuple[int, Unit]] = []
    for place, name in enumerate(march.order.force):
        if name not in IMPERIAL:
            continue
        assert isinstance(name, int)
        stack_id = march.ground.find(name)
        wrong: Reason | None
        if name in march.order.force[:place]:
            wrong = TWICE
        elif stack_id in stacks:
            wrong = MOVED if name in march.ground.moved else None
            if wrong is None:
                command.attach(name, imperial=True)
                stacks[stack_id].append(name)
        else:
            wrong = unobtainable(march, name, ends=stays(march)) or cannot_take(march, command, name, 0)
            if wrong is None:
                taken.append((place, name))
        if wrong is not None:
            left_out(march, place, name, wrong)
    return taken
