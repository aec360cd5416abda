"""Real dice: asked for one by one by their labels, or read from a file."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from pydantic import RootModel

from pbem.campaign.settings import read_model
from pbem.chance.listed import ListedDice, MissingRoll, WrongRoll
from pbem.core.dice import Card
from pbem.core.terms import Marker, Player

T = TypeVar("T")


class _Rolls(RootModel[dict[str, str | list[str]]]):
    """A file of rolls: label and value."""


def dice_of_file(path: Path) -> ListedDice:
    """The rolls of a file, a line each: ``combat/TVER/A/1: 4``. Raises FaultyFile, FileError."""
    return ListedDice(read_model(_Rolls, path).root)


class AskedDice:
    """Dice that a person rolls: each is asked for until the answer can be one."""

    def __init__(self, ask: Callable[[str, str], str], complain: Callable[[str], None]) -> None:
        """`ask` gets the label and what is wanted and gives the answer; `complain` gets what is wrong with one."""
        self._ask = ask
        self._complain = complain
        self._kept: Mapping[str, object] = {}

    def keep(self, rolls: Mapping[str, object]) -> None:
        """Rolls that were made before and count again wherever they still apply; they are not asked for."""
        self._kept = rolls

    def _answer(self, label: str, read: Callable[[ListedDice], T]) -> T:
        try:
            return read(ListedDice({}))
        except MissingRoll as missing:
            wanted = missing.wanted
        if label in self._kept:
            with suppress(WrongRoll):
                return read(ListedDice({label: self._kept[label]}))
        while True:
            try:
                return read(ListedDice({label: self._ask(label, wanted)}))
            except WrongRoll as problem:
                self._complain(problem.what)

    def die(self, label: str) -> int:
        """A die of 1 to 6."""
        return self._answer(label, lambda dice: dice.die(label))

    def two_dice(self, label: str) -> tuple[int, int]:
        """Two dice in succession."""
        return self._answer(label, lambda dice: dice.two_dice(label))

    def player(self, label: str, players: tuple[Player, ...]) -> Player:
        """One of the players."""
        return self._answer(label, lambda dice: dice.player(label, players))

    def order(self, label: str, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """All players in an order."""
        return self._answer(label, lambda dice: dice.order(label, players))

    def marker(self, label: str, markers: tuple[Marker, ...]) -> Marker:
        """One of the markers."""
        return self._answer(label, lambda dice: dice.marker(label, markers))

    def choice(self, label: str, texts: tuple[str, ...]) -> str:
        """One of the texts; the solitaire game draws paths and targets so."""
        return self._answer(label, lambda dice: dice.choice(label, texts))

    def deal(self, label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """All counters of a pot in an order."""
        return self._answer(label, lambda dice: dice.deal(label, cards))
