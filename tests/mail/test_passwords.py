"""Where a password comes from, what it opens, and that it is written nowhere."""

import base64
import os
import sys
from pathlib import Path

import pytest

from pbem import cli
from pbem.campaign.folder import Campaign
from pbem.errors import CommandError
from pbem.mail.fetching import fetch
from pbem.mail.sending import send
from pbem.mail.servers import passwords
from pbem.mail.servers.passwords import Credential, credential_for
from pbem.mail.settings import IncomingSettings
from tests.mail.campaigns import ADDRESS, KEYS, LATER, begin, marked, plain_mail, sheet
from tests.mail.servers import PASSWORD, Dovecot, Postfix, token_of

USER = ADDRESS.partition("@")[0]


def server(**more: str) -> IncomingSettings:
    return IncomingSettings(server="imap.example.org", user="anna", **more)


def printing(text: str) -> str:
    """A command that prints a text."""
    return f"{sys.executable} -c \"print('{text}')\""


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "password"
    path.write_text("gorse heather\n")
    path.chmod(0o600)
    assert credential_for(server(password_file=str(path))) == Credential("anna", "gorse heather")


@pytest.mark.skipif(os.name == "nt", reason="files have no mode there")
def test_a_file_others_can_read(tmp_path: Path) -> None:
    path = tmp_path / "password"
    path.write_text("gorse")
    path.chmod(0o640)
    with pytest.raises(CommandError, match="read by others") as problem:
        credential_for(server(password_file=str(path)))
    assert "chmod 600" in problem.value.cure and "gorse" not in str(problem.value)


def test_an_environment_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOLGA", "gorse")
    assert credential_for(server(password_env="VOLGA")) == Credential("anna", "gorse")
    monkeypatch.delenv("VOLGA")
    with pytest.raises(CommandError, match="VOLGA is not set"):
        credential_for(server(password_env="VOLGA"))


def test_a_command() -> None:
    assert credential_for(server(password_command=printing("gorse"))) == Credential("anna", "gorse")


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (f'{sys.executable} -c "import sys; print(\'gorse\', file=sys.stderr); sys.exit(3)"', "exit status 3"),
        ("no-such-command-at-all", "No such file"),
        ("unbalanced 'quote", "No closing quotation"),
        (f"{sys.executable} -c \"print('gorse'); print('heather')\"", "more than one line"),
        (f'{sys.executable} -c ""', "is empty"),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="other words there")
def test_a_command_that_gives_nothing(command: str, why: str) -> None:
    with pytest.raises(CommandError, match=why) as problem:
        credential_for(server(password_command=command))
    assert "gorse" not in str(problem.value).replace(command, "")


def test_a_command_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "SECONDS", 0.5)
    with pytest.raises(CommandError, match="took more than"):
        credential_for(server(password_command=f'{sys.executable} -c "import time; time.sleep(60)"'))


def test_the_keyring() -> None:
    keyring = pytest.importorskip("keyring")
    from keyring.backend import KeyringBackend
    from keyring.backends.fail import Keyring as NoKeyring

    class InMemory(KeyringBackend):
        priority = 1.0  # type: ignore[assignment]

        def get_password(self, service: str, username: str) -> str | None:
            return "gorse" if (service, username) == ("volga", "anna") else None

        def set_password(self, service: str, username: str, password: str) -> None:
            raise NotImplementedError

        def delete_password(self, service: str, username: str) -> None:
            raise NotImplementedError

    before = keyring.get_keyring()
    try:
        keyring.set_keyring(InMemory())
        assert credential_for(server(password_keyring="volga")) == Credential("anna", "gorse")
        with pytest.raises(CommandError, match="no password of anna") as problem:
            credential_for(server(password_keyring="other"))
        assert "keyring set other anna" in problem.value.cure
        keyring.set_keyring(NoKeyring())
        with pytest.raises(CommandError, match="no keyring"):
            credential_for(server(password_keyring="volga"))
    finally:
        keyring.set_keyring(before)


def test_a_credential_does_not_show_its_secret() -> None:
    assert "gorse" not in f"{Credential('anna', 'gorse')} {Credential('anna', 'gorse')!r}"


# --- OAuth2 ------------------------------------------------------------------------------------------------------


def test_a_token_opens_both_servers(tmp_path: Path, post: tuple[Dovecot, Postfix], capsys: pytest.CaptureFixture[str]) -> None:
    imap, smtp = post
    token = tmp_path / "token"
    token.write_text(token_of("somebody") + "\n")
    mail = imap.settings("greta", f"token_command: cat {token}") + f"\n{smtp.settings()}"
    folder = begin(tmp_path / "volga", mail=mail, players="AB")
    assert cli.run(["mail", "test", str(folder)]) == 4
    assert "XOAUTH2" in capsys.readouterr().out
    token.write_text(token_of("greta") + "\n")
    imap.deliver("greta", plain_mail("A", marked(sheet("A"))))
    assert cli.run(["mail", "test", str(folder)]) == 0
    assert fetch(folder, command="test", now=LATER) == 1
    assert [one.ended for one in send(folder, command="test", clock=lambda: LATER)] == ["taken", "taken"]
    assert_nowhere(folder, token_of("greta"), token_of("somebody"))
    assert "token-of" not in "".join(capsys.readouterr())


# --- nowhere -----------------------------------------------------------------------------------------------------


def assert_nowhere(folder: Path, *secrets: str) -> None:
    """None of the secrets stands in any file of the campaign but its settings."""
    for path in folder.rglob("*"):
        if not path.is_file() or path.name == "campaign.yaml":
            continue
        content = path.read_bytes()
        for secret in secrets:
            coded = (secret.encode(), base64.b64encode(secret.encode()), base64.b64encode(f"\0{USER}\0{secret}".encode()))
            assert not [one for one in coded if one in content], path


def test_nothing_that_is_written_holds_a_password(
    tmp_path: Path,
    post: tuple[Dovecot, Postfix],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """The ledger, the outbox, the index, all that is printed: by commands that go well and by those that do not."""
    imap, smtp = post
    monkeypatch.setattr("pbem.cli.campaigns.arguments.now", lambda: LATER)
    folder = begin(tmp_path / "volga", mail=f"{imap.settings(USER)}\n{smtp.settings()}", players="ABC")
    imap.deliver(USER, plain_mail("A", marked(sheet("A"))), plain_mail("B", marked(sheet("B", key=KEYS["A"]))), plain_mail("C", f"Is it {KEYS['C']}?"))
    commands = [["mail", "test"], ["mail", "fetch"], ["mail", "list", "--all"], ["mail", "send"], ["host", "--once"], ["status"], ["log"], ["log", "--all"]]
    for password in (PASSWORD, "a-wrong-password-4711"):
        monkeypatch.setenv("PBEM_MAIL_PASSWORD", password)
        for name, *more in commands:
            cli.run([name, *more[:1], str(folder), *more[1:]] if name == "mail" else [name, str(folder), *more])
    printed = "".join(capfd.readouterr())
    for secret in (PASSWORD, "a-wrong-password-4711", *(KEYS[one] for one in "ABC")):
        assert secret not in printed
    assert "does not let" in printed and "counts" in printed
    assert_nowhere(folder, PASSWORD, "a-wrong-password-4711")
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "secrets.yaml" and path.parent != folder / "mail" / "in":
            content = path.read_bytes()
            assert not [one for one in "ABC" if KEYS[one].encode() in content], path
    logs = [imap.folder / "dovecot.log", imap.folder / "dovecot.out"]
    assert all(PASSWORD.encode() not in path.read_bytes() for path in logs if path.exists())
    assert Campaign(folder).course.mail.seen
