"""Attaching units on the way and in place: what may be had, by whom, and what is a claim (5.13, 13.1, R10, R13)."""

from collections.abc import Iterable

from pbem.core.events import PickedUp, PickUpLost
from pbem.core.falls import excess
from pbem.core.orders import PickUp, RouteStep
from pbem.core.state import Stack, groups
from pbem.core.terms import IMPERIAL, Unit, UnitName
from pbem.core.verdicts import Fact
from pbem.phases.forces import Command, Reason, cannot_attach
from pbem.phases.plans import Claim, March, Refused
from pbem.phases.restacking import lay_down

UNKNOWN = Reason("unknown", ("R9", "R10"))
OFF_MAP = Reason("off_map", ("R10",))
ELSEWHERE = Reason("elsewhere", ("5.13", "R10"))
NOT_YOURS = Reason("not_yours", ("5.11", "R1", "R10"))
_IMPERIAL_NOT_YOURS = Reason("not_yours", ("5.11", "13.14", "R1", "R4", "R10"))
LEADER = Reason("leader", ("R13",))
ATTACHED = Reason("attached", ("5.26", "R10"))
MOVED = Reason("moved", ("5.25", "R13"))
IMPERIAL_MOVED = Reason("imperial_moved", ("13.15", "R15"))
HELD = Reason("held", ("13.14", "13.42", "R4"))
_IN_FORCE = Reason("in_force", ("5.13",))
_NO_SUCH_LEADER = Reason("leader_absent", ("R10",))


def unobtainable(march: March, unit: UnitName, *, ends: bool) -> Reason | None:
    """Why the force cannot have this unit where it stands, whoever is to attach it, or None.

    `ends`: the force goes no further, so that a unit that has moved may still be attached (R13).
    """
    if isinstance(unit, str):
        return UNKNOWN
    stack = march.ground.stack_of(unit)
    if stack is None:
        return OFF_MAP
    if unit in IMPERIAL:
        return _imperial_unobtainable(march, unit, stack)
    if unit in march.rules.leaders and stack.at == march.at:
        return LEADER
    if stack.player not in (None, march.plan.player) and not _for_the_gold(march, stack):
        return NOT_YOURS
    if stack.at != march.at:
        return ELSEWHERE
    if stack.units[0] in march.rules.leaders:
        return ATTACHED
    return MOVED if unit in march.ground.moved and not ends else None


def _for_the_gold(march: March, stack: Stack) -> bool:
    """13.26, S29: in the solitaire game a Leader with the Gold attaches Green units in movement, whosever they are."""
    return march.rules.solitaire is not None and march.rules.color[stack.units[0]] == "green"


def _imperial_unobtainable(march: March, unit: Unit, stack: Stack) -> Reason | None:
    """13.12–13.15, R4, R15: one alone, under a unit of nobody's, or of another force of the player's."""
    own = stack.player == march.plan.player
    if stack.player is not None and not own:
        return _IMPERIAL_NOT_YOURS
    if stack.at != march.at and not (own and _transfer_across_region(march, stack)):
        return ELSEWHERE
    if unit in march.ground.moved or (own and transfer_spent(march, unit)):
        return IMPERIAL_MOVED
    return None


def transfer_spent(march: March, unit: Unit) -> bool:
    """R15 `imperial_transfer: region`: a transfer between two forces of a player, once a Phase; within a province an
    Imperial unit that has not moved may pass on again."""
    return march.rules.rulings.imperial_transfer == "region" and unit in march.ground.transferred


def _transfer_across_region(march: March, stack: Stack) -> bool:
    """R15 `imperial_transfer: region`: from any force of his in the region."""
    if march.rules.rulings.imperial_transfer != "region":
        return False
    provinces, top = march.rules.board.provinces, stack.units[0]
    force = top in march.rules.leaders or march.rules.color[top] in ("blue", "green")
    return force and provinces[stack.at].region == provinces[march.at].region


def held_from(march: March, command: Command, unit: Unit) -> bool:
    """R4 `imperial_under_neutral: held`: whether the Leader has not picked up the unit the Imperial unit lies under."""
    if march.rules.rulings.imperial_under_neutral != "held":
        return False
    if unit in march.uncovered:
        return march.uncovered[unit] != command.leader
    stack = march.ground.stack_of(unit)
    if stack is None or stack.player is not None or stack.units[0] in IMPERIAL:
        return False
    return stack.units[0] not in command.attached


def refused(march: March, command: Command, unit: Unit, refusals: Refused) -> bool:
    """R12: whether the claimant has been refused the unit for good; that he asks for it is noted."""
    plan = march.plan
    if not plan.contestable(unit):
        return False
    wish = command.claimant, unit
    plan.asked.setdefault(wish, plan.number)
    return wish in refusals


def cannot_take(march: March, command: Command, unit: Unit, size: int) -> Reason | None:
    """Why this Leader may not attach a unit that is to be had, or None; `size` is his force without it."""
    if unit in IMPERIAL:
        return HELD if held_from(march, command, unit) else None
    return cannot_attach(command, unit, size, march.rules)


def lift(march: March, command: Command, unit: Unit, *, sub: str) -> None:
    """Take a unit off the ground for a Leader of the force; if it was nobody's this is a claim (R12)."""
    plan, ground = march.plan, march.ground
    stack_id = ground.find(unit)
    assert stack_id is not None
    stack = ground.look(stack_id)
    ground.take(stack_id, (unit,))
    if unit in IMPERIAL:
        case = "13.12" if stack.player is None else "13.15"
        if stack.player is not None:
            ground.transferred.add(unit)
            if stack.at != march.at:
                ground.moved.add(unit)
            _forfeit(march, stack_id, sub=sub)
    else:
        case = "5.13"
        if stack.units[0] == unit and command.leader is not None:
            march.uncovered.update((below, command.leader) for below in stack.units[1:3] if below in IMPERIAL)
    if plan.contestable(unit):
        plan.claims[unit] = Claim(unit, command.claimant, plan.player)
        if march.rules.solitaire is None:
            march.say(sub, "warning", "contest_possible", ("17/5.0", "R12"), unit=unit, province=march.at)
    march.fresh.append(unit)
    march.done.append(case)
    march.events.append(PickedUp(case, march.ref, plan.player, unit, command.leader, march.at))


def _forfeit(march: March, stack_id: int, *, sub: str) -> None:
    """13.29: a Leader of another force who gave up an Imperial unit detaches what he can no longer command."""
    rules, ground = march.rules, march.ground
    stack = ground.look(stack_id)
    for leader, imperial, attached in groups(stack.units, rules):
        lost = () if leader is None else excess(leader, imperial, attached, rules)
        if lost:
            ground.take(stack_id, lost)
            march.say(sub, "warning", "lost_command", ("13.29", "R2"), unit=lost, unit_leader=leader)
            lay_down(march, lost, case="13.29", at=stack.at)


def pick_up(march: March, number: int, step: RouteStep, *, ends: bool) -> None:
    """5.13, 13.12: carry out the pick-ups of a step, as written."""
    for place, wish in enumerate(step.pick_up):
        sub = f".route[{number}].pick_up[{place}]"
        wrong = _pick_up_one(march, wish, ends=ends, sub=sub)
        if wrong is not None:
            not_taken(march, wish.unit, wrong, f"pick_up_{wrong.code}", sub=sub)


def _pick_up_one(march: March, wish: PickUp, *, ends: bool, sub: str) -> Reason | None:
    """Attach one unit, or say why not (None too when it was lost to another's claim)."""
    unit, force = wish.unit, march.force
    if isinstance(unit, int) and force.has(unit):
        return _IN_FORCE
    wrong = unobtainable(march, unit, ends=ends)
    if wrong is not None:
        return wrong
    assert isinstance(unit, int)
    commands = force.commands
    if wish.leader is not None:
        commands = [command for command in commands if wish.leader in (command.leader, command.claimant)]
    return _first_who_can(march, commands, unit, sub=sub)


def _first_who_can(march: March, commands: Iterable[Command], unit: Unit, *, sub: str) -> Reason | None:
    """R10: the uppermost Leader who can command the unit and was not refused it attaches it; else why none does."""
    wrong, loser, size = _NO_SUCH_LEADER, None, march.force.size
    for command in commands:
        if refused(march, command, unit, march.plan.refused):
            loser = loser or command
            continue
        reason = cannot_take(march, command, unit, size)
        if reason is None:
            lift(march, command, unit, sub=sub)
            command.attach(unit, imperial=unit in IMPERIAL)
            return None
        if wrong is _NO_SUCH_LEADER:
            wrong = reason
    if loser is None:
        return wrong
    lose(march, loser, unit, "pick_up_lost", sub=sub)
    return None


def lose(march: March, command: Command, unit: Unit, code: str, *, sub: str) -> None:
    """R12: the unit went to a better claim; no fault of the sheet."""
    plan, loser = march.plan, command.claimant
    _, winner, other = plan.refused[loser, unit]
    plan.lost.append((loser, unit))
    march.events.append(PickUpLost("R12", march.ref, plan.player, unit, march.at, loser, winner, other))
    facts: dict[str, Fact] = {"unit": unit, "unit_winner": winner, "player": other, "province": march.at}
    march.fault(sub, code, ("17/5.0", "R12"), grade="warning", **facts)


def not_taken(march: March, unit: UnitName, wrong: Reason, code: str, *, sub: str) -> None:
    """Note that a unit is not attached, and why."""
    stack = march.ground.stack_of(unit)
    where = stack.at if stack else ""
    owner = stack.player if stack else None
    march.fault(sub, code, wrong.cases, unit=unit, province=where, province_force=march.at, player_of=owner)
