"""The rules of the solitaire game, and a folder with a game in it."""

import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.core.rules import Rules
from pbem.rulebook import load_rules
from pbem.solo.folder.files import make_files
from pbem.solo.folder.game import Game, create

SEED = bytes(range(32))
NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load_rules("rcw-solitaire")


Kept = Callable[[str, Callable[[Path], object]], Path]


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Gives a folder by its name; made when it is asked for the first time, from then on put back as it was.

    It always lies in the same place, which its files tell of.
    """
    place = tmp_path_factory.mktemp("kept")

    def again(name: str, make: Callable[[Path], object]) -> Path:
        folder, copy = place / name / "kronstadt", place / name / "copy"
        if copy.exists():
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(copy, folder)
        else:
            make(folder)
            shutil.copytree(folder, copy)
        return folder

    return again


def _create(folder: Path) -> Game:
    return create(folder, name="kronstadt", rulings={}, now=NOW, seed=SEED)[0]


def _made(folder: Path) -> None:
    game = _create(folder)
    make_files(game, next(game.replay())[0])


@pytest.fixture
def game(kept: Kept) -> Game:
    """A new game."""
    return Game(kept("created", _create))


@pytest.fixture
def made(kept: Kept) -> Game:
    """A new game whose files are made."""
    return Game(kept("made", _made))
