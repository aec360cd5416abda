"""The commands of `pbem solo` as a player types them."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import root

SEED = bytes(range(32)).hex()


def pbem(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(root, ["solo", *arguments], input=given, standalone_mode=False)


@pytest.fixture
def folder(tmp_path: Path) -> str:
    name = str(tmp_path / "kronstadt")
    done = pbem("new", name, "--seed", SEED)
    assert done.return_value == 0
    assert "WHAT IS TO BE DONE NOW" in done.output
    return name


def test_play_with_the_sheet_of_the_folder(folder: str) -> None:
    done = pbem("play", folder)
    assert done.return_value == 0
    assert "RED LEADER DETERMINATION" in done.output
    assert "turn: 1\nphase: red-movement\n" in (Path(folder) / "sheet.yaml").read_text()


def test_a_sheet_with_an_error_is_not_played(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sheet = Path("mine.yaml")
    sheet.write_text(
        "campaign: kronstadt\nplayer: red\nturn: 1\nphase: red-leaders\n"
        "leaders:\n- {leader: Frunze, at: PETR}\n- {leader: Lenin, at: PETR}\n"
    )
    done = pbem("play", folder, str(sheet))
    assert done.return_value == 1
    assert "mine.yaml:7:12: error" in done.output
    assert "Nothing was played." in done.output
    done = pbem("play", folder, str(sheet), "--anyway")
    assert done.return_value == 0
    assert "Frunze (154) was brought on in PETR" in done.output


def test_reports_and_verify(folder: str) -> None:
    pbem("play", folder)
    first = pbem("report", folder, "--step", "1")
    assert "path/257" in first.output and "Kolchak (252)" in first.output
    assert "path/257" not in pbem("report", folder).output
    assert "come out as the ledger has them" in pbem("verify", folder).output


def test_interactive(folder: str) -> None:
    answers = ["Frunze", "PETR", "", "Lenin", "Stalin", "TULA", "", "back", "", "", "stop"]
    done = pbem("play", folder, "--interactive", given="\n".join(answers) + "\n")
    assert "Lenin (151) is on the map already" in done.output
    assert "The last order is taken back." in done.output
    assert "The Phase waits as before" in done.output
    assert "phase: red-combat" in (Path(folder) / "sheet.yaml").read_text()


def test_study() -> None:
    done = pbem("study", "--games", "3", "--bot", "idle", "--bot", "hunter")
    assert "idle, 3 games" in done.output
    assert "victory of the other side" in done.output
    assert '"bot": "idle"' in pbem("study", "--games", "2", "--bot", "idle", "--format", "json").output


def test_check_knows_the_folder(folder: str, tmp_path: Path) -> None:
    sheet = tmp_path / "mine.yaml"
    sheet.write_text(
        "campaign: kronstadt\nplayer: red\nturn: 1\nphase: red-leaders\nleaders: [{leader: Frunze, at: PETR}]\n"
    )
    for where in (("--campaign", folder), ("--position", f"{folder}/position.json")):
        done = CliRunner().invoke(root, ["check", str(sheet), *where], standalone_mode=False)
        assert done.return_value == 0
        assert "Red's orders for Red Leader Determination of Game-Turn 1" in done.output
