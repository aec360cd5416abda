"""Fetching from the mailbox: stored here first, then the server told, then noted how far the mailbox was read.

Killed between any two of these, the next fetch finds the same mails again; being named by their bytes, they are stored once.
With another UIDVALIDITY all UIDs mean other mails, so all are fetched again, and those known are known by their bytes.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from pbem.campaign import files
from pbem.campaign.folder import Campaign, at_work, stamp
from pbem.campaign.ledger import Entry
from pbem.campaign.lock import locked
from pbem.errors import CommandError
from pbem.mail.intake import AT_ONCE, MODE, Arrived, place_of, store
from pbem.mail.letters.compose import Sender
from pbem.mail.letters.sender import sender_of
from pbem.mail.servers.imap import Listed, Mailbox, mailbox
from pbem.mail.servers.passwords import credential_for
from pbem.mail.settings import IncomingSettings, mail_settings


def fetch(folder: Path, *, command: str, now: datetime) -> int:
    """Fetch what is new in the campaign's mailbox; says how many mails were stored. Nothing is decided.

    Raises MailServerError, CommandError, CampaignBusy, FaultyFile, FileError.
    """
    files.make_folder(folder / "mail")
    with locked(folder / "mail", command=command, since=stamp(now)):
        campaign = Campaign(folder)
        settings = mail_settings(campaign)
        server = settings.incoming
        if server is None:
            cure = "Add `incoming:` under `mail:` in campaign.yaml, or read mails from files by `pbem mail read`."
            raise CommandError("no mailbox is settled", cure=cure)
        box = mark_of(server)
        validity, last = campaign.course.mail.boxes.get(box, (0, 0))
        with mailbox(server, credential_for(server)) as found:
            listed = found.listed(last if found.validity == validity else 0)
            # A server whose clock is ahead, or a mail that was put there by hand, must not outdo all that come after it.
            new = [mail._replace(received=min(mail.received, now)) for mail in listed]
            stored = sum(
                _store(folder, found, some, sender_of(campaign, settings)) for some in _portions(new)
            )
            found.tell([mail.uid for mail in new])
        if new or found.validity != validity:
            facts = {
                "box": box,
                "validity": found.validity,
                "uid": max((mail.uid for mail in new), default=0),
            }
            with at_work(folder, command=command, now=now) as campaign:
                campaign.record(now, Entry("mailbox", {}, facts))
        return stored


def mark_of(server: IncomingSettings) -> str:
    """Tells one folder of one mailbox from others."""
    return sha256(
        "\0".join((server.server, str(server.number), server.user, server.folder)).encode()
    ).hexdigest()[:16]


def _portions(mails: Sequence[Listed]) -> Iterator[list[Listed]]:
    """The mails in portions that fit into memory; a large one alone."""
    portion: list[Listed] = []
    size = 0
    for mail in mails:
        if portion and size + mail.size > AT_ONCE:
            yield portion
            portion, size = [], 0
        portion.append(mail)
        size += mail.size
    if portion:
        yield portion


def _store(folder: Path, found: Mailbox, mails: Sequence[Listed], sender: Sender) -> int:
    """Store some mails. Of our own coming back the head is enough: the whole lies in the outbox."""
    if len(mails) == 1 and mails[0].size > AT_ONCE:
        mail = mails[0]
        place = folder / "mail" / "in"
        return int(
            files.write_pieces(
                place,
                found.pieces(mail),
                lambda name: place_of(folder, name[:12], mail.received, mail.uid).name,
                mode=MODE,
            )
        )
    arrived = (
        Arrived(
            b"".join(found.pieces(mail, only_head=sender.is_own(mail.message_id))), mail.received, mail.uid
        )
        for mail in mails
    )
    return store(folder, arrived)
