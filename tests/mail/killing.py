"""Killing a process without warning at any of its dangerous moments: file writes, and every word to and from a mail server."""

import imaplib
import os
import shutil
import signal
import smtplib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pbem.campaign import files

Command = Callable[[Path], object]


def killed_at(folder: Path, command: Command, moment: int) -> bool:
    """Run the command in a child that is killed at its dangerous moment of this number. Says whether it came so far."""
    child = os.fork()
    if not child:
        _arm(moment)
        try:
            command(folder)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def _arm(moment: int) -> None:
    left = [moment]

    def pass_by(*_: object) -> None:
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        left[0] -= 1

    files.observer = pass_by
    for kind, name in ((imaplib.IMAP4, "send"), (smtplib.SMTP, "send")):
        _wrap(kind, name, before=pass_by)
    for kind, name in ((imaplib.IMAP4, "_get_tagged_response"), (smtplib.SMTP, "getreply")):
        _wrap(kind, name, after=pass_by)


def _wrap(kind: Any, name: str, *, before: Callable[..., None] | None = None, after: Callable[..., None] | None = None) -> None:
    """Pass by the murderer before or after a method."""
    original = getattr(kind, name)

    def wrapped(self: Any, *arguments: Any, **named: Any) -> Any:
        if before:
            before()
        found = original(self, *arguments, **named)
        if after:
            after()
        return found

    setattr(kind, name, wrapped)


def every_moment(start: Path, command: Command, *, prepare: Command = lambda folder: None, step: int = 1) -> Iterator[Path]:
    """For each dangerous moment of the command a copy of `start` on which it was killed there.

    `prepare` is done on each copy before. Ends with the copy on which the command came to its end.
    """
    moment = 0
    while True:
        folder = start.with_name(f"{start.name}-{moment}")
        shutil.copytree(start, folder)
        prepare(folder)
        killed = killed_at(folder, command, moment)
        yield folder
        shutil.rmtree(folder)
        if not killed:
            return
        moment += step
