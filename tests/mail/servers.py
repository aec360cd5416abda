"""Real mail servers for tests, on loopback, in folders of their own: Dovecot and OpenSMTPD; and one that can be told to fail.

Where one is missing its tests are skipped with a loud line; with CI=true they fail.
"""

import os
import shutil
import smtplib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient

PASSWORD = "gorse-and-heather-7719"
"""The password of every mailbox; no test may find it in anything that was written."""
DELIVERED = datetime(2026, 11, 1, 12, 30, tzinfo=UTC)
SECONDS = 10.0


def needed(*programs: str, why: str = "") -> None:
    """Skip the test, loudly, or fail it where CI=true, if one of the programs is missing."""
    missing = [name for name in programs if _which(name) is None]
    problem = why or (f"{' and '.join(missing)} not installed" if missing else "")
    if not problem:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI needs the real mail servers: {problem}")
    print(f"\n*** MAIL SERVER TESTS SKIPPED: {problem} ***", file=sys.__stderr__, flush=True)
    pytest.skip(problem)


def _which(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin:/sbin")


def free_port() -> int:
    """A port nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait until somebody answers at a port."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        if process is not None and process.poll() is not None:
            break
        with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port), 1)):
            return
        time.sleep(0.01)
    pytest.fail(f"nobody answers at port {port}")


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 and localhost, and its key."""
    needed("openssl")
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run(command, check=True, capture_output=True)
    key.chmod(0o600)
    return cert, key


@contextmanager
def _running(command: list[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
        try:
            yield process
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(SECONDS)
            process.kill()


# --- Dovecot -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Dovecot:
    """A running Dovecot; every user has a mailbox and the same password."""

    folder: Path
    tls_port: int
    plain_port: int
    ca_file: Path

    def client(self, user: str) -> IMAPClient:
        """A session of a user, for setting things up and looking at them."""
        client = IMAPClient("127.0.0.1", self.plain_port, ssl=False)
        client.login(user, PASSWORD)
        client.select_folder("INBOX")
        return client

    def deliver(self, user: str, *mails: bytes, at: datetime = DELIVERED) -> None:
        """Put mails into a user's mailbox, as if they had been received at a time."""
        with self.client(user) as client:
            for mail in mails:
                client.append("INBOX", mail, msg_time=at)

    def settings(self, user: str, more: str = "") -> str:
        """The lines under ``mail:`` for this mailbox."""
        lines = [
            "incoming:",
            "  server: 127.0.0.1",
            f"  port: {self.tls_port}",
            f"  ca_file: {self.ca_file}",
            f"  user: {user}",
            "  timeout: 10",
            *(f"  {line}" for line in more.splitlines()),
        ]
        return "\n".join(lines)


@contextmanager
def open_folder(name: str) -> Iterator[Path]:
    """A folder that a server under another user can enter; pytest's own are closed to it."""
    with tempfile.TemporaryDirectory(prefix=f"pbem-{name}-") as made:
        Path(made).chmod(0o755)
        yield Path(made)


@contextmanager
def dovecot(folder: Path) -> Iterator[Dovecot]:
    """Dovecot in a folder (see `open_folder`). Run by root, its mails belong to the user `mail`; else to the caller."""
    needed("dovecot", "openssl")
    (folder / "mail").mkdir(parents=True, exist_ok=True)
    cert, key = certificate(folder)
    tls_port, plain_port = free_port(), free_port()
    is_root = os.getuid() == 0
    if is_root:
        shutil.chown(folder / "mail", "mail", "mail")
    user, group = ("mail", "mail") if is_root else (str(os.getuid()), str(os.getgid()))
    (folder / "dovecot.conf").write_text(
        f"""
protocols = imap
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
ssl = yes
ssl_cert = <{cert}
ssl_key = <{key}
mail_location = maildir:{folder}/mail/%u
mail_uid = {user}
mail_gid = {group}
first_valid_uid = 0
first_valid_gid = 0
disable_plaintext_auth = no
auth_failure_delay = 0
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
{"" if is_root else "  chroot ="}
}}
passdb {{
  driver = static
  args = password={PASSWORD}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/mail/%u
}}
service imap-login {{
  inet_listener imap {{
    port = {plain_port}
  }}
  inet_listener imaps {{
    port = {tls_port}
    ssl = yes
  }}
{"" if is_root else "  chroot ="}
}}
"""
        + ("" if is_root else f"default_internal_user = {user}\ndefault_login_user = {user}\n")
    )
    command = [str(_which("dovecot")), "-F", "-c", str(folder / "dovecot.conf")]
    with _running(command, folder / "dovecot.out") as process:
        wait_for(plain_port, process)
        yield Dovecot(folder, tls_port, plain_port, cert)


# --- OpenSMTPD ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OpenSmtpd:
    """A running OpenSMTPD that puts every mail into ``mail/USER`` of a Dovecot's folder."""

    port: int
    ca_file: Path

    def settings(self) -> str:
        """The lines under ``mail:`` for this server; user and password are those of the mailbox."""
        return f"outgoing:\n  server: localhost\n  port: {self.port}\n  ca_file: {self.ca_file}\n  timeout: 10"

    def send(self, sender: str, mail: bytes, *recipients: str) -> None:
        """Send a mail as a player's program does."""
        with smtplib.SMTP("127.0.0.1", self.port) as client:
            client.starttls()
            client.login("player", PASSWORD)
            client.sendmail(sender, list(recipients), mail)


@contextmanager
def opensmtpd(folder: Path, mailboxes: Path, user: str) -> Iterator[OpenSmtpd]:
    """OpenSMTPD with STARTTLS and passwords; `user`: whose password is taken."""
    needed("smtpd", "smtpctl", "openssl", why="" if os.getuid() == 0 else "OpenSMTPD runs as root only")
    if Path("/var/run/smtpd.sock").exists() and _somebody_listens("/var/run/smtpd.sock"):
        needed(why="another OpenSMTPD runs on this computer")
    folder.mkdir(exist_ok=True)
    cert, key = certificate(folder)
    port = free_port()
    hashed = subprocess.run(["openssl", "passwd", "-6", PASSWORD], check=True, capture_output=True, text=True).stdout.strip()
    (folder / "passwords").write_text(f"{user}: {hashed}\nplayer: {hashed}\n")
    (folder / "smtpd.conf").write_text(
        f"""
pki localhost cert "{cert}"
pki localhost key "{key}"
table passwords file:{folder}/passwords
table anyone {{ "@" = "mail" }}
listen on 127.0.0.1 port {port} tls-require pki localhost auth <passwords> hostname localhost
action "keep" maildir "{mailboxes}/%{{rcpt.user}}" virtual <anyone>
match auth from any for any action "keep"
"""
    )
    with _running([str(_which("smtpd")), "-d", "-f", str(folder / "smtpd.conf")], folder / "smtpd.log") as process:
        wait_for(port, process)
        yield OpenSmtpd(port, cert)


def _somebody_listens(path: str) -> bool:
    with closing(socket.socket(socket.AF_UNIX)) as probe:
        return probe.connect_ex(path) == 0


# --- a server that can be told to fail ---------------------------------------------------------------------------


Fault = Callable[[str, bytes], str | None]
"""Called with a recipient and the text of a mail: what the server answers, or None to take it."""


@dataclass
class FaultySmtp:
    """An SMTP server in this process. `faults` are used up, one for each mail that is handed over; then all is well."""

    port: int = 0
    taken: list[tuple[list[str], bytes]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    """Recipients that are refused for good."""
    greylisted: set[str] = field(default_factory=set)
    """Recipients that are refused for now."""

    def settings(self) -> str:
        """The lines under ``mail:``."""
        return f"outgoing: {{server: 127.0.0.1, port: {self.port}, security: none, timeout: 2}}"

    def messages(self, recipient: str | None = None) -> list[Message]:
        """The mails that were taken, for one recipient or all."""
        return [message_from_bytes(raw) for to, raw in self.taken if recipient is None or recipient in to]


class _Handler:
    def __init__(self, server: FaultySmtp) -> None:
        self._server = server

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if address in self._server.refused:
            return "550 5.1.1 no such user here"
        if address in self._server.greylisted:
            return "451 4.7.1 try again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        import asyncio

        fault = self._server.faults.pop(0) if self._server.faults else ""
        if fault == "drop_before":  # not taken, and no answer
            server.transport.abort()
            return "421 gone"
        if fault.startswith(("4", "5")):
            return fault
        self._server.taken.append((list(envelope.rcpt_tos), bytes(envelope.original_content)))
        if fault == "drop_after":  # taken, and no answer
            server.transport.abort()
            return "421 gone"
        if fault == "hang":
            await asyncio.sleep(5)
        return "250 OK taken"


@contextmanager
def faulty_smtp() -> Iterator[FaultySmtp]:
    """A running one."""
    from aiosmtpd.controller import Controller

    found = FaultySmtp()
    controller = Controller(_Handler(found), hostname="127.0.0.1", port=free_port())
    controller.start()
    found.port = controller.port
    try:
        yield found
    finally:
        controller.stop(no_assert=True)
