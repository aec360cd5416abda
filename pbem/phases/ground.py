"""The position as one player finds it while his moves are carried out as if he were the first (R8).

Everybody else's units stand as at the start of the step; only what his own orders change is kept here, beside the
Table, which nobody changes until all claims are settled (R12).
"""

from collections.abc import Collection, Iterable, Mapping

from pbem.core.state import Stack
from pbem.core.table import StackId, Table
from pbem.core.terms import IMPERIAL, Player, Unit, UnitName, new


class Ground:
    """What one player's orders have changed so far; stacks not in it lie as on the Table.

    A pile of nothing but Imperial units stands for both alone in the province (R4). Attributes may be read freely.
    """

    __slots__ = (
        "_stacks_at_start",
        "_where_at_start",
        "before",
        "moved",
        "player",
        "stacks",
        "transferred",
        "where",
    )

    def __init__(self, table: Table, player: Player) -> None:
        self._stacks_at_start: Mapping[StackId, Stack] = table.stacks
        self._where_at_start: Mapping[Unit, StackId] = table.where
        self.player = player
        self.stacks: dict[StackId, Stack | None] = {}
        """Changed stacks, None where one is gone; ids below 0 are new ones."""
        self.where: dict[Unit, StackId | None] = {}
        """Units that lie elsewhere than on the Table; None while they are with a force or off the map."""
        self.moved: set[Unit] = set()
        """R13: units that have entered a province this Phase."""
        self.transferred: set[Unit] = set()
        """R15: Imperial units that were attached to a force this Phase, though it stayed."""
        self.before: dict[StackId, Stack | None] = {}
        """How the stacks lay that the present order has changed."""

    def find(self, unit: UnitName) -> StackId | None:
        """The stack the unit lies in, or None when it is with the force on the move or not on the map."""
        if unit in self.where:
            return self.where[unit]
        return self._where_at_start.get(unit)  # type: ignore[arg-type]

    def untouched(self, unit: UnitName) -> StackId | None:
        """The stack the unit lies in, if no order has changed it; None else."""
        stack_id = self._where_at_start.get(unit)  # type: ignore[arg-type]
        return None if stack_id in self.stacks else stack_id

    def look(self, stack_id: StackId) -> Stack:
        """A stack as it lies now."""
        return self.stacks.get(stack_id) or self._stacks_at_start[stack_id]

    def stack_of(self, unit: UnitName) -> Stack | None:
        """The stack the unit lies in, or None as with `find`."""
        where = self.where
        stack_id = where[unit] if unit in where else self._where_at_start.get(unit)  # type: ignore[arg-type]
        if stack_id is None:
            return None
        return self.stacks.get(stack_id) or self._stacks_at_start[stack_id]

    def change(self, stack_id: StackId, stack: Stack | None) -> None:
        """Let a stack lie otherwise, or be gone; units no more in it are not looked after."""
        if stack_id not in self.before:
            self.before[stack_id] = self.stacks.get(stack_id) or self._stacks_at_start.get(stack_id)
        self.stacks[stack_id] = stack
        if stack is not None:
            self.where.update(dict.fromkeys(stack.units, stack_id))

    def lay(self, stack: Stack) -> StackId:
        """Lay down a new stack of units that lie in none."""
        stack_id = -1 - len(self.stacks)
        self.change(stack_id, stack)
        return stack_id

    def take_whole(self, stack_id: StackId) -> Stack:
        """Take a whole stack away; says what it was."""
        stack = self.look(stack_id)
        self.change(stack_id, None)
        self.where.update(dict.fromkeys(stack.units))
        return stack

    def take(self, stack_id: StackId, units: Collection[Unit]) -> None:
        """Take units away: whole Leaders with what is theirs, or attached, loose and Imperial units. The rest stays."""
        old = self.look(stack_id)
        left = [unit for unit in old.units if unit not in units]
        if left:
            rest = pile(left)
            self.change(stack_id, new(Stack, (old.at, None if rest[0] in IMPERIAL else old.player, rest)))
        else:
            self.change(stack_id, None)
        self.where.update(dict.fromkeys(units))

    def stands_otherwise(self) -> bool:
        """Whether the present order has changed how the stacks lie, whichever lies where on the table."""
        old = [stack for stack in self.before.values() if stack]
        new = [stack for stack_id in self.before if (stack := self.stacks[stack_id])]
        return sorted(old, key=_order) != sorted(new, key=_order)


def _order(stack: Stack) -> tuple[str, tuple[Unit, ...]]:
    return stack.at, stack.units


def pile(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """The units as they lie once some are gone: Imperial units that were under a top unit come under the next one."""
    rest = tuple(units)
    if not rest or rest[0] not in IMPERIAL:
        return rest
    combat = [unit for unit in rest if unit not in IMPERIAL]
    return (*combat[:1], *(unit for unit in rest if unit in IMPERIAL), *combat[1:])
