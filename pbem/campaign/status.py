"""What a gamesmaster looks at daily: the Phase, its deadline, what is on file from each player. Reads no ledger."""

from datetime import datetime
from typing import Any, NamedTuple

from pbem.campaign.awaited import missing
from pbem.campaign.course import DEAL, Course
from pbem.campaign.folder import unstamp
from pbem.campaign.held_mails import held_orders
from pbem.campaign.moments import moment_of
from pbem.core.terms import Player


class PlayerStatus(NamedTuple):
    """What is on file from a player for the awaited Phase.

    `state` is valid, errors (some orders are in error), earlier (from before a correction), refused (no sheet could be
    taken), nothing, excused, leaving (removed, which the next Phase carries out), or quit.
    """

    player: Player
    name: str
    state: str
    version: int = 0
    time: str = ""
    errors: int = 0
    late: bool = False
    held: int = 0
    """Mails of his that wait for the gamesmaster's decision."""


class Status(NamedTuple):
    """Where a campaign stands. `state` is open, closed (its sheets are) or over."""

    name: str
    phase: str
    words: str
    state: str
    deadline: str
    """UTC, or empty."""
    seconds: int | None
    """How far off the deadline is; below 0 it is past."""
    players: tuple[PlayerStatus, ...]
    drafts: tuple[str, ...]
    """Reports not yet published, by key."""
    held: int
    """Mails that wait for the gamesmaster's decision, of whoever."""
    held_orders: int
    """Those of them whose orders may still count for this Phase."""
    missing: tuple[Player, ...]
    """Whose sheet is still expected."""
    not_delivered: int
    """Mails to players that were refused for good."""


def status_of(course: Course, now: datetime) -> Status:
    """The status of a campaign."""
    key = course.moment.key
    deadline = "" if course.over else course.deadlines.get(key, "")
    made = (DEAL, *sorted(course.used, key=moment_of))
    state = "over" if course.over else "closed" if course.is_closed else "open"
    return Status(
        course.name,
        key,
        course.moment.words,
        state,
        deadline,
        int((unstamp(deadline) - now).total_seconds()) if deadline else None,
        tuple(_player(course, seat.player, seat.name) for seat in course.seats),
        tuple(one for one in made if one not in course.published),
        len(course.held),
        0 if course.over else len(held_orders(course)),
        () if course.over else missing(course),
        sum(1 for out in course.mail.out.values() if out.state == "refused"),
    )


def _player(course: Course, player: Player, name: str) -> PlayerStatus:
    key = course.moment.key
    held = sum(1 for owner in course.held.values() if owner == player)
    if player not in course.active:
        return PlayerStatus(player, name, "quit", held=held)
    if player in course.leaving_now:
        return PlayerStatus(player, name, "leaving", held=held)
    one = course.on_file(player)
    if one is None:
        refused = [time for owner, time in course.refused.get(key, ()) if owner == player]
        excused = player in course.excused.get(key, ())
        state = "excused" if excused else "refused" if refused else "nothing"
        return PlayerStatus(
            player, name, state, time=refused[-1] if refused and not excused else "", held=held
        )
    state = "errors" if one.errors else "valid"
    if one.number < course.since.get(key, 0):
        state = "earlier"
    return PlayerStatus(player, name, state, one.version, one.time, one.errors, one.late, held)


def status_data(status: Status) -> dict[str, Any]:
    """The status as plain data."""
    return {
        **status._asdict(),
        "players": [player._asdict() for player in status.players],
        "drafts": list(status.drafts),
        "missing": list(status.missing),
    }
