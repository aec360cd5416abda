"""What a force on the move is made of, and how many units a Leader of it may attach (5.14, 13.2, R11)."""

from collections.abc import Iterable
from typing import NamedTuple

from pbem.core.falls import can_command
from pbem.core.rules import Rules
from pbem.core.terms import GOLD, STACK_LIMIT, Case, Color, Unit, UnitName


class Reason(NamedTuple):
    """Why something cannot be done: the end of its sentence's name, and the cases."""

    code: str
    cases: tuple[Case, ...]


COLOR = Reason("color", ("5.22", "R10"))
_TOO_MANY = Reason("too_many", ("5.14", "7.22", "R10"))
_OVER_FIVE = Reason("over_five", ("7.11", "13.22", "13.25", "R11"))
_NO_GOLD = Reason("no_gold", ("5.22", "13.25", "13.26", "R6"))
_FINN_OR_POLE = Reason("finn_or_pole", ("13.27", "R6"))


class Command:
    """A Leader of a force with what he has (7.21); `leader` None: the Blue or Green units of a force without one."""

    __slots__ = ("attached", "imperial", "leader")

    def __init__(
        self, leader: Unit | None, imperial: Iterable[Unit] = (), attached: Iterable[Unit] = ()
    ) -> None:
        self.leader = leader
        self.imperial = list(imperial)
        self.attached = list(attached)

    @property
    def units(self) -> tuple[Unit, ...]:
        """Top to bottom: the Imperial units under the Leader or the top unit, the Czar above the Gold (13.21)."""
        imperial = sorted(self.imperial) if self.imperial else self.imperial
        if self.leader is not None:
            return (self.leader, *imperial, *self.attached)
        return (*self.attached[:1], *imperial, *self.attached[1:])

    @property
    def claimant(self) -> Unit:
        """R12, R15: who claims for it: the Leader, or the top unit of a Blue or Green force."""
        return self.attached[0] if self.leader is None else self.leader

    def has(self, unit: UnitName) -> bool:
        """Whether the combat or Imperial unit is attached to this Leader."""
        return unit in self.attached or unit in self.imperial

    def attach(self, unit: Unit, *, imperial: bool) -> None:
        """Put a unit under those already there (R10)."""
        (self.imperial if imperial else self.attached).append(unit)

    def detach(self, unit: Unit) -> None:
        """Take away a unit that is attached."""
        (self.attached if unit in self.attached else self.imperial).remove(unit)


class Force:
    """The units that move together: Leaders with what is attached to each, or Blue or Green units of one nationality."""

    __slots__ = ("color", "commands")

    def __init__(self, color: Color, commands: list[Command]) -> None:
        self.color = color
        self.commands = commands

    @property
    def units(self) -> tuple[Unit, ...]:
        """The force top to bottom."""
        units: tuple[Unit, ...] = ()
        for command in self.commands:
            units += command.units
        return units

    @property
    def nobody(self) -> bool:
        """Whether nobody is left in it."""
        return not self.commands

    @property
    def led(self) -> bool:
        """Whether it is a force of Leaders."""
        return self.color in ("red", "white")

    @property
    def size(self) -> int:
        """Its Leaders and all that is attached to them but the Imperial units (7.11)."""
        return size_of(self.commands)

    def command_of(self, unit: UnitName) -> Command | None:
        """Under whom the combat or Imperial unit is, or None when it is with no Leader of the force."""
        return next((command for command in self.commands if command.has(unit)), None)

    def has(self, unit: Unit) -> bool:
        """Whether the unit is in the force."""
        return any(unit == one.leader or one.has(unit) for one in self.commands)


def size_of(commands: Iterable[Command]) -> int:
    """How many Leaders and combat units they are together (7.11)."""
    size = 0
    for command in commands:
        size += len(command.attached) + (command.leader is not None)
    return size


def cannot_attach(command: Command, unit: Unit, size: int, rules: Rules) -> Reason | None:
    """Why the Leader may not attach the combat unit to those he has, or None.

    `size`: his force without that unit. R11: beyond his Leadership Value, and with Green units, a force ends at five.
    """
    leader = command.leader
    if leader is None:
        return COLOR
    green = rules.color[unit] == "green"
    if can_command(leader, command.imperial, command.attached, unit, rules):
        beyond = green or len(command.attached) >= rules.value[leader]
        return _OVER_FIVE if beyond and size >= STACK_LIMIT else None
    if not green:
        return _TOO_MANY if rules.color[unit] == rules.color[leader] else COLOR
    if rules.nationality[unit] in rules.not_stolen:
        return _FINN_OR_POLE
    return _TOO_MANY if GOLD in command.imperial else _NO_GOLD
