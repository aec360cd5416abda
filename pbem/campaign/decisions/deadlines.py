"""Deadlines: when orders are due, in a named zone, right across clock changes; and how a player reads them."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.campaign.course import Course
from pbem.campaign.folder import Campaign, stamp, unstamp
from pbem.campaign.ledger import Entry
from pbem.campaign.moments import Moment
from pbem.campaign.settings import DeadlineSettings, duration
from pbem.errors import CommandError, Refused
from pbem.words import sentence

_WRITTEN = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2})[:.](\d{2}))?\s*(Z|UTC|GMT|[+-]\d{1,2}(?::?\d{2})?)?",
    re.IGNORECASE,
)


def next_deadline(now: datetime, phase: str, settled: DeadlineSettings, zone: str) -> datetime:
    """When orders are due, counted from `now`: so many days on the calendar of the zone, so that a clock change does not
    move the hour, and put off to the settled time of day. An hour that happens twice means its second time; one over
    which the clocks are put forward, the hour after it."""
    here = ZoneInfo(zone)
    due = now.astimezone(here).replace(tzinfo=None) + duration(getattr(settled, phase))
    if settled.at:
        hour, minute = (int(part) for part in settled.at.split(":"))
        at = due.replace(hour=hour, minute=minute, second=0)
        due = at if at >= due else at + timedelta(days=1)
    return _generous(due.replace(microsecond=0), here)


def _generous(local: datetime, zone: ZoneInfo) -> datetime:
    """A local time as a moment, in doubt the later one."""
    later = local.replace(tzinfo=zone, fold=1).astimezone(UTC)
    if _exists(local, zone):
        return later
    # The clocks were put forward over this hour: with the offset before the change it lies after it.
    return local.replace(tzinfo=zone, fold=0).astimezone(UTC)


def _exists(local: datetime, zone: ZoneInfo) -> bool:
    """Whether a clock on the wall ever shows this time."""
    return local.replace(tzinfo=zone).astimezone(UTC).astimezone(zone).replace(tzinfo=None) == local


def read_time(text: str, zone: str) -> datetime:
    """A time as written by the gamesmaster: ``2026-12-10 20:00`` in the zone, or with an offset behind it (``+01:00``,
    ``UTC``); without a time of day the end of that day. Raises CommandError for a time that does not exist, happens
    twice, or is not understood."""
    found = _WRITTEN.fullmatch(text.strip())
    try:
        if not found:
            raise ValueError
        year, month, day, hour, minute = (int(part) if part else 0 for part in found.groups()[:5])
        local = datetime(year, month, day, hour, minute) if found[4] else datetime(year, month, day, 23, 59)  # noqa: DTZ001
    except ValueError:
        raise CommandError(
            f"{text!r} is not a time", cure="Write it like 2026-12-10 20:00, on a 24-hour clock."
        ) from None
    if found[6]:
        return (local - _offset(found[6])).replace(tzinfo=UTC)
    here = ZoneInfo(zone)
    if not _exists(local, here):
        after = _generous(local, here).astimezone(here)
        raise CommandError(
            f"{text} does not exist in {zone}: the clocks are put forward over it",
            cure=f"Write an hour earlier, or {after:%Y-%m-%d %H:%M}.",
        )
    first, second = (local.replace(tzinfo=here, fold=fold) for fold in (0, 1))
    if first.utcoffset() != second.utcoffset():
        raise CommandError(
            f"{text} happens twice in {zone}: the clocks are put back over it",
            cure=f"Say which: {local:%Y-%m-%d %H:%M} {_shown_offset(first)} or {_shown_offset(second)}.",
        )
    return first.astimezone(UTC)


def _offset(text: str) -> timedelta:
    """An offset from UTC as written."""
    digits = re.fullmatch(r"([+-])(\d{1,2}):?(\d{2})?", text)
    if not digits:
        return timedelta()
    length = timedelta(hours=int(digits[2]), minutes=int(digits[3] or 0))
    return -length if digits[1] == "-" else length


def _shown_offset(time: datetime) -> str:
    text = time.strftime("%z")
    return f"{text[:3]}:{text[3:5]}"


def in_words(time: datetime, zone: str) -> str:
    """A moment as somebody in the zone reads it: ``Thursday 10 December 2026, 20:00 Europe/London (UTC+00:00)``."""
    local = time.astimezone(ZoneInfo(zone))
    return f"{local:%A} {local.day} {local:%B %Y, %H:%M} {zone} (UTC{_shown_offset(local)})"


def how_far(time: datetime, now: datetime) -> str:
    """How far off a moment is: ``in 2 days 3 hours``, ``5 minutes ago``."""
    seconds = int(abs((time - now).total_seconds()))
    days, hours, minutes = seconds // 86400, seconds % 86400 // 3600, seconds % 3600 // 60
    parts = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    if days:
        parts.pop()
    words = [f"{count} {name}" + ("s" if count > 1 else "") for count, name in parts if count]
    if not words:
        return "now"
    return f"in {' '.join(words)}" if time > now else f"{' '.join(words)} ago"


def deadline_of(course: Course) -> datetime | None:
    """The deadline of the awaited Phase, or None where none is set."""
    text = course.deadlines.get(course.moment.key)
    return None if text is None else unstamp(text)


def set_deadline(
    campaign: Campaign,
    now: datetime,
    *,
    at: str | None = None,
    extend: str | None = None,
    moment: Moment | None = None,
    why: str = "",
) -> datetime:
    """Set or put off a deadline; sheets are taken again where the Phase was closed. Announced and dated.

    `at`: a time, see read_time. `extend`: a length such as ``3d`` after the deadline there is. Raises CommandError, Refused.
    """
    course = campaign.course
    moment = moment or course.moment
    if course.over or moment < course.moment:
        raise Refused(
            f"the deadline of {moment.words} is past: the Phase is played", cure="`pbem undo` goes back."
        )
    if (at is None) == (extend is None):
        raise CommandError("say either when the deadline is (--at) or by how much it is put off (--extend)")
    due = (
        read_time(at, course.zone)
        if at is not None
        else _extended(course.deadlines.get(moment.key), str(extend), course.zone)
    )
    if due <= now:
        raise CommandError(f"{in_words(due, course.zone)} is past", cure="Nothing was changed.")
    words = {"text_phase": moment.words, "text_deadline": in_words(due, course.zone)}
    facts = {
        "moment": moment.key,
        "at": stamp(due),
        "why": why,
        "reopened": moment.key in course.closed,
        "announce": course.announce_in,
        "text": sentence("deadline_set", words),
    }
    campaign.record(now, Entry("deadline", facts))
    return due


def _extended(before: str | None, extend: str, zone: str) -> datetime:
    """A deadline put off by so many days on the calendar of the zone."""
    if before is None:
        raise Refused("there is no deadline to put off", cure="Set one with --at.")
    here = ZoneInfo(zone)
    try:
        length = duration(extend)
    except ValueError as problem:
        raise CommandError(str(problem)) from None
    return _generous(unstamp(before).astimezone(here).replace(tzinfo=None) + length, here)
