"""`pbem verify` finds files that were changed or are missing, published reports among them; and says what it did not look at."""

import io
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.campaign import making
from pbem.campaign.decisions.ruling_file import RulingFile
from pbem.campaign.decisions.rulings import rule
from pbem.campaign.decisions.undoing import undo
from pbem.campaign.folder import LEDGER, Campaign, at_work
from pbem.campaign.ledger import Entry, Tip, line_of, read_all, seal
from pbem.campaign.record import files_as_recorded
from pbem.campaign.record.archiving import archive_bytes
from pbem.campaign.record.rebuilding import rebuild
from pbem.campaign.record.verified import Verified
from pbem.campaign.record.verifying import verify
from pbem.errors import FileError
from tests.campaign.play import START, make_public, resolve
from tests.campaign.test_end import LATER, play_to_the_end

REPORT = "turns/02-first/reports/A.txt"
DEAL = "turns/00-setup/reports-deal"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def published_by_an_older_version(folder: Path) -> None:
    """Take the SHA-256 of the reports out of the ledger, which older versions did not record."""
    tip, lines = Tip(), []
    for record in read_all(folder / LEDGER):
        private = record.private if record.kind != "published" else None
        new = seal(tip, record.time, Entry(record.kind, record.facts, private), more=record.more)
        lines.append(line_of(new))
        tip = Tip(new.number, 0, new.hash)
    (folder / LEDGER).write_bytes(b"".join(lines))
    (folder / ".index.json").unlink()


# --- what is found -----------------------------------------------------------------------------------------------

CHANGES = {
    "a word of a report": (REPORT, "the", "teh"),
    "a report of the deal": (f"{DEAL}/B.txt", "the", "teh"),
    "the position that was sent": ("turns/02-first/reports/position.json", '"A"', '"C"'),
    "the result": ("turns/02-first/result.json", '"turn": 2', '"turn": 3'),
}
"""A file, and a word in it that is replaced by another."""
ALSO_OF_OLDER_VERSIONS = ("the position that was sent", "the result")


@pytest.mark.parametrize("what", CHANGES)
def test_a_published_file_that_was_changed(played: Path, what: str) -> None:
    before = {path: path.read_bytes() for path in (played / "turns").rglob("*") if path.is_file()}
    name, old, new = CHANGES[what]
    edit(played / name, old, new)
    said = verify(played).difference
    assert said == f"{name} was changed: it is not the one that was published; `pbem rebuild` makes it again"
    rebuild(played, START)
    assert {path: path.read_bytes() for path in before} == before
    found = verify(played)
    assert (found.difference, found.reports_unread, found.reports_renewed) == ("", 0, 0)
    assert found.reports == 3 * 6


@pytest.mark.parametrize("name", [REPORT, f"{DEAL}/position.json", "turns/01-second/result.json"])
def test_a_published_file_that_is_missing(played: Path, name: str) -> None:
    (played / name).unlink()
    assert verify(played).difference == f"{name} is missing; `pbem rebuild` makes it again"
    rebuild(played, START)
    assert not verify(played).difference


def test_a_lost_file_of_secrets(played: Path) -> None:
    (played / "secrets.yaml").unlink()
    assert "secrets.yaml is missing: the seed of the dice" in verify(played).difference


def test_settings_that_cannot_be_read(played: Path) -> None:
    edit(played / "campaign.yaml", "dice: sealed", "dice: loaded")
    assert "campaign.yaml cannot be read as it is now: " in verify(played).difference
    assert "dice is 'loaded'" in verify(played).difference


def test_a_report_corrected_since_it_was_published(played: Path) -> None:
    with at_work(played, command="pbem rule", now=START) as campaign:
        rule(campaign, START, RulingFile.model_validate({"why": "So.", "flags": {"purge_held": "yes"}}))
    folder = played / "turns/03-first/for-players"
    found = verify(played)
    assert not found.difference and found.reports_unread == 3
    text = (folder / "A.txt").read_text("utf-8")
    edit(folder / "A.txt", "the", "teh")
    assert not verify(played).difference
    assert "for-players/A.txt is not what is made" in verify(played, reports=True).difference
    (folder / "A.txt").write_text(text, "utf-8")
    found = verify(played, reports=True)
    assert not found.difference and found.reports_unread == 0
    edit(folder / "position.json", '"purge_held": true', '"purge_held": false')
    assert "for-players/position.json was changed" in verify(played).difference
    rebuild(played, START)
    resolve(played)
    make_public(played)
    assert not verify(played).difference


def test_drafts_are_there_and_their_text_is_looked_at_when_asked_for(played: Path) -> None:
    resolve(played)
    assert verify(played).reports_unread == 3
    draft = "turns/03-first/reports/A.txt"
    edit(played / draft, "DRAFT", "FINAL")
    assert not verify(played).difference
    assert f"{draft} is not what is made" in verify(played, reports=True).difference
    rebuild(played, START)
    assert not verify(played, reports=True).difference
    (played / draft).unlink()
    assert "is missing" in verify(played).difference


def test_what_was_taken_back_is_not_asked_for(played: Path) -> None:
    with at_work(played, command="pbem undo", now=START) as campaign:
        undo(campaign, START, why="A slip.")
    assert not verify(played).difference
    resolve(played)
    make_public(played)
    found = verify(played)
    assert not found.difference and found.reports == 3 * 6
    before = {path: path.read_bytes() for path in (played / "turns").rglob("*") if path.is_file()}
    rebuild(played, START)
    assert {path: path.read_bytes() for path in (played / "turns").rglob("*") if path.is_file()} == before


# --- reports of an older version ---------------------------------------------------------------------------------


def test_of_a_report_of_an_older_version_the_text_is_compared_when_asked_for(played: Path) -> None:
    published_by_an_older_version(played)
    found = verify(played)
    assert (found.difference, found.reports, found.reports_unread) == ("", 0, 18)
    edit(played / REPORT, "the", "teh")
    assert not verify(played).difference
    assert (
        f"{REPORT} is not what is made of the ledger now"
        in verify(played, reports=True).difference
    )
    (played / REPORT).unlink()
    assert "is missing" in verify(played).difference
    rebuild(played, START)
    found = verify(played, reports=True)
    assert (found.difference, found.reports, found.reports_unread) == ("", 18, 0)


@pytest.mark.parametrize("what", ALSO_OF_OLDER_VERSIONS)
def test_positions_and_results_of_an_older_version_are_always_compared(played: Path, what: str) -> None:
    published_by_an_older_version(played)
    name, old, new = CHANGES[what]
    edit(played / name, old, new)
    assert verify(played).difference.startswith(f"{name} was changed: it is not what the ledger holds")


# --- other words -------------------------------------------------------------------------------------------------


def test_what_was_published_is_kept_though_it_would_be_made_in_other_words_now(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after an update of the program: reports are not made anew, and one that is lost is made as it is made now."""
    before = (played / REPORT).read_bytes()
    usual = making.reports_of

    def otherwise(*about: object) -> making.Made:
        made = usual(*about)  # type: ignore[arg-type]
        return {
            path: content and content.replace(b"Russian Civil War", b"The Civil War")
            for path, content in made.items()
        }

    monkeypatch.setattr(making, "reports_of", otherwise)
    monkeypatch.setattr(files_as_recorded, "reports_of", otherwise)
    (played / ".index.json").unlink()
    rebuild(played, START)
    assert (played / REPORT).read_bytes() == before and verify(played).reports_renewed == 0
    (played / REPORT).unlink()
    rebuild(played, START)
    assert b"The Civil War" in (played / REPORT).read_bytes()
    found = verify(played)
    assert (found.difference, found.reports, found.reports_renewed) == ("", 17, 1)
    edit(played / REPORT, "The Civil War", "The Uncivil War")
    assert "it is not the one that was published" in verify(played).difference


# --- archives ----------------------------------------------------------------------------------------------------


def archived(
    folder: Path, change: Callable[[str, bytes], bytes | None] = lambda name, content: content
) -> Path:
    """An archive in which files are changed, or left out."""
    path = folder.parent / "archive.zip"
    with (
        zipfile.ZipFile(io.BytesIO(archive_bytes(Campaign(folder)))) as whole,
        zipfile.ZipFile(path, "w") as archive,
    ):
        for name in whole.namelist():
            content = change(name, whole.read(name))
            if content is not None:
                archive.writestr(name, content)
    return path


def differs(folder: Path, name: str, content: bytes | None) -> str:
    return verify(archived(folder, lambda one, as_it_is: content if one == name else as_it_is)).difference


def test_positions_in_an_archive_are_compared_before_the_end(played: Path) -> None:
    name = "turns/02-first/reports/position.json"
    data = json.loads((played / name).read_text("utf-8"))
    data["stacks"][0]["at"] = "IRKU" if data["stacks"][0]["at"] != "IRKU" else "TVER"
    assert (
        differs(played, name, json.dumps(data).encode())
        == f"{name} was changed: it is not what the ledger holds"
    )
    assert differs(played, name, b"{") == f"{name} was changed: it is not what the ledger holds"
    assert differs(played, name, None) == f"{name} is missing"
    found: Verified = verify(archived(played))
    assert (found.difference, found.files, found.reports) == ("", 6, 0)


def test_reports_in_an_archive_are_compared_at_the_end(played: Path) -> None:
    play_to_the_end(played)
    make_public(played, now=LATER)
    content = (played / REPORT).read_bytes()
    assert (
        differs(played, REPORT, content + b"!")
        == f"{REPORT} was changed: it is not the one that was published"
    )
    assert differs(played, REPORT, None) == f"{REPORT} is missing"
    found = verify(archived(played))
    assert (found.difference, found.reports_unread) == ("", 0) and found.reports == 3 * 8
    shutil.unpack_archive(archived(played), played.parent / "unpacked")
    found = verify(played.parent / "unpacked")
    assert not found.difference and found.archive and not verify(played).archive


def test_an_archive_without_a_campaign_is_named(tmp_path: Path) -> None:
    path = tmp_path / "empty.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(LEDGER, "")
    with pytest.raises(FileError, match="the archive holds no whole campaign") as caught:
        verify(path)
    assert caught.value.path == path and not caught.value.cure


def test_no_sha256_of_a_report_is_public_before_the_end(played: Path) -> None:
    with zipfile.ZipFile(archived(played)) as archive:
        ledger = archive.read(LEDGER).decode()
    for record in read_all(played / LEDGER):
        for mark in (record.private or {}).get("reports", {}).values():
            assert len(mark) == 64 and mark not in ledger
