"""Units that part from a force or come to lie with another stack: detached (R2), dropped (R13), joined (R14)."""

from collections.abc import Collection, Iterable

from pbem.core.events import Dropped, Joined
from pbem.core.falls import detached_player, excess
from pbem.core.orders import RouteStep
from pbem.core.state import Group, Stack
from pbem.core.terms import IMPERIAL, Case, Player, Province, Unit, UnitName
from pbem.phases.forces import Command, cannot_attach, size_of
from pbem.phases.plans import March


def lay_down(
    march: March,
    units: Collection[Unit],
    *,
    case: Case,
    at: Province = "",
    named_together: Collection[Unit] = (),
) -> None:
    """R2: units that were detached by one event stand as one stack, Blue and Green ones by nationality.

    Imperial units lie under the top one of the stack, but not under Green ones that were attached by the Gold unless
    one drop list names both; else they stand alone. Green units are again under their Control Marker (R6). `at`: where,
    if not where the force is. `named_together`: the units of the drop list.
    """
    if not units:
        return
    kinds: dict[str, list[Unit]] = {}
    imperial: list[Unit] = []
    nationality = march.rules.nationality
    for unit in units:
        if unit in IMPERIAL:
            imperial.append(unit)
        else:
            kinds.setdefault(nationality[unit], []).append(unit)
    at = at or march.at
    if imperial:
        under = "" if "" in kinds or march.force.led else next(iter(kinds), "")
        if under not in kinds:
            under = next(
                (kind for kind, members in kinds.items() if named_together and members[0] in named_together),
                "",
            )
        if under in kinds:
            kinds[under] = list(Group(None, tuple(sorted(imperial)), tuple(kinds[under])).units)
        else:
            _lay(march, Stack(at, None, tuple(sorted(imperial))), case)
    for kind, members in kinds.items():
        _lay(march, Stack(at, _player(march, kind), tuple(members)), case)


def _player(march: March, nationality: str) -> Player | None:
    """R1, R3, R6: whose the detached units are."""
    if nationality:
        return march.plan.table.control.get(nationality)
    return detached_player(march.plan.player, march.rules)


def _lay(march: March, stack: Stack, case: Case) -> None:
    march.ground.lay(stack)
    march.events.append(Dropped(case, march.ref, march.plan.player, stack.units, stack.at))


# --- 13.29: units a Leader can no longer command ---------------------------------------------------------------


def no_longer_commanded(
    march: March, command: Command, imperial: Iterable[Unit], sub: str
) -> tuple[Unit, ...]:
    """R2: detach what the Leader cannot command with these Imperial units; says which units, in their order."""
    if command.leader is None:
        return ()
    lost = excess(command.leader, tuple(imperial), command.attached, march.rules)
    for unit in lost:
        command.attached.remove(unit)
        march.fault(
            sub, "lost_command", ("13.29", "R2"), grade="warning", unit=unit, unit_leader=command.leader
        )
    march.leave(lost)
    return lost


# --- drop ------------------------------------------------------------------------------------------------------


class _DropList:
    """What one drop list puts down: Leaders with what is theirs, as one stack, and units that are detached."""

    __slots__ = ("commands", "loose", "named", "sub")

    def __init__(self, sub: str, names: Collection[UnitName]) -> None:
        self.sub = sub
        self.named = [name for name in names if isinstance(name, int)]
        self.commands: list[Command] = []
        self.loose: list[Unit] = []


def drop(march: March, number: int, step: RouteStep) -> None:
    """5.13, R2, R13: carry out the drop lists of a step, then judge what Leaders can no longer command."""
    sub = f".route[{number}].drop"
    several = len(step.drop) > 1
    lists: list[_DropList] = []
    losses: list[tuple[Command, Unit, _DropList]] = []
    for which, names in enumerate(step.drop):
        one = _DropList(f"{sub}[{which}]" if several else sub, names)
        lists.append(one)
        for place, name in enumerate(names):
            _drop_one(march, one, name, losses, sub=f"{one.sub}[{place}]")
    for index, (command, _, one) in enumerate(losses):
        later = [unit for other, unit, which in losses[index + 1 :] if other is command and which is not one]
        one.loose += no_longer_commanded(march, command, (*command.imperial, *later), one.sub)
    _keep_imperial_under_last(march, lists)
    for one in lists:
        _put_down(march, one)
    leave_if_nobody(march)


def _keep_imperial_under_last(march: March, lists: list[_DropList]) -> None:
    """R2: when the last Blue or Green unit is dropped, an Imperial unit that the list does not name stays under it."""
    commands = march.force.commands
    if commands and commands[0].leader is None and not commands[0].attached and lists[-1].loose:
        alone = tuple(commands.pop().imperial)
        march.leave(alone)
        lists[-1].loose += alone


def _drop_one(
    march: March, one: _DropList, name: UnitName, losses: list[tuple[Command, Unit, _DropList]], *, sub: str
) -> None:
    """One name of a drop list: a Leader goes with all that is his; a unit after him comes under him if it can."""
    force = march.force
    leader = next((command for command in force.commands if command.leader == name), None)
    if leader is not None:
        force.commands.remove(leader)
        one.commands.append(leader)
        return
    holder = next((command for command in (*force.commands, *one.commands) if command.has(name)), None)
    if holder is None or not isinstance(name, int):
        code = "drop_unknown" if isinstance(name, str) else "drop_not_in_force"
        march.fault(sub, code, ("5.13", "R9"), unit=name)
        return
    taker = one.commands[-1] if one.commands else None
    if taker is not None and holder in one.commands:
        # It goes down with its Leader; listed after another one it comes under him, if he can command it.
        fits = (
            name not in IMPERIAL
            and cannot_attach(taker, name, size_of(one.commands) - 1, march.rules) is None
        )
        if taker is not holder and fits:
            holder.detach(name)
            taker.attach(name, imperial=False)
        return
    holder.detach(name)
    imperial = name in IMPERIAL
    if imperial:
        losses.append((holder, name, one))
    if taker and _goes_to(march, taker, name, one):
        taker.attach(name, imperial=imperial)
    else:
        one.loose.append(name)
        march.leave((name,))


def _goes_to(march: March, taker: Command, name: Unit, one: _DropList) -> bool:
    """R13, R15: whether a unit listed after a dropped Leader comes under him: a combat unit if he can command it, an
    Imperial unit of another Leader if it may still be transferred."""
    if name not in IMPERIAL:
        return cannot_attach(taker, name, size_of(one.commands), march.rules) is None
    moved = march.entered or name in march.ground.moved
    spent = march.rules.rulings.imperial_transfer == "region" and name in march.ground.transferred
    if moved or spent:
        return False
    march.ground.transferred.add(name)
    return True


def _put_down(march: March, one: _DropList) -> None:
    if one.commands:
        units = tuple(unit for command in one.commands for unit in command.units)
        march.leave(units)
        if march.entered:
            for command in one.commands:
                assert command.leader is not None
                march.plan.travelled[command.leader] = tuple(march.route)
        _lay(march, Stack(march.at, march.plan.player, units), "5.13")
    lay_down(march, one.loose, case="5.13", named_together=one.named)
    if one.commands or one.loose:
        march.done.append("5.13")


def leave_if_nobody(march: March) -> None:
    """R2: when the last Blue or Green unit has left a force, an Imperial unit with it stands alone."""
    commands = march.force.commands
    if commands and commands[0].leader is None and not commands[0].attached:
        alone = tuple(commands.pop().imperial)
        march.leave(alone)
        lay_down(march, alone, case="R2")


# --- join ------------------------------------------------------------------------------------------------------


def join(march: March, number: int, target: UnitName) -> bool:
    """R14: put the force, which goes no further, under the stack of the named unit; says whether it was done."""
    code = _cannot_join(march, target)
    if code:
        march.fault(
            f".route[{number}].join",
            f"join_{code}",
            ("7.12", "7.13", "7.14", "R14"),
            unit=target,
            province=march.at,
        )
        return False
    ground, force = march.ground, march.force
    stack_id = ground.find(target)
    assert stack_id is not None
    stack, units = ground.look(stack_id), force.units
    if force.led:
        joined = stack.units + units
    else:
        both = stack.units + units
        imperial = tuple(sorted(unit for unit in both if unit in IMPERIAL))
        joined = Group(None, imperial, tuple(unit for unit in both if unit not in IMPERIAL)).units
    ground.change(stack_id, stack._replace(units=joined))
    march.events.append(Joined("R14", march.ref, march.plan.player, units, stack.units[0], march.at))
    march.done.append("R14")
    return True


def _cannot_join(march: March, target: UnitName) -> str:
    """Why the force cannot join the stack of that unit, or empty."""
    rules, force = march.rules, march.force
    if isinstance(target, str):
        return "unknown"
    if force.nobody:
        return "nobody"
    if target in force.units:
        return "itself"
    stack = march.ground.stack_of(target)
    if stack is None or stack.at != march.at:
        return "elsewhere"
    top = stack.units[0]
    if stack.player != march.plan.player:
        return "not_yours"
    if rules.color[top] != force.color or rules.nationality[top] != rules.nationality[force.units[0]]:
        return "color"
    if force.led and top not in rules.leaders:
        return "no_leader"
    return ""
