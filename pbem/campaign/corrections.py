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
from pbem.rulebook.files import FILE_NAMES, overrides_in
from pbem.rulebook.load import load_rules


def folder_of(campaign: Campaign) -> Path:
    """Where the gamesmaster puts corrected files."""
    return campaign.folder / "rules"


def corrected_files(campaign: Campaign) -> dict[str, str]:
    """The corrected files by name; none in most campaigns. Notes beside them are the gamesmaster's own. Raises FileError."""
    folder = folder_of(campaign)
    if not folder.is_dir():
        return {}
    found = sorted(path for path in folder.iterdir() if path.name in _COUNT and path.is_file())
    return {path.name: files.read(path).decode("utf-8-sig", "replace") for path in found}


_COUNT = tuple(name for name in FILE_NAMES if not name.endswith(".md"))


def refuse_misplaced(campaign: Campaign) -> None:
    """Raises FileError where something lies in the place of the corrected files that can correct nothing."""
    folder = folder_of(campaign)
    if folder.exists() or folder.is_symlink():
        overrides_in(folder)


def same_rules(rules: str, before: Mapping[str, str], after: Mapping[str, str]) -> bool:
    """Whether two sets of corrected files say the same: a shipped file that was only copied, or saved anew, corrects
    nothing, nor does a source."""
    names = {*before, *after}.intersection(_COUNT)
    return all(
        _says(name, before[name] if name in before else _printed(rules, name))
        == _says(name, after[name] if name in after else _printed(rules, name))
        for name in names
    )


def _says(name: str, text: str) -> list[str] | list[list[str]]:
    """What counts of a file: of a CSV its fields without the sources."""
    if name.endswith(".csv"):
        try:
            return [row[:-1] for row in csv.reader(io.StringIO(text)) if row]
        except csv.Error:
            return [text]
    return text.splitlines()


def _printed(rules: str, name: str) -> str:
    """The shipped file."""
    file = rules_folder(rules.removesuffix("-solitaire")) / name
    return file.read_text("utf-8") if file.is_file() else ""


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
    said: list[str] = []
    for name in sorted({*before, *after}):
        printed = _printed(rules, name)
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
