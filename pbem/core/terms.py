"""The rulebook's words for the things that are counted, named and placed.

Plain aliases rather than classes: a province is its code, a player his letter, a unit its identity number.
"""

from typing import Literal, TypeAlias

Player: TypeAlias = str
"""A player's letter, ``A`` to ``H``."""
Province: TypeAlias = str
"""A province's code as in provinces.csv, for instance ``TVER``; in orders also whatever unknown word the player wrote."""
Unit: TypeAlias = int
"""A unit's identity number; the Czar and the Gold are CZAR and GOLD."""
UnitName: TypeAlias = int | str
"""A unit as an order names it: its number, or the text itself where no such unit exists (R9, R10)."""
Marker: TypeAlias = str
"""A marker: ``politburo``, ``assassin``, ``BR-control``, ``BR-withdrawal``."""
Section: TypeAlias = str
"""A section of the Victory Point Chart: a player's letter or UNASSIGNED."""
Case: TypeAlias = str
"""A rulebook case (``5.27``), its postal change (``17/5.0``) or a ruling (``R12``)."""

Color: TypeAlias = Literal["red", "white", "blue", "green", ""]
"""The color of a unit; an Imperial unit has none of its own (13.21)."""
Kind: TypeAlias = Literal["leader", "combat", "imperial"]
PhaseName: TypeAlias = Literal[
    "setup", "first", "second",
    "nonred-events", "nonred-movement", "nonred-stacking", "nonred-combat", "nonred-randomizer", "red-events",
    "red-leaders", "red-movement", "red-combat", "red-randomizer", "replacement", "end",
]  # fmt: skip
"""The Phases of the postal game, then those of the solitaire game (19.2, S2) in their order."""
Ended: TypeAlias = Literal["done", "part", "failed", "void"]
Grade: TypeAlias = Literal["error", "warning", "note"]

CZAR: Unit = 1
GOLD: Unit = 2
IMPERIAL: tuple[Unit, ...] = (CZAR, GOLD)
"""The Imperial units in the order in which they lie under a unit: the Czar above the Gold."""

POLITBURO: Marker = "politburo"
ASSASSIN: Marker = "assassin"
UNASSIGNED: Section = "unassigned"

BLUE_CONTROL: tuple[str, ...] = ("FR", "BR", "US", "JA", "CZ")
"""The Blue nationalities that have a Control and a Withdrawal Marker (5.61, 5.66)."""
GREEN_CONTROL: tuple[str, ...] = ("BA", "BY", "TC", "SB", "FN", "PO", "UK")
"""The Green nationalities, each with a Control Marker (5.71)."""

RED: Player = "red"
NONRED: Player = "nonred"
"""S1: the sides of the solitaire game, which has no other players."""

new = tuple.__new__
"""``new(Stack, (at, player, units))`` is ``Stack(at, player, units)`` at less than half its price: for records that are
made by the hundred in every Phase."""

STACK_LIMIT = 5
"""Combat units and Leaders in one stack (7.11)."""


def control_marker(nationality: str) -> Marker:
    """The Control Marker of a nationality, as it lies in the Randomizer."""
    return f"{nationality}-control"


def withdrawal_marker(nationality: str) -> Marker:
    """The Withdrawal Marker of a Blue nationality, as it lies in the Randomizer."""
    return f"{nationality}-withdrawal"
