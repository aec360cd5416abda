"""Deadlines: when orders are due, in a named zone, right across clock changes."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.campaign.course import Course
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
        raise CommandError(f"{in_words(due, course.zone)} is past", cure="Nothing was changed.")
    code = "deadline_was_set" if course.announce_in == moment.key else "deadline_set"
    words = {"text_phase": moment.words, "text_deadline": in_words(due, course.zone)}
    facts = {
        "moment": moment.key,
        "at": stamp(due),
        "why": why,
        "reopened": moment.key in course.closed,
        "announce": course.announce_in,
        "text": sentence(code, words),
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
    if not length:
        raise CommandError("that puts nothing off", cure="Nothing was changed.")
    return in_doubt_later(unstamp(before).astimezone(here).replace(tzinfo=None) + length, here)
