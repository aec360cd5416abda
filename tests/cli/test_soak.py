"""``pbem soak`` and ``pbem bot``."""

import json
from contextlib import redirect_stdout
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign.folder import Campaign
from pbem.cli import run
from pbem.cli.campaigns import arguments
from pbem.core.table import StackId, Table
from pbem.errors import FINDINGS, FINE, USAGE
from pbem.phases import movement
from pbem.position import to_json
from pbem.sheets.read import read_sheet
from tests.campaign.play import START, begin
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


@pytest.fixture
def _in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the date, the campaign began an hour ago."""
    monkeypatch.setattr(arguments, "now", lambda: START + timedelta(hours=1))


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


@pytest.mark.usefixtures("_in_time")
def test_bots_fill_empty_seats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = begin(tmp_path / "volga")
    assert run(["bot", str(folder), "--player", "B", "--player", "C", "--style", "random"]) == FINE
    assert "Player C: a random sheet is on file as version 1" in capsys.readouterr().out
    course = Campaign(folder).course
    assert course.on_file("A") is None
    assert course.on_file("B") is not None
    assert run(["bot", str(folder), "--player", "B"]) == FINDINGS  # nobody's orders are lost by a slip
    assert run(["bot", str(folder), "--player", "B", "--anew"]) == FINE
    assert run(["bot", str(folder), "--player", "b, C", "--style", "bold", "--anew"]) == FINE
    assert "Player C: a bold sheet is on file as version 2" in capsys.readouterr().out
    assert run(["bot", str(folder), "--player", "H"]) == USAGE


@pytest.mark.usefixtures("_in_time")
def test_practice_alone(tmp_path: Path) -> None:
    """One human, three practice players, as the README shows it: Phase after Phase from the published files alone."""
    folder = begin(tmp_path / "volga", "ABCD")
    for place in ("00-setup/reports-deal", "00-setup/reports", "01-first/reports"):
        assert run(["bot", str(folder), "--player", "B,C,D"]) == FINE
        course = Campaign(folder).course
        position = folder / "turns" / place / "position.json"
        sheet = tmp_path / "mine.yaml"
        with sheet.open("w", encoding="utf-8") as out, redirect_stdout(out):
            assert run(["bot", "--position", str(position), "--player", "A"]) == FINE
        assert run(["submit", str(folder), str(sheet)]) == FINE
        assert run(["adjudicate", str(folder)]) == FINE
        assert run(["publish", str(folder)]) == FINE
        assert Campaign(folder).course.moment != course.moment


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        ["--player", "A"],
        ["volga", "--player", ","],
        ["volga", "--player", "A", "--position", "p.json"],
        ["--player", "A,B", "--position", "p.json"],
    ],
)
def test_wrong_arguments_of_bot(wrong: list[str]) -> None:
    assert run(["bot", *wrong]) == USAGE


def test_the_styles_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bot", "--style", "list"]) == FINE
    assert "careless:" in capsys.readouterr().out
