"""The folder of a game: its ledger and dice, its files, a sheet with faults, and what a killed command leaves."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.chance.sealed import SealedDice, phase_salt
from pbem.checker import check
from pbem.core.rules import Rules
from pbem.errors import CommandError, FileError, LedgerError, Refused, UnknownRuling
from pbem.solo.folder.files import POSITION, SHEET, make_files, remake_files
from pbem.solo.folder.game import Game, create
from pbem.solo.judging import judge
from pbem.solo.phases.setup import before_setup
from pbem.solo.position import read_solo_position, solo_json, solo_state
from tests.solo.conftest import NOW, SEED

HEAD = "campaign: kronstadt\nplayer: red\nturn: 1\nphase: red-leaders\n"


def sheet(game: Game, orders: str, phase: str = "red-leaders", turn: int = 1) -> bytes:
    return f"campaign: {game.name}\nplayer: red\nturn: {turn}\nphase: {phase}\n{orders}".encode()


def test_the_first_phase_that_waits(game: Game) -> None:
    assert (game.state.turn, game.state.phase) == (1, "red-leaders")
    assert game.state.leaders_to_bring is not None
    phases = [phase["phase"] for phase in game.records[1].facts["phases"]]
    assert phases[0] == "setup" and phases[-1] == "red-leaders" and len(phases) == 8


def test_the_dice_can_be_rolled_again(game: Game) -> None:
    """dice.md: a Phase without a sheet has no line for it, nor has Red Leader Determination."""
    for phase in game.records[1].facts["phases"]:
        salt = phase_salt("kronstadt", phase["turn"], phase["phase"], {})
        assert salt.hex() == phase["salt"]
        dice = SealedDice(SEED, salt)
        for roll in phase["rolls"]:
            if roll["label"].startswith(("move/", "combat/", "leaders")):
                assert dice.die(roll["label"]) == roll["value"]


def test_a_sheet_s_salt_counts_for_its_phase(game: Game) -> None:
    read = game.read(sheet(game, "salt: cold feet\nleaders: [{leader: Frunze, at: PETR}]\n"))
    step = game.play(read, NOW)
    assert [one.phase for one in step.played] == ["red-leaders"]
    assert game.records[-1].facts["phases"][0]["salt"] == phase_salt("kronstadt", 1, "red-leaders", {}).hex()
    game.play(game.read(sheet(game, "salt: cold feet\n", "red-movement")), NOW)
    salts = {phase["phase"]: phase["salt"] for phase in game.records[-1].facts["phases"]}
    assert salts["red-movement"] == phase_salt("kronstadt", 1, "red-movement", {"red": "cold feet"}).hex()


def test_moves_on_the_sheet_for_leaders(game: Game) -> None:
    orders = (
        "leaders: [{leader: Frunze, at: NOVG, with: 102}]\nmoves: [{force: Frunze 102, route: NOVG-PETR}]\n"
    )
    step = game.play(game.read(sheet(game, orders)), NOW)
    assert [one.phase for one in step.played] == ["red-leaders", "red-movement"]
    assert game.state.phase == "red-combat"


def test_the_checker_knows_who_is_brought_on(game: Game) -> None:
    orders = (
        "leaders:\n- {leader: Frunze, at: NOVG, with: [102]}\n- {leader: Lenin, at: NOVG}\n"
        "moves:\n- {force: [Frunze, 102], route: NOVG-PETR}\n- {force: [Stalin], route: TVER}\n"
        "counterpurge: []\n"
    )
    read = game.read(sheet(game, orders))
    found = check(game.state, read, game.rules, judges=judge)
    wrong = [(one.path, one.cases[0]) for one in found if one.grade == "error"]
    assert ("leaders[1].leader", "24.13") in wrong
    assert ("counterpurge", "20.11") in wrong
    assert any(path.startswith("moves[1]") for path, _ in wrong)
    assert not any(path.startswith(("moves[0]", "leaders[0]")) for path, _ in wrong)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (HEAD.replace("red-leaders", "red-combat"), "other_phase_of_sheet"),
        (HEAD.replace("turn: 1", "turn: 2"), "other_turn"),
        (HEAD.replace("player: red", "player: A"), "no_such_word"),
        (HEAD.replace("kronstadt", "tambov"), "other_campaign"),
        ("- {", "sheet_not_yaml"),
    ],
)
def test_a_sheet_that_is_refused(game: Game, text: str, code: str) -> None:
    read = game.read(text.encode())
    assert read.sheet is None
    assert read.findings


def test_without_sheets_to_the_end(game: Game) -> None:
    while not game.over:
        make_files(game, game.play(None, NOW))
    assert "seed" in game.records[-1].facts
    with pytest.raises(Refused):
        game.play(None, NOW)
    (game.folder / "seed.txt").unlink()
    assert Game(game.folder).verify() > 60


def test_an_edited_ledger(game: Game) -> None:
    game.play(None, NOW)
    path = game.folder / "ledger.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"turn":1', b'"turn":2', 1))
    with pytest.raises(LedgerError):
        Game(game.folder)


def test_another_seed(game: Game) -> None:
    (game.folder / "seed.txt").write_text(f"{bytes(32).hex()}\n")
    with pytest.raises(FileError, match="not the seed"):
        Game(game.folder).play(None, NOW)


def test_two_commands_at_once(game: Game) -> None:
    other = Game(game.folder)
    game.play(None, NOW)
    with pytest.raises(Refused, match="meanwhile"):
        other.play(None, NOW)
    assert Game(game.folder).verify()


def test_files_a_killed_command_left_unmade(game: Game) -> None:
    assert not (game.folder / POSITION).exists()
    remake_files(game)
    assert (game.folder / SHEET).read_text().startswith("campaign: kronstadt\nplayer: red\nturn: 1\n")
    assert read_solo_position(game.folder / POSITION).state == game.state
    assert (game.folder / "map.svg").read_text().rstrip().endswith("</svg>")


def test_a_blank_sheet_orders_nothing(game: Game) -> None:
    remake_files(game)
    read = game.read((game.folder / SHEET).read_bytes())
    assert read.sheet is not None
    assert not [one for one in check(game.state, read, game.rules, judges=judge) if one.grade == "error"]
    before = game.state.stacks
    game.play(read, NOW)
    assert game.state.stacks == before


def test_a_folder_that_is_not_empty(tmp_path: Path) -> None:
    (tmp_path / "note").write_text("mine")
    with pytest.raises(CommandError):
        create(tmp_path, name="x", rulings={}, now=NOW)
    with pytest.raises(CommandError):
        create(tmp_path / "new", name="two\nlines", rulings={}, now=NOW)
    with pytest.raises(UnknownRuling):
        create(tmp_path / "new", name="x", rulings={"detached_units": "keep"}, now=NOW)
    with pytest.raises(FileError):
        Game(tmp_path)


def test_a_position_and_back(game: Game, rules: Rules) -> None:
    for state in (game.state, before_setup(rules), replace(game.state, no_determination=(2, 3))):
        value = json.loads(json.dumps(solo_json(state, campaign="x", rulings={})))
        assert solo_state(value) == state
    with pytest.raises(FileError):
        solo_state({**value, "solitaire": {}})
