"""The index of cases beside the code: what the code cites exists, and what it is said to apply it names."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem
from pbem.rulebook.cases import read_cases
from pbem.rulebook.files import Files
from pbem.rulebook.rulings import read_rulings, read_solitaire_rulings

PACKAGE = Path(pbem.__file__).parent
SOURCES = sorted(
    path for folder in ("core", "phases", "solo", "solo/phases") for path in (PACKAGE / folder).glob("*.py")
)
CASE = re.compile(r"(?:17/)?\d{1,2}\.\d{1,2}b?|[RS]\d{1,2}")
RANGE = re.compile(r"(\d{1,2})\.(\d{1,2})[–-](?:\1\.)?(\d{1,2})")


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a source file that are the number of a case or ruling, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CASE.fullmatch(node.value):
            yield node.lineno, node.value


def test_what_the_code_cites_exists() -> None:
    index = read_cases(Files())
    known = {*index.cases, *index.headings, *read_rulings(Files()), *read_solitaire_rulings(Files())}
    wrong = [
        f"{path.name}:{line} {number}"
        for path in SOURCES
        for line, number in literals(path)
        if number not in known
    ]
    assert not wrong


def test_what_code_applies_is_named_in_the_code() -> None:
    """Every case marked `code` stands somewhere in core or phases, or a reason says why not."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    named = set(CASE.findall(text))
    for section, first, last in RANGE.findall(text):
        named |= {f"{section}.{number}" for number in range(int(first), int(last) + 1)}
    missing = [
        f"{number} {entry.title}"
        for number, entry in read_cases(Files()).cases.items()
        if entry.applied == "code" and number not in named and not entry.reason
    ]
    missing += [
        f"{number} {ruling.title}"
        for number, ruling in {**read_rulings(Files()), **read_solitaire_rulings(Files())}.items()
        if number not in named
    ]
    if missing:
        pytest.fail(f"{len(missing)} not named:\n" + "\n".join(missing), pytrace=False)


def test_under_a_heading() -> None:
    index = read_cases(Files())
    assert [entry.number for entry in index.under("5.1")] == ["5.11", "5.12", "5.13", "5.14"]
    assert [entry.number for entry in index.under("6.0")] == []
    assert all(entry.number.startswith("9.") for entry in index.under("9.0"))
