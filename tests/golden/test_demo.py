"""`pbem demo` as it is typed, and what an example must not hold."""

from pathlib import Path

import pytest

from pbem.campaign.demonstrating import Deeds, examples
from pbem.campaign.settings import read_model
from pbem.cli import run
from pbem.errors import FaultyFile


def test_all_examples_are_found() -> None:
    ours = {"endings/red-agreement", "endings/red-victory", "endings/white-victory", "volga"}
    assert ours <= set(examples())


def test_a_training_campaign_is_played_and_its_deeds_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["demo", str(tmp_path / "here"), "--example", "endings/red-victory"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "[1/4] Game-Turn 1, First Phase: 2 sheets, 1 with faults; reports published." in said
    assert "The gamesmaster. Benno Boll took over from Player B." in said
    assert (tmp_path / "here/red-victory/turns/02-second/reports/A.txt").is_file()
    assert (tmp_path / "here/example/sheets/01-first/deeds.yaml").is_file()


@pytest.mark.parametrize("name", ["wolga", "endings", "../volga", ""])
def test_an_example_that_is_not_there(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", str(tmp_path / "here"), "--example", name]) == 2
    assert "There are: endings/red-agreement" in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "here").exists()


def test_a_folder_in_use_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert run(["demo", str(tmp_path)]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    "text",
    [
        'opening: [{excuse: {player: A}, undo: {why: "x"}}]',
        "opening: [{}]",
        "opening: [{bribe: {player: A}}]",
        "meanwhile: []",
    ],
)
def test_deeds_that_are_none(text: str, tmp_path: Path) -> None:
    path = tmp_path / "deeds.yaml"
    path.write_text(text)
    with pytest.raises(FaultyFile):
        read_model(Deeds, path)
