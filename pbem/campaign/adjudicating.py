"""Closing and adjudicating a Phase, and publishing its report: the imperative shell around phases.sequence.play."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from pbem import position
from pbem.campaign.folder import Campaign, Entry, stamp, unstamp
from pbem.campaign.making import make_position, make_results
from pbem.campaign.moments import Moment, moment_of
from pbem.campaign.playing import Played, counting, play_moment, position_hash, position_of, read_sheets, salt_of
from pbem.campaign.settings import duration
from pbem.core.dice import Dice
from pbem.core.state import State
from pbem.core.terms import Player
from pbem.errors import Refused


def missing(campaign: Campaign) -> tuple[Player, ...]:
    """The players whose sheet for the awaited Phase is still expected: not here, not excused, not removed."""
    course = campaign.course
    state = position_of(campaign, course.moment)
    here = counting(campaign, course.moment, state.active)
    excused = (*course.excused.get(course.moment.key, ()), *course.removed)
    return tuple(player for player in state.active if player not in here and player not in excused)


def refuse_if_over(campaign: Campaign) -> None:
    """Raises Refused when the campaign has ended."""
    if campaign.course.over:
        raise Refused("the campaign is over", cure="Its last report tells how it ended; `pbem undo` can go back.")


def refuse_if_awaited(campaign: Campaign, now: datetime, *, allow_missing: bool) -> None:
    """Raises Refused, naming who, while a sheet is missing before the deadline, or players may still point out mistakes."""
    absent = missing(campaign)
    deadline = campaign.course.deadlines.get(campaign.course.moment.key)
    if absent and not allow_missing and (deadline is None or now < unstamp(deadline)):
        until = f", and the deadline is {deadline}" if deadline else ""
        raise Refused(
            f"no sheet has come from {_letters(absent)}{until}",
            cure="Wait, excuse them (`pbem excuse`), or give the command with --allow-missing.",
        )
    window = duration(campaign.settings.correct_within)
    published = max(campaign.course.published.values(), default=None)
    if window and published and not allow_missing and now < unstamp(published) + window:
        raise Refused(
            f"players may point out mistakes until {stamp(unstamp(published) + window)}",
            cure="Wait until then, or give the command with --allow-missing.",
        )


def _letters(players: tuple[Player, ...]) -> str:
    return f"player {players[0]}" if len(players) == 1 else "players " + ", ".join(players)


def close_entry(campaign: Campaign) -> Entry | None:
    """The record that closes the awaited Phase and fixes its dice, or None when it was closed before."""
    if campaign.course.closed:
        return None
    moment = campaign.course.moment
    rules = campaign.rules()
    read = read_sheets(campaign, moment, position_of(campaign, moment), rules)
    salt = salt_of(campaign, moment, {player: sheet for player, (sheet, _) in read.items()})
    facts = {
        "moment": moment.key,
        "salt": salt.hex(),
        "sheets": {player: version for player, (_, version) in read.items()},
    }
    return "closed", facts, None


def close(campaign: Campaign, now: datetime) -> bool:
    """Close the awaited Phase: no more sheets, its dice are fixed (dice.md). Says whether it was open."""
    refuse_if_over(campaign)
    entry = close_entry(campaign)
    if entry:
        campaign.record(now, entry)
    return entry is not None


def adjudicate(
    campaign: Campaign, now: datetime, *, allow_missing: bool = False, dice: Dice | None = None
) -> Played:
    """Adjudicate the awaited Phase: close it, play it, record it, write position, result and reports.

    `dice` None: the sealed dice. Raises Refused with nothing written, or BrokenInvariant likewise.
    """
    refuse_if_over(campaign)
    refuse_if_awaited(campaign, now, allow_missing=allow_missing)
    entry = close_entry(campaign)
    if entry:
        campaign.record(now, entry)
    played = play_moment(campaign, campaign.course.moment, dice=dice)
    campaign.record(now, adjudicated_entry(played, by_hand=dice is not None))
    following = Moment(played.result.state.turn, played.result.state.phase)
    make_position(campaign, following, played.result.state)
    make_results(campaign, played)
    return played


def position_facts(state: State) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """A position for the ledger: its public part, and the standing orders that are nobody else's business."""
    whole = position.to_json(state)
    standing = whole.pop("standing", {})
    return {"position": whole, "position_hash": position_hash(state)}, {"standing": standing} if standing else None


def adjudicated_entry(played: Played, *, by_hand: bool) -> Entry:
    """The record of a Phase carried out."""
    state = played.result.state
    facts, private = position_facts(state)
    facts = {
        "moment": played.moment.key,
        "next": Moment(state.turn, state.phase).key,
        "sheets": dict(played.versions),
        "by_hand": by_hand,
        "rolls": [{"label": roll.label, "value": roll.value} for roll in played.result.rolls],
        "victory": state.victory.side if state.victory else None,
        **facts,
    }
    return "adjudicated", facts, private


def unpublished(campaign: Campaign) -> tuple[Moment, ...]:
    """The Phases that are adjudicated and whose reports are still drafts, in order."""
    return tuple(sorted(moment_of(key) for key in campaign.course.used if key not in campaign.course.published))


def publish(campaign: Campaign, now: datetime) -> tuple[Moment, ...]:
    """Publish every draft: from now on an undo is announced, and the next Phase's deadline runs. Says which.

    The last report of a campaign that is over reveals the seed.
    """
    drafts = unpublished(campaign)
    if not drafts:
        raise Refused("there is no report to publish", cure="Reports are made by `pbem adjudicate`.")
    entries: list[Entry] = []
    for moment in drafts:
        facts: dict[str, Any] = {"moment": moment.key}
        if campaign.course.over and moment == drafts[-1]:
            facts["seed"] = campaign.secrets.seed
        entries.append(("published", facts, None))
    awaited = campaign.course.moment
    if not campaign.course.over and awaited.key not in campaign.course.deadlines:
        facts = {"moment": awaited.key, "at": stamp(next_deadline(campaign, now)), "why": "as settled"}
        entries.append(("deadline", facts, None))
    campaign.record(now, *entries)
    for moment in drafts:
        make_results(campaign, play_moment(campaign, moment))
    return drafts


def next_deadline(campaign: Campaign, now: datetime) -> datetime:
    """When the awaited Phase's orders are due: so long after `now`, put off to the settled time of day in the zone."""
    settled = campaign.settings.deadlines
    zone = ZoneInfo(campaign.course.zone)
    length = duration(getattr(settled, campaign.course.moment.phase))
    # Whole days are counted on the calendar of the zone, so that a clock change does not move the hour.
    local = now.astimezone(zone)
    due = (local.replace(tzinfo=None) + length).replace(tzinfo=zone, fold=0)
    if settled.at:
        hour, minute = (int(part) for part in settled.at.split(":"))
        at = due.replace(hour=hour, minute=minute, second=0, microsecond=0)
        due = at if at >= due else (at.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=zone)
    return due.replace(microsecond=0)
