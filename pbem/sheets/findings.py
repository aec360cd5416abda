"""What is said about places of a sheet: the finding, and the way from the adjudicator's remark to its place."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pbem.core.rules import Rules
from pbem.core.terms import Case, Grade
from pbem.core.verdicts import Fact, Remark
from pbem.words import sentence, shortened


class Place(NamedTuple):
    """Where something stands in the sheet: its path as written, without the player's letter; line and column from 1."""

    path: str
    line: int
    column: int
    text: str


Places = Mapping[str, Place]
"""By path, counted from 0: ``moves[2].route[3]``."""

WHOLE = Place("", 1, 1, "")
"""The sheet as a whole."""


class Finding(NamedTuple):
    """One thing to say to the player about his sheet."""

    grade: Grade
    path: str
    """``moves[2].route[3]``; empty for the sheet as a whole."""
    line: int
    column: int
    text: str
    """The words at fault, as written."""
    code: str
    sentence: str
    cases: tuple[Case, ...] = ()
    suggestion: str = ""
    """What the player may have meant, as he would write it."""


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in the order of the text."""
    return tuple(sorted(findings, key=lambda one: (one.line, one.column)))


def place_of(places: Places, path: str) -> Place:
    """The place of a path, or of the longest beginning of it that the sheet has."""
    while path:
        if path in places:
            return places[path]
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return places.get("", WHOLE)


def path_of(remark: Remark) -> str:
    """The path of a remark without the player's letter: ``A.moves[0]`` and ``.route[2]`` give ``moves[0].route[2]``."""
    return remark.ref.partition(".")[2] + remark.sub


def finding(
    grade: Grade,
    code: str,
    place: Place,
    *cases: Case,
    rules: Rules,
    facts: Mapping[str, Fact],
    suggestion: str = "",
) -> Finding:
    """A finding at a place, its sentence filled in."""
    said = sentence(code, {key: _cut(key, fact) for key, fact in facts.items()}, rules)
    text = shortened(_to_closing_bracket(place.text))
    return Finding(grade, place.path, place.line, place.column, text, code, said, cases, suggestion)


def _cut(key: str, fact: Fact) -> Fact:
    """What the player wrote, at a length that can be read."""
    return shortened(fact) if isinstance(fact, str) and key == "text" else fact


def _to_closing_bracket(text: str) -> str:
    """Of the rest of a line that begins with a bracket, what belongs to it."""
    depth = 0
    for index, letter in enumerate(text if text[:1] in ("[", "{") else ""):
        depth += (letter in "[{") - (letter in "]}")
        if depth == 0:
            return text[: index + 1]
    return text


def finding_of(remark: Remark, places: Places, rules: Rules) -> Finding:
    """The adjudicator's remark as a finding; without places only the path is known."""
    path = path_of(remark)
    place = place_of(places, path) if places else Place(path, 1, 1, "")
    return finding(
        remark.grade,
        remark.code,
        place,
        *remark.cases,
        rules=rules,
        facts=remark.facts,
        suggestion=_way_round(remark, rules),
    )


LONGEST_WAY = 8
"""Provinces of a way that is worth suggesting."""


def _way_round(remark: Remark, rules: Rules) -> str:
    """Of a step between provinces that do not join: a way that does, as it is written in a sheet; empty else."""
    if remark.code not in ("step_not_adjacent", "step_no_rail"):
        return ""
    start, end = str(remark.facts["province_from"]), str(remark.facts["province"])
    way = rules.board.way(start, end, rail=remark.code == "step_no_rail")
    return "-".join(way) if len(way) <= LONGEST_WAY else ""
