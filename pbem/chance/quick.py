"""Throw-away dice for dry runs and odds: fast, repeatable from a seed, never for the game itself."""

import random
from collections.abc import Sequence
from typing import TypeVar

from pbem.core.dice import Card
from pbem.core.terms import Marker, Player

_T = TypeVar("_T")


class QuickDice:
    """Dice out of a seeded generator, in the order in which they are asked for; labels make no difference."""

    def __init__(self, seed: int = 0) -> None:
        self._bits = random.Random(seed).getrandbits

    def below(self, count: int) -> int:
        """A number from 0 to one below `count`."""
        bits = self._bits
        width = (count - 1).bit_length()
        number = bits(width) if width else 0
        while number >= count:
            number = bits(width)
        return number

    def _shuffled(self, things: Sequence[_T]) -> tuple[_T, ...]:
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def die(self, label: str) -> int:
        """A die of 1 to 6."""
        number = self._bits(3)
        while number >= 6:
            number = self._bits(3)
        return number + 1

    def two_dice(self, label: str) -> tuple[int, int]:
        """Two dice in succession."""
        return self.die(label), self.die(label)

    def player(self, label: str, players: tuple[Player, ...]) -> Player:
        """One of the players."""
        return players[self.below(len(players))]

    def order(self, label: str, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """The players in a random order."""
        return self._shuffled(players)

    def choice(self, label: str, texts: tuple[str, ...]) -> str:
        """One of the texts."""
        return texts[self.below(len(texts))]

    def marker(self, label: str, markers: tuple[Marker, ...]) -> Marker:
        """One of the markers."""
        return markers[self.below(len(markers))]

    def deal(self, label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The counters in a random order."""
        return self._shuffled(cards)
