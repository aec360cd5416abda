"""What a player sees on the map: his stacks, who stands where, how far a force can go. Decides nothing."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from pbem.core.board import Board
from pbem.core.rules import Rules
from pbem.core.state import Holding, Stack, State, groups, has_leader, stack_color
from pbem.core.terms import IMPERIAL, Color, Player, Province, Unit
from pbem.phases.victory import Points, victory_points

LEADER_POINTS = 5
OTHER_POINTS = 3

Ways = Mapping[Province, tuple[Province, ...]]
Reach = Mapping[Province, tuple[Province, ...]]
"""By province the shortest way to it, the province it starts in first."""


class _Net:
    """The ways of a board, each list sorted so that nothing depends on hashing."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.land: Ways = {code: tuple(sorted(board.land[code])) for code in board.provinces}
        self.white: Ways = {
            code: tuple(sorted(board.land[code] | board.strait[code])) for code in board.provinces
        }
        self.rails: Ways = {code: tuple(sorted(board.rails[code])) for code in board.provinces}


_nets: list[_Net] = []


def _net(board: Board) -> _Net:
    """The net of a board, made once."""
    for net in _nets:
        if net.board is board:
            return net
    _nets[:] = [_Net(board), *_nets[:3]]
    return _nets[0]


class Sight:
    """One player's view of a position. Attributes may be read freely; nothing changes them."""

    def __init__(self, state: State, player: Player, rules: Rules) -> None:
        self.state = state
        self.player = player
        self.rules = rules
        self.net = _net(rules.board)
        self.holding = state.holdings.get(player, Holding())
        self.others = tuple(other for other in state.active if other != player)
        self.at: dict[Province, list[Stack]] = {}
        for stack in state.stacks:
            self.at.setdefault(stack.at, []).append(stack)
        self._with_loose: dict[Color, frozenset[Province]] = {}
        self._stops: dict[Color, frozenset[Province]] = {}
        self.own = tuple(stack for stack in state.stacks if stack.player == player)

    @cached_property
    def colors(self) -> Mapping[Province, tuple[Color, ...]]:
        """5.27, R7: the colors that stand in each occupied province."""
        found: dict[Province, tuple[Color, ...]] = {}
        for province, stacks in self.at.items():
            colors = dict.fromkeys(stack_color(stack.units, self.rules) for stack in stacks)
            found[province] = tuple(color for color in colors if color)
        return found

    @cached_property
    def points(self) -> Mapping[Player, Points]:
        """14.4: everybody's Victory Points as they stand."""
        return victory_points(self.state, self.rules)

    def color(self, stack: Stack) -> Color:
        """The color of a stack; empty for an Imperial unit alone."""
        return stack_color(stack.units, self.rules)

    def led(self, stack: Stack) -> bool:
        """Whether a Leader stands on the stack."""
        return has_leader(stack.units, self.rules)

    def active(self, stack: Stack) -> bool:
        """Whether the stack moves and attacks by itself: led, or Blue or Green (5.6, 5.7, 8.28)."""
        return self.led(stack) or self.color(stack) in ("blue", "green")

    def strength(self, units: Iterable[Unit]) -> int:
        """8.0: Strength Points."""
        value = self.rules.value
        return sum(value[unit] for unit in units)

    def opposed(self, one: Color, other: Color) -> bool:
        """8.1: whether the colors are enemies."""
        return other in self.rules.enemies.get(one, ())

    @cached_property
    def movable(self) -> tuple[Stack, ...]:
        """The player's stacks that can be ordered to move or attack."""
        return tuple(stack for stack in self.own if self.active(stack))

    @cached_property
    def leaders(self) -> tuple[Unit, ...]:
        """The player's Leaders on the map, by number."""
        return tuple(sorted(u for stack in self.own for u in stack.units if u in self.rules.leaders))

    def room(self, leader: Unit, attached: Iterable[Unit]) -> int:
        """5.14: how many more combat units the Leader can command, the Imperial units not counted upon."""
        return self.rules.value[leader] - sum(1 for unit in attached if unit not in IMPERIAL)

    def loose(self, province: Province, color: Color) -> tuple[Unit, ...]:
        """Uncontrolled Red or White combat units of that color in a province, strongest first."""
        return self._lying.get((province, color), ())

    def imperial(self, province: Province) -> tuple[Unit, ...]:
        """Imperial units in a province that nobody controls (R4)."""
        return self._lying.get((province, ""), ())

    def with_loose(self, color: Color) -> frozenset[Province]:
        """The provinces in which something lies that a force of this color could take along."""
        found = self._with_loose.get(color)
        if found is None:
            places = (place for place, lying in self._lying if lying in (color, ""))
            found = self._with_loose[color] = frozenset(places)
        return found

    @cached_property
    def _lying(self) -> Mapping[tuple[Province, Color], tuple[Unit, ...]]:
        """By province and color what nobody controls there: Red and White combat units; Imperial ones without color."""
        found: dict[tuple[Province, Color], list[Unit]] = {}
        for stack in self.state.stacks:
            if stack.player is None and not self.led(stack):
                for unit in stack.units:
                    color = self.rules.color[unit]
                    if color in ("red", "white", ""):
                        found.setdefault((stack.at, color), []).append(unit)
        value = self.rules.value
        return {
            place: tuple(sorted(units, key=lambda unit: (-value[unit], unit)))
            for place, units in found.items()
        }

    # --- ways ------------------------------------------------------------------------------------------------

    def ways(self, color: Color, *, rail: bool = False) -> Ways:
        """The provinces joined for a force of this color."""
        if rail:
            return self.net.rails
        return self.net.white if color == "white" else self.net.land

    def allowed(self, units: tuple[Unit, ...]) -> frozenset[Province] | None:
        """5.65, 5.74: the only provinces a Blue or Green force may enter; None for all."""
        if units and units[0] in self.rules.leaders:
            return None
        nationality = next((self.rules.nationality[unit] for unit in units if unit not in IMPERIAL), "")
        return self.rules.entry.get(nationality)

    def stops(self, color: Color, province: Province) -> bool:
        """5.27: whether a force of this color must stop on entering the province."""
        found = self._stops.get(color)
        if found is None:
            found = self._stops[color] = frozenset(
                place for place, colors in self.colors.items() if any(other != color for other in colors)
            )
        return province in found

    def reach(self, start: Province, units: tuple[Unit, ...], *, rail: bool = False) -> Reach:
        """Where a force can end, its start included, and by which way."""
        color = stack_color(units, self.rules)
        points = LEADER_POINTS if units[0] in self.rules.leaders else OTHER_POINTS
        return self.spread(start, color, 99 if rail else points, rail=rail, only=self.allowed(units))

    def spread(
        self,
        start: Province,
        color: Color,
        points: int,
        *,
        rail: bool = False,
        only: frozenset[Province] | None = None,
    ) -> Reach:
        """All provinces within so many steps for a force of this color, stops observed."""
        ways = self.ways(color, rail=rail)
        found: dict[Province, tuple[Province, ...]] = {start: (start,)}
        edge = [start]
        for _ in range(points):
            beyond: list[Province] = []
            for province in edge:
                if province != start and self.stops(color, province):
                    continue
                for to in ways[province]:
                    if to not in found and (only is None or to in only):
                        found[to] = (*found[province], to)
                        beyond.append(to)
            if not beyond:
                break
            edge = beyond
        return found

    def distances(self, goals: Iterable[Province]) -> Mapping[Province, int]:
        """By province how many steps overland it is to the nearest of the goals."""
        found = dict.fromkeys(goals, 0)
        edge = list(found)
        while edge:
            beyond: list[Province] = []
            for province in edge:
                for to in self.net.land[province]:
                    if to not in found:
                        found[to] = found[province] + 1
                        beyond.append(to)
            edge = beyond
        return found

    def parts(self, stack: Stack) -> tuple[tuple[Unit | None, tuple[Unit, ...], tuple[Unit, ...]], ...]:
        """7.21: the Leaders of a stack, each with his Imperial and his attached units."""
        return tuple((part.leader, part.imperial, part.attached) for part in groups(stack.units, self.rules))
