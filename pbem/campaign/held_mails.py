"""Held mails that may bear on the awaited Phase: its gamesmaster decides them before it is played. Knows no mail's text."""

from typing import NamedTuple

from pbem.campaign.course import Course
from pbem.campaign.folder import Campaign
from pbem.core.terms import Player
from pbem.errors import Refused, as_typed


class Held(NamedTuple):
    """A held mail with orders."""

    id: str
    player: Player
    """Whose it is, or empty where that is not known."""
    late: bool


def held_orders(course: Course, *, late: bool = True) -> tuple[Held, ...]:
    """The held mails with orders that came since the Phase is awaited, oldest first; letters hold up nothing, nor does a
    mail after which a sheet of its player was taken on file, nor one of a player who has left. `late`: also those that came
    after the deadline."""
    return tuple(
        Held(name, player, course.mail.seen[name].about == "late")
        for name, player in course.held.items()
        if name in course.mail.seen and _may_count(course, name, player, late=late)
    )


def _may_count(course: Course, name: str, player: Player, *, late: bool) -> bool:
    """Whether the orders in a held mail may still count for the awaited Phase."""
    if player and (player not in course.active or player in course.leaving_now):
        return False  # nothing of his is carried out, whatever is decided
    seen, sheet = course.mail.seen[name], course.on_file(player)
    if seen.about not in (("orders", "late") if late else ("orders",)):
        return False
    since = course.since.get(course.moment.key, 0)
    return seen.number > since and (sheet is None or sheet.number < seen.number)


def held_in_words(course: Course, held: tuple[Held, ...]) -> str:
    """Which mails these are, as in ``late mail 2e875438cec9 of player D (Dora)``."""
    from pbem.words import listed  # brings yaml, for which a look at the status need not wait

    names = {seat.player: seat.name for seat in course.seats}
    return listed(
        f"{'late ' if one.late else ''}mail {one.id}"
        + (f" of player {one.player} ({names[one.player]})" if one.player in names else "")
        for one in held
    )


def refuse_over_held(campaign: Campaign) -> None:
    """Raises Refused, naming them, while mails with orders wait for the gamesmaster's decision."""
    course = campaign.course
    held = held_orders(course)
    if not held:
        return
    folder = as_typed(campaign.folder)
    waits = "waits" if len(held) == 1 else "wait"
    raise Refused(
        f"{held_in_words(course, held)} {waits} for your decision and may hold orders for {course.moment.words}",
        cure=f"`pbem mail show {folder} {held[0].id}` prints it; `pbem mail accept` and `pbem mail reject` decide it. "
        "To play the Phase without it, give the command with --despite-held.",
    )
