"""What is done the short way comes to the same as the long way."""

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail.reading.flowed import Line
from pbem.mail.reading.message import read_message
from pbem.mail.reading.wrapping import readings
from pbem.mail.sources import received_at
from pbem.rulebook import load_rules
from pbem.sheets.read import read_sheet

NOW = datetime(2021, 1, 1, tzinfo=UTC)
LATER = NOW.replace(year=9000)
CORPUS = sorted(path for path in (Path(__file__).parent / "corpus").rglob("*") if path.is_file())
HEADERS = (
    b"Received: from a by b; Tue, 01 Dec 2020 12:00:03 +0000",
    b"received:x;\r\n\tTue, 01 Dec\r\n 2020 12:00:03 +0100",
    b"RECEIVED : x; Tue, 01 Dec 2020 12:00:03 +0000",
    b"Received: " + b"a" * 5000 + b"; Tue, 01 Dec 2020 12:00:03 +0000",
    b"Received: (c; d) Tue, 01 Dec 2020 12:00:03 +0000 (UTC)",
    b"Received:",
    b"From x Tue Dec  1 12:00:03 2020",
    b"Subject: a; b",
    b" goes on; Wed, 02 Dec 2020 12:00:03 +0000",
    b"no header at all",
    b"Content-Type: multipart/mixed; boundary=x",
    b"X-\x85: \xff",
    b"",
)


def parsed(raw: bytes) -> object:
    """When a mail was received, by parsing its whole head."""
    head = raw.replace(b"\r\n\r\n", b"\n\n").partition(b"\n\n")[0]
    return read_message(head + b"\n\n").passed_on or NOW


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_when_a_mail_was_received(path: Path) -> None:
    raw = path.read_bytes()
    assert received_at(raw, NOW, LATER) == parsed(raw)


@pytest.mark.parametrize("seed", range(4))
def test_when_mails_with_odd_heads_were_received(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(500):
        lines = [chance.choice(HEADERS) for _ in range(chance.randint(1, 6))]
        raw = chance.choice([b"\n", b"\r\n"]).join([*lines, b"", b"text"])
        assert received_at(raw, NOW, LATER) == parsed(raw), raw


WHOLE = "- {force: [Tukachevsky, 119, 120], route: [KAZA, VYAT, {NIZH: {drop: [119]}}]}"
NEXT = "- {force: [CZ 413], route: HARB}"


def doubts(before: str, after: str) -> int:
    """How many other ways there are to read two lines."""
    ways = readings([Line(before), Line(after)], 0)
    return len(ways.doubts) + len(ways.unlikely)


@pytest.mark.parametrize(
    "after", [NEXT, "assassinations:", "wordswords", "- word", "[x]", "{a: b}", "| x", "& a"]
)
def test_nothing_but_a_remark_can_follow_a_whole_order_on_its_line(after: str) -> None:
    head = "campaign: volga\nplayer: A\nturn: 1\nphase: first\nkey: x\nmoves:\n"
    assert not read_sheet(f"{head}{WHOLE} {after}\n".encode(), rules=load_rules()).places
    assert doubts(WHOLE, after) == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (WHOLE.replace("KAZA, VYAT", "KAZA") + " # note", NEXT),  # the order may be a part of the remark
        ("- {force: [Tukachevsky, 119, 120, 121, 122, 123], route: [KAZA, VYAT, KAZA,", "{NIZH: {drop: [119]}}]}"),
        (WHOLE.replace("KAZA", '"KA'), NEXT),  # who knows where it ends
        (WHOLE, ": x"),
    ],
)  # fmt: skip
def test_other_lines_may_have_been_one(before: str, after: str) -> None:
    assert doubts(before, after) == 1
