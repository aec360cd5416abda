"""Campaigns with mail settings, and real servers, started once for all tests of a file."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.mail import servers
from tests.mail.campaigns import all_addresses, begin

_numbers = count(1)


@pytest.fixture
def volga(tmp_path: Path) -> Path:
    """A new campaign of six players with mail settings, its deal published."""
    return begin(tmp_path / "volga")


@pytest.fixture(autouse=True)
def _password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_MAIL_PASSWORD", servers.PASSWORD)


@pytest.fixture(scope="module")
def dovecot() -> Iterator[servers.Dovecot]:
    """A real IMAP server."""
    with servers.open_folder("dovecot") as folder, servers.dovecot(folder) as running:
        yield running


@pytest.fixture
def user() -> str:
    """A user of the IMAP server whose mailbox is empty."""
    return f"user{next(_numbers)}"


@pytest.fixture(scope="module")
def post() -> Iterator[tuple[servers.Dovecot, servers.Postfix]]:
    """Both real servers: each mail that Postfix takes lies in a mailbox of Dovecot's."""
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
