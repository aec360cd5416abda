"""A game with real dice: asked for by their labels or read from a file, kept in the ledger, never a second time."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.campaign.dice_by_hand import AskedDice
from pbem.chance.listed import MissingRoll
from pbem.chance.quick import QuickDice
from pbem.cli import root
from pbem.core.rules import Rules
from pbem.errors import CommandError, Refused
from pbem.solo.folder import course
from pbem.solo.folder.course import Played
from pbem.solo.folder.files import make_files
from pbem.solo.folder.game import Game, create
from tests.solo.conftest import NOW


def pbem(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(root, ["solo", *arguments], input=given, standalone_mode=False)


def rolls_of(played: list[Played]) -> dict[str, str]:
    """The rolls of Phases as a file of rolls has them."""
    return {
        roll.label: " ".join(map(str, roll.value)) if isinstance(roll.value, tuple) else str(roll.value)
        for one in played
        for roll in one.result.rolls
    }


def file_of(path: Path, rolls: dict[str, str]) -> str:
    path.write_text("".join(f"{label}: {value}\n" for label, value in rolls.items()))
    return str(path)


def files(folder: Path) -> dict[Path, bytes]:
    """All that lies in the folder, but for the notes of the lock."""
    return {path: path.read_bytes() for path in folder.rglob("[!.]*") if path.is_file()}


@pytest.fixture
def known(rules: Rules) -> list[list[Played]]:
    """The first steps of a game without orders, with throw-away dice."""
    dice = QuickDice(11)
    steps = [course.begin(rules, lambda turn, phase, salt: dice)]
    for _ in range(3):
        if steps[-1][-1].result.state.victory is None:
            steps.append(
                course.go_on(steps[-1][-1].result.state, None, rules, lambda turn, phase, salt: dice)
            )
    return steps


def test_from_files(tmp_path: Path, known: list[list[Played]]) -> None:
    folder = str(tmp_path / "game")
    done = pbem("new", folder, "--dice", file_of(tmp_path / "0", rolls_of(known[0])))
    assert done.exception is None, done.output
    assert not (tmp_path / "game" / "seed.txt").exists()
    for number, played in enumerate(known[1:], 1):
        rolls = rolls_of(played)
        dice = ("--dice", file_of(tmp_path / str(number), rolls)) if rolls else ()
        done = pbem("play", folder, "--nothing", *dice)
        assert done.exception is None, done.output
    game = Game(Path(folder))
    assert game.state == known[-1][-1].result.state
    assert "made by hand, come out as the ledger has them" in pbem("verify", folder).output
    report = pbem("report", folder, "--step", "1").output
    assert "These dice were rolled by hand." in report
    assert "salt" not in report and "SHA-256" not in report
    page = pbem("report", folder, "--format", "html").output
    assert "These dice were rolled by hand." in page and "SHA-256" not in page


def test_asked_for(tmp_path: Path, known: list[list[Played]]) -> None:
    folder = str(tmp_path / "game")
    rolls = rolls_of(known[0])
    first, *others = rolls.items()
    given = ["TVER", "", first[1], *(value for _, value in others)]
    done = pbem("new", folder, "--dice", "manual", given="\n".join(given) + "\n")
    assert done.exception is None, done.output
    assert "'TVER' is none of them: type a number, or one of them whole" in done.output
    assert Game(Path(folder)).state == known[0][-1].result.state
    played = rolls_of(known[1])
    done = pbem("play", folder, "--nothing", given="".join(f"{value}\n" for value in played.values()))
    assert done.exception is None, done.output
    assert Game(Path(folder)).state == known[1][-1].result.state


def test_what_was_given_is_kept_where_somebody_stops(
    tmp_path: Path, known: list[list[Played]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same command goes on with the file it names; a draw may be answered by its number in the list."""
    folder = tmp_path / "game"
    rolls = rolls_of(known[0])
    done = pbem("new", str(folder), "--dice", "manual", given="\n".join(list(rolls.values())[:7]) + "\n")
    assert isinstance(done.exception, CommandError) and "nothing was recorded" in str(done.exception)
    path = tmp_path / "game-rolls.yaml"
    assert f"--dice {path}" in done.exception.cure and not folder.exists()
    monkeypatch.setattr("pbem.cli.real_dice.at_terminal", lambda: True)
    asked: list[str] = []

    def answer(question: str) -> str:
        label, _, wanted = question.partition(" (")
        asked.append(label)
        number = re.search(rf"(\d+): {re.escape(rolls[label])}[,)]", wanted)
        return number[1] if number else rolls[label]

    monkeypatch.setattr("click.prompt", answer)
    done = pbem("new", str(folder), "--dice", str(path))
    assert done.exception is None, done.output
    assert asked == list(rolls)[7:]
    assert rolls_of([known[0][-1]]).items() <= rolls.items() and Game(folder).state == known[0][-1].result.state


def test_a_file_that_lacks_a_roll_is_refused_where_nobody_can_be_asked(
    tmp_path: Path, known: list[list[Played]]
) -> None:
    rolls = rolls_of(known[0])
    gone = rolls.popitem()[0]
    done = pbem("new", str(tmp_path / "game"), "--dice", file_of(tmp_path / "0", rolls))
    assert isinstance(done.exception, MissingRoll) and gone in str(done.exception)


@pytest.mark.parametrize(("typed", "found"), [("[3, 4]", (3, 4)), ("(3,4)", (3, 4)), (" 5 6 ", (5, 6))])
def test_two_dice_as_people_type_them(typed: str, found: tuple[int, int]) -> None:
    assert AskedDice(lambda label, wanted: typed, pytest.fail).two_dice("event/1") == found


def test_a_wrong_roll_in_the_file_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    dice = AskedDice(lambda label, wanted: "4", print, {"combat/TVER/A/1": "7", "combat/TVER/A/2": "1"})
    assert dice.die("combat/TVER/A/1") == 4
    assert "given as 7" in capsys.readouterr().out
    assert dice.unused == ("combat/TVER/A/2",) and dice.so_far["combat/TVER/A/1"] == "4"


def test_where_the_dice_end_nothing_is_played(tmp_path: Path, known: list[list[Played]]) -> None:
    folder = tmp_path / "game"
    values = list(rolls_of(known[0]).values())
    done = pbem("new", str(folder), "--dice", "manual", given="\n".join(values[:5]) + "\n")
    assert done.exception is not None
    assert not folder.exists()
    pbem("new", str(folder), "--dice", file_of(tmp_path / "0", rolls_of(known[0])))
    while Game(folder).state.phase != "red-combat":
        assert pbem("play", str(folder), "--nothing").return_value == 0  # no dice are needed for these
    before = files(folder)
    pbem("play", str(folder), "--nothing", given="")
    pbem("play", str(folder), "--interactive", given="\n\n\n")
    assert files(folder) == before


def test_dice_of_the_wrong_kind_of_game(game: Game, tmp_path: Path, known: list[list[Played]]) -> None:
    make_files(game, next(game.replay())[0])
    done = pbem("play", str(game.folder), "--nothing", "--dice", file_of(tmp_path / "0", {"leaders": "3"}))
    assert isinstance(done.exception, CommandError) and "sealed" in str(done.exception)
    done = pbem("new", str(tmp_path / "x"), "--dice", "manual", "--seed", "00" * 32)
    assert "exclude each other" in str(done.exception)


def test_rolls_that_were_not_needed(tmp_path: Path, known: list[list[Played]]) -> None:
    rolls = {**rolls_of(known[0]), "move/270/1": "3"}
    done = pbem("new", str(tmp_path / "game"), "--dice", file_of(tmp_path / "0", rolls))
    assert isinstance(done.exception, Refused) and "move/270/1" in str(done.exception)
    assert not (tmp_path / "game").exists()


def test_a_game_by_hand_needs_its_dice(tmp_path: Path, known: list[list[Played]]) -> None:
    rolls = rolls_of(known[0])
    asked = AskedDice(lambda label, wanted: rolls[label], lambda text: None)
    game, _ = create(tmp_path / "game", name="by hand", rulings={}, now=NOW, rolled=asked)
    with pytest.raises(CommandError, match="rolled by hand"):
        game.play(None, NOW)
    assert game.by_hand and game.records[1].facts["phases"][0]["salt"] == ""
