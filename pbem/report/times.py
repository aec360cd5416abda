"""A moment as the clock on a player's wall shows it. Knows zones; no words."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

MINUTE = timedelta(minutes=1)


class LocalTime(NamedTuple):
    """A moment in a zone; `weekday` 0 is Monday, `offset` the difference to UTC such as ``+01:00``."""

    year: int
    month: int
    day: int
    weekday: int
    hour: int
    minute: int
    offset: str
    zone: str


def local_time(moment: datetime, zone: str) -> LocalTime:
    """The moment in the zone of that IANA name; in UTC where the name is unknown. `moment` without a zone is UTC."""
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    try:
        local = moment.astimezone(ZoneInfo(zone))
    except (ValueError, OSError, LookupError):
        local, zone = moment.astimezone(UTC), "UTC"
    return LocalTime(
        local.year, local.month, local.day, local.weekday(), local.hour, local.minute, _offset(local), zone
    )


def _offset(local: datetime) -> str:
    minutes = (local.utcoffset() or timedelta()) // MINUTE
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
