"""``pbem check``: exit status, what is printed, and what is loaded."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.campaign.creating import create
from pbem.campaign.playing import position_of
from pbem.campaign.settings_text import NewSeat
from pbem.cli import run
from pbem.cli.typed_sheets import sheet_bytes
from pbem.core.state import Holding, Stack, State
from pbem.position import to_json
from pbem.rulebook import load_rules
from pbem.sheets.blank import blank_sheet
from pbem.sheets.places import LARGEST

HEAD = "campaign: volga\nplayer: A\nturn: 3\nphase: first\nkey: larch-otter-42\n"
GOOD = HEAD + "moves:\n- {force: [160], route: PETR-NOVG-TVER}\n"
BAD = HEAD + "moves:\n- {force: [160, Trtsky], route: PETR-NOVG-KIEV}\n- {fource: [152]}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a good sheet, a bad one and a position."""
    stacks = (Stack("PETR", "A", (160,)), Stack("RYAZ", "A", (152, 111)), Stack("TULA", "B", (251, 204)))
    used = {unit for stack in stacks for unit in stack.units}
    box = tuple(unit for unit in load_rules().counters if unit not in used)
    state = State(3, "first", ("A", "B"), stacks, {"A": Holding(2, 1), "B": Holding()}, box=box)
    (tmp_path / "good.yaml").write_text(GOOD)
    (tmp_path / "bad.yaml").write_text(BAD)
    (tmp_path / "position.json").write_text(json.dumps(to_json(state, campaign="volga")))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(*arguments: str) -> int:
    return run(["check", *arguments])


def test_a_good_sheet(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("good.yaml", "--position", "position.json") == 0
    assert capsys.readouterr().out == (
        "The sheet is in order.\n"
        "\n"
        "Player A's orders for the First Phase of Game-Turn 3, as they were understood:\n"
        "  moves[0]  Blyukher (160) goes overland: PETR, NOVG, TVER.\n"
    )


def test_a_bad_sheet(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("bad.yaml", "--position", "position.json") == 1
    printed = capsys.readouterr()
    assert printed.err == ""
    lines = printed.out.split("\n")
    assert lines[0].startswith("bad.yaml:7:17: error: There is no unit Trtsky. [R10")
    at = next(number for number, line in enumerate(lines) if line.startswith("    - {force"))
    assert lines[at : at + 3] == [
        "    - {force: [160, Trtsky], route: PETR-NOVG-KIEV}",
        "                    ^^^^^^",
        "  Perhaps you mean: Trotsky",
    ]
    assert any(line.startswith("bad.yaml:7:43: error: ") for line in lines)
    assert "3 errors" in printed.out or "4 errors" in printed.out
    assert "  moves[1]  Not carried out, because it could not be read." in lines
    assert max(map(len, lines)) <= 80


def test_without_a_position_form_and_names_are_checked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check("good.yaml") == 0
    printed = capsys.readouterr().out
    assert "Only form and names were checked" in printed
    assert check("bad.yaml") == 1
    assert "KIEV" not in capsys.readouterr().out.split("Only form")[0].replace("NOVG-KIEV", "")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("moves: [", "bad.yaml:1:8: error: The `[` that opens here is not closed"),
        (
            HEAD.replace("turn: 3", "turn: 4"),
            "bad.yaml:3:7: error: The sheet is for Game-Turn 4; it is Game-Turn 3 now.",
        ),
        (
            HEAD.replace("player: A", "player: C"),
            "bad.yaml:2:9: error: There is no Player C in this campaign",
        ),
        (
            HEAD.replace("volga", "don"),
            "bad.yaml:1:11: error: The sheet is for the campaign don; this one is volga.",
        ),
        ("", "bad.yaml:1:1: error: The sheet is empty."),
    ],
)
def test_a_sheet_refused_as_a_whole(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    (folder / "bad.yaml").write_text(text)
    assert check("bad.yaml", "--position", "position.json") == 1
    printed = capsys.readouterr().out
    assert printed.replace("\n  ", " ").startswith(told)
    assert "refused as a whole" in printed
    assert "as they were understood" not in printed


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["none.yaml"], "cannot be read"),
        (["."], "cannot be read"),
        (["good.yaml", "--position", "none.json"], "cannot be read"),
        (["good.yaml", "--position", "good.yaml"], "no whole JSON"),
        (["good.yaml", "--position", "position.json", "--campaign", "."], "exclude each other"),
        (["good.yaml", "--campaign", "."], "no campaign"),
        (["good.yaml", "--format", "xml"], "xml"),
        ([], "SHEET"),
    ],
)
def test_a_wrong_command_or_file(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    assert check(*arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert told in printed.err


def test_as_data(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("bad.yaml", "--position", "position.json", "--format", "json") == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["refused"], data["with_position"], data["player"], data["turn"]) == (False, True, "A", 3)
    assert data["errors"] == sum(1 for found in data["findings"] if found["grade"] == "error")
    first = data["findings"][0]
    assert (first["path"], first["line"], first["column"], first["text"], first["suggestion"]) == (
        "moves[0].force[1]",
        7,
        17,
        "Trtsky",
        "Trotsky",
    )
    assert data["orders"]["moves"] == [
        {"force": [160, "Trtsky"], "route": ["PETR", "NOVG", "KIEV"]},
        {"unreadable": {}},
    ]
    assert [echo["path"] for echo in data["in_words"]] == ["moves[0]", "moves[1]"]


def test_a_refused_sheet_as_data(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bad.yaml").write_text("")
    assert check("bad.yaml", "--format", "json") == 1
    data = json.loads(capsys.readouterr().out)
    assert data["refused"]
    assert "orders" not in data


def test_a_refused_sheet_tells_of_its_orders_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = (folder / "bad.yaml").read_text()
    (folder / "bad.yaml").write_text(bad.replace("turn: 3", "turn: 4"))
    assert check("bad.yaml", "--position", "position.json") == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert printed.startswith("bad.yaml:3:7: error: The sheet is for Game-Turn 4")
    assert "bad.yaml:7:17: error: " in printed
    assert "nothing on it would be carried out. Its orders have 3 errors." in printed
    assert "as they were understood" not in printed
    (folder / "good.yaml").write_text((folder / "good.yaml").read_text().replace("turn: 3", "turn: 4"))
    assert check("good.yaml", "--position", "position.json") == 1
    assert "Its orders have no errors." in " ".join(capsys.readouterr().out.split())


def test_a_long_line_is_cut_around_its_fault(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "x" * 300
    (folder / "bad.yaml").write_text(HEAD + f"press: [{{to: all, text: {text}}}, {{to: Z, text: {text}}}]\n")
    assert check("bad.yaml") == 1
    lines = capsys.readouterr().out.split("\n")
    assert lines[1][lines[2].index("^")] == "Z"
    assert len(lines[1]) <= 80


def test_the_key_is_not_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bad.yaml").write_text(GOOD.replace("larch-otter-42", "{larch-otter-42: x}"))
    assert check("bad.yaml") == 1
    assert "larch" not in capsys.readouterr().out


def test_against_a_campaigns_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = tuple(NewSeat(letter, letter, f"{letter}@example.org") for letter in "AB")
    campaign = create(
        folder / "volga", name="volga", seats=seats, now=datetime(2026, 11, 1, tzinfo=UTC), seed=b"1" * 32
    )
    state = position_of(campaign, campaign.course.moment)
    blank = blank_sheet(state, "A", campaign.rules(), campaign="volga")
    (folder / "blank.yaml").write_text(blank)
    assert check("blank.yaml", "--campaign", "volga") == 0
    assert "key is still the one of the blank sheet" in capsys.readouterr().out
    assert check("good.yaml", "--campaign", "volga") == 1
    assert "it is the set-up now, and the set-up is turn 0." in " ".join(capsys.readouterr().out.split())


def pbem(folder: Path, *arguments: str, given: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    """A real process."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent.parent)}
    command = [sys.executable, "-m", "pbem", "check", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, input=given, capture_output=True, check=False)


def test_a_sheet_from_standard_input(folder: Path) -> None:
    done = pbem(folder, "-", "--position", "position.json", given=BAD.encode("utf-16"))
    assert done.returncode == 1
    assert done.stdout.startswith(b"-:7:17: error: ")
    assert done.stderr == b""


def test_no_heavy_module_is_loaded(folder: Path) -> None:
    heavy = {"jinja2", "imapclient", "ssl", "rich", "networkx", "filelock", "keyring", "pydantic", "email"}
    for sheet in ("good.yaml", "bad.yaml"):
        code = (
            "import sys; from pbem.cli import run;"
            f"run(['check', {sheet!r}, '--position', 'position.json']);"
            f"sys.stderr.write(' '.join(sorted(set(sys.modules) & {heavy!r})))"
        )
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent.parent)}
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, check=True
        )
        assert done.stderr == b""


def test_no_more_of_a_file_is_read_than_tells_that_it_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "film.mkv"
    path.write_bytes(b"\0" * 1_000_000)
    assert len(sheet_bytes(path)) == LARGEST + 1
