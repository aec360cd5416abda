"""The commands on a campaign's folder: what they print, their exit statuses, their help."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.cli import COMMANDS, run
from pbem.cli.campaigns import arguments

START = datetime(2026, 12, 1, 12, tzinfo=UTC)
PLAYERS = "A: Anna Example <anna@example.org> Europe/London\nB: Boris <boris@example.org>\nC: Clara\n"
OURS = [name for name, (module, _) in COMMANDS.items() if module.startswith("pbem.cli.campaigns.")]


class Clock:
    """The time it is in a test."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(arguments, "now", clock)
    return clock


class Desk:
    """A gamesmaster at his desk: gives commands, and reads what comes."""

    def __init__(self, capsys: pytest.CaptureFixture[str], kept: Path) -> None:
        self._capsys = capsys
        self._kept = kept
        """A folder for what commands have made."""
        self.error = ""

    def __call__(self, *words: str, status: int = 0) -> str:
        found = run(list(words))
        said = self._capsys.readouterr()
        self.error = said.err
        assert found == status, said
        return " ".join(said.out.split())

    def once(self, *commands: tuple[str, ...]) -> None:
        """Give commands whose answers nobody reads. Where the same were given before, with the same files and at the same
        time, what they made of the campaign is copied."""
        files = [(str(path), path.read_bytes()) for path in sorted(Path().rglob("*")) if path.is_file()]
        kept = self._kept / hashlib.sha256(repr((commands, arguments.now(), files)).encode()).hexdigest()
        if kept.exists():
            shutil.rmtree("volga", ignore_errors=True)
            shutil.copytree(kept, "volga")
        else:
            for words in commands:
                self(*words)
            shutil.copytree("volga", kept)


@pytest.fixture
def desk(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    clock: Clock,
) -> Desk:
    """An empty folder with a list of players."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "players.txt").write_text(PLAYERS)
    return Desk(capsys, tmp_path_factory.getbasetemp() / "kept")


@pytest.fixture
def pbem(desk: Desk) -> Desk:
    """A campaign whose deal is published."""
    new = ("new", "volga", "--players", "players.txt", "--zone", "Europe/London", "--seed", "11" * 32)
    desk.once(new, ("publish", "volga"))
    return desk


def sheet(player: str, body: str = "", *, turn: int = 0, phase: str = "setup") -> str:
    """Write a sheet; says the file's name."""
    text = f"campaign: volga\nplayer: {player}\nturn: {turn}\nphase: {phase}\n{body}"
    Path(f"{player}.yaml").write_text(text)
    return f"{player}.yaml"


def test_a_campaign_from_the_first_command_to_the_first_report(desk: Desk) -> None:
    said = desk("new", "volga", "--players", "players.txt", "--zone", "Europe/London")
    assert (
        "volga/turns/00-setup/reports-deal" in said
        and "secrets.yaml" in said
        and "SHA-256 of the seed" in said
    )
    for line in Path("volga/secrets.yaml").read_text().splitlines()[1:]:
        assert line.partition(": ")[2] not in said or not line.partition(": ")[2]
    assert "Orders for the set-up are due Tuesday 8 December 2026, 12:00 Europe/London" in desk(
        "publish", "volga"
    )
    said = desk("submit", "volga", sheet("A"), sheet("B", "stacks: [[999]]\n"))
    assert "A.yaml: counts as version 1 of player A's sheet, received Tuesday 1 December 2026, 12:00" in said
    assert "B.yaml:5:11: error:" in said and "version 1 of player B's sheet, with 1 error" in said
    desk("adjudicate", "volga", status=1)
    assert "no sheet has come from player C (Clara)" in desk.error
    said = desk("adjudicate", "volga", "--allow-missing")
    assert "The set-up is adjudicated. sheets: A version 1, B version 1 no sheet from: C (Clara) orders: 1 void" in said
    assert "volga/turns/00-setup/reports, drafts" in said
    assert "is published" in desk("publish", "volga")
    desk("publish", "volga", status=1)
    assert "the report of the set-up is published already" in desk.error
    assert "ANNA" in desk("report", "volga", "--player", "a").upper()
    assert json.loads(Path("volga/turns/00-setup/result.json").read_text())["phase"] == "setup"
    assert "Nothing differs." in desk("verify", "volga")


def test_status_shows_everybody(pbem: Desk, clock: Clock) -> None:
    pbem("submit", "volga", sheet("A"), sheet("B", "stacks: [[999]]\n"))
    pbem("excuse", "volga", "--player", "c")
    clock.now += timedelta(days=2, hours=3)
    said = pbem("status", "volga")
    assert said == (
        "volga: the set-up due Tuesday 8 December 2026, 12:00 Europe/London (UTC+00:00), in 4 days 21 hours "
        "A Anna Example valid sheet, version 1, 2026-12-01 12:00 "
        "B Boris sheet with 1 error, version 1, 2026-12-01 12:00 C Clara excused All sheets are in: `pbem adjudicate volga`."
    )
    (found,) = json.loads(pbem("status", "volga", "--format", "json"))
    assert [player["state"] for player in found["players"]] == ["valid", "errors", "excused"]
    assert found["deadline"] == "2026-12-08T12:00:00Z" and found["seconds"] == 5 * 86400 - 3 * 3600


def test_status_goes_on_after_a_folder_that_is_none(pbem: Desk) -> None:
    said = pbem("status", "nowhere", "volga", status=2)
    assert "volga: the set-up" in said and "no such folder" in pbem.error


def test_sheets_are_shown_as_understood_or_blank(pbem: Desk) -> None:
    assert "key: your-secret-word" in pbem("sheet", "volga", "--player", "A")
    pbem("submit", "volga", sheet("A", "key: my-own-word-99\npress: {to: B, text: Hello.}\n"))
    understood = pbem("sheet", "volga", "--player", "A")
    assert "press: - {to: [B], " in understood and "my-own-word" not in understood
    assert "key: (not kept)" in pbem("sheet", "volga", "--player", "A", "--as-written")
    assert "key: your-secret-word" in pbem("sheet", "volga", "--player", "A", "--blank")
    pbem("sheet", "volga", "--player", "A", "--version", "3", status=1)
    pbem("sheet", "volga", "--player", "A", "--phase", "03-third", status=2)
    assert "00-setup, 03-first, 03-second" in pbem.error


def test_a_dry_run_says_that_its_dice_are_thrown_away(pbem: Desk) -> None:
    before = Path("volga/ledger.jsonl").read_bytes()
    said = pbem("adjudicate", "volga", "--dry-run")
    assert "nothing was written" in said and "throw-away dice" in said
    assert json.loads(pbem("adjudicate", "volga", "--dry-run", "--format", "json"))["throw_away_dice"]
    assert "Anna" in pbem("adjudicate", "volga", "--dry-run", "--player", "A")
    assert Path("volga/ledger.jsonl").read_bytes() == before
    pbem("close", "volga")
    assert "was closed already" in pbem("close", "volga")
    assert "throw-away" not in pbem("adjudicate", "volga", "--dry-run")


def test_undo_and_rule(pbem: Desk) -> None:
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    assert "players are told nothing" in pbem("undo", "volga")
    pbem.once(("adjudicate", "volga", "--allow-missing"), ("publish", "volga"))
    pbem("undo", "volga", status=1)
    assert "needs a reason" in pbem.error
    assert "next report announces" in pbem("undo", "volga", "--to", "00-setup", "--why", "A slip.")
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    Path("ruling.yaml").write_text("why: Found.\nflags: {purge_held: yes}\n")
    assert "Nothing was recorded." in pbem("rule", "volga", "ruling.yaml", "--dry-run")
    assert "purge held is yes" in pbem("rule", "volga", "ruling.yaml")
    pbem("rule", "volga", "--set", "gifts=accepted", status=2)
    assert "needs its reason" in pbem.error
    assert "ruling gifts is accepted" in pbem("rule", "volga", "--set", "gifts=accepted", "--why", "Agreed.")
    pbem("rule", "volga", "--set", "gifts", "--why", "x", status=2)
    pbem("rule", "volga", "--set", "gift=x", "--why", "x", status=2)
    assert "Did you mean gifts?" in pbem.error


def test_deadlines_are_shown_to_each_in_his_zone(pbem: Desk) -> None:
    said = pbem("deadline", "volga", "--at", "2026-12-10 20:00", "--why", "Holiday.")
    assert (
        "in 9 days 8 hours" in said
        and "A Anna Example: Thursday 10 December 2026, 20:00 Europe/London" in said
    )
    assert "in 12 days 8 hours" in pbem("deadline", "volga", "--extend", "3d")
    assert "Sunday 13 December" in pbem("deadline", "volga")
    pbem("deadline", "volga", "--at", "2027-03-28 01:30", status=2)
    assert "does not exist in Europe/London" in pbem.error


def test_seats(pbem: Desk) -> None:
    said = pbem(
        "replace", "volga", "--player", "B", "--name", "Bella", "--email", "b@example.org", "--why", "Moved."
    )
    assert "Bella takes over player B" in said and "secrets.yaml" in said
    assert "leaves the campaign before" in pbem("remove", "volga", "--player", "C")
    pbem("excuse", "volga", "--player", "X", status=2)
    assert "The players are A, B, C." in pbem.error


def test_log_explain_archive_rebuild(pbem: Desk) -> None:
    pbem("submit", "volga", sheet("A", "stacks: [[999]]\n"))
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    assert (
        "1 2026-12-01 12:00 The campaign volga was set up for A Anna Example, B Boris and C Clara."
        in pbem("log", "volga")
    )
    assert len(json.loads(pbem("log", "volga", "--last", "2", "--format", "json"))) == 2
    said = pbem("explain", "volga", "A.stacks[0]")
    assert (
        "Void: nothing was carried out." in said
        and "What would have been needed:" in said
        and "The rule:" in said
    )
    assert json.loads(pbem("explain", "volga", "A.stacks[0]", "--format", "json"))["ended"] == "void"
    assert "without what is still secret" in pbem("archive", "volga", "--out", "volga.zip")
    assert "not revealed yet" in pbem("verify", "volga.zip")
    Path("volga/turns/00-setup/sheets/A.1.yaml").unlink()
    pbem("verify", "volga", status=1)
    assert "is made again" in pbem("rebuild", "volga")
    assert json.loads(pbem("verify", "volga", "--format", "json"))["difference"] == ""


def test_late_sheets_need_a_word(pbem: Desk, clock: Clock) -> None:
    clock.now += timedelta(days=8)
    said = pbem("submit", "volga", sheet("A"), sheet("B"), status=1)
    assert said.count("came after the deadline") == 2
    assert "counts as version 1" in pbem("submit", "volga", sheet("A"), "--late")
    assert "received Tuesday 8 December 2026, 11:59" in pbem(
        "submit", "volga", sheet("B"), "--received", "2026-12-08 11:59"
    )
    pbem("submit", "volga", "nowhere.yaml", status=2)


def test_manual_dice_at_the_terminal(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk("new", "volga", "--players", "players.txt")
    settings = Path("volga/campaign.yaml")
    settings.write_text(settings.read_text().replace("dice: sealed", "dice: manual"))
    desk("publish", "volga")
    desk("adjudicate", "volga", "--allow-missing")
    desk("publish", "volga")
    answers = iter(["9", "1 2"])
    monkeypatch.setattr("click.prompt", lambda text: next(answers))
    said = desk("adjudicate", "volga", "--allow-missing")
    assert "the roll event/1 is given as 9" in said and "rolls: 1" in said
    desk("adjudicate", "volga", "--allow-missing", "--dice", "nowhere.yaml", status=2)


def test_a_sealed_campaign_refuses_other_dice(pbem: Desk) -> None:
    Path("rolls.yaml").write_text("event/1: 3 4\n")
    pbem("adjudicate", "volga", "--allow-missing", "--dice", "rolls.yaml", status=2)
    assert "dice are sealed" in pbem.error


@pytest.mark.parametrize("name", OURS)
def test_every_help_shows_an_example(desk: Desk, name: str) -> None:
    said = desk(name, "--help")
    assert "Example" in said and f": pbem {name} " in said and "Usage: pbem" in said


@pytest.mark.parametrize("name", [name for name in OURS if name not in ("new", "verify", "status")])
def test_a_folder_that_is_no_campaign_is_said(desk: Desk, name: str) -> None:
    more = {
        "submit": [sheet("A")],
        "sheet": ["--player", "A"],
        "excuse": ["--player", "A"],
        "remove": ["--player", "A"],
        "key": ["--player", "A"],
        "replace": ["--player", "A", "--name", "X"],
        "explain": ["A.moves[0]"],
        "rule": ["--set", "gifts=accepted", "--why", "x"],
        "deadline": ["--extend", "1d"],
    }
    desk(name, "nowhere", *more.get(name, []), status=2)
    assert "nowhere" in desk.error and "campaign" in desk.error


def test_status_loads_little(tmp_path: Path) -> None:
    from tests.campaign.play import begin

    folder = begin(tmp_path / "volga")
    code = "import sys; from pbem.cli import run; run(['status', sys.argv[1]]); print(*sys.modules, file=sys.stderr)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code, folder], capture_output=True, text=True, check=True, env=environment
    )
    loaded = done.stderr.split()
    assert not {"pydantic", "jinja2", "yaml", "pbem.phases.sequence"} & set(loaded)
