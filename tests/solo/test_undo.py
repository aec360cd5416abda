"""`pbem solo undo`: the last sheet is taken back, the ledger keeps it, and the same orders come to the same."""

import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.campaign import ledger
from pbem.campaign.ledger import Entry, Tip
from pbem.cli import root
from pbem.errors import LedgerError, Refused
from pbem.solo.bots.blind import blind
from pbem.solo.folder.files import make_files, remake_files
from pbem.solo.folder.game import UNDONE, Game
from pbem.solo.folder.sheets import written_sheet
from tests.solo.conftest import NOW

SHEET = b"""campaign: kronstadt
player: red
turn: 1
phase: red-leaders
leaders: [{leader: Frunze, at: YARO, with: [106]}]  # mine
moves: [{force: [Trotsky, 111], route: TVER-NOVG-PETR}, {force: [Frunze, 106], route: YARO-TVER}]
"""


def pbem(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(root, ["solo", *arguments], input=given, standalone_mode=False)


def files(folder: Path) -> dict[str, bytes]:
    """All that is made from the ledger."""
    found = [path for path in folder.rglob("[!.]*") if path.is_file() and path.name != "ledger.jsonl"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def last(game: Game) -> None:
    """Make the files as the command does."""
    *_, (step, _) = game.replay()
    make_files(game, step)


def test_the_same_sheet_comes_to_the_same(made: Game) -> None:
    before, state = files(made.folder), made.state
    make_files(made, made.play(made.read(SHEET), NOW))
    after, reached = files(made.folder), made.state
    assert after != before
    assert made.undo(NOW) == "red-leaders"
    last(made)
    assert made.state == state
    assert files(made.folder) == before | {"sheet.yaml": SHEET}
    again = Game(made.folder)
    assert again.state == state and again.records[-1].kind == UNDONE
    assert again.verify() > made.steps[0].number
    make_files(again, again.play(again.read(SHEET), NOW))
    assert again.state == reached and files(again.folder) == after
    assert again.steps[-1].facts == again.gone[-1].facts
    assert Game(made.folder).verify()


def test_a_sheet_without_orders_comes_back_as_the_blank_one(made: Game) -> None:
    """Who only pressed Enter wrote no sheet that he could change; the lines to fill in are of more use to him."""
    folder = str(made.folder)
    before = files(made.folder)
    done = pbem("play", folder, "--interactive", given="\nstop\n")
    assert "The same sheet may hold" not in done.output and "bring on which leader?" in done.output.lower()
    assert "Your next sheet:" in pbem("undo", folder).output
    assert files(made.folder) == before and "Trotsky" in (made.folder / "sheet.yaml").read_text()


def test_by_the_commands(tmp_path: Path, made: Game) -> None:
    folder = str(made.folder)
    mine = tmp_path / "mine.yaml"
    mine.write_bytes(SHEET)
    assert pbem("play", folder, str(mine)).return_value == 0
    done = pbem("undo", folder)
    assert done.return_value == 0
    assert "Taken back: Game-Turn 1, Red Leader Determination, and all that came after it." in done.output
    assert "Your sheet as it was" in done.output
    assert (made.folder / "sheet.yaml").read_bytes() == SHEET
    assert "2 steps with" in (verified := pbem("verify", folder).output) and "1 of them was" in verified
    assert pbem("play", folder).return_value == 0  # what was taken back is no blank sheet
    assert pbem("undo", folder).return_value == 0
    done = pbem("undo", folder)
    assert isinstance(done.exception, Refused) and "nothing was played yet" in str(done.exception)
    assert "2 of them were taken back" in pbem("verify", folder).output
    assert "only one report" in str(pbem("report", folder, "--step", "2").exception)


def test_after_the_end_the_game_goes_on(made: Game) -> None:
    while not made.over:
        make_files(made, made.play(None, NOW))
    (made.folder / "seed.txt").unlink()  # the ledger reveals it
    game = Game(made.folder)
    number = len(game.steps)
    assert "pbem solo undo" not in pbem("undo", str(game.folder)).output
    game = Game(made.folder)
    assert not game.over and len(game.steps) == number - 1
    assert not list((game.folder / "reports").glob("*-end.*"))
    assert pbem("play", str(game.folder), "--nothing").return_value == 0
    again = Game(game.folder)
    assert again.over and again.state == made.state
    assert again.verify()


def test_a_command_that_was_killed_before_it_made_the_files(made: Game) -> None:
    make_files(made, made.play(None, NOW))
    blank = files(made.folder)["sheet.yaml"]
    make_files(made, made.play(None, NOW))
    made.undo(NOW)
    remake_files(Game(made.folder))
    found = files(made.folder)
    assert found["sheet.yaml"] == blank
    assert not [name for name in found if name.startswith("reports/03")]
    last(made)
    assert files(made.folder) == found


def test_a_file_that_is_gone_costs_no_orders(made: Game) -> None:
    sheet = made.folder / "sheet.yaml"
    sheet.write_bytes(SHEET)
    (made.folder / "map.svg").unlink()
    remake_files(Game(made.folder))
    assert (made.folder / "map.svg").exists()
    assert sheet.read_bytes() == SHEET


def test_what_others_have_put_there_stays(made: Game) -> None:
    make_files(made, made.play(made.read(SHEET), NOW))
    note = made.folder / "reports" / "02-my-notes.txt"
    note.write_text("mine")
    made.undo(NOW)
    last(made)
    assert note.read_text() == "mine"
    assert [path.name for path in (made.folder / "reports").glob("02*")] == ["02-my-notes.txt"]
    assert not (made.folder / "sheets").exists()


def test_a_record_that_takes_back_another_step(made: Game) -> None:
    made.play(None, NOW)
    path = made.folder / "ledger.jsonl"
    tip = Tip(made.records[-1].number, path.stat().st_size, made.records[-1].hash)
    ledger.write(path, ledger.sealed(tip, made.records[-1].time, [Entry(UNDONE, {"step": 1, "record": 2})]))
    with pytest.raises(LedgerError, match="not the last step"):
        Game(made.folder)


def test_two_commands_at_once(made: Game) -> None:
    made.play(None, NOW)
    other = Game(made.folder)
    made.undo(NOW)
    for late in (lambda: other.undo(NOW), lambda: other.play(None, NOW)):
        with pytest.raises(Refused, match="meanwhile"):
            late()
    assert Game(made.folder).verify()


@pytest.mark.parametrize("seed", range(4))
def test_back_and_forth(seed: int, made: Game) -> None:
    """Whatever is played and taken back, a position is the same whenever the same sheets lead to it."""
    chance = random.Random(seed)
    known: dict[tuple[str, ...], object] = {(): made.state}
    sheets: list[str] = []
    for _ in range(16):
        if made.over or (sheets and chance.random() < 0.4):
            made.undo(NOW)
            sheets.pop()
        else:
            written = written_sheet(blind(made.state, made.rules), made.state, made.rules, name=made.name)
            text = chance.choice([written, *(made.gone[-1:] and [made.gone[-1].facts["sheet"]])])
            made.play(made.read(text.encode()), NOW)
            sheets.append(text)
        assert known.setdefault(tuple(sheets), made.state) == made.state
    remake_files(made)
    game = Game(made.folder)
    assert game.state == made.state and len(game.steps) == len(sheets) + 1
    assert game.verify()


def test_dice_rolled_by_hand_are_not_rolled_again(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    dice = tmp_path / "dice"
    sealed = tmp_path / "sealed"  # gives the rolls
    pbem("new", str(sealed), "--seed", "11" * 32)
    for _ in range(3):
        pbem("play", str(sealed), "--nothing")
    rolls = [
        {one["label"]: one["value"] for phase in record.facts["phases"] for one in phase["rolls"]}
        for record in Game(sealed).steps
    ]
    dice.write_text("".join(f"{label}: {_typed(value)}\n" for label, value in rolls[0].items()))
    assert pbem("new", str(folder), "--dice", str(dice)).exception is None
    for step in rolls[1:]:
        given = "".join(f"{_typed(value)}\n" for value in step.values())
        assert pbem("play", str(folder), "--nothing", given=given).exception is None
    reached = Game(folder).state
    assert reached == Game(sealed).state
    for _ in range(2):
        assert pbem("undo", str(folder)).return_value == 0
    assert rolls[3] and not Game(folder).over
    for _ in range(2):
        done = pbem("play", str(folder), "--nothing", given="")
        assert done.exception is None, done.output
        assert "counts again and is not asked for" in done.output
    assert Game(folder).state == reached
    assert "made by hand, come out as the ledger has them" in pbem("verify", str(folder)).output


def _typed(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
