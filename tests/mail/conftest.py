"""Campaigns with mail settings, and real servers, started once for all tests."""

import os
from collections.abc import Iterator
from datetime import datetime
from itertools import count
from pathlib import Path

import pytest

from tests.mail import servers
from tests.mail.campaigns import LATER, all_addresses, begin

_numbers = count(1)


@pytest.fixture
def volga(tmp_path: Path) -> Path:
    """A new campaign of six players with mail settings, its deal published."""
    return begin(tmp_path / "volga")


class Clock:
    """The time of the commands."""

    now: datetime = LATER


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What the commands take for now; a test may set it."""
    found = Clock()
    monkeypatch.setattr("pbem.cli.campaigns.arguments.now", lambda: found.now)
    return found


@pytest.fixture(autouse=True)
def _password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_MAIL_PASSWORD", servers.PASSWORD)


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No waiting for the disk: the system itself is never ended here. That there is an fsync is a test of its own."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@pytest.fixture(scope="session")
def dovecot() -> Iterator[servers.Dovecot]:
    """A real IMAP server."""
    with servers.open_folder("dovecot") as folder, servers.dovecot(folder) as running:
        yield running


@pytest.fixture
def user() -> str:
    """A user of the IMAP server whose mailbox is empty."""
    return f"user{next(_numbers)}"


@pytest.fixture
def post(_post: tuple[servers.Dovecot, servers.Postfix]) -> tuple[servers.Dovecot, servers.Postfix]:
    """Both real servers, the mailboxes empty: each mail that Postfix takes lies in a mailbox of Dovecot's."""
    imap, smtp = _post
    smtp.settle()
    for one in all_addresses():
        with imap.client(one.partition("@")[0]) as client:
            client.delete_messages(client.search())
            client.expunge()
    return imap, smtp


@pytest.fixture(scope="session")
def _post() -> Iterator[tuple[servers.Dovecot, servers.Postfix]]:
    with (
        servers.open_folder("post") as folder,
        servers.dovecot(folder) as imap,
        servers.postfix(folder / "smtp", imap, all_addresses()) as taking,
    ):
        yield imap, taking


@pytest.fixture
def smtp() -> Iterator[servers.FaultySmtp]:
    """An SMTP server that takes all, unless told otherwise."""
    with servers.faulty_smtp() as running:
        yield running
