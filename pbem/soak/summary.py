"""What a soak says at its end: how much was played, what was found, how often each rule fired, and which never did."""

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from pbem import phases
from pbem.core import events
from pbem.resources import templates_folder
from pbem.rulebook.choices import OPTIONS
from pbem.soak.batch import Harvest
from pbem.soak.checks import position_schema
from pbem.soak.tally import GROUPS, Tally

WIDTH = 96
TITLES = {
    "event": "What happened",
    "outcome": "How orders ended",
    "remark": "What the adjudicator remarked",
    "finding": "What the checker found",
    "roll": "What was rolled for",
    "ruling": "Readings other than the default (Phases)",
    "case": "Cases cited",
    "sheet": "Sheets",
}

SOLITAIRE_FILES = ("czar_shot.py",)
UNREACHABLE = (
    "min_odds_unknown",  # the reader of the text says it first
    "wish_unknown",  # likewise
    "remove_no_points",  # of the solitaire game
    "setup_over_five",  # no province of the shipped data is home to so many Leaders of one color
    "ambiguous_province",  # no two names of the shipped data are so much alike
    "ambiguous_unit",  # likewise
    "left_open",  # a line of a blank sheet, which is no order and has no outcome
)
"""Reasons that no sheet of a soak can meet."""


def counts(tally: Tally, group: str) -> list[tuple[str, int]]:
    """The names of a group with how often each came, the most frequent first."""
    found = [(name, number) for (kind, name), number in tally.items() if kind == group and number]
    return sorted(found, key=lambda item: (-item[1], item[0]))


def never(tally: Tally) -> dict[str, list[str]]:
    """By group what there is in the program and never came: events, readings, reasons, and cases some line cites."""
    seen = {group: {name for name, _ in counts(tally, group)} for group in GROUPS}
    kinds = [
        kind._field_defaults["kind"] for kind in get_args(events.Event) if kind.__module__ == events.__name__
    ]
    choices = [f"{option}: {choice}" for option, known in OPTIONS.items() for choice in known[1:]]
    said = seen["remark"] | seen["finding"] | {name.partition(" ")[2] for name in seen["outcome"]}
    there = {
        "event": [kind for kind in kinds if kind not in seen["event"]],
        "ruling": [choice for choice in choices if choice not in seen["ruling"]],
        "case": [case for case in _cited_in_code() if case not in seen["case"]],
        "reason": [code for code in _reasons() if code not in said],
    }
    return {group: sorted(dict.fromkeys(names)) for group, names in there.items()}


def _cited_in_code() -> Iterator[str]:
    """The cases that steps name in events, outcomes and remarks: those in quotes, but for what is solitaire alone."""
    for path in sorted(Path(phases.__path__[0]).glob("*.py")):
        for line in () if path.name in SOLITAIRE_FILES else path.read_text("utf-8").splitlines():
            if not re.search(r'"S[0-9]+"', line):
                yield from re.findall(r'"((?:17/)?[0-9]{1,2}\.[0-9]{1,2}|R[0-9]{1,2})"', line)


def _reasons() -> Iterator[str]:
    """The codes of all sentences about orders."""
    for name in ("movement", "combat", "politics", "sheets"):
        path = templates_folder() / "sentences" / f"{name}.yaml"
        for line in path.read_text("utf-8").splitlines():
            if re.match(r"[a-z]\w*:", line) and line.partition(":")[0] not in UNREACHABLE:
                yield line.partition(":")[0]


def lines(harvest: Harvest, *, elapsed: float, jobs: int) -> Iterator[str]:
    """The summary, line by line."""
    rate = harvest.campaigns / elapsed * 3600 if elapsed else 0
    yield (
        f"{harvest.campaigns} campaigns, {harvest.phases} Phases, {harvest.reports} reports in {elapsed:.0f} s"
        f" ({rate:.0f} campaigns an hour, {jobs} at a time)"
    )
    if position_schema() is None:
        yield "The positions were not held against their schema: jsonschema-rs is not installed."
    yield from _endings(harvest)
    for group in GROUPS:
        yield ""
        yield f"{TITLES[group]}:"
        for name, number in counts(harvest.tally, group):
            yield f"  {number:>9}  {name}"
    yield ""
    for group, names in never(harvest.tally).items():
        yield from textwrap.wrap(
            f"Never seen, {group}: {', '.join(names) or 'none'}", WIDTH, subsequent_indent="  "
        )


def _endings(harvest: Harvest) -> Iterator[str]:
    """How many campaigns ended, and how."""
    found: dict[str, int] = {}
    for one in harvest.ended:
        name = f"{one.side} victory, {one.how.replace('_', ' ')}" if one.side else "broken off"
        found[name] = found.get(name, 0) + 1
    yield "; ".join(f"{number} {name}" for name, number in sorted(found.items(), key=lambda item: -item[1]))
