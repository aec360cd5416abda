"""A mail on the desk: what can be asked of it, each thing looked up once, when it is first asked for. Decides nothing."""

import re
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import Literal, NamedTuple

from pbem.campaign.corrections import rules_of
from pbem.campaign.course import Course
from pbem.campaign.folder import Campaign
from pbem.campaign.mail_course import Decision
from pbem.campaign.playing import position_of
from pbem.campaign.receiving import Looked, expected_head, looked_at
from pbem.campaign.secret_words import is_secret
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Player
from pbem.core.verdicts import Fact
from pbem.mail.letters.compose import Sender
from pbem.mail.letters.sender import sender_of
from pbem.mail.reading.find_sheet import Found, Search, find_sheets
from pbem.mail.reading.message import Message, read_message
from pbem.mail.settings import MailSettings
from pbem.sheets.read import ReadSheet, read_sheet

AnswerKind = Literal["", "ack", "held", "refused", "warning"]


class Verdict(NamedTuple):
    """What is decided of a mail, and why."""

    decision: Decision
    code: str
    """Of the sentence that says why."""
    facts: Mapping[str, Fact]
    player: Player = ""
    """Whose seat it concerns, or empty."""
    answer: AnswerKind = ""
    """What is written to that seat's registered address; empty: nothing."""
    looked: Looked | None = None
    """The sheet it is about, checked."""
    found: Found | None = None
    bounce_of: str | None = None
    """Of a delivery report, which mail of ours did not arrive (empty: not known)."""


class Desk:
    """What all mails of a batch are decided with."""

    def __init__(self, campaign: Campaign, settings: MailSettings, now: datetime) -> None:
        self.campaign = campaign
        self.settings = settings
        self.now = now
        self.sender: Sender = sender_of(campaign, settings)
        self.keys: Mapping[Player, str] = campaign.secrets.keys
        self.rules: Rules = rules_of(campaign)
        self._expected = expected_head(campaign)
        self._state: tuple[int, State] | None = None

    @property
    def course(self) -> Course:
        """Where the campaign stands."""
        return self.campaign.course

    @property
    def state(self) -> State:
        """The position of the awaited Phase."""
        place = self.course.positions[self.course.moment.key]
        if self._state is None or self._state[0] != place:
            self._state = (place, position_of(self.campaign, self.course.moment))
        return self._state[1]

    def read(self, text: bytes) -> ReadSheet:
        """Read the text of a sheet for the awaited Phase."""
        return read_sheet(text, self._expected, rules=self.rules)

    def is_key_of(self, player: Player, written: str) -> bool:
        """Whether this is the secret word of a seat."""
        return is_secret(written, self.keys.get(player, ""))

    def owner_of_key(self, written: str) -> Player:
        """The seat whose secret word this is, or empty."""
        return next((player for player in self.keys if self.is_key_of(player, written)), "")


class Case:
    """One mail."""

    def __init__(self, desk: Desk, mail_id: str, raw: bytes, received: datetime) -> None:
        self.desk = desk
        self.id = mail_id
        self.raw = raw
        self.received = received

    @cached_property
    def message(self) -> Message:
        """The mail, taken apart."""
        return read_message(self.raw)

    @cached_property
    def search(self) -> Search:
        """The sheets in it."""
        return find_sheets(self.message, self.desk.read)

    @property
    def sheet(self) -> Found | None:
        """Its only sheet; None where there is none or more than one."""
        return self.search.sheets[0] if len(self.search.sheets) == 1 else None

    @cached_property
    def from_seats(self) -> tuple[Player, ...]:
        """The seats whose registered address the mail says it is from."""
        sender = self.message.sender
        return tuple(
            seat.player for seat in self.desk.course.seats if sender and seat.email.lower() == sender
        )

    @property
    def from_seat(self) -> Player:
        """The seat of the sender's address, where it is that of one seat alone."""
        return self.from_seats[0] if len(self.from_seats) == 1 else ""

    @cached_property
    def mark(self) -> str:
        """Tells its Message-ID from others; empty without one."""
        name = self.message.message_id
        return sha256(name.encode()).hexdigest()[:16] if name else ""

    @cached_property
    def text_mark(self) -> str:
        """Tells what it says from what other mails say, whatever way it took."""
        found = sha256()
        for part in self.message.parts:
            found.update(f"{part.type} {part.name} {len(part.content)}\n".encode())
            found.update(part.content)
        return found.hexdigest()[:16]

    @cached_property
    def looked(self) -> Looked:
        """Its only sheet, checked against the awaited Phase. Raises Refused for one of a player who has left."""
        found, desk = self.sheet, self.desk
        assert found is not None
        text = found.text.encode(errors="replace")
        return looked_at(desk.campaign, text, found.read, state=desk.state, rules=desk.rules)

    def holds_key(self) -> Player:
        """The seat whose secret word stands on a sheet in it, wherever that is; empty: none."""
        texts = [found.text for found in (*self.search.sheets, *self.search.quoted)]
        texts += [fault.text for fault in self.search.faults if fault.text]
        return next((owner for text in texts if (owner := self.desk.owner_of_key(key_in(text)))), "")

    def of_sheets(self, sheets: tuple[Found, ...]) -> "Case":
        """The same mail with just these sheets in it, for a gamesmaster who says what is meant."""
        chosen = Case(self.desk, self.id, self.raw, self.received)
        chosen.__dict__["message"] = self.message
        chosen.__dict__["search"] = self.search._replace(sheets=sheets)
        return chosen


_KEY = re.compile(r"(?mi)^[\s{>-]*key\s*:[ \t]*([^\n#]{1,100})")


def key_in(text: str) -> str:
    """What stands behind ``key:`` in the text of a sheet, also of one that cannot be read."""
    found = _KEY.search(text)
    return found[1].strip() if found else ""
