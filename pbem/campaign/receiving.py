"""Sheets that come in other than by mail, and the blank sheet."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbem.campaign import files
from pbem.campaign.course import OnFile
from pbem.campaign.folder import Campaign, Entry, stamp, unstamp
from pbem.campaign.moments import Moment
from pbem.campaign.playing import position_of
from pbem.checker import check
from pbem.core.terms import Player
from pbem.errors import Refused
from pbem.sheets.findings import Finding
from pbem.sheets.read import Expected, ReadSheet, read_sheet


@dataclass(frozen=True, slots=True)
class Received:
    """A sheet that came in: whose it is, what was found in it, and whether and as which version it counts."""

    player: Player | None
    version: int
    counts: bool
    read: ReadSheet
    findings: tuple[Finding, ...]


def expected_head(campaign: Campaign) -> Expected:
    """What the head of a sheet for the awaited Phase must say."""
    moment = campaign.course.moment
    return Expected(campaign.course.name, moment.turn, moment.phase)


def look_at(campaign: Campaign, raw: bytes, *, charset: str | None = None) -> Received:
    """Read and check a sheet for the awaited Phase without receiving it."""
    rules = campaign.rules()
    read = read_sheet(raw, rules=rules, expected=expected_head(campaign), charset=charset)
    if read.sheet is None:
        return Received(None, 0, False, read, tuple(read.findings))
    state = position_of(campaign, campaign.course.moment)
    player = read.sheet.player
    if player not in state.active:
        raise Refused(
            f"player {player} is not in the campaign {campaign.course.name}",
            cure=f"The players still in it are {', '.join(state.active)}.",
        )
    findings = check(state, read, rules)
    return Received(player, next_version(campaign, player), True, read, tuple(findings))


def next_version(campaign: Campaign, player: Player) -> int:
    """The number of the next sheet of a player for the awaited Phase."""
    own = [one for one in campaign.course.sheets.get(campaign.course.moment.key, ()) if one.player == player]
    return len(own) + 1


def receive(
    campaign: Campaign, raw: bytes, *, received: datetime, now: datetime, late: bool = False, charset: str | None = None
) -> Received:
    """Take a sheet on file: it supersedes the player's sheet before it. A sheet that is refused as a whole is not taken.

    `late` lets in a sheet after the deadline or after the Phase was closed, which is recorded. Raises Refused.
    """
    looked = look_at(campaign, raw, charset=charset)
    if looked.player is None:
        return looked
    is_late = _late(campaign, received)
    if is_late and not late:
        raise Refused(
            f"the sheet of player {looked.player} came after {is_late}",
            cure="The gamesmaster may let it count: give the command with --late.",
        )
    records = campaign.record(now, sheet_entry(campaign, looked, received=received, late=bool(is_late)))
    make_sheet(campaign, campaign.course.moment, campaign.course.sheets[campaign.course.moment.key][-1], records[-1].private)
    return looked


def _late(campaign: Campaign, received: datetime) -> str:
    """What a sheet received at this time is too late for, in words, or empty."""
    if campaign.course.closed:
        return "the Phase was closed"
    deadline = campaign.course.deadlines.get(campaign.course.moment.key)
    return f"the deadline, {deadline}" if deadline and received > unstamp(deadline) else ""


def sheet_entry(campaign: Campaign, looked: Received, *, received: datetime, late: bool, source: str = "submit") -> Entry:
    """The record of a sheet. The player's key is not kept; the text stays private until the campaign is over."""
    text = without_key(looked.read.text)
    facts: dict[str, Any] = {
        "moment": campaign.course.moment.key,
        "player": looked.player,
        "version": looked.version,
        "received": stamp(received),
        "errors": sum(1 for finding in looked.findings if finding.grade == "error"),
        "late": late,
        "source": source,
    }
    return "sheet", facts, {"text": text, "sha256": hashlib.sha256(text.encode()).hexdigest()}


def without_key(text: str) -> str:
    """The sheet's text with the secret word blanked, so that no copy of it holds it."""
    import re

    return re.sub(r"(?m)^(\ufeff?\s*key\s*:).*$", r"\1 (not kept)", text)


def make_sheet(campaign: Campaign, moment: Moment, on_file: OnFile, private: Any) -> None:
    """Write a received sheet into its Phase's folder."""
    path = campaign.sheet_path(moment, on_file.player, on_file.version)
    files.write_if_changed(path, str(private["text"]).encode())
