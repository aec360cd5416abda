"""The rules as one record: board, counters, tables and the chosen readings. Loads nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pbem.core.board import Board
from pbem.core.counters import Counter
from pbem.core.terms import Color, Province, Unit


@dataclass(frozen=True, slots=True)
class Rulings:
    """One field per reading on which gamesmasters may differ; rules/rcw/rulings.yaml explains each."""

    detached_units: Literal["neutral", "keep"] = "neutral"  # R1
    imperial_under_neutral: Literal["free", "held"] = "free"  # R4
    gifts: Literal["allowed", "accepted"] = "allowed"  # R5
    illegal_step: Literal["stop", "void"] = "stop"  # R9
    faulty_unit: Literal["left_out", "void"] = "left_out"  # R10
    imperial_transfer: Literal["province", "region"] = "province"  # R15
    committee_markers: Literal["assigned", "held"] = "assigned"  # R19
    precedence: Literal["recount", "once"] = "recount"  # R29
    combine: Literal["friendly", "common_enemy"] = "friendly"  # R30
    attacked: Literal["by_each", "once"] = "by_each"  # R30
    conditions: Literal["allowed", "printed"] = "allowed"  # R31
    dead_white_leaders: Literal["printed", "red_points"] = "printed"  # R37
    ending: Literal["printed", "key_areas", "turn_limit"] = "printed"  # R37
    key_areas: tuple[Province, ...] = ("PETR", "TVER", "KIEV", "OMSK")  # R37
    turn_limit: int = 8  # R37, in Game-Turns
    deal: Literal["round", "three_pots"] = "round"  # R39
    both_founders: Literal["none", "two"] = "none"  # R39
    reports: Literal["results", "all_orders"] = "results"  # R41


@dataclass(frozen=True, slots=True)
class SolitaireRulings(Rulings):
    """The readings of the solitaire game beside those of the postal one; rules/rcw/solitaire.yaml explains each."""

    region_limit: Literal["path", "nearest"] = "path"  # S12
    joined_path: Literal["lowest", "apart"] = "lowest"  # S13
    white_stacking: Literal["greedy", "strongest"] = "greedy"  # S14
    white_on_green: Literal["controlled", "any"] = "controlled"  # S20
    deployment: Literal["anywhere", "friendly"] = "anywhere"  # S25
    leader_death: Literal["named", "added"] = "named"  # S27
    skipped_determination: Literal["remove", "keep"] = "remove"  # S28
    replacement_after_5: Literal["no", "yes"] = "no"  # S31
    red_victory: Literal["end", "instant"] = "end"  # S36
    early_victory: Literal["decisive", "none"] = "decisive"  # S37


@dataclass(frozen=True, slots=True)
class EventResult:
    """One cell of the Random Events Table (12.2)."""

    kind: Literal["epidemic", "draw", "subversion_doubled"]
    provinces: tuple[Province, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """What the solitaire game begins and ends with, and what only it counts."""

    targets: tuple[Province, ...]
    """21.13: Petrograd and Tver, where every path of the other side leads; both are also its goal (28.13)."""
    red_leaders: tuple[Unit, ...]
    """27.13: the Red Leaders that begin on the map."""
    stacks: tuple[tuple[Unit, ...], ...]
    """27.12, S35: White Leaders that begin in one stack, top to bottom."""
    most_leaders: int
    """24.12: Red Leaders on the map in one Game-Turn, Lenin and Trotsky included."""
    returning: tuple[str, ...]
    """25.12: the Green nationalities whose units are replaced."""
    last_turn: int
    """27.32: the last Game-Turn."""
    regions: tuple[str, ...]
    """28.11: the regions that Red must clear."""
    levels: Mapping[int, str]
    """28.12: by Game-Turn the level of a Red victory."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that does not change during a Phase."""

    board: Board
    counters: Mapping[Unit, Counter]
    combat_table: Mapping[str, tuple[str, ...]]
    """8.5: by column (``1:2`` … ``6:1``) the results of a die of 1 to 6: ``Ae``, ``De``, ``Ex``."""
    purge_table: tuple[tuple[int, tuple[str, ...]], ...]
    """11.4: (least Purge Strength of the column, results of two dice of 2 to 12: a number or ``C``), ascending."""
    events_table: tuple[tuple[EventResult, ...], ...]
    """12.2: six rows of six columns."""
    entry: Mapping[str, frozenset[Province]]
    """5.65, 5.74–5.76: by nationality the only provinces it may enter; a nationality not named may enter all."""
    enemies: Mapping[str, tuple[Color, ...]]
    """8.12–8.15: by color the colors it opposes."""
    founders: tuple[Unit, ...]
    """9.14, 11.32: Lenin and Trotsky."""
    red_replacement_provinces: tuple[Province, ...]
    """9.13: Tver and Petrograd."""
    removal_provinces: Mapping[str, tuple[Province, ...]]
    """5.66: by nationality where its units may be removed for Victory Points (Czech units in VLAD)."""
    not_stolen: tuple[str, ...]
    """13.27: the nationalities no Red or White Leader may attach."""
    last_replacement_turn: int
    """9.16: the last Game-Turn with replacements."""
    imperial_start: Mapping[Unit, tuple[Province, Color]]
    """13.0: where each Imperial unit begins, under the combat unit of that color."""
    initial_politburo: int
    initial_assassins: int
    auxiliary_randomizer: tuple[str, ...]
    """15.23: the markers in the Auxiliary Forces Randomizer at the start, sorted."""
    rulings: Rulings = field(default_factory=Rulings)
    solitaire: Scenario | None = None
    """In the solitaire game what is its own; then `rulings` are SolitaireRulings. The steps both games share ask for it
    where they differ: S22, S29, S32, S34."""
    # What follows is derived from counters, kept as plain dicts for speed.
    color: Mapping[Unit, Color] = field(default_factory=dict)
    value: Mapping[Unit, int] = field(default_factory=dict)
    nationality: Mapping[Unit, str] = field(default_factory=dict)
    leaders: frozenset[Unit] = frozenset()
    leaders_of: Mapping[Color, tuple[Unit, ...]] = field(default_factory=dict)
    """By color its Leaders, by number."""
    members: Mapping[str, tuple[Unit, ...]] = field(default_factory=dict)
    """By nationality its units, by number."""

    def total(self, units: tuple[Unit, ...]) -> int:
        """The Strength Points of the units together (8.26)."""
        value = self.value
        return sum(value[unit] for unit in units)
