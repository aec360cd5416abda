"""``pbem report --format html``: a player's page as it lies in the folder."""

from pathlib import Path

import pytest

from pbem.cli import run
from tests.campaign.play import begin


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit status, results, errors."""
    status = run(["report", *words])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_the_page_of_a_player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = begin(tmp_path / "volga", html=True)
    status, out, _ = printed(capsys, str(folder), "--phase", "deal", "--player", "a", "--format", "html")
    assert status == 0
    assert out == (folder / "turns/00-setup/reports-deal/A.html").read_text("utf-8")
    assert out.startswith("<!DOCTYPE html>") and "Anna" in out


def test_a_page_is_somebodys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = begin(tmp_path / "volga")
    status, out, err = printed(capsys, str(folder), "--phase", "deal", "--format", "html")
    assert (status, out) == (2, "") and "--player A" in err


def test_a_campaign_without_pages_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = begin(tmp_path / "volga")
    status, out, err = printed(capsys, str(folder), "--phase", "deal", "--player", "A", "--format", "html")
    assert (status, out) == (1, "") and "html: yes" in err
