"""The outbox: every mail of ours is first a file in mail/out/, then a record says that it waits to be sent.

Only what the ledger says waits is sent; a file without a record is what a crash left, and is written over.
"""

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from pbem.campaign import files
from pbem.campaign.course import Course
from pbem.campaign.folder import Campaign
from pbem.campaign.ledger import Entry
from pbem.campaign.mail_course import GAMESMASTER, Out
from pbem.mail.letters.compose import Letter, Sender, compose
from pbem.words import sentence

MODE = 0o600
"""Reports and answers are for one reader."""


class Written(NamedTuple):
    """A mail of ours that is to be sent: its id, its file, and the record that says so."""

    out_id: str
    content: bytes
    entry: Entry


def write(
    letter: Letter, sender: Sender, *, out_id: str, to: str, kind: str, now: datetime, counts_as: str = ""
) -> Written:
    """A mail for the outbox. `to`: a player's letter or GAMESMASTER; `counts_as`: answer or warning, of which a seat gets
    only so many a day. Raises Fault for an address that cannot be mailed to."""
    content = compose(letter, sender, out_id=out_id, now=now)
    facts = {
        "id": out_id,
        "to": to,
        "kind": kind,
        "state": "waiting",
        "text": sentence("out_waiting", {"text_to": who(to), "text_subject": letter.subject}),
    }
    if counts_as:
        facts["counts_as"] = counts_as
    return Written(out_id, content, Entry("mail_out", {}, facts))


def who(to: str) -> str:
    """The receiver in words."""
    return "the gamesmaster" if to == GAMESMASTER else f"player {to}"


def path_of(folder: Path, out_id: str) -> Path:
    """Where a mail of ours lies."""
    return folder / "mail" / "out" / f"{out_id}.eml"


def put(campaign: Campaign, now: datetime, written: list[Written]) -> None:
    """Put mails into the outbox: first the files, then their records in one write."""
    if written:
        files.write_all({path_of(campaign.folder, one.out_id): one.content for one in written}, mode=MODE)
        campaign.record(now, *(one.entry for one in written))


def withdrawn(out_id: str, out: Out, code: str = "out_withdrawn") -> Entry:
    """The record that a mail which waits is not sent any more; `code`: the sentence that says why."""
    said = sentence(code, {"text_to": who(out.to), "text_id": out_id})
    return Entry(
        "mail_out", {}, {"id": out_id, "to": out.to, "kind": out.kind, "state": "withdrawn", "text": said}
    )


def waiting(course: Course, *, to: str | None = None) -> list[tuple[str, Out]]:
    """The mails that are not done with: they wait or are in doubt; those for `to` alone, if given. Oldest first."""
    found = [
        (name, out)
        for name, out in course.mail.out.items()
        if out.state in ("waiting", "in_doubt") and to in (None, out.to)
    ]
    return sorted(found, key=lambda one: one[1].place)
