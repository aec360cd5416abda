"""Going back to an earlier moment. What is undone stays in the ledger; what was published is announced as undone."""

from datetime import datetime
from typing import Any

from pbem.campaign.awaited import correction_window
from pbem.campaign.folder import Campaign
from pbem.campaign.ledger import Entry
from pbem.campaign.moments import Moment, moment_of
from pbem.campaign.playing import position_of
from pbem.campaign.times import in_words
from pbem.errors import CommandError, Refused
from pbem.words import listed, sentence


def undo(
    campaign: Campaign, now: datetime, *, to: Moment | None = None, why: str = "", late: bool = False
) -> tuple[Moment, tuple[str, ...]]:
    """Go back to the start of a Phase that was adjudicated (None: the last one). Its sheets stay closed and its dice
    fixed. Says where the campaign stands, and which published reports are thereby taken back; they need a reason.

    `late`: although the time to point out mistakes is over. Raises Refused, CommandError.
    """
    course = campaign.course
    played = sorted((moment_of(key) for key in course.used), reverse=True)
    if not played:
        raise Refused("nothing was adjudicated that could be undone")
    to = to or played[0]
    if to not in played:
        what = f"{to.words} was not adjudicated, so it cannot be undone"
        raise CommandError(what, cure=f"The Phases from {played[-1].key} to {played[0].key} were.")
    if course.seed:
        cure = "With the seed known to all, dice could be foreseen."
        raise Refused("the campaign is over and its seed is revealed; nothing can be undone", cure=cure)
    gone = tuple(moment.key for moment in reversed(played) if moment >= to)
    announced = tuple(key for key in gone if key in course.published)
    _refuse_unless_in_time(campaign, now, announced, why=why, late=late)
    facts: dict[str, Any] = {
        "moment": course.moment.key,
        "to": to.key,
        "gone": list(gone),
        "announced": list(announced),
        "positions": [key for key in course.positions if moment_of(key) > to],
        "active": list(position_of(campaign, to).active),
        "why": why,
    }
    if announced:
        words = {"text_phase": to.words, "text_gone": listed(moment_of(key).words for key in announced)}
        code = "undone_several" if len(announced) > 1 else "undone"
        facts |= {"announce": to.key, "text": sentence(code, words)}
    campaign.record(now, Entry("undone", facts))
    return to, announced


def _refuse_unless_in_time(
    campaign: Campaign, now: datetime, announced: tuple[str, ...], *, why: str, late: bool
) -> None:
    """Raises Refused for what was published, without a reason or after the time for corrections."""
    if not announced:
        return
    if not why:
        what = listed(moment_of(key).words for key in announced)
        cure = "Say why with --why; the next report announces it."
        several = len(announced) > 1
        said = f"reports of {what} are" if several else f"report of {what} is"
        raise Refused(
            f"the {said} published, so undoing {'them' if several else 'it'} needs a reason", cure=cure
        )
    window = correction_window(campaign)
    after = window is not None and now > window
    if (after or len(announced) > 1) and not late and window is not None:
        raise Refused(
            f"the time to point out mistakes ended {in_words(window, campaign.course.zone)}",
            cure="To undo it all the same, give the command with --late; the next report announces it.",
        )
