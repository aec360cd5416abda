"""What the gamesmaster is mailed: mails that wait for his decision, mails of ours that did not arrive."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.campaign.mail_course import GAMESMASTER
from pbem.mail.case import Desk
from pbem.mail.letters.compose import Letter, Person
from pbem.mail.letters.texts import mail_text
from pbem.mail.outbox import Written, write

KIND = "notice"
MOST_A_DAY = 10


def notices_due(desk: Desk) -> Iterator[Written]:
    """One mail on all that is new since the last one."""
    course = desk.course
    person = desk.campaign.settings.gamesmaster
    if (
        not desk.settings.tell_gamesmaster
        or not person.email
        or person.email.lower() == desk.settings.address.lower()
    ):
        return
    told = max(
        (int(name.partition(".")[2]) for name, out in course.mail.out.items() if out.kind == KIND), default=-1
    )
    held = [name for name in course.held if course.mail.seen[name].place > told]
    # A notice that does not arrive is no reason for another one, which would not arrive either.
    notices = {name for name, out in course.mail.out.items() if out.to == GAMESMASTER}
    bounces = [one for one in course.mail.bounces if one.place > told and one.out not in notices]
    refused = [
        name
        for name, out in course.mail.out.items()
        if out.state == "refused" and out.place > told and name not in notices
    ]
    places = [course.mail.seen[name].place for name in held] + [bounce.place for bounce in bounces]
    places += [course.mail.out[name].place for name in refused]
    day = f"{desk.now:%Y-%m-%d}"
    if not places or course.mail.answers_on(day, "answer", GAMESMASTER) >= MOST_A_DAY:
        return
    facts = {
        "campaign": course.name,
        "folder": desk.campaign.folder.name,
        "held": [{"id": name, **_told(desk, course.mail.seen[name].place)} for name in held],
        "bounces": [_told(desk, bounce.place) for bounce in bounces],
        "refused": [_told(desk, course.mail.out[name].place) for name in refused],
    }
    letter = Letter(
        to=Person(person.name, person.email),
        subject=f"[{course.name}] For the gamesmaster: {_counted(len(held), len(bounces) + len(refused))}",
        text=mail_text(desk.campaign, "notice.txt.j2", facts),
    )
    name = f"{KIND}.{max(places)}"
    yield write(letter, desk.sender, out_id=name, to=GAMESMASTER, kind=KIND, now=desk.now, counts_as="answer")


def _told(desk: Desk, place: int) -> Mapping[str, Any]:
    """What a record says, for showing."""
    private = desk.campaign.record_at(place).private or {}
    return {"text": private.get("text", ""), "player": private.get("player", "")}


def _counted(held: int, lost: int) -> str:
    parts = [f"{held} mail{'s' if held != 1 else ''} to decide"] if held else []
    parts += [f"{lost} mail{'s' if lost != 1 else ''} not delivered"] if lost else []
    return ", ".join(parts)
