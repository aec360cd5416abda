"""A Red player who orders at random, much of it impossible: no opponent, but a test of what the game takes."""

import random

from pbem.core.orders import Attack, Deployment, Move, PickUp, RouteStep, Sheet, Subversion
from pbem.core.rules import Rules
from pbem.core.state import Stack
from pbem.core.terms import IMPERIAL, RED, Province, Unit, UnitName
from pbem.solo.sight import Sight
from pbem.solo.state import SoloState


def blind(state: SoloState, rules: Rules) -> Sheet:
    """The sheet for the Phase of the position; the same position gives the same sheet."""
    chance = random.Random(f"{state.turn} {state.phase} {state.stacks}")
    writer = _Writer(Sight(state, rules), chance)
    if state.phase == "red-leaders":
        with_moves = chance.random() < 0.5
        return Sheet(RED, leaders=writer.leaders(), moves=writer.moves() if with_moves else ())
    if state.phase == "red-movement":
        return Sheet(RED, moves=writer.moves())
    losses = tuple(chance.sample(sorted(rules.counters), 12)) if chance.random() < 0.5 else None
    return Sheet(RED, subversions=writer.subversions(), attacks=writer.attacks(), losses=losses)


class _Writer:
    """Writes orders of all kinds for one position."""

    def __init__(self, sight: Sight, chance: random.Random) -> None:
        self.sight = sight
        self.rules = sight.rules
        self.chance = chance
        self.provinces = sorted(sight.rules.board.provinces)
        self.gold = [stack for stack in sight.state.stacks if set(IMPERIAL) & set(stack.units)]

    def _any(self, stacks: list[Stack]) -> Stack | None:
        return self.chance.choice(stacks) if stacks else None

    def leaders(self) -> tuple[Deployment, ...]:
        """Leaders put alone, on units that may be had, and on others."""
        found: list[Deployment] = []
        available = self.sight.leaders_to_be_had()
        for _ in range(self.chance.randrange(7)):
            leader = self.chance.choice(available) if available else 251
            stack = self._any(self.sight.loose + self.gold)
            ref = f"red.leaders[{len(found)}]"
            if stack is None or self.chance.random() < 0.3:
                found.append(Deployment(ref, leader, self.chance.choice(self.provinces)))
            else:
                number = self.chance.randint(1, len(stack.units))
                units = tuple(unit for unit in stack.units if unit not in IMPERIAL)[:number]
                found.append(Deployment(ref, leader, stack.at, units))
        return tuple(found)

    def moves(self) -> tuple[Move, ...]:
        """Stacks, or parts of them, and Leaders that are still to come, by land and by rail."""
        found: list[Move] = []
        newcomers = self.sight.leaders_to_be_had()[:6]
        for _ in range(self.chance.randrange(8)):
            stack = self._any(self.sight.led)
            force: tuple[UnitName, ...] = stack.units if stack else (151,)
            if newcomers and self.chance.random() < 0.4:
                force = (self.chance.choice(newcomers), *force[1:2])
            elif self.chance.random() < 0.3:
                force = force[: self.chance.randint(1, len(force))]
            at = stack.at if stack else "PETR"
            rail = self.chance.random() < 0.3
            steps = tuple(self._step(province) for province in self._way(at, rail=rail))
            ref = f"red.moves[{len(found)}]"
            found.append(Move(ref, force, steps, "rail" if rail else "overland"))
        return tuple(found)

    def _way(self, at: Province, *, rail: bool) -> list[Province]:
        """A walk at random, the first province included."""
        joins = self.rules.board.rails if rail else self.rules.board.land
        way = [at]
        for _ in range(self.chance.randrange(7)):
            if joins[way[-1]]:
                way.append(self.chance.choice(sorted(joins[way[-1]])))
        return way

    def _step(self, at: Province) -> RouteStep:
        """A province, often with something to be done in it."""
        here = [unit for stack in self.sight.state.stacks if stack.at == at for unit in stack.units]
        picked = tuple(PickUp(unit) for unit in here if self.chance.random() < 0.5)
        dropped = ((self._some_unit(),),) if self.chance.random() < 0.1 else ()
        removed = (self._some_unit(),) if self.chance.random() < 0.02 else ()
        joined = self.chance.choice(here) if here and self.chance.random() < 0.2 else None
        return RouteStep(at, picked, dropped, removed, joined)

    def _some_unit(self) -> Unit:
        units = [unit for stack in self.sight.led for unit in stack.units]
        return self.chance.choice(units) if units else 151

    def attacks(self) -> tuple[Attack, ...]:
        """Any Red stacks on any other stack, mostly where both are."""
        found: list[Attack] = []
        for at, enemies in sorted(self.sight.enemies.items()):
            own = [stack for stack in (*self.sight.led, *self.sight.loose) if stack.at == at]
            while own and self.chance.random() < 0.7:
                chosen = self.chance.sample(own, self.chance.randint(1, len(own)))
                target = self.chance.choice(enemies)
                names = tuple(self.chance.choice(stack.units) for stack in chosen)
                ref = f"red.attacks[{len(found)}]"
                found.append(Attack(ref, at, names, self.chance.choice(target.units)))
        return tuple(found)

    def subversions(self) -> tuple[Subversion, ...]:
        """Led stacks on Blue ones, beside them or not."""
        found: list[Subversion] = []
        blue = [
            stack
            for stacks in self.sight.enemies.values()
            for stack in stacks
            if self.rules.color[stack.units[0]] == "blue"
        ]
        for _ in range(self.chance.randrange(4)):
            target = self._any(blue)
            if target is not None and self.sight.led:
                number = self.chance.randint(1, len(self.sight.led))
                names = tuple(stack.units[0] for stack in self.chance.sample(self.sight.led, number))
                ref = f"red.subversion[{len(found)}]"
                found.append(Subversion(ref, names, target.units[0], target.at))
        return tuple(found)
