"""Deadlines: when orders are due, in a named zone, right across clock changes."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.campaign.course import Course, Notice
from pbem.campaign.folder import Campaign, stamp, unstamp
from pbem.campaign.ledger import Entry
from pbem.campaign.moments import Moment
from pbem.campaign.times import duration, in_doubt_later, in_words, read_time
from pbem.errors import CommandError, Refused
from pbem.words import sentence


def next_deadline(now: datetime, phase: str, settled: Mapping[str, str], zone: str) -> datetime:
    """When orders are due, counted from `now`, and put off to the settled time of day.

    Days are counted on the calendar of the zone, so that a clock change does not move the hour. An hour that happens
    twice means its second time; one over which the clocks are put forward, the hour after it.
    """
    here = ZoneInfo(zone)
    due = now.astimezone(here).replace(tzinfo=None) + duration(settled[phase])
    if settled.get("at"):
        hour, minute = (int(part) for part in settled["at"].split(":"))
        at = due.replace(hour=hour, minute=minute, second=0)
        due = at if at >= due else at + timedelta(days=1)
    return in_doubt_later(due.replace(microsecond=0), here)


def deadline_of(course: Course, moment: Moment | None = None) -> datetime | None:
    """The deadline of a Phase (None: the awaited one), or None where none is set."""
    text = course.deadlines.get((moment or course.moment).key)
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

    `at`: a time, see read_time. `extend`: a length such as ``3d`` after the deadline there is. Raises CommandError,
    Refused.
    """
    course = campaign.course
    moment = moment or course.moment
    if course.over:
        raise Refused("the campaign is over", cure="Its last report tells how it ended.")
    if moment < course.moment:
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
        raise CommandError(f"{in_words(due, course.zone)} is past", cure=_cure_of_past(course, moment, now))
    facts = {
        "moment": moment.key,
        "at": stamp(due),
        "why": why,
        "reopened": moment.key in course.closed,
        "announce": course.announce_in,
        "text": _in_words(course, moment, due) + _before(course, moment),
    }
    campaign.record(now, Entry("deadline", facts))
    return due


def _in_words(course: Course, moment: Moment, due: datetime) -> str:
    """What is announced of a deadline."""
    code = "deadline_was_set" if course.announce_in == moment.key else "deadline_set"
    return sentence(code, {"text_phase": moment.words, "text_deadline": in_words(due, course.zone)})


def _before(course: Course, moment: Moment) -> str:
    """What is said beside it of the deadlines set before that the same report would have announced, with their reasons."""
    before, due = _announced(course, moment), deadline_of(course, moment)
    if before is None or due is None:
        return ""
    words = {"text_deadline": in_words(due, course.zone), "text_why": f" ({why})" if (why := before["why"]) else ""}
    earlier = str(before["text"]).removeprefix(_in_words(course, moment, due))
    said = sentence("deadline_before", words)
    return f" {said}{earlier if earlier != before['text'] else ''}"


def _announced(course: Course, moment: Moment) -> Notice | None:
    """The last announcement of a deadline of this Phase that is still to be made."""
    own = course.notices.get(course.announce_in, ())
    return next((one for one in reversed(own) if (one["kind"], one["moment"]) == ("deadline", moment.key)), None)


def time_to_write(now: datetime, zone: str) -> str:
    """A day from now on the full hour, as ``--at`` takes it."""
    local = (now + timedelta(days=1, minutes=59)).astimezone(ZoneInfo(zone))
    return f"{in_doubt_later(local.replace(tzinfo=None, minute=0, second=0), ZoneInfo(zone)).astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


def _cure_of_past(course: Course, moment: Moment, now: datetime) -> str:
    """What to do about a deadline that would be over already."""
    due = deadline_of(course, moment)
    was = f" The deadline was {in_words(due, course.zone)}, and --extend counts from it." if due and due <= now else ""
    return f'Nothing was changed.{was} Name a time with --at, for instance --at "{time_to_write(now, course.zone)}".'


def _extended(before: str | None, extend: str, zone: str) -> datetime:
    """A deadline put off by so many days on the calendar of the zone."""
    if before is None:
        raise Refused("there is no deadline to put off", cure="Set one with --at.")
    here = ZoneInfo(zone)
    try:
        length = duration(extend)
    except ValueError as problem:
        raise CommandError(str(problem)) from None
    if not length:
        raise CommandError("that puts nothing off", cure="Nothing was changed.")
    return in_doubt_later(unstamp(before).astimezone(here).replace(tzinfo=None) + length, here)
