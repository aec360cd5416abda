"""Real mail servers for tests, on loopback, in folders of their own: Dovecot and Postfix; and one that can be told to fail.

Where one is missing its tests are skipped with a loud line; with CI=true they fail.
"""

import grp
import json
import os
import pwd
import re
import shutil
import smtplib
import socket
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient

PASSWORD = "gorse-and-heather-7719"
"""The password of every mailbox; no test may find it in anything that was written."""
DELIVERED = datetime(2026, 11, 1, 12, 30, tzinfo=UTC)
SECONDS = 60.0
"""How long a server may take to start or to answer, on a machine with much else to do."""
PATIENCE = 120.0
"""How long Postfix may take to deliver what it has."""


def needed(*programs: str, why: str = "") -> None:
    """Skip the test, which is said loudly at the end of the run, or fail it where CI=true, if one of the programs is
    missing."""
    missing = [name for name in programs if _which(name) is None]
    problem = why or (f"{' and '.join(missing)} not installed" if missing else "")
    if not problem:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI needs the real mail servers: {problem}")
    pytest.skip(f"THE MAIL SERVER TESTS DO NOT RUN: {problem}.")


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
            "  timeout: 60",
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
    name, group_name = pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(os.getgid()).gr_name
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
auth_mechanisms = plain login xoauth2
auth_username_chars =
service auth {{
  unix_listener {folder}/passwords {{
    mode = 0666
  }}
}}
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
{"" if is_root else "  chroot ="}
}}
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {folder}/tokens.conf
}}
passdb {{
  driver = static
  mechanisms = plain login
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
        + ("" if is_root else f"default_internal_user = {name}\ndefault_login_user = {name}\ndefault_internal_group = {group_name}\n")
    )
    command = [str(_which("dovecot")), "-F", "-c", str(folder / "dovecot.conf")]
    with _token_office() as office:
        (folder / "tokens.conf").write_text(
            f"tokeninfo_url = http://127.0.0.1:{office}/?token=\nusername_attribute = user\ntimeout_msecs = 30000\n"
        )
        with _running(command, folder / "dovecot.out") as process:
            wait_for(plain_port, process)
            yield Dovecot(folder, tls_port, plain_port, cert)


def token_of(user: str) -> str:
    """The OAuth2 token of a user."""
    return f"token-of-{user}-20931"


@contextmanager
def _token_office() -> Iterator[int]:
    """What Dovecot asks whose an OAuth2 token is; its port."""

    class Office(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = re.search(r"token=token-of-([a-z0-9]+)-20931$", self.path)
            content = json.dumps({"user": found[1]} if found else {"error": "invalid_token"}).encode()
            self.send_response(200 if found else 401)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Office) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


# --- Postfix -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Postfix:
    """A running Postfix that puts every mail into the Dovecot mailbox of its recipient's name."""

    folder: Path
    port: int
    ca_file: Path

    def settle(self) -> None:
        """Wait until nothing is left to deliver."""
        until = time.monotonic() + PATIENCE
        queues = [self.folder / "queue" / name for name in ("maildrop", "incoming", "active", "deferred")]
        while time.monotonic() < until:
            if not any(path.is_file() for queue in queues for path in queue.rglob("*")):
                return
            time.sleep(0.02)
        pytest.fail("Postfix does not come to an end")

    def settings(self) -> str:
        """The lines under ``mail:`` for this server; user and password are those of the mailbox."""
        return f"outgoing: {{server: localhost, port: {self.port}, ca_file: {self.ca_file}, timeout: 60}}"

    def send(self, sender: str, mail: bytes, *recipients: str) -> None:
        """Send a mail as a player's program does."""
        trusted = ssl.create_default_context(cafile=str(self.ca_file))
        with smtplib.SMTP("localhost", self.port, timeout=SECONDS) as client:
            client.starttls(context=trusted)
            client.login(sender.partition("@")[0], PASSWORD)
            client.sendmail(sender, list(recipients), mail)


_MAIN_CF = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/postfix.log
maillog_file_prefixes = {folder}
myhostname = localhost
mydestination =
mynetworks =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
local_recipient_maps =
alias_maps =
recipient_delimiter =
smtpd_peername_lookup = no
smtpd_error_sleep_time = 0
in_flow_delay = 0
virtual_mailbox_domains = gm.example, player.example
virtual_mailbox_maps = texthash:{folder}/boxes
virtual_mailbox_base = {mailboxes}
virtual_minimum_uid = 1
virtual_uid_maps = static:{uid}
virtual_gid_maps = static:{gid}
smtpd_tls_cert_file = {cert}
smtpd_tls_key_file = {key}
smtpd_tls_security_level = encrypt
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = {passwords}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
"""
_MASTER_CF = """
127.0.0.1:{port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
"""


@contextmanager
def postfix(folder: Path, imap: Dovecot, addresses: Iterable[str]) -> Iterator[Postfix]:
    """Postfix with STARTTLS; passwords are those of the Dovecot, into whose mailboxes of the same name it delivers."""
    needed("postfix", "openssl", why="" if os.getuid() == 0 else "Postfix is started by root only")
    for name in ("queue", "data"):
        (folder / name).mkdir(parents=True)
    shutil.chown(folder / "data", "postfix")
    folder.chmod(0o755)
    cert, key = certificate(folder)
    port = free_port()
    owner = pwd.getpwnam("mail")
    places = {"folder": folder, "mailboxes": imap.folder / "mail", "cert": cert, "key": key}
    (folder / "main.cf").write_text(
        _MAIN_CF.format(**places, passwords=imap.folder / "passwords", uid=owner.pw_uid, gid=owner.pw_gid)
    )
    (folder / "master.cf").write_text(_MASTER_CF.format(port=port))
    boxes = "".join(f"{one} {one.partition('@')[0]}/\n" for one in addresses)
    (folder / "boxes").write_text(boxes)
    _postfix(folder, "start")
    try:
        wait_for(port)
        yield Postfix(folder, port, cert)
    finally:
        _postfix(folder, "abort")  # "stop" waits for everybody to finish


def _postfix(folder: Path, command: str) -> None:
    with (folder / f"{command}.out").open("wb") as output:
        subprocess.run(
            [str(_which("postfix")), "-c", str(folder), command],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            timeout=SECONDS,
        )


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
        return f"outgoing: {{server: 127.0.0.1, port: {self.port}, security: none, timeout: 60}}"

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
