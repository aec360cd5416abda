"""The map in words: for every province its neighbors, and what stands in it. The authority beside the picture."""

import textwrap
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

import yaml

from pbem.core.board import Board
from pbem.core.rules import Rules
from pbem.core.state import Stack, State, strength
from pbem.core.terms import Province
from pbem.resources import templates_folder
from pbem.words import unit_in_words


class Neighbors(NamedTuple):
    """A province with all it borders on, each by code and sorted."""

    code: Province
    name: str
    region: str
    letter: str
    """Of the region, as on the map (15.41)."""
    land: tuple[Province, ...]
    rail: tuple[Province, ...]
    strait: tuple[Province, ...]
    """5.32: across the straits, for White units only."""
    port: bool


class ProvinceUnits(NamedTuple):
    """A province and its stacks in words, one text for each."""

    code: Province
    name: str
    stacks: tuple[str, ...]


@cache
def map_words() -> Mapping[str, str]:
    """The words of templates/map/words.yaml by their keys."""
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    found: Mapping[str, str] = yaml.load(
        (templates_folder() / "map" / "words.yaml").read_text("utf-8"), loader
    )
    return found


def region_letters(board: Board) -> dict[str, str]:
    """15.41: each region's letter, the first of its name; the next that is free where two would share one."""
    found: dict[str, str] = {}
    for facts in board.provinces.values():
        if facts.region not in found:
            free = [
                letter for letter in facts.region.upper() if letter.isalpha() and letter not in found.values()
            ]
            found[facts.region] = free[0] if free else "?"
    return found


# --- neighbors ---------------------------------------------------------------------------------------------------


def neighbors_table(board: Board) -> tuple[Neighbors, ...]:
    """Every province with its neighbors, by code."""
    letters = region_letters(board)
    return tuple(
        Neighbors(
            code,
            facts.name,
            facts.region,
            letters[facts.region],
            board.neighbors(code),
            tuple(sorted(board.rails[code])),
            tuple(sorted(board.strait[code])),
            facts.port,
        )
        for code, facts in board.provinces.items()
    )


def neighbors_text(board: Board) -> str:
    """The table of neighbors as plain text: code, region's letter, name, land neighbors; * marks a railway."""
    words = map_words()
    lines = [words["neighbors_key"], ""]
    for one in neighbors_table(board):
        joined = [f"{code}*" if code in one.rail else code for code in one.land]
        across = [f"{code}~" for code in one.strait]
        name = f"{one.name} {words['neighbors_port']}" if one.port else one.name
        lines.append(f"{one.code:<4}  {one.letter}  {name:<21}  {' '.join([*joined, *across])}".rstrip())
    regions = ", ".join(f"{letter} {region}" for region, letter in sorted(region_letters(board).items()))
    return "\n".join([*lines, "", *textwrap.wrap(words["neighbors_regions"].format(regions=regions), 96)])


# --- units -------------------------------------------------------------------------------------------------------


def units_list(state: State, rules: Rules) -> tuple[ProvinceUnits, ...]:
    """Every province that is not empty with its stacks in words, by code: the picture as a text."""
    here = stacks_by_province(state)
    return tuple(ProvinceUnits(code, _name(code, rules), _told(here[code], rules)) for code in sorted(here))


def _told(stacks: Iterable[Stack], rules: Rules) -> tuple[str, ...]:
    return tuple(stack_words(stack, rules) for stack in ordered(stacks, rules))


def stacks_by_province(state: State) -> dict[Province, list[Stack]]:
    """The stacks of every province that is not empty."""
    found: dict[Province, list[Stack]] = {}
    for stack in state.stacks:
        found.setdefault(stack.at, []).append(stack)
    return found


def ordered(stacks: Iterable[Stack], rules: Rules) -> list[Stack]:
    """By player, nobody's last; the strongest first."""
    return sorted(
        stacks,
        key=lambda stack: (
            stack.player is None,
            stack.player or "",
            -strength(stack.units, rules),
            stack.units,
        ),
    )


def stack_words(stack: Stack, rules: Rules) -> str:
    """``A: Trotsky (152), 111, 112 = 8``; ``nobody's`` in the place of the letter."""
    words = map_words()
    units = ", ".join(unit_in_words(unit, rules) for unit in stack.units)
    player = stack.player or words["nobody"]
    return words["stack"].format(player=player, units=units, strength=strength(stack.units, rules))


def _name(code: Province, rules: Rules) -> str:
    facts = rules.board.provinces.get(code)
    return facts.name if facts else code
