"""29.0: what a greedy player is after: the side he hopes for, what units are worth to him, what attacks may bring."""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from pbem.bots.sight import Sight
from pbem.core.state import Stack
from pbem.core.terms import IMPERIAL, Color, Player, Province, Unit
from pbem.phases.odds import column
from pbem.phases.victory import IMPERIAL_POINTS, Side

LEADER_WEIGHT = 0.7
"""29.0: a color that loses its Leaders is impotent, so that they are worth more than their points."""
OWN_LEADER_WEIGHT = 2.0
"""Likewise of one's own: what is lost with a Leader, in parts of his points."""


class Temper(NamedTuple):
    """How much a player dares."""

    danger: float
    """What a likely loss weighs against what may be won."""
    least: float
    """What an attack must bring on the average for him to order it."""


CAUTIOUS = Temper(0.25, 0.25)
BOLD = Temper(0.08, -0.25)


def side_of(sight: Sight, player: Player) -> Side:
    """The side in whose victory the player has more points as things stand; anybody can work it out for anybody."""
    points = sight.points[player]
    return "white" if points.white > points.red else "red"


class Aims:
    """What the player wants. `sight` is his."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.rules = sight.rules
        self.side: Side = side_of(sight, sight.player)

    def prize(self, unit: Unit) -> float:
        """What it brings to eliminate the unit: its points if the side wins, more for a Leader of the other side."""
        rules = self.rules
        if unit in IMPERIAL:
            return IMPERIAL_POINTS / 2
        color, value = rules.color[unit], rules.value[unit]
        if unit in rules.leaders:
            points = value if color == "red" or rules.rulings.dead_white_leaders == "red_points" else 0
            hostile = color != self.side
            return (points if color == "red" or self.side == "red" else 0) + LEADER_WEIGHT * value * hostile
        rewarded = ("white", "blue", "green") if self.side == "red" else ("red", "green")
        return float(value) if color in rewarded else 0.3 * value

    def prizes(self, units: Iterable[Unit]) -> float:
        """What all of them bring."""
        return sum(self.prize(unit) for unit in units)

    def loss(self, units: Iterable[Unit]) -> float:
        """What it costs to lose these units of one's own."""
        rules = self.rules
        total = 0.0
        for unit in units:
            weight = OWN_LEADER_WEIGHT if unit in rules.leaders else 1.0
            kept = 1.0 if rules.color[unit] == self.side else 0.5
            total += weight * kept * (IMPERIAL_POINTS if unit in IMPERIAL else rules.value[unit])
        return total

    def expected(self, attack: int, defense: int, prize: float, loss: float) -> float:
        """What an attack of these strengths brings on the average, less losses; minus infinity where there is none."""
        odds = column(attack, defense)
        if odds is None:
            return float("-inf")
        results = self.rules.combat_table[odds]
        exchange = prize * min(1.0, attack / max(defense, 1)) - loss * min(1.0, defense / max(attack, 1))
        worth = {"De": prize, "Ex": exchange, "Ae": -loss}
        return sum(worth[result] for result in results) / len(results)

    def is_prey(self, stack: Stack, color: Color) -> bool:
        """Whether units of this color may attack the stack, and it is not the player's own."""
        return stack.player != self.sight.player and self.sight.opposed(color, self.sight.color(stack))

    @cached_property
    def key_areas(self) -> tuple[Province, ...]:
        """R37: the provinces his side must hold, where the game can end by them."""
        rulings = self.rules.rulings
        return rulings.key_areas if rulings.ending == "key_areas" else ()

    @cached_property
    def goals(self) -> dict[Color, list[str]]:
        """By the color of a force the provinces where there is something to win, for it to draw near."""
        found: dict[Color, dict[str, None]] = {"red": {}, "white": {}, "blue": {}, "green": {}}
        for province, stacks in self.sight.at.items():
            for stack in stacks:
                for color, places in found.items():
                    if self.is_prey(stack, color) and self.prizes(stack.units) >= 1:
                        places[province] = None
        found[self.side].update(dict.fromkeys(self.key_areas))
        return {color: list(places) for color, places in found.items()}

    def quiet_losses(self, units: Iterable[Unit]) -> tuple[Unit, ...]:
        """One's own units in the order they are best given up: combat units before Leaders, the cheap first."""
        rules = self.rules
        own = [unit for unit in units if unit not in IMPERIAL]
        return tuple(sorted(own, key=lambda unit: (unit in rules.leaders, self.loss((unit,)), unit)))
