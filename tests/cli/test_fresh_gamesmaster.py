"""What a gamesmaster reads who gives the commands for the first time: each says what happened, in whose words, and what to do."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from tests.cli.test_campaign_commands import Clock, Desk, clock, desk, pbem, sheet

__all__ = ["clock", "desk", "pbem"]  # fixtures

RULING = "ruling.yaml"


def word_of(player: str) -> str:
    line = next(
        line
        for line in Path("volga/secrets.yaml").read_text().splitlines()
        if line.startswith(f"  {player}:")
    )
    return line.partition(": ")[2]


def ruled(pbem: Desk, text: str, *words: str, status: int = 0) -> str:
    Path(RULING).write_text(f"why: So it is.\n{text}\n")
    return pbem("rule", "volga", RULING, *words, status=status)


def to_first_turn(pbem: Desk) -> None:
    pbem.once(("adjudicate", "volga", "--allow-missing"), ("publish", "volga"))


# --- dry runs and explanations -----------------------------------------------------------------------------------


def test_a_dry_run_and_the_draft_say_the_same_of_the_deadline(pbem: Desk) -> None:
    pbem("deadline", "volga", "--extend", "3d")
    rehearsed = pbem("adjudicate", "volga", "--dry-run", "--player", "A")
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    draft = pbem("report", "volga", "--player", "A")
    words = "Your next orders are for Game-Turn 1, First Phase. The deadline is set when this report is published."
    for said in (rehearsed, draft):
        assert words in said and "are due" not in said
    pbem("publish", "volga")
    assert "Your next orders, for Game-Turn 1, First Phase, are due Tuesday 8 December" in pbem(
        "report", "volga", "--player", "A"
    )


def test_a_deadline_set_beforehand_is_in_the_dry_run_too(pbem: Desk) -> None:
    pbem("deadline", "volga", "--phase", "01-first", "--at", "2026-12-24 20:00")
    assert "Game-Turn 1, First Phase, are due Thursday 24 December" in pbem(
        "adjudicate", "volga", "--dry-run", "--player", "A"
    )


def test_explain_tells_what_was_ordered_and_beside_it_how_it_was_ruled_to_be_read(pbem: Desk) -> None:
    to_first_turn(pbem)
    body = "moves:\n- {force: [Tukachevsky, 205], route: SIMB-SAMA}\n- {force: [Trotsky], route: TVER-NOVG}\n"
    pbem("submit", "volga", sheet("A", body, turn=1, phase="first"))
    ruled(
        pbem,
        "read:\n  A.moves[0]: {force: [Tukachevsky], route: SIMB-SAMA}\n"
        "  A.moves[2]: {force: [Budenny], route: TVER-NOVG}\nvoid: A.moves[1]",
    )
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    said = pbem("explain", "volga", "A.moves[0]")
    ordered, _, read = said.partition("The gamesmaster ruled that this is read as:")
    assert "Ordered on version 1 of the sheet: Tukachevsky (153)" in ordered and "205" in ordered
    assert read.startswith(" Tukachevsky (153) goes overland: SIMB, SAMA. His reason: So it is.")
    said = pbem("explain", "volga", "A.moves[1]")
    assert "Ordered on version 1 of the sheet: Trotsky (152)" in said
    assert "The gamesmaster held this order void. His reason: So it is." in said
    said = pbem("explain", "volga", "A.moves[2]")
    assert "It was not on version 1 of the sheet." in said and "read as: Budenny (156)" in said
    steps = json.loads(pbem("explain", "volga", "A.moves[0]", "--format", "json"))["steps"]
    assert [step["kind"] for step in steps[:2]] == ["written", "ruled"]


# --- sheets that are submitted -----------------------------------------------------------------------------------


def test_one_secret_word_however_it_is_typed(pbem: Desk) -> None:
    word = word_of("A")
    for number, typed in enumerate((word, word.capitalize(), word.upper().replace("-", " "), f"'{word}'")):
        said = pbem("submit", "volga", sheet("A", f"key: {typed}\nsalt: number {number}\n"))
        assert f"counts as version {number + 1}" in said and "vouch" not in said
    for body, remark in (
        ("key: other-word-12\n", "Its key is not the secret word of player A; you vouch for the sheet."),
        (f"key: {word_of('B')}\n", "Warning: its key is the secret word of player B, but it says it is of player A."),
        ("", "No secret word is on it; you vouch for the sheet."),
        ("key:\n", "No secret word is on it; you vouch for the sheet."),
        ("key: your-secret-word\n", "No secret word is on it; you vouch for the sheet."),
    ):
        said = pbem("submit", "volga", sheet("A", body))
        assert "counts as version" in said and remark in said
    Path("volga/secrets.yaml").unlink()
    said = pbem("submit", "volga", sheet("A", f"key: {word}\nstacks: []\n"))
    assert "counts as version" in said and "was compared with nothing; you vouch for the sheet." in said


def test_a_sheet_that_came_earlier_takes_the_place_of_a_later_one_with_a_warning(
    pbem: Desk, clock: Clock
) -> None:
    clock.now += timedelta(days=1)
    first, second = sheet("A", "press: [{to: all, text: One}]\n"), Path("second.yaml")
    assert "Warning" not in pbem("submit", "volga", first, "--received", "2026-12-02 10:00")
    second.write_text(Path(first).read_text().replace("One", "Two"))
    said = pbem("submit", "volga", "second.yaml", "--received", "2026-12-02 09:00")
    assert "counts as version 2" in said
    assert "Warning: it came before version 1, received 2026-12-02 10:00, whose place it takes" in said
    command = said.partition("If version 1 is to count: `")[2].partition("`")[0]
    *words, _, _, _ = command.split()
    assert command.endswith('volga/turns/00-setup/sheets/A.1.yaml --received "2026-12-02 10:00"')
    said = pbem(*words[1:], "--received", "2026-12-02 10:00")
    assert "counts as version 3" in said and "Warning" not in said
    assert "One" in pbem("sheet", "volga", "--player", "A")
    assert "Warning" not in pbem("submit", "volga", "second.yaml", "--received", "2026-12-02 10:00")


# --- the log -----------------------------------------------------------------------------------------------------


def test_the_log_tells_what_was_late_and_when_it_came_in_the_campaigns_zone(desk: Desk, clock: Clock) -> None:
    desk("new", "volga", "--players", "players.txt", "--zone", "Asia/Kolkata")
    desk("publish", "volga")
    clock.now += timedelta(days=8)
    desk("submit", "volga", sheet("A"), "--received", "2026-12-01 19:30")
    desk("submit", "volga", sheet("B"), "--received", "2026-12-09 17:00", "--late")
    desk("submit", "volga", sheet("A", turn=9), status=1)
    said = desk("log", "volga")
    assert "No. Asia/Kolkata" in said and "2026-12-01 17:30 The campaign volga was set up" in said
    assert (
        "Player A for the set-up came by submit, received 2026-12-01 19:30: version 1, with no errors."
        in said
    )
    assert "Player B for the set-up came by submit, late, received 2026-12-09 17:00: version 1" in said
    assert "A sheet of Player A for the set-up was refused" in said
    assert "player A" not in said and "player B" not in said
    assert {line["time"][-1] for line in json.loads(desk("log", "volga", "--format", "json"))} == {"Z"}


def test_a_sheet_that_was_taken_when_it_came_has_one_time_in_the_log(pbem: Desk) -> None:
    pbem("submit", "volga", sheet("A"))
    assert "Player A for the set-up came by submit: version 1, with no errors." in pbem("log", "volga")


# --- rulings -----------------------------------------------------------------------------------------------------


def test_after_a_ruling_there_is_a_file_to_send_to_the_players(pbem: Desk) -> None:
    to_first_turn(pbem)
    published = Path("volga/turns/00-setup/reports/position.json").read_bytes()
    said = ruled(pbem, "move: [{units: [180, 109], to: TVER}]")
    path = Path("volga/turns/01-first/for-players/position.json")
    assert "tell the players now, and send each of them" in said and str(path.parent) in said
    assert Path("volga/turns/00-setup/reports/position.json").read_bytes() == published
    found = json.loads(path.read_bytes())
    assert next(stack for stack in found["stacks"] if 180 in stack["units"])["at"] == "TVER"
    assert found["campaign"] == "volga" and not found.get("standing")
    body = "moves:\n- {force: [180, 109], route: TVER-NOVG}\n"
    name = sheet("A", body, turn=1, phase="first")
    assert "The sheet is in order" in pbem("check", name, "--position", str(path))
    old = "volga/turns/00-setup/reports/position.json"
    assert "TVER is not adjacent to NIZH" in pbem("check", name, "--position", old, status=1)
    said = pbem("rule", "volga", "--set", "gifts=accepted", "--why", "Agreed.")
    assert "How the rules are read has changed" in said and str(path.parent) in said
    assert json.loads(path.read_bytes())["rulings"] == {"gifts": "accepted"}
    made = {path: path.read_bytes() for path in Path("volga/turns").rglob("*") if path.is_file()}
    assert "Nothing differs." in pbem("verify", "volga")
    for one in made:
        one.unlink()
    pbem("rebuild", "volga")
    assert {path: path.read_bytes() for path in Path("volga/turns").rglob("*") if path.is_file()} == made
    pbem("undo", "volga", "--to", "00-setup", "--why", "A slip.")
    assert not path.parent.exists()
    assert "Nothing differs." in pbem("verify", "volga")


def test_a_ruling_on_a_draft_is_in_the_drafts_own_position(pbem: Desk) -> None:
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    assert "The next report prints it." in ruled(pbem, "move: [{units: [Trotsky], to: NOVG}]")
    assert not Path("volga/turns/01-first/for-players").exists()
    found = json.loads(Path("volga/turns/00-setup/reports/position.json").read_bytes())
    assert next(stack for stack in found["stacks"] if 152 in stack["units"])["at"] == "NOVG"


def test_a_ruling_of_nothing(pbem: Desk) -> None:
    pbem("rule", "volga", status=2)
    assert "it is not said what is ruled" in pbem.error and "give --set RULING=VALUE" in pbem.error
    pbem("rule", "volga", "--why", "So it is.", status=2)
    assert "it is not said what is ruled" in pbem.error
    ruled(pbem, "", status=2)
    assert "it is not said what is ruled" in pbem.error


def test_what_the_help_gives_as_an_example_of_markers_can_be_ruled(pbem: Desk) -> None:
    (line,) = (line for line in help_of("rule").splitlines() if line.strip().startswith("give:"))
    to_first_turn(pbem)
    assert "from the Randomizer to Player B" in ruled(pbem, line.strip())


def help_of(name: str) -> str:
    from pbem.cli.campaigns.rule import rule_command

    assert name == "rule"
    return rule_command.help or ""


# --- publishing --------------------------------------------------------------------------------------------------


def test_what_is_published_already_is_not_published_again(pbem: Desk) -> None:
    pbem("publish", "volga", status=1)
    assert "the report of the deal is published already" in pbem.error
    to_first_turn(pbem)
    pbem("publish", "volga", status=1)
    assert "the report of the set-up is published already" in pbem.error and "pbem adjudicate" in pbem.error


def test_of_several_deadlines_of_a_phase_the_last_one_is_announced_and_what_was_before_it(pbem: Desk) -> None:
    pbem("deadline", "volga", "--extend", "1d", "--why", "Anna is ill.")
    pbem("deadline", "volga", "--extend", "2d", "--why", "Boris is ill.")
    pbem("deadline", "volga", "--phase", "01-first", "--at", "2026-12-24 20:00")
    to_first_turn(pbem)
    said = pbem("report", "volga", "--player", "A")
    assert "The deadline of the set-up, which is played now, had been set to Friday 11 December" in said
    assert said.count("The deadline of the set-up") == 1 and "Why: Boris is ill." in said
    before = "Before that it had been set to Wednesday 9 December 2026, 12:00 Europe/London (UTC+00:00) (Anna is ill.)."
    assert before in said
    assert "The deadline of Game-Turn 1, First Phase was set to Thursday 24 December" in said


def test_a_phase_undone_and_reopened_announces_no_deadline_that_still_seems_to_come(pbem: Desk) -> None:
    to_first_turn(pbem)
    pbem("undo", "volga", "--why", "A slip.")
    for _ in range(2):
        pbem("deadline", "volga", "--extend", "7d")
    to_first_turn(pbem)
    said = pbem("report", "volga", "--player", "A")
    assert said.count("The deadline of the set-up") == 1
    assert "The deadline of the set-up, which is played now, had been set to Tuesday 22 December" in said
    assert "Your next orders, for Game-Turn 1, First Phase, are due Tuesday 8 December" in said
    assert "Nothing differs." in pbem("verify", "volga")


# --- players who were removed ------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "html"])
@pytest.mark.parametrize("all_orders", [False, True])
def test_a_removed_player_is_not_told_that_he_ordered_to_leave(
    pbem: Desk, form: str, all_orders: bool
) -> None:
    if all_orders:
        pbem("rule", "volga", "--set", "reports=all_orders", "--why", "Agreed.")
    to_first_turn(pbem)
    pbem("submit", "volga", sheet("B", "moves: [{force: [Trotsky], route: TVER}]\n", turn=1, phase="first"))
    pbem("remove", "volga", "--player", "B")
    pbem("remove", "volga", "--player", "C")
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    for player in "BC":
        said = pbem("report", "volga", "--player", player, "--format", form)
        assert "The gamesmaster removed you from the campaign" in said
        assert "Leave the campaign." not in said and "Leaving the campaign" not in said
        assert "You have left the campaign" not in said and "Your orders: 1" not in said
    said = pbem("explain", "volga", "B.quit")
    assert (
        "The gamesmaster removed Player B from the campaign before this Phase" in said
        and "Ordered" not in said
    )


def test_who_leaves_by_himself_is_told_so(pbem: Desk) -> None:
    to_first_turn(pbem)
    pbem("submit", "volga", sheet("B", "quit: yes\n", turn=1, phase="first"))
    pbem.once(("adjudicate", "volga", "--allow-missing"))
    said = pbem("report", "volga", "--player", "B")
    assert "DONE: Leave the campaign." in said and "removed" not in said.partition("Your orders and how")[2]


# --- the rest ----------------------------------------------------------------------------------------------------


def test_the_pages_need_a_folder(pbem: Desk) -> None:
    to_first_turn(pbem)
    for out in ("players.txt", "players.txt/pages"):
        pbem("site", "volga", out, status=2)
        assert "players.txt is a file, and the pages need a folder" in pbem.error
        assert "disk is full" not in pbem.error


def test_a_sheet_for_another_turn_during_the_set_up(pbem: Desk) -> None:
    said = pbem("submit", "volga", sheet("A", turn=1), status=1)
    assert "The sheet is for Game-Turn 1; it is the set-up now, and the set-up is turn 0." in said
    to_first_turn(pbem)
    said = pbem("submit", "volga", sheet("A", phase="first"), status=1)
    assert "The sheet is for turn 0, which is the set-up; it is Game-Turn 1 now." in said
