"""A position of the solitaire game: the postal game's, and what only the solitaire game keeps."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pbem.core.state import State
from pbem.core.terms import PhaseName, Province, Unit

Path: TypeAlias = tuple[Province, ...]
"""21.13: the provinces of a path, the first and the target included."""

PHASES: tuple[PhaseName, ...] = (
    "nonred-events",
    "nonred-movement",
    "nonred-stacking",
    "nonred-combat",
    "nonred-randomizer",
    "red-events",
    "red-leaders",
    "red-movement",
    "red-combat",
    "red-randomizer",
    "replacement",
    "end",
)
"""19.2, S2: the Phases of a Game-Turn in their order."""
WAITING: tuple[PhaseName, ...] = ("red-leaders", "red-movement", "red-combat")
"""S2: the Phases that wait for the player's sheet."""


@dataclass(frozen=True, slots=True)
class SoloState(State):
    """A whole position of the solitaire game."""

    paths: Mapping[Unit, Path] = field(default_factory=dict)
    """S5: by Leader and by Blue or Green unit; who is not in it gets his path when first it is his turn."""
    home_paths: Mapping[Unit, Path] = field(default_factory=dict)
    """S5: the paths that Polish and Finnish units have again when they come back."""
    no_determination: tuple[int, ...] = ()
    """S27: the Game-Turns whose Leader Determination is passed over; past ones stay listed."""
    no_red_replacement: tuple[int, ...] = ()
    """S30: the Game-Turns in which no Red unit is replaced; past ones stay listed."""
    leaders_to_bring: int | None = None
    """24.0: how many Red Leaders may be brought on, once the die of this Leader Determination is rolled."""


def following(turn: int, phase: PhaseName) -> tuple[int, PhaseName]:
    """The Phase after the given one, with its Game-Turn."""
    if phase == "setup":
        return max(turn, 1), PHASES[0]
    place = PHASES.index(phase)
    if place == len(PHASES) - 1:
        return turn + 1, PHASES[0]
    return turn, PHASES[place + 1]
