"""Dice given by label: those of a case file, and those a gamesmaster rolls by hand.

A label that is needed and not given is asked for, or is an error that names it and the kind of value it takes.
"""

from collections.abc import Callable, Mapping, Sequence

from pbem.core.dice import Card
from pbem.core.terms import Marker, Player
from pbem.errors import PbemError


class MissingRoll(PbemError):
    """A chance decision had to be taken for which no value is given."""

    def __init__(self, label: str, wanted: str) -> None:
        super().__init__(f"the roll {label} is needed and not given: {wanted}")
        self.label = label
        self.wanted = wanted


class WrongRoll(PbemError):
    """A value is given that this roll cannot have."""

    def __init__(self, label: str, value: object, wanted: str) -> None:
        super().__init__(f"the roll {label} is given as {_shown(value)[:60]}, but it must be {wanted}")
        self.label = label
        self.wanted = wanted


class ListedDice:
    """Dice by label. A value may be a number, a text (``3 4``, ``3, 4`` or ``[3, 4]``) or a list, as it was read or
    typed."""

    def __init__(self, values: Mapping[str, object], ask: Callable[[str, str], object] | None = None) -> None:
        """`ask`, if there is one, gets a label that is not listed and what is wanted, and gives the value."""
        self._values = dict(values)
        self._ask = ask
        self._used: dict[str, None] = {}

    @property
    def unused(self) -> tuple[str, ...]:
        """The labels that were given and never read, in the order given."""
        return tuple(label for label in self._values if label not in self._used)

    def _words(self, label: str, wanted: str) -> tuple[str, ...]:
        """The value of a label as a list of words."""
        if label not in self._values:
            if self._ask is None:
                raise MissingRoll(label, wanted)
            self._values[label] = self._ask(label, wanted)
        self._used[label] = None
        value = self._values[label]
        if isinstance(value, str):
            return tuple(value.strip(" []()").replace(",", " ").split())
        if isinstance(value, Sequence):
            return tuple(str(word) for word in value)
        return (str(value),)

    def _wrong(self, label: str, wanted: str) -> WrongRoll:
        return WrongRoll(label, self._values[label], wanted)

    def _dice(self, label: str, wanted: str, *, count: int) -> tuple[int, ...]:
        words = self._words(label, wanted)
        if len(words) != count or any(word not in ("1", "2", "3", "4", "5", "6") for word in words):
            raise self._wrong(label, wanted)
        return tuple(int(word) for word in words)

    def _one_of(self, label: str, known: Sequence[str], wanted: str) -> str:
        words = self._words(label, wanted)
        if len(words) != 1 or words[0] not in known:
            raise self._wrong(label, wanted)
        return words[0]

    def die(self, label: str) -> int:
        """A die of 1 to 6."""
        return self._dice(label, "a die of 1 to 6", count=1)[0]

    def two_dice(self, label: str) -> tuple[int, int]:
        """Two dice in succession."""
        first, second = self._dice(label, "two dice such as [3, 4]", count=2)
        return first, second

    def player(self, label: str, players: tuple[Player, ...]) -> Player:
        """One of the players still in the campaign."""
        return self._one_of(label, players, f"a player, one of {', '.join(players)}")

    def order(self, label: str, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """All players still in the campaign in an order."""
        wanted = f"an order of all players still in the campaign, such as {', '.join(players)}"
        words = self._words(label, wanted)
        if sorted(words) != sorted(players):
            raise self._wrong(label, wanted)
        return words

    def choice(self, label: str, texts: tuple[str, ...]) -> str:
        """One of the texts."""
        return self._one_of(label, texts, f"one of {', '.join(texts)}")

    def marker(self, label: str, markers: tuple[Marker, ...]) -> Marker:
        """One of the markers in the Randomizer."""
        kinds = ", ".join(dict.fromkeys(markers))
        return self._one_of(label, markers, f"a marker of those in the Randomizer, {kinds}")

    def deal(self, label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """All counters of a pot in an order."""
        wanted = f"an order of all {len(cards)} counters: Leaders by number, politburo, assassin"
        words = self._words(label, wanted)
        if sorted(words) != sorted(str(card) for card in cards):
            raise self._wrong(label, wanted)
        return tuple(int(word) if word.isdigit() else word for word in words)


def _shown(value: object) -> str:
    """A value as a person would write it."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(str, value))}]"
    return str(value)
