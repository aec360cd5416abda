"""Mails that are meant to do harm, or do it by mistake: too large, too deep, forged, sent in circles."""

import base64
import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem import cli
from pbem.campaign.folder import Campaign
from pbem.errors import Fault, FaultyFile
from pbem.mail.case import Case
from pbem.mail.decide import decide
from pbem.mail.due import put_due
from pbem.mail.fetching import fetch
from pbem.mail.intake import Arrived, decide_waiting, store
from pbem.mail.letters.compose import Letter, Person, Sender, compose
from pbem.mail.sending import send
from tests.mail.campaigns import (
    ADDRESS,
    GAMESMASTER,
    KEYS,
    LATER,
    START,
    address,
    begin,
    decision,
    desk,
    marked,
    plain_mail,
    sheet,
    take,
)
from tests.mail.servers import Dovecot, FaultySmtp

HEAD = f"From: Anna <{address('A')}>\r\nTo: {ADDRESS}\r\nMessage-ID: <x@y.example>\r\nMIME-Version: 1.0\r\n".encode()
TEXT = HEAD + b"\r\n"
PAGE = HEAD + b"Content-Type: text/html\r\n\r\n"


def nested(kind: bytes, depth: int) -> bytes:
    return HEAD + kind * depth + b"\r\nhello"


def multiparts(depth: int) -> bytes:
    levels = (b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (one, one) for one in range(depth))
    return HEAD + b"".join(levels) + b"\r\n" + marked(sheet("A")).encode()


def parts(count: int) -> bytes:
    return HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nx\r\n" * count + b"--b--\r\n"


def attachment(size: int) -> bytes:
    """A photograph beside a sheet."""
    head = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n" + marked(sheet("A")).encode()
    head += b"\r\n--b\r\nContent-Type: image/jpeg; name=a.jpg\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    return HEAD + head + (b"QUJD" * 19 + b"\r\n") * (size // 78) + b"--b--\r\n"


def zipped(files: dict[str, bytes]) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    mail = EmailMessage()
    mail["From"] = address("A")
    mail.set_content("x")
    mail.add_attachment(raw.getvalue(), "application", "zip", filename="orders.zip")
    return mail.as_bytes()


def within_itself() -> bytes:
    """A zip file of zip files: only what lies in the outer one is looked at."""
    raw = b"x" * 100_000
    for _ in range(5):
        inner = io.BytesIO()
        with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("orders.zip", raw)
        raw = inner.getvalue()
    return zipped({"orders.zip": raw})


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "a message in a message, 1000 times": (lambda: nested(b"Content-Type: message/rfc822\r\n\r\n", 1000), "mail_too_many_parts"),
    "a message in a message, 90 times": (lambda: nested(b"Content-Type: message/rfc822\r\n\r\n", 90), "mail_too_deep"),
    "parts in parts, 1000 times": (lambda: multiparts(1000), "mail_too_many_parts"),
    "parts in parts, 90 times": (lambda: multiparts(90), "mail_too_deep"),
    "10,000 parts": (lambda: parts(10_000), "mail_too_many_parts"),
    "50 MB": (lambda: TEXT + b"x" * 50_000_000, "mail_too_large"),
    "a photograph of 9 MB": (lambda: attachment(9_000_000), "mail_counts"),
    "10 MB on one line": (lambda: TEXT + b"x" * 10_000_000, "mail_too_much_text"),
    "a line of quote marks": (lambda: TEXT + b">" * 1_900_000, "mail_letter"),
    "a line of quote marks and blanks": (lambda: TEXT + b" > " * 600_000, "mail_letter"),
    "a million empty lines": (lambda: TEXT + b"\n" * 1_000_000, "mail_letter"),
    "many sheets": (lambda: TEXT + b"".join(b"#ORDERS\nkey: a%d\n#END\n" % one for one in range(20_000)), "mail_many_sheets"),
    "many sheets without end": (lambda: TEXT + b"#ORDERS\nkey: a\n" * 20_000, "mail_several_sheets"),
    "a page of many levels": (lambda: PAGE + b"<div><blockquote>" * 50_000, "mail_letter"),
    "a page of many cells": (lambda: PAGE + b"<table><tr>" + b"<td>x" * 60_000, "mail_letter"),
    "a head of many words": (lambda: HEAD + b"Subject: " + b"=?utf-8?q?a?= " * 20_000 + b"\r\n\r\nx", "mail_too_long_head"),
    "a sender in parentheses": (lambda: b"From: " + b"(" * 100_000 + b"\r\n\r\nx", "mail_nothing"),
    "a receiver in parentheses": (lambda: HEAD.replace(b"To: ", b"To: " + b"(" * 5000) + b"\r\nx", "mail_letter"),
    "a type of many pieces": (lambda: HEAD + b"Content-Type: text/plain; " + b";" * 100_000 + b"\r\n\r\nx", "mail_too_long_head"),
    "a type on many lines": (lambda: HEAD + b"Content-Type: text/plain" + b";\r\n a*0*=b" * 5000 + b"\r\n\r\nx", "mail_too_long_head"),
    "a zip bomb": (lambda: zipped({"orders.yaml": b"\0" * 200_000_000}), "mail_zip_too_large"),
    "a zip file of many files": (lambda: zipped({**{f"{n}": b"" for n in range(3000)}, "a.yaml": sheet("A").encode()}), "mail_counts"),
    "zip files in zip files": (within_itself, "mail_letter"),
    "many winmail.dat": (
        lambda: HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\nContent-Type: application/ms-tnef\r\n\r\nx\r\n" * 90,
        "mail_tnef_unreadable",
    ),
    "a winmail.dat of rubbish": (
        lambda: HEAD + b"Content-Type: application/ms-tnef\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.b64encode(b"\x78\x9f\x3e\x22" + b"\xff" * 100_000),
        "mail_tnef_unreadable",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def _hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return begin(tmp_path_factory.mktemp("hostile") / "volga")


@pytest.mark.parametrize("name", HOSTILE)
def test_taken_apart_in_bounded_time(name: str, _hostile: Path) -> None:
    """Each of these once took minutes or raised, or would with the standard library alone."""
    make, code = HOSTILE[name]
    case = Case(desk(_hostile), "0" * 12, make(), START)
    assert decide(case).verdict.code == code


# --- what is not seen ----------------------------------------------------------------------------------------------

CONTROLS = 'press:\n- {to: all, text: "a\\0b\\e[2Jc\\rd\\a\\u202Ee"}\n- {to: B, from: "x\\e]0;t\\a", text: "hi\\nTo: all"}\n"\\e[1m": 5\n'


def seen(text: str) -> bool:
    return all(letter.isprintable() or letter in "\n\r\t" for letter in text)


def test_control_characters_go_nowhere(volga: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.cli.campaigns.arguments.now", lambda: LATER)
    subject = "=?utf-8?b?" + base64.b64encode(b"hi \x1b[2J\r\nBcc: all@x.example\x07").decode() + "?="
    references = "<ä@x.example> <" + "y" * 2000 + "@x.example> <b\x0bc@x.example> <good@x.example>"
    raw = plain_mail("A", marked(sheet("A", body=CONTROLS)), Subject="x").replace(
        b"Subject: x", f"Subject: {subject}\nReferences: {references}".encode()
    )
    letter = raw.replace(b"#ORDERS", b"ORDERS").replace(b"<1.A@", b"<2.A@")
    wrong = plain_mail("B", marked(sheet("B", key='"\\e[31m wrong"')), number=3, From="\x1b[1mBoris <boris\x1b@player.example>")
    assert [one.decided.verdict.decision for one in take(volga, raw, letter, wrong)] == ["counts", "refused", "held"]
    answers = sorted((volga / "mail" / "out").glob("*.eml"))
    assert len(answers) == 3
    for path in answers:
        mail = message_from_bytes(path.read_bytes())
        head = path.read_bytes().partition(b"\r\n\r\n")[0]
        assert seen(head.decode("ascii")) and "Bcc" not in mail and max(map(len, head.split(b"\r\n"))) < 998
        assert seen(mail.get_payload(decode=True).decode())
        assert set((mail["References"] or "").split()) <= {"<good@x.example>", "<1.A@player.example>", "<2.A@player.example>"}
    cli.run(["mail", "list", str(volga), "--all"])
    assert seen(capsys.readouterr().out)


def test_names_that_would_be_headers(tmp_path: Path) -> None:
    """The settings refuse them; and if they did not, nothing would come of it."""
    with pytest.raises(FaultyFile, match="a name is a line of letters"):
        begin(tmp_path / "volga", settings={'name: "Anna"': 'name: "Anna\\nBcc: all@x.example"'})
    sender = Sender("volga\r\nBcc: all@x.example", ADDRESS, "gm.example", "0123456789")
    letter = Letter(Person("Anna\nBcc: all@x.example\0", address("A")), "Hi\r\n\r\nBcc: x", "text", answers="<a@b>\r\nBcc: x")
    mail = message_from_bytes(compose(letter, sender, out_id="x", now=LATER))
    assert "Bcc" not in mail and mail.get_payload() == "text" and mail["Subject"] == "Hi Bcc: x"
    for bad in ("anna@x.example\r\nBcc: y@z.example", "anna@x.example, boris@x.example", "a b@c", "<a@b>", "", "anna"):
        with pytest.raises(Fault, match="cannot be mailed to"):
            compose(replace(letter, to=Person("A", bad)), sender, out_id="x", now=LATER)


# --- who wrote it --------------------------------------------------------------------------------------------------


def test_answers_go_to_the_registered_address_alone(volga: Path, smtp: FaultySmtp) -> None:
    raw = plain_mail("A", marked(sheet("A")), From="Mallory <mallory@x.example>", Reply_To="mallory@x.example", Sender="mallory@x.example")
    stolen = plain_mail("B", marked(sheet("A", key=KEYS["B"])), number=2)
    take(volga, raw, stolen)
    for path in (volga / "mail" / "out").glob("*.eml"):
        assert b"mallory" not in path.read_bytes().partition(b"\r\n\r\n")[0]
    course = Campaign(volga).course
    assert sorted(out.to for out in course.mail.out.values()) == ["A", "B"]


def test_warnings_cannot_be_used_up_by_others(volga: Path) -> None:
    """Forged sheets bring three warnings a day at most, and never keep a player from his acknowledgement."""
    forged = [plain_mail("A", marked(sheet("A", key="wrong")), number=number, From="m@x.example") for number in range(20)]
    take(volga, *forged)
    assert sum(out.kind == "warning" for out in Campaign(volga).course.mail.out.values()) == 3
    (outcome,) = take(volga, plain_mail("A", marked(sheet("A")), number=99), at=START + timedelta(minutes=5))
    assert outcome.decided.verdict.decision == "counts" and outcome.decided.answer


def test_our_mark_on_a_sheet_hides_nothing(volga: Path) -> None:
    raw = plain_mail("A", marked(sheet("A")), X_Loop=ADDRESS)
    assert decision(volga, raw) == ("held", "mail_machine_with_key")
    assert decision(volga, plain_mail("B", "hello", number=2, X_Loop=ADDRESS)) == ("ignored", "mail_own")


# --- circles -------------------------------------------------------------------------------------------------------


def last_answer(folder: Path, *known: str) -> str:
    course = Campaign(folder).course
    (name,) = [one for one in course.mail.out if one not in known]
    return desk(folder).sender.message_id(name)


def test_a_program_that_answers_everything(volga: Path) -> None:
    """It does not say that it is a program, and answers each answer."""
    take(volga, plain_mail("A", marked(sheet("A"))))
    names: list[str] = []
    for number in range(2, 10):
        answer = last_answer(volga, *names)
        names = list(Campaign(volga).course.mail.out)
        raw = plain_mail("A", "I am at the sea. Your mail will be read.", number=number, In_Reply_To=answer)
        (outcome,) = take(volga, raw)
        assert outcome.decided.verdict.code == "mail_letter"
        if outcome.decided.answer is None:
            break
    assert number == 3


def test_no_more_than_ten_answers_a_day(volga: Path) -> None:
    raws = [plain_mail("A", marked(sheet("A", body=f"salt: s{number}\n")), number=number) for number in range(15)]
    done = take(volga, *raws)
    assert [one.decided.answer is not None for one in done] == [True] * 10 + [False] * 5
    assert all(one.decided.verdict.decision == "counts" for one in done)
    (outcome,) = take(volga, plain_mail("A", marked(sheet("A")), number=99), at=LATER, now=LATER + timedelta(days=1))
    assert outcome.decided.answer is not None


def bounce_of(message_id: str, to: str) -> bytes:
    return (
        f"Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nTo: {ADDRESS}\r\nMessage-ID: <b{len(message_id)}@mx.example>\r\n"
        f"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nIt did not arrive.\r\n"
        f"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; {to}\r\nAction: failed\r\n"
        f"Status: 5.1.1\r\n\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: {message_id}\r\n\r\n--b--\r\n"
    ).encode()


def notices(folder: Path) -> list[str]:
    found = desk(folder)
    put_due(found)
    return [name for name, out in Campaign(folder).course.mail.out.items() if out.to == "gamesmaster"]


def test_a_notice_that_comes_back_brings_no_other(tmp_path: Path, smtp: FaultySmtp) -> None:
    folder = begin(tmp_path / "volga", mail=smtp.settings())
    smtp.refused.add(GAMESMASTER)
    take(folder, plain_mail("A", "Dear Greta!"))
    ended = [one.ended for one in send(folder, command="test", clock=lambda: LATER) if one.to == "gamesmaster"]
    assert ended == ["refused"]
    again = send(folder, command="test", clock=lambda: LATER + timedelta(minutes=1))
    assert [one for one in again if one.to == "gamesmaster"] == []
    (notice,) = [name for name, out in Campaign(folder).course.mail.out.items() if out.to == "gamesmaster"]
    raw = bounce_of(desk(folder).sender.message_id(notice), GAMESMASTER)
    assert decision(folder, raw) == ("ignored", "mail_bounce")
    again = send(folder, command="test", clock=lambda: LATER + timedelta(minutes=2))
    assert [one for one in again if one.to == "gamesmaster"] == []
    cli.run(["mail", "list", str(folder)])


# --- two campaigns, one mailbox ------------------------------------------------------------------------------------


def test_a_bounce_of_another_campaigns_mail(volga: Path) -> None:
    sender = desk(volga).sender
    other = sender.message_id("report.00-setup.C.20261101130000").replace(sender.mark, "0123456789")
    assert decision(volga, bounce_of(other, address("C"))) == ("ignored", "mail_bounce_elsewhere")
    ours = sender.message_id("report.00-setup.C.20261101130000")
    assert decision(volga, bounce_of(ours, address("C"))) == ("ignored", "mail_bounce")


@pytest.mark.parametrize("shared", [True, False])
def test_two_campaigns_in_one_mailbox(tmp_path: Path, dovecot: Dovecot, user: str, shared: bool) -> None:
    """By sub-addresses, or with one address for both: each takes its own sheets, and neither answers for the other."""
    others = {player: f"other-word-of-{player}-77" for player in KEYS}
    to = dict.fromkeys(("volga", "don"), "orders@gm.example") if shared else {name: f"orders+{name}@gm.example" for name in ("volga", "don")}
    folders = {
        name: begin(tmp_path / name, mail=dovecot.settings(user), name=name, keys=keys, to=to[name])
        for name, keys in (("volga", KEYS), ("don", others))
    }
    for name, keys in (("volga", KEYS), ("don", others)):
        text = marked(sheet("A", key=keys["A"]).replace("campaign: volga", f"campaign: {name}"))
        dovecot.deliver(user, plain_mail("A", text, To=to[name], Subject=f"Re: [{name}] Set-up", Message_ID=f"<{name}@player.example>"), at=START)
    for name, folder in folders.items():
        fetch(folder, command="test", now=LATER)
        ended = sorted(one.decided.verdict.code for one in decide_waiting(folder, command="test", now=LATER))
        assert ended == ["mail_counts", "mail_elsewhere"], name
        assert [out.kind for out in Campaign(folder).course.mail.out.values()] == ["ack"]


def test_a_misspelt_campaign_is_told(volga: Path) -> None:
    """From a player's address: it is not passed over in silence."""
    text = marked(sheet("A").replace("campaign: volga", "campaign: wolga"))
    assert decision(volga, plain_mail("A", text)) == ("refused", "mail_sheet_refused")
    text = marked(sheet("A", key="wrong").replace("campaign: volga", "campaign: wolga"))
    assert decision(volga, plain_mail("A", text, number=2)) == ("held", "mail_wrong_key")
    other = desk(volga).sender.message_id("x").replace(desk(volga).sender.mark, "0123456789")
    assert decision(volga, plain_mail("A", text, number=3, In_Reply_To=other)) == ("ignored", "mail_elsewhere")


# --- clocks --------------------------------------------------------------------------------------------------------


def test_a_mail_from_the_future_does_not_outdo_those_that_come_after(tmp_path: Path, dovecot: Dovecot, user: str) -> None:
    folder = begin(tmp_path / "volga", mail=dovecot.settings(user))
    dovecot.deliver(user, plain_mail("A", marked(sheet("A", body="salt: s1\n")), number=1), at=LATER + timedelta(days=3))
    fetch(folder, command="test", now=LATER)
    assert [one.decided.verdict.code for one in decide_waiting(folder, command="test", now=LATER)] == ["mail_counts"]
    later = LATER + timedelta(hours=1)
    dovecot.deliver(user, plain_mail("A", marked(sheet("A", body="salt: s2\n")), number=2), at=later)
    fetch(folder, command="test", now=later)
    assert [one.decided.verdict.code for one in decide_waiting(folder, command="test", now=later)] == ["mail_counts"]
    on_file = Campaign(folder).course.on_file("A")
    assert on_file is not None and on_file.version == 2


def test_a_file_from_the_future(volga: Path) -> None:
    raw = b"Received: from a by b; Sun, 01 Nov 2099 12:00:00 +0000\n" + plain_mail("A", marked(sheet("A")))
    from pbem.mail.sources import received_at

    assert received_at(raw, START, LATER) == LATER
    store(volga, [Arrived(raw, received_at(raw, START, LATER))])
    assert [one.decided.verdict.code for one in decide_waiting(volga, command="test", now=LATER)] == ["mail_counts"]
