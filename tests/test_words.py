"""Every code has its sentence, and every sentence gets the facts it asks for."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
import yaml

from pbem.resources import templates_folder
from pbem.rulebook import load_rules
from pbem.words import fact_in_words, listed, sentence, sentences, shortened, unit_in_words
from tests.record import placeholders

ROOT = Path(__file__).parent
PHASES = ROOT.parent / "pbem" / "phases"
FILES = sorted((templates_folder() / "sentences").glob("*.yaml"))
CODE_AT = {"remark": 3, "void": 2, "fault": 1, "cut_short": 1, "tell_outcome": 1}
"""By the name of a method the place of the code among its arguments."""


def test_no_code_has_two_sentences() -> None:
    keys = [
        line.split(":")[0]
        for path in FILES
        for line in path.read_text("utf-8").splitlines()
        if re.match(r"\w+:", line)
    ]
    assert [key for key, count in Counter(keys).items() if count > 1] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_sentence_can_be_filled_in(path: Path) -> None:
    for code, pattern in yaml.safe_load(path.read_text("utf-8")).items():
        assert isinstance(pattern, str), code
        filled = sentence(code, dict.fromkeys(placeholders(pattern), "x"))
        assert filled, code


def literal_codes() -> list[tuple[str, str]]:
    """Every code that a call in pbem/phases/ names outright, with its place."""
    found = []
    for path in sorted(PHASES.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            values = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            at = CODE_AT.get(node.func.attr)
            if node.func.attr == "end":
                at = next(
                    (
                        place + 1
                        for place, value in enumerate(values)
                        if value in ("done", "part", "failed", "void")
                    ),
                    None,
                )
            if (
                at is not None
                and at < len(values)
                and isinstance(values[at], str)
                and re.fullmatch(r"[a-z][a-z0-9_]+", values[at])
            ):
                found.append((values[at], f"{path.name}:{node.lineno}"))
    return found


def test_every_code_named_in_the_phases_has_a_sentence() -> None:
    codes = literal_codes()
    assert len(codes) > 50
    assert [(code, place) for code, place in codes if code not in sentences()] == []


def test_units_by_name() -> None:
    rules = load_rules()
    assert [unit_in_words(unit, rules) for unit in (152, 111, 415, 1, 2, "Xanadu")] == [
        "Trotsky (152)",
        "111",
        "BR 415",
        "the Czar",
        "the Gold",
        '"Xanadu"',
    ]
    assert unit_in_words(152) == "152"


@pytest.mark.parametrize(
    ("key", "fact", "shown"),
    [
        ("unit", (152, "x"), '152 and "x"'),
        ("unit_leader", 152, "152"),
        ("province", ("TVER", "PETR", "OMSK"), "TVER, PETR and OMSK"),
        ("player", None, "nobody"),
        ("number", None, "nothing"),
        ("number", 4, "4"),
        ("text", True, "yes"),
        ("units", (), "nothing"),
    ],
)
def test_facts_in_words(key: str, fact: object, shown: str) -> None:
    assert fact_in_words(key, fact) == shown  # type: ignore[arg-type]


def test_a_code_without_a_sentence_is_still_told() -> None:
    assert sentence("never_heard_of_it", {}) == "Never heard of it."


def test_a_missing_fact_is_dots() -> None:
    assert sentence("syntax_no_space", {}) == "After the colon of `…:` a space is missing."


def test_lists_and_long_texts() -> None:
    assert listed([]) == "nothing"
    assert listed(["A"]) == "A"
    assert shortened("a \n b") == "a b"
    assert len(shortened("x" * 100)) == 60


@pytest.mark.parametrize(("number", "shown"), [(0, "0 points"), (1, "1 point"), (12, "12 points")])
def test_a_number_has_the_word_that_goes_with_it(number: int, shown: str) -> None:
    assert shown in sentence("counterpurge_succeeded", {"player": "A", "number": number})
