"""Forces of Leaders: under each the listed units he can command; what is not listed stays behind, detached (R10)."""

from typing import NamedTuple

from pbem.core.state import groups
from pbem.core.table import StackId
from pbem.core.terms import IMPERIAL, Unit, UnitName
from pbem.phases.forces import Command, Reason, cannot_attach
from pbem.phases.listed_units import (
    ABOVE_LEADER,
    TWICE,
    begin,
    left_out,
    stays,
    unfit,
    void_as_faulty,
    warn_of_left_behind,
)
from pbem.phases.pick_ups import (
    ELSEWHERE,
    HELD,
    MOVED,
    UNKNOWN,
    cannot_take,
    lift,
    lose,
    refused,
    unobtainable,
)
from pbem.phases.plans import March, Refused
from pbem.phases.restacking import lay_down


class _Listed(NamedTuple):
    """A combat or Imperial unit of the list, the Leader it is listed under, and the one who has it so far."""

    place: int
    unit: Unit
    command: Command
    had_by: Command | None


def make_up_led(march: March, first: Unit) -> bool:
    """Leaders, and under each the units listed under him as far as he can command them."""
    begin(march, first)
    commands, had, stacks = _leaders(march)
    listed = _sort_out(march, commands, had)
    muster = _Muster(march, commands, listed, {})
    if march.rules.rulings.faulty_unit == "void" and (march.faults or muster.left_out):
        muster.tell()
        return void_as_faulty(march)
    if march.plan.refused:
        for command in commands.values():
            command.imperial.clear()
            command.attached.clear()
        muster = _Muster(march, commands, listed, march.plan.refused)
    muster.tell()
    march.force.commands = list(commands.values())
    _take_up(march, stacks, muster)
    return True


def _leaders(
    march: March,
) -> tuple[dict[Unit, Command], dict[Unit, Command], dict[StackId, list[Unit]]]:
    """The Leaders of the force, with nothing yet; whose each unit is so far; by stack what lay with them in it."""
    commands: dict[Unit, Command] = {}
    for name in march.order.force:
        if name in march.rules.leaders and _leader_unfit(march, name) is None:
            commands[name] = Command(name)
    had: dict[Unit, Command] = {}
    stacks: dict[StackId, list[Unit]] = {}
    for stack_id in dict.fromkeys(march.ground.find(leader) for leader in commands):
        assert stack_id is not None
        stacks[stack_id] = []
        for part in groups(march.ground.look(stack_id).units, march.rules):
            if part.leader in commands:
                stacks[stack_id] += part.units
                had.update(dict.fromkeys(part.units[1:], commands[part.leader]))
    return commands, had, stacks


def _leader_unfit(march: March, name: UnitName) -> Reason | None:
    """Why this Leader is not of the force, or None."""
    wrong = unfit(march, name)
    if wrong is None:
        stack = march.ground.stack_of(name)
        assert stack is not None
        return None if stack.at == march.at else ELSEWHERE
    return wrong


def _sort_out(march: March, commands: dict[Unit, Command], had: dict[Unit, Command]) -> list[_Listed]:
    """The units of the list that can be of the force; of the others it is told why not."""
    listed: list[_Listed] = []
    seen: set[UnitName] = set()
    current: Command | None = None
    for place, name in enumerate(march.order.force):
        if name in seen:
            wrong: Reason | None = TWICE
        elif name in commands:
            current, wrong = commands[name], None
        elif name in march.rules.leaders:
            wrong = _leader_unfit(march, name)
        elif current is None:
            wrong = UNKNOWN if isinstance(name, str) else ABOVE_LEADER
        else:
            wrong = _unit_unfit(march, name, had)
            if wrong is None:
                assert isinstance(name, int)
                listed.append(_Listed(place, name, current, had.get(name)))
        if wrong is None:
            seen.add(name)
        else:
            left_out(march, place, name, wrong)
    return listed


def _unit_unfit(march: March, name: UnitName, had: dict[Unit, Command]) -> Reason | None:
    """Why a combat or Imperial unit cannot be of the force, whatever its Leader can command, or None."""
    had_by = had.get(name)  # type: ignore[arg-type]
    if had_by is None:
        return unobtainable(march, name, ends=stays(march))
    return MOVED if name in march.ground.moved and not stays(march) else None


class _Muster:
    """The listed units being attached one by one, the Imperial units of each Leader first (13.21)."""

    __slots__ = ("left_out", "lost", "march", "refusals", "size", "taken")

    def __init__(
        self, march: March, commands: dict[Unit, Command], listed: list[_Listed], refusals: Refused
    ) -> None:
        self.march = march
        self.refusals = refusals
        self.size = len(commands) + sum(1 for one in listed if one.had_by and one.unit not in IMPERIAL)
        """The Leaders, what is attached to them already, and what has been attached to them since (R11)."""
        self.taken: list[_Listed] = []
        self.left_out: list[tuple[_Listed, Reason]] = []
        self.lost: list[_Listed] = []
        for command in commands.values():
            self._fill(command, [one for one in listed if one.command is command])

    def _fill(self, command: Command, listed: list[_Listed]) -> None:
        """Attach what is listed under one Leader."""
        waiting: list[_Listed] = []
        for one in sorted(listed, key=lambda one: one.unit not in IMPERIAL):
            wrong = self._attach(command, one)
            if wrong is HELD:
                waiting.append(one)
            elif wrong is not None:
                self.left_out.append((one, wrong))
            else:
                waiting = [held for held in waiting if self._attach(command, held) is HELD]
        self.left_out += [(one, HELD) for one in waiting]

    def _attach(self, command: Command, one: _Listed) -> Reason | None:
        """Attach one unit, note it as lost to another's claim, or say why it is left out."""
        imperial = one.unit in IMPERIAL
        if one.had_by is None and refused(self.march, command, one.unit, self.refusals):
            self.lost.append(one)
            return None
        if one.had_by is None:
            wrong = cannot_take(self.march, command, one.unit, self.size)
        elif imperial:
            wrong = None
        else:
            self.size -= 1
            others = 0 if one.had_by is command else self.size
            wrong = cannot_attach(command, one.unit, others, self.march.rules)
        if wrong is None:
            command.attach(one.unit, imperial=imperial)
            self.taken.append(one)
            self.size += not imperial
        return wrong

    def tell(self) -> None:
        """Say who is left out, and who is lost to another's claim."""
        for one, wrong in sorted(self.left_out):
            left_out(self.march, one.place, one.unit, wrong)
        for one in self.lost:
            lose(self.march, one.command, one.unit, "left_out_lost", sub=f".force[{one.place}]")


def _take_up(march: March, stacks: dict[StackId, list[Unit]], muster: _Muster) -> None:
    """Take the force off the ground; what lay with its Leaders and is not of it stays behind, detached."""
    for stack_id, units in stacks.items():
        march.ground.take(stack_id, units)
    for one in muster.taken:
        if one.had_by is None:
            sub = f".force[{one.place}]"
            leader = one.command.leader
            march.say(sub, "note", "implicit_pick_up", ("R10",), unit=one.unit, unit_leader=leader)
            lift(march, one.command, one.unit, sub=sub)
        elif one.had_by is not one.command and one.unit in IMPERIAL:
            march.ground.transferred.add(one.unit)
    here = set(march.force.units)
    for units in stacks.values():
        left = [unit for unit in units if unit not in here]
        lay_down(march, left, case="R10")
        warn_of_left_behind(march, left)
