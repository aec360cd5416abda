"""Closing and adjudicating a Phase: the imperative shell around phases.sequence.play."""

import secrets
from dataclasses import replace
from datetime import datetime

from pbem import __version__, aside
from pbem.campaign.awaited import correction_window, missing
from pbem.campaign.changed_by_hand import changes
from pbem.campaign.course import Course, words_of
from pbem.campaign.decisions.deadlines import deadline_of
from pbem.campaign.dice_by_hand import unused_rolls
from pbem.campaign.folder import Campaign
from pbem.campaign.held_mails import refuse_over_held
from pbem.campaign.ledger import Entry
from pbem.campaign.moments import Moment
from pbem.campaign.playing import (
    Played,
    Terms,
    dice_of,
    play_with,
    position_facts,
    position_of,
    terms_now,
    terms_to_json,
)
from pbem.campaign.receiving import refuse_if_over
from pbem.campaign.sealing import refuse_to_show
from pbem.campaign.times import in_words
from pbem.chance.quick import QuickDice
from pbem.core.dice import Dice
from pbem.core.terms import Player
from pbem.errors import CommandError, Refused, as_typed
from pbem.words import listed, sentence


def without_sheet(course: Course, played: Played) -> tuple[Player, ...]:
    """Of the players in a Phase that was played those from whom no sheet counted, but for who was removed before it."""
    gone = course.leaving(played.moment, played.before.active)
    return tuple(
        player
        for player in played.before.active
        if player not in played.terms.versions and player not in gone
    )


def refuse_if_awaited(campaign: Campaign, now: datetime) -> None:
    """Raises Refused, naming who, while a sheet is missing before the deadline; and while the players may still point
    out mistakes of the last report."""
    course = campaign.course
    absent = missing(course)
    deadline = deadline_of(course)
    if absent and (deadline is None or now < deadline):
        until = f", and the deadline is {in_words(deadline, course.zone)}" if deadline else ""
        raise Refused(
            f"no sheet has come from {named(course, absent)}{until}", cure=_cure_for_missing(course)
        )
    window = correction_window(campaign)
    if window is not None and now < window:
        raise Refused(
            f"players may point out mistakes of the last report until {in_words(window, course.zone)}",
            cure="Wait until then, or give the command with --allow-missing.",
        )


def _refuse_unless_told(campaign: Campaign) -> None:
    """Raises Refused while the last report is a draft and somebody, who cannot know of it, has sent no sheet."""
    course = campaign.course
    absent = missing(course)
    if absent and course.previous not in course.published:
        raise Refused(
            f"the report of {words_of(course.previous)} is still a draft, and no sheet for {course.moment.words} "
            f"has come from {named(course, absent)}",
            cure=f"Publish it first: `pbem publish {as_typed(campaign.folder)}`.",
        )


def named(course: Course, players: tuple[Player, ...]) -> str:
    """Players by letter and name."""
    names = {seat.player: seat.name for seat in course.seats}
    return listed(f"player {player} ({names[player]})" for player in players)


def _cure_for_missing(course: Course) -> str:
    here = course.sheets.get(course.moment.key, ())
    old = [one.player for one in here if one.number < course.since[course.moment.key]]
    cure = "Wait, excuse them (`pbem excuse`), or give the command with --allow-missing."
    if old:
        cure += (
            f" Sheets from before the correction count again at the deadline: {', '.join(sorted(set(old)))}."
        )
    return cure


def _refuse_if_just_corrected(campaign: Campaign) -> None:
    """Raises Refused where this very command found that the gamesmaster has corrected the rules: nobody can have known of
    it who gave his orders."""
    course = campaign.course
    if "rules" in campaign.noted and course.sheets.get(course.moment.key):
        raise Refused(
            f"the map, the counters or the tables are corrected since the sheets for {course.moment.words} came, and the "
            "players cannot know of it",
            cure="The correction is recorded. Tell the players; to adjudicate by it all the same, give the command again.",
        )


def closed_entry(course: Course, terms: Terms) -> Entry | None:
    """The record that closes the awaited Phase and fixes its dice; None when it is closed."""
    if course.is_closed:
        return None
    facts = {"moment": course.moment.key, "salt": terms.salt.hex()}
    return Entry("closed", facts, {"sheets": dict(terms.versions)})


def close(campaign: Campaign, now: datetime) -> bool:
    """Close the awaited Phase: no more sheets are taken and its dice are fixed. Says whether it was open.

    Raises Refused.
    """
    refuse_if_over(campaign)
    course = campaign.course
    refuse_to_show(course, course.moment)
    entry = closed_entry(course, terms_now(campaign, course.active)[0])
    if entry:
        campaign.record(now, entry)
    return entry is not None


def adjudicate(
    campaign: Campaign,
    now: datetime,
    *,
    allow_missing: bool = False,
    despite_held: bool = False,
    dice: Dice | None = None,
) -> Played:
    """Adjudicate the awaited Phase: play it, then record that it is closed and what came of it, in one write.

    `despite_held`: although mails with orders wait for the gamesmaster's decision. `dice`: those rolled by hand, where the
    settings say `dice: manual`; else None. Raises Refused, CommandError or invariants.BrokenInvariant with nothing written.
    """
    refuse_if_over(campaign)
    refuse_to_show(campaign.course, campaign.course.moment)
    _refuse_unless_told(campaign)
    if not despite_held:
        refuse_over_held(campaign)
    if not allow_missing:
        _refuse_if_just_corrected(campaign)
        refuse_if_awaited(campaign, now)
    by_hand = campaign.course.dice == "manual"
    if by_hand and dice is None:
        raise CommandError("this campaign's dice are rolled by hand", cure="Give the command with --dice.")
    if dice is not None and not by_hand:
        cure = "A gamesmaster who rolls real dice says `dice: manual` in campaign.yaml."
        raise CommandError("this campaign's dice are sealed, so that the players can check them", cure=cure)
    played = _play_now(campaign, dice)
    unused = unused_rolls(dice)
    if unused:
        cure = "Look whether their labels are right. Nothing was changed."
        raise Refused(f"rolls are given that were not needed: {listed(unused)}", cure=cure)
    if by_hand:
        played = replace(played, terms=played.terms._replace(rolled_by_hand={}))
    closed = closed_entry(campaign.course, played.terms)
    campaign.record(now, *([closed] if closed else []), adjudicated_entry(played))
    campaign.played[campaign.course.used[played.moment.key]] = played
    return played


def _play_now(campaign: Campaign, dice: Dice | None) -> Played:
    """Play the awaited Phase as things stand, with the campaign's dice if none are given."""
    course = campaign.course
    terms, sheets, rules = terms_now(campaign, course.active)
    state = position_of(campaign, course.moment)
    return play_with(course.moment, state, sheets, terms, dice=dice or dice_of(campaign, terms), rules=rules)


def rolled_before(campaign: Campaign) -> dict[str, object]:
    """dice.md: the rolls made by hand for the awaited Phase when it was carried out before it was undone, by label."""
    place = campaign.course.used_before.get(campaign.course.moment.key)
    facts = {} if place is None else campaign.record_at(place).facts
    if not facts.get("by_hand"):
        return {}
    return {
        roll["label"]: roll["value"] for roll in facts["rolls"] if roll["label"] not in facts["rolls_ruled"]
    }


def rehearse(campaign: Campaign, *, dice: Dice | None = None) -> tuple[Played, bool]:
    """A dry run: what would come of the awaited Phase, and whether with throw-away dice.

    Only once the Phase is closed its dice are fixed and may be looked at (dice.md). Raises Refused, and FaultyFile or
    FileError where campaign.yaml or the corrected rules would stop the real one.
    """
    refuse_if_over(campaign)
    if any(entry.kind == "rules" for entry in changes(campaign)):
        aside.listener(sentence("dry_run_rules", {}))
    refuse_to_show(campaign.course, campaign.course.moment)
    throw_away = dice is None and (
        campaign.course.moment.key not in campaign.course.salts or campaign.course.dice == "manual"
    )
    return _play_now(campaign, QuickDice(secrets.randbits(64)) if throw_away else dice), throw_away


def adjudicated_entry(played: Played) -> Entry:
    """The record of a Phase carried out."""
    state = played.result.state
    position, standing = position_facts(state)
    public, private = terms_to_json(played.terms)
    facts = {
        "moment": played.moment.key,
        "next": Moment(state.turn, state.phase).key,
        "program": __version__,
        **public,
        "rolls": [{"label": roll.label, "value": roll.value} for roll in played.result.rolls],
        "victory": state.victory.side if state.victory else None,
        **position,
    }
    return Entry("adjudicated", facts, {**private, **standing})
