"""Sending what lies in the outbox, each mail once.

A record is written before the dot that ends a mail and another after the server's answer. What a crash or a lost connection
leaves between the two is in doubt: then the copy to ourselves, which the server takes or leaves together with the mail, shows
in the mailbox that it was taken. Only where no copy comes back it is sent again, with the same Message-ID.

The campaign is locked for each record alone, so that a slow server holds up no other command.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from pbem.campaign import files
from pbem.campaign.course import Seat
from pbem.campaign.folder import Campaign, at_work, stamp, unstamp
from pbem.campaign.ledger import Entry
from pbem.campaign.lock import locked
from pbem.campaign.mail_course import GAMESMASTER, Out
from pbem.core.verdicts import Fact
from pbem.errors import CommandError
from pbem.mail import outbox
from pbem.mail.case import Desk
from pbem.mail.due import put_due
from pbem.mail.letters.reports import taken_back
from pbem.mail.servers.passwords import credential_for
from pbem.mail.servers.smtp import Carrier, Envelope, HandedOver, carrier
from pbem.mail.settings import MailSettings, OutgoingSettings, mail_settings
from pbem.words import sentence

Clock = Callable[[], datetime]

TRIES = tuple(timedelta(minutes=minutes) for minutes in (5, 15, 30, 60, 120, 240, 480))
"""How long to wait after the first, second … try; after that always the last."""
MOST_TRIES = 21
"""After so many tries, about five days, a mail is given up."""
COPY_WAIT = timedelta(minutes=15)
"""So long a copy to ourselves may take before a mail in doubt counts as not taken."""


class Sent(NamedTuple):
    """What became of one mail. `ended` is taken, later, refused, given_up, in_doubt, waiting (its time has not come, or its copy
    is awaited) or no_address."""

    out_id: str
    to: str
    subject: str
    ended: str
    said: str = ""


class _Item(NamedTuple):
    """A mail to be handed over."""

    out_id: str
    out: Out
    content: bytes
    recipient: str


def send(
    folder: Path,
    *,
    command: str,
    clock: Clock,
    to: str | None = None,
    corrected: bool = False,
    fetched: bool = False,
) -> list[Sent]:
    """Put into the outbox what is due, then send what waits there: to all, or to one player or GAMESMASTER alone.

    `corrected`: the last report once more, as it is corrected. `to` also tries again what was refused for good. `fetched`:
    whether the mailbox was read just before, so that copies of mails in doubt would have been seen. Raises MailServerError,
    CommandError, CampaignBusy, FaultyFile, FileError.
    """
    files.make_folder(folder / "mail")
    done: list[Sent] = []
    with locked(folder / "mail", command=command, since=stamp(clock())):
        with at_work(folder, command=command, now=clock()) as campaign:
            settings = mail_settings(campaign)
            put_due(Desk(campaign, settings, clock()), corrected=corrected)
            items = list(_items(campaign, clock(), to=to, fetched=fetched, done=done))
        if not items:
            return done
        server = _server(settings)
        with ExitStack() as stack:
            session: Carrier | None = None
            for item in items:
                if session is None or session.ended:
                    session = stack.enter_context(carrier(server, credential_for(server, settings.incoming)))
                sender = _Sending(folder, command, clock, settings)
                done.append(sender.hand_over(session, item))
    return done


def _server(settings: MailSettings) -> OutgoingSettings:
    if settings.outgoing is None:
        raise CommandError(
            "no server is settled that takes our mails",
            cure="Add `outgoing:` under `mail:` in campaign.yaml; see `pbem help mail`.",
        )
    return settings.outgoing


# --- what is to be sent ------------------------------------------------------------------------------------------


def _items(
    campaign: Campaign, now: datetime, *, to: str | None, fetched: bool, done: list[Sent]
) -> Iterator[_Item]:
    """The mails whose time has come; of the others it is noted in `done` why they wait."""
    for name, out in _candidates(campaign, to):
        content = files.read(outbox.path_of(campaign.folder, name))
        recipient = address_of(campaign, out.to)
        why = _waits(campaign, out, now, to=to, fetched=fetched)
        if not recipient:
            why = "no_address"
        if why:
            done.append(Sent(name, out.to, _subject(content), why))
            continue
        yield _Item(name, out, _addressed(campaign.folder, name, content, recipient), recipient)


def _candidates(campaign: Campaign, to: str | None) -> list[tuple[str, Out]]:
    undone = {name for name, _ in taken_back(campaign.course)}
    found = [one for one in outbox.waiting(campaign.course, to=to) if one[0] not in undone]
    if to is not None:
        again = [
            (name, out)
            for name, out in campaign.course.mail.out.items()
            if out.state == "refused" and out.to == to
        ]
        found = sorted([*found, *again], key=lambda one: one[1].place)
    return found


def _waits(campaign: Campaign, out: Out, now: datetime, *, to: str | None, fetched: bool) -> str:
    """Why a mail is not sent now, or empty."""
    if out.state == "in_doubt" and out.copied:
        since = unstamp(campaign.record_at(out.place).time)
        if not fetched or now < since + COPY_WAIT:
            return "in_doubt"
    if out.again and now < unstamp(out.again) and to is None:
        return "waiting"
    return ""


def address_of(campaign: Campaign, to: str) -> str:
    """The registered address of a seat or of the gamesmaster, as it is now; empty where there is none."""
    if to == GAMESMASTER:
        return campaign.settings.gamesmaster.email
    seat = campaign.course.seat(to)
    return seat.email if seat else ""


def _addressed(folder: Path, name: str, content: bytes, recipient: str) -> bytes:
    """The mail with the address as it is now, which may have been corrected since it was written."""
    head, blank, body = content.partition(b"\r\n\r\n")
    found = re.search(rb"(?m)^To: (.*(?:\r\n[ \t].*)*)", head)
    if found is None or recipient.encode() in found[1]:
        return content
    changed = head[: found.start()] + b"To: " + recipient.encode() + head[found.end() :] + blank + body
    files.write_new(outbox.path_of(folder, name), changed, mode=outbox.MODE)
    return changed


def _subject(content: bytes) -> str:
    from pbem.mail.reading.message import read_message

    return read_message(content.partition(b"\r\n\r\n")[0] + b"\r\n\r\n").subject


# --- handing over ------------------------------------------------------------------------------------------------


class _Sending:
    """Hands over mails and writes down what becomes of each."""

    def __init__(self, folder: Path, command: str, clock: Clock, settings: MailSettings) -> None:
        self._folder = folder
        self._command = command
        self._clock = clock
        self._settings = settings

    def hand_over(self, session: Carrier, item: _Item) -> Sent:
        """One mail."""
        copies = self._settings.copy_to_self and self._settings.incoming is not None
        envelope = Envelope(self._settings.address, item.recipient, self._settings.address if copies else "")
        subject = _subject(item.content)

        def before_dot(copied: bool) -> None:
            self._note(item, "in_doubt", "out_in_doubt", {"copied": copied}, {})

        became = session.hand_over(item.content, envelope, before_dot=before_dot)
        return Sent(item.out_id, item.out.to, subject, self._after(item, became), became.answer)

    def _after(self, item: _Item, became: HandedOver) -> str:
        """Write down what became of it; says it in one word."""
        said = {"text_said": became.answer}
        match became.ended:
            case "taken":
                self._note(item, "sent", "out_sent", {}, said)
            case "refused":
                self._note(item, "refused", "out_refused", {}, said)
            case "later":
                return self._try_again(item, said)
        return became.ended

    def _try_again(self, item: _Item, said: Mapping[str, Fact]) -> str:
        tries = item.out.tries + 1
        if tries > MOST_TRIES:
            self._note(item, "refused", "out_given_up", {"tries": 0}, {**said, "number": tries})
            return "given_up"
        again = stamp(self._clock() + TRIES[min(tries, len(TRIES)) - 1])
        self._note(item, "waiting", "out_again", {"again": again, "tries": tries}, said)
        return "later"

    def _note(
        self, item: _Item, state: str, code: str, more: Mapping[str, object], facts: Mapping[str, Fact]
    ) -> None:
        """Write a record of the mail."""
        private = {
            "id": item.out_id,
            "to": item.out.to,
            "kind": item.out.kind,
            "state": state,
            "text": sentence(code, {"text_to": outbox.who(item.out.to), "text_id": item.out_id, **facts}),
            **more,
        }
        now = self._clock()
        with at_work(self._folder, command=self._command, now=now) as campaign:
            campaign.record(now, Entry("mail_out", {}, private))


# --- looking only ------------------------------------------------------------------------------------------------


def would_send(
    campaign: Campaign, now: datetime, *, to: str | None = None, corrected: bool = False
) -> list[Sent]:
    """What `send` would send, with nothing written."""
    from pbem.mail.due import due

    desk = Desk(campaign, mail_settings(campaign), now)
    found = [
        Sent(
            written.out_id, str((written.entry.private or {})["to"]), _subject(written.content), "would_send"
        )
        for written in due(desk, corrected=corrected)
        if to in (None, (written.entry.private or {})["to"])
    ]
    for name, out in _candidates(campaign, to):
        subject = _subject(files.read(outbox.path_of(campaign.folder, name)))
        why = (
            _waits(campaign, out, now, to=to, fetched=False) if address_of(campaign, out.to) else "no_address"
        )
        found.append(Sent(name, out.to, subject, why or "would_send"))
    return found


def refused_for_good(campaign: Campaign, to: str | None = None) -> dict[str, int]:
    """How many mails were refused for good and are tried again only when they are sent `--to` their receiver."""
    found = [
        out.to for out in campaign.course.mail.out.values() if out.state == "refused" and to in (None, out.to)
    ]
    return {receiver: found.count(receiver) for receiver in dict.fromkeys(found)}


def without_address(campaign: Campaign) -> list[Seat]:
    """The seats still in the campaign that no mail can reach."""
    course = campaign.course
    return [seat for seat in course.seats if not seat.email and (course.over or seat.player in course.active)]
