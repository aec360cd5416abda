"""Hostile and half-broken files given to the commands: one clear text with place and cure, never a traceback."""

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.cli import run
from pbem.resources import rules_folder

PLAYERS = "A: Anna <anna@example.org> Europe/London\nB: Boris\n"
RUBBISH = bytes(range(256)) * 20
BOMB = "a: &a [x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
BRACKETS = "[" * 60_000
LONG = "9" * 6000
SHEET = "campaign: volga\nplayer: A\nturn: 1\nphase: first\n"
CASE = """\
cases:
  - id: X-1
    given: {{stacks: [{{at: PETR, player: A, units: [{unit}]}}]}}
    orders: {{A: {{moves: [{{force: [167], route: PETR-NOVG}}]}}}}
    expect: {{}}
"""

Given = Callable[..., tuple[str, str]]


@pytest.fixture
def given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Given:
    """Gives a command; checks its status and that it took under a second. What was printed, and the complaint."""
    monkeypatch.chdir(tmp_path)

    def command(*words: str, status: int) -> tuple[str, str]:
        began = time.process_time()
        found = run(list(words))
        spent = time.process_time() - began
        said = capsys.readouterr()
        assert found == status, said
        assert spent < 1
        assert len(said.out) + len(said.err) < 10_000
        return said.out, said.err

    return command


def write(name: str, content: str | bytes) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_bytes(content.encode() if isinstance(content, str) else content)


# --- sheets ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (RUBBISH, "This is not a text"),
        ("", "The sheet is empty. Fill in the blank sheet"),
        (SHEET + "# " + "x" * 70_000, "larger than"),
        (BOMB, "reads as"),
        (BRACKETS, "nested more than"),
        (SHEET.replace("turn: 1", f"turn: {LONG}"), "sheet.yaml:3:7: error: `99999"),
        (SHEET + f"moves:\n- {{force: [{LONG}], route: TVER}}\n", "There is no unit 99999"),
        (SHEET + f"moves:\n- {{force: [{'Trtsky ' * 5000}], route: TVER}}\n", "There is no unit Trtsky"),
    ],
)
def test_a_sheet(given: Given, content: str | bytes, said: str) -> None:
    write("sheet.yaml", content)
    out, _ = given("check", "sheet.yaml", status=1)
    assert said in " ".join(out.split())


# --- positions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (RUBBISH, "p.json: the file is not UTF-8 text"),
        ("", "p.json:1:1: the file is empty"),
        ('{"format": 1, "turn": 1, ', "no whole JSON"),
        ("[" * 100_000, "no whole JSON"),
        (f'{{"format": {LONG}}}', "no whole JSON"),
        ('{"format": 99}', "Bring yours up to date."),
        (json.dumps({"format": 1, "turn": 1}), "p.json: the position is damaged"),
    ],
)
def test_a_position(given: Given, content: str | bytes, said: str) -> None:
    write("sheet.yaml", SHEET)
    write("p.json", content)
    _, err = given("check", "sheet.yaml", "--position", "p.json", status=2)
    assert said in err
    assert err.count("\n  ") == 1


# --- case files --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        (RUBBISH, 2, "not UTF-8 text"),
        ("", 2, "c.yaml:1:1: The file is empty. A case file holds"),
        (BOMB, 2, "c.yaml:1:1: The file holds far more than any cases need"),
        (BRACKETS, 2, "nested more than"),
        (SHEET, 2, "'campaign' is not known here"),
        (CASE.format(unit=LONG), 1, "is no unit"),
        (CASE.format(unit=167).replace("given: {", f"given: {{turn: {LONG}, "), 1, "is not a whole number"),
    ],
)
def test_a_case_file(given: Given, content: str | bytes, status: int, said: str) -> None:
    write("c.yaml", content)
    out, err = given("case", "c.yaml", status=status)
    assert said in out + err


# --- corrected rules ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "status", "said"),
    [
        ("provinces.csv", "", 1, "more are not shown"),
        ("provinces.csv", RUBBISH, 2, "is not UTF-8 text"),
        (
            "provinces.csv",
            "code,name,region,port,rail,source\n" + "X,Y,Z,yes,yes,\n" * 20_000,
            1,
            ":2:1: the code",
        ),
        ("province.csv", "", 2, "Did you mean provinces.csv?"),
        ("setup.yaml", BRACKETS, 1, "this is not YAML"),
        ("provinces.map.json", "[" * 100_000, 1, "the drawing cannot be read"),
        ("provinces.csv/x", "", 2, "this is no file"),
    ],
)
def test_a_folder_of_corrected_rules(
    given: Given, name: str, content: str | bytes, status: int, said: str
) -> None:
    write(f"rules/{name}", content)
    out, err = given("rules", "check", "--rules", "rules", status=status)
    assert said in out + err


def test_a_correction_with_a_number_without_end(given: Given) -> None:
    text = (rules_folder() / "setup.yaml").read_text("utf-8")
    line = next(line for line in text.splitlines() if line.strip().startswith("politburo:"))
    write("rules/setup.yaml", text.replace(line, f"{line.partition(':')[0]}: {LONG}"))
    out, _ = given("rules", "check", "--rules", "rules", status=1)
    assert "not a whole number of at most" in out


@pytest.mark.parametrize("change", [lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text])
def test_line_ends_and_a_byte_order_mark_are_no_faults(given: Given, change: Callable[[str], str]) -> None:
    write("rules/counters.csv", change((rules_folder() / "counters.csv").read_text("utf-8")))
    assert given("rules", "check", "--rules", "rules", status=0)[0] == "No fault found.\n"


def test_a_line_of_a_correction_that_is_no_csv(given: Given) -> None:
    lines = (rules_folder() / "rails.csv").read_text("utf-8").splitlines()
    write("rules/rails.csv", "\n".join([*lines[:2], lines[2].split(",")[0], *lines[3:]]))
    out, _ = given("rules", "check", "--rules", "rules", status=1)
    assert "rails.csv:3:1: this line has 1 fields where the header has 4" in out


# --- players -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "players.txt: the list holds 0 players"),
        (RUBBISH, "players.txt: the list of players is not UTF-8 text"),
        ("A: Anna\nZ: Zoe\n", "players.txt:2: this line names no player: 'Z: Zoe'"),
        ("A Anna\nB Boris\n", "players.txt:1: this line names no player: 'A Anna'"),
        ("A: " + "x" * 70_000 + "\nB: Boris\n", "players.txt:1: this line names no player: 'A: xxx"),
        ("A: Anna Mars/Phobos\nB: Boris\n", "players.txt:1: the zone 'Mars/Phobos' of player A"),
    ],
)
def test_a_list_of_players(given: Given, content: str | bytes, said: str) -> None:
    write("players.txt", content)
    _, err = given("new", "volga", "--players", "players.txt", status=2)
    assert said in err
    assert not Path("volga").exists()


def test_names_from_everywhere_without_what_turns_the_text_around_them(given: Given) -> None:
    write("players.txt", "\ufeffA: \u202e\U0001f3b2 Émile\r\nB: שלום Asia/Jerusalem\r\n")
    out, _ = given("new", "volga", "--players", "players.txt", status=0)
    assert "A \U0001f3b2 Émile (no address), B שלום (no address, Asia/Jerusalem)" in out
    assert "\u202e" not in out + Path("volga/campaign.yaml").read_text("utf-8")


def test_a_folder_that_cannot_be_made(given: Given) -> None:
    write("players.txt", PLAYERS)
    write("file", "")
    _, err = given("new", "file/volga", "--players", "players.txt", status=2)
    assert err.startswith("pbem: file/volga: ")
    assert "\n  " in err


# --- a campaign --------------------------------------------------------------------------------------------------


@pytest.fixture
def volga(given: Given, tmp_path_factory: pytest.TempPathFactory) -> Given:
    """A campaign of two players after the set-up, in the folder ``volga``; made once, then copied."""
    write("players.txt", PLAYERS)
    kept = tmp_path_factory.getbasetemp() / "after-the-setup"
    if not kept.exists():
        run(["new", "volga", "--players", "players.txt"])
        run(["publish", "volga"])
        run(["adjudicate", "volga", "--allow-missing"])
        run(["publish", "volga"])
        shutil.copytree("volga", kept)
    else:
        shutil.copytree(kept, "volga")
    given("status", "volga", status=0)
    return given


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (RUBBISH, "d.txt:1: "),
        ("", "d.txt:1: "),
        (BOMB, "d.txt:2:8: `*a` stands for what is written elsewhere"),
        (BRACKETS, "cannot be read as YAML"),
        ("event/1: \0", "cannot be read as YAML"),
        ("event/1: 7 9\n", "the roll event/1 is given as 7 9, but it must be two dice"),
        (f"event/1: {LONG}\n", "the roll event/1 is given as 999"),
        ("\ufeffevent/1: 5 5\r\n", " is needed and not given"),
    ],
)
def test_dice_from_a_file(volga: Given, content: str | bytes, said: str) -> None:
    settings = Path("volga/campaign.yaml")
    settings.write_text(settings.read_text("utf-8").replace("dice: sealed", "dice: manual"), "utf-8")
    write("d.txt", content)
    _, err = volga("adjudicate", "volga", "--allow-missing", "--dice", "d.txt", status=2)
    assert said in err


@pytest.mark.parametrize("content", [None, "", "seed: x\n", RUBBISH, BRACKETS])
def test_a_campaign_without_its_secrets(volga: Given, content: str | bytes | None) -> None:
    secrets = Path("volga/secrets.yaml")
    secrets.unlink()
    if content is not None:
        write(str(secrets), content)
    _, err = volga("adjudicate", "volga", "--allow-missing", status=2)
    assert err.startswith(f"pbem: {secrets}: ")
    assert "\n  " in err


@pytest.mark.parametrize("content", [None, "", RUBBISH, BOMB, BRACKETS, "format: '9'\n", "name: \0\n"])
def test_a_campaign_with_broken_settings(volga: Given, content: str | bytes | None) -> None:
    settings = Path("volga/campaign.yaml")
    settings.unlink()
    if content is not None:
        write(str(settings), content)
    _, err = volga("adjudicate", "volga", "--allow-missing", status=2)
    assert err.startswith(f"pbem: {settings}")


@pytest.mark.parametrize("content", [RUBBISH, "", BOMB, BRACKETS])
def test_a_sheet_given_to_a_campaign(volga: Given, content: str | bytes) -> None:
    write("sheet.yaml", content)
    out, err = volga("submit", "volga", "sheet.yaml", status=1)
    assert "sheet.yaml: the sheet is refused as a whole and does not count." in " ".join((out + err).split())
