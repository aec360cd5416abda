"""The gamesmaster's corrected map or counters (the folder ``rules/``), and the rules of a Phase.

Corrected files are kept in the ledger, so that a Phase can be played again by the rules it was played by.
"""

import hashlib
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.campaign import files
from pbem.campaign.course import Course
from pbem.campaign.folder import Campaign
from pbem.core.rules import Rules
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
