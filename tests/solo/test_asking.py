"""`pbem solo play --interactive`: a whole game by answers alone, wrong ones asked again, and where the answers end."""

import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import root
from pbem.resources import examples_folder
from pbem.sheets.read import Expected, read_sheet
from pbem.solo.folder.asking import ASKED, PARTS, Stopped, ask_for_sheet
from pbem.solo.folder.game import Game
from tests.solo.conftest import NOW, Kept

EXAMPLE = examples_folder() / "solo"


def pbem(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(root, ["solo", *arguments], input=given, standalone_mode=False)


def new(folder: Path) -> None:
    seed = (EXAMPLE / "seed.txt").read_text().strip()
    assert pbem("new", str(folder), "--name", "kronstadt", "--seed", seed).return_value == 0


@pytest.fixture
def folder(kept: Kept) -> str:
    """A new game with the dice of the example."""
    return str(kept("example", new))


def typed(order: dict[str, object], part: str) -> list[str]:
    """What a player types for an order: an answer to each question, as on the sheet."""
    found = []
    for question in PARTS[part]:
        value = order.get(question.key, "")
        found.append(value if isinstance(value, str) else ", ".join(map(step, value)))  # type: ignore[call-overload]
    return found


def step(value: object) -> str:
    """A province of a route, or a unit; with what is done there."""
    if isinstance(value, dict):
        ((at, done),) = value.items()
        inside = ", ".join(f"{key}: [{', '.join(map(str, units))}]" for key, units in done.items())
        return f"{at}: {{{inside}}}"
    return str(value)


def answers_of(path: Path, phase: str) -> list[str]:
    """The answers that give the orders of a sheet of the example for one Phase."""
    import yaml

    sheet = yaml.load(path.read_text(), yaml.BaseLoader)
    found: list[str] = []
    for part in ASKED[phase]:
        for order in sheet.get(part, []):
            found += typed(order, part)
        found.append("")
    if phase == "red-combat":
        losses = sheet.get("losses", [])
        found.append(losses if isinstance(losses, str) else ", ".join(losses))
    return found


def test_a_whole_game_by_answers(folder: str) -> None:
    """The orders of the example, typed: the game ends as it does with its sheets."""
    given: list[str] = []
    for turn in range(1, 8):
        leaders = EXAMPLE / "sheets" / f"{turn}-red-leaders.yaml"
        given += answers_of(leaders, "red-leaders") + answers_of(leaders, "red-movement")
        given += answers_of(EXAMPLE / "sheets" / f"{turn}-red-combat.yaml", "red-combat")
    done = pbem("play", folder, "--interactive", given="\n".join(given) + "\n")
    assert done.exception is None and done.return_value == 0
    assert "It is a marginal victory of Red." in done.output
    assert "Keep this order" not in done.output
    game = Game(Path(folder))
    assert game.over and game.state.victory is not None and game.state.victory.level == "marginal"
    assert game.verify() > 100


def test_a_wrong_answer_is_asked_again_with_the_reason(folder: str) -> None:
    given = ["Frunzo", "Lenin", "Frunze", "YAROSLAW", "YARO", "107", "nonsense", "106", "]", "stop"]
    done = pbem("play", folder, "--interactive", given="\n".join(given) + "\n")
    flat = " ".join(done.output.split())
    assert flat.count("Bring on which Leader?") == 5
    assert "Perhaps you mean: Frunze" in flat
    assert "Lenin (151) is on the map already. [24.13, S26] Bring on which Leader?" in flat
    assert flat.count("In which province?") == 2
    assert flat.count("On which combat units there") == 3
    assert "107 is not in YARO" in flat
    assert "Traceback" not in flat


def test_back_help_and_an_order_that_is_left(folder: str) -> None:
    given = ["Frunze", "YARO", "", "back", "back", "?", "Stalin", "", "", "stop"]
    done = pbem("play", folder, "--interactive", given="\n".join(given) + "\n")
    flat = " ".join(done.output.split())
    assert "The last order is taken back." in flat
    assert "There is no order to take back." in flat
    assert flat.count("To be had, by Leadership Value:") == 2  # at the start, and for the question mark
    assert "Without an answer to this there is no such order" in flat


def test_where_the_answers_end_the_game_is_whole(folder: str) -> None:
    """At whichever question nothing more can be read, nothing is played and nothing is changed."""
    before = {path: path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}
    given = ["Frunze", "YARO", "106", "Stalin", "TULA"]
    for number in range(len(given) + 1):
        done = pbem("play", folder, "--interactive", given="".join(f"{one}\n" for one in given[:number]))
        assert done.exception is None and done.return_value == 0
        assert "The Phase waits as before" in done.output
        after = {path: path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}
        assert after == before
    assert Game(Path(folder)).verify()


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_typed(seed: int, game: Game) -> None:
    """Every sheet that is made can be read, and no answer breaks anything."""
    chance = random.Random(seed)
    words = ["Frunze", "151", "YARO", "106", "rail", "TVER-PETR", "]", "{a: b", "x: y", "- -", "'", '"', "#", "y",
             "TULA: {pick_up: [113]}", "back", "?", "&a", "*b", "no", "12:30", "\t", "107, 106", "\u2028", "é"]  # fmt: skip
    left = 400

    def ask(question: str) -> str:
        nonlocal left
        left -= 1
        if left < 0:
            raise Stopped
        return chance.choice([*words, "", ""])

    for _ in range(3):
        try:
            text = ask_for_sheet(game, ask=ask, say=lambda text: None)
        except Stopped:
            return
        state = game.state
        expected = Expected(game.name, state.turn, state.phase, "red", ("red",))
        assert read_sheet(text.encode(), expected, rules=game.rules).sheet is not None, text
        game.play(game.read(text.encode()), NOW)


def test_nothing_is_explained_twice_and_all_of_it_folded(folder: str) -> None:
    """After a report comes the first question; `?` tells it once more, and where the other side stands."""
    done = pbem("play", folder, "--interactive", given="\n\nstop\n")
    assert done.output.count("Red combat units without a Leader:") == 2  # at the start and in the report
    assert done.output.count("Move Red's forces.") == 1
    assert "Your next sheet" not in done.output
    asked = pbem("play", folder, "--interactive", given="?\nstop\n").output
    assert asked.count("Forces that may move in the next Game-Turn") == 1
    told = " ".join(asked.split())
    assert "Kolchak (252)" in told and "EKAT-PERM-" in told and "FINL FN 304" in told
    for output in (done.output, asked):
        lines = [line for line in output.splitlines() if folder not in line and "? " not in line]
        assert max(map(len, lines)) <= 80, lines


def test_a_route_where_the_way_of_going_is_asked(folder: str) -> None:
    given = ["", "Lenin, 101", "PETR-NOVG", "Trotsky, 111", "Tver-Kiev", "back", "", "stop"]
    done = pbem("play", folder, "--interactive", given="\n".join(given) + "\n")
    flat = " ".join(done.output.split())
    assert flat.count("Overland or by rail") == 2
    assert flat.count("By which provinces?") == 1  # for the route that was wrong
    sheet = next((Path(folder) / "sheets").glob("*red-movement.yaml")).read_text()
    assert "- {force: [Lenin, 101], route: [PETR-NOVG]}" in sheet
    assert "Trotsky" not in sheet


@pytest.mark.parametrize("answer", ["rail", "overland", "train"])
def test_how_a_force_goes(folder: str, answer: str) -> None:
    given = ["", "Lenin, 101", answer, "NOVG", "", "stop"]
    pbem("play", folder, "--interactive", given="\n".join(given) + "\n")
    sheet = next((Path(folder) / "sheets").glob("*red-movement.yaml")).read_text()
    assert f"- {{force: [Lenin, 101], by: {answer}, route: [NOVG]}}" in sheet
