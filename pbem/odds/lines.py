"""Attacks of a province that come one after another, and which of them have nothing to do with each other (R29, R30)."""

from pbem.core.table import StackId, Table
from pbem.core.terms import IMPERIAL, Player, Unit
from pbem.phases.combat import Planned, Plans
from pbem.phases.stack_names import notes


class Line:
    """Attacks in the order in which they come, at least one, and the players who come after them in no settled order."""

    __slots__ = ("_rest", "first", "lines", "plans", "players", "units", "waiting")

    def __init__(self, plans: tuple[Planned, ...], waiting: tuple[Player, ...], lines: "Lines") -> None:
        self.plans = plans
        self.first = plans[0]
        self.waiting = waiting
        self.lines = lines
        """All of the province."""
        self._rest: tuple[Line, ...] | None = None
        to_come = [*plans, *[plan for player in waiting for plan in lines.plans[player]]]
        self.players = tuple(dict.fromkeys([plan.player for plan in to_come]))
        """Whose attacks are to come, those of the waiting included."""
        self.units = lines.units_named(to_come)
        """The units that stood in the stacks named by an attack to come."""

    @property
    def rest(self) -> tuple["Line", ...]:
        """What comes after the first attack."""
        if self._rest is None:
            self._rest = self.lines.of(self.plans[1:], self.waiting)
        return self._rest


class Lines:
    """The lines of a province, each made once."""

    def __init__(self, table: Table, plans: Plans) -> None:
        """`table`: one on which combat begins. R30: it is its stacks that the attacks name."""
        noted = notes(table)
        self.plans = plans
        self.stacks = noted.stacks
        every = [plan for own in plans.values() for plan in own]
        self._named = {plan.label: _named(plan, noted.where) for plan in every}
        """By label the stacks an attack names."""
        self.units = self.units_named(every)
        """The units that stood in the stacks named by any attack."""
        self._hang_together = not self.units.isdisjoint(IMPERIAL)
        """R34: Imperial units go from one stack to another."""
        self._called: dict[tuple[Player, ...], tuple[Line, ...]] = {}
        self._found: dict[object, tuple[Line, ...]] = {}

    def called(self, player: Player, waiting: list[Player]) -> tuple[Line, ...]:
        """The lines when it is a player's turn, others still waiting; with one of them the order is settled."""
        key = player, *waiting
        found = self._called.get(key)
        if found is None:
            last = waiting if len(waiting) == 1 else []
            plans = [plan for one in (player, *last) for plan in self.plans[one]]
            found = self._called[key] = self.of(tuple(plans), tuple(waiting) if not last else ())
        return found

    def of(self, plans: tuple[Planned, ...], waiting: tuple[Player, ...]) -> tuple[Line, ...]:
        """The lines of these attacks: more than one where the order is settled and some name no stack that others do."""
        if not plans:
            return ()
        key = *[plan.label for plan in plans], waiting
        found = self._found.get(key)
        if found is None:
            parts = [plans] if waiting or self._hang_together else self._parts(plans)
            found = self._found[key] = tuple([Line(part, waiting, self) for part in parts])
        return found

    def units_named(self, plans: list[Planned]) -> frozenset[Unit]:
        """The units that stood in the stacks that attacks name."""
        stacks = {stack_id for plan in plans for stack_id in self._named[plan.label]}
        return frozenset([unit for stack_id in stacks for unit in self.stacks[stack_id].units])

    def _parts(self, plans: tuple[Planned, ...]) -> list[tuple[Planned, ...]]:
        """The attacks in parts that name no stack in common."""
        if len(plans) == 1:
            return [plans]
        groups: list[set[object]] = []
        for plan in plans:
            own: set[object] = {plan.label, *self._named[plan.label]}
            apart = [group for group in groups if group.isdisjoint(own)]
            groups = [*apart, own.union(*[group for group in groups if not group.isdisjoint(own)])]
        return [tuple([plan for plan in plans if plan.label in group]) for group in groups]


def _named(plan: Planned, where: dict[Unit, StackId]) -> list[StackId]:
    """The stacks an attack names."""
    names = (*plan.order.units, plan.order.against)
    return [where[name] for name in names if isinstance(name, int) and name in where]
