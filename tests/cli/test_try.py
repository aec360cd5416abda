"""``pbem try``."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli import run
from tests.cli.test_odds import files, sheet  # noqa: F401 - a fixture

Out = pytest.CaptureFixture[str]


def data(capsys: Out, *arguments: str) -> dict:
    assert run(["try", *arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_page(files: Path, capsys: Out) -> None:  # noqa: F811
    sheets = [f"{files}/a.yaml", f"{files}/b.yaml"]
    assert run(["try", *sheets, "--position", f"{files}/second.json", "--trials", "200"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert lines[0] == "200 times the Second Phase of Game-Turn 3 was played, with seed 1."
    assert lines[2].split() == ["order", "done", "part", "failed", "void", "not", "called", "on"]
    assert lines[3].split() == ["A.attacks[0]", "-", "-", "-", "100.0%", "-"]
    assert lines[4].split() == ["B.attacks[0]", "100.0%", "-", "-", "-", "-"]
    assert any(line.startswith("  A: Tukachevsky (153)") for line in lines)
    assert lines[-1] == "Player C gives no orders here, so their units hold and defend."


def test_seed_and_jobs(files: Path, capsys: Out) -> None:  # noqa: F811
    arguments = (f"{files}/a.yaml", "--position", f"{files}/second.json", "--trials", "60")
    one = data(capsys, *arguments)
    assert sum(end["count"] for end in one["orders"]["A.attacks[0]"]) == 60
    assert data(capsys, *arguments, "--jobs", "2") == one
    assert data(capsys, *arguments, "--seed", "2") != one


def test_errors_in_a_sheet_are_told(files: Path, capsys: Out) -> None:  # noqa: F811
    path = sheet(files, "bad", "second", "attacks: [{at: TVER, with: [999], against: 251}]\n", player="A")
    assert run(["try", path, "--position", f"{files}/second.json", "--trials", "5"]) == 0
    assert "Player A's sheet has an error; pbem check shows what is wrong." in capsys.readouterr().out


def test_a_process_of_its_own_prints_no_bar(files: Path) -> None:  # noqa: F811
    command = [sys.executable, "-m", "pbem", "try", f"{files}/a.yaml", "--position", f"{files}/second.json"]
    done = subprocess.run(
        [*command, "--trials", "20", "--jobs", "2"], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert done.stdout.startswith("20 times the Second Phase")


def test_of_a_campaign_only_the_position_is_read(
    tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.campaign.play import begin, play

    folder = begin(tmp_path / "volga")
    play(folder, 2)
    monkeypatch.setattr("pbem.campaign.playing.sheet_text", _refuse)
    monkeypatch.setattr("pbem.campaign.playing.read_versions", _refuse)
    path = tmp_path / "mine.yaml"
    path.write_text("campaign: volga\nplayer: A\nturn: 1\nphase: second\n")
    found = data(capsys, str(path), "--campaign", str(folder), "--trials", "3")
    assert (found["turn"], found["phase"], found["trials"]) == (1, "second", 3)
    assert list(found["points_lost"]) == ["A"]


def _refuse(*_: object, **__: object) -> None:
    raise AssertionError("another player's sheet was opened")


def test_the_bar_on_a_terminal(files: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setattr("pbem.cli.console.on_terminal", lambda: True)
    found = data(capsys, f"{files}/a.yaml", "--position", f"{files}/second.json", "--trials", "20")
    assert found["trials"] == 20
