"""The map in words: for every province its neighbors, and what stands in it. The authority beside the picture."""

from collections.abc import Iterable
from typing import NamedTuple

from pbem.core.board import Board
from pbem.core.rules import Rules
from pbem.core.state import Stack, State, strength
from pbem.core.terms import Province
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


def neighbors_table(board: Board) -> tuple[Neighbors, ...]:
    """Every province with its neighbors, by code."""
    from pbem.report.map.scene import region_letters

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
    """The table of neighbors as plain text: code, name, region's letter, port, land neighbors; * marks a railway."""
    lines = ["* a railway joins the two.  ~ across the straits, for White units only.  (port) has a port.", ""]
    for one in neighbors_table(board):
        across = [f"{code}~" for code in one.strait]
        joined = [f"{code}*" if code in one.rail else code for code in one.land]
        name = f"{one.name} (port)" if one.port else one.name
        lines.append(f"{one.code:<4}  {one.letter}  {name:<24}  {' '.join([*joined, *across])}")
    letters = dict.fromkeys((one.letter, one.region) for one in neighbors_table(board))
    return "\n".join([*lines, "", "Regions: " + ", ".join(f"{letter} {region}" for letter, region in letters) + "."])


def stack_words(stack: Stack, rules: Rules) -> str:
    """``A: Trotsky (152), 111, 112 = 8``; ``nobody's`` in the place of the letter."""
    units = ", ".join(unit_in_words(unit, rules) for unit in stack.units)
    return f"{stack.player or 'nobody’s'}: {units} = {strength(stack.units, rules)}"


def units_list(state: State, rules: Rules) -> tuple[ProvinceUnits, ...]:
    """Every province that is not empty with its stacks in words, by code: the picture as a text."""
    by_code: dict[Province, list[Stack]] = {}
    for stack in state.stacks:
        by_code.setdefault(stack.at, []).append(stack)
    return tuple(
        ProvinceUnits(code, _name(code, rules), stack_list(by_code[code], rules)) for code in sorted(by_code)
    )


def stack_list(stacks: Iterable[Stack], rules: Rules) -> tuple[str, ...]:
    """The stacks of one province in words: by player, nobody's last, the strongest first."""
    ordered = sorted(
        stacks, key=lambda stack: (stack.player is None, stack.player or "", -strength(stack.units, rules), stack.units)
    )
    return tuple(stack_words(stack, rules) for stack in ordered)


def _name(code: Province, rules: Rules) -> str:
    facts = rules.board.provinces.get(code)
    return facts.name if facts else code
