"""Fetching from a real Dovecot: nothing lost, nothing twice, the server told only of what is stored."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.campaign.folder import Campaign
from pbem.campaign.playing import sheet_text
from pbem.errors import CommandError, MailServerError
from pbem.mail.fetching import fetch
from pbem.mail.intake import decide_waiting, id_of, place_of, store, stored_in
from pbem.mail.servers.imap import Mailbox
from pbem.mail.sources import from_files
from tests.mail.campaigns import KEYS, LATER, START, begin, marked, plain_mail, sheet
from tests.mail.servers import Dovecot


def mail(number: int, player: str = "A", body: str = "") -> bytes:
    return plain_mail(player, marked(sheet(player, body=body)), number=number)


def volga_of(tmp_path: Path, dovecot: Dovecot, user: str, more: str = "") -> Path:
    return begin(tmp_path / "volga", mail=dovecot.settings(user, more))


def get(folder: Path, now: datetime = LATER) -> int:
    return fetch(folder, command="test", now=now)


def flags(dovecot: Dovecot, user: str) -> list[tuple[bytes, ...]]:
    with dovecot.client(user) as client:
        return [answer[b"FLAGS"] for answer in client.fetch(client.search(), ["FLAGS"]).values()]


def test_a_mail_is_stored_byte_for_byte(tmp_path: Path, dovecot: Dovecot, user: str) -> None:
    folder = volga_of(tmp_path, dovecot, user)
    raw = mail(1) + b"\r\n8 bit: \xff\xfe \x00\r\n"
    raw = raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n").replace(b"\x00", b"")
    dovecot.deliver(user, raw, at=START)
    assert get(folder) == 1
    (stored,) = stored_in(folder)
    assert stored.path.read_bytes() == raw
    assert stored.path.stat().st_mode & 0o777 == 0o600


def test_it_is_on_the_disk_before_the_server_is_told(
    tmp_path: Path, dovecot: Dovecot, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = volga_of(tmp_path, dovecot, user, "afterwards: delete")
    dovecot.deliver(user, mail(1))
    done: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: done.append(str(Path(f"/proc/self/fd/{descriptor}").readlink())))
    told = Mailbox.tell
    monkeypatch.setattr(Mailbox, "tell", lambda *all: (done.append("told"), told(*all)))
    get(folder)
    before = [Path(one).name.removeprefix(".") for one in done[: done.index("told")]]
    assert any(name.endswith(".eml.new") for name in before) and "in" in before  # the file and its folder


def test_received_is_the_servers_clock(tmp_path: Path, dovecot: Dovecot, user: str) -> None:
    folder = volga_of(tmp_path, dovecot, user)
    time = datetime(2026, 11, 1, 12, 4, 5, tzinfo=UTC)
    dovecot.deliver(user, mail(1).replace(b"To:", b"Date: Tue, 1 Jan 2030 00:00:00 +0000\nTo:"), at=time)
    get(folder)
    assert stored_in(folder)[0].received == time


def test_twice_is_once(tmp_path: Path, dovecot: Dovecot, user: str) -> None:
    folder = volga_of(tmp_path, dovecot, user)
    dovecot.deliver(user, mail(1), mail(2, "B"))
    assert get(folder) == 2
    assert get(folder) == 0
    assert len(decide_waiting(folder, command="test", now=LATER)) == 2
    dovecot.deliver(user, mail(3, "C"))
    assert get(folder) == 1
    assert len(decide_waiting(folder, command="test", now=LATER)) == 1
    assert decide_waiting(folder, command="test", now=LATER) == []


def test_of_the_same_second_the_last_counts(tmp_path: Path, dovecot: Dovecot, user: str) -> None:
    """A telephone that was out of reach sends all it has at once; the server's clock knows seconds only."""
    folder = volga_of(tmp_path, dovecot, user)
    dovecot.deliver(user, *(mail(number, body=f"salt: s{number}\n") for number in range(8)), at=START)
    get(folder)
    decide_waiting(folder, command="test", now=LATER)
    campaign = Campaign(folder)
    on_file = campaign.course.on_file("A")
    assert on_file is not None and on_file.version == 8
    assert "salt: s7" in sheet_text(campaign, on_file)


def test_of_files_of_the_same_second_the_last_counts(tmp_path: Path) -> None:
    folder = begin(tmp_path / "volga")
    received = "from a by b; Sun, 01 Nov 2026 12:00:00 +0000"
    for number in range(8):
        raw = plain_mail("A", marked(sheet("A", body=f"salt: s{number}\n")), number=number, Received=received)
        (tmp_path / f"{number}.eml").write_bytes(raw)
    store(folder, from_files(sorted(tmp_path.glob("*.eml")), LATER))
    decide_waiting(folder, command="test", now=LATER)
    campaign = Campaign(folder)
    on_file = campaign.course.on_file("A")
    assert on_file is not None and "salt: s7" in sheet_text(campaign, on_file)


def test_a_mail_that_lies_there_twice_is_decided_once(tmp_path: Path) -> None:
    folder = begin(tmp_path / "volga")
    for order in (1, 2):
        path = place_of(folder, id_of(mail(1)), START, order)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(mail(1))
    assert len(decide_waiting(folder, command="test", now=LATER)) == 1
    assert decide_waiting(folder, command="test", now=LATER) == []


@pytest.mark.parametrize(
    ("afterwards", "left"), [("seen", [(b"\\Seen",)]), ("keep", [()]), ("delete", []), ("'move: Done'", [])]
)
def test_the_server_is_told(tmp_path: Path, dovecot: Dovecot, user: str, afterwards: str, left: list[object]) -> None:
    folder = volga_of(tmp_path, dovecot, user, f"afterwards: {afterwards}")
    dovecot.deliver(user, mail(1))
    with dovecot.client(user) as client:
        client.create_folder("Done")
    get(folder)
    assert [tuple(flag for flag in one if flag != b"\\Recent") for one in flags(dovecot, user)] == left
    with dovecot.client(user) as client:
        assert client.folder_status("Done", ["MESSAGES"])[b"MESSAGES"] == (1 if "move" in afterwards else 0)


def test_a_renumbered_mailbox_is_read_anew_and_nothing_counts_twice(tmp_path: Path, dovecot: Dovecot, user: str) -> None:
    folder = volga_of(tmp_path, dovecot, user, "folder: Orders")
    first, second = mail(1), mail(2, "B")
    with dovecot.client(user) as client:
        client.create_folder("Orders")
        client.append("Orders", first, msg_time=START)
    get(folder)
    decide_waiting(folder, command="test", now=LATER)
    before = Campaign(folder).course
    with dovecot.client(user) as client:  # a folder made anew has another UIDVALIDITY, and UIDs from 1
        client.delete_folder("Orders")
        client.create_folder("Orders")
        client.append("Orders", second, msg_time=START + timedelta(minutes=1))
        client.append("Orders", first, msg_time=START)
    assert get(folder) == 1
    decided = decide_waiting(folder, command="test", now=LATER)
    assert [one.decided.verdict.player for one in decided] == ["B"]
    after = Campaign(folder).course
    assert next(iter(before.mail.boxes.values()))[0] != next(iter(after.mail.boxes.values()))[0]
    assert len(after.sheets["00-setup"]) == 2


def test_an_emptied_folder_changes_nothing(tmp_path: Path, dovecot: Dovecot, user: str) -> None:
    folder = volga_of(tmp_path, dovecot, user)
    dovecot.deliver(user, mail(1))
    get(folder)
    with dovecot.client(user) as client:
        client.delete_messages(client.search())
        client.expunge()
    assert get(folder) == 0
    dovecot.deliver(user, mail(2, "B"))
    assert get(folder) == 1


def test_a_large_mail_comes_in_pieces(tmp_path: Path, dovecot: Dovecot, user: str) -> None:
    folder = volga_of(tmp_path, dovecot, user)
    raw = mail(1).replace(b"\n", b"\r\n") + b"x" * 70 + (b"\r\n" + b"y" * 70) * 160_000
    dovecot.deliver(user, raw, mail(2, "B"))
    assert get(folder) == 2
    large = max(stored_in(folder), key=lambda one: one.path.stat().st_size)
    assert large.path.read_bytes() == raw
    ended = {one.decided.verdict.code for one in decide_waiting(folder, command="test", now=LATER)}
    assert ended == {"mail_too_large", "mail_counts"}
    assert get(folder) == 0


def test_the_password_is_wrong(tmp_path: Path, dovecot: Dovecot, user: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_MAIL_PASSWORD", "not-the-password")
    with pytest.raises(MailServerError, match="does not let") as problem:
        get(volga_of(tmp_path, dovecot, user))
    assert "not-the-password" not in str(problem.value)
    assert problem.value.status == 4


def test_no_password(tmp_path: Path, dovecot: Dovecot, user: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_MAIL_PASSWORD")
    with pytest.raises(CommandError, match="PBEM_MAIL_PASSWORD is not set"):
        get(volga_of(tmp_path, dovecot, user))


def test_an_untrusted_certificate(tmp_path: Path, dovecot: Dovecot, user: str) -> None:
    folder = begin(tmp_path / "volga", mail=dovecot.settings(user).replace(f"ca_file: {dovecot.ca_file}", "ca_file: ''"))
    with pytest.raises(MailServerError, match="certificate is not trusted"):
        get(folder)


def test_the_wrong_port(tmp_path: Path, dovecot: Dovecot, user: str) -> None:
    settings = dovecot.settings(user).replace(str(dovecot.tls_port), str(dovecot.plain_port))
    with pytest.raises(MailServerError, match="TLS"):
        get(begin(tmp_path / "volga", mail=settings))


def test_starttls(tmp_path: Path, dovecot: Dovecot, user: str) -> None:
    settings = dovecot.settings(user, "security: starttls").replace(str(dovecot.tls_port), str(dovecot.plain_port))
    dovecot.deliver(user, mail(1))
    assert get(begin(tmp_path / "volga", mail=settings)) == 1


def test_no_such_folder(tmp_path: Path, dovecot: Dovecot, user: str) -> None:
    with pytest.raises(MailServerError, match="folder Nowhere"):
        get(volga_of(tmp_path, dovecot, user, "folder: Nowhere"))


def test_the_password_is_nowhere(tmp_path: Path, dovecot: Dovecot, user: str) -> None:
    folder = volga_of(tmp_path, dovecot, user)
    dovecot.deliver(user, mail(1))
    get(folder)
    decide_waiting(folder, command="test", now=LATER)
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "secrets.yaml" and path.parent.name != "in":
            assert KEYS["A"].encode() not in path.read_bytes(), path
