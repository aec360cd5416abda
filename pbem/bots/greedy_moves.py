"""How a greedy player moves: gather strength on the way, go where the odds are good, stay out of danger (29.0)."""

import random
from typing import NamedTuple

from pbem.bots.aims import Aims
from pbem.bots.sight import Sight
from pbem.core.orders import Move, PickUp, RouteStep
from pbem.core.state import Stack
from pbem.core.terms import CZAR, GOLD, IMPERIAL, STACK_LIMIT, Color, Province, Unit
from pbem.phases.victory import SIBERIA

GATHERED = 0.8
"""What a Strength Point picked up on the way is worth."""
DANGER = 0.25
DISTANCE = 0.12
"""What a province nearer to where there is something to win is worth."""
NOISE = 0.2
"""So that two players in the same place do not think alike."""
IMPERIAL_PRIZE = 4.0
AWAY = 2.0
"""14.1: what it costs to have one's side's units in Siberia, where they do not count; half of it is gained by the other's."""
NEAR = ((0, 1.0), (1, 0.6), (2, 0.3))
"""How much of the strength of an enemy so many provinces away is to be feared."""


class _Plan(NamedTuple):
    """One way a force could go."""

    score: float
    route: tuple[Province, ...]
    rail: bool
    pick_ups: dict[Province, list[Unit]]


class Mover:
    """Thinks out all moves of a sheet, the strongest stack first; later ones go where earlier ones need them."""

    def __init__(self, sight: Sight, aims: Aims, chance: random.Random) -> None:
        self.sight = sight
        self.aims = aims
        self.chance = chance
        self.arriving: dict[tuple[Province, Color], int] = {}
        """Strength Points that will stand in a province, by color, as planned so far."""
        self.stacked: dict[tuple[Province, Color], tuple[Unit, int]] = {}
        """By province and color the stack that others may join, and how many units it holds."""
        self.taken: set[Unit] = set()
        self.distance = {
            color: sight.distances(places) if places else {} for color, places in aims.goals.items()
        }
        self.fear = {color: self._fear(color) for color in ("red", "white", "blue", "green")}
        ports = [code for code, facts in sight.rules.board.provinces.items() if facts.port]
        self.to_port = sight.distances(ports)

    def moves(self) -> list[Move]:
        """An order for every stack that has somewhere to go."""
        found: list[Move] = []
        for stack in sorted(self.sight.movable, key=lambda one: (-self.sight.strength(one.units), one.units)):
            plan = self._best(stack)
            order = self._order(stack, plan)
            if order is not None:
                found.append(order)
        return found

    def _fear(self, color: Color) -> dict[Province, float]:
        """By province the strength of others that could attack units of this color there, less the farther it is."""
        sight = self.sight
        found: dict[Province, float] = {}
        for stack in sight.state.stacks:
            if stack.player is None or not sight.active(stack) or not self._threatens(stack, color):
                continue
            strength = sight.strength(stack.units)
            reach = sight.spread(stack.at, sight.color(stack), NEAR[-1][0], only=sight.allowed(stack.units))
            for province, way in reach.items():
                found[province] = found.get(province, 0.0) + strength * NEAR[len(way) - 1][1]
        return found

    def _threatens(self, stack: Stack, color: Color) -> bool:
        return stack.player != self.sight.player and self.sight.opposed(self.sight.color(stack), color)

    # --- choosing --------------------------------------------------------------------------------------------

    def _best(self, stack: Stack) -> _Plan:
        """The best way for a stack, staying where it is included."""
        sight = self.sight
        plans = [self._plan(stack, route, rail=False) for route in sight.reach(stack.at, stack.units).values()]
        if sight.led(stack) and sight.net.rails[stack.at]:
            far = sight.reach(stack.at, stack.units, rail=True).values()
            plans += [self._plan(stack, route, rail=True) for route in far if len(route) > 6]
        return max(plans, key=lambda plan: plan.score)

    def _plan(self, stack: Stack, route: tuple[Province, ...], *, rail: bool) -> _Plan:
        """What it is worth to go this way."""
        sight, aims = self.sight, self.aims
        color, at = sight.color(stack), route[-1]
        pick_ups = self._pick_ups(stack, route)
        gained = [unit for units in pick_ups.values() for unit in units]
        strength = sight.strength(stack.units) + sight.strength(gained)
        company = self.arriving.get((at, color), 0)
        loss = aims.loss(stack.units)
        score = GATHERED * sight.strength(gained) + NOISE * self.chance.random()
        score += sum(IMPERIAL_PRIZE for unit in gained if unit in IMPERIAL)
        score += self._chances(at, color, strength + company, loss)
        score -= DANGER * loss * self._danger(at, color, strength + company)
        score -= DISTANCE * self.distance[color].get(at, 9)
        score -= self._away(at, color)
        if aims.side == "white" and any(unit in IMPERIAL for unit in stack.units):
            score -= 1.5 * self.to_port.get(at, 9)
        return _Plan(score, route, rail, pick_ups)

    def _chances(self, at: Province, color: Color, strength: int, loss: float) -> float:
        """The best attack that could be made there, and the best Subversive Attack from there."""
        sight, aims = self.sight, self.aims
        best = 0.0
        for prey in sight.at.get(at, ()):
            if aims.is_prey(prey, color):
                sure = 1.0 if prey.player is None else 0.6  # what somebody controls may be gone by then
                worth = aims.expected(strength, sight.strength(prey.units), aims.prizes(prey.units), loss)
                best = max(best, sure * worth)
        if color != "red":
            return best
        for near in sight.net.land[at]:
            for prey in sight.at.get(near, ()):
                if sight.color(prey) == "blue":
                    worth = aims.expected(strength, sight.strength(prey.units), aims.prizes(prey.units), 0.0)
                    best = max(best, 0.6 * worth)
        return best

    def _away(self, at: Province, color: Color) -> float:
        """14.1: only what stands outside Siberia decides the game."""
        if color not in ("red", "white") or self.sight.rules.board.provinces[at].region != SIBERIA:
            return 0.0
        return AWAY if color == self.aims.side else -AWAY / 2

    def _danger(self, at: Province, color: Color, strength: int) -> float:
        """How likely it looks that the force is lost there, from 0 to 1."""
        return min(1.0, self.fear[color].get(at, 0.0) / (2.0 * max(strength, 1)))

    def _pick_ups(self, stack: Stack, route: tuple[Province, ...]) -> dict[Province, list[Unit]]:
        """What the force would take along: uncontrolled units its Leaders can command, Imperial units."""
        sight = self.sight
        if not sight.led(stack):
            return {}
        parts = sight.parts(stack)
        room = sum(sight.room(leader, attached) for leader, _, attached in parts if leader is not None)
        room = min(room, STACK_LIMIT - sum(1 for unit in stack.units if unit not in IMPERIAL))
        found: dict[Province, list[Unit]] = {}
        for at in route:
            loose = [unit for unit in sight.loose(at, sight.color(stack)) if unit not in self.taken][: max(room, 0)]
            room -= len(loose)
            imperial = [unit for unit in sight.imperial(at) if unit not in self.taken and self._wants(unit)]
            if loose or imperial:
                found[at] = [*imperial, *loose]
        return found

    def _wants(self, imperial: Unit) -> bool:
        """13.2, 14.4: the Gold is worth having on either side, the Czar in a White victory or to be executed."""
        return imperial in (CZAR, GOLD)

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
        steps = [RouteStep(place, tuple(PickUp(unit) for unit in plan.pick_ups.get(place, ()))) for place in plan.route]
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
            if (unit in IMPERIAL and port)
            or at in rules.removal_provinces.get(rules.nationality[unit], ())
        )
