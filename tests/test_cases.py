"""The numbered suite: a test for each case of tests/cases, and that no rule and no ruling is left without one."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
import yaml

from pbem.casefiles.read import Question, read_file
from pbem.casefiles.run import run_question
from pbem.casefiles.shape import entries, word
from pbem.core.rules import SolitaireRulings
from pbem.rulebook.cases import CaseIndex, read_cases
from pbem.rulebook.choices import OPTIONS, SOLITAIRE_OPTIONS
from pbem.rulebook.files import Files
from pbem.rulebook.rulings import Ruling, read_rulings, read_solitaire_rulings
from tests.record import faults

FOLDER = Path(__file__).parent / "cases"
NOT_TESTED = FOLDER / "not-tested.yaml"
QUESTIONS = tuple(
    question for path in sorted(FOLDER.glob("*.yaml")) if path != NOT_TESTED for question in read_file(path)
)


@pytest.mark.parametrize("question", QUESTIONS, ids=[question.id for question in QUESTIONS])
def test_case(question: Question) -> None:
    """The case comes out as it expects, and the record of it is in order."""
    report = run_question(question)
    assert report.passed, f"{question.title}, {question.path}:{question.line}\n" + "\n".join(
        report.differences
    )
    for played in report.played:
        assert report.rules is not None
        assert faults(played, report.rules, known()) == []


@cache
def index() -> CaseIndex:
    """The index of the rulebook's cases."""
    return read_cases(Files())


@cache
def known() -> frozenset[str]:
    """All that may be cited: cases, sections and rulings of both games."""
    return frozenset({"17", *index().cases, *index().headings, *rulings()})


def rulings() -> dict[str, Ruling]:
    """The rulings of both games."""
    return {**read_rulings(Files()), **read_solitaire_rulings(Files())}


CHOICES = {**OPTIONS, **SOLITAIRE_OPTIONS}


def excused() -> dict[str, str]:
    """What needs no case, by number or option, with the reason."""
    found = yaml.load(NOT_TESTED.read_text(encoding="utf-8"), yaml.CBaseLoader)
    return dict(found or {})


def cited() -> set[str]:
    """All that is cited by some case."""
    return {number for question in QUESTIONS for number in question.cites}


def none_of(missing: Iterable[str]) -> None:
    """Fail with all that is missing, one under another."""
    found = list(missing)
    if found:
        pytest.fail(f"{len(found)} missing:\n" + "\n".join(found), pytrace=False)


def test_ids_are_different() -> None:
    """Each case can be named."""
    ids = [question.id for question in QUESTIONS]
    none_of(sorted({name for name in ids if ids.count(name) > 1}))


def test_cites_exist() -> None:
    """What a case cites is in the index of cases or among the rulings."""
    none_of(
        f"{question.id} cites {number}"
        for question in QUESTIONS
        for number in question.cites
        if number not in known()
    )


def test_every_case_of_the_rulebook_is_tried() -> None:
    """Each number of the index is cited by a case, or not applied by mail, or excused with a reason."""
    found, free = cited(), excused()
    none_of(
        f"{number} {entry.title}"
        for number, entry in index().cases.items()
        if number not in found and entry.applied != "not by mail" and not free.get(number)
    )


def test_every_ruling_is_tried() -> None:
    """R1 to R41, S1 to S40."""
    found, free = cited(), excused()
    none_of(
        f"{number} {ruling.title}"
        for number, ruling in rulings().items()
        if number not in found and not free.get(number)
    )


def test_every_choice_is_tried() -> None:
    """Each choice that is not the default is made by some case; the defaults are what all others play by."""
    free = excused()
    made: set[tuple[str, str]] = set()
    for question in QUESTIONS:
        for option, value in entries(entries(question.given).get("rulings")).items():
            if option in CHOICES:
                made.add((option, word(value)))
    none_of(
        f"{option}: {choice}"
        for option, choices in CHOICES.items()
        for choice in choices
        if choice != getattr(SolitaireRulings(), option)
        and (option, choice) not in made
        and not free.get(f"{option}: {choice}")
    )


def test_excuses_are_needed() -> None:
    """Nothing is excused that a case tries, and nothing that does not exist."""
    choices = {f"{option}: {choice}" for option, known_ in CHOICES.items() for choice in known_}
    none_of(number for number in excused() if number in cited() or number not in known() | choices)
