"""Deadlines: named zones, hours that happen twice or not at all, extensions."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.campaign.decisions.deadlines import next_deadline, set_deadline
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.times import duration, how_far, in_words, read_time
from pbem.errors import CommandError, Refused
from tests.campaign.play import START

RULES = {"setup": "7d", "first": "7d", "second": "10d", "at": "20:00"}


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]


@pytest.mark.parametrize(
    ("now", "phase", "rules", "due"),
    [
        (utc(2026, 12, 1, 12), "first", {**RULES, "at": ""}, utc(2026, 12, 8, 12)),
        (utc(2026, 12, 1, 12), "first", RULES, utc(2026, 12, 8, 20)),
        (utc(2026, 12, 1, 21), "first", RULES, utc(2026, 12, 9, 20)),
        (utc(2026, 10, 20, 19), "first", RULES, utc(2026, 10, 27, 20)),  # the clocks go back on the 25th
        (utc(2026, 3, 25, 20), "first", RULES, utc(2026, 4, 1, 19)),  # and forward on the 29th
        (
            utc(2026, 3, 22, 1, 30),
            "first",
            {**RULES, "at": ""},
            utc(2026, 3, 29, 1, 30),
        ),  # 01:30 does not happen
        (
            utc(2026, 10, 18, 0, 30),
            "first",
            {**RULES, "at": ""},
            utc(2026, 10, 25, 1, 30),
        ),  # 01:30 happens twice
    ],
)
def test_the_next_deadline_keeps_the_hour_on_the_wall(
    now: datetime, phase: str, rules: dict[str, str], due: datetime
) -> None:
    assert next_deadline(now, phase, rules, "Europe/London") == due


@pytest.mark.parametrize(
    ("text", "zone", "time"),
    [
        ("2026-12-10 20:00", "Europe/London", utc(2026, 12, 10, 20)),
        ("2026-12-10 20:00", "America/New_York", utc(2026, 12, 11, 1)),
        ("2026-12-10T20.00", "Asia/Kolkata", utc(2026, 12, 10, 14, 30)),
        ("2026-12-10", "UTC", utc(2026, 12, 10, 23, 59)),
        ("2026-12-10 20:00 +01:00", "America/New_York", utc(2026, 12, 10, 19)),
        ("2026-12-10 20:00 UTC", "America/New_York", utc(2026, 12, 10, 20)),
        ("2026-10-25 01:30 +01:00", "Europe/London", utc(2026, 10, 25, 0, 30)),
        ("2026-10-25 01:30 +00:00", "Europe/London", utc(2026, 10, 25, 1, 30)),
    ],
)
def test_times_are_read_in_the_zone_or_with_their_offset(text: str, zone: str, time: datetime) -> None:
    assert read_time(text, zone) == time


@pytest.mark.parametrize(
    ("text", "says", "cure"),
    [
        ("2026-10-25 01:30", "happens twice in Europe/London", "2026-10-25 01:30 +01:00 or +00:00"),
        ("2026-03-29 01:30", "does not exist in Europe/London", "2026-03-29 02:30"),
        ("10.12.2026", "is not a time", "2026-12-10 20:00"),
        ("2026-13-01 10:00", "is not a time", "24-hour"),
        ("tomorrow", "is not a time", ""),
    ],
)
def test_a_time_that_is_no_single_moment_is_not_guessed_at(text: str, says: str, cure: str) -> None:
    with pytest.raises(CommandError) as caught:
        read_time(text, "Europe/London")
    assert says in caught.value.what and cure in caught.value.cure


def test_a_moment_is_said_in_the_readers_zone_with_its_offset() -> None:
    time = utc(2026, 12, 10, 20)
    assert in_words(time, "Europe/London") == "Thursday 10 December 2026, 20:00 Europe/London (UTC+00:00)"
    assert in_words(time, "Asia/Kolkata") == "Friday 11 December 2026, 01:30 Asia/Kolkata (UTC+05:30)"
    assert in_words(time, "America/New_York").endswith("15:00 America/New_York (UTC-05:00)")


def test_how_far_off() -> None:
    now = utc(2026, 12, 10, 20)
    assert how_far(utc(2026, 12, 12, 23, 5), now) == "in 2 days 3 hours"
    assert how_far(utc(2026, 12, 10, 21, 1), now) == "in 1 hour 1 minute"
    assert how_far(utc(2026, 12, 10, 19, 55), now) == "5 minutes ago"
    assert how_far(now, now) == "now"


def test_lengths() -> None:
    assert duration("1d 12h") == duration("36h") == duration("1d,12h")
    for wrong in ("", "3", "3 days", "d3", "3d x"):
        with pytest.raises(ValueError, match="written like 3d"):
            duration(wrong)


def test_an_extension_keeps_the_hour_and_is_announced(volga: Path) -> None:
    with at_work(volga, command="deadline", now=START) as campaign:
        before = campaign.course.deadlines["00-setup"]
        due = set_deadline(campaign, START, extend="3d", why="Boris is ill.")
    assert (before, due) == ("2026-12-08T12:00:00Z", utc(2026, 12, 11, 12))
    (notice,) = Campaign(volga).course.notices["00-setup"]
    assert (notice["kind"], notice["why"]) == ("deadline", "Boris is ill.")
    assert "Friday 11 December 2026, 12:00 UTC" in notice["text"]


def test_deadlines_that_cannot_be(volga: Path) -> None:
    with at_work(volga, command="deadline", now=START) as campaign:
        with pytest.raises(CommandError, match="is past"):
            set_deadline(campaign, START, at="2026-11-01 10:00")
        with pytest.raises(CommandError, match="either"):
            set_deadline(campaign, START)
        with pytest.raises(CommandError, match="written like 3d"):
            set_deadline(campaign, START, extend="soon")
        with pytest.raises(Refused, match="no deadline to put off"):
            from pbem.campaign.moments import Moment

            set_deadline(campaign, START, extend="1d", moment=Moment(1, "first"))
