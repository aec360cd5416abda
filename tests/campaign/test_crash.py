"""Killed at any write, fsync or rename, the next command finds a whole campaign: nothing lost, nothing doubled.

A child process, forked warm, is killed without warning (SIGKILL) at each dangerous moment of a command in turn.
"""

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
from tests.campaign.play import START, begin, make_public, resolve, submit

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


def killed_at(folder: Path, command: Command, moment: int) -> bool:
    """Run the command in a child that is killed at its dangerous moment of this number. Says whether it came so far."""
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
    return os.WIFSIGNALED(status)


def contents(folder: Path) -> dict[str, bytes]:
    """All files that players and gamesmaster see, but for what a crash may leave beside them."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    names = {path.relative_to(folder).as_posix(): path for path in found if not path.name.startswith(".")}
    return {name: path.read_bytes() for name, path in names.items() if name != "ledger.jsonl"}


def kinds(folder: Path) -> list[str]:
    """The kinds of records in the ledger."""
    return [record.kind for _, record in Campaign(folder, from_start=True).fresh()]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_killed_at_any_moment_loses_and_doubles_nothing(tmp_path: Path, name: str) -> None:
    before, command = COMMANDS[name]
    start = begin(tmp_path / "start")
    before(start)
    shutil.copytree(start, tmp_path / "undisturbed")
    command(tmp_path / "undisturbed")
    without, whole = kinds(start), kinds(tmp_path / "undisturbed")
    wanted = contents(tmp_path / "undisturbed")
    moment = 0
    while True:
        folder = tmp_path / f"{name}-{moment}"
        shutil.copytree(start, folder)
        if not killed_at(folder, command, moment):
            break
        assert kinds(folder) in (without, whole)
        if kinds(folder) == without:
            command(folder)
        else:
            with at_work(folder, command="the next", now=START):
                pass
        assert kinds(folder) == whole
        assert {name: text for name, text in contents(folder).items() if name != "secrets.yaml"} == {
            name: text for name, text in wanted.items() if name != "secrets.yaml"
        }
        assert not verify(folder).difference
        shutil.rmtree(folder)
        moment += 1
    assert moment > 3


def test_a_new_campaign_killed_at_any_moment_can_be_made_again(tmp_path: Path) -> None:
    begin(tmp_path / "warm", published=False)  # the children need load nothing any more
    moment = 0
    while True:
        folder = tmp_path / f"new-{moment}"
        if not killed_at(folder, lambda folder: begin(folder, published=False), moment):
            break
        ledger = folder / "ledger.jsonl"
        if ledger.exists() and ledger.stat().st_size:
            with at_work(folder, command="the next", now=START):
                pass
        else:
            begin(folder, published=False)
        assert kinds(folder) == ["created", "dealt"]
        assert (folder / "secrets.yaml").stat().st_mode & 0o077 == 0
        assert not verify(folder).difference
        moment += 1
    assert moment > 3


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
