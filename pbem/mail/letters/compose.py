"""A mail put together: headers, text, page, picture, attachments. Lines of the text stay below what mail programs wrap.

No secret word of a player is ever written: whatever text one stands in, it is taken out here.
"""

import re
from binascii import b2a_qp
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr
from typing import NamedTuple

from pbem.campaign.secret_words import without_secrets
from pbem.errors import Fault

_UNSEEN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that turn the direction of writing."""
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{3,250}>")
PICTURE = "map"
"""The page names the picture ``cid:map``."""


class Attachment(NamedTuple):
    """A file that goes along."""

    name: str
    content: bytes
    type: str
    """Such as ``application/json``."""


class Person(NamedTuple):
    """A name and an address."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Letter:
    """All that a mail says."""

    to: Person
    subject: str
    text: str
    page: str = ""
    """The same as HTML; ``cid:map`` in it is the picture."""
    picture: bytes = b""
    """A PNG of the map."""
    attachments: Sequence[Attachment] = ()
    answers: str = ""
    """The Message-ID of the mail it answers."""
    thread: Sequence[str] = ()
    """Message-IDs that came before, oldest first."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Who our mails are from, and what marks them as ours."""

    name: str
    address: str
    domain: str
    mark: str
    """Tells this campaign's mails from others'."""
    secrets: tuple[str, ...] = ()
    """The players' secret words."""

    def message_id(self, out_id: str) -> str:
        """The Message-ID of one of our mails."""
        return f"<{out_id}.{self.mark}@{self.domain}>"

    def is_own(self, message_id: str) -> bool:
        """Whether a Message-ID is one of ours."""
        return bool(self.out_id(message_id))

    def out_id(self, message_id: str) -> str:
        """Of one of our mails, its id in the outbox; else empty."""
        found = re.fullmatch(
            rf"<([a-zA-Z0-9.-]+)\.{re.escape(self.mark)}@{re.escape(self.domain)}>", message_id.strip()
        )
        return found[1] if found else ""

    def is_of_another(self, message_id: str) -> bool:
        """Whether a Message-ID is one of another campaign with the same domain."""
        own = re.fullmatch(
            rf"<[a-zA-Z0-9.-]+\.([0-9a-f]{{10}})@{re.escape(self.domain)}>", message_id.strip()
        )
        return own is not None and own[1] != self.mark


def compose(letter: Letter, sender: Sender, *, out_id: str, now: datetime) -> bytes:
    """The bytes of a mail. The same letter gives the same bytes. Raises Fault for an address that no header can hold."""
    clean = cleaned(letter, sender.secrets)
    thread = dict.fromkeys([*clean.thread, *([clean.answers] if clean.answers else [])])
    headers = {
        "From": _person(Person(sender.name, sender.address)),
        "To": _person(clean.to),
        "Subject": _encoded(one_line(clean.subject)[:200]),
        "Date": format_datetime(now),
        "Message-ID": sender.message_id(out_id),
        "In-Reply-To": clean.answers,
        "References": "\r\n ".join(list(thread)[-10:]),
        "Auto-Submitted": "auto-replied" if clean.answers else "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Loop": sender.address,
        "MIME-Version": "1.0",
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value)
    return head.encode("ascii") + _content(clean, out_id)


def _content(letter: Letter, out_id: str) -> bytes:
    """What follows the headers of the mail as a whole."""
    if letter.page or letter.attachments:
        return _several_parts(letter, out_id)
    body = letter.text.replace("\n", "\r\n").encode()
    encoding = "7bit"
    if not body.isascii() or any(len(line) > 990 for line in body.split(b"\r\n")):
        body, encoding = b2a_qp(body, istext=True), "quoted-printable"
    kind = f'Content-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n'
    return kind.encode() + body


def _several_parts(letter: Letter, out_id: str) -> bytes:
    """Text and page as alternatives, the picture beside the page, the attachments behind."""
    mail = EmailMessage(policy=SMTP)
    mail.set_content(letter.text, cte="quoted-printable")
    if letter.page:
        mail.add_alternative(letter.page, subtype="html", cte="quoted-printable")
    if letter.page and letter.picture:
        page = list(mail.iter_parts())[-1]
        assert isinstance(page, EmailMessage)
        page.add_related(
            letter.picture, "image", "png", cid=f"<{PICTURE}>", filename="map.png", disposition="inline"
        )
    for one in letter.attachments:
        kind, _, sub = one.type.partition("/")
        mail.add_attachment(one.content, kind, sub, filename=one.name)
    for number, part in enumerate(part for part in mail.walk() if part.is_multipart()):
        # Not by chance, so that the same letter gives the same bytes. No encoding of a part can hold `=_`.
        part.set_boundary(f"=_{out_id}_{number}")
    del mail["MIME-Version"]
    return mail.as_bytes()


def _person(person: Person) -> str:
    if not re.fullmatch(r"[!-;=?-~]+@[!-;=?-~]+", person.address):
        raise Fault(
            f"the address {person.address!r} cannot be mailed to", cure="Correct it in campaign.yaml."
        )
    return formataddr((one_line(person.name)[:80], person.address))


def _encoded(text: str) -> str:
    return text if text.isascii() else Header(text, "utf-8", header_name="Subject").encode(linesep="\r\n")


def one_line(text: str) -> str:
    """A text as one line without control characters, so that no header can be smuggled in."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def cleaned(letter: Letter, secrets: Iterable[str]) -> Letter:
    """The letter without any player's secret word, and without signs that are not seen but change how the rest looks."""
    words = list(secrets)

    def clean(text: str) -> str:
        return without_secrets(_UNSEEN.sub(" ", text), words)

    return replace(
        letter,
        subject=clean(letter.subject),
        text=clean(letter.text),
        page=clean(letter.page),
        answers=letter.answers if clean(letter.answers) == letter.answers else "",
        thread=[name for name in letter.thread if _MESSAGE_ID.fullmatch(name) and clean(name) == name],
    )
