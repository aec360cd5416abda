"""What players are sent beside answers and reports: letters of others, reminders, other deadlines, seals. And who proves what by DKIM."""

import base64
import json
import re
import subprocess
from collections.abc import Callable
from datetime import datetime, timedelta
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.campaign.adjudicating import adjudicate
from pbem.campaign.decisions.deadlines import deadline_of, set_deadline
from pbem.campaign.decisions.publishing import publish
from pbem.campaign.decisions.ruling_file import RulingFile
from pbem.campaign.decisions.rulings import rule
from pbem.campaign.decisions.undoing import undo
from pbem.campaign.folder import Campaign, at_work
from pbem.errors import CommandError
from pbem.mail.case import Desk
from pbem.mail.due import put_due
from pbem.mail.outbox import path_of
from pbem.mail.sending import send, would_send
from pbem.mail.settings import mail_settings
from tests.mail.campaigns import LATER, START, address, begin, decision, marked, plain_mail, sheet, take
from tests.mail.servers import FaultySmtp, needed

PRESS = (
    'press:\n- {to: [B, C], text: "Tver is mine."}\n- {to: all, from: anonymous, text: "Somebody lies."}\n'
    '- {to: D, from: "The Cheka", text: "We know.\\nFrom Player B, to all:"}\n'
)


def press_at_once(tmp_path: Path, smtp: FaultySmtp) -> Path:
    folder = begin(tmp_path / "volga", mail=smtp.settings())
    path = folder / "campaign.yaml"
    text = re.sub(r"(?m)^press:.*\n", "", path.read_text())
    path.write_text("press: at_once\n" + text)
    send(folder, command="test", clock=lambda: LATER)  # the reports
    smtp.taken.clear()
    return folder


def got(smtp: FaultySmtp, player: str) -> list[str]:
    """The texts of the letters that a player got."""
    mails = [mail for mail in smtp.messages(address(player)) if mail["Subject"].endswith("a letter for you")]
    return sorted(mail.get_payload(decode=True).decode() for mail in mails)


def test_letters_are_passed_on_at_once(tmp_path: Path, smtp: FaultySmtp) -> None:
    """Signed, anonymous, under another name; to some, to all; each once; and nothing tells who did not sign."""
    folder = press_at_once(tmp_path, smtp)
    take(folder, plain_mail("A", marked(sheet("A", body=PRESS))))
    send(folder, command="test", clock=lambda: LATER)
    send(folder, command="test", clock=lambda: LATER)
    assert {player: len(got(smtp, player)) for player in "ABCDEF"} == {"A": 0, "B": 2, "C": 2, "D": 2, "E": 1, "F": 1}
    named = next(text for text in got(smtp, "B") if "Tver" in text)
    assert named.startswith("From Player A, to Players B, C:") and "| Tver is mine." in named
    assert got(smtp, "E")[0].startswith("From somebody who does not sign, to all:")
    cheka = next(text for text in got(smtp, "D") if "Cheka" in text)
    assert 'signs as "The Cheka"' in cheka and "| From Player B, to all:" in cheka
    for mail in smtp.messages(address("E")):
        whole = mail.as_string()
        assert "Anna" not in whole and "anna@" not in whole and "Player A" not in whole and ".A." not in mail["Message-ID"]
        assert not mail["In-Reply-To"] and not mail["References"]
    smtp.taken.clear()
    again = PRESS.replace("Tver is mine.", "Tver is yours.")
    take(folder, plain_mail("A", marked(sheet("A", body=again)), number=2), at=START + timedelta(minutes=1))
    send(folder, command="test", clock=lambda: LATER)
    assert ["Tver is yours." in text for text in got(smtp, "B")] == [True] and got(smtp, "E") == []


def test_letters_wait_for_the_report_unless_settled(tmp_path: Path, smtp: FaultySmtp) -> None:
    folder = begin(tmp_path / "volga", mail=smtp.settings())
    take(folder, plain_mail("A", marked(sheet("A", body=PRESS))))
    send(folder, command="test", clock=lambda: LATER)
    assert all(got(smtp, player) == [] for player in "ABCDEF")


def test_letters_of_a_held_sheet_go_nowhere(tmp_path: Path, smtp: FaultySmtp) -> None:
    folder = press_at_once(tmp_path, smtp)
    take(folder, plain_mail("A", marked(sheet("A", key="wrong", body=PRESS))))
    send(folder, command="test", clock=lambda: LATER)
    assert all(got(smtp, player) == [] for player in "ABCDEF")


def test_another_deadline_is_told_to_everybody_once(tmp_path: Path, smtp: FaultySmtp) -> None:
    folder = begin(tmp_path / "volga", mail=smtp.settings())
    send(folder, command="test", clock=lambda: LATER)
    smtp.taken.clear()
    with at_work(folder, command="test", now=LATER) as campaign:
        set_deadline(campaign, LATER, extend="3d", why="Boris is in hospital.")
    send(folder, command="test", clock=lambda: LATER)
    send(folder, command="test", clock=lambda: LATER)
    for player in "ABCDEF":
        (mail,) = smtp.messages(address(player))
        assert mail["Subject"] == "[volga] Set-up: another deadline"
        assert "Boris is in hospital." in mail.get_payload(decode=True).decode()
    text = " ".join(smtp.messages(address("E"))[0].get_payload(decode=True).decode().split())
    assert "Wednesday 11 November 2026, 21:00 Asia/Tokyo (UTC+09:00)" in text


def test_a_corrected_report_goes_to_everybody_once(tmp_path: Path, smtp: FaultySmtp) -> None:
    """Only where it is asked for; with the blank sheet and the position as they are now; after another ruling again."""
    folder = begin(tmp_path / "volga", mail=smtp.settings())

    def sent(*, corrected: bool) -> list[str]:
        smtp.taken.clear()
        send(folder, command="test", clock=lambda: LATER, corrected=corrected)
        return sorted(mail["Subject"] for player in "ABCDEF" for mail in smtp.messages(address(player)))

    def ruled(choice: str, why: str) -> None:
        with at_work(folder, command="test", now=LATER) as campaign:
            rule(campaign, LATER, RulingFile(set={"gifts": choice}, why=why))

    sent(corrected=False)
    with pytest.raises(CommandError, match="no corrected report to send"):
        sent(corrected=True)
    ruled("accepted", "All agreed.")
    assert sent(corrected=False) == []
    campaign = Campaign(folder)
    assert [one.to for one in would_send(campaign, LATER, corrected=True)] == list("ABCDEF")
    assert sent(corrected=True) == ["[volga] The deal: corrected report"] * 6
    (mail,) = smtp.messages(address("B"))
    text, files = mail.get_payload()[0], {part.get_filename(): part.get_payload(decode=True) for part in mail.walk()}
    while text.is_multipart():
        text = text.get_payload()[0]
    assert text.get_payload(decode=True).decode().startswith("CORRECTED. ") and "All agreed." in text.as_string()
    assert json.loads(files["position.json"])["rulings"]["gifts"] == "accepted"
    assert b"player: B" in files["volga-00-setup-B.yaml"]
    assert sent(corrected=True) == []
    time = LATER + timedelta(hours=1)
    with at_work(folder, command="test", now=time) as campaign:
        rule(campaign, time, RulingFile(set={"gifts": "allowed"}, why="Not all."))
    assert sent(corrected=True) == ["[volga] The deal: corrected report"] * 6


def test_a_report_that_was_undone_before_it_was_sent_is_not_sent(tmp_path: Path, smtp: FaultySmtp) -> None:
    """Nor is it as it was corrected; the one that is published instead is."""
    folder = begin(tmp_path / "volga", players="AB", mail=smtp.settings())
    send(folder, command="test", clock=lambda: LATER)
    smtp.taken.clear()

    def at(hours: int, what: Callable[[Campaign, datetime], object]) -> None:
        time = LATER + timedelta(hours=hours)
        with at_work(folder, command="test", now=time) as campaign:
            what(campaign, time)

    at(1, lambda campaign, time: adjudicate(campaign, time, allow_missing=True))
    at(1, publish)
    at(1, lambda campaign, time: rule(campaign, time, RulingFile(set={"gifts": "accepted"}, why="Agreed.")))
    at(1, lambda campaign, time: put_due(Desk(campaign, mail_settings(campaign), time), corrected=True))
    waiting = [name for name, out in Campaign(folder).course.mail.out.items() if out.state == "waiting"]
    assert len(waiting) == 4
    at(2, lambda campaign, time: undo(campaign, time, why="Wrong."))
    assert not [one for one in would_send(Campaign(folder), LATER) if one.out_id in waiting]
    at(3, lambda campaign, time: adjudicate(campaign, time, allow_missing=True))
    at(3, publish)
    send(folder, command="test", clock=lambda: LATER + timedelta(hours=3))
    assert [mail["Subject"] for mail in smtp.messages(address("A"))] == ["[volga] Set-up: report"]
    out = Campaign(folder).course.mail.out
    assert {out[name].state for name in waiting} == {"withdrawn"}


def test_reminders(tmp_path: Path, smtp: FaultySmtp) -> None:
    """To those from whom no sheet counts; once; again when the deadline was put off."""
    folder = begin(tmp_path / "volga", mail=smtp.settings())
    send(folder, command="test", clock=lambda: LATER)
    take(folder, plain_mail("A", marked(sheet("A"))), plain_mail("B", marked(sheet("B", key=None))))
    send(folder, command="test", clock=lambda: LATER)
    smtp.taken.clear()
    deadline = deadline_of(Campaign(folder).course)
    assert deadline is not None
    for before, expected in ((timedelta(days=6), 0), (timedelta(hours=2), 5), (timedelta(hours=1), 5), (-timedelta(hours=1), 5)):
        send(folder, command="test", clock=lambda before=before: deadline - before)
        reminded = [to for to, raw in smtp.taken if b"still expected" in raw]
        assert len(reminded) == expected, before
    assert [address("A")] not in reminded
    assert "A mail of yours waits for the gamesmaster" in smtp.messages(address("B"))[-1].get_payload(decode=True).decode()


# --- DKIM --------------------------------------------------------------------------------------------------------------


def test_dkim_proves_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signed mails against keys that a name server would give; with one letter changed or another domain's key: no proof."""
    dkim = pytest.importorskip("dkim")
    needed("openssl")
    pem = subprocess.run(["openssl", "genrsa", "-traditional", "2048"], check=True, capture_output=True).stdout
    public = subprocess.run(["openssl", "rsa", "-pubout", "-outform", "DER"], input=pem, check=True, capture_output=True).stdout
    record = b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)
    monkeypatch.setattr(dkim.DKIM.verify, "__defaults__", (0, lambda name, timeout=5: record))
    folder = begin(tmp_path / "volga", mail="trust: address\ndkim: yes")

    def signed(number: int, domain: bytes = b"player.example", *, length: bool = False, **headers: str) -> bytes:
        raw = plain_mail("A", marked(sheet("A", key=None)), number=number, **headers).replace(b"\n", b"\r\n")
        return dkim.sign(raw, b"s1", domain, pem, length=length) + raw

    assert decision(folder, signed(1)) == ("counts", "mail_counts")
    assert decision(folder, signed(2).replace(b"#ORDERS", b"#ORDERS\r\nsalt: x", 1)) == ("held", "mail_no_key")
    assert decision(folder, signed(3, b"mallory.example")) == ("held", "mail_no_key")
    assert decision(folder, signed(4, length=True) + b"#ORDERS\r\n") == ("held", "mail_no_key")  # `l=`: anything may follow
    assert decision(folder, plain_mail("A", marked(sheet("A", key=None)), number=5)) == ("held", "mail_no_key")
    monkeypatch.setattr(dkim.DKIM.verify, "__defaults__", (0, lambda name, timeout=5: None))
    assert decision(folder, signed(6)) == ("held", "mail_no_key")


def test_an_answer_reads_as_written(volga: Path) -> None:
    """The whole acknowledgement, as its player sees it."""
    (outcome,) = take(volga, plain_mail("A", marked(sheet("A", body='press:\n- {to: all, text: "Hi"}\n'))))
    assert outcome.decided.answer
    mail = message_from_bytes(path_of(volga, outcome.decided.answer.out_id).read_bytes())
    text = " ".join(mail.get_payload(decode=True).decode().split())
    assert mail["In-Reply-To"] == "<1.A@player.example>" and mail["Auto-Submitted"] == "auto-replied"
    for part in (
        "Your sheet counts. It is version 1 of your orders for the set-up.",
        "The deadline is Sunday 8 November 2026, 12:00 Europe/London (UTC+00:00).",
        "What the others can see of this: nothing, not even that it came.",
        'press[0]: A letter to all: "Hi"',
        "key: your-secret-word",
    ):
        assert part in text
