"""What can go wrong with a folder: commands killed at any moment, two at once, files gone, a ledger edited."""

import os
import random
import shutil
import signal
import time
from pathlib import Path

import pytest

from pbem.cli import run
from pbem.errors import FileError, LedgerError
from pbem.solo.folder.files import make_files, remake_files
from pbem.solo.folder.game import Game
from tests.solo.conftest import NOW

PLAY = ("solo", "play", "--nothing")


def files(folder: Path) -> dict[str, bytes]:
    """All that is made from the ledger."""
    found = [path for path in folder.rglob("[!.]*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def forked(folder: Path, said: str = os.devnull) -> int:
    """The command in a copy of this process, which has everything loaded; its number. What it says goes into a file."""
    child = os.fork()
    if not child:
        try:
            out = os.open(said, os.O_WRONLY | os.O_CREAT, 0o600)
            os.dup2(out, 1)
            os.dup2(out, 2)
            os._exit(run([*PLAY, str(folder)]))
        finally:
            os._exit(70)
    return child


def ended(child: int) -> int:
    """The exit status of a copy of this process, negative that of the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_killed_at_any_moment(made: Game, tmp_path: Path) -> None:
    """Whatever a killed command leaves, the next one goes on from a whole game, and all files come out the same."""
    for name in ("killed-w", "killed-v"):  # names as long as the others: the reports name the folder
        whole = tmp_path / name  # the second time takes as long as the others will
        shutil.copytree(made.folder, whole)
        started = time.monotonic()
        assert ended(forked(whole)) == 0
        lasts = time.monotonic() - started
    chance = random.Random(5)
    killed = 0
    for number in range(10):
        folder = tmp_path / f"killed-{number}"
        shutil.copytree(made.folder, folder)
        victim = forked(folder)
        time.sleep(chance.uniform(0, 1.1) * lasts)
        os.kill(victim, signal.SIGKILL)
        killed += ended(victim) == -signal.SIGKILL
        game = Game(folder)
        assert game.verify()
        if len(game.records) == len(made.records):  # nothing was written: it goes on as if nothing had been
            assert ended(forked(folder)) == 0
        remake_files(Game(folder))
        assert alike(folder) == alike(whole)
    assert killed


def alike(folder: Path) -> dict[str, bytes]:
    """The files without what tells one folder from another: its name, and in the ledger the time."""
    found = files(folder)
    del found["ledger.jsonl"]
    return {name: content.replace(folder.name.encode(), b"GAME") for name, content in found.items()}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_two_commands_at_once(made: Game, tmp_path: Path) -> None:
    """One plays; the other plays the next Phase, or says why it does not; nothing is broken."""
    said = [tmp_path / "one", tmp_path / "other"]
    both = [ended(child) for child in [forked(made.folder, str(path)) for path in said]]
    assert 0 in both and {*both} <= {0, 1}, [path.read_text() for path in said]
    game = Game(made.folder)
    assert game.verify()
    before = files(made.folder)
    remake_files(game)
    assert files(made.folder) == before
    number = len(game.records) - 1
    assert len(list((made.folder / "reports").glob("*.html"))) == number
    state = game.state
    assert f"turn: {state.turn}\nphase: {state.phase}\n" in (made.folder / "sheet.yaml").read_text()


def test_files_of_a_step_that_is_not_the_last_do_not_replace_the_sheet(made: Game) -> None:
    other = Game(made.folder)
    step = made.play(None, NOW)
    make_files(other, other.play(None, NOW)) if other.is_last else None
    later = Game(made.folder)
    make_files(later, later.play(None, NOW))
    sheet = (made.folder / "sheet.yaml").read_bytes()
    make_files(made, step)
    assert (made.folder / "sheet.yaml").read_bytes() == sheet
    assert len(list((made.folder / "reports").glob("*.txt"))) == 3


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"units":[152,111]', b'"units":[152,112]'),
        (b'"label":"move/251"', b'"label":"move/252"'),
        (b'"turn":1', b'"turn":2'),
    ],
)
def test_an_edited_ledger_is_found(made: Game, capsys: pytest.CaptureFixture[str], old: bytes, new: bytes) -> None:
    path = made.folder / "ledger.jsonl"
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new, 1))
    with pytest.raises(LedgerError):
        Game(made.folder)
    assert run([*PLAY, str(made.folder)]) != 0
    said = capsys.readouterr().err
    assert "ledger.jsonl" in said and "Traceback" not in said


def test_a_record_that_is_only_half_there(made: Game) -> None:
    before = len(made.records)
    made.play(None, NOW)
    path = made.folder / "ledger.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    game = Game(made.folder)
    assert len(game.records) == before
    game.play(None, NOW)
    assert Game(made.folder).verify()


def test_without_the_seed(made: Game) -> None:
    """Reports can be shown from the record; the game cannot go on."""
    (made.folder / "seed.txt").unlink()
    game = Game(made.folder)
    assert game.state == list(game.replay())[-1][0].state
    with pytest.raises(FileError, match="the seed of the dice is gone"):
        game.play(None, NOW)
    with pytest.raises(FileError, match="the seed of the dice is gone"):
        game.verify()


def test_files_that_are_gone_come_back(made: Game) -> None:
    before = files(made.folder)
    for path in ("position.json", "sheet.yaml", "map.svg"):
        (made.folder / path).unlink()
    shutil.rmtree(made.folder / "reports")
    remake_files(Game(made.folder))
    assert files(made.folder) == before
