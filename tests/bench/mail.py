"""P13 and P16: a batch of mails from files, each decided and acknowledged into the outbox; and its memory.

python -m tests.bench.mail [ROUNDS]                  the table
python -m tests.bench.mail run CAMPAIGN MAILS        one batch (what the timing and the memory are taken of)

Yardstick: so many times the floor of floors/mail_floor.py, the plain mail. Writing and fsync are counted.
"""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from pbem.campaign.adjudicating import adjudicate
from pbem.campaign.decisions.publishing import publish
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.ledger import Entry
from pbem.mail.intake import decide_waiting, store
from pbem.mail.sources import from_files
from tests.bench.floors import mail_floor
from tests.bench.rows import Row, table
from tests.bench.timing import PEAK, ROOT, per_call

START = datetime(2026, 12, 1, 12, tzinfo=UTC)
NOW = START + timedelta(days=1)
KEYS = {player: f"larch-otter-finch-{number}" for number, player in enumerate("ABCDEF", 42)}
COUNT = 1000
SHEET_SIZE = 3000
LARGE = 10 * 1024 * 1024


def prepare(folder: Path) -> None:
    """A campaign that awaits a First Phase with all counters on the map, and folders of mails for it."""
    from pbem import position
    from pbem.campaign.creating import create
    from pbem.campaign.secret_words import secrets_text
    from pbem.campaign.settings_text import NewSeat
    from tests.bench.positions import set_up

    campaign = folder / "start"
    seats = tuple(NewSeat(player, f"Player {player}", f"{player.lower()}@player.example") for player in KEYS)
    create(campaign, name="bench", seats=seats, now=START, seed=bytes(range(32)))
    (campaign / "secrets.yaml").write_text(secrets_text(bytes(range(32)), KEYS))
    (campaign / "secrets.yaml").chmod(0o600)
    settings = campaign / "campaign.yaml"
    text = settings.read_text().replace("html: yes", "html: no")
    settings.write_text(f'{text}\nmail:\n  address: orders@gm.example\n  picture: no\n  answers_a_day: "{COUNT}"\n')
    with at_work(campaign, command="bench", now=START) as opened:
        publish(opened, START)
        adjudicate(opened, START, allow_missing=True)
        publish(opened, START)
        state = position.to_json(set_up(opened.rules(), 1))
        opened.record(START, Entry("ruled", {"moment": opened.course.moment.key, "position": state}))
    write_mails(campaign, folder)


def write_mails(campaign: Path, folder: Path) -> None:
    """Folders of COUNT mails and of ten; a mail of 10 MB, and the sheet of one mail alone."""
    from pbem.campaign.playing import position_of
    from pbem.sheets.write import normalised
    from tests.bench.positions import first_sheets

    opened = Campaign(campaign)
    rules = opened.rules()
    state = position_of(opened, opened.course.moment)
    texts = [
        normalised(sheet, rules, campaign="bench", turn=1, phase="first", key=KEYS[player])
        for number in range(10)
        for player, sheet in first_sheets(state, rules, number).items()
    ]
    for count in (COUNT, 10):
        place = folder / f"mails-{count}"
        place.mkdir()
        for number in range(count):
            (place / f"{number:04d}.eml").write_bytes(mail(texts[number % len(texts)], number))
    (folder / "mails-large").mkdir()
    (folder / "mails-large" / "large.eml").write_bytes(large(mail(texts[0], 0)))


def mail(sheet: str, number: int) -> bytes:
    """A reply like the floor's: a sheet of 3 KB, no two the same, above 60 quoted lines."""
    sheet += f"# mail {number}\n"
    sheet += "# a note to the gamesmaster\n" * max(0, (SHEET_SIZE - len(sheet)) // 28)
    found = EmailMessage()
    found["Received"] = f"from a by b; {format_datetime(START + timedelta(seconds=number))}"
    found["From"] = "Anna <a@player.example>"
    found["To"] = "orders@gm.example"
    found["Subject"] = "Re: [bench] Turn 1"
    found["Message-ID"] = f"<{number}@player.example>"
    quoted = "".join(f"> line {line}\n" for line in range(60))
    found.set_content(f"#ORDERS\n{sheet}#END\n\nBest,\nAnna\n\n{quoted}")
    return found.as_bytes()


def large(plain: bytes) -> bytes:
    """The mail with so much text behind its sheet that it is of just the size that is still read."""
    line = b"and so on, and so forth, for more than seventy letters on every line\n"
    return plain + line * ((LARGE - len(plain)) // len(line))


def run(campaign: Path, mails: Path) -> None:
    """One batch."""
    store(campaign, from_files([mails], NOW))
    decide_waiting(campaign, command="bench", now=NOW)


def timed(folder: Path, count: int) -> float:
    """Seconds of one batch on a copy of the campaign."""
    copy = folder / "timed"
    shutil.copytree(folder / "start", copy)
    start = time.perf_counter()
    run(copy, folder / f"mails-{count}")
    took = time.perf_counter() - start
    answers = len(list((copy / "mail" / "out").glob("ack.*.eml")))
    shutil.rmtree(copy)
    assert answers == count, f"{answers} answers to {count} mails"
    return took


def peak(folder: Path, what: str) -> float:
    """Peak memory of a batch in MiB, in a process of its own; 0 where the system does not tell."""
    if not Path("/proc/self/status").exists():
        return 0.0
    copy = folder / "measured"
    shutil.copytree(folder / "start", copy)
    code = f"import sys\nfrom pathlib import Path\nfrom tests.bench import mail\nmail.run(Path({str(copy)!r}), Path({str(folder / what)!r}))"
    done = subprocess.run(
        [sys.executable, "-c", code + PEAK], capture_output=True, text=True, check=True, cwd=ROOT
    )
    shutil.rmtree(copy)
    return int(done.stderr.split()[-1]) / 1024


def rows(rounds: int = 3) -> list[Row]:
    """Measure them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        plain = mail_floor.plain_mail()
        ratios = []
        for _ in range(rounds):
            floor = per_call(lambda: mail_floor.intake(plain))
            ratios.append(timed(folder, COUNT) / COUNT / floor)
        peaks = {what: peak(folder, what) for what in ("mails-10", f"mails-{COUNT}", "mails-large")}
    few = peaks["mails-10"] or 1.0
    larger = (peaks["mails-large"] - few) / 10
    return [
        Row("P13", f"{COUNT} mails decided and acknowledged / as many mail floors", 3.0, 6.0, statistics.median(ratios)),
        Row("P16", f"peak memory at {COUNT} mails / at 10", 1.1, 1.3, peaks[f"mails-{COUNT}"] / few),
        Row("P16", "peak memory of a mail of 10 MB, above that of 10 small ones / its size", 4.0, 6.0, larger),
    ]


if __name__ == "__main__":
    if sys.argv[1:2] == ["run"]:
        run(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        print(table(rows(int(sys.argv[1]) if len(sys.argv) > 1 else 3)))
