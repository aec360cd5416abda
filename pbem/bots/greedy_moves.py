"""How a greedy player moves: gather strength on the way, go where the odds are good, stay out of danger (29.0)."""

import random
from typing import NamedTuple

from pbem.bots.aims import Aims, Temper
from pbem.bots.sight import LEADER_POINTS, Sight
from pbem.core.orders import Move, PickUp, RouteStep
from pbem.core.state import Stack
from pbem.core.terms import IMPERIAL, STACK_LIMIT, Color, Province, Unit
from pbem.phases.victory import SIBERIA

GATHERED = 0.8
"""What a Strength Point picked up on the way is worth."""
DISTANCE = 0.12
"""What a province nearer to where there is something to win is worth."""
NOISE = 0.2
"""So that two players in the same place do not think alike."""
IMPERIAL_PRIZE = 4.0
AWAY = 2.0
"""14.1: what it costs to have one's side's units in Siberia, where they do not count; the other's gain half of it."""
KEY_AREA = 3.0
"""R37: what it is worth to stand in a province that decides the game, where no other of one's forces will; and what it
costs to have a force of the other color there."""
NEAR = ((0, 1.0), (1, 0.6), (2, 0.3))
"""How much of the strength of an enemy so many provinces away is to be feared."""


class _Force(NamedTuple):
    """A stack that is to move, and what need be worked out of it only once."""

    stack: Stack
    color: Color
    strength: int
    loss: float
    room: int
    """How many combat units it can take along."""
    to_port: bool
    """Whether it has an Imperial unit to bring off the map."""


class _Plan(NamedTuple):
    """One way a force could go."""

    score: float
    route: tuple[Province, ...]
    rail: bool
    pick_ups: dict[Province, list[Unit]]


class _Prey(NamedTuple):
    """A stack of others that may be attacked where it stands."""

    color: Color
    strength: int
    prize: float
    sure: float
    """How likely it is still there when the attack comes."""


class Mover:
    """Thinks out all moves of a sheet, the strongest stack first; later ones go where earlier ones need them."""

    def __init__(self, sight: Sight, aims: Aims, temper: Temper, chance: random.Random) -> None:
        self.sight = sight
        self.aims = aims
        self.temper = temper
        self.chance = chance
        self.arriving: dict[tuple[Province, Color], int] = {}
        """Strength Points that will stand in a province, by color, as planned so far."""
        self.stacked: dict[tuple[Province, Color], tuple[Unit, int]] = {}
        """By province and color the stack that others may join, and how many units it holds."""
        self.taken: set[Unit] = set()
        self.distance = {
            color: sight.distances(places) if places else {} for color, places in aims.goals.items()
        }
        self.ground: dict[Color, dict[Province, float]] = {color: {} for color in self.distance}
        """By color and province what it is worth as ground, as far as it was asked for."""
        self.prey = self._all_prey()
        self._blue: dict[Province, list[_Prey]] = {}
        self.fear = self._all_fear()
        ports = [code for code, facts in sight.rules.board.provinces.items() if facts.port]
        self.to_port = sight.distances(ports)

    def moves(self) -> list[Move]:
        """An order for every stack that has somewhere to go."""
        found: list[Move] = []
        for stack in sorted(self.sight.movable, key=lambda one: (-self.sight.strength(one.units), one.units)):
            order = self._order(stack, self._best(stack))
            if order is not None:
                found.append(order)
        return found

    # --- what there is to win and to fear --------------------------------------------------------------------

    def _all_prey(self) -> dict[Province, list[_Prey]]:
        """By province the stacks of others that somebody may attack there."""
        sight, aims = self.sight, self.aims
        found: dict[Province, list[_Prey]] = {}
        for stack in sight.state.stacks:
            color = sight.color(stack)
            if stack.player != sight.player and color:
                sure = 1.0 if stack.player is None else 0.6
                prey = _Prey(color, sight.strength(stack.units), aims.prizes(stack.units), sure)
                found.setdefault(stack.at, []).append(prey)
        return found

    def _all_fear(self) -> dict[Color, dict[Province, float]]:
        """By color and province the strength of others that could attack such units there, less the farther it is."""
        sight = self.sight
        found: dict[Color, dict[Province, float]] = {"red": {}, "white": {}, "blue": {}, "green": {}}
        for stack in sight.state.stacks:
            if stack.player in (None, sight.player) or not sight.active(stack):
                continue
            color, strength = sight.color(stack), sight.strength(stack.units)
            reach = sight.spread(stack.at, color, NEAR[-1][0], only=sight.allowed(stack.units))
            for enemy in sight.rules.enemies[color]:
                feared = found[enemy]
                for province, way in reach.items():
                    feared[province] = feared.get(province, 0.0) + strength * NEAR[len(way) - 1][1]
        return found

    # --- choosing --------------------------------------------------------------------------------------------

    def _best(self, stack: Stack) -> _Plan:
        """The best way for a stack, staying where it is included."""
        sight = self.sight
        force = self._force(stack)
        plans = [
            self._plan(force, route, rail=False) for route in sight.reach(stack.at, stack.units).values()
        ]
        if sight.led(stack) and sight.net.rails[stack.at]:
            far = sight.reach(stack.at, stack.units, rail=True).values()
            plans += [self._plan(force, route, rail=True) for route in far if len(route) > LEADER_POINTS + 1]
        return max(plans, key=lambda plan: plan.score)

    def _force(self, stack: Stack) -> _Force:
        sight, aims = self.sight, self.aims
        room = 0
        if sight.led(stack):
            room = sum(sight.room(leader, attached) for leader, _, attached in sight.parts(stack) if leader)
            room = min(room, STACK_LIMIT - sum(1 for unit in stack.units if unit not in IMPERIAL))
        to_port = aims.side == "white" and any(unit in IMPERIAL for unit in stack.units)
        strength = sight.strength(stack.units)
        return _Force(stack, sight.color(stack), strength, aims.loss(stack.units), max(room, 0), to_port)

    def _plan(self, force: _Force, route: tuple[Province, ...], *, rail: bool) -> _Plan:
        """What it is worth to go this way."""
        color, at = force.color, route[-1]
        pick_ups = self._pick_ups(force, route)
        strength = force.strength + self.arriving.get((at, color), 0)
        score = NOISE * self.chance.random()
        if pick_ups:
            gained = [unit for units in pick_ups.values() for unit in units]
            more = self.sight.strength(gained)
            strength += more
            score += GATHERED * more + sum(IMPERIAL_PRIZE for unit in gained if unit in IMPERIAL)
        score += self._chances(at, color, strength, force.loss)
        score -= self.temper.danger * force.loss * self._danger(at, color, strength)
        score += self._ground(at, color)
        if self.aims.key_areas:
            score += self._key_area(at, color)
        if force.to_port:
            score -= 1.5 * self.to_port.get(at, 9)
        return _Plan(score, route, rail, pick_ups)

    def _chances(self, at: Province, color: Color, strength: int, loss: float) -> float:
        """The best attack that could be made there, and the best Subversive Attack from there."""
        aims, best = self.aims, 0.0
        if at in self.prey:
            enemies = self.sight.rules.enemies[color]
            for prey in self.prey[at]:
                if prey.color in enemies:
                    best = max(best, prey.sure * aims.expected(strength, prey.strength, prey.prize, loss))
        for prey in self._blue_near(at) if color == "red" else ():
            best = max(best, 0.6 * aims.expected(strength, prey.strength, prey.prize, 0.0))
        return best

    def _blue_near(self, at: Province) -> list[_Prey]:
        """8.3: the Blue stacks that can be subverted from a province."""
        found = self._blue.get(at)
        if found is None:
            near = self.sight.net.land[at]
            found = self._blue[at] = [
                prey for place in near for prey in self.prey.get(place, ()) if prey.color == "blue"
            ]
        return found

    def _ground(self, at: Province, color: Color) -> float:
        """What a province is worth to such a force as ground: near to where there is something to win, and where what
        stands decides the game, which it does outside Siberia alone (14.1)."""
        found = self.ground[color].get(at)
        if found is None:
            found = -DISTANCE * self.distance[color].get(at, 9)
            if color in ("red", "white") and self.sight.rules.board.provinces[at].region == SIBERIA:
                found -= AWAY if color == self.aims.side else -AWAY / 2
            self.ground[color][at] = found
        return found

    def _key_area(self, at: Province, color: Color) -> float:
        """R37: the provinces that decide the game are to be held, and by one color alone."""
        if at not in self.aims.key_areas or color not in ("red", "white"):
            return 0.0
        if color != self.aims.side:
            return -KEY_AREA
        return 0.0 if (at, color) in self.arriving else KEY_AREA

    def _danger(self, at: Province, color: Color, strength: int) -> float:
        """How likely it looks that the force is lost there, from 0 to 1."""
        return min(1.0, self.fear[color].get(at, 0.0) / (2.0 * max(strength, 1)))

    def _pick_ups(self, force: _Force, route: tuple[Province, ...]) -> dict[Province, list[Unit]]:
        """What the force would take along: uncontrolled units its Leaders can command, Imperial units."""
        found: dict[Province, list[Unit]] = {}
        if force.stack.units[0] not in self.sight.rules.leaders:
            return found
        worth_a_look = self.sight.with_loose(force.color)
        if worth_a_look.isdisjoint(route):
            return found
        room = force.room
        for at in route:
            if at not in worth_a_look:
                continue
            loose, imperial = self.sight.loose(at, force.color), self.sight.imperial(at)
            taken = [unit for unit in loose if unit not in self.taken][:room]
            room -= len(taken)
            taken = [*(unit for unit in imperial if unit not in self.taken), *taken]
            if taken:
                found[at] = taken
        return found

    # --- writing ---------------------------------------------------------------------------------------------

    def _order(self, stack: Stack, plan: _Plan) -> Move | None:
        sight = self.sight
        color, at = sight.color(stack), plan.route[-1]
        picked = [unit for units in plan.pick_ups.values() for unit in units]
        self.taken.update(picked)
        key = (at, color)
        self.arriving[key] = self.arriving.get(key, 0) + sight.strength((*stack.units, *picked))
        join = self._join(key, stack, len(picked))
        remove = self._removed(stack, at)
        if len(plan.route) == 1 and not picked and join is None and not remove:
            return None
        steps = [
            RouteStep(place, tuple(PickUp(unit) for unit in plan.pick_ups.get(place, ())))
            for place in plan.route
        ]
        last = steps[-1]
        steps[-1] = RouteStep(last.at, last.pick_up, (), remove, join)
        if steps[0] == RouteStep(stack.at) and len(steps) > 1:
            del steps[0]
        return Move("", stack.units, tuple(steps), "rail" if plan.rail else "overland")

    def _join(self, key: tuple[Province, Color], stack: Stack, more: int) -> Unit | None:
        """A stack that ends there already and has room; else this one may be joined by others."""
        size = sum(1 for unit in stack.units if unit not in IMPERIAL) + more
        there = self.stacked.get(key)
        if not self.sight.led(stack):
            return None
        if there is not None and there[1] + size <= STACK_LIMIT:
            self.stacked[key] = (there[0], there[1] + size)
            return there[0]
        self.stacked[key] = (stack.units[0], size)
        return None

    def _removed(self, stack: Stack, at: Province) -> tuple[Unit, ...]:
        """13.3, 5.66: in a White victory it pays to have the Imperial and Czech units off the map."""
        rules = self.sight.rules
        if self.aims.side != "white":
            return ()
        port = rules.board.provinces[at].port
        return tuple(
            unit
            for unit in stack.units
            if (unit in IMPERIAL and port) or at in rules.removal_provinces.get(rules.nationality[unit], ())
        )
