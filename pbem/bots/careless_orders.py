"""Orders as careless players give them: understood by everybody, and impossible."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pbem.bots.draft import Draft
from pbem.bots.sight import Sight
from pbem.core.orders import (
    Assassination,
    Attack,
    Counterpurge,
    ExecuteCzar,
    Goods,
    Move,
    PickUp,
    Press,
    Purge,
    RouteStep,
    StackOrder,
    Steal,
    Subversion,
    Trade,
)
from pbem.core.terms import CZAR, GOLD, Player, Province, Unit, UnitName

NO_SUCH_UNITS: tuple[UnitName, ...] = ("Trotzki the Younger", "999", "BR 152", "Bronstein")
NO_SUCH_PROVINCES: tuple[Province, ...] = ("MOSC", "Siberia", "TVRE")


class Slips:
    """The mistakes one careless player makes on one sheet."""

    def __init__(self, sight: Sight, chance: random.Random) -> None:
        self.sight = sight
        self.chance = chance
        self.provinces = tuple(sight.rules.board.provinces)
        self.units: tuple[Unit, ...] = tuple(sight.rules.counters)
        self.on_map: tuple[Unit, ...] = tuple(unit for stack in sight.state.stacks for unit in stack.units)
        self.players: tuple[Player, ...] = (*sight.state.players, "H")

    def make(self, draft: Draft) -> None:
        """One mistake in the orders of the sheet."""
        phase = self.sight.state.phase
        kinds: dict[str, tuple[Callable[[Draft], None], ...]] = {
            "setup": (self._trade, self._stack, self._letter),
            "first": (self._move, self._move, self._move, self._step, self._step, self._force, self._force,
                      self._trade, self._politics, self._assassination, self._steal, self._answer, self._letter,
                      self._nothing, self._remove),
            "second": (self._attack, self._attack, self._subversion, self._trade, self._politics, self._wishes,
                       self._steal, self._answer, self._letter, self._nothing),
        }  # fmt: skip
        self.chance.choice(kinds[phase])(draft)

    # --- what comes to mind ----------------------------------------------------------------------------------

    def _unit(self) -> UnitName:
        """Any unit: on the map, off it, or none at all."""
        chance = self.chance
        if chance.random() < 0.1:
            return chance.choice(NO_SUCH_UNITS)
        if chance.random() < 0.5 and self.on_map:
            return chance.choice(self.on_map)
        own = [unit for stack in self.sight.own for unit in stack.units]
        return chance.choice(own or self.units) if chance.random() < 0.6 else chance.choice(self.units)

    def _units(self, most: int) -> tuple[UnitName, ...]:
        return tuple(self._unit() for _ in range(self.chance.randint(1, most)))

    def _province(self, near: Province = "") -> Province:
        """Any province, mostly one next to `near`."""
        chance = self.chance
        if chance.random() < 0.07:
            return chance.choice(NO_SUCH_PROVINCES)
        if near in self.sight.net.land and chance.random() < 0.6:
            return chance.choice(self.sight.net.white[near])  # the Kerch Straits among them
        return chance.choice(self.provinces)

    def _goods(self) -> Goods:
        units = self._units(2) if self.chance.random() < 0.2 else ()
        return Goods(self.chance.randint(0, 3), self.chance.randint(0, 3), units)

    def _players(self, most: int) -> tuple[Player, ...]:
        return tuple(self.chance.choice(self.players) for _ in range(self.chance.randint(1, most)))

    # --- movement --------------------------------------------------------------------------------------------

    def _move(self, draft: Draft) -> None:
        """A whole order out of thin air."""
        force = self._units(5)
        start = next((stack.at for stack in self.sight.state.stacks if force[0] in stack.units), "")
        steps: list[RouteStep] = []
        at = start
        for _ in range(self.chance.randint(0, 7)):
            at = self._province(at)
            steps.append(self._busy(RouteStep(at)))
        rail = self.chance.random() < 0.2
        self._put(draft.moves, Move("", force, tuple(steps), "rail" if rail else "overland"))

    def _busy(self, step: RouteStep) -> RouteStep:
        """A step with something to do there."""
        chance = self.chance
        here: list[UnitName] = [unit for stack in self.sight.at.get(step.at, ()) for unit in stack.units]

        def some(most: int) -> tuple[UnitName, ...]:
            return (
                tuple(chance.sample(here, min(len(here), most)))
                if here and chance.random() < 0.8
                else self._units(most)
            )

        if chance.random() < 0.35:
            leader = self._unit() if chance.random() < 0.3 else None
            step = replace(step, pick_up=tuple(PickUp(unit, leader) for unit in some(3)))
        if chance.random() < 0.15:
            step = replace(step, drop=tuple(some(2) for _ in range(chance.randint(1, 2))))
        if chance.random() < 0.1:
            step = replace(step, remove=some(2) if chance.random() < 0.5 else (CZAR, GOLD))
        return replace(step, join=some(1)[0]) if chance.random() < 0.15 else step

    def _step(self, draft: Draft) -> None:
        """A step too many, a step astray, or something done in one that cannot be done there."""
        if not draft.moves:
            return self._move(draft)
        number = self.chance.randrange(len(draft.moves))
        order = draft.moves[number]
        steps = list(order.route)
        place = self.chance.randint(0, len(steps))
        if steps and self.chance.random() < 0.5:
            place = self.chance.randrange(len(steps))
            steps[place] = self._busy(steps[place])
        else:
            steps.insert(place, self._busy(RouteStep(self._province(steps[place - 1].at if place else ""))))
        by = self.chance.choice((order.by, order.by, "rail"))
        draft.moves[number] = replace(order, route=tuple(steps), by=by)
        return None

    def _force(self, draft: Draft) -> None:
        """A unit of the force that is not his, not there, named twice, or moves on two orders."""
        if not draft.moves:
            return self._move(draft)
        number = self.chance.randrange(len(draft.moves))
        order = draft.moves[number]
        force = list(order.force)
        action = self.chance.random()
        if action < 0.5:
            force.insert(self.chance.randint(0, len(force)), self._unit())
        elif action < 0.65:
            self.chance.shuffle(force)
        elif action < 0.8:
            other = self.chance.choice(draft.moves)
            force += list(other.force)
        else:
            again = replace(order, force=tuple(force[: self.chance.randint(1, len(force))] if force else ()))
            if again.force:
                self._put(draft.moves, again)
            return None
        draft.moves[number] = replace(order, force=tuple(force))
        return None

    def _remove(self, draft: Draft) -> None:
        """A unit that goes with the force taken off the map where it cannot be, or that never can."""
        routed = [number for number, order in enumerate(draft.moves) if order.route]
        if not routed:
            return self._move(draft)
        number = self.chance.choice(routed)
        order = draft.moves[number]
        place = self.chance.randrange(len(order.route))
        step = replace(order.route[place], remove=(self.chance.choice(order.force or (CZAR,)),))
        route = (*order.route[:place], step, *order.route[place + 1 :])
        draft.moves[number] = replace(order, route=route)
        return None

    def _nothing(self, draft: Draft) -> None:
        """An order that orders nobody, or nothing."""
        first = self.sight.state.phase == "first"
        at = self._province()
        kinds: tuple[tuple[list[Any], object], ...] = (
            (draft.steals, Steal("", self._unit(), ())),
            (draft.trades, Trade("", None, self.chance.choice(self.players), None)),
            (draft.moves, Move("", (), (RouteStep(at),))) if first
            else (draft.attacks, Attack("", at, (), self._unit())),
        )  # fmt: skip
        self._put(*self.chance.choice(kinds))

    def _put(self, orders: list[Any], order: object) -> None:
        orders.insert(self.chance.randint(0, len(orders)), order)

    # --- the rest --------------------------------------------------------------------------------------------

    def _trade(self, draft: Draft) -> None:
        chance = self.chance
        give = self._goods() if chance.random() < 0.8 else None
        wanted = self._goods() if chance.random() < 0.5 else None
        to = chance.choice(self.players) if chance.random() < 0.9 else None
        self._put(draft.trades, Trade("", give, to, wanted))
        if chance.random() < 0.3:
            self._put(draft.trades, Trade("", give, chance.choice(self.players), None))

    def _stack(self, draft: Draft) -> None:
        hand = list(self.sight.holding.units)
        units: list[UnitName] = (
            self.chance.sample(hand, min(len(hand), self.chance.randint(1, 6))) if hand else []
        )
        if self.chance.random() < 0.4:
            units.append(self._unit())
        if self.chance.random() < 0.05:
            units = []
        self._put(draft.stacks, StackOrder("", tuple(units)))

    def _politics(self, draft: Draft) -> None:
        chance = self.chance
        action = chance.random()
        if action < 0.15:
            draft.execute_czar = ExecuteCzar("", self._players(4))
            return
        if action < 0.25:
            draft.comply_with_execution = True
            return
        markers = chance.choice((None, 0, 1, 2, 4, 9))
        if draft.purges and action < 0.6:
            self._put(draft.purges, replace(chance.choice(draft.purges), markers=markers))
            return
        committee = self._players(4) if chance.random() < 0.3 else (self.sight.player, *self._players(3))
        participants = None if chance.random() < 0.3 else self._players(3)
        target = chance.choice(self.players) if chance.random() < 0.8 else None
        self._put(draft.purges, Purge("", committee, participants, target, markers))

    def _assassination(self, draft: Draft) -> None:
        markers = self.chance.choice((None, 0, 1, 2, 3, 7))
        self._put(draft.assassinations, Assassination("", self._unit(), markers))

    def _steal(self, draft: Draft) -> None:
        green = [unit for unit in self.on_map if self.sight.rules.color[unit] == "green"]
        units = (self.chance.choice(green),) if green and self.chance.random() < 0.6 else self._units(3)
        holder = next((stack.units[0] for stack in self.sight.state.stacks if GOLD in stack.units), None)
        leader = self._unit() if holder is None or self.chance.random() < 0.5 else holder
        self._put(draft.steals, Steal("", leader, tuple(units)))

    def _attack(self, draft: Draft) -> None:
        chance = self.chance
        stack = chance.choice(self.sight.state.stacks)
        own = chance.choice(self.sight.own) if self.sight.own else stack
        at = chance.choice((stack.at, own.at, self._province(own.at)))
        units: tuple[UnitName, ...] = (
            (*own.units[:1], *self._units(2)) if chance.random() < 0.6 else self._units(3)
        )
        against = chance.choice(stack.units) if chance.random() < 0.6 else self._unit()
        if draft.attacks and chance.random() < 0.5:
            order = chance.choice(draft.attacks)
            change = chance.choice(
                ({"at": at}, {"units": units}, {"against": against}, {"units": (*order.units, *units)})
            )
            self._put(draft.attacks, replace(order, **change))
            return
        odds = chance.choice((None, None, "1:2", "3:1", "7:1", "1:3"))
        wish = self._units(3) if chance.random() < 0.3 else None
        self._put(draft.attacks, Attack("", at, units, against, odds, wish, wish, wish))

    def _subversion(self, draft: Draft) -> None:
        blue = [stack for stack in self.sight.state.stacks if self.sight.color(stack) == "blue"]
        target = self.chance.choice(blue or list(self.sight.state.stacks))
        against = self.chance.choice(target.units) if self.chance.random() < 0.7 else self._unit()
        at = target.at if self.chance.random() < 0.7 else self._province(target.at)
        red = [stack.units[0] for stack in self.sight.own if self.sight.color(stack) == "red"]
        units: tuple[UnitName, ...] = tuple(self.chance.sample(red, min(len(red), 2))) or self._units(1)
        if self.chance.random() < 0.5:
            units += self._units(2)
        self._put(
            draft.subversions, Subversion("", units, against, at, self.chance.choice((None, "2:1", "9:1")))
        )

    def _answer(self, draft: Draft) -> None:
        """An answer to a Purge by himself, by nobody, or against somebody who cannot have had a part in it."""
        by = self._players(3) if self.chance.random() < 0.5 else None
        against = (self.sight.player, *self._players(1)) if self.chance.random() < 0.5 else None
        take = self._units(2) if self.chance.random() < 0.3 else None
        self._put(draft.counterpurges, Counterpurge("", by, against, take, self.chance.choice((None, 0, 9))))

    def _letter(self, draft: Draft) -> None:
        """A letter in another player's name, or to somebody there is not."""
        sender = self.chance.choice((*self.players, "The Czar", "anonymous"))
        self._put(draft.press, Press("", self._players(2), sender, "Burn this letter."))

    def _wishes(self, draft: Draft) -> None:
        draft.losses = (*(draft.losses or ()), *self._units(3))
