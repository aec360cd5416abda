"""The static site of a campaign: it holds what was published and nothing that is secret."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import yaml

from pbem import cli
from pbem.campaign.adjudicating import adjudicate
from pbem.campaign.creating import create
from pbem.campaign.decisions.publishing import publish
from pbem.campaign.folder import at_work
from pbem.campaign.receiving import receive
from pbem.campaign.settings_text import NewSeat

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SEATS = (NewSeat("A", "Anna <script>"), NewSeat("B", "Boris"), NewSeat("C", "Clara"))


def sheet(player: str, *, turn: int, phase: str, body: str) -> bytes:
    return f"campaign: test\nplayer: {player}\nturn: {turn}\nphase: {phase}\nkey: hidden-key-7\n{body}".encode()


def step(folder: Path, days: int, *sheets: bytes, published: bool) -> None:
    now = NOW + timedelta(days=days)
    for raw in sheets:
        with at_work(folder, command="test", now=now) as campaign:
            receive(campaign, raw, received=now, now=now)
    with at_work(folder, command="test", now=now) as campaign:
        adjudicate(campaign, now, allow_missing=True)
        if published:
            publish(campaign, now)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "test"
    create(folder, name="test", seats=SEATS, now=NOW, seed=bytes(31) + b"\7")
    with at_work(folder, command="test", now=NOW) as campaign:
        publish(campaign, NOW)
    step(folder, 1, published=True)
    letters = (
        "salt: saltword\npress:\n"
        "  - {to: all, text: 'For every eye {{7*7}}'}\n  - {to: B, text: 'For Boris alone'}\n"
        "counterpurge: [{against: [C], take: [any]}]  # a secret plan\nstanding: [counterpurge]\n"
    )
    step(folder, 2, sheet("A", turn=1, phase="first", body=letters), published=True)
    step(folder, 3, sheet("B", turn=1, phase="second", body="press: [{to: all, text: Draftword}]\n"), published=False)
    return folder


def everything(site: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(site.rglob("*")) if path.is_file())


def test_the_site_tells_what_is_public(folder: Path, tmp_path: Path) -> None:
    assert cli.run(["site", str(folder), str(tmp_path / "site")]) == 0
    text = everything(tmp_path / "site")
    assert "For every eye {{7*7}}" in text
    assert "Points if Red wins" in text
    assert "Anna &lt;script&gt;" in text
    assert (tmp_path / "site" / "turns" / "01-first.html").is_file()
    assert (tmp_path / "site" / "maps" / "01-first.svg").is_file()


def test_nothing_secret_is_in_it(folder: Path, tmp_path: Path) -> None:
    assert cli.run(["site", str(folder), str(tmp_path / "site")]) == 0
    text = everything(tmp_path / "site")
    secrets = yaml.safe_load((folder / "secrets.yaml").read_text(encoding="utf-8"))
    hidden = [bytes(31).hex() + "07", *secrets["keys"].values(), "hidden-key-7", "saltword", "For Boris alone", "secret plan", "Draftword"]
    assert [word for word in hidden if word in text] == []
    assert not (tmp_path / "site" / "turns" / "01-second.html").exists()


def test_it_is_made_again_over_itself_and_never_over_other_files(folder: Path, tmp_path: Path) -> None:
    assert cli.run(["site", str(folder), str(tmp_path / "site")]) == 0
    before = everything(tmp_path / "site")
    assert cli.run(["site", str(folder), str(tmp_path / "site")]) == 0
    assert everything(tmp_path / "site") == before
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("mine")
    assert cli.run(["site", str(folder), str(tmp_path / "other")]) == 2


def test_without_a_published_phase_there_is_no_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    create(tmp_path / "new", name="new", seats=SEATS, now=NOW)
    assert cli.run(["site", str(tmp_path / "new"), str(tmp_path / "site")]) == 1
    assert "published" in capsys.readouterr().err
