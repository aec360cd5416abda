"""Mails that came: each stored byte for byte before anything else, then decided one after another, in the order received.

mail/in/ is the queue: what lies there and is not decided by the ledger's word is decided next. The name of a file is made
of when the mail was received and of its bytes alone, so that the same mail stored again is the same file.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pbem.campaign import files
from pbem.campaign.folder import at_work
from pbem.mail import outbox
from pbem.mail.case import Case, Desk
from pbem.mail.decide import Decided, decide, fault_of
from pbem.mail.settings import mail_settings

AT_A_TIME = 50
"""Mails decided between two writes to the ledger."""
_TIME = "%Y%m%dT%H%M%SZ"
MODE = 0o600
"""Secret words stand in the mails of players."""


class Arrived(NamedTuple):
    """A mail that came."""

    raw: bytes
    received: datetime


class Stored(NamedTuple):
    """A mail in mail/in/."""

    id: str
    received: datetime
    path: Path


class Outcome(NamedTuple):
    """What became of a mail, for who watches."""

    id: str
    decided: Decided


def id_of(raw: bytes) -> str:
    """The id of a mail: the beginning of the SHA-256 of its bytes."""
    return sha256(raw).hexdigest()[:12]


def store(folder: Path, arrived: Iterable[Arrived]) -> int:
    """Store mails, fsynced; says how many were not stored before. Raises FileError."""
    here = {stored.id for stored in stored_in(folder)}
    new: dict[Path, bytes] = {}
    for mail in arrived:
        name = id_of(mail.raw)
        if name not in here:
            here.add(name)
            new[place_of(folder, name, mail.received)] = mail.raw
    files.write_all(new, mode=MODE)
    return len(new)


def place_of(folder: Path, name: str, received: datetime) -> Path:
    """Where a mail is stored."""
    return folder / "mail" / "in" / f"{received.astimezone(UTC):{_TIME}}-{name}.eml"


def stored_in(folder: Path) -> list[Stored]:
    """All mails that are stored, in the order received."""
    inbox = folder / "mail" / "in"
    found = [_stored(path) for path in inbox.iterdir()] if inbox.is_dir() else []
    return sorted((stored for stored in found if stored), key=lambda one: (one.received, one.id))


def _stored(path: Path) -> Stored | None:
    """A file of the queue, or None for one that is none of ours."""
    time, hyphen, name = path.stem.partition("-")
    if path.suffix != ".eml" or not hyphen or path.name.startswith("."):
        return None
    try:
        return Stored(name, datetime.strptime(time, _TIME).replace(tzinfo=UTC), path)
    except ValueError:
        return None


def decide_waiting(folder: Path, *, command: str, now: datetime) -> list[Outcome]:
    """Decide all stored mails that are not decided. Raises FaultyFile, FileError, CampaignBusy."""
    done: list[Outcome] = []
    with at_work(folder, command=command, now=now) as campaign:
        waiting = [one for one in stored_in(folder) if one.id not in campaign.course.mail.seen]
        if not waiting:
            return done
        desk = Desk(campaign, mail_settings(campaign), now)
        for begin in range(0, len(waiting), AT_A_TIME):
            done += _decide_some(desk, waiting[begin : begin + AT_A_TIME])
    return done


def _decide_some(desk: Desk, waiting: list[Stored]) -> list[Outcome]:
    """Decide some mails; their answers lie in the outbox before the ledger tells of any of it."""
    done: list[Outcome] = []
    answers: dict[Path, bytes] = {}
    campaign = desk.campaign
    with campaign.gathered():
        for stored in waiting:
            decided = _decide_one(desk, stored)
            campaign.record(desk.now, *decided.entries)
            if decided.answer:
                answers[outbox.path_of(campaign.folder, decided.answer.out_id)] = decided.answer.content
            done.append(Outcome(stored.id, decided))
        files.write_all(answers, mode=outbox.MODE)
    return done


def _decide_one(desk: Desk, stored: Stored) -> Decided:
    """Decide one mail. One at which the program fails is held, and does not stop the others."""
    case = Case(desk, stored.id, files.read(stored.path), stored.received)
    try:
        return decide(case)
    except Exception as problem:
        return fault_of(case, problem)


def case_of(desk: Desk, mail_id: str) -> Case | None:
    """A stored mail by its id, for deciding it anew."""
    stored = next((one for one in stored_in(desk.campaign.folder) if one.id == mail_id), None)
    return Case(desk, stored.id, files.read(stored.path), stored.received) if stored else None
