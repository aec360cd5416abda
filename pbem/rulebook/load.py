"""Makes core.Rules of a folder of rules; keeps what it has read for the life of the process."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from pbem.core.counters import Counter
from pbem.core.rules import Rules, SolitaireRulings
from pbem.core.terms import (
    BLUE_CONTROL,
    CZAR,
    GOLD,
    GREEN_CONTROL,
    Color,
    Marker,
    Province,
    Unit,
    control_marker,
    withdrawal_marker,
)
from pbem.errors import FaultyFile
from pbem.rulebook.board import read_board
from pbem.rulebook.choices import choose
from pbem.rulebook.counters import read_counters
from pbem.rulebook.files import Files
from pbem.rulebook.solitaire import read_solitaire, with_homes
from pbem.rulebook.tables import combat_table, events_table, purge_table
from pbem.rulebook.yaml_branch import Branch, read_yaml

_COLORS: tuple[Color, ...] = ("red", "white", "blue", "green")
_kept: dict[tuple[object, ...], Rules] = {}


def load_rules(
    name: str = "rcw", overrides: Path | None = None, rulings: Mapping[str, object] | None = None
) -> Rules:
    """The rules of this name; ``rcw-solitaire`` are those of the solitaire game.

    `overrides`: a folder whose files stand in the place of those of the same name. `rulings`: the chosen readings
    by option (R1…); what is left out is the default. Raises FaultyFile, FileError, CommandError or UnknownRuling.
    """
    key = (name, *_marks(overrides))
    rules = _kept.get(key)
    if rules is None:
        files = Files(name, overrides)
        rules = read_rules(files)
        if files.faults:
            raise FaultyFile(files.faults)
        _kept[key] = rules
    if not rulings:
        return rules
    chosen = choose(rulings, rules.board.provinces, solitaire=rules.solitaire is not None)
    return replace(rules, rulings=chosen)


def _marks(overrides: Path | None) -> tuple[tuple[str, int, int], ...]:
    """What tells whether the files of the overrides are still those that were read."""
    if overrides is None or not overrides.is_dir():
        return () if overrides is None else ((str(overrides), 0, 0),)
    marks = [(path, path.stat()) for path in sorted(overrides.iterdir())]
    return ((str(overrides), 0, 0), *((str(path), stat.st_size, stat.st_mtime_ns) for path, stat in marks))


def read_rules(files: Files) -> Rules:
    """The rules as far as they can be read, with the default rulings; faults are noted in `files`."""
    board = read_board(files)
    tables = read_yaml(files, "tables.yaml")
    setup = read_yaml(files, "setup.yaml")
    entry = read_yaml(files, "entry.yaml")
    provinces = board.provinces
    imperial = setup.branch("imperial_units")
    counters = read_counters(files, provinces, imperial)
    forces = setup.branch("initial_forces")
    rules = Rules(
        board=board,
        counters=counters,
        combat_table=combat_table(tables.branch("combat_results")),
        purge_table=purge_table(tables.branch("purge_results")),
        events_table=events_table(
            tables.branch("random_events"), {facts.name: code for code, facts in board.provinces.items()}
        ),
        entry=_entry(
            entry.branch("may_enter"), {code: facts.region for code, facts in board.provinces.items()}
        ),
        enemies=_enemies(entry.branch("enemies")),
        founders=_founders(setup.branch("founders"), counters),
        red_replacement_provinces=_codes(setup.branch("red_replacement"), "provinces", provinces),
        removal_provinces=_removal(setup.branch("removal"), provinces),
        not_stolen=entry.branch("not_attached").words("nationalities"),
        last_replacement_turn=setup.branch("last_replacement").number("game_turn"),
        imperial_start={CZAR: _start(imperial, "Czar"), GOLD: _start(imperial, "Gold")},
        initial_politburo=forces.number("politburo"),
        initial_assassins=forces.number("assassin"),
        auxiliary_randomizer=_randomizer(setup.branch("auxiliary_forces")),
        color={unit: counter.color for unit, counter in counters.items()},
        value={unit: counter.value for unit, counter in counters.items()},
        nationality={unit: counter.nationality for unit, counter in counters.items()},
        leaders=frozenset(unit for unit, counter in counters.items() if counter.kind == "leader"),
        leaders_of={color: _leaders(counters, color) for color in ("red", "white")},
        members=_members(counters),
    )
    imperial.known_only("case", "source")
    for whole in (tables, setup, entry):
        whole.known_only()
    return _solitaire(files, rules) if files.solitaire else rules


def _leaders(counters: Mapping[Unit, Counter], color: str) -> tuple[Unit, ...]:
    """The Leaders of one color, by number."""
    return tuple(
        unit for unit in sorted(counters) if counters[unit].kind == "leader" and counters[unit].color == color
    )


def _members(counters: Mapping[Unit, Counter]) -> dict[str, tuple[Unit, ...]]:
    """By nationality its units, by number."""
    found: dict[str, tuple[Unit, ...]] = {}
    for unit in sorted(counters):
        nationality = counters[unit].nationality
        found[nationality] = (*found.get(nationality, ()), unit)
    return found


def _solitaire(files: Files, rules: Rules) -> Rules:
    """The same rules for the solitaire game (18.0 to 28.0)."""
    found = read_solitaire(files, rules.board, rules.counters)
    counters = with_homes(rules.counters, found.homes)
    return replace(rules, counters=counters, rulings=SolitaireRulings(), solitaire=found.scenario)


def _codes(branch: Branch, key: str, provinces: Collection[Province]) -> tuple[Province, ...]:
    """A list of province codes."""
    codes = branch.words(key)
    for code in codes:
        if code not in provinces:
            branch.fault(f"{code!r} is no province", key)
    return codes


def _entry(may_enter: Branch, regions: Mapping[Province, str]) -> dict[str, frozenset[Province]]:
    """5.65, 5.74-5.76: by nationality the provinces it may enter."""
    found: dict[str, frozenset[Province]] = {}
    for nationality, facts in may_enter.branches().items():
        open_to: list[Province] = []
        if "regions" in facts.nodes:
            wanted = facts.words("regions")
            for region in wanted:
                if region not in regions.values():
                    facts.fault(f"no province lies in the region {region!r}", "regions")
            open_to += [code for code, region in regions.items() if region in wanted]
        if "provinces" in facts.nodes:
            open_to += _codes(facts, "provinces", regions)
        facts.known_only("case", "source", "regions", "provinces")
        found[nationality] = frozenset(open_to)
    return found


def _colors(branch: Branch, key: str) -> tuple[Color, ...]:
    """A list of colors."""
    words = branch.words(key)
    for word in words:
        if word not in _COLORS:
            branch.fault(f"{word!r} is no color", key)
    return tuple(color for color in _COLORS if color in words)


def _enemies(enemies: Branch) -> dict[str, tuple[Color, ...]]:
    """8.12-8.15: by color the colors it opposes."""
    found: dict[str, tuple[Color, ...]] = {
        color: _colors(enemies.branch(color), "colors") for color in _COLORS
    }
    enemies.known_only()
    return found


def _founders(branch: Branch, counters: Mapping[Unit, Counter]) -> tuple[Unit, ...]:
    """9.14, 11.32: the numbers of Lenin and Trotsky."""
    found: list[Unit] = []
    for word in branch.words("leaders"):
        if word.isdigit() and int(word) in counters and counters[int(word)].kind == "leader":
            found.append(int(word))
        else:
            branch.fault(f"{word!r} is not the number of a Leader", "leaders")
    return tuple(found)


def _removal(removal: Branch, provinces: Collection[Province]) -> dict[str, tuple[Province, ...]]:
    """5.66: by nationality the provinces where its units may leave the map."""
    return {key: _codes(removal, key, provinces) for key in removal.nodes if key not in ("case", "source")}


def _start(imperial: Branch, name: str) -> tuple[Province, Color]:
    """13.0: where an Imperial unit begins, and the color of the combat unit above it."""
    facts = imperial.branch(name)
    colors = _colors(facts, "under")
    return facts.text("at"), colors[0] if colors else ""


def _randomizer(forces: Branch) -> tuple[Marker, ...]:
    """15.23: all markers, sorted by name."""
    markers = ["assassin"] * forces.number("assassin")
    for key, known, name in (
        ("blue_control", BLUE_CONTROL, control_marker),
        ("blue_withdrawal", BLUE_CONTROL, withdrawal_marker),
        ("green_control", GREEN_CONTROL, control_marker),
    ):
        for nationality in forces.words(key):
            if nationality not in known:
                forces.fault(f"{nationality!r} has no such marker", key)
            markers.append(name(nationality))
    forces.known_only("case", "source")
    return tuple(sorted(markers))
