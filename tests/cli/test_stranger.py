"""What a stranger to the program trips over: every answer says what is meant and what can be done, and what it advises works."""

import io
import json
import re
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from tests.cli.test_campaign_commands import Clock, Desk, clock, desk, pbem, sheet
from tests.cli.test_fresh_gamesmaster import ruled, to_first_turn, word_of

__all__ = ["clock", "desk", "pbem"]  # fixtures

MOVE = "moves:\n- {force: [Tukachevsky], route: SIMB-SAMA}\n"


def edit(old: str, new: str, path: str = "volga/campaign.yaml") -> None:
    text = Path(path).read_text("utf-8")
    assert old in text
    Path(path).write_text(text.replace(old, new), "utf-8")


def first_phase_played(pbem: Desk) -> None:
    """The First Phase is adjudicated with a sheet of A; its report is a draft."""
    to_first_turn(pbem)
    sheet_of_a = sheet("A", MOVE, turn=1, phase="first")
    pbem.once(("submit", "volga", sheet_of_a), ("adjudicate", "volga", "--allow-missing"))


# --- Phases ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["1-first", "01-first", "001-First", " 1-first "])
@pytest.mark.parametrize(
    "words",
    [
        ("report", "--player", "A", "--phase"),
        ("report", "--format", "json", "--phase"),
        ("log", "--phase"),
        ("explain", "A.moves[0]", "--phase"),
        ("sheet", "--player", "A", "--phase"),
        ("sheet", "--player", "A", "--blank", "--phase"),
        ("map", "--out", "-", "--phase"),
        ("deadline", "--at", "2027-01-10 20:00", "--phase"),
        ("undo", "--to"),
    ],
)
def test_a_phase_is_understood_however_it_is_written(pbem: Desk, phase: str, words: tuple[str, ...]) -> None:
    if words[0] == "deadline":
        to_first_turn(pbem)
    else:
        first_phase_played(pbem)
    said = pbem(words[0], "volga", *words[1:], phase)
    assert said and "Nothing is recorded" not in said


def test_of_a_phase_that_has_not_come_it_is_said(pbem: Desk) -> None:
    to_first_turn(pbem)
    assert pbem("log", "volga", "--phase", "33-first") == "Nothing is recorded of Game-Turn 33, First Phase."
    assert json.loads(pbem("log", "volga", "--phase", "33-first", "--format", "json")) == []
    pbem("sheet", "volga", "--player", "A", "--blank", "--phase", "33-first", status=1)
    assert "has not begun, so there is no blank sheet for it" in pbem.error
    pbem("log", "volga", "--phase", f"{'9' * 5000}-first", status=2)
    assert "there is no Phase" in pbem.error
    assert "First special report" in pbem("report", "volga", "--phase", "Deal", "--player", "A")


def test_a_blank_sheet_needs_no_sheet_on_file(pbem: Desk) -> None:
    pbem("submit", "volga", sheet("A"))
    to_first_turn(pbem)
    for player in ("A", "B"):
        said = pbem("sheet", "volga", "--player", player, "--blank", "--phase", "00-setup")
        assert f"player: {player} turn: 0 phase: setup" in said
    pbem("sheet", "volga", "--player", "B", "--phase", "00-setup", status=1)
    assert "player B has no sheet for the set-up on file" in pbem.error


# --- undoing and ruling ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["read:\n  A.moves[0]: {force: [153], route: SIMB-PENZ}", "void: A.moves[0]"]
)
@pytest.mark.parametrize("published", [False, True])
def test_who_rules_on_an_order_that_is_carried_out_is_told_to_undo_first(
    pbem: Desk, text: str, published: bool
) -> None:
    first_phase_played(pbem)
    if published:
        pbem("publish", "volga")
    ruled(pbem, text, status=1)
    why = " --why …" if published else ""
    assert (
        f"Game-Turn 1, First Phase is adjudicated already. To rule on it: `pbem undo volga{why}`"
        in pbem.error
    )
    pbem("undo", "volga", "--why", "A slip.")
    ruled(pbem, text)
    pbem("submit", "volga", sheet("A", "", turn=1, phase="first"), status=1)  # it is closed


def test_so_too_of_the_set_up(pbem: Desk) -> None:
    pbem("submit", "volga", sheet("A", "stacks: [[999]]\n"))
    pbem("adjudicate", "volga", "--allow-missing")
    ruled(pbem, "void: A.stacks[0]", status=1)
    assert "The set-up is adjudicated already. To rule on it: `pbem undo volga` goes back" in pbem.error


def test_an_order_that_is_nowhere_needs_no_undo(pbem: Desk) -> None:
    first_phase_played(pbem)
    ruled(pbem, "void: A.moves[7]", status=1)
    assert "undo" not in pbem.error


def test_it_is_said_of_which_phase_a_ruled_roll_is(pbem: Desk) -> None:
    assert "for the set-up, which is awaited. " in f"{ruled(pbem, 'rolls: {event/1: [3, 4]}')} "
    first_phase_played(pbem)
    said = ruled(pbem, "rolls: {event/1: [3, 4]}")
    assert "This is for Game-Turn 1, Second Phase, which is awaited." in said
    assert "Game-Turn 1, First Phase is adjudicated already. To rule on it: `pbem undo volga`" in said


@pytest.mark.parametrize("days", [1, 7, 8, 30])
def test_the_deadline_that_undo_advises_can_be_set(pbem: Desk, clock: Clock, days: int) -> None:
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    clock.now += timedelta(days=days, minutes=20)
    found = re.search(r"`pbem deadline volga (--\w+) \"?([^\"`]+)\"?`", pbem("undo", "volga"))
    assert found is not None and (found[1] == "--extend") == (days < 8)
    assert "are due in" in pbem("deadline", "volga", found[1], found[2])
    assert "counts as version 1" in pbem("submit", "volga", sheet("A"))


def test_a_deadline_put_off_to_the_past_names_a_time_that_can_be(pbem: Desk, clock: Clock) -> None:
    clock.now += timedelta(days=30)
    pbem("deadline", "volga", "--extend", "1d", status=2)
    assert (
        "The deadline was Tuesday 8 December 2026" in pbem.error and "--extend counts from it" in pbem.error
    )
    found = re.search(r'--at "([^"]+)"', pbem.error)
    assert found is not None
    pbem("deadline", "volga", "--at", found[1])


def test_several_reports_are_taken_back(pbem: Desk) -> None:
    for _ in range(2):
        pbem.once(("adjudicate", "volga", "--allow-missing"), ("publish", "volga"))
    pbem("undo", "volga", "--to", "0-setup", status=1)
    assert (
        "the reports of the set-up and Game-Turn 1, First Phase are published, so undoing them" in pbem.error
    )
    said = pbem("undo", "volga", "--to", "0-setup", "--why", "A slip.")
    assert "that the reports of the set-up and Game-Turn 1, First Phase are taken back" in said
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    assert "took back the reports of the set-up and Game-Turn 1, First Phase" in pbem(
        "report", "volga", "--player", "A"
    )


# --- seats -------------------------------------------------------------------------------------------------------


def test_a_new_word_says_what_becomes_of_the_sheet(pbem: Desk) -> None:
    assert "No sheet of his for the set-up is on file." in pbem("key", "volga", "--player", "B")
    pbem("submit", "volga", sheet("B", "press: [{to: all, text: Hello.}]\n"))
    before = word_of("B")
    said = pbem("key", "volga", "--player", "B")
    assert word_of("B") not in said and before != word_of("B") and "volga/secrets.yaml, behind B" in said
    assert (
        "version 1, received Tuesday 1 December 2026, 12:00 Europe/London (UTC+00:00), goes on counting"
        in said
    )
    assert "`pbem key volga --player B --drop-sheet`" in said
    said = pbem("key", "volga", "--player", "B", "--drop-sheet")
    assert "up to version 1" in said and "count no longer" in said
    assert "B Boris nothing" in pbem("status", "volga")
    again = re.search(r"`pbem (submit volga \S+)`", said)
    assert again is not None and "counts as version 2" in pbem(*again[1].split())
    pbem("key", "volga", "--player", "X", status=2)
    assert "The players are A, B, C." in pbem.error


def test_what_a_new_player_does_not_take_over_is_said(pbem: Desk) -> None:
    pbem("submit", "volga", sheet("A"))
    said = pbem("replace", "volga", "--player", "A", "--name", "Fred")
    assert "Fred takes over player A from Anna Example." in said
    assert "The address anna@example.org is taken out; write that of Fred into volga/campaign.yaml." in said
    assert "The time zone Europe/London is taken out; now it is that of the campaign." in said
    assert "The sheet on file, version 1, goes on counting" in said
    said = pbem("replace", "volga", "--player", "B", "--name", "Boris")
    assert "Boris goes on playing player B." in said and "taken out" not in said
    assert "boris@example.org" in Path("volga/campaign.yaml").read_text()
    pbem("remove", "volga", "--player", "C")
    said = pbem("replace", "volga", "--player", "C", "--name", "Carl", "--email", "carl@example.org")
    assert "That the player was to be removed is cancelled." in said
    pbem("replace", "volga", "--player", "C", "--name", "Carl", "--email", "carl@example", status=2)
    assert "an address is written like anna@example.org" in pbem.error


# --- practice players --------------------------------------------------------------------------------------------


def test_each_practice_player_gets_his_sheet_for_himself(pbem: Desk) -> None:
    pbem("submit", "volga", sheet("C"))
    said = pbem("bot", "volga", "--player", "B,C", status=1)
    assert "Player B: a greedy sheet is on file as version 1" in said
    assert (
        "Player C: no sheet was written. He has a sheet for the set-up on file. Give the command with --anew"
        in said
    )
    pbem("remove", "volga", "--player", "B")
    said = pbem("bot", "volga", "--player", "A,B", status=1)
    assert "Player A: a greedy sheet is on file" in said
    assert (
        "Player B: no sheet was written. He is removed before the set-up. `pbem replace` puts somebody"
        in said
    )
    pbem("bot", "volga", "--player", "A,Z", "--anew", status=2)
    assert "there is no player 'Z'" in pbem.error and "The players are A, B, C." in pbem.error


# --- sheets ------------------------------------------------------------------------------------------------------


def test_a_sheet_from_the_standard_input(pbem: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = Path(sheet("A")).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    assert "-: counts as version 1 of player A's sheet" in pbem("submit", "volga", "-")


# --- archives and pages ------------------------------------------------------------------------------------------


def test_an_archive_replaces_an_archive_and_nothing_else(pbem: Desk) -> None:
    before = Path("players.txt").read_bytes()
    pbem("archive", "volga", "--out", "players.txt", status=2)
    assert "something else than an archive" in pbem.error and Path("players.txt").read_bytes() == before
    pbem("archive", "volga", "--out", "nowhere/volga.zip", status=2)
    assert "there is no such folder" in pbem.error and not Path("nowhere").exists()
    assert "the players' sheets and reports" in pbem("archive", "volga", "--out", "volga.zip")
    assert "It replaces the archive that was there." in pbem("archive", "volga", "--out", "volga.zip")


def test_pages_of_the_deal_alone(pbem: Desk) -> None:
    pbem("site", "volga", "pages", status=1)
    assert "no Phase of this campaign is published yet: the deal is" in pbem.error


def test_a_second_demonstration(desk: Desk) -> None:
    Path("pbem-demo").mkdir()
    Path("pbem-demo/mine.txt").write_text("mine")
    desk("demo", status=2)
    assert "pbem demo another-demo" in desk.error


# --- faults that only a command that writes would meet -----------------------------------------------------------


def test_a_dry_run_finds_what_would_stop_the_adjudication(pbem: Desk) -> None:
    edit("dice: sealed", "dice: loaded")
    pbem("adjudicate", "volga", "--dry-run", status=2)
    assert "dice is 'loaded'" in pbem.error
    edit("dice: loaded", "dice: sealed")
    Path("volga/rules").mkdir()
    Path("volga/rules/borders.csv").write_text("a,b\n")
    pbem("adjudicate", "volga", "--dry-run", status=2)
    assert "lacks the column 'kind'" in pbem.error


def test_verify_says_where_the_ledger_breaks(pbem: Desk) -> None:
    path = Path("volga/ledger.jsonl")
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines[:2], lines[2].replace("deadline", "deadlime"), *lines[3:]]), "utf-8")
    said = pbem("verify", "volga", status=1)
    assert said.startswith("The ledger: 2 records, each follows the one before. DIFFERENCE: ledger.jsonl:3: ")
    path.write_text("x" + path.read_text("utf-8"), "utf-8")
    assert pbem("verify", "volga", status=1).startswith("DIFFERENCE: ledger.jsonl:1: ")


# --- looking up --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("purge",), "11.4 Purge Results Table"),
        (("Purges",), "R22 How the points of a Purge are spent"),
        (("rail", "movement"), "5.36 Rail movement has rules of its own"),
    ],
)
def test_cases_and_rulings_are_found_by_a_word(desk: Desk, words: tuple[str, ...], says: str) -> None:
    assert says in desk("rules", "show", *words)


@pytest.mark.parametrize(("what", "cure"), [("xyzzy", "Try for instance"), ("Moscow", "Did you mean TVER?")])
def test_a_word_that_stands_nowhere(desk: Desk, what: str, cure: str) -> None:
    desk("rules", "show", what, status=2)
    assert cure in desk.error


@pytest.mark.parametrize(("written", "meant"), [("MOSC", "TVER"), ("mosc", "TVER"), ("Yamb", "PETR")])
def test_a_town_cut_short_in_the_place_of_a_province(pbem: Desk, written: str, meant: str) -> None:
    path = sheet("A", f"moves:\n- {{force: [Trotsky], route: NOVG-{written}}}\n", turn=1, phase="first")
    assert f"Perhaps you mean: {meant}" in pbem("check", path, status=1)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("reports/position.json", "This is a position, no sheet."),
        ("result.json", "This is what came of a Phase"),
    ],
)
def test_another_file_in_the_place_of_a_sheet(pbem: Desk, name: str, says: str) -> None:
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    path = f"volga/turns/00-setup/{name}"
    said = pbem("check", path, status=1)
    assert says in said and said.count("error:") == 1
    said = pbem("submit", "volga", path, status=1)
    assert says in said and said.count("error:") == 1
