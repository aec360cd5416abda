"""solitaire-setup.yaml: what the solitaire game begins and ends with (27.0, 28.0), as the core's Scenario."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from pbem.core.board import Board
from pbem.core.counters import Counter
from pbem.core.rules import Scenario
from pbem.core.terms import GREEN_CONTROL, Province, Unit
from pbem.rulebook.files import Files
from pbem.rulebook.yaml_branch import Branch, read_yaml

FILE = "solitaire-setup.yaml"
LEVELS = ("marginal", "substantive", "decisive")


class Solitaire(NamedTuple):
    """The file as read: the Scenario, and where White Leaders begin who begin elsewhere than in the postal game."""

    scenario: Scenario
    homes: Mapping[Unit, Province]


def read_solitaire(files: Files, board: Board, counters: Mapping[Unit, Counter]) -> Solitaire:
    """The scenario; faults are noted in `files`."""
    whole = read_yaml(files, FILE)
    victory = whole.branch("victory")
    regions = victory.words("regions")
    known = {facts.region for facts in board.provinces.values()}
    for region in regions:
        if region not in known:
            victory.fault(f"no province lies in the region {region!r}", "regions")
    scenario = Scenario(
        targets=_codes(whole.branch("targets"), "provinces", board),
        red_leaders=_units(whole.branch("red_leaders"), "leaders", counters),
        stacks=_stacks(whole.branch("stacks"), counters, board),
        most_leaders=_most(whole.branch("determination")),
        returning=_nationalities(whole.branch("replacement")),
        last_turn=victory.number("last_turn"),
        regions=regions,
        levels=_levels(victory),
    )
    homes = _homes(whole.branch("leaders"), counters, board)
    whole.known_only()
    return Solitaire(scenario, homes)


def with_homes(counters: Mapping[Unit, Counter], homes: Mapping[Unit, Province]) -> dict[Unit, Counter]:
    """27.12: the counters, with those Leaders beginning on the White combat unit of another province."""
    return {
        unit: replace(counter, home=homes[unit], on_combat_unit=True) if unit in homes else counter
        for unit, counter in counters.items()
    }


def _codes(branch: Branch, key: str, board: Board) -> tuple[Province, ...]:
    codes = branch.words(key)
    for code in codes:
        if code not in board.provinces:
            branch.fault(f"{code!r} is no province", key)
    branch.known_only("case", "source")
    return codes


def _units(branch: Branch, key: str, counters: Mapping[Unit, Counter]) -> tuple[Unit, ...]:
    """A list of Leaders by number."""
    found: list[Unit] = []
    for word in branch.words(key):
        if word.isdigit() and int(word) in counters and counters[int(word)].kind == "leader":
            found.append(int(word))
        else:
            branch.fault(f"{word!r} is not the number of a Leader", key)
    return tuple(found)


def _stacks(branch: Branch, counters: Mapping[Unit, Counter], board: Board) -> tuple[tuple[Unit, ...], ...]:
    """Leaders of one province that begin in one stack."""
    for key in branch.nodes:
        if key not in ("case", "source") and key not in board.provinces:
            branch.fault(f"{key!r} is no province", key)
    return tuple(_units(branch, key, counters) for key in branch.nodes if key not in ("case", "source"))


def _homes(branch: Branch, counters: Mapping[Unit, Counter], board: Board) -> dict[Unit, Province]:
    found: dict[Unit, Province] = {}
    for key in branch.nodes:
        if key in ("case", "source"):
            continue
        code = branch.text(key)
        if not key.isdigit() or int(key) not in counters or counters[int(key)].kind != "leader":
            branch.fault(f"{key!r} is not the number of a Leader", key)
        elif code not in board.provinces:
            branch.fault(f"{code!r} is no province", key)
        else:
            found[int(key)] = code
    return found


def _most(branch: Branch) -> int:
    most = branch.number("most")
    branch.known_only("case", "source")
    return most


def _nationalities(branch: Branch) -> tuple[str, ...]:
    found = branch.words("nationalities")
    for nationality in found:
        if nationality not in GREEN_CONTROL:
            branch.fault(f"{nationality!r} is no Green nationality", "nationalities")
    branch.known_only("case", "source")
    return found


def _levels(victory: Branch) -> dict[int, str]:
    """28.12: by Game-Turn."""
    found: dict[int, str] = {}
    for key in victory.nodes:
        if key.isdigit():
            found[int(key)] = victory.text(key)
            if found[int(key)] not in LEVELS:
                victory.fault(f"{found[int(key)]!r} is not one of {', '.join(LEVELS)}", key)
    victory.known_only("case", "source")
    return found
