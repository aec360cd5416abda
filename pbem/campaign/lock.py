"""One writer at a time: the lock of a campaign folder, and who holds it."""

import getpass
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from pbem.errors import CampaignBusy, FileError

WAIT = 10.0
"""Seconds a command waits for another one to finish."""


def _holder(folder: Path) -> str:
    """Who holds the lock, in words, as far as the note beside the lock tells."""
    try:
        note = json.loads((folder / ".holder").read_text(encoding="utf-8"))
        return f"`{note['command']}` of {note['user']} on {note['host']} (process {note['process']}), since {note['since']}"
    except (OSError, ValueError, KeyError):
        return "another command"


@contextmanager
def locked(folder: Path, *, command: str, since: str, wait: float = WAIT) -> Iterator[None]:
    """Hold the campaign's lock. A process that dies lets go of it. Raises CampaignBusy, naming the holder, after `wait`
    seconds; FileError when the folder cannot be written in."""
    lock = FileLock(folder / ".lock")
    try:
        lock.acquire(timeout=wait)
    except Timeout:
        raise CampaignBusy(
            f"the campaign is in use by {_holder(folder)}",
            path=folder,
            cure="Wait until it is done, then give the command again. Nothing was changed.",
        ) from None
    except OSError as problem:
        raise FileError(
            f"the campaign folder cannot be written in: {problem.strerror or problem}",
            path=folder,
            cure="Look whether the folder is read-only or the disk full. Nothing was changed.",
        ) from problem
    try:
        note = {
            "command": command,
            "user": getpass.getuser(),
            "host": socket.gethostname(),
            "process": os.getpid(),
            "since": since,
        }
        # Only words for a second command; losing it loses nothing, so it is not written with the care of the rest.
        (folder / ".holder").write_text(json.dumps(note), encoding="utf-8")
        yield
    finally:
        (folder / ".holder").unlink(missing_ok=True)
        lock.release()
