"""Killed at any moment of fetching, deciding and sending, against real servers: nothing lost, nothing doubled."""

import os
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
from imapclient import IMAPClient

from pbem.campaign.folder import Campaign
from pbem.mail.fetching import fetch
from pbem.mail.intake import Arrived, decide_waiting, store
from pbem.mail.sending import COPY_WAIT, send
from tests.mail.campaigns import ADDRESS, KEYS, LATER, START, address, begin, marked, plain_mail, sheet
from tests.mail.killing import every_moment
from tests.mail.servers import PASSWORD, Dovecot, Postfix

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]
MAILS = (plain_mail("A", marked(sheet("A"))), plain_mail("B", marked(sheet("B", key="wrong"))), plain_mail("C", "A letter."))


def fetched(folder: Path) -> None:
    fetch(folder, command="test", now=LATER)
    decide_waiting(folder, command="test", now=LATER)


def state(folder: Path) -> object:
    """All that a campaign knows of its mail, but for where it stands in the ledger."""
    course = Campaign(folder).course
    return (
        {name: (seen.decision, seen.player) for name, seen in course.mail.seen.items()},
        {name: (out.state, out.to, out.kind) for name, out in course.mail.out.items()},
        [(one.player, one.version) for one in course.sheets.get("00-setup", ())],
        course.held,
        dict(course.mail.answers),
    )


def test_fetching_and_deciding(tmp_path: Path, dovecot: Dovecot, user: str) -> None:
    start = begin(tmp_path / "volga", mail=dovecot.settings(user), players="ABC")
    dovecot.deliver(user, *MAILS)
    count = 0
    for folder in every_moment(start, fetched):
        count += 1
        fetched(folder)
        seen, out, sheets, held, answers = state(folder)  # type: ignore[misc]
        assert Counter(decision for decision, _ in seen.values()) == {"counts": 1, "held": 2}
        assert sheets == [("A", 1)] and len(held) == 2
        assert Counter(kind for _, _, kind in out.values()) == {"ack": 1, "warning": 1, "held": 1}
        assert sorted(answers.values()) == [1, 1, 1]
        outbox = {path.stem: path for path in (folder / "mail" / "out").glob("*.eml")}
        assert set(outbox) == set(out)
        assert sorted(path.read_bytes() for path in (folder / "mail" / "in").glob("*.eml")) == sorted(
            raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n") for raw in MAILS
        )
    assert count > 40, "the murderer was not at every door"


def test_a_mailbox_that_is_emptied(tmp_path: Path, dovecot: Dovecot) -> None:
    """With `afterwards: delete` the server's copy goes; it goes only when ours is safe."""
    start = begin(tmp_path / "volga", players="ABC")
    text = (start / "campaign.yaml").read_text()

    def prepare(folder: Path) -> None:
        user = folder.name
        settings = "".join(f"  {line}\n" for line in dovecot.settings(user, "afterwards: delete").splitlines())
        (folder / "campaign.yaml").write_text(text + settings)
        dovecot.deliver(user, *MAILS)

    for folder in every_moment(start, fetched, prepare=prepare, step=3):
        fetched(folder)
        assert len(Campaign(folder).course.mail.seen) == 3
        with dovecot.client(folder.name) as client:
            assert client.search() == []


# --- sending -----------------------------------------------------------------------------------------------------


def count(mailbox: IMAPClient, message_id: str) -> int:
    """How often a mail lies in an open mailbox."""
    mailbox.noop()  # it hears of new mails
    return len(mailbox.search(["HEADER", "Message-ID", message_id]))


def wait_for_post(message_id: str, *mailboxes: IMAPClient) -> None:
    """Wait until the server has delivered what it took, to both."""
    until = time.monotonic() + 120
    alike = False
    while time.monotonic() < until:
        before, alike = alike, len({count(one, message_id) for one in mailboxes}) == 1
        if before and alike:
            return
        time.sleep(0.05)


def test_sending(tmp_path: Path, post: tuple[Dovecot, Postfix], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every mail arrives exactly once, wherever its sending was broken off."""
    monkeypatch.setenv("PBEM_MAIL_PASSWORD", PASSWORD)
    imap, smtp = post
    copies = ADDRESS.partition("@")[0]
    start = begin(tmp_path / "volga", mail=f"{imap.settings(copies)}\n{smtp.settings()}", players="AB")
    send(start, command="test", clock=lambda: LATER)  # the reports
    numbers = iter(range(10_000))
    waiting: dict[str, str] = {}

    def prepare(folder: Path) -> None:
        """An answer in the outbox, another one for every copy of the campaign."""
        raw = plain_mail("A", marked(sheet("A", body=f"salt: s{next(numbers)}\n")), number=next(numbers))
        store(folder, [Arrived(raw, START)])
        (outcome,) = decide_waiting(folder, command="test", now=LATER)
        assert outcome.decided.answer
        waiting[folder.name] = outcome.decided.answer.out_id

    def sent(folder: Path) -> None:
        send(folder, command="test", clock=lambda: LATER)

    in_doubt = 0
    with imap.client(address("A").partition("@")[0]) as to_him, imap.client(copies) as to_us:
        for folder in every_moment(start, sent, prepare=prepare):
            name = waiting[folder.name]
            message_id = f"<{name}.{Campaign(folder).course.commitment[:10]}@gm.example>"
            out = Campaign(folder).course.mail.out[name]
            in_doubt += out.state == "in_doubt"
            wait_for_post(message_id, to_him, to_us)
            later = LATER + COPY_WAIT + timedelta(minutes=1)
            fetched(folder)
            send(folder, command="test", clock=lambda later=later: later, fetched=True)
            until = time.monotonic() + 120
            while not count(to_him, message_id) and time.monotonic() < until:
                time.sleep(0.05)
            assert count(to_him, message_id) == 1
            assert Campaign(folder).course.mail.out[name].state == "sent"
    assert in_doubt >= 3
    assert KEYS
