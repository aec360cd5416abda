"""Killed at any write, fsync or rename, the next command finds a whole campaign: nothing lost, nothing doubled.

What a process killed without warning leaves is what the folder holds at that moment: it is copied before each dangerous
moment of a command, and the next command is given to each copy. That this is so is tried with real processes, forked warm.
"""

import hashlib
import os
import shutil
import signal
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign import files
from pbem.campaign.decisions.ruling_file import GiveRuling, RulingFile
from pbem.campaign.decisions.rulings import rule
from pbem.campaign.decisions.undoing import undo
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.record.verifying import verify
from tests.campaign.play import START, begin, begin_anew, make_public, resolve, submit

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]
Command = Callable[[Path], object]
BODY = "press: [{to: all, text: Peace.}]\n"


def _undo(folder: Path) -> None:
    with at_work(folder, command="pbem undo", now=START) as campaign:
        undo(campaign, START, why="a mistake")


def _rule(folder: Path) -> None:
    ruling = RulingFile(
        why="Found behind the sofa.", give=(GiveRuling(to="B", assassin=1),), set={"gifts": "accepted"}
    )
    with at_work(folder, command="pbem rule", now=START) as campaign:
        rule(campaign, START, ruling)


def _submitted(folder: Path) -> None:
    submit(folder, "A", BODY)


def _adjudicated(folder: Path) -> None:
    _submitted(folder)
    resolve(folder)


def _published(folder: Path) -> None:
    _adjudicated(folder)
    make_public(folder, now=START + timedelta(days=1))


COMMANDS: dict[str, tuple[Command, Command]] = {
    "submit": (lambda folder: None, _submitted),
    "adjudicate": (_submitted, resolve),
    "publish": (_adjudicated, lambda folder: make_public(folder, now=START + timedelta(days=1))),
    "undo": (_published, _undo),
    "rule": (_published, _rule),
}
"""By name what comes before, and the command that is killed."""


class Left:
    """A command is carried out in `folder`; what was there before each of its dangerous moments is copied into `copies`."""

    def __init__(self, folder: Path, command: Command, copies: Path) -> None:
        self.folder = folder
        self.copies = copies
        self.states: list[Path] = []
        """The copies, each unlike the one before: most fsyncs change nothing that another process sees."""
        self.moments: list[Path] = []
        """For each moment the copy that is as the folder was."""
        self._last: dict[str, bytes] | None = None
        files.observer = self._copy
        try:
            command(folder)
        finally:
            files.observer = files._unobserved

    def _copy(self, name: str, path: Path) -> None:
        now = everything(self.folder)
        if now != self._last:
            self._last = now
            self.states.append(self.copies / f"{self.folder.name}-{len(self.states)}")
            if self.folder.exists():
                shutil.copytree(self.folder, self.states[-1])
        self.moments.append(self.states[-1])


def killed_at(folder: Path, command: Command, moment: int) -> None:
    """Run the command in a child that is killed at its dangerous moment of this number."""
    child = os.fork()
    if not child:
        left = [moment]

        def murderer(name: str, path: Path) -> None:
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)
            left[0] -= 1

        files.observer = murderer
        try:
            command(folder)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)


def everything(folder: Path) -> dict[str, bytes]:
    """All files there are; folders are held by nothing."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def without_luck(folder: Path) -> dict[str, bytes]:
    """All files; of those with random words or the number of the process in them, only that they are there."""
    names = ("ledger.jsonl", "secrets.yaml", ".index.json", ".holder")
    return {name: b"" if name in names else text for name, text in everything(folder).items()}


verified: set[bytes] = set()
"""Digests of campaigns that were verified: of two that are alike to the byte, one is enough."""


def is_verified(folder: Path) -> bool:
    """Whether `pbem verify` finds no difference."""
    digest = hashlib.sha256(repr(everything(folder)).encode()).digest()
    if digest not in verified and not verify(folder).difference:
        verified.add(digest)
    return digest in verified


def contents(folder: Path) -> dict[str, bytes]:
    """All files that players and gamesmaster see, but for what a crash may leave beside them."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    names = {path.relative_to(folder).as_posix(): path for path in found if not path.name.startswith(".")}
    return {name: path.read_bytes() for name, path in names.items() if name != "ledger.jsonl"}


def kinds(folder: Path) -> list[str]:
    """The kinds of records in the ledger."""
    return [record.kind for _, record in Campaign(folder, from_start=True).fresh()]


@pytest.mark.usefixtures("quick_reports")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_killed_at_any_moment_loses_and_doubles_nothing(tmp_path: Path, name: str) -> None:
    before, command = COMMANDS[name]
    start = begin(tmp_path / "start")
    before(start)
    without = kinds(start)
    undisturbed = shutil.copytree(start, tmp_path / name)
    left = Left(undisturbed, command, tmp_path)
    whole = kinds(undisturbed)
    wanted = contents(undisturbed)
    for folder in left.states:
        found = kinds(folder)
        assert found in (without, whole)
        if found == without:
            command(folder)
        else:
            with at_work(folder, command="the next", now=START):
                pass
        assert kinds(folder) == whole
        assert {name: text for name, text in contents(folder).items() if name != "secrets.yaml"} == {
            name: text for name, text in wanted.items() if name != "secrets.yaml"
        }
        assert is_verified(folder)
    assert len(left.states) > 3


@pytest.mark.parametrize("name", COMMANDS)
def test_a_process_killed_leaves_what_was_there(tmp_path: Path, name: str) -> None:
    """So that copies of a folder will do instead of a process killed at every moment."""
    before, command = COMMANDS[name]
    start = begin(tmp_path / "start")
    before(start)
    left = Left(shutil.copytree(start, tmp_path / name), command, tmp_path)
    moment = len(left.moments) // 2
    killed_at(start, command, moment)
    assert without_luck(start) == without_luck(left.moments[moment])
    assert kinds(start) == kinds(left.moments[moment])


@pytest.mark.usefixtures("quick_reports")
def test_a_new_campaign_killed_at_any_moment_can_be_made_again(tmp_path: Path) -> None:
    def new(folder: Path) -> None:
        begin_anew(folder, published=False)

    left = Left(tmp_path / "new", new, tmp_path)
    moment = len(left.moments) // 2
    killed_at(tmp_path / "killed", new, moment)
    assert without_luck(tmp_path / "killed") == without_luck(left.moments[moment])
    for folder in left.states:
        ledger = folder / "ledger.jsonl"
        if ledger.exists() and ledger.stat().st_size:
            with at_work(folder, command="the next", now=START):
                pass
        else:
            begin_anew(folder, published=False)
        assert kinds(folder) == ["created", "dealt"]
        assert (folder / "secrets.yaml").stat().st_mode & 0o077 == 0
        assert is_verified(folder)
    assert len(left.states) > 3


def test_half_a_record_is_cut_off_and_half_a_group_with_it(volga: Path) -> None:
    submit(volga, "A")
    resolve(volga)
    ledger = volga / "ledger.jsonl"
    content = ledger.read_bytes()
    lines = content.splitlines(keepends=True)
    assert [record.more for _, record in Campaign(volga, from_start=True).fresh()][-2:] == [1, 0]
    for cut in (1, 2, 40, len(lines[-1]) - 1, len(lines[-1]), len(lines[-1]) + len(lines[-2]) - 1):
        ledger.write_bytes(content[:-cut])
        (volga / ".index.json").unlink(missing_ok=True)
        with at_work(volga, command="the next", now=START) as campaign:
            done = campaign.course.moment.phase == "first"
        assert done is (cut == 1)
        assert ledger.read_bytes() == (content if done else b"".join(lines[:-2]))


def test_a_submit_given_again_after_a_crash_is_not_taken_twice(volga: Path) -> None:
    submit(volga, "A", BODY)
    again = submit(volga, "A", BODY)
    assert again.again and again.on_file is not None and again.on_file.version == 1
    assert kinds(volga).count("sheet") == 1
