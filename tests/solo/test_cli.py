"""The commands of `pbem solo` as a player types them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import root
from pbem.errors import CommandError, PbemError
from pbem.solo.folder.files import make_files
from pbem.solo.folder.game import Game
from tests.solo.conftest import NOW

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


def test_play_without_orders(folder: str) -> None:
    done = pbem("play", folder, "--nothing")
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
    pbem("play", folder, "--nothing")
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


def test_report_as_page_and_as_data(folder: str) -> None:
    page = pbem("report", folder, "--format", "html").output
    assert (
        page.startswith("<!DOCTYPE html>") and "Order desk for Game-Turn 1, Red Leader Determination" in page
    )
    lying = next((Path(folder) / "reports").glob("01-*.html")).read_text("utf-8")
    assert page.strip() == lying.strip()
    data = json.loads(pbem("report", folder, "--format", "json").output)
    assert data[0]["phase"] == "setup"
    assert json.loads(next((Path(folder) / "reports").glob("01-*.json")).read_text()) == data
    done = pbem("report", folder, "--step", "2")
    assert isinstance(done.exception, CommandError) and "only one report" in str(done.exception)


def test_map(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "kronstadt-map-01.svg: the map" in pbem("map", folder).output
    drawn = Path("kronstadt-map-01.svg").read_text()
    assert drawn.rstrip().endswith("</svg>") and "N the other side" in drawn
    done = CliRunner().invoke(
        root, ["map", "--position", f"{folder}/position.json", "--out", "p.svg"], standalone_mode=False
    )
    assert done.exception is None
    assert "N the other side" in Path("p.svg").read_text()


def test_check_without_playing(folder: str, tmp_path: Path) -> None:
    sheet = Path(folder) / "sheet.yaml"
    done = pbem("check", folder)
    assert done.return_value == 0 and "The sheet is in order" in done.output
    head = sheet.read_text().partition("\n\n")[0]
    sheet.write_text(f"{head}\nleaders: [{{leader: Lenin, at: PETR}}]\n")
    before = (Path(folder) / "ledger.jsonl").read_bytes()
    done = pbem("check", folder)
    assert done.return_value == 1
    assert "sheet.yaml:5:20: error: Lenin (151) is on the map already." in " ".join(done.output.split())
    data = json.loads(pbem("check", folder, "--format", "json").output)
    assert data["errors"] == 1
    assert (Path(folder) / "ledger.jsonl").read_bytes() == before
    mine = tmp_path / "mine.yaml"
    mine.write_bytes(sheet.read_bytes())
    game = Game(Path(folder))
    while not game.over:
        make_files(game, game.play(None, NOW))
    assert "the game is over" in str(pbem("check", folder).exception)
    done = CliRunner().invoke(root, ["check", str(mine), "--campaign", folder], standalone_mode=False)
    assert "is over" in str(done.exception)


def test_readings_are_chosen_when_a_game_begins(tmp_path: Path) -> None:
    chosen = (
        "--set",
        "deployment=friendly",
        "--set",
        "region_limit=nearest",
        "--set",
        "replacement_after_5=yes",
    )
    folder = str(tmp_path / "game")
    assert pbem("new", folder, *chosen).return_value == 0
    game = Game(Path(folder))
    assert game.rulings == {"deployment": "friendly", "region_limit": "nearest", "replacement_after_5": "yes"}
    assert game.rules.rulings.region_limit == "nearest"
    for wrong, told in (
        ("deployment=frendly", "friendly"),
        ("white_stack=greedy", "white_stacking"),
        ("detached_units=keep", "leaves no choice"),
    ):
        done = pbem("new", str(tmp_path / "other"), "--set", wrong)
        assert isinstance(done.exception, PbemError) and told in str(done.exception)
        assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("command", ["status", "verify", "adjudicate", "report", "log"])
def test_commands_of_campaigns_say_what_the_folder_is(folder: str, command: str) -> None:
    done = CliRunner().invoke(root, [command, folder], standalone_mode=False)
    assert "the folder of a solitaire game" in f"{done.exception}{done.output}"


def test_a_name_that_is_none(tmp_path: Path) -> None:
    for name in ("", " ", "a\nb"):
        done = pbem("new", str(tmp_path / "game"), "--name", name)
        assert "the name of a game is a text on one line" in str(done.exception)
    assert not (tmp_path / "game").exists()


def test_a_folder_that_a_killed_command_left_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "seed.txt").write_text("broken off")
    assert pbem("new", str(tmp_path / "game")).return_value == 0
    (tmp_path / "file").touch()
    done = pbem("new", str(tmp_path / "file"))
    assert "is no folder" in str(done.exception)
