"""How a greedy player attacks: what the odds make worth it, weak Leaders and Blue units before all else (29.0)."""

from typing import NamedTuple

from pbem.bots.aims import Aims, Temper
from pbem.bots.sight import Sight
from pbem.core.orders import Attack, Subversion
from pbem.core.state import Stack
from pbem.core.terms import IMPERIAL, Province, Unit
from pbem.phases.odds import COLUMNS, column


class _Chance(NamedTuple):
    """An attack that could be made."""

    worth: float
    target: Stack
    attackers: tuple[Stack, ...]
    attack: int
    defense: int


class Attacker:
    """Thinks out all attacks of a sheet; a stack attacks once, and is attacked once."""

    def __init__(self, sight: Sight, aims: Aims, temper: Temper) -> None:
        self.sight = sight
        self.aims = aims
        self.temper = temper
        self.used: set[Unit] = set()
        self.attacked: set[Unit] = set()

    # --- normal attacks --------------------------------------------------------------------------------------

    def attacks(self) -> list[Attack]:
        """Attacks in every province, the one that brings most first."""
        found: list[Attack] = []
        for at in dict.fromkeys(stack.at for stack in self.sight.movable):
            while chance := self._best(at):
                found.append(self._order(at, chance))
        return found

    def _best(self, at: Province) -> _Chance | None:
        """The attack there that brings most, if any brings enough."""
        sight = self.sight
        own = [stack for stack in sight.movable if stack.at == at and stack.units[0] not in self.used]
        chances: list[_Chance] = []
        for target in sight.at[at]:
            if target.units[0] not in self.attacked:
                fit = [stack for stack in own if self.aims.is_prey(target, sight.color(stack))]
                chances += self._ways(target, fit)
        best = max(chances, key=lambda chance: chance.worth, default=None)
        return best if best is not None and best.worth >= self.temper.least else None

    def _ways(self, target: Stack, fit: list[Stack]) -> list[_Chance]:
        """The target attacked by the strongest stack, the two strongest, and so on; of one color but against Red."""
        sight = self.sight
        if sight.color(target) != "red":
            colors = dict.fromkeys(sight.color(stack) for stack in fit)
            groups = [[stack for stack in fit if sight.color(stack) == color] for color in colors]
        else:
            groups = [fit]
        found: list[_Chance] = []
        for group in groups:
            group = sorted(group, key=lambda stack: -sight.strength(stack.units))
            for number in range(1, len(group) + 1):
                found.append(self._chance(target, tuple(group[:number])))
        return found

    def _chance(self, target: Stack, attackers: tuple[Stack, ...]) -> _Chance:
        sight, aims = self.sight, self.aims
        units = [unit for stack in attackers for unit in stack.units]
        attack, defense = sight.strength(units), sight.strength(target.units)
        worth = aims.expected(attack, defense, aims.prizes(target.units), aims.loss(units))
        return _Chance(worth, target, attackers, attack, defense)

    def _order(self, at: Province, chance: _Chance) -> Attack:
        aims = self.aims
        for stack in chance.attackers:
            self.used.update(stack.units)
        self.attacked.update(chance.target.units)
        units = [unit for stack in chance.attackers for unit in stack.units]
        several = sum(1 for unit in units if unit not in IMPERIAL) > 1
        neutral = chance.target.player is None
        return Attack(
            "",
            at,
            tuple(_name_of(stack) for stack in chance.attackers),
            _name_of(chance.target),
            self._least_odds(chance),
            aims.quiet_losses(units) if several else None,
            self._enemy_losses(chance.target) if neutral else None,
        )

    def _enemy_losses(self, target: Stack) -> tuple[Unit, ...] | None:
        """8.46: of nobody's stack he would rather lose the best units first."""
        units = [unit for unit in target.units if unit not in IMPERIAL]
        return (
            tuple(sorted(units, key=lambda unit: (-self.aims.prize(unit), unit))) if len(units) > 1 else None
        )

    def _least_odds(self, chance: _Chance) -> str | None:
        """Not below the next lower column, should the target be stronger by then."""
        if self.sight.rules.rulings.conditions == "printed":
            return None
        odds = column(chance.attack, chance.defense)
        return COLUMNS[max(1, COLUMNS.index(odds) - 1)] if odds and odds != COLUMNS[0] else None

    # --- subversion ------------------------------------------------------------------------------------------

    def subversions(self) -> list[Subversion]:
        """8.3: Blue units next to stacks that have nothing better to do; it costs nothing to try."""
        sight = self.sight
        found: list[Subversion] = []
        prey = [
            stack
            for stack in sight.state.stacks
            if sight.color(stack) == "blue"
            and stack.player != sight.player
            and self.aims.prizes(stack.units) > 0
        ]
        for target in sorted(prey, key=lambda stack: -self.aims.prizes(stack.units)):
            near = [
                stack
                for stack in sight.movable
                if sight.color(stack) == "red"
                and stack.at in sight.net.land[target.at]
                and stack.units[0] not in self.used
            ]
            factor = 2 if sight.state.flags.subversion_doubled else 1
            attack = factor * sum(sight.strength(stack.units) for stack in near)
            if not near or column(attack, sight.strength(target.units)) is None:
                continue
            for stack in near:
                self.used.update(stack.units)
            found.append(
                Subversion("", tuple(_name_of(stack) for stack in near), _name_of(target), target.at)
            )
        return found


def _name_of(stack: Stack) -> Unit:
    """The unit a stack is named by: the uppermost that is no Imperial unit."""
    return next((unit for unit in stack.units if unit not in IMPERIAL), stack.units[0])
