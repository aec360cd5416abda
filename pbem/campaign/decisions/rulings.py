"""The gamesmaster's rulings: checked, dated, recorded with their reason, announced. Nothing is edited silently."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from pbem.campaign import files
from pbem.campaign.amending import OrderPath, has_order, order_path, read_order
from pbem.campaign.corrections import rules_of
from pbem.campaign.decisions.counters import change_position
from pbem.campaign.decisions.ruling_file import RulingFile
from pbem.campaign.folder import Campaign
from pbem.campaign.ledger import Entry
from pbem.campaign.moments import Moment, moment_of
from pbem.campaign.playing import position_facts, position_of, read_versions
from pbem.campaign.receiving import refuse_if_over
from pbem.campaign.sealing import refuse_to_show
from pbem.campaign.settings_text import text_mark, with_rulings
from pbem.chance.listed import ListedDice
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import PhaseName
from pbem.errors import CommandError, Refused, as_typed
from pbem.rulebook.choices import choose
from pbem.rulebook.rulings import meaning_of
from pbem.sheets.echo import in_words
from pbem.words import sentence

OF_THE_DEAL = ("deal", "both_founders")
"""Readings that matter only when the Initial Forces are dealt."""


def rule(campaign: Campaign, now: datetime, ruling: RulingFile, *, dry_run: bool = False) -> tuple[str, ...]:
    """Record a ruling, all of it or nothing. Says what it does, a sentence for each matter.

    Raises CommandError for what is not understood, Refused, with the reason, for what cannot be.
    """
    refuse_if_over(campaign)
    if not ruling.rules_anything:
        cure = "Name a file that says it, or give --set RULING=VALUE; `pbem rule --help` shows what such a file may hold."
        raise CommandError("it is not said what is ruled", cure=cure)
    if not ruling.why.strip():
        raise CommandError("a ruling needs its reason", cure="Write `why: …` in the file, or give --why.")
    entries = _entries(campaign, ruling)
    said = tuple(str({**entry.facts, **(entry.private or {})}["text"]) for entry in entries)
    if not dry_run:
        campaign.record(now, *entries)
    return said


def _entries(campaign: Campaign, ruling: RulingFile) -> list[Entry]:
    """A record for each matter, since they are announced to different people."""
    rules = rules_of(campaign)
    state = position_of(campaign, campaign.course.moment)
    entries: list[Entry] = []
    if ruling.changes_position:
        entries.append(_position_entry(campaign, ruling, state, rules))
    if ruling.rolls:
        entries.append(_rolls_entry(campaign, ruling, state))
    orders: dict[str, str | None] = {**ruling.read, **dict.fromkeys(ruling.void)}
    entries += [
        _order_entry(campaign, ref, text, why=ruling.why, rules=rules) for ref, text in orders.items()
    ]
    if ruling.set:
        entries.append(_settings_entry(campaign, ruling, rules))
    return entries


def _about(campaign: Campaign, said: str, why: str) -> dict[str, Any]:
    """What every ruling's record holds."""
    course = campaign.course
    return {"moment": course.moment.key, "announce": course.announce_in, "text": said, "why": why}


def _position_entry(campaign: Campaign, ruling: RulingFile, state: State, rules: Rules) -> Entry:
    after, said = change_position(state, ruling, rules)
    if after == state:
        raise Refused("the ruling leaves the position as it is")
    position, standing = position_facts(after)
    kept = ruling.model_dump(
        include={"move", "give", "remove", "restore", "flags"}, exclude_defaults=True, by_alias=True
    )
    return Entry(
        "ruled", {**_about(campaign, " ".join(said), ruling.why), "changes": kept, **position}, standing
    )


# --- rolls -------------------------------------------------------------------------------------------------------

_ROLLS: tuple[tuple[str, Callable[[ListedDice, str, State], object]], ...] = (
    (r"(subversion/[A-H]/\d+|combat/[A-Z]{4}/[A-H]/\d+)", lambda dice, label, state: dice.die(label)),
    (
        r"(assassinate/[A-H]/\d+|purge/[A-H](\+[A-H])*|counterpurge/[A-H]/\d+|event/\d+)",
        lambda dice, label, state: dice.two_dice(label),
    ),
    (r"event/\d+/recipient", lambda dice, label, state: dice.player(label, state.active)),
    (
        r"draw/[A-H](/\d+)?|event/\d+/draw(/\d+)?",
        lambda dice, label, state: dice.marker(label, state.randomizer),
    ),
    (r"(tie/.+|order/draws)", lambda dice, label, state: dice.order(label, state.active)),
)
"""The labels of rolls, and how each is read."""


def _rolls_entry(campaign: Campaign, ruling: RulingFile, state: State) -> Entry:
    rolls = {label: _roll(label, value, state) for label, value in ruling.rolls.items()}
    said = " ".join(
        sentence("ruled_roll", {"text_label": label, "text_value": _shown(value)})
        for label, value in ruling.rolls.items()
    )
    return Entry("ruled", {**_about(campaign, said, ruling.why), "rolls": rolls})


def _shown(value: str | list[str]) -> str:
    return value if isinstance(value, str) else ", ".join(value)


def _roll(label: str, value: str | list[str], state: State) -> object:
    """The value of a roll, in the form the ledger holds rolls in. Raises CommandError, WrongRoll."""
    for pattern, read in _ROLLS:
        if re.fullmatch(pattern, label):
            return read(ListedDice({label: value}), label, state)
    raise CommandError(f"there is no roll {label!r}", cure="The report lists every roll with its label.")


# --- orders ------------------------------------------------------------------------------------------------------


def _order_entry(campaign: Campaign, ref: str, text: str | None, *, why: str, rules: Rules) -> Entry:
    """R19: an order read so, or void (text None). Told to its writer alone, as his sheet is (R41)."""
    course = campaign.course
    path = order_path(ref)
    refuse_to_show(course, course.moment, path.player)
    on_file = course.on_file(path.player)
    if on_file is None:
        what = f"player {path.player} has no sheet for {course.moment.words} on file"
        raise Refused(what, cure=_cure_of_played(campaign, path, rules))
    sheets = read_versions(campaign, course, course.moment, {path.player: on_file.version}, rules)
    if not has_order(sheets[path.player], path):
        raise CommandError(
            f"there is no order {path.ref} on version {on_file.version} of the sheet for {course.moment.words}",
            cure=_cure_of_played(campaign, path, rules),
        )
    if text is not None:
        _refuse_unreadable(path, text, course.moment.phase, rules)
    words = "" if text is None else _in_words(path, text, course.moment.phase, rules)
    said = sentence(
        "ruled_void" if text is None else "ruled_read", {"text_order": path.ref, "text_as": words}
    )
    private = {
        **_about(campaign, said, why),
        "only": path.player,
        "orders": {path.ref: {"text": text, "why": why, "version": on_file.version}},
    }
    return Entry("ruled", {"moment": course.moment.key}, private)


def _cure_of_played(campaign: Campaign, path: OrderPath, rules: Rules) -> str:
    """What to do where the order meant is one of the Phase before, which is carried out already; else empty."""
    course = campaign.course
    last = max((moment_of(key) for key in course.used), default=None)
    on_file = last and course.on_file(path.player, last)
    if last is None or not on_file:
        return ""
    sheet = read_versions(campaign, course, last, {path.player: on_file.version}, rules).get(path.player)
    if sheet is None or not has_order(sheet, path):
        return ""
    return cure_of_played(campaign, last)


def cure_of_played(campaign: Campaign, last: Moment) -> str:
    """How to rule on a Phase that is carried out already."""
    words = f"{last.words[:1].upper()}{last.words[1:]}"
    why = " --why …" if last.key in campaign.course.published else ""
    return (
        f"{words} is adjudicated already. To rule on it: `pbem undo {as_typed(campaign.folder)}{why}` goes back to it; "
        "then give the ruling, and adjudicate again."
    )


def _in_words(path: OrderPath, text: str, phase: PhaseName, rules: Rules) -> str:
    """The order as ruled, told as the player's own orders are told back to him."""
    return " ".join(echo.text for echo in in_words(read_order(path, text, phase, rules).sheet, rules))


def _refuse_unreadable(path: OrderPath, text: str, phase: PhaseName, rules: Rules) -> None:
    """Raises CommandError where the ruled order itself cannot be read."""
    wrong = [finding for finding in read_order(path, text, phase, rules).findings if finding.grade == "error"]
    if wrong:
        near = wrong[0].suggestion
        raise CommandError(
            f"the order {path.ref} cannot be read as {text!r}: {wrong[0].sentence}",
            cure=f"Did you mean {near}?" if near else "",
        )


# --- readings of the rules ---------------------------------------------------------------------------------------


def _settings_entry(campaign: Campaign, ruling: RulingFile, rules: Rules) -> Entry:
    """Readings from now on; campaign.yaml is changed with them."""
    course = campaign.course
    chosen: Mapping[str, Any] = {**course.rulings, **ruling.set}
    before, after = rules.rulings, choose(chosen, rules.board.provinces)
    for key in ruling.set:
        if key in OF_THE_DEAL:
            raise Refused(f"{key} matters only when the Initial Forces are dealt, and they are")
    changed = [key for key in after.__slots__ if getattr(after, key) != getattr(before, key)]
    if not changed:
        raise Refused("the rules are read so already")
    said = " ".join(
        sentence(
            "ruled_set",
            {
                "text_option": key,
                "text_value": getattr(after, key),
                "text_before": getattr(before, key),
                "text_meaning": meaning_of(key, getattr(after, key)),
                "text_phase": course.moment.words,
            },
        )
        for key in changed
    )
    text = with_rulings(
        files.read(campaign.settings_path).decode("utf-8-sig"), chosen, campaign.settings_path
    )
    private = {"file": text, "settings": text_mark(text.encode()), "before": course.settings}
    return Entry("ruled", {**_about(campaign, said, ruling.why), "rulings": dict(chosen)}, private)
