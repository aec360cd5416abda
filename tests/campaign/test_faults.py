"""A full disk, a folder that cannot be written in, two commands at once."""

import errno
import multiprocessing
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.campaign import files, lock
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.lock import locked
from pbem.campaign.record.verifying import verify
from pbem.cli import run
from pbem.errors import CampaignBusy, FileError
from tests.campaign.play import START, head, submit
from tests.campaign.test_crash import COMMANDS, contents, kinds

pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


@contextmanager
def failing(moment: int, number: int) -> Iterator[list[int]]:
    """From the dangerous moment of this number on, every write fails with the system's error."""
    left = [moment]

    def fail(name: str, path: Path) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(number, os.strerror(number))

    files.observer = fail
    try:
        yield left
    finally:
        files.observer = files._unobserved


@pytest.mark.usefixtures("quick_reports")
@pytest.mark.parametrize("name", ["submit", "adjudicate", "publish", "rule"])
def test_a_full_disk_leaves_nothing_half_written(volga: Path, tmp_path: Path, name: str) -> None:
    before, command = COMMANDS[name]
    before(volga)
    shutil.copytree(volga, tmp_path / "undisturbed")
    command(tmp_path / "undisturbed")
    without, whole = kinds(volga), kinds(tmp_path / "undisturbed")
    wanted = contents(tmp_path / "undisturbed")
    for moment in range(100):
        folder = tmp_path / f"full-{moment}"
        shutil.copytree(volga, folder)
        with failing(moment, errno.ENOSPC) as left:
            try:
                command(folder)
            except FileError as problem:
                assert "No space left on device" in str(problem) and "give the command again" in str(problem)
        if left[0] >= 0:
            break
        assert kinds(folder) in (without, whole)
        assert not [path for path in folder.rglob("*.new")]
        if kinds(folder) == without:
            command(folder)
        with at_work(folder, command="the next", now=START):
            pass
        assert kinds(folder) == whole and contents(folder) == wanted
        shutil.rmtree(folder)
    assert left[0] >= 0 and moment > 3


@pytest.mark.usefixtures("at_the_start")
def test_a_read_only_folder_is_said_in_one_sentence(volga: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = volga.parent / "sheet.yaml"
    sheet.write_text(head(volga, "A"))
    before = contents(volga)
    with failing(0, errno.EROFS):
        assert run(["submit", str(volga), str(sheet)]) == 2
    assert "Read-only file system" in capsys.readouterr().err
    assert contents(volga) == before


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_without_permission_is_refused_before_anything(volga: Path) -> None:
    volga.chmod(0o500)
    try:
        with pytest.raises(FileError, match="cannot be written in"), at_work(volga, command="x", now=START):
            pass
    finally:
        volga.chmod(0o700)


def _hold(folder: Path, seconds: float, ready: Callable[[], None]) -> None:
    with locked(folder, command="pbem adjudicate", since="2026-12-01T12:00:00Z"):
        ready()
        time.sleep(seconds)


@contextmanager
def held(folder: Path, seconds: float) -> Iterator[None]:
    """Another process holds the campaign's lock for a while."""
    context = multiprocessing.get_context("fork")
    ready = context.Event()
    other = context.Process(target=_hold, args=(folder, seconds, ready.set))
    other.start()
    ready.wait(5)
    try:
        yield
    finally:
        other.join()


def test_a_second_command_is_told_who_holds_the_lock(
    volga: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lock, "WAIT", 0.1)
    with held(volga, 0.6):
        with pytest.raises(
            CampaignBusy, match=r"in use by `pbem adjudicate` of .* \(process \d+\), since 2026"
        ):
            submit(volga, "A")
        assert run(["close", str(volga)]) == 3
    assert "in use by `pbem adjudicate`" in capsys.readouterr().err
    submit(volga, "A")


def test_a_second_command_waits_for_the_first(volga: Path) -> None:
    with held(volga, 0.3):
        submit(volga, "A")
    assert Campaign(volga).course.on_file("A")


def test_reading_needs_no_lock(volga: Path) -> None:
    with held(volga, 0.2):
        assert run(["status", str(volga)]) == 0


def test_sheets_submitted_at_the_same_time_are_all_taken(volga: Path) -> None:
    context = multiprocessing.get_context("fork")
    children = [
        context.Process(target=submit, args=(volga, player, f"press: [{{to: all, text: {number}}}]\n"))
        for player in "ABC"
        for number in range(2)
    ]
    for child in children:
        child.start()
    for child in children:
        child.join()
    sheets = Campaign(volga).course.sheets["00-setup"]
    assert sorted((one.player, one.version) for one in sheets) == [(p, v) for p in "ABC" for v in (1, 2)]
    assert not verify(volga).difference
