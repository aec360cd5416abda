"""What every force is asked of when it is made up: who of its list can move, and who is left out (R10)."""

from pbem.core.terms import Province, Unit, UnitName
from pbem.phases.forces import Reason
from pbem.phases.pick_ups import MOVED, NOT_YOURS, OFF_MAP, not_taken
from pbem.phases.plans import March

TWICE = Reason("twice", ("R10",))
ABOVE_LEADER = Reason("above_leader", ("7.21", "R10"))


def begin(march: March, first: Unit) -> None:
    """The force stands where its first unit stands, and has its color."""
    stack = march.ground.stack_of(first)
    assert stack is not None
    stand(march, first, stack.at)


def stand(march: March, first: Unit, at: Province) -> None:
    """The force stands there, and has the color of that unit."""
    march.at = at
    march.route.append(at)
    march.force.color = march.rules.color[first]


def unfit(march: March, name: UnitName) -> Reason | None:
    """Why a Leader, or a Blue or Green unit, cannot move on this order (wherever it stands), or None."""
    stack = march.ground.stack_of(name)
    if stack is None:
        return OFF_MAP
    if stack.player != march.plan.player:
        return NOT_YOURS
    return MOVED if name in march.ground.moved else None


def stays(march: March) -> bool:
    """R13: whether the last province the order writes is the one where the force stands."""
    route = march.order.route
    return not route or (len(route) == 1 and route[0].at == march.at)


def left_out(march: March, place: int, name: UnitName, wrong: Reason) -> None:
    """Say at its place in the list why a unit is not of the force."""
    not_taken(march, name, wrong, f"left_out_{wrong.code}", sub=f".force[{place}]")


def void_as_faulty(march: March) -> bool:
    """R10: the order is void for what was said first about its list; False for the caller to hand on."""
    first = march.faults[0]
    march.end("void", first.code, first.cases, first.facts)
    return False


def warn_of_left_behind(march: March, left: list[Unit]) -> None:
    """Name to the player of the checker, one by one, units that stay behind because the order does not list them."""
    for unit in left if march.plan.judging else ():
        if unit not in march.order.force:
            march.say(".force", "warning", "left_behind", ("5.13", "R10"), unit=unit, province=march.at)
