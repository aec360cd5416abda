"""The training campaigns: each ends as it is said to, and its reports tell what the gamesmaster did."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_regressions.file_regression import FileRegressionFixture

from pbem.campaign.record.verifying import verify

ENDINGS = {
    "white-victory": ("white", "No Red Leader is left on the map outside Siberia."),
    "red-victory": ("red", "No White combat unit is left on the map outside Siberia."),
    "red-agreement": ("red", "players with at least ten Politburo Markers agreed to end the game."),
}
LAST = "02-second"
GOLDEN = Path(__file__).parent / "endings"

Play = Callable[[str], Path]


def report(folder: Path, phase: str, player: str, *, undone: bool = False) -> str:
    """A report as one line of words."""
    pattern = f"turns/{phase}/reports{'.undone-*' if undone else ''}/{player}.txt"
    (path,) = folder.glob(pattern)
    return " ".join(path.read_text("utf-8").split())


@pytest.mark.parametrize("name", ENDINGS)
def test_ending(play: Play, name: str) -> None:
    folder = play(f"endings/{name}")
    side, words = ENDINGS[name]
    position = json.loads((folder / "turns/03-first/position.json").read_text("utf-8"))
    assert position["victory"]["side"] == side
    assert words in report(folder, LAST, "A")
    assert "The campaign is over, and this is the seed:" in report(folder, LAST, "A")


@pytest.mark.parametrize("name", ENDINGS)
def test_it_can_be_verified(play: Play, name: str) -> None:
    assert verify(play(f"endings/{name}")).difference == ""


@pytest.mark.parametrize("name", ENDINGS)
def test_it_is_marked_as_training(play: Play, name: str) -> None:
    assert "This is a training campaign." in report(play(f"endings/{name}"), "00-setup", "A")


@pytest.mark.parametrize("name", ENDINGS)
def test_last_report(play: Play, name: str, file_regression: FileRegressionFixture) -> None:
    text = (play(f"endings/{name}") / "turns" / LAST / "reports/B.txt").read_text("utf-8")
    file_regression.check(text, fullpath=GOLDEN / f"{name}.txt", encoding="utf-8")


# --- what the gamesmaster did ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["white-victory", "red-agreement"])
def test_undo_after_publication(play: Play, name: str) -> None:
    folder = play(f"endings/{name}")
    assert "took back the report of Game-Turn 1, Second Phase" in report(folder, "01-second", "A")
    assert "took back the report" not in report(folder, "01-second", "A", undone=True)


def test_what_an_overlooked_sheet_changes(play: Play) -> None:
    folder = play("endings/white-victory")
    assert "No sheet of yours was on file." in report(folder, "01-second", "C", undone=True)
    assert "Lost by Player A: Kamenev (157), 110" in report(folder, "01-second", "C")


@pytest.mark.parametrize("name", ["white-victory", "red-agreement"])
def test_quit(play: Play, name: str) -> None:
    folder = play(f"endings/{name}")
    assert "Player C left the campaign." in report(folder, "02-first", "A")
    assert "nothing else on your sheet was carried out" in report(folder, "02-first", "C")
    assert "nothing else on your sheet" not in report(folder, LAST, "C")
    assert "2. Player" in report(folder, LAST, "A")
    assert "3. Player" not in report(folder, LAST, "A")


def test_a_changed_house_rule(play: Play) -> None:
    text = report(play("endings/red-agreement"), "01-second", "B")
    assert "the ruling attacked is once, where it was by_each before. This means: " in text
    assert "Kutepov (258) was attacked already" in text
    text = report(play("endings/red-victory"), "01-first", "B")
    assert "the ruling dead_white_leaders is red_points" in text


def test_rulings_on_an_order_and_on_a_roll(play: Play) -> None:
    text = report(play("endings/red-victory"), "01-first", "A")
    assert "The gamesmaster read the order A.moves[0] as" in text
    assert "Albert has written" in text
    assert "read the order" not in report(play("endings/red-victory"), "01-first", "B")
    text = report(play("endings/red-agreement"), LAST, "A")
    assert "The gamesmaster set the roll combat/KUBA/B/1 to 3." in text
    page = (play("endings/red-agreement") / "turns" / LAST / "reports" / "B.html").read_text("utf-8")
    assert page.count("set by the gamesmaster&#39;s ruling") == 1
    assert page.count("The gamesmaster's ruling set the roll to 3 (1:1).") == 1


def test_a_new_player_and_a_deadline(play: Play) -> None:
    assert "Her brother plays on." in report(play("endings/red-victory"), "02-first", "A")
    assert "The correction has cost you two days" in report(play("endings/white-victory"), "02-first", "A")
