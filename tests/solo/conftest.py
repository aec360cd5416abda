"""The rules of the solitaire game, and a folder with a game in it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.core.rules import Rules
from pbem.rulebook import load_rules
from pbem.solo.folder.game import Game, create

SEED = bytes(range(32))
NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load_rules("rcw-solitaire")


@pytest.fixture
def game(tmp_path: Path) -> Game:
    found, _ = create(tmp_path / "kronstadt", name="kronstadt", rulings={}, now=NOW, seed=SEED)
    return found
