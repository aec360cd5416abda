"""Making up the force of a move order from what it lists: who is in it, who is left out, who stays behind (R10)."""

from typing import NamedTuple

from pbem.core.orders import RouteStep
from pbem.core.state import groups
from pbem.core.table import StackId
from pbem.core.terms import GOLD, IMPERIAL, Unit, UnitName
from pbem.phases.forces import COLOR, Command, Reason, cannot_attach
from pbem.phases.pick_ups import (
    ATTACHED,
    ELSEWHERE,
    HELD,
    IMPERIAL_MOVED,
    MOVED,
    NOT_YOURS,
    OFF_MAP,
    UNKNOWN,
    cannot_take,
    lift,
    lose,
    not_taken,
    refused,
    unobtainable,
)
from pbem.phases.plans import March, Refused
from pbem.phases.restacking import lay_down

TWICE = Reason("twice", ("R10",))
ABOVE_LEADER = Reason("above_leader", ("7.21", "R10"))


def make_up(march: March) -> bool:
    """R10: take the force off the ground where it stands; False when the order is void, with its outcome given."""
    if _whole_stack(march):
        if _rail_without_leader(march):
            return False
        _take_apart(march)
        return True
    leaders = [name for name in march.order.force if name in march.rules.leaders]
    if _two_colors(march, leaders):
        return False
    for leader in leaders:
        if _unfit(march, leader) is None:
            return _make_up_led(march, leader)
    for name in march.order.force:
        if isinstance(name, int) and _without_leader_unfit(march, name) is None:
            return _make_up_without_leader(march, name)
    return _nobody(march)


def _begin(march: March, first: Unit) -> None:
    """The force stands where its first unit stands, and has its color."""
    stack = march.ground.stack_of(first)
    assert stack is not None
    march.at = stack.at
    march.route.append(stack.at)
    march.force.color = march.rules.color[first]


def _unfit(march: March, name: UnitName) -> Reason | None:
    """Why a Leader, or a Blue or Green unit, cannot move on this order (wherever it stands), or None."""
    if isinstance(name, str):
        return UNKNOWN
    stack = march.ground.stack_of(name)
    if stack is None:
        return OFF_MAP
    if stack.player != march.plan.player:
        return NOT_YOURS
    return MOVED if name in march.ground.moved else None


def _stays(march: March) -> bool:
    """R13: whether the last province the order writes is the one where the force stands."""
    route = march.order.route
    return not route or (len(route) == 1 and route[0].at == march.at)


def _left_out(march: March, place: int, name: UnitName, wrong: Reason) -> None:
    not_taken(march, name, wrong, f"left_out_{wrong.code}", sub=f".force[{place}]")


# --- a whole stack as it lies ----------------------------------------------------------------------------------


def _whole_stack(march: March) -> bool:
    """The commonest order lists a stack as it lies, untouched so far: all of it is fit, and nothing stays behind."""
    names, ground = march.order.force, march.ground
    stack_id = ground.find(names[0]) if names else None
    if stack_id is None or stack_id in ground.stacks:
        return False
    stack = ground.look(stack_id)
    units = stack.units
    if units != names or stack.player != ground.player:
        return False
    if units[0] not in march.rules.leaders and march.rules.color[units[0]] not in ("blue", "green"):
        return False
    march.at = stack.at
    march.route.append(stack.at)
    march.force.color = march.rules.color[units[0]]
    march.force.whole = units
    march.stack_id = stack_id
    return True


def _take_apart(march: March) -> None:
    """Take a whole stack off the ground, unless it does nothing but travel: then it is moved as it lies."""
    if GOLD in march.force.whole or _does_something(march.order.route):
        march.ground.take(march.stack_id, march.force.whole)
        march.force.take_apart(march.rules)


def _does_something(route: tuple[RouteStep, ...]) -> bool:
    """Whether the order does more than travel."""
    for step in route:
        if step.pick_up or step.drop or step.remove or step.join is not None:
            return True
    return False


# --- void orders -----------------------------------------------------------------------------------------------


def _two_colors(march: March, leaders: list[Unit]) -> bool:
    """R10: an order that names Leaders of two colors, faulty or not, is void."""
    color = march.rules.color
    for name in leaders:
        if color[name] != color[leaders[0]]:
            place = march.order.force.index(name)
            march.void(f".force[{place}]", "move_two_colors", ("7.13", "R10"), unit=name, unit_first=leaders[0])
            return True
    return False


def _two_nationalities(march: March, first: Unit) -> bool:
    """R10: an order without a Leader that names units of two nationalities is void."""
    nationality = march.rules.nationality
    own = nationality[first]
    for place, name in enumerate(march.order.force):
        if isinstance(name, int) and nationality[name] not in ("", own):
            march.void(f".force[{place}]", "move_two_nationalities", ("7.14", "R10"), unit=name, unit_first=first)
            return True
    return False


def _rail_without_leader(march: March) -> bool:
    """5.51, R11: rail is for Red and White forces; the order is void for others."""
    if march.order.by != "rail" or march.force.led:
        return False
    march.void(".by", "move_rail", ("5.51", "5.64", "5.73", "R11"))
    return True


def _nobody(march: March) -> bool:
    """R10: nobody in the list can move; each is told why."""
    for place, name in enumerate(march.order.force):
        if isinstance(name, str):
            wrong = UNKNOWN
        elif name in march.rules.leaders or march.rules.color[name] in ("blue", "green"):
            wrong = _unfit(march, name) or ATTACHED
        else:
            wrong = ABOVE_LEADER
        _left_out(march, place, name, wrong)
    if march.faults:
        return _void_as_faulty(march)
    march.void(".force", "move_nobody", ("R10",))
    return False


def _void_as_faulty(march: March) -> bool:
    first = march.faults[0]
    march.end("void", first.code, first.cases, first.facts)
    return False


# --- a force of Leaders ----------------------------------------------------------------------------------------


class _Listed(NamedTuple):
    """A combat or Imperial unit of the list, the Leader it is listed under, and the one who has it so far."""

    place: int
    unit: Unit
    command: Command
    had_by: Command | None


def _make_up_led(march: March, first: Unit) -> bool:
    """Leaders, and under each the units listed under him as far as he can command them."""
    _begin(march, first)
    commands, had, stacks = _leaders(march)
    listed = _sort_out(march, commands, had)
    muster = _Muster(march, commands, listed, {})
    if march.rules.rulings.faulty_unit == "void" and (march.faults or muster.left_out):
        muster.tell()
        return _void_as_faulty(march)
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
    wrong = _unfit(march, name)
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
        elif name in march.rules.leaders:
            wrong = _leader_unfit(march, name)
            current = current if wrong else commands[name]
        elif current is None:
            wrong = UNKNOWN if isinstance(name, str) else ABOVE_LEADER
        else:
            wrong = _unit_unfit(march, name, had, current)
            if wrong is None:
                assert isinstance(name, int)
                listed.append(_Listed(place, name, current, had.get(name)))
        seen.add(name)
        if wrong is not None:
            _left_out(march, place, name, wrong)
    return listed


def _unit_unfit(march: March, name: UnitName, had: dict[Unit, Command], current: Command) -> Reason | None:
    """Why a combat or Imperial unit cannot be of the force, whatever its Leader can command, or None."""
    had_by = had.get(name)  # type: ignore[arg-type]
    if had_by is None:
        return unobtainable(march, name, ends=_stays(march))
    if name in march.ground.moved:
        return MOVED
    return IMPERIAL_MOVED if had_by is not current and name in march.ground.transferred else None


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
            _left_out(self.march, one.place, one.unit, wrong)
        for one in self.lost:
            lose(self.march, one.command, one.unit, "left_out_lost", sub=f".force[{one.place}]")


def _take_up(march: March, stacks: dict[StackId, list[Unit]], muster: _Muster) -> None:
    """Take the force off the ground; what lay with its Leaders and is not of it stays behind, detached."""
    for stack_id, units in stacks.items():
        march.ground.take(stack_id, units)
    for one in muster.taken:
        if one.had_by is None:
            sub = f".force[{one.place}]"
            march.say(sub, "note", "implicit_pick_up", ("R10",), unit=one.unit, unit_leader=one.command.leader)
            lift(march, one.command, one.unit, sub=sub)
        elif one.had_by is not one.command and one.unit in IMPERIAL:
            march.ground.transferred.add(one.unit)
    here = set(march.force.units)
    for units in stacks.values():
        left = [unit for unit in units if unit not in here]
        lay_down(march, left, case="R10")
        _warn_of_left_behind(march, left)


def _warn_of_left_behind(march: March, left: list[Unit]) -> None:
    for unit in left:
        if unit not in march.order.force:
            march.say(".force", "warning", "left_behind", ("5.13", "R10"), unit=unit, province=march.at)


# --- a force of Blue or Green units ----------------------------------------------------------------------------


def _without_leader_unfit(march: March, name: UnitName) -> Reason | None:
    """Why the unit cannot move by itself, or None."""
    if isinstance(name, str):
        return UNKNOWN
    if name not in march.rules.leaders and march.rules.color[name] not in ("blue", "green"):
        return COLOR
    wrong = _unfit(march, name)
    if wrong is None:
        stack = march.ground.stack_of(name)
        assert stack is not None
        return ATTACHED if stack.units[0] in march.rules.leaders else None
    return wrong


def _make_up_without_leader(march: March, first: Unit) -> bool:
    """Blue or Green units of one nationality, and Imperial units under their top one (13.11)."""
    _begin(march, first)
    if _two_nationalities(march, first) or _rail_without_leader(march):
        return False
    command = Command(None)
    stacks = _units_without_leader(march, command)
    taken = _imperial_without_leader(march, command, stacks)
    if march.faults and march.rules.rulings.faulty_unit == "void":
        return _void_as_faulty(march)
    march.force.commands = [command]
    for stack_id, units in stacks.items():
        below = [unit for unit in march.ground.look(stack_id).units if unit in IMPERIAL and unit not in units]
        march.ground.take(stack_id, units)
        _warn_of_left_behind(march, below)
    for place, unit in taken:
        if refused(march, command, unit, march.plan.refused):
            lose(march, command, unit, "left_out_lost", sub=f".force[{place}]")
        else:
            lift(march, command, unit, sub=f".force[{place}]")
            command.attach(unit, imperial=True)
    return True


def _units_without_leader(march: March, command: Command) -> dict[StackId, list[Unit]]:
    """Attach the listed Blue or Green units; says from which stacks they come. The others are told why not."""
    stacks: dict[StackId, list[Unit]] = {}
    for place, name in enumerate(march.order.force):
        if name in IMPERIAL:
            continue
        wrong = TWICE if name in march.order.force[:place] else _without_leader_unfit(march, name)
        stack_id = march.ground.find(name)
        if wrong is None and stack_id is not None and march.ground.look(stack_id).at != march.at:
            wrong = ELSEWHERE
        if wrong is not None:
            _left_out(march, place, name, wrong)
        elif isinstance(name, int) and stack_id is not None:
            command.attach(name, imperial=False)
            stacks.setdefault(stack_id, []).append(name)
    return stacks


def _imperial_without_leader(
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
            wrong = unobtainable(march, name, ends=_stays(march)) or cannot_take(march, command, name, 0)
            if wrong is None:
                taken.append((place, name))
        if wrong is not None:
            _left_out(march, place, name, wrong)
    return taken
