"""What players are told between two reports: a deadline is near or was changed, a sheet was sealed."""

from collections.abc import Iterator
from datetime import timedelta

from pbem.campaign.awaited import missing
from pbem.campaign.course import Seat
from pbem.campaign.decisions.deadlines import deadline_of
from pbem.campaign.folder import unstamp
from pbem.campaign.times import duration, how_far, in_words
from pbem.mail.case import Desk
from pbem.mail.letters.compose import Letter, Person
from pbem.mail.letters.reports import digits_of, root_of
from pbem.mail.letters.texts import mail_text, subject
from pbem.mail.outbox import Written, write


def reminders_due(desk: Desk) -> Iterator[Written]:
    """A reminder to everybody from whom no sheet counts, some time before the deadline; anew when that was put off."""
    course = desk.course
    deadline = deadline_of(course)
    length = duration(course.deadline_rules.get("remind", "0h"))
    if course.over or course.is_closed or deadline is None or length <= timedelta():
        return
    begins = deadline - length
    published = course.published.get(course.previous)
    if not begins <= desk.now < deadline or not published or unstamp(published) > begins:
        return
    for player in missing(course):
        seat = course.seat(player)
        if seat and seat.email:
            facts = {**_common(desk, seat), "far": how_far(deadline, desk.now), "held": _held(desk, player)}
            name = f"reminder.{course.moment.key}.{player}.{digits_of(course.deadlines[course.moment.key])}"
            yield from _new(
                desk, seat, name, kind="reminder", about="your orders are still expected", facts=facts
            )


def _held(desk: Desk, player: str) -> int:
    return sum(1 for owner in desk.course.held.values() if owner == player)


def deadlines_due(desk: Desk) -> Iterator[Written]:
    """A deadline that was set or put off since the last report: everybody is told."""
    course = desk.course
    published = course.published.get(course.previous)
    if course.over or not published:
        return
    changed = [
        notice
        for notices in course.notices.values()
        for notice in notices
        if notice["kind"] == "deadline"
        and notice["moment"] == course.moment.key
        and notice["time"] >= published
    ]
    if not changed:
        return
    last = max(changed, key=lambda notice: notice["time"])
    for seat in _playing(desk):
        name = f"deadline.{course.moment.key}.{seat.player}.{digits_of(course.deadlines[course.moment.key])}"
        facts = {**_common(desk, seat), "why": last.get("why", "")}
        yield from _new(desk, seat, name, kind="deadline", about="another deadline", facts=facts)


def seals_due(desk: Desk) -> Iterator[Written]:
    """The SHA-256 of the sheet of a gamesmaster who plays, to all others, as soon as it is sealed."""
    course = desk.course
    own = course.playing_gamesmaster
    sheet = course.on_file(own) if own else None
    if sheet is None or not sheet.sealed:
        return
    for seat in _playing(desk):
        if seat.player != own:
            name = f"seal.{course.moment.key}.{sheet.version}.{seat.player}"
            facts = {**_common(desk, seat), "sealed": sheet.sealed, "player": own, "version": sheet.version}
            yield from _new(desk, seat, name, kind="seal", about="a sealed sheet", facts=facts)


def _playing(desk: Desk) -> list[Seat]:
    course = desk.course
    return [seat for seat in course.seats if seat.player in course.active and seat.email]


def _common(desk: Desk, seat: Seat) -> dict[str, object]:
    course = desk.course
    deadline = deadline_of(course)
    return {
        "campaign": course.name,
        "phase": course.moment.words,
        "address": desk.settings.address,
        "name": seat.name,
        "deadline": in_words(deadline, seat.zone or course.zone) if deadline else "",
        "has_sheet": course.on_file(seat.player) is not None,
    }


def _new(
    desk: Desk, seat: Seat, name: str, *, kind: str, about: str, facts: dict[str, object]
) -> Iterator[Written]:
    """The mail, unless it was written before."""
    if name in desk.course.mail.out:
        return
    letter = Letter(
        to=Person(seat.name, seat.email),
        subject=subject(desk.course, about),
        text=mail_text(desk.campaign, f"{kind}.txt.j2", facts),
        thread=(root_of(desk, seat.player),),
    )
    yield write(letter, desk.sender, out_id=name, to=seat.player, kind=kind, now=desk.now)
