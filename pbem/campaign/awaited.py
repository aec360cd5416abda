"""What the awaited Phase still waits for: sheets, and the time in which mistakes of the last report may be pointed out."""

from datetime import datetime, timedelta

from pbem.campaign.course import Course
from pbem.campaign.folder import Campaign, unstamp
from pbem.campaign.moments import Moment
from pbem.campaign.times import duration
from pbem.core.terms import PhaseName, Player
from pbem.errors import as_typed


def missing(course: Course) -> tuple[Player, ...]:
    """The players whose sheet for the awaited Phase is still expected: none on file since the position was made, and
    neither excused nor removed."""
    key = course.moment.key
    gone = (*course.excused.get(key, ()), *course.leaving_now)
    return tuple(
        player
        for player in course.active
        if player not in gone
        and ((sheet := course.on_file(player)) is None or sheet.number < course.since[key])
    )


def correction_window(campaign: Campaign) -> datetime | None:
    """When the time to point out mistakes of the last report ends (`correct_within`); None where there is none."""
    published = campaign.course.published.get(campaign.course.previous)
    length = duration(campaign.course.correct_within)
    return unstamp(published) + length if published and length > timedelta() else None


def played_already(course: Course, turn: int | None, phase: PhaseName | None) -> Moment | None:
    """The Phase that a sheet's head names, where it was adjudicated and only undoing it could let the sheet count."""
    moment = None if turn is None or phase is None else Moment(turn, phase)
    return moment if moment is not None and moment.key in course.used else None


def undoing(campaign: Campaign, to: Moment) -> str:
    """The command that goes back to a Phase; for what was published it needs a reason."""
    why = ' --why "..."' if to.key in campaign.course.published else ""
    return f"pbem undo {as_typed(campaign.folder)} --to {to.key}{why}"
