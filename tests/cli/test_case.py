"""``pbem case``."""

import json
from pathlib import Path

import pytest

from pbem.cli import run

CASES = """\
cases:
  - id: one
    title: A step
    given: {stacks: [{at: PETR, player: A, units: [160]}]}
    orders: {A: {moves: [{force: [160], route: PETR-NOVG}]}}
    expect: {stacks: {NOVG: [{player: A, units: [160]}]}}
  - id: two
    title: A step that is not made
    given: {stacks: [{at: PETR, player: A, units: [160]}]}
    orders: {A: {moves: [{force: [160], route: PETR-OMSK}]}}
    expect: {stacks: {OMSK: [{player: A, units: [160]}]}}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a case that passes and one that fails."""
    path = tmp_path / "cases.yaml"
    path.write_text(CASES)
    return path


def test_lines_and_difference(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["case", str(file)]) == 1
    assert capsys.readouterr().out == (
        "pass  one\n"
        "FAIL  two  A step that is not made\n"
        "        OMSK: expected A: Blyukher (160), but it is nothing\n"
        f"        in {file}:7\n"
        "2 cases, 1 failed.\n"
    )


def test_all_pass(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["case", "--only", "one", str(file.parent)]) == 0
    assert capsys.readouterr().out == "pass  one\n1 case, none failed.\n"


def test_verbose(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["case", "--verbose", "--only", "one", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "pass  one  A step" in shown
    assert "A.moves[0]: done." in shown
    assert "NOVG: A: Blyukher (160)" in shown


def test_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["case", str(file), "--format", "json"]) == 1
    one, two = json.loads(capsys.readouterr().out)
    assert (one["passed"], two["passed"], two["line"]) == (True, False, 7)
    assert two["differences"] == ["OMSK: expected A: Blyukher (160), but it is nothing"]


def test_no_case_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "sheet.yaml").write_text("moves: []\n")
    assert run(["case", str(tmp_path / "sheet.yaml")]) == 2
    assert "this is no case file" in capsys.readouterr().err
    assert run(["case", str(tmp_path / "nowhere.yaml")]) == 2
    (tmp_path / "empty").mkdir()
    assert run(["case", str(tmp_path / "empty")]) == 2
    assert "holds no .yaml file" in capsys.readouterr().err
