"""Random damage to the mails of the corpus: whatever comes out is read in bounded time, and nothing is ever raised.

    python -m tests.mail.fuzzing [MINUTES] [SEED]

Every mail that is found wanting is written to the folder `fuzz-found`, beside what went wrong.
"""

import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from pbem.campaign.secret_words import without_secrets
from pbem.mail.case import Case, Desk
from pbem.mail.decide import QUESTIONS, decide
from pbem.mail.reading.find_sheet import own_lines
from tests.mail.campaigns import begin, desk

CORPUS = Path(__file__).parent / "corpus"
NOW = datetime(2026, 11, 8, 14, tzinfo=UTC)
SECONDS = 10.0
"""No mail may take longer than this, on a slow machine."""
PIECES = (
    b"\r\n", b"\n", b"\r", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"=", b"==", b"=?", b"?=", b"=?utf-8?q?=ff?=", b"=?x?b?////?=",
    b"--", b'boundary="', b"boundary=", b"\r\n\r\n", b"\n\n", b"Content-Type: multipart/mixed; boundary=a\n\n--a\n",
    b"Content-Type: message/rfc822\n\n", b"Content-Type: text/html\n\n", b"Content-Type: text/plain; charset=", b"utf-16", b"utf-7",
    b"idna", b"punycode", b"unicode_escape", b"rot13", b"hex", b"zlib", b"x" * 70, b"Content-Transfer-Encoding: base64\n",
    b"Content-Transfer-Encoding: quoted-printable\n", b"Content-Transfer-Encoding: x-uuencode\n", b"begin 644 a\n", b"filename*=utf-8''%ff",
    b"filename*0*=a''b; filename*1*=c", b"name*=koi8-r''%c0", b"From: ", b"From: <>\n", b"Date: Mon, 99 Nov 2026 99:99:99 +9999\n", b"Received: x; ",
    b"Message-ID: <a@b>\n", b"Return-Path: <>\n", b"List-Id: x\n", b"Authentication-Results: mx.gm.example; dkim=pass header.d=player.example\n",
    b"#ORDERS\n", b"#END\n", b"key: ", b"larch-otter-finch-42", b"> ", b"&a ", b"*a", b"!!python/object:os.system ", b"{", b"[", b"}", b"]", b"- ", b": ", b"? ",
    b"|\n", b">-\n", b"---\n", b"...\n", b"%YAML 1.1\n", b"\t", b"\xc2\xa0", b"\xe2\x80\x8b", b"\xe2\x80\xa8", b"<div>", b"</div>", b"<blockquote>", b"<pre>", b"<br>", b"&nbsp;",
    b"<!--", b"<![CDATA[", b"&#x110000;", b"&#0;", b"PK\x03\x04", b"\x78\x9f\x3e\x22", b"-----BEGIN PGP SIGNED MESSAGE-----\n", b"-----BEGIN PGP MESSAGE-----\n",
    b"999999999999999999999", b"1e999", b"-1", b"turn: ", b"player: ", b"campaign: ",
)  # fmt: skip


def corpus() -> list[bytes]:
    """The mails that are damaged."""
    return [path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))]


def damaged(rng: random.Random, mails: list[bytes]) -> bytes:
    """A mail of the corpus with some damage done to it."""
    raw = bytearray(rng.choice(mails))
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        rng.choice(DAMAGES)(rng, raw, mails)
    return bytes(raw[: 256 * 1024])


def _at(rng: random.Random, raw: bytearray) -> int:
    return rng.randrange(len(raw) + 1)


def _flip(rng: random.Random, raw: bytearray, mails: list[bytes]) -> None:
    for _ in range(min(len(raw), rng.choice((1, 1, 8)))):
        raw[rng.randrange(len(raw))] = rng.randrange(256)


def _cut(rng: random.Random, raw: bytearray, mails: list[bytes]) -> None:
    start = _at(rng, raw)
    del raw[start : start + rng.choice((1, 4, 40, 400, 4000))]


def _insert(rng: random.Random, raw: bytearray, mails: list[bytes]) -> None:
    start = _at(rng, raw)
    raw[start:start] = rng.choice(PIECES) * rng.choice((1, 1, 1, 2, 50))


def _insert_at_line(rng: random.Random, raw: bytearray, mails: list[bytes]) -> None:
    start = raw.find(b"\n", _at(rng, raw)) + 1
    raw[start:start] = rng.choice(PIECES)


def _repeat(rng: random.Random, raw: bytearray, mails: list[bytes]) -> None:
    start = _at(rng, raw)
    raw[start:start] = raw[start : start + rng.choice((2, 20, 200, 2000))] * rng.choice((1, 2, 20))


def _splice(rng: random.Random, raw: bytearray, mails: list[bytes]) -> None:
    other = rng.choice(mails)
    start = rng.randrange(len(other) + 1)
    at = _at(rng, raw)
    raw[at:at] = other[start : start + rng.choice((20, 200, 2000, len(other)))]


def _swap_lines(rng: random.Random, raw: bytearray, mails: list[bytes]) -> None:
    lines = bytes(raw).split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    raw[:] = b"\n".join(lines)


def _wrap(rng: random.Random, raw: bytearray, mails: list[bytes]) -> None:
    """The whole mail within another one."""
    raw[:0] = rng.choice((b"Content-Type: message/rfc822\n\n", b"Content-Type: multipart/alternative; boundary=q\n\n--q\n"))


def _recode(rng: random.Random, raw: bytearray, mails: list[bytes]) -> None:
    name = rng.choice(("utf-16", "utf-7", "koi8-r", "cp1252", "iso2022_jp", "utf-32", "gb18030"))
    raw[:] = bytes(raw).decode("utf-8", "replace").encode(name, "replace")


DAMAGES: tuple[Callable[[random.Random, bytearray, list[bytes]], None], ...] = (
    _flip, _flip, _cut, _cut, _insert, _insert, _insert, _insert_at_line, _insert_at_line, _repeat, _splice, _swap_lines, _wrap, _recode,
)  # fmt: skip


def wrong_with(found: Desk, raw: bytes) -> str:
    """What goes wrong with a mail, in words, or empty: it raises, takes too long, or a secret word gets out."""
    start = time.perf_counter()
    try:
        decided = decide(Case(found, sha256(raw).hexdigest()[:12], raw, NOW))
        own_lines(Case(found, "", raw, NOW).message)
    except Exception:
        return traceback.format_exc()
    took = time.perf_counter() - start
    if took > SECONDS:
        return f"it took {took:.1f} seconds"
    shown = "".join([decided.reason, *(repr(entry) for entry in decided.entries), repr(decided.answer)])
    return "" if without_secrets(shown, found.keys.values()) == shown else f"a secret word is shown: {decided.verdict.code}"


def fuzz(found: Desk, seed: int, until: Callable[[], bool]) -> Iterator[tuple[bytes, str]]:
    """Every mail that was tried, with what went wrong with it or nothing."""
    rng, mails = random.Random(seed), corpus()
    while not until():
        raw = damaged(rng, mails)
        yield raw, wrong_with(found, raw)


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(10**9)
    end = time.monotonic() + 60 * minutes
    number, kinds = 0, Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        found = desk(begin(Path(folder) / "volga", mail="trust: address\nauthserv_id: mx.gm.example"), NOW)
        for raw, wrong in fuzz(found, seed, lambda: time.monotonic() > end):
            number += 1
            if wrong:
                kinds[wrong.strip().splitlines()[-1][:120]] += 1
                place = Path("fuzz-found")
                place.mkdir(exist_ok=True)
                name = sha256(raw).hexdigest()[:12]
                (place / f"{name}.eml").write_bytes(raw)
                (place / f"{name}.txt").write_text(wrong)
    print(f"{number} mails, {len(QUESTIONS)} questions asked of each, seed {seed}, {sum(kinds.values())} found wanting")
    for kind, count in kinds.most_common():
        print(f"{count:6} {kind}")


if __name__ == "__main__":
    main()
