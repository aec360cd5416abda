"""A Red player who keeps Petrograd and Tver clear, puts somebody into the way of every force, and attacks at 3:1.

At 3:1 an attack always removes its target (8.5); a force that enters a province with a Red unit goes no further (5.27).
"""

from typing import NamedTuple

from pbem.core.orders import Deployment, Move, PickUp, RouteStep, Sheet
from pbem.core.rules import Rules
from pbem.core.state import Stack
from pbem.core.terms import RED, STACK_LIMIT, Province, Unit
from pbem.solo.bots.attacking import attacks
from pbem.solo.sight import Force, Route, Sight, combat_units
from pbem.solo.state import SoloState

ODDS = 3
NEAR = 2
"""Forces as near to their target as this are attacked before roadblocks are thought of."""
DIE = 6
"""The most provinces a force goes in one Phase."""


def roadblock(state: SoloState, rules: Rules) -> Sheet:
    """The sheet for the Phase of the position."""
    if state.phase == "red-leaders":
        return Planner(state, rules).sheet()
    if state.phase == "red-combat":
        return attacks(state, rules, odds=ODDS, in_center=1)
    return Sheet(RED)


class March(NamedTuple):
    """A Leader on his way to an attack: with whom he starts, whom he picks up where, and what he then is worth."""

    leader: Unit
    start: tuple[Unit, ...]
    """The combat units he starts with."""
    pick_ups: tuple[tuple[Province, Unit], ...]
    route: Route
    points: int
    new: bool
    """Whether he is to be brought on."""

    @property
    def units(self) -> tuple[Unit, ...]:
        """All combat units that will be under him."""
        return (*self.start, *(unit for _, unit in self.pick_ups))


class Planner:
    """Leaders and moves of one Game-Turn while they are thought out."""

    def __init__(self, state: SoloState, rules: Rules) -> None:
        self.sight = Sight(state, rules)
        self.rules = rules
        self.leaders = self.sight.leaders_to_be_had()
        self.left = state.leaders_to_bring or 0
        self.deployments: list[Deployment] = []
        self.moves: list[Move] = []
        self.busy: set[Unit] = set()
        """Units that have something to do."""
        self.attacked: set[Province] = set()
        self.forces = self.sight.forces()

    def sheet(self) -> Sheet:
        """What must be done first: intruders, forces that stand before the gates, roadblocks, then other attacks."""
        for center in self.sight.centers:
            any(self._clear(center, odds=odds) for odds in (ODDS, 2, 1))
        for force in self.forces:
            if force.distance <= NEAR:
                self._weaken(force.stack.at)
        for force in self.forces:
            self._block(force)
        for force in self.forces:
            self._weaken(force.stack.at)
        for at in sorted(filter(self._in_regions, self.sight.enemies), key=self._worth):
            self._clear(at, odds=ODDS)
        return Sheet(RED, leaders=tuple(self.deployments), moves=tuple(self.moves))

    # --- attacks -------------------------------------------------------------------------------------------------

    def _weaken(self, at: Province) -> bool:
        """Gather enough to attack as many enemies of a province as can be attacked at 3:1, the strongest if not all."""
        number = len(self.sight.enemies.get(at, ()))
        return any(self._clear(at, odds=ODDS, spared=spared) for spared in range(number))

    def _clear(self, at: Province, *, odds: int, spared: int = 0) -> bool:
        """Gather enough to attack the enemies of a province at these odds; nobody goes if they are not enough.

        `spared`: how many of them, the strongest, are not attacked.
        """
        sight = self.sight
        strengths = sorted(sight.strength(stack.units) for stack in sight.enemies.get(at, ()))
        needed = odds * sum(strengths[: len(strengths) - spared])
        if not needed or at in self.attacked:
            return True
        there = [stack for stack in sight.led if stack.at == at and stack.units[0] not in self.busy]
        total = sum(sight.strength(stack.units) for stack in there)
        routes = sight.routes_to(at)
        marches: list[March] = []
        taken = set(self.busy)
        left = self.left
        while total < needed:
            march = self._best_march(at, routes, taken, new=left > 0)
            if march is None:
                return False
            left -= march.new
            marches.append(march)
            taken.update((march.leader, *march.units))
            total += march.points
        self.busy.update(unit for stack in there for unit in stack.units)
        self.attacked.add(at)
        for march in marches:
            self._order(march)
        return True

    def _best_march(
        self, at: Province, routes: dict[Province, Route], taken: set[Unit], *, new: bool
    ) -> March | None:
        """Who brings most strength to the province; `new`: a Leader may still be brought on."""
        found: list[March] = []
        for stack in self.sight.led:
            if stack.at != at and stack.at in routes and not taken.intersection(stack.units):
                found += self._with_stack(stack, routes[stack.at], taken)
        leader = next((unit for unit in self.leaders if unit not in taken), None)
        if new and leader is not None:
            found.append(March(leader, (), (), Route((at,), False), self.rules.value[leader], True))
            for stack in self.sight.loose:
                if stack.at in routes and self._can_be_spared(stack.at, at):
                    found.append(self._with_loose(leader, stack, routes[stack.at], taken))
        return max(found, key=lambda march: (march.points, -len(march.route.provinces)), default=None)

    def _with_stack(self, stack: Stack, route: Route, taken: set[Unit]) -> list[March]:
        """A stack on the map as it is, with units picked up on the way, unless it must stay in Petrograd or Tver."""
        if stack.at in self.sight.centers and stack.at in self.sight.enemies:
            return []
        leader, *rest = stack.units
        if any(unit in self.rules.leaders for unit in rest):
            return []
        room = min(self.rules.value[leader], STACK_LIMIT - 1) - len(rest)
        pick_ups = self._on_the_way(route, room, taken)
        points = self.sight.strength((*stack.units, *(unit for _, unit in pick_ups)))
        return [March(leader, tuple(rest), pick_ups, route, points, False)]

    def _with_loose(self, leader: Unit, stack: Stack, route: Route, taken: set[Unit]) -> March:
        """A new Leader put on units without one, and what he picks up on the way."""
        value = self.rules.value[leader]
        start = tuple(unit for unit in combat_units(stack, self.rules) if unit not in taken)[:value]
        pick_ups = self._on_the_way(route, value - len(start), {*taken, *stack.units})
        points = self.sight.strength((leader, *start, *(unit for _, unit in pick_ups)))
        return March(leader, start, pick_ups, route, points, True)

    def _on_the_way(self, route: Route, room: int, taken: set[Unit]) -> tuple[tuple[Province, Unit], ...]:
        """The strongest units without a Leader along a route, as many as there is room for."""
        goal = route.provinces[-1]
        found = [
            (self.rules.value[unit], stack.at, unit)
            for stack in self.sight.loose
            if stack.at in route.provinces and self._can_be_spared(stack.at, goal)
            for unit in combat_units(stack, self.rules)
            if unit not in taken
        ]
        best = sorted(found, key=lambda one: (-one[0], one[2]))[: max(room, 0)]
        return tuple((at, unit) for _, at, unit in best)

    def _can_be_spared(self, at: Province, goal: Province) -> bool:
        """Whether the units of a province are not the roadblock of a force that is not attacked."""
        return at == goal or not any(
            at in force.ahead[1:-1] and force.distance <= DIE and force.stack.at != goal
            for force in self.forces
        )

    # --- roadblocks ----------------------------------------------------------------------------------------------

    def _block(self, force: Force) -> None:
        """Put a weak Leader alone on the way of a force that could reach its target next turn."""
        if not self.left or not self.leaders or not 1 < force.distance <= DIE:
            return
        if any(self._stops(force, province) for province in force.ahead[1:-1]):
            return
        leader = next((unit for unit in reversed(self.leaders) if unit not in self.busy), None)
        if leader is not None:
            route = Route((force.ahead[-2],), False)
            self._order(March(leader, (), (), route, self.rules.value[leader], True))

    def _stops(self, force: Force, at: Province) -> bool:
        """Whether something will stand there that stops the force: a Red unit, or one of another color than its own."""
        color = self.rules.color[force.stack.units[0]]
        if self.sight.colors.get(at, set()) - {RED, color}:
            return True
        staying = [stack for stack in (*self.sight.led, *self.sight.loose) if stack.at == at]
        if any(unit not in self.busy for stack in staying for unit in stack.units):
            return True
        ends = [move.route[-1].at for move in self.moves if move.route]
        return at in ends or any(order.at == at for order in self.deployments)

    # --- other attacks -------------------------------------------------------------------------------------------

    def _worth(self, at: Province) -> tuple[int, Province]:
        """The attacks to think of first: on the weaker."""
        return sum(self.sight.strength(stack.units) for stack in self.sight.enemies[at]), at

    def _in_regions(self, at: Province) -> bool:
        """28.11."""
        assert self.rules.solitaire is not None
        return self.rules.board.provinces[at].region in self.rules.solitaire.regions

    # --- orders --------------------------------------------------------------------------------------------------

    def _order(self, march: March) -> None:
        """Bring the Leader on if he is new, and send him on his way."""
        self.busy.update((march.leader, *march.units))
        first, *others = march.route.provinces
        if march.new:
            ref = f"red.leaders[{len(self.deployments)}]"
            self.deployments.append(Deployment(ref, march.leader, first, march.start))
            self.leaders.remove(march.leader)
            self.left -= 1
        if others or march.pick_ups:
            steps = tuple(_step(at, march) for at in (first, *others))
            force = (march.leader, *march.start)
            by = "rail" if march.route.by_rail else "overland"
            self.moves.append(Move(f"red.moves[{len(self.moves)}]", force, steps, by))  # type: ignore[arg-type]


def _step(at: Province, march: March) -> RouteStep:
    return RouteStep(at, tuple(PickUp(unit) for place, unit in march.pick_ups if place == at))
