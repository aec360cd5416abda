"""What a campaign knows of its mail, as its ledger tells: mails that came and what was decided, mails to be sent and whether
they were, how far the mailbox was read. Knows no protocol; texts and addresses are not in it.
"""

from collections.abc import Mapping
from sys import intern
from typing import Any, Literal, NamedTuple

from pbem.campaign.layered import Layered
from pbem.core.terms import Player

GAMESMASTER = "gamesmaster"
"""Stands in the place of a player's letter where a mail goes to the gamesmaster."""
DAYS_COUNTED = 2

Decision = Literal["counts", "held", "refused", "ignored"]
OutState = Literal["waiting", "in_doubt", "sent", "refused", "withdrawn"]
"""withdrawn: what it says was out of date before it was sent."""


class Seen(NamedTuple):
    """A mail that came; `place` is that of the record that tells what was last decided of it."""

    decision: Decision
    place: int
    number: int
    """That record's line."""
    player: Player = ""
    """Whose seat it concerns, or empty."""
    about: str = "orders"
    """orders, late (orders after the deadline), letter."""


class Out(NamedTuple):
    """A mail of ours. It lies in the outbox as a file; `place` is that of the record that tells its state."""

    state: OutState
    to: str
    """A player's letter, or GAMESMASTER."""
    kind: str
    """ack, held, refused, report, reminder …"""
    place: int
    again: str = ""
    """UTC, before which it is not tried again."""
    tries: int = 0
    copied: bool = False
    """Of one in doubt, whether its copy to ourselves will prove that it was taken."""


class Bounce(NamedTuple):
    """A mail of ours that did not arrive; `place` is that of the record of the report that says so."""

    player: str
    out: str
    """The id of the mail of ours, or empty where it is not known."""
    time: str
    place: int


class MailCourse(NamedTuple):
    """All a command needs to know of a campaign's mail."""

    seen: Layered[Seen] = Layered()
    """By the id of a mail: the beginning of the SHA-256 of its bytes."""
    texts: Layered[tuple[str, str]] = Layered()
    """By a mark of the Message-ID: a mark of the text, and the id of the first mail that came with it."""
    out: Layered[Out] = Layered()
    """By the id of a mail of ours."""
    boxes: Mapping[str, tuple[int, int]] = {}
    """By a mark of a mailbox: its UIDVALIDITY and the highest UID that is stored here."""
    answers: Mapping[str, int] = {}
    """By day (UTC), kind (answer or warning) and seat: how many were written."""
    bounces: tuple[Bounce, ...] = ()

    def answers_on(self, day: str, kind: str, player: str) -> int:
        """How many answers of a kind were written to a seat on a day."""
        return self.answers.get(f"{day} {kind} {player}", 0)


def with_mail(
    course: MailCourse, facts: Mapping[str, Any], *, place: int, number: int, time: str
) -> MailCourse:
    """After a record of a mail that came, or of another decision on it."""
    name = facts.get("id")
    if not name:
        return course
    before = course.seen.get(name)
    player = facts.get("player") or (before.player if before else "")
    about = facts.get("about", "orders")
    seen = Seen(_once(facts["decision"]), place, number, _once(player), _once(about))
    course = course._replace(seen=course.seen.having(name, seen))
    mark = facts.get("message")
    if mark and mark not in course.texts:
        course = course._replace(texts=course.texts.having(mark, (facts["text_mark"], name)))
    if "bounce_of" in facts:
        bounce = Bounce(player, facts["bounce_of"], time, place)
        course = course._replace(bounces=(*course.bounces, bounce))
    return course


def with_out(course: MailCourse, facts: Mapping[str, Any], *, place: int, time: str) -> MailCourse:
    """After a record of a mail of ours: written, tried, taken, refused."""
    name = facts.get("id")
    if not name:
        return course
    before = course.out.get(name)
    known = before or Out("waiting", _once(facts["to"]), _once(facts["kind"]), place)
    out = known._replace(
        state=_once(facts["state"]),
        place=place,
        again=facts.get("again", ""),
        tries=facts.get("tries", known.tries),
        copied=facts.get("copied", known.copied),
    )
    course = course._replace(out=course.out.having(name, out))
    if before is None and "counts_as" in facts:
        key = f"{time[:10]} {facts['counts_as']} {out.to}"
        days = sorted({one.partition(" ")[0] for one in (*course.answers, key)})[-DAYS_COUNTED:]
        kept = {one: number for one, number in course.answers.items() if one.partition(" ")[0] in days}
        course = course._replace(answers={**kept, key: kept.get(key, 0) + 1})
    return course


def with_box(course: MailCourse, facts: Mapping[str, Any]) -> MailCourse:
    """After a record of how far a mailbox was read."""
    if not facts.get("box"):
        return course
    return course._replace(boxes={**course.boxes, facts["box"]: (facts["validity"], facts["uid"])})


def _once(text: Any) -> Any:  # noqa: ANN401  # whichever of the Literals it is
    """A text that many mails have in common, kept once."""
    return intern(text)


def to_json(course: MailCourse) -> dict[str, Any]:
    """For the index file."""
    found = {name: getattr(course, name) for name in MailCourse._fields}
    return {name: dict(value) if isinstance(value, Layered) else value for name, value in found.items()}


def from_json(value: Mapping[str, Any]) -> MailCourse:
    """From the index file. Raises TypeError, KeyError, ValueError where it is not whole."""
    return MailCourse(
        seen=Layered({name: Seen(*one) for name, one in value["seen"].items()}),
        texts=Layered({name: (one[0], one[1]) for name, one in value["texts"].items()}),
        out=Layered({name: Out(*one) for name, one in value["out"].items()}),
        boxes={name: (one[0], one[1]) for name, one in value["boxes"].items()},
        answers=dict(value["answers"]),
        bounces=tuple(Bounce(*one) for one in value["bounces"]),
    )
