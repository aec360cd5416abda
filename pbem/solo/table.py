"""The gaming table of one Phase of the solitaire game: the postal game's table with paths and passed-over Phases."""

from collections.abc import Mapping
from dataclasses import fields

from pbem.core.dice import DiceWithChoices
from pbem.core.orders import Sheet
from pbem.core.rules import Rules, Scenario, SolitaireRulings
from pbem.core.state import State
from pbem.core.table import Table
from pbem.core.terms import PhaseName, Player, Unit
from pbem.solo.state import Path, SoloState

_STATE = tuple(field.name for field in fields(State))


class SoloTable(Table):
    """A position in play. Its own attributes are the sections of SoloState of the same names."""

    __slots__ = (
        "choices",
        "home_paths",
        "leaders_to_bring",
        "no_determination",
        "no_red_replacement",
        "paths",
        "readings",
        "scenario",
    )

    def __init__(
        self, state: SoloState, sheets: Mapping[Player, Sheet], dice: DiceWithChoices, rules: Rules
    ) -> None:
        super().__init__(state, sheets, dice, rules)
        assert rules.solitaire is not None and isinstance(rules.rulings, SolitaireRulings)
        self.scenario: Scenario = rules.solitaire
        self.readings: SolitaireRulings = rules.rulings
        self.choices: DiceWithChoices = dice
        self.paths: dict[Unit, Path] = dict(state.paths)
        self.home_paths: dict[Unit, Path] = dict(state.home_paths)
        self.no_determination = list(state.no_determination)
        self.no_red_replacement = list(state.no_red_replacement)
        self.leaders_to_bring = state.leaders_to_bring

    def choose(self, label: str, texts: tuple[str, ...]) -> str:
        """Draw one of the texts, which are given in the order in which they are counted."""
        value = self.choices.choice(label, texts)
        self._roll(label, int(value) if value.isdigit() else value, "", "")
        return value

    def freeze(self, turn: int, phase: PhaseName) -> SoloState:
        """The position as it lies, as a State of the given turn and Phase."""
        state = super().freeze(turn, phase)
        return SoloState(
            **{name: getattr(state, name) for name in _STATE},
            paths=dict(sorted(self.paths.items())),
            home_paths=dict(sorted(self.home_paths.items())),
            no_determination=tuple(self.no_determination),
            no_red_replacement=tuple(self.no_red_replacement),
            leaders_to_bring=self.leaders_to_bring,
        )
