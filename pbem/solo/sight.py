"""What a player of Red sees on the map: his stacks, the other side's forces and their ways, how far a Leader can go."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pbem.core.rules import Rules
from pbem.core.state import Stack, stack_color
from pbem.core.terms import IMPERIAL, NONRED, RED, Province, Unit
from pbem.phases.plans import LEADER_POINTS
from pbem.solo.phases.paths import governing, remaining
from pbem.solo.state import Path, SoloState


class Force(NamedTuple):
    """A force of the other side that moves next turn, with what is left of its path."""

    stack: Stack
    ahead: Path

    @property
    def distance(self) -> int:
        """How many provinces it has still to enter."""
        return len(self.ahead) - 1

    def strength(self, rules: Rules) -> int:
        """Its Strength Points, Leaders counted (8.26)."""
        return rules.total(self.stack.units)


class Route(NamedTuple):
    """A way for a Leader, its first province included."""

    provinces: Path
    by_rail: bool


class Sight:
    """One position, looked at from Red's side."""

    def __init__(self, state: SoloState, rules: Rules) -> None:
        self.state = state
        self.rules = rules
        assert rules.solitaire is not None
        self.centers = rules.solitaire.targets
        self.led: list[Stack] = []
        """Red stacks with a Leader."""
        self.loose: list[Stack] = []
        """Red combat units without one."""
        self.enemies: dict[Province, list[Stack]] = {}
        """By province the stacks of other colors."""
        self.colors: dict[Province, set[str]] = {}
        for stack in state.stacks:
            color = stack_color(stack.units, rules)
            if color:
                self.colors.setdefault(stack.at, set()).add(color)
            if color == RED:
                (self.led if stack.player == RED else self.loose).append(stack)
            elif color:
                self.enemies.setdefault(stack.at, []).append(stack)

    def strength(self, units: Iterable[Unit]) -> int:
        """Strength Points, Leaders counted (8.26)."""
        return self.rules.total(tuple(units))

    def leaders_to_be_had(self) -> list[Unit]:
        """S26: the best first."""
        rules = self.rules
        found = [unit for unit in self.state.box if unit in rules.leaders and rules.color[unit] == RED]
        return sorted(found, key=lambda unit: (-rules.value[unit], unit))

    def forces(self) -> list[Force]:
        """The forces of the other side that may move, the nearest to their targets first."""
        found: list[Force] = []
        for stacks in self.enemies.values():
            for stack in stacks:
                path = self.state.paths.get(governing(stack.units, self.rules))
                if stack.player == NONRED and path is not None and self._moves(stack, path):
                    found.append(Force(stack, remaining(path, stack.at)))
        return sorted(found, key=lambda force: (force.distance, force.stack.units))

    def _moves(self, stack: Stack, path: Path) -> bool:
        ahead = remaining(path, stack.at)
        if len(ahead) < 2 or stack.at in self.centers or stack.at not in path:
            return False
        allowed = self.rules.entry.get(self.rules.nationality[governing(stack.units, self.rules)])
        return allowed is None or ahead[1] in allowed

    def routes_to(self, goal: Province) -> dict[Province, Route]:
        """How a Leader comes to a province in one Phase from each other one: overland if he can, else by rail."""
        board = self.rules.board
        found = {province: Route(way, False) for province, way in self._ways(goal, board.land, LEADER_POINTS)}
        for province, way in self._ways(goal, board.rails, len(board.provinces)):
            found.setdefault(province, Route(way, True))
        return found

    def _ways(
        self, goal: Province, joins: Mapping[Province, frozenset[Province]], points: int
    ) -> Iterator[tuple[Province, Path]]:
        """By first province the shortest way to the goal that is nowhere stopped before it (5.27)."""
        waiting: list[Path] = [(goal,)]
        seen = {goal}
        for way in waiting:
            yield way[0], way
            if len(way) > points or (way[0] != goal and self.colors.get(way[0], set()) - {RED}):
                continue
            for other in sorted(joins[way[0]]):
                if other not in seen:
                    seen.add(other)
                    waiting.append((other, *way))


def combat_units(stack: Stack, rules: Rules) -> tuple[Unit, ...]:
    """The combat units of a stack, the strongest first."""
    units = [unit for unit in stack.units if unit not in IMPERIAL and unit not in rules.leaders]
    return tuple(sorted(units, key=lambda unit: (-rules.value[unit], unit)))
