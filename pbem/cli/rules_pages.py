"""The pages of ``pbem rules show``: what is known of one province, unit, case or ruling."""

import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from pbem.cli import console
from pbem.core.counters import Counter
from pbem.core.rules import Rules
from pbem.core.terms import BLUE_CONTROL, CZAR, GREEN_CONTROL, Case, Province
from pbem.rulebook import load_rules
from pbem.rulebook.cases import CaseEntry, read_cases
from pbem.rulebook.csv_lines import read_lines
from pbem.rulebook.files import Files
from pbem.rulebook.rulings import Ruling, read_rulings, read_solitaire_rulings
from pbem.rulebook.tables import ODDS
from pbem.sheets.names import names_of

_CASE = re.compile(r"\d{1,2}\.\d{1,2}b?|17/\d{1,2}\.\d{1,2}")
_RULING = re.compile(r"[RS]\d{1,2}", re.IGNORECASE)


class Page(NamedTuple):
    """A title, a text, facts by name, and a table."""

    title: str
    text: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    table: tuple[tuple[str, ...], ...] = ()

    def print(self) -> None:
        """Print it."""
        console.say(self.title)
        if self.text:
            console.paragraph(self.text, 2)
        console.facts(self.facts, 2)
        console.columns(self.table, 2)


def page_of(what: str, overrides: Path | None) -> Page | None:
    """The page on something, or None if it is unknown. Numbers with a dot are cases, others units."""
    what = what.strip().strip("[]")
    if _RULING.fullmatch(what):
        ruling = _all_rulings(Files(overrides=overrides)).get(what.upper())
        return ruling_page(ruling) if ruling else None
    if _CASE.fullmatch(what):
        return case_page(what, overrides)
    ruling = _with_option(what, Files(overrides=overrides))
    if ruling:
        return ruling_page(ruling)
    rules = load_rules(overrides=overrides)
    names = names_of(rules)
    provinces = names.find_province(what)
    if len(provinces) == 1:
        return province_page(provinces[0], rules, Files(overrides=overrides))
    units = names.find_unit(what)
    return unit_page(rules.counters[units[0]], rules) if len(units) == 1 else None


def _all_rulings(files: Files) -> dict[Case, Ruling]:
    """Those of the postal game and of the solitaire game."""
    return {**read_rulings(files), **read_solitaire_rulings(files)}


def _with_option(what: str, files: Files) -> Ruling | None:
    """The ruling that has the option, or the parameter, of that name."""
    for ruling in _all_rulings(files).values():
        if what in {*(option.key for option in ruling.options), *ruling.parameters}:
            return ruling
    return None


def with_word(what: str, overrides: Path | None) -> Page | None:
    """The cases and rulings in whose title all these words stand, or else in whose text; None where there are none."""
    words = [re.sub(r"(?<=\w{3})e?s$", "", word) for word in re.findall(r"\w{3,}", what.lower())]
    files = Files(overrides=overrides)
    entries = [(number, entry.title, entry.says) for number, entry in read_cases(files).cases.items()]
    entries += [(one.number, one.title, one.reading) for one in _all_rulings(files).values()]
    if not words:
        return None
    for told in (lambda entry: entry[1], lambda entry: f"{entry[1]} {entry[2]}"):
        found = [entry for entry in entries if all(word in told(entry).lower() for word in words)]
        if found:
            more = len(found) - MOST_FOUND
            rows = tuple((number, title) for number, title, _ in found[:MOST_FOUND])
            text = "" if more <= 0 else f"{more} more are not shown; another word finds fewer."
            return Page(f"Cases and rulings with {what!r}; `pbem rules show NUMBER` shows one:", text, table=rows)
    return None


MOST_FOUND = 30
"""Cases and rulings that are listed for a word."""


def nearest_to(what: str, overrides: Path | None) -> str:
    """What may have been meant by an unknown word, or empty."""
    names = names_of(load_rules(overrides=overrides))
    near = names.near_province(what) or names.near_unit(what)
    return f"Did you mean {near}?" if near else ""


def _named(codes: tuple[Province, ...], rules: Rules) -> str:
    return ", ".join(f"{code} {rules.board.provinces[code].name}" for code in codes)


def unit_name(counter: Counter) -> str:
    """``Trotsky (152)``, ``Red combat unit 111``, ``BR 415``, ``the Czar``."""
    if counter.kind == "imperial":
        return "the Czar" if counter.id == CZAR else "the Gold"
    if counter.kind == "leader":
        return f"{counter.name} ({counter.id})"
    return (
        f"{counter.nationality} {counter.id}" if counter.nationality else f"{counter.color} unit {counter.id}"
    )


def province_page(code: Province, rules: Rules, files: Files) -> Page:
    """A province with its neighbors, what begins there, and where each line comes from."""
    board, facts = rules.board, rules.board.provinces[code]
    begin = [unit_name(counter) for counter in rules.counters.values() if counter.home == code]
    cell = "".join(
        f"on a roll of {row}-{column} (12.2)"
        for row, cells in enumerate(rules.events_table, start=1)
        for column, event in enumerate(cells, start=1)
        if code in event.provinces
    )
    named = (
        ("region", facts.region),
        ("port", "yes" if facts.port else "no"),
        ("borders on", _named(board.neighbors(code), rules)),
        ("across the straits", _named(tuple(sorted(board.strait[code])), rules) + " (White units only)")
        if board.strait[code]
        else ("", ""),
        ("by rail to", _named(tuple(sorted(board.rails[code])), rules) or "no railway"),
        ("begin here", ", ".join(begin) or "no units"),
        ("Epidemic", cell),
        ("source", facts.source),
    )
    return Page(f"{code}  {facts.name}", facts=named, table=_sources(code, files))


def _sources(code: Province, files: Files) -> tuple[tuple[str, ...], ...]:
    """Where each border and railway of a province is taken from."""
    rows = [
        (line["a"], line["b"], line["kind"] if name == "borders.csv" else "rail", line["source"])
        for name, columns in (("borders.csv", ("a", "b", "kind")), ("rails.csv", ("a", "b", "line")))
        for line in read_lines(files, name, (*columns, "source"))
        if code in (line["a"], line["b"])
    ]
    return tuple((f"{a}-{b}", kind, source) for a, b, kind, source in rows)


def unit_page(counter: Counter, rules: Rules) -> Page:
    """A unit with its value and where it begins."""
    if counter.kind == "imperial":
        at, color = rules.imperial_start[counter.id]
        facts = (("begins", f"in {_named((at,), rules)}, under the {color} combat unit (13.0)"),)
        title = unit_name(counter)
        return Page(title[:1].upper() + title[1:], facts=(*facts, ("source", counter.source)))
    leader = counter.kind == "leader"
    asterisk = f", on the {counter.color} combat unit there (15.52)" if counter.on_combat_unit else ""
    title = f"{unit_name(counter)}  {counter.color.capitalize()} {'Leader' if leader else 'combat unit'}"
    named = (
        ("Leadership Value" if leader else "Combat Strength", str(counter.value)),
        ("begins", f"in {_named((counter.home,), rules)}{asterisk}"),
        ("control", _control(counter.nationality)),
        ("may enter", _open_to(counter.nationality, rules)),
        ("source", counter.source),
    )
    return Page(title if leader or counter.nationality else title.split("  ")[0].capitalize(), facts=named)


def _control(nationality: str) -> str:
    if not nationality:
        return ""
    if nationality in (*BLUE_CONTROL, *GREEN_CONTROL):
        return f"by the holder of the Control Marker {nationality}"
    return "by nobody; never moves or attacks (5.62)"


def _open_to(nationality: str, rules: Rules) -> str:
    codes = rules.entry.get(nationality)
    return "" if codes is None else ", ".join(sorted(codes))


def case_page(number: Case, overrides: Path | None) -> Page | None:
    """A case in our words, the rulings on it, and its table if it is one; a heading shows the cases under it."""
    files = Files(overrides=overrides)
    index = read_cases(files)
    entry = index.cases.get(number)
    related = [r for r in _all_rulings(files).values() if number in r.cases]
    rulings = tuple((ruling.number, ruling.title) for ruling in related)
    if entry is None:
        under = tuple((below.number, below.title) for below in index.under(number))
        title = index.headings.get(number)
        return Page(f"{number}  {title}", facts=(*under, *rulings)) if title else None
    below = index.under(number) if number.endswith(".0") and "/" not in number else ()
    facts = (*_applied(entry), *rulings, *((other.number, other.title) for other in below))
    return Page(f"{number}  {entry.title}", entry.says, facts, _table(number, overrides))


def _applied(entry: CaseEntry) -> tuple[tuple[str, str], ...]:
    how = {"code": "by the program", "data": "by the data", "not by mail": "not by mail"}[entry.applied]
    return (("applied", f"{how}. {entry.reason}" if entry.reason else how),)


def _table(number: Case, overrides: Path | None) -> tuple[tuple[str, ...], ...]:
    """8.5, 11.4 and 12.2 as tables."""
    if number not in ("8.5", "11.4", "12.2"):
        return ()
    rules = load_rules(overrides=overrides)
    if number == "8.5":
        rows = ((str(die), *(rules.combat_table[odds][die - 1] for odds in ODDS)) for die in range(1, 7))
        return (("die", *ODDS), *rows)
    if number == "11.4":
        least = [strength for strength, _ in rules.purge_table]
        heads = [f"{low}-{high - 1}" for low, high in pairwise(least)]
        rows = (
            (str(dice), *(results[dice - 2] for _, results in rules.purge_table)) for dice in range(2, 13)
        )
        return (("dice", *heads, f"{least[-1]}+"), *rows)
    words = {"draw": "Draw from the Randomizer", "subversion_doubled": "Subversive Attacks Doubled"}
    return tuple(
        (f"{row}-{column}", words.get(event.kind) or f"Epidemic: {', '.join(event.provinces)}")
        for row, cells in enumerate(rules.events_table, start=1)
        for column, event in enumerate(cells, start=1)
    )


def ruling_page(ruling: Ruling) -> Page:
    """A ruling with its choices."""
    facts: list[tuple[str, str]] = [("cases", ", ".join(ruling.cases))]
    for option in ruling.options:
        for choice, meaning in option.choices.items():
            mark = " (default)" if choice == option.default else ""
            facts.append((f"{option.key}: {choice}{mark}", meaning))
    facts += list(ruling.parameters.items())
    return Page(f"{ruling.number}  {ruling.title}", ruling.reading, tuple(facts))


def print_options(rulings: Mapping[Case, Ruling]) -> None:
    """What a campaign may choose, one option under another."""
    for ruling in rulings.values():
        for option in ruling.options:
            console.say(f"{option.key}: {option.default}   ({ruling.number}, {ruling.title})")
            for choice, meaning in option.choices.items():
                console.paragraph(f"{choice}: {meaning}", 4)
        for key, meaning in ruling.parameters.items():
            console.say(f"{key}   ({ruling.number})")
            console.paragraph(meaning, 4)
