"""A small campaign in a folder of its own."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.play import START, begin, play


@pytest.fixture(scope="session", autouse=True)
def _no_waiting_for_the_disk() -> Iterator[None]:
    """The tests kill processes, they do not cut the power: what is written need not reach the disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


@pytest.fixture
def at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the commands, which else is that of this machine, stands at the beginning of the campaign."""
    monkeypatch.setattr("pbem.cli.campaigns.arguments.now", lambda: START)


@pytest.fixture(scope="session")
def _played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of three players after the set-up and four Phases; copied, never changed."""
    folder = begin(tmp_path_factory.mktemp("campaigns") / "volga")
    play(folder, 5)
    return folder


@pytest.fixture
def volga(tmp_path: Path) -> Path:
    """A new campaign of three players, its deal published."""
    return begin(tmp_path / "volga")


@pytest.fixture
def played(tmp_path: Path, _played: Path) -> Path:
    """A campaign of three players that awaits the First Phase of Game-Turn 3."""
    shutil.copytree(_played, tmp_path / "played")
    return tmp_path / "played"
