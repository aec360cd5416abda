"""`pbem mail test`: whatever is wrong with a server or the settings, it says in words what, and what to do."""

import os
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbem import cli
from pbem.errors import CommandError
from pbem.mail.servers.words import tls_context
from pbem.mail.settings import OutgoingSettings
from tests.mail.campaigns import begin
from tests.mail.servers import PASSWORD, Dovecot, FaultySmtp, Postfix, certificate, free_port


def trial(tmp_path: Path, mail: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit status, and what is printed, on one line."""
    status = cli.run(["mail", "test", str(begin(tmp_path / "volga", mail=mail, players="AB"))])
    printed = capsys.readouterr()
    assert PASSWORD not in printed.out + printed.err
    return status, " ".join((printed.out + printed.err).split())


def test_all_is_well(tmp_path: Path, post: tuple[Dovecot, Postfix], capsys: pytest.CaptureFixture[str]) -> None:
    imap, smtp = post
    status, said = trial(tmp_path, f"{imap.settings('greta')}\n{smtp.settings()}", capsys)
    assert status == 0 and "WRONG" not in said
    assert said.count("logged in") == 2 and said.count("certificate trusted") == 2 and "the folder INBOX is open" in said
    with imap.client("greta") as client:
        assert client.search() == []


def test_a_changed_ca_file_counts_at_once(tmp_path: Path) -> None:
    """What a connection must satisfy is kept for the next one as long as nothing of it is changed."""
    cert, _ = certificate(tmp_path)
    settings = OutgoingSettings(server="localhost", ca_file=str(cert))
    context = tls_context(settings)
    assert tls_context(settings) is context
    os.utime(cert, ns=(0, cert.stat().st_mtime_ns + 1))
    assert tls_context(settings) is not context
    assert tls_context(settings.model_copy(update={"ca_file": ""})).cert_store_stats() != context.cert_store_stats()
    cert.write_text("nothing")
    with pytest.raises(CommandError, match="cannot be used"):
        tls_context(settings)


def test_nothing_to_try(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A campaign whose mails come from files alone."""
    status, said = trial(tmp_path, "", capsys)
    assert status == 0 and "read from files alone" in said and "nothing is sent" in said


@pytest.mark.parametrize(
    ("old", "new", "wrong", "cure"),
    [
        ("user: anna", "user: anna\n  password_env: WRONG", "does not let anna in: [AUTHENTICATIONFAILED]", "app password"),
        ("user: anna", "user: anna\n  password_env: NONE", "variable NONE is not set", "name a place in campaign.yaml"),
        ("user: anna", "user: anna\n  password_file: /no/where", "/no/where cannot be read", "name is right"),
        ("user: anna", "user: anna\n  password_command: 'false'", "gives nothing: it ended with exit status 1", "Try it by itself"),
        ("user: anna", "user: anna\n  folder: Orders", "opening the folder Orders", "one of the mailbox's folders: INBOX"),
        ("user: anna", "user: ''", "no user of the mailbox", "Add `user:`"),
        ("ca_file", "#", "certificate is not trusted: self-signed", "ca_file"),
        ("ca_file: ", "ca_file: /no/where  #", "/no/where cannot be used", "PEM"),
        ("{tls}", "{plain}", "does not speak TLS as expected", "`security: starttls`"),
        ("server: 127.0.0.1", "server: imap.example.invalid", "no server of that name is found", "name is right"),
        ("{tls}", "{free}", "nobody answers at that port", "fit together"),
    ],
)
def test_the_mailbox(
    old: str, new: str, wrong: str, cure: str, tmp_path: Path, dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    monkeypatch.setenv("WRONG", "not-the-password")
    ports = {"tls": dovecot.tls_port, "plain": dovecot.plain_port, "free": free_port()}
    mail = dovecot.settings("anna")
    assert old.format(**ports) in mail
    status, said = trial(tmp_path, mail.replace(old.format(**ports), new.format(**ports)), capsys)
    assert status == 4
    assert "WRONG mailbox" in said and wrong in said and cure in said
    assert "not-the-password" not in said and "b'" not in said


@pytest.mark.parametrize(
    ("settings", "wrong", "cure"),
    [
        ("port: {port}", "does not offer STARTTLS", "`security: tls`"),
        ("port: {port}, security: tls", "does not speak TLS as expected", "`security: starttls`"),
        ("port: {port}, security: none, user: anna", "takes no user and password", "leave out `user:`"),
        ("port: {free}", "nobody answers", "fit together"),
    ],
)
def test_the_server_that_sends(
    settings: str, wrong: str, cure: str, tmp_path: Path, smtp: FaultySmtp, capsys: pytest.CaptureFixture[str]
) -> None:
    line = settings.format(port=smtp.port, free=free_port())
    status, said = trial(tmp_path, f"outgoing: {{server: 127.0.0.1, timeout: 20, {line}}}", capsys)
    assert status == 4 and "WRONG sending" in said and wrong in said and cure in said


def test_a_wrong_password_for_sending(
    tmp_path: Path, post: tuple[Dovecot, Postfix], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WRONG", "not-the-password")
    outgoing = post[1].settings().replace("}", ", user: anna, password_env: WRONG}")
    status, said = trial(tmp_path, outgoing, capsys)
    assert status == 4 and "localhost does not let anna in: 5.7.8" in said and "app password" in said


@pytest.fixture
def silent() -> Iterator[int]:
    """A port at which somebody listens and says nothing."""
    with closing(socket.socket()) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield int(listening.getsockname()[1])


@pytest.mark.parametrize("kind", ["incoming", "outgoing"])
@pytest.mark.parametrize("security", ["none", "starttls", "tls"])
def test_a_server_that_says_nothing(
    kind: str, security: str, tmp_path: Path, silent: int, capsys: pytest.CaptureFixture[str]
) -> None:
    mail = f"{kind}: {{server: 127.0.0.1, port: {silent}, security: {security}, user: anna, timeout: 1}}"
    status, said = trial(tmp_path, mail, capsys)
    assert status == 4 and "did not answer within 1 second" in said and "fit together" in said


def test_one_protocol_for_the_other(
    tmp_path: Path, dovecot: Dovecot, smtp: FaultySmtp, capsys: pytest.CaptureFixture[str]
) -> None:
    mail = (
        f"incoming: {{server: 127.0.0.1, port: {smtp.port}, security: none, user: anna, timeout: 20}}\n"
        f"outgoing: {{server: 127.0.0.1, port: {dovecot.plain_port}, security: none, timeout: 20}}"
    )
    status, said = trial(tmp_path, mail, capsys)
    assert status == 4 and "it is no IMAP server" in said and "it is no SMTP server" in said


@pytest.mark.parametrize(
    ("mail", "wrong"),
    [
        ("incoming: {server: x.example, user: u, password: gorse-heather}", "the key 'password' is not known here"),
        ("incoming: {server: x.example, user: u, password_env: A, token_command: b}", "name one place of the password, not 2"),
        ("incoming: {server: x.example, user: u, security: none}", "in the open"),
        ("incoming: {server: x.example, afterwards: burn}", "seen, keep, delete or"),
        ("outgoing: {server: x.example, port: http}", "mail.outgoing.port"),
        ("host: {adjudicate: sometimes}", "mail.host.adjudicate"),
    ],
)
def test_settings_that_cannot_be(mail: str, wrong: str, tmp_path: Path, volga: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = volga / "campaign.yaml"
    path.write_text(path.read_text() + f"  {mail}\n")
    assert cli.run(["mail", "test", str(volga)]) == 2
    said = capsys.readouterr().err
    assert wrong in said and f"campaign.yaml:{len(path.read_text().splitlines())}:" in said
    assert "gorse-heather" not in said
