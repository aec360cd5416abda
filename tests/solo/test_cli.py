"""The commands of `pbem solo` as a player types them."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from pbem.cli import root
from pbem.errors import CommandError, PbemError, Refused
from pbem.solo.folder.files import make_files
from pbem.solo.folder.game import Game
from tests.solo.conftest import NOW, Kept

SEED = bytes(range(32)).hex()


def pbem(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(root, ["solo", *arguments], input=given, standalone_mode=False)


def new(folder: Path) -> None:
    done = pbem("new", str(folder), "--seed", SEED)
    assert done.return_value == 0
    assert "WHAT IS TO BE DONE NOW" in done.output


@pytest.fixture
def folder(kept: Kept) -> str:
    """A new game as the command makes it."""
    return str(kept("by-the-command", new))


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
    assert "map.jpg ends with .jpg" in str(pbem("map", folder, "--out", "map.jpg").exception)
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
    assert f"`pbem solo undo {folder}`" in pbem("play", folder).exception.cure  # type: ignore[union-attr]
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


def test_a_blank_sheet_is_not_played_by_itself(folder: str, tmp_path: Path) -> None:
    sheet = Path(folder) / "sheet.yaml"
    blank = sheet.read_bytes()
    before = (Path(folder) / "ledger.jsonl").read_bytes()
    for content in (
        blank,
        blank.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + blank,
        blank.rstrip() + b"  \n\n",
    ):
        sheet.write_bytes(content)
        done = pbem("play", folder)
        assert isinstance(done.exception, Refused)
        assert "no order was written into" in str(done.exception)
        assert f"`pbem solo play {folder} --nothing`" in done.exception.cure
        assert "plays that with --nothing only" in pbem("check", folder).output
    assert pbem("play", folder, "--anyway").exception is not None
    assert (Path(folder) / "ledger.jsonl").read_bytes() == before
    mine = tmp_path / "mine.yaml"  # a sheet that somebody names is played as it is
    mine.write_bytes(blank)
    assert pbem("play", folder, str(mine)).return_value == 0
    done = pbem("play", folder, "--nothing")
    assert done.return_value == 0 and "RED'S MOVEMENT" in done.output
    assert "turn: 1\nphase: red-combat\n" in sheet.read_text()


def test_a_sheet_with_something_written_in_is_played(folder: str) -> None:
    sheet = Path(folder) / "sheet.yaml"
    sheet.write_text("campaign: kronstadt\nplayer: red\nturn: 1\nphase: red-leaders\nleaders: []\n")
    assert "--nothing" not in pbem("check", folder).output
    assert pbem("play", folder).return_value == 0


@pytest.mark.parametrize(
    "words", [("mine.yaml", "--nothing"), ("--interactive", "--nothing"), ("--interactive", "mine.yaml")]
)
def test_what_cannot_be_given_together(folder: str, words: tuple[str, ...]) -> None:
    assert isinstance(pbem("play", folder, *words).exception, click.UsageError)


def test_what_is_said_at_the_end_of_a_report(folder: str) -> None:
    done = pbem("play", folder, "--nothing")
    assert f"sheet.yaml. Write your orders into it; then: pbem solo play {folder}\n" in done.output
    mine = Path(folder) / "mine.yaml"
    mine.write_text(
        "campaign: kronstadt\nplayer: red\nturn: 1\nphase: red-movement\n"
        "moves:\n- {force: [Lenin], route: PETR-NOVG}\n"
    )
    done = pbem("play", folder, str(mine))
    assert f"Red has nobody to attack; to go on: pbem solo play {folder} --nothing\n" in done.output
    done = pbem("play", folder, "--nothing")
    assert "THE GAME IS OVER" in done.output and f"pbem solo undo {folder}\n" in done.output
    assert "Your next sheet" not in done.output


def test_check_says_what_play_does(folder: str) -> None:
    sheet = Path(folder) / "sheet.yaml"
    sheet.write_text(
        "campaign: kronstadt\nplayer: red\nturn: 1\nphase: red-leaders\nleaders:\n- {leader: Lenin, at: PETR}\n"
    )
    told = " ".join(pbem("check", folder).output.split())
    assert "1 error. `pbem solo play` plays none of it so; with --anyway all that is not in error is" in told
    assert "as they were understood (counted from 0): leaders[0]" in told
    assert pbem("play", folder).return_value == 1
    assert pbem("play", folder, "--anyway").return_value == 0
    told = pbem("report", folder).output
    assert "Your orders (counted from 0):\n\n- leaders[0]: " in told
    page = pbem("report", folder, "--format", "html").output
    assert page.count("Your orders, counted from 0:") == 1
