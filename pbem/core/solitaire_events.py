"""What can happen in the solitaire game only: facts in the past tense, each with its case, as in events.py.

`why` is a short mark that the templates turn into words. Every automatic move, stop and attack is told, also where
nothing was moved or attacked, so that a report can explain all that the other side does.
"""

from typing import NamedTuple

from pbem.core.terms import Case, Player, Province, Unit


class PathSet(NamedTuple):
    """21.13, S5–S8: a stack was given its path; `label` names the lot, empty where there was only one path."""

    case: Case
    ref: str
    player: Player | None
    governing: Unit
    units: tuple[Unit, ...]
    """The Leaders, or Blue or Green units, that keep the path."""
    at: Province
    path: tuple[Province, ...]
    label: str
    kind: str = "path_set"


class Marched(NamedTuple):
    """21.12: a force went along its path. `route` begins with the province it started in.

    `why` it stopped: die (used up), color, center (Petrograd or Tver), region (S12) or path_end; `unused` is what was
    left of the die.
    """

    case: Case
    ref: str
    player: Player
    units: tuple[Unit, ...]
    route: tuple[Province, ...]
    path: tuple[Province, ...]
    label: str
    why: str
    color: str
    unused: int
    kind: str = "marched"


class Stayed(NamedTuple):
    """21.23, 21.25, S12: a force has no die and stays; `why` as in Marched."""

    case: Case
    ref: str
    player: Player
    units: tuple[Unit, ...]
    at: Province
    path: tuple[Province, ...]
    why: str
    kind: str = "stayed"


class Restacked(NamedTuple):
    """22.1, 22.2: units stand as a new stack; uncontrolled ones have no player (S15)."""

    case: Case
    ref: str
    player: Player | None
    units: tuple[Unit, ...]
    at: Province
    kind: str = "restacked"


class PathJoined(NamedTuple):
    """S13: units of a new stack have taken over the path of its governing unit."""

    case: Case
    ref: str
    governing: Unit
    units: tuple[Unit, ...]
    at: Province
    path: tuple[Province, ...]
    kind: str = "path_joined"


class TargetChosen(NamedTuple):
    """23.11, 23.12: which stack is attacked, of how many; `label` names the lot between equal ones, or is empty."""

    case: Case
    ref: str
    at: Province
    units: tuple[Unit, ...]
    strength: int
    number: int
    label: str
    kind: str = "target_chosen"


class AttackWithheld(NamedTuple):
    """23.14, 23.15: there was no attack, since the odds are below 1:1."""

    case: Case
    ref: str
    player: Player
    at: Province
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    attack_strength: int
    defense_strength: int
    kind: str = "attack_withheld"


class FounderDied(NamedTuple):
    """24.14, 24.15: Lenin or Trotsky was eliminated, or both.

    With the Game-Turns from the present one on that have no Leader Determination, and no Red replacement.
    """

    case: Case
    ref: str
    units: tuple[Unit, ...]
    no_determination: tuple[int, ...]
    no_replacement: tuple[int, ...]
    kind: str = "founder_died"


class LeadersTaken(NamedTuple):
    """24.0, S24: Red Leaders were taken off the map, to be had again."""

    case: Case
    ref: str
    units: tuple[Unit, ...]
    kind: str = "leaders_taken"


class LeadersAllowed(NamedTuple):
    """24.0, 24.12: how many Red Leaders may be brought on: the die, or fewer for Lenin and Trotsky on the map."""

    case: Case
    ref: str
    label: str
    founders: tuple[Unit, ...]
    number: int
    kind: str = "leaders_allowed"


class DeterminationPassed(NamedTuple):
    """24.16, 24.17, S28: there was no Leader Determination."""

    case: Case
    ref: str
    turns: tuple[int, ...]
    """All Game-Turns without one."""
    kind: str = "determination_passed"


class BroughtOn(NamedTuple):
    """24.11: a Red Leader was put on the map, alone or on combat units; `units` is his stack."""

    case: Case
    ref: str
    player: Player
    units: tuple[Unit, ...]
    at: Province
    kind: str = "brought_on"


class CzarShot(NamedTuple):
    """26.0, S32: the Czar came to a Red Leader and is out of play."""

    case: Case
    ref: str
    at: Province
    kind: str = "czar_shot"


class TurnEnded(NamedTuple):
    """28.1: victory was tested and nobody has won: how many units still stand in the regions that Red must clear."""

    case: Case
    ref: str
    turn: int
    number: int
    """Of White, Blue and Green units there."""
    provinces: tuple[Province, ...]
    """Where they stand."""
    kind: str = "turn_ended"


SolitaireEvent = (
    PathSet | Marched | Stayed | Restacked | PathJoined | TargetChosen | AttackWithheld | FounderDied | LeadersTaken
    | LeadersAllowed | DeterminationPassed | BroughtOn | CzarShot | TurnEnded
)  # fmt: skip
