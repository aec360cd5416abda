"""Mails that came: each stored byte for byte before anything else, then decided one after another, in the order received.

mail/in/ is the queue: what lies there and is not decided by the ledger's word is decided next. The name of a file is made
of when the mail was received, of its place among those of the same second, and of its bytes: the same mail is stored once.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pbem.campaign import files
from pbem.campaign.folder import at_work
from pbem.errors import unreadable
from pbem.mail import outbox
from pbem.mail.case import Case, Desk
from pbem.mail.decide import Decided, decide, fault_of
from pbem.mail.reading.message import LARGEST
from pbem.mail.settings import mail_settings

AT_A_TIME = 32
"""Mails decided between two writes to the ledger."""
AT_ONCE = 4 * 1024 * 1024
"""Bytes of mails kept in memory until they are stored together."""
_TIME = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"(\d{8}T\d{6}Z)-(\d{10})-([0-9a-f]{12})\.eml")
MODE = 0o600
"""Secret words stand in the mails of players."""


class Arrived(NamedTuple):
    """A mail that came."""

    raw: bytes
    received: datetime
    order: int = 0
    """Of mails received within the same second, which came first: a server's clock tells no more than seconds."""


class Stored(NamedTuple):
    """A mail in mail/in/."""

    id: str
    received: datetime
    order: int
    folder: Path
    """Of the campaign."""

    @property
    def path(self) -> Path:
        """Where it lies."""
        return place_of(self.folder, self.id, self.received, self.order)


class Outcome(NamedTuple):
    """What became of a mail, for who watches: as `Decided.told`."""

    id: str
    decided: Decided


def id_of(raw: bytes) -> str:
    """The id of a mail: the beginning of the SHA-256 of its bytes."""
    return sha256(raw).hexdigest()[:12]


def store(folder: Path, arrived: Iterable[Arrived]) -> int:
    """Store mails, fsynced; says how many were not stored before. Raises FileError."""
    here = {stored.id for stored in stored_in(folder)}
    number = 0
    for portion in _portions(_new(arrived, here)):
        contents = {place_of(folder, id_of(one.raw), one.received, one.order): one.raw for one in portion}
        files.write_all(contents, mode=MODE)
        number += len(contents)
    return number


def _new(arrived: Iterable[Arrived], here: set[str]) -> Iterator[Arrived]:
    """The mails that are not `here`, each once."""
    for mail in arrived:
        name = id_of(mail.raw)
        if name not in here:
            here.add(name)
            yield mail


def _portions(mails: Iterable[Arrived]) -> Iterator[list[Arrived]]:
    """The mails in portions of AT_ONCE bytes."""
    portion: list[Arrived] = []
    size = 0
    for mail in mails:
        portion.append(mail)
        size += len(mail.raw)
        if size >= AT_ONCE or len(portion) >= files.AT_A_TIME:
            yield portion
            portion, size = [], 0
    if portion:
        yield portion


def place_of(folder: Path, name: str, received: datetime, order: int) -> Path:
    """Where a mail is stored."""
    return folder / "mail" / "in" / f"{received.astimezone(UTC):{_TIME}}-{order:010d}-{name}.eml"


def stored_in(folder: Path) -> list[Stored]:
    """All mails that are stored, in the order received."""
    inbox = folder / "mail" / "in"
    found = [_stored(folder, path.name) for path in inbox.iterdir()] if inbox.is_dir() else []
    ordered = sorted((one for one in found if one), key=lambda one: (one.received, one.order, one.id))
    # One that came in by two ways at the same moment may lie there twice.
    return list({one.id: one for one in reversed(ordered)}.values())[::-1]


def _stored(folder: Path, name: str) -> Stored | None:
    """A file of the queue, or None for one that is none of ours."""
    named = _NAME.fullmatch(name)
    if named is None:
        return None
    try:
        received = datetime.strptime(named[1], _TIME).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Stored(named[3], received, int(named[2]), folder)


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
            campaign.make(note=False)
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
            done.append(Outcome(stored.id, decided.told()))
        files.write_all(answers, mode=outbox.MODE)
    return done


def _decide_one(desk: Desk, stored: Stored) -> Decided:
    """Decide one mail. One at which the program fails is held, and does not stop the others."""
    case = Case(desk, stored.id, beginning(stored.path, LARGEST + 1), stored.received)
    try:
        return decide(case)
    except Exception as problem:
        return fault_of(case, problem)


def beginning(path: Path, most: int) -> bytes:
    """So many bytes of a file; of a mail too large to be read that is enough. Raises FileError."""
    try:
        with path.open("rb", buffering=0) as file:  # a buffer would hold all of it twice
            return file.readall() if path.stat().st_size <= most else file.read(most)
    except OSError as problem:
        raise unreadable(path, problem) from problem


def case_of(desk: Desk, mail_id: str) -> Case | None:
    """A stored mail by its id, for deciding it anew."""
    stored = next((one for one in stored_in(desk.campaign.folder) if one.id == mail_id), None)
    return Case(desk, stored.id, beginning(stored.path, LARGEST + 1), stored.received) if stored else None
