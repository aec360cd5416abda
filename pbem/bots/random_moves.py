"""Random moves: any force, any way, anything picked up, dropped, joined or removed on it that looks possible."""

import random
from dataclasses import dataclass, field

from pbem.bots.sight import LEADER_POINTS, OTHER_POINTS, Sight
from pbem.core.orders import Move, PickUp, RouteStep
from pbem.core.state import Stack, groups
from pbem.core.terms import CZAR, GOLD, IMPERIAL, Color, Province, Unit


@dataclass(slots=True)
class _Force:
    """A force while its route is thought out: who is with it, and how much more it can command."""

    color: Color
    units: list[Unit]
    room: dict[Unit, int]
    attached: list[Unit] = field(default_factory=list)
    """What can be dropped again."""


class Wanderer:
    """Thinks out the moves of one sheet; remembers what earlier orders of it have taken and where they ended."""

    def __init__(self, sight: Sight, chance: random.Random) -> None:
        self.sight = sight
        self.chance = chance
        self.used: set[Unit] = set()
        self.ends: dict[Province, list[tuple[Color, str, Unit]]] = {}
        for stack in sight.movable:
            self._note_end(stack.at, stack.units)

    def moves(self) -> list[Move]:
        """Orders for most of the player's stacks, in a random order."""
        stacks = list(self.sight.movable)
        self.chance.shuffle(stacks)
        found: list[Move] = []
        for stack in stacks:
            if self.chance.random() < 0.1:
                continue
            left = [unit for unit in stack.units if unit not in self.used]
            if left and left[0] == stack.units[0]:
                found.append(self._move(Stack(stack.at, stack.player, tuple(left))))
        return found

    def _move(self, stack: Stack) -> Move:
        force = self._force(stack)
        start = stack.at
        # The force as listed, before the route adds to it.
        listed = tuple(force.units)
        color, led = force.color, self.sight.led(stack)
        rail = led and bool(self.sight.ways(color, rail=True)[start]) and self.chance.random() < 0.25
        length = self._length(led=led, rail=rail)
        steps = self._route(start, force, length, rail=rail)
        self.used.update(listed)
        if steps:
            self._note_end(steps[-1].at, listed)
        return Move("", listed, tuple(steps), "rail" if rail else "overland")

    def _length(self, *, led: bool, rail: bool) -> int:
        if self.chance.random() < 0.12:
            return 0
        return self.chance.randint(1, 9 if rail else LEADER_POINTS if led else OTHER_POINTS)

    # --- who goes --------------------------------------------------------------------------------------------

    def _force(self, stack: Stack) -> _Force:
        """Mostly the whole stack as it lies; else a part of it, or more than it."""
        sight, chance = self.sight, self.chance
        color = sight.color(stack)
        if not sight.led(stack):
            units = list(stack.units)
            if len(units) > 1 and chance.random() < 0.3:
                units = [unit for unit in units if chance.random() < 0.7] or units[:1]
            return _Force(color, units, {})
        force = _Force(color, [], {})
        whole = chance.random() < 0.65
        for part in self._parts(stack, more=chance.random() < 0.3):
            leader, imperial, attached = part
            if force.units and not whole and chance.random() < 0.4:
                continue
            kept = [unit for unit in (*imperial, *attached) if whole or chance.random() < 0.75]
            force.units += [leader, *kept]
            force.attached += [unit for unit in kept if unit not in IMPERIAL]
            force.room[leader] = sight.room(leader, kept) + 2 * (GOLD in kept) + 2 * (CZAR in kept)
            self._from_the_ground(force, leader, stack.at)
        return force

    def _parts(self, stack: Stack, *, more: bool) -> list[tuple[Unit, tuple[Unit, ...], tuple[Unit, ...]]]:
        """The Leaders of the stack and, with `more`, those of other stacks beside it."""
        sight = self.sight
        stacks = [stack]
        if more:
            stacks += [
                other
                for other in sight.at[stack.at]
                if other.player == sight.player
                and sight.led(other)
                and sight.color(other) == sight.color(stack)
                and other.units[0] != stack.units[0]
            ]
        return [
            (part.leader, part.imperial, part.attached)
            for one in stacks
            for part in groups(one.units, sight.rules)
            if part.leader is not None and part.leader not in self.used
        ]

    def _from_the_ground(self, force: _Force, leader: Unit, at: Province) -> None:
        """Units standing about that are listed at once (R10: an implicit pick-up)."""
        for unit in (*self.sight.imperial(at), *self.sight.loose(at, force.color)):
            if unit in self.used or self.chance.random() < 0.6:
                continue
            if unit in IMPERIAL:
                force.units.insert(force.units.index(leader) + 1, unit)
            elif force.room[leader] > 0 or self.chance.random() < 0.05:
                force.units.append(unit)
                force.attached.append(unit)
                force.room[leader] -= 1
            else:
                continue
            self.used.add(unit)

    # --- where to --------------------------------------------------------------------------------------------

    def _route(self, start: Province, force: _Force, length: int, *, rail: bool) -> list[RouteStep]:
        sight, chance = self.sight, self.chance
        ways = sight.ways(force.color, rail=rail)
        allowed = sight.allowed(tuple(force.units))
        steps: list[RouteStep] = []
        at = start
        if length == 0 or chance.random() < 0.2:
            steps.append(self._step(start, force, last=length == 0, rail=rail))
            if length == 0 and steps[0] == RouteStep(start):
                return []
        for number in range(length):
            choices = [to for to in ways[at] if allowed is None or to in allowed]
            if not choices:
                break
            at = chance.choice(choices)
            last = number == length - 1 or (sight.stops(force.color, at) and chance.random() < 0.85)
            steps.append(self._step(at, force, last=last, rail=rail))
            if last:
                break
        return steps

    def _step(self, at: Province, force: _Force, *, last: bool, rail: bool) -> RouteStep:
        return RouteStep(
            at,
            self._pick_ups(at, force),
            self._drops(force),
            self._removals(at, force),
            self._join(at, force) if last else None,
        )

    def _pick_ups(self, at: Province, force: _Force) -> tuple[PickUp, ...]:
        chance = self.chance
        found: list[PickUp] = []
        names: list[Unit] = [unit for unit in self.sight.imperial(at) if chance.random() < 0.7]
        names += [unit for unit in self.sight.loose(at, force.color) if chance.random() < 0.5]
        names += [unit for unit in self._from_own(at) if chance.random() < 0.1]
        for unit in names:
            if unit in force.units or (unit in self.used and chance.random() < 0.9):
                continue
            taker = next((leader for leader, room in force.room.items() if room > 0), None)
            if unit not in IMPERIAL:
                if taker is None:
                    continue
                force.room[taker] -= 1
                force.attached.append(unit)
            named = chance.choice(list(force.room)) if force.room and chance.random() < 0.25 else None
            found.append(PickUp(unit, named))
            force.units.append(unit)
            self.used.add(unit)
        return tuple(found)

    def _from_own(self, at: Province) -> tuple[Unit, ...]:
        """Imperial and combat units with other forces of the player there (5.26, R15)."""
        return tuple(
            unit
            for stack in self.sight.at.get(at, ())
            if stack.player == self.sight.player
            for unit in stack.units
            if unit not in self.sight.rules.leaders
        )

    def _drops(self, force: _Force) -> tuple[tuple[Unit, ...], ...]:
        chance = self.chance
        if chance.random() >= 0.1:
            return ()
        can = [unit for unit in force.units if unit in force.attached or unit in IMPERIAL]
        if len(force.room) > 1:
            can += list(force.room)[1:]
        if not force.room:
            can = force.units[1:]
        chosen = [unit for unit in can if chance.random() < 0.5]
        if not chosen:
            return ()
        for unit in chosen:
            force.units.remove(unit)
            force.room.pop(unit, None)
        if len(chosen) > 1 and chance.random() < 0.3:
            return tuple((unit,) for unit in chosen)
        return (tuple(chosen),)

    def _removals(self, at: Province, force: _Force) -> tuple[Unit, ...]:
        sight, chance = self.sight, self.chance
        found: list[Unit] = []
        if sight.rules.board.provinces[at].port:
            found += [unit for unit in IMPERIAL if unit in force.units and chance.random() < 0.4]
        for unit in force.units:
            places = sight.rules.removal_provinces.get(sight.rules.nationality[unit], ())
            if at in places and chance.random() < 0.5:
                found.append(unit)
        return tuple(found)

    def _join(self, at: Province, force: _Force) -> Unit | None:
        """A stack of the player's that stood or ended there."""
        kind = self._kind(force.units)
        choices = [
            top for *other, top in self.ends.get(at, ()) if tuple(other) == kind and top not in force.units
        ]
        return self.chance.choice(choices) if choices and self.chance.random() < 0.4 else None

    def _kind(self, units: list[Unit]) -> tuple[Color, str]:
        rules = self.sight.rules
        first = next((unit for unit in units if unit not in IMPERIAL), 0)
        return (rules.color[first], rules.nationality[first]) if first else ("", "")

    def _note_end(self, at: Province, units: tuple[Unit, ...]) -> None:
        self.ends.setdefault(at, []).append((*self._kind(list(units)), units[0]))
