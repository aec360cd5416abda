"""Real dice: asked for one by one by their labels, or read from a file; or what the file lacks is asked for."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from pbem.chance.listed import ListedDice, MissingRoll, WrongRoll
from pbem.core.dice import Card
from pbem.core.terms import Marker, Player

T = TypeVar("T")


Rolls = Mapping[str, object]
"""What was rolled, by label."""


def rolls_of_file(path: Path) -> Rolls:
    """The rolls of a file, a line each: ``combat/TVER/A/1: 4``. Raises FaultyFile, FileError."""
    from pydantic import RootModel  # takes its time to load, and nothing else here needs it

    from pbem.campaign.settings import read_model

    class Rolls(RootModel[dict[str, str | list[str]]]):
        """A file of rolls: label and value."""

    return read_model(Rolls, path).root


class AskedDice:
    """Dice that a person rolls: each is asked for until the answer can be one."""

    def __init__(
        self, ask: Callable[[str, str], str], complain: Callable[[str], None], given: Rolls | None = None
    ) -> None:
        """`ask` gets the label and what is wanted and gives the answer; `complain` gets what is wrong with one. `given`:
        rolls that need not be asked for."""
        self._ask = ask
        self._complain = complain
        self._given = dict(given or {})
        self._kept: Rolls = {}
        self.answers: dict[str, str] = {}
        """What was asked for so far, by label, as it was answered."""
        self._used: dict[str, None] = {}

    @property
    def unused(self) -> tuple[str, ...]:
        """The labels that were given and never read, in the order given."""
        return tuple(label for label in self._given if label not in self._used)

    @property
    def so_far(self) -> Rolls:
        """All that was given and answered."""
        return {**self._given, **self.answers}

    def keep(self, rolls: Rolls) -> None:
        """Rolls that were made before and count again wherever they still apply; they are not asked for."""
        self._kept = rolls

    def _answer(
        self, label: str, read: Callable[[ListedDice], T], *, wanted: str = "", texts: tuple[str, ...] = ()
    ) -> T:
        """The roll of a label. `texts`: what may be answered by its number, counted from 1."""
        try:
            return read(ListedDice({}))
        except MissingRoll as missing:
            wanted = wanted or missing.wanted
        if label in self._kept:
            with suppress(WrongRoll):
                return read(ListedDice({label: self._kept[label]}))
        self._used[label] = None
        if label in self._given:
            try:
                return read(ListedDice({label: self._given[label]}))
            except WrongRoll as problem:
                self._complain(problem.what)
        return self._asked(label, read, wanted=wanted, texts=texts)

    def _asked(
        self, label: str, read: Callable[[ListedDice], T], *, wanted: str, texts: tuple[str, ...]
    ) -> T:
        """The roll as it is answered at last."""
        while True:
            typed = self._ask(label, wanted)
            answer = _named(typed, texts)
            try:
                found = read(ListedDice({label: answer}))
            except WrongRoll as problem:
                none = f"{typed[:60]!r} is none of them: type a number, or one of them whole"
                self._complain(none if texts else problem.what)
            else:
                self.answers[label] = answer
                return found

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
        """One of the texts, which may be answered by its number; the solitaire game draws paths and targets so."""
        if any(text.isdigit() for text in texts):
            return self._answer(label, lambda dice: dice.choice(label, texts))
        listed = ", ".join(f"{number}: {text}" for number, text in enumerate(texts, 1))
        return self._answer(
            label, lambda dice: dice.choice(label, texts), wanted=f"the number of one: {listed}", texts=texts
        )

    def deal(self, label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """All counters of a pot in an order."""
        return self._answer(label, lambda dice: dice.deal(label, cards))


def unused_rolls(dice: object) -> tuple[str, ...]:
    """The labels of rolls that were given by hand and never read; dice of another kind leave none."""
    return dice.unused if isinstance(dice, ListedDice | AskedDice) else ()


def _named(answer: str, texts: tuple[str, ...]) -> str:
    """The answer; where it is the number of a text, that text."""
    number = answer.strip()
    numbers = [str(place) for place in range(1, len(texts) + 1)]
    return texts[numbers.index(number)] if number in numbers else answer
