"""``pbem soak`` and ``pbem bot``."""

import json
from pathlib import Path

import pytest

from pbem.campaign.folder import Campaign
from pbem.cli import run
from pbem.core.table import StackId, Table
from pbem.errors import FINDINGS, FINE, USAGE
from pbem.phases import movement
from pbem.position import to_json
from pbem.sheets.read import read_sheet
from tests.campaign.play import begin
from tests.properties.strategies import pool


def test_a_small_soak(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["soak", "--campaigns", "2", "--players", "3", "--turns", "1"]) == FINE
    said = capsys.readouterr().out
    assert "2 campaigns, 6 Phases" in said
    assert "No faults found." in said
    assert "Never seen, reason:" in said


def test_what_is_found_is_written_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def forget(table: Table, stack_id: StackId) -> None:
        pass

    monkeypatch.setattr(movement, "divide", forget)
    arguments = ["--campaigns", "15", "--players", "3", "--turns", "2", "--style", "random", "--seed", "3"]
    assert run(["soak", *arguments, "--out", str(tmp_path)]) == FINDINGS
    found = list(tmp_path.glob("*.yaml"))
    assert found
    monkeypatch.undo()
    assert run(["case", *map(str, found)]) == FINE
    assert "more than 5 units in one stack" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong", [["--players", "9"], ["--players", "5-3"], ["--style", "nobody"], ["--jobs", "0"]]
)
def test_wrong_arguments(wrong: list[str]) -> None:
    assert run(["soak", "--campaigns", "1", *wrong]) == USAGE


# --- bot -----------------------------------------------------------------------------------------------------------


def test_a_bot_writes_for_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trial = pool()[1]
    path = tmp_path / "position.json"
    path.write_text(json.dumps(to_json(trial.state, campaign="volga", rulings=trial.rulings)), "utf-8")
    assert run(["bot", "--position", str(path), "--player", "a"]) == FINE
    text = capsys.readouterr().out
    read = read_sheet(text.encode(), rules=trial.rules())
    assert read.sheet is not None
    assert (read.head.campaign, read.sheet.player, read.head.turn) == ("volga", "A", trial.state.turn)
    assert run(["bot", "--position", str(path), "--player", "H"]) == USAGE


def test_bots_fill_empty_seats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = begin(tmp_path / "volga")
    assert run(["bot", str(folder), "--player", "B", "--player", "C", "--style", "random"]) == FINE
    assert "Player C: a random sheet is on file as version 1" in capsys.readouterr().out
    course = Campaign(folder).course
    assert course.on_file("A") is None
    assert course.on_file("B") is not None
    assert run(["bot", str(folder), "--player", "B"]) == FINDINGS  # nobody's orders are lost by a slip
    assert run(["bot", str(folder), "--player", "B", "--anew"]) == FINE
    assert run(["bot", str(folder), "--player", "H"]) == FINDINGS


@pytest.mark.parametrize("wrong", [[], ["--player", "A"], ["volga", "--player", "A", "--position", "p.json"]])
def test_wrong_arguments_of_bot(wrong: list[str]) -> None:
    assert run(["bot", *wrong]) == USAGE


def test_the_styles_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bot", "--style", "list"]) == FINE
    assert "careless:" in capsys.readouterr().out
