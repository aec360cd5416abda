"""The gamesmaster's corrected map or counters (the folder ``rules/``), and the rules of a Phase.

Corrected files are kept in the ledger, so that a Phase can be played again by the rules it was played by.
"""

import csv
import hashlib
import io
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.campaign import files
from pbem.campaign.course import Course
from pbem.campaign.folder import Campaign
from pbem.core.rules import Rules
from pbem.resources import rules_folder
from pbem.rulebook.load import load_rules


def folder_of(campaign: Campaign) -> Path:
    """Where the gamesmaster puts corrected files."""
    return campaign.folder / "rules"


def corrected_files(campaign: Campaign) -> dict[str, str]:
    """The corrected files by name; none in most campaigns. Raises FileError."""
    folder = folder_of(campaign)
    if not folder.is_dir():
        return {}
    found = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    return {path.name: files.read(path).decode("utf-8-sig", "replace") for path in found}


def recorded_files(campaign: Campaign, course: Course) -> Mapping[str, str]:
    """The corrected files that hold as of `course`, by name; without those that say nothing of the rules."""
    if not course.overrides:
        return {}
    texts: Mapping[str, str] = campaign.record_at(course.overrides_at[course.overrides]).facts["files"]
    return {name: text for name, text in texts.items() if name.endswith((".csv", ".yaml"))}


MOST_LINES = 12
"""Lines of a corrected file that are told one by one."""


def told_changes(rules: str, before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """What corrected files change, for the players: the lines that go and those that come, without their sources.

    `before` and `after` hold corrected files; where they have none, the shipped one counts.
    """
    shipped = rules_folder(rules.removesuffix("-solitaire"))
    said: list[str] = []
    for name in sorted({*before, *after}):
        file = shipped / name
        printed = file.read_text("utf-8") if file.is_file() else ""
        old, new = (texts.get(name, printed) for texts in (before, after))
        if name.endswith(".csv"):
            gone, come = _lines(old), _lines(new)
            parts = [_told("out", [line for line in gone if line not in come])]
            parts += [_told("in", [line for line in come if line not in gone])]
            told = "; ".join(part for part in parts if part)
            said += [f"{name}: {told}."] if told else []
        elif old != new:
            said.append(f"{name} is changed.")
    return " ".join(said) or "No line is another."


def _lines(text: str) -> dict[str, None]:
    """The lines of a CSV, each without its last column, the source."""
    rows = csv.reader(io.StringIO(text))
    return dict.fromkeys(", ".join(field for field in row[:-1] if field) for row in rows)


def _told(word: str, lines: list[str]) -> str:
    more = len(lines) - MOST_LINES
    told = " / ".join(lines[:MOST_LINES]) + (f" / and {more} more" if more > 0 else "")
    return f"{word}: {told}" if lines else ""


def mark_of(texts: Mapping[str, str]) -> str:
    """What tells these files from others; empty for none."""
    return hashlib.sha256(files.canonical(dict(texts))).hexdigest() if texts else ""


def rules_of(
    campaign: Campaign,
    *,
    course: Course | None = None,
    mark: str | None = None,
    rulings: Mapping[str, Any] | None = None,
) -> Rules:
    """The rules as they are now (or as of `course`), with its rulings and corrected files, or those given.

    Raises FaultyFile, FileError or UnknownRuling.
    """
    course = course or campaign.course
    mark = course.overrides if mark is None else mark
    chosen = dict(course.rulings if rulings is None else rulings) or None
    if not mark:
        return load_rules(course.rules, None, chosen)
    if mark == mark_of(corrected_files(campaign)):
        return load_rules(course.rules, folder_of(campaign), chosen)
    record = campaign.record_at(course.overrides_at[mark])
    with tempfile.TemporaryDirectory(prefix="pbem-rules-") as name:
        for file, text in record.facts["files"].items():
            (Path(name) / Path(file).name).write_text(text, encoding="utf-8")
        return load_rules(course.rules, Path(name), chosen)
