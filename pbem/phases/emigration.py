"""Units taken off the map for Victory Points: Imperial units at a port (13.3), Czech ones at Vladivostok (5.66)."""

from pbem.core.events import Removed
from pbem.core.orders import RouteStep
from pbem.core.terms import CZAR, IMPERIAL, Case, Unit, UnitName
from pbem.phases.plans import March
from pbem.phases.restacking import lay_down, leave_if_nobody, no_longer_commanded


def remove(march: March, number: int, step: RouteStep) -> None:
    """R15: carry out the removals of a step; Leaders then lose what they can no longer command (13.29)."""
    for place, name in enumerate(step.remove):
        sub = f".route[{number}].remove[{place}]"
        wrong = _cannot_remove(march, name)
        if wrong:
            code, cases = wrong
            march.fault(sub, f"remove_{code}", cases, unit=name, province=march.at)
        else:
            assert isinstance(name, int)
            _take_off(march, name)
    for command in march.force.commands:
        sub = f".route[{number}].remove"
        lay_down(march, no_longer_commanded(march, command, command.imperial, sub), case="13.29")
    leave_if_nobody(march)


def czar_emigrates(march: March, number: int) -> bool:
    """13.3: whether this step takes the Czar, who is with the force, off the map."""
    return CZAR in march.order.route[number].remove and _cannot_remove(march, CZAR) is None


def _cannot_remove(march: March, name: UnitName) -> tuple[str, tuple[Case, ...]] | None:
    """Why the unit cannot be removed from the map here, or None."""
    rules = march.rules
    if isinstance(name, str):
        return "unknown", ("R9",)
    if march.force.command_of(name) is None:
        return "not_in_force", ("13.31", "5.66", "R15")
    if rules.solitaire is not None:
        return "no_points", ("13.3", "S34")
    if name in IMPERIAL:
        return None if rules.board.provinces[march.at].port else ("no_port", ("13.32",))
    provinces = rules.removal_provinces.get(rules.nationality[name])
    if provinces is None:
        return "never", ("5.34",)
    return None if march.at in provinces else ("not_here", ("5.66",))


def _take_off(march: March, unit: Unit) -> None:
    command = march.force.command_of(unit)
    assert command is not None
    command.detach(unit)
    march.plan.removed.append(unit)
    case = "13.32" if unit in IMPERIAL else "5.66"
    march.events.append(Removed(case, march.ref, march.plan.player, unit, march.at))
    march.done.append(case)
