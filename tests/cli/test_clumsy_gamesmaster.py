"""A gamesmaster's slips: wrong names and folders, lost files, settings edited in some editor, times that cannot be."""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from tests.cli.test_campaign_commands import Clock, Desk, clock, desk, pbem, sheet

__all__ = ["clock", "desk", "pbem"]  # fixtures


def edit(old: str, new: str, path: str = "volga/campaign.yaml") -> None:
    text = Path(path).read_bytes().decode()
    assert old in text
    Path(path).write_bytes(text.replace(old, new).encode())


# --- names and folders -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Великая Волга", "on the Volga", "a\nb", "x" * 41, "-volga"])
def test_a_name_that_cannot_be_is_refused_before_anything_is_made(desk: Desk, name: str) -> None:
    desk("new", "volga", "--players", "players.txt", "--name", name, status=2)
    assert "is no name for a campaign" in desk.error and "--name " in desk.error
    assert not Path("volga").exists()


def test_a_folder_with_blanks_needs_a_name_and_is_put_in_quotes_in_commands(desk: Desk) -> None:
    desk("new", "on the Волга", "--players", "players.txt", status=2)
    assert "--name on-the-Волга" in desk.error
    said = desk("new", "on the Волга", "--players", "players.txt", "--name", "Волга")
    assert '`pbem publish "on the Волга"`' in said
    desk("publish", "on the Волга")
    said = desk("adjudicate", "on the Волга", "--allow-missing")
    assert '`pbem publish "on the Волга"`' in said
    assert '`pbem deadline "on the Волга" --extend 1d`' in desk("undo", "on the Волга")


def test_a_file_where_a_folder_should_be(pbem: Desk) -> None:
    pbem("new", "players.txt", "--players", "players.txt", status=2)
    assert "disk is full" not in pbem.error and "the name is right" in pbem.error
    pbem("archive", "volga", "--out", "volga", status=2)
    assert "disk is full" not in pbem.error
    pbem("status", "nowhere", status=2)
    assert "there is no such folder" in pbem.error
    pbem("status", ".", status=2)
    assert "this folder is no campaign" in pbem.error


# --- players ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--name", ""), "must not be empty"),
        (("--name", "Bob\nTwo"), "a name is a line of letters"),
        (("--name", "Bob", "--email", "bob"), "an address is written like anna@example.org"),
        (("--name", "Bob", "--zone", "Mars/X"), "a time zone is written like"),
        (("--name", "x" * 81), "up to 80 letters"),
    ],
)
def test_a_replacement_that_cannot_be(pbem: Desk, words: tuple[str, ...], says: str) -> None:
    before = Path("volga/secrets.yaml").read_bytes()
    pbem("replace", "volga", "--player", "B", *words, status=2)
    assert says in pbem.error
    assert Path("volga/secrets.yaml").read_bytes() == before


def test_a_removal_is_for_its_phase_though_the_campaign_goes_back(pbem: Desk) -> None:
    pbem.once(("adjudicate", "volga", "--allow-missing"), ("publish", "volga"))
    pbem("remove", "volga", "--player", "B")
    pbem("excuse", "volga", "--player", "B", status=1)
    assert "is removed" in pbem.error
    pbem("submit", "volga", sheet("B", turn=1, phase="first"), status=1)
    pbem("undo", "volga", "--why", "Too early.")
    assert "B Boris nothing" in pbem("status", "volga")
    pbem("deadline", "volga", "--extend", "1d")
    assert "counts as version 1" in pbem("submit", "volga", sheet("B"))
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    assert "B Boris removed before this Phase" in pbem("status", "volga")


# --- settings --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('playing_gamesmaster: ""', "playing_gamesmaster: F", "there is no player F"),
        ('at: ""', "at: 25:00", "a time of day is written like 20:00"),
        ("anna@example.org", "anna", "an address is written like"),
        ("html: yes", "html: maybe", "it is yes or no"),
        ("dice: sealed", "dice: real", "it may be 'sealed' or 'manual'"),
        ('{name: "Boris", email: "boris@example.org"}', "Boris", "here stand further keys"),
        ('gamesmaster: {name: ""', 'gamesmaster: {name: "a\\nb"', "a name is a line of letters"),
        ("zone: Europe/London\n", "\tzone: Europe/London\n", "Write blanks instead of tabs"),
        ("# Settings", "mail: {from: [a\n# Settings", "stands in quotes"),
    ],
)
def test_settings_that_cannot_be_are_said_in_plain_words(pbem: Desk, old: str, new: str, says: str) -> None:
    edit(old, new)
    pbem("excuse", "volga", "--player", "A", status=2)
    assert says in pbem.error and "pattern" not in pbem.error
    assert "volga/campaign.yaml:" in pbem.error


@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_line_ends_of_windows_stay_as_they_are(pbem: Desk, start: str) -> None:
    edit("\n", "\r\n")
    edit("# Settings", start + "# Settings")
    pbem("replace", "volga", "--player", "B", "--name", "Bea")
    pbem("rule", "volga", "--set", "gifts=accepted", "--why", "As agreed.")
    text = Path("volga/campaign.yaml").read_bytes()
    assert text.count(b"\n") == text.count(b"\r\n") and b'  B: {name: "Bea"}\r\n' in text
    assert b"rulings:\r\n  gifts: accepted\r\n" in text
    assert "Bea" in pbem("status", "volga")
    pbem("excuse", "volga", "--player", "A")
    assert "Nothing differs." in pbem("verify", "volga")


# --- lost files ------------------------------------------------------------------------------------------------


def test_all_but_ledger_and_secrets_can_be_lost(pbem: Desk) -> None:
    pbem("submit", "volga", sheet("A", "stacks: [[999]]\n"))
    for _ in range(2):
        pbem.once(("adjudicate", "volga", "--allow-missing"), ("publish", "volga"))
    before = {path: path.read_bytes() for path in Path("volga/turns").rglob("*") if path.is_file()}
    Path("volga/campaign.yaml").unlink()
    assert "campaign.yaml is missing; `pbem rebuild` makes it again" in pbem("verify", "volga", status=1)
    shutil.rmtree("volga/turns")
    Path("volga/.index.json").unlink()
    secret = Path("volga/secrets.yaml").read_bytes()
    Path("volga/secrets.yaml").unlink()
    assert "secrets.yaml is missing" in pbem("rebuild", "volga", status=1) + pbem.error
    assert "DIFFERENCE: secrets.yaml is missing" in pbem("verify", "volga", status=1)
    assert {path: path.read_bytes() for path in before} == before
    assert Path("volga/campaign.yaml").exists()
    pbem("adjudicate", "volga", "--allow-missing", status=2)
    assert "the file is missing" in pbem.error and "Put it back from a copy" in pbem.error
    Path("volga/secrets.yaml").write_bytes(secret)
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    assert "Nothing differs." in pbem("verify", "volga")


def test_an_archive_unpacked_in_a_folder_is_verified_as_an_archive(pbem: Desk) -> None:
    pbem("archive", "volga", "--out", "volga.zip")
    shutil.unpack_archive("volga.zip", "unpacked")
    assert "Nothing differs." in pbem("verify", "unpacked")


# --- times -----------------------------------------------------------------------------------------------------


def test_a_deadline_is_shown_for_the_phase_that_is_asked_for(pbem: Desk, clock: Clock) -> None:
    assert "No deadline is set for Game-Turn 1, First Phase." in pbem(
        "deadline", "volga", "--phase", "01-first"
    )
    pbem("deadline", "volga", "--phase", "01-first", "--at", "2026-12-24 20:00")
    said = pbem("deadline", "volga", "--phase", "01-first")
    assert "Game-Turn 1, First Phase are due in" in said and "24 December 2026, 20:00" in said
    clock.now += timedelta(days=8)
    assert "Orders for the set-up were due" in pbem("deadline", "volga")
    pbem("deadline", "volga", "--extend", "0d", status=2)
    assert "puts nothing off" in pbem.error


def test_a_sheet_cannot_have_come_in_the_future(pbem: Desk) -> None:
    pbem("submit", "volga", sheet("A"), "--received", "2027-12-01 11:00", status=2)
    assert "is still to come" in pbem.error
    assert "A Anna Example nothing" in pbem("status", "volga")


# --- rulings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "status", "says"),
    [
        ("move: [{units: [111], to: NVOG}]", 2, "Did you mean NOVG?"),
        ("move: [{units: [Trotzkoy], to: NOVG}]", 2, "Did you mean Trotsky?"),
        ("give: [{politburo: 99, from: A, to: B}]", 1, "Player A does not hold 99 Politburo Markers"),
        ("give: [{assassin: 1, from: out_of_play, to: B}]", 1, "out of play there is not 1 Assassin Marker"),
        ("read: {A.moves[0]: {force: [152]}}", 2, "stands in quotes"),
    ],
)
def test_a_ruling_that_cannot_be_says_what_may_be_meant(
    pbem: Desk, text: str, status: int, says: str
) -> None:
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    Path("ruling.yaml").write_text(f"why: So it is.\n{text}\n")
    pbem("rule", "volga", "ruling.yaml", status=status)
    assert says in pbem.error


def test_units_are_put_under_a_unit_only_where_it_stands(pbem: Desk) -> None:
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    Path("ruling.yaml").write_text("why: x\nmove: [{units: [Budenny], under: Trotsky, to: URAL}]\n")
    pbem("rule", "volga", "ruling.yaml", status=1)
    assert "Trotsky stands in TVER and not in URAL" in pbem.error
    for to in ("", ", to: Tver"):
        Path("ruling.yaml").write_text(f"why: x\nmove: [{{units: [Budenny], under: Trotsky{to}}}]\n")
        said = pbem("rule", "volga", "ruling.yaml", "--dry-run")
        assert "moved Budenny (156)" in said and "to the stack of Trotsky (152) in TVER" in said


def test_a_roll_that_was_set_and_not_needed_is_told(pbem: Desk) -> None:
    pbem.once(("adjudicate", "volga", "--allow-missing"), ("publish", "volga"))
    Path("ruling.yaml").write_text("why: x\nrolls: {event/1: [3, 4], combat/TVER/A/1: 4}\n")
    pbem("rule", "volga", "ruling.yaml")
    said = pbem("adjudicate", "volga", "--allow-missing")
    assert "not rolled: combat/TVER/A/1, which your ruling set" in said and "event/1, which" not in said


def test_what_is_told_of_orders_that_are_none_or_were_read_otherwise(pbem: Desk) -> None:
    pbem.once(("adjudicate", "volga", "--allow-missing"), ("publish", "volga"))
    body = (
        "moves:\n- {force: [1], route: TVER-...}\n- {force: [2], route: TVER}\n- {force: [3], route: TVER}\n"
    )
    pbem("submit", "volga", sheet("A", body, turn=1, phase="first"))
    Path("ruling.yaml").write_text(
        "why: So meant.\nvoid: A.moves[1]\nread:\n  A.moves[2]: {force: [153], route: SIMB-SAMA}\n"
    )
    pbem("rule", "volga", "ruling.yaml")
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    assert "A line of the blank sheet that was not filled in." in pbem("explain", "volga", "A.moves[0]")
    said = pbem("explain", "volga", "A.moves[1]")
    assert 'Ordered on version 1 of the sheet: "2" goes overland: TVER.' in said
    assert "The gamesmaster held this order void. His reason: So meant." in said
    said = pbem("explain", "volga", "A.moves[2]")
    assert 'Ordered on version 1 of the sheet: "3" goes overland: TVER.' in said
    assert "The gamesmaster ruled that this is read as: Tukachevsky (153)" in said
    assert "His reason: So meant." in said
    pbem("explain", "volga", "moves[1]", status=2)
    assert "'moves[1]' names no order" in pbem.error


def test_the_seal_of_a_playing_gamesmaster_is_in_the_report(desk: Desk) -> None:
    desk("new", "volga", "--players", "players.txt")
    edit('playing_gamesmaster: ""', "playing_gamesmaster: C")
    desk("publish", "volga")
    said = desk("submit", "volga", sheet("C"), sheet("A"))
    seal = said.partition("SHA-256 ")[2].split()[0]
    desk("adjudicate", "volga", "--allow-missing")
    said = desk("report", "volga", "--player", "A")
    assert (
        f"The sheet of Player C, who runs the campaign, was sealed for the set-up: version 1, SHA-256 {seal}."
        in said
    )
    desk("publish", "volga")
    assert "Nothing differs." in desk("verify", "volga")


def test_nothing_is_due_when_the_campaign_is_over(desk: Desk) -> None:
    desk("demo", "en", "--example", "endings/white-victory")
    for words in (("deadline",), ("deadline", "--extend", "1d"), ("sheet", "--player", "A")):
        desk(words[0], "en/white-victory", *words[1:], status=1)
        assert "the campaign is over" in desk.error
    assert "player: A" in desk("sheet", "en/white-victory", "--player", "A", "--phase", "01-first")


def test_a_letter_has_no_outcome_and_a_dry_run_says_where_the_whole_is(pbem: Desk) -> None:
    pbem("submit", "volga", sheet("A", "press: [{to: all, text: Peace}]\n"))
    assert "Add `--player A` for a player's whole report" in pbem(
        "adjudicate", "volga", "--dry-run", "--allow-missing"
    )
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    assert "it is passed on with the report" in pbem("explain", "volga", "A.press[0]")


# --- dice by hand ----------------------------------------------------------------------------------------------


def test_dice_rolled_by_hand_count_again_after_an_undo(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk("new", "volga", "--players", "players.txt")
    edit("dice: sealed", "dice: manual")
    desk("publish", "volga")
    desk("adjudicate", "volga", "--allow-missing")
    desk("publish", "volga")
    assert "dice of this campaign are rolled by hand: these are throw-away" in desk(
        "adjudicate", "volga", "--dry-run"
    )
    monkeypatch.setattr("click.prompt", lambda text: "1 2")
    desk("adjudicate", "volga", "--allow-missing")
    desk("undo", "volga")
    monkeypatch.setattr("click.prompt", lambda text: pytest.fail(f"asked for {text}"))
    said = desk("adjudicate", "volga", "--allow-missing")
    assert "counts again" in said and "rolls: 1" in said
    Path("rolls.yaml").write_text("event/1: 3 3\n")
    desk("undo", "volga")
    desk("adjudicate", "volga", "--allow-missing", "--dice", "rolls.yaml")
    desk("undo", "volga")
    said = desk("adjudicate", "volga", "--allow-missing", "--dice", "manual", "--dry-run", "--format", "json")
    assert '"value": [ 3, 3 ]' in said
    assert "Nothing differs." in desk("verify", "volga")
