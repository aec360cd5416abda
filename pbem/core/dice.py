"""Labelled chance: the protocol every source of dice follows. No source of chance itself."""

from typing import NamedTuple, Protocol

from pbem.core.terms import Marker, Player

Card = int | str
"""A counter of the deal: a Leader's number, ``politburo`` or ``assassin``."""


class Dice(Protocol):
    """A source of labelled chance. Labels are as in the case files; the same label gives the same value in a Phase."""

    def die(self, label: str) -> int:
        """A die of 1 to 6."""

    def two_dice(self, label: str) -> tuple[int, int]:
        """Two dice in succession, each 1 to 6."""

    def player(self, label: str, players: tuple[Player, ...]) -> Player:
        """One of the players still in the campaign, given by letter."""

    def order(self, label: str, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """A lot: all players still in the campaign, given by letter, in a random order."""

    def marker(self, label: str, markers: tuple[Marker, ...]) -> Marker:
        """One marker of the Randomizer, given sorted by name, repeated."""

    def deal(self, label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The counters of a pot in a random order, given by number, then politburo, then assassin."""


class DiceWithChoices(Dice, Protocol):
    """Dice that also draw among things of any kind, as the solitaire game does (S7, S19)."""

    def choice(self, label: str, texts: tuple[str, ...]) -> str:
        """One of the texts, given in the order in which they are counted."""


RollValue = int | tuple[int, int] | str | tuple[Player, ...] | tuple[Card, ...]


class Roll(NamedTuple):
    """A chance decision: its label, what came, what was needed, and what it did.

    `needed` and `effect` are short marks the templates turn into words: ``2:1`` and ``De``; ``8`` and ``killed``.
    """

    label: str
    value: RollValue
    needed: str
    effect: str
    ref: str
    """The order it answers, or empty."""
