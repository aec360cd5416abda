"""One writer at a time: the lock of a campaign folder, and who holds it."""

import getpass
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pbem.errors import CampaignBusy, FileError

WAIT = 10.0
"""Seconds a command waits for another one to finish."""
_PAUSE = 0.05

if os.name == "nt":
    import msvcrt

    def _try(descriptor: int) -> bool:
        """Take the lock if nobody has it."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try(descriptor: int) -> bool:
        """Take the lock if nobody has it."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextmanager
def locked(folder: Path, *, command: str, since: str, wait: float | None = None) -> Iterator[None]:
    """Hold the campaign's lock; a process that dies lets go of it.

    Raises CampaignBusy, naming the holder, after `wait` seconds (WAIT); FileError when the folder cannot be written in.
    """
    try:
        descriptor = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as problem:
        raise FileError(
            f"the campaign folder cannot be written in: {problem.strerror or problem}",
            path=folder,
            cure="Look whether the folder is read-only or the disk full. Nothing was changed.",
        ) from problem
    try:
        until = time.monotonic() + (WAIT if wait is None else wait)
        while not _try(descriptor):
            if time.monotonic() >= until:
                raise _busy(folder)
            time.sleep(_PAUSE)
        _leave_note(folder, command, since)
        yield
        # Removed only by its owner: after a crash the note stays, and the lock tells that nobody is there.
        with suppress(OSError):
            (folder / ".holder").unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _leave_note(folder: Path, command: str, since: str) -> None:
    """Say who holds the lock. Only words for a second command: losing it loses nothing, so no care is taken of it."""
    note = {
        "command": command,
        "user": _user(),
        "host": _host(),
        "process": os.getpid(),
        "since": since,
    }
    with suppress(OSError):
        (folder / ".holder").write_text(json.dumps(note), encoding="utf-8")


def _host() -> str:
    """The name of this computer; the module `socket`, which knows it everywhere, takes long to load."""
    return os.environ.get("COMPUTERNAME", "this computer") if os.name == "nt" else os.uname().nodename


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no name in the environment and none in the list of users
        return "somebody"


def _busy(folder: Path) -> CampaignBusy:
    """Who holds the lock, in words, as far as the note beside it tells."""
    try:
        note = json.loads((folder / ".holder").read_text(encoding="utf-8"))
        who = f"`{note['command']}` of {note['user']} on {note['host']} (process {note['process']})"
        who += f", since {note['since']}"
    except (OSError, ValueError, KeyError, TypeError):
        who = "another command"
    return CampaignBusy(
        f"the campaign is in use by {who}",
        path=folder,
        cure="Wait until it is done, then give the command again. Nothing was changed.",
    )
