"""Whether the rules as data agree with themselves and with what the rulebook states: for `pbem rules check`."""

import json
from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from pathlib import Path

from pbem.core.board import Board
from pbem.core.rules import Rules
from pbem.core.terms import BLUE_CONTROL, GREEN_CONTROL, STACK_LIMIT, Province, Unit
from pbem.errors import Fault
from pbem.rulebook.cases import read_cases
from pbem.rulebook.csv_lines import NO_PROVINCE, one_of, read_lines
from pbem.rulebook.files import Files
from pbem.rulebook.load import read_rules
from pbem.rulebook.rulings import Ruling, read_rulings, read_solitaire_rulings
from pbem.rulebook.solitaire import read_solitaire

Problem = tuple[str, str]
"""A file of the rules and what is wrong with it."""


def check_rules(
    name: str = "rcw", overrides: Path | None = None, *, sources: bool = True
) -> tuple[Fault, ...]:
    """All that is wrong with a set of rules: first what cannot be read, and if all can, what does not agree.

    `sources`: whether a line without its source is a fault, too; it can be played with. Raises FileError and
    CommandError where there is nothing to read.
    """
    files = Files(name, overrides)
    rules = read_rules(files)
    index = read_cases(files)
    rulings = read_rulings(files)
    solitaire = read_solitaire_rulings(files)
    read_solitaire(files, rules.board, rules.counters)
    for line in read_lines(files, "towns.csv", ("province", "town", "lat", "lon")):
        one_of(files, line, "province", rules.board.provinces, kind=NO_PROVINCE)
    if not files.faults:
        for file, what in (*_problems(files, rules), *(_sources(files) if sources else ())):
            files.fault(file, what)
        known = {*index.cases, *index.headings}
        for what in _ruling_problems(rulings, [f"R{number}" for number in range(1, 42)], known):
            files.fault("rulings.yaml", what)
        for what in _ruling_problems(solitaire, [f"S{number}" for number in range(1, 41)], known):
            files.fault("solitaire.yaml", what)
    return tuple(files.faults)


def _problems(files: Files, rules: Rules) -> Iterator[Problem]:
    yield from _counts(rules)
    yield from _roads(rules.board)
    yield from _map_problems(files, rules.board)
    yield from _starts(rules)
    yield from _asterisks(rules)
    yield from _events(rules)


def _counts(rules: Rules) -> Iterator[Problem]:
    """15.22, 15.23, 3.4 and 12.2: how many there are of everything."""
    units = rules.counters.values()
    leaders = Tally(counter.color for counter in units if counter.kind == "leader")
    combat = sum(counter.kind == "combat" for counter in units)
    dealt = leaders.total() + rules.initial_politburo + rules.initial_assassins
    for file, what, found, wanted in (
        ("provinces.csv", "provinces", len(rules.board.provinces), 78),
        ("counters.csv", "Red Leaders", leaders["red"], 30),
        ("counters.csv", "White Leaders", leaders["white"], 20),
        ("counters.csv", "combat units", combat, 90),
        ("setup.yaml", "counters to be dealt", dealt, 65),
        ("setup.yaml", "markers in the Auxiliary Forces Randomizer", len(rules.auxiliary_randomizer), 30),
        ("tables.yaml", "columns of the Purge Results Table", len(rules.purge_table), 7),
    ):
        if found != wanted:
            yield file, f"there are {found} {what} where the rulebook has {wanted}"


def _roads(board: Board) -> Iterator[Problem]:
    """Borders and railways: connected, and as the rulebook states them (5.24, 5.32, 5.33, 5.52)."""
    for file, name, joins, members in (
        ("borders.csv", "land borders", board.land, list(board.provinces)),
        ("rails.csv", "railways", board.rails, [code for code, others in board.rails.items() if others]),
    ):
        cut_off = [code for code in members if code not in _reached(members[0], joins)]
        if cut_off:
            yield file, f"the {name} do not reach {', '.join(cut_off)}"
    for code, facts in board.provinces.items():
        off_border = sorted(board.rails[code] - board.land[code])
        if off_border:
            yield "rails.csv", f"{code} has a railway to {', '.join(off_border)} without a land border"
        if facts.rail != bool(board.rails[code]):
            yield (
                "provinces.csv",
                f"{code} has rail {'yes' if facts.rail else 'no'}, which rails.csv contradicts",
            )
    straits = [(a, b) for a, others in board.strait.items() for b in sorted(others) if a < b]
    if straits != [("KUBA", "TAUR")]:
        yield "borders.csv", "the one strait is between Taurida and Kuban (5.32)"
    if "LIVO" in board.land.get("PETR", ()):
        yield "borders.csv", "there is no way from Petrograd to Livonia (5.33)"


def _reached(start: Province, joins: Mapping[Province, frozenset[Province]]) -> set[Province]:
    """Every province that can be reached from one."""
    found, new = {start}, [start]
    while new:
        for other in joins[new.pop()]:
            if other not in found:
                found.add(other)
                new.append(other)
    return found


def _map_problems(files: Files, board: Board) -> Iterator[Problem]:
    """The drawing has the same provinces."""
    try:
        drawn = json.loads(files.text("provinces.map.json"))["provinces"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        yield "provinces.map.json", f"the drawing cannot be read: {error}"
        return
    for code in sorted(board.provinces.keys() ^ drawn.keys()):
        where = "is not in provinces.csv" if code in drawn else "is not drawn"
        yield "provinces.map.json", f"the province {code} {where}"


def _starts(rules: Rules) -> Iterator[Problem]:
    """15.41, 5.65, 5.74-5.76, 7.11: every unit begins where it may stand; a marker has units."""
    piles: Tally[tuple[str, Province]] = Tally()
    for counter in rules.counters.values():
        open_to = rules.entry.get(counter.nationality)
        if open_to is not None and counter.home not in open_to:
            yield (
                "counters.csv",
                f"{counter.nationality} {counter.id} begins in {counter.home}, where it may not be",
            )
        if counter.nationality:
            piles[counter.nationality, counter.home] += 1
    for (nationality, home), count in piles.items():
        if count > STACK_LIMIT:
            yield (
                "counters.csv",
                f"{count} units of {nationality} begin in {home}, more than one stack holds (15.42)",
            )
    there = {nationality for nationality, _ in piles}
    for nationality in (*BLUE_CONTROL, *GREEN_CONTROL):
        if nationality not in there:
            yield "counters.csv", f"the nationality {nationality} has a Control Marker and no unit"


def _asterisks(rules: Rules) -> Iterator[Problem]:
    """15.52, 13.0: a Leader with an asterisk, and each Imperial unit, has one combat unit to be put on or under."""
    homes: dict[tuple[str, Province], list[Unit]] = {}
    for counter in rules.counters.values():
        if counter.kind == "combat":
            homes.setdefault((counter.color, counter.home), []).append(counter.id)
    needed = [
        (f"Leader {counter.name} {counter.id}", counter.color, counter.home)
        for counter in rules.counters.values()
        if counter.on_combat_unit
    ]
    needed += [(f"Imperial unit {unit}", color, at) for unit, (at, color) in rules.imperial_start.items()]
    for what, color, home in needed:
        units = homes.get((color, home), [])
        if len(units) != 1:
            yield (
                "counters.csv",
                f"the {what} needs one {color} combat unit in {home}, where {len(units)} begin",
            )


def _events(rules: Rules) -> Iterator[Problem]:
    """12.2: every province is named exactly once; nine draws and six doublings."""
    cells = [cell for row in rules.events_table for cell in row]
    named = Tally(code for cell in cells for code in cell.provinces)
    for code in rules.board.provinces:
        if named[code] != 1:
            yield "tables.yaml", f"the Random Events Table names {code} {named[code]} times, not once"
    kinds = Tally(cell.kind for cell in cells)
    if (kinds["draw"], kinds["subversion_doubled"]) != (9, 6):
        yield "tables.yaml", "the Random Events Table has nine draws and six doubled Subversive Attacks"


def _sources(files: Files) -> Iterator[Problem]:
    """Every line says where it is taken from."""
    for name in ("provinces.csv", "borders.csv", "rails.csv", "counters.csv"):
        for line in read_lines(files, name, ("source",)):
            if not line["source"]:
                yield name, f"line {line.number} names no source"


def _ruling_problems(rulings: Mapping[str, Ruling], wanted: list[str], known: set[str]) -> Iterator[str]:
    """All rulings are there, and they name cases that exist."""
    if list(rulings) != wanted:
        yield f"the rulings are not {wanted[0]} to {wanted[-1]} in their order"
    for number, ruling in rulings.items():
        for case in ruling.cases:
            if case not in known:
                yield f"{number} names the case {case}, which cases.yaml lacks"
