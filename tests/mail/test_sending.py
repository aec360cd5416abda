"""Sending: each mail once, whatever the server does; what is refused for good is shown, what is refused for now tried again."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.campaign.folder import Campaign, at_work
from pbem.errors import CommandError, MailServerError
from pbem.mail import sending
from pbem.mail.intake import Arrived, decide_waiting, store
from pbem.mail.sending import TRIES, Sent, send, would_send
from tests.mail.campaigns import (
    ADDRESS,
    GAMESMASTER,
    LATER,
    NAMES,
    address,
    begin,
    marked,
    plain_mail,
    sheet,
    take,
)
from tests.mail.servers import FaultySmtp

MAILBOX = "incoming: {server: 127.0.0.1, port: 1, security: none, user: orders}"
"""A mailbox, so that copies are asked for; nobody answers there."""


def go(folder: Path, now: datetime = LATER, **how: object) -> list[Sent]:
    return send(folder, command="test", clock=lambda: now, **how)  # type: ignore[arg-type]


def state(folder: Path, name: str) -> str:
    return Campaign(folder).course.mail.out[name].state


@pytest.fixture
def folder(tmp_path: Path, smtp: FaultySmtp) -> Path:
    """A campaign that has sent its first reports."""
    made = begin(tmp_path / "volga", mail=smtp.settings())
    go(made)
    smtp.taken.clear()
    return made


def acknowledged(folder: Path, number: int = 1) -> str:
    """A campaign with one answer in the outbox; its id."""
    (outcome,) = take(folder, plain_mail("A", marked(sheet("A", body=f"salt: s{number}\n")), number=number))
    assert outcome.decided.answer
    return outcome.decided.answer.out_id


def test_reports_go_out_once(tmp_path: Path, smtp: FaultySmtp) -> None:
    folder = begin(tmp_path / "volga", mail=smtp.settings())
    assert [one.ended for one in go(folder)] == ["taken"] * 6
    assert sorted(to for to, _ in smtp.taken) == sorted([address(player)] for player in NAMES)
    assert go(folder) == []
    assert len(smtp.taken) == 6


def test_a_report(tmp_path: Path, smtp: FaultySmtp) -> None:
    folder = begin(tmp_path / "volga", mail=smtp.settings())
    go(folder)
    (mail,) = smtp.messages(address("E"))
    assert mail["Subject"] == "[volga] The deal: report"
    assert mail["To"] == "Elena <elena@player.example>"
    assert mail["From"] == f'"volga (Greta)" <{ADDRESS}>'
    assert mail["Message-ID"].endswith("@gm.example>")
    assert mail["References"] and mail["Auto-Submitted"] == "auto-generated" and "List-Unsubscribe" not in mail
    parts = {part.get_content_type(): part for part in mail.walk()}
    text = parts["text/plain"].get_payload(decode=True).decode()
    names = [part.get_filename() for part in mail.walk() if part.get_filename()]
    assert "position.json" in names and any(name.endswith("E.yaml") for name in names)
    report = (folder / "turns/00-setup/reports-deal/E.txt").read_text()
    body = next(part for part in mail.walk() if part.get_content_type() == "text/plain" and not part.get_filename())
    assert body.get_payload(decode=True).decode().replace("\r\n", "\n") == report
    assert "multipart/alternative" in parts and b"Asia/Tokyo" in body.get_payload(decode=True)
    position = next(part for part in mail.walk() if part.get_filename() == "position.json")
    assert json.loads(position.get_payload(decode=True))["campaign"] == "volga"
    assert text


def test_the_map_is_in_it(tmp_path: Path, smtp: FaultySmtp) -> None:
    pytest.importorskip("resvg_py")
    go(begin(tmp_path / "volga", mail=smtp.settings(), picture=True, players="AB"))
    (mail,) = smtp.messages(address("A"))
    picture = next(part for part in mail.walk() if part.get_content_type() == "image/png")
    assert picture.get_payload(decode=True).startswith(b"\x89PNG") and picture["Content-ID"] == "<map>"
    page = next(part for part in mail.walk() if part.get_content_type() == "text/html" and not part.get_filename())
    assert b"cid:map" in page.get_payload(decode=True)


def test_4xx_then_2xx(folder: Path, smtp: FaultySmtp) -> None:
    name = acknowledged(folder)
    smtp.faults.append("451 4.3.0 come back later")
    assert [one.ended for one in go(folder)] == ["later"]
    assert [one.ended for one in go(folder, LATER + timedelta(minutes=1))] == ["waiting"]
    assert [one.ended for one in go(folder, LATER + TRIES[0])] == ["taken"]
    assert state(folder, name) == "sent" and len(smtp.taken) == 1


def test_it_waits_longer_each_time_and_is_given_up(folder: Path, smtp: FaultySmtp) -> None:
    name = acknowledged(folder)
    smtp.greylisted.add(address("A"))
    now, ended = LATER, ""
    tries = 0
    while ended != "given_up":
        (one,) = go(folder, now)
        ended, tries = one.ended, tries + 1
        out = Campaign(folder).course.mail.out[name]
        now = datetime.fromisoformat(out.again) if out.again else now
        assert tries < 50
    assert now - LATER > timedelta(days=5)
    assert state(folder, name) == "refused"
    smtp.greylisted.clear()
    go(folder, now)
    assert smtp.messages(address("A")) == []
    assert smtp.messages(GAMESMASTER)[0]["Subject"].endswith("1 mail not delivered")
    assert [one.ended for one in go(folder, now, to="A")] == ["taken"]


def test_5xx_for_one_recipient(tmp_path: Path, smtp: FaultySmtp) -> None:
    smtp.refused.add(address("C"))
    folder = begin(tmp_path / "volga", mail=smtp.settings())
    ended = {one.to: one.ended for one in go(folder)}
    assert ended == {player: "refused" if player == "C" else "taken" for player in NAMES}
    assert {one.to for one in go(folder)} == {"gamesmaster"}
    text = smtp.messages(GAMESMASTER)[0].get_payload(decode=True).decode()
    assert "player C" in text and "no such user here" in text
    assert go(folder) == []


def test_a_corrected_address(tmp_path: Path, smtp: FaultySmtp) -> None:
    smtp.refused.add(address("C"))
    folder = begin(tmp_path / "volga", mail=smtp.settings())
    go(folder)
    path = folder / "campaign.yaml"
    path.write_text(path.read_text().replace(address("C"), "clara@elsewhere.example"))
    with at_work(folder, command="test", now=LATER):
        pass
    assert [one.ended for one in go(folder, to="C")] == ["taken"]
    (mail,) = smtp.messages("clara@elsewhere.example")
    assert mail["To"] == "clara@elsewhere.example"


def test_refused_sender(tmp_path: Path, folder: Path, smtp: FaultySmtp) -> None:
    acknowledged(folder)
    smtp.faults.append("554 5.7.1 looks like spam")
    (one,) = go(folder)
    assert (one.ended, one.said) == ("refused", "554 5.7.1 looks like spam")


def test_nobody_answers(tmp_path: Path) -> None:
    folder = begin(tmp_path / "volga", mail="outgoing: {server: 127.0.0.1, port: 9, security: none}")
    with pytest.raises(MailServerError, match="nobody answers at that port"):
        go(folder)
    assert {out.state for out in Campaign(folder).course.mail.out.values()} == {"waiting"}


def test_no_server_is_settled(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="outgoing"):
        go(begin(tmp_path / "volga"))


def test_the_server_hangs(folder: Path, smtp: FaultySmtp) -> None:
    """It takes the mail, but says so only after we have given up waiting."""
    name = acknowledged(folder)
    settings = folder / "campaign.yaml"
    settings.write_text(settings.read_text().replace("timeout: 60", "timeout: 2"))
    smtp.faults.append("hang")
    assert [one.ended for one in go(folder)] == ["in_doubt"]
    assert state(folder, name) == "in_doubt"


def test_dropped_before_it_was_taken(folder: Path, smtp: FaultySmtp) -> None:
    name = acknowledged(folder)
    smtp.faults.append("drop_before")
    assert [one.ended for one in go(folder)] == ["in_doubt"]
    assert [one.ended for one in go(folder)] == ["taken"]
    assert len(smtp.taken) == 1 and state(folder, name) == "sent"


def test_the_copy_shows_that_it_was_taken(tmp_path: Path, smtp: FaultySmtp) -> None:
    """Dropped after DATA: the copy to ourselves came, so it is not sent again."""
    folder = begin(tmp_path / "volga", mail=f"{smtp.settings()}\n{MAILBOX}")
    smtp.faults.append("drop_after")
    ended = [one.ended for one in go(folder)]
    assert sorted(ended) == ["in_doubt", *["taken"] * 5]
    assert all(ADDRESS in to for to, _ in smtp.taken)
    copies = [Arrived(raw, LATER) for _, raw in smtp.taken]
    store(folder, copies)
    decided = decide_waiting(folder, command="test", now=LATER)
    assert {one.decided.verdict.code for one in decided} == {"mail_own"}
    assert go(folder, LATER + timedelta(hours=1), fetched=True) == []
    assert len(smtp.taken) == 6


def test_no_copy_comes_so_it_is_sent_again(tmp_path: Path, smtp: FaultySmtp) -> None:
    folder = begin(tmp_path / "volga", mail=f"{smtp.settings()}\n{MAILBOX}", players="AB")
    smtp.faults.append("drop_before")
    assert sorted(one.ended for one in go(folder)) == ["in_doubt", "taken"]
    later = LATER + sending.COPY_WAIT
    assert [one.ended for one in go(folder, later)] == ["in_doubt"], "without a look into the mailbox nothing is sent again"
    assert [one.ended for one in go(folder, LATER + timedelta(minutes=1), fetched=True)] == ["in_doubt"]
    assert [one.ended for one in go(folder, later, fetched=True)] == ["taken"]
    assert len({raw for _, raw in smtp.taken}) == 2


def test_a_copy_the_server_does_not_take(tmp_path: Path, smtp: FaultySmtp) -> None:
    smtp.refused.add(ADDRESS)
    folder = begin(tmp_path / "volga", mail=f"{smtp.settings()}\n{MAILBOX}", players="AB")
    assert [one.ended for one in go(folder)] == ["taken", "taken"]
    assert all(to != [ADDRESS] for to, _ in smtp.taken)


def test_to_one_player(tmp_path: Path, smtp: FaultySmtp) -> None:
    folder = begin(tmp_path / "volga", mail=smtp.settings())
    assert {one.to for one in go(folder, to="B")} == {"B"}
    assert {one.to for one in go(folder)} == set("ACDEF")


def test_a_dry_run_writes_nothing(tmp_path: Path, smtp: FaultySmtp) -> None:
    folder = begin(tmp_path / "volga", mail=smtp.settings())
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert [(one.to, one.ended) for one in would_send(Campaign(folder), LATER)] == [(player, "would_send") for player in NAMES]
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert smtp.taken == []


def test_a_player_without_an_address(tmp_path: Path, smtp: FaultySmtp) -> None:
    folder = begin(tmp_path / "volga", mail=smtp.settings(), settings={f'email: "{address("D")}"': 'email: ""'})
    assert {one.to for one in go(folder)} == set("ABCEF")
    (outcome,) = take(folder, plain_mail("D", marked(sheet("D"))))
    assert outcome.decided.verdict.decision == "counts" and outcome.decided.answer is None


def test_dots_and_long_lines_arrive_as_they_are(tmp_path: Path, smtp: FaultySmtp) -> None:
    folder = begin(tmp_path / "volga", mail=smtp.settings(), players="AB")
    go(folder)
    body = 'press:\n- {to: all, text: ".\\n..dots\\n' + "x" * 900 + '"}\n'
    take(folder, plain_mail("A", marked(sheet("A", body=body))))
    smtp.taken.clear()
    go(folder)
    from pbem.mail import outbox

    ((_, raw),) = smtp.taken
    (name,) = [name for name in Campaign(folder).course.mail.out if name.startswith("ack")]
    assert raw.rstrip() == outbox.path_of(folder, name).read_bytes().rstrip()
