"""One Phase as it is put to the test: a position, the orders as understood, and the dice that go with their labels."""

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.chance.sealed import SealedDice
from pbem.core.dice import Card, Dice
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Marker, Player
from pbem.phases import random_events, randomizer
from pbem.phases.sequence import Result, Step, play
from pbem.rulebook import load_rules

CHANCE_STEPS: tuple[Step, ...] = (random_events.roll_first, random_events.roll_second, randomizer.draw)
"""The steps a case file passes over where it gives no dice for them."""


class RecordingDice:
    """Dice that remember what came, by label, also when the Phase breaks off."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.came: dict[str, object] = {}

    def die(self, label: str) -> int:
        """A die."""
        value = self._dice.die(label)
        self.came[label] = value
        return value

    def two_dice(self, label: str) -> tuple[int, int]:
        """Two dice."""
        value = self._dice.two_dice(label)
        self.came[label] = value
        return value

    def player(self, label: str, players: tuple[Player, ...]) -> Player:
        """One of the players."""
        value = self._dice.player(label, players)
        self.came[label] = value
        return value

    def order(self, label: str, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """A lot."""
        value = self._dice.order(label, players)
        self.came[label] = value
        return value

    def marker(self, label: str, markers: tuple[Marker, ...]) -> Marker:
        """One of the markers."""
        value = self._dice.marker(label, markers)
        self.came[label] = value
        return value

    def deal(self, label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The counters of a pot."""
        value = self._dice.deal(label, cards)
        self.came[label] = value
        return value


@dataclass(frozen=True, slots=True)
class Trial:
    """A Phase to be played. Labels keep their dice, whatever else is changed in it."""

    state: State
    sheets: Mapping[Player, Sheet]
    rulings: Mapping[str, object]
    seed: bytes
    salt: bytes
    quiet: bool = False
    """Whether the steps of chance alone are passed over."""

    def rules(self) -> Rules:
        """The rules with the chosen readings."""
        return load_rules(rulings=dict(self.rulings) or None)

    def dice(self) -> RecordingDice:
        """The dice of the Phase, anew."""
        return RecordingDice(SealedDice(self.seed, self.salt))

    def play(self, rules: Rules, sheets: Mapping[Player, Sheet] | None = None) -> Result:
        """Play the Phase, or the same with other sheets."""
        return self.play_with(SealedDice(self.seed, self.salt), rules, sheets)

    def play_with(self, dice: Dice, rules: Rules, sheets: Mapping[Player, Sheet] | None = None) -> Result:
        """Play the Phase with these dice."""
        passed = CHANCE_STEPS if self.quiet else ()
        return play(self.state, self.sheets if sheets is None else sheets, dice, rules, passed_over=passed)
