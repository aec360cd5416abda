"""A small campaign in a folder of its own."""

import hashlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from pbem.campaign import files
from pbem.report.material import Material
from pbem.report.view import Views
from tests.campaign import play
from tests.campaign.play import START, begin


@pytest.fixture(scope="session", autouse=True)
def _no_waiting_for_the_disk() -> Iterator[None]:
    """The tests kill processes, they do not cut the power: what is written need not reach the disk, and no threads wait."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "AT_ONCE", 1)
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
    play.play(folder, 5)
    return folder


@pytest.fixture
def quick_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that make the same files again and again: reports that hold what they would be made of, as it comes."""

    def texts(material: Material, *, templates: object, views: object) -> dict[str, str]:
        made_of = (getattr(material, one.name) for one in fields(material) if one.name != "rules")
        digest = hashlib.sha256(repr(tuple(made_of)).encode()).hexdigest()
        return {seat.player: f"{seat.player} {digest}" for seat in material.seats}

    def pages(views: Views, *, templates: object, shapes: object) -> dict[str, bytes]:
        found = texts(views.material, templates=templates, views=views)
        return {player: f"<p>{text}</p>".encode() for player, text in found.items()}

    monkeypatch.setattr(play, "_begun", {})
    monkeypatch.setattr("pbem.report.text.text_reports", texts)
    monkeypatch.setattr("pbem.report.html.html_pages", pages)


@pytest.fixture
def volga(tmp_path: Path) -> Path:
    """A new campaign of three players, its deal published."""
    return begin(tmp_path / "volga")


@pytest.fixture
def played(tmp_path: Path, _played: Path) -> Path:
    """A campaign of three players that awaits the First Phase of Game-Turn 3."""
    shutil.copytree(_played, tmp_path / "played")
    return tmp_path / "played"
