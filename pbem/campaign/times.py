"""Times as people write and read them: lengths, and moments in a named zone, right across clock changes."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.errors import CommandError

_UNITS = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes"}
_WRITTEN = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2})[:.](\d{2}))?\s*(Z|UTC|GMT|[+-]\d{1,2}(?::?\d{2})?)?",
    re.IGNORECASE,
)


def duration(text: str) -> timedelta:
    """A length of time such as ``3d``, ``48h``, ``1d 12h``. Raises ValueError."""
    parts = re.findall(r"(\d{1,4})\s*([wdhm])", text.lower())
    if not parts or re.sub(r"\d{1,4}\s*[wdhm]|\s|,", "", text.lower()):
        raise ValueError("a length of time is written like 3d, 48h or 1d 12h")
    return timedelta(**{_UNITS[unit]: sum(int(n) for n, u in parts if u == unit) for _, unit in parts})


def in_doubt_later(local: datetime, zone: ZoneInfo) -> datetime:
    """A local time as a moment: of one that happens twice the second time, of one over which the clocks are put forward
    the hour after it."""
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
        after = in_doubt_later(local, here).astimezone(here)
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
    offset = "" if zone == "UTC" else f" (UTC{_shown_offset(local)})"
    return f"{local:%A} {local.day} {local:%B %Y, %H:%M} {zone}{offset}"


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
