"""Sheets that come in: read, checked, taken on file as the next version, or refused."""

import hashlib
import re
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

import yaml

from pbem.campaign.corrections import rules_of
from pbem.campaign.course import OnFile
from pbem.campaign.decisions.deadlines import deadline_of
from pbem.campaign.folder import Campaign, stamp
from pbem.campaign.ledger import Entry
from pbem.campaign.playing import position_of, sheet_text
from pbem.campaign.sealing import SEALED, must_seal, refuse_second_thoughts, seal_of, sealed_text
from pbem.campaign.secret_words import NOT_KEPT, without_secrets
from pbem.campaign.times import in_words
from pbem.checker import check, errors
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Player
from pbem.core.verdicts import Fact
from pbem.errors import Refused
from pbem.sheets.decode import decode
from pbem.sheets.fields import folded_key
from pbem.sheets.findings import Finding
from pbem.sheets.read import Expected, ReadSheet, read_sheet
from pbem.sheets.syntax import Unreadable
from pbem.words import sentence

_LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Looked(NamedTuple):
    """A sheet that was read and checked. `player` is None when it is refused as a whole; the findings say why."""

    player: Player | None
    read: ReadSheet
    findings: tuple[Finding, ...]
    text: str
    """What is kept of it: the text as it came, without the secret word."""

    @property
    def errors(self) -> int:
        """How many errors were found."""
        return errors(self.findings)


class Received(NamedTuple):
    """What became of a sheet: it is on file as `on_file` and counts, or None when it was refused as a whole."""

    looked: Looked
    on_file: OnFile | None
    again: bool = False
    """The very same text was on file already."""
    fell_away: tuple[str, ...] = ()
    """Orders on which the gamesmaster had ruled in the version before; the rulings do not hold for the new one."""
    before: OnFile | None = None
    """The version that counted until now."""


def expected_head(campaign: Campaign) -> Expected:
    """What the head of a sheet for the awaited Phase must say."""
    course = campaign.course
    seats = tuple(seat.player for seat in course.seats)
    return Expected(course.name, course.moment.turn, course.moment.phase, players=seats)


def look_at(campaign: Campaign, raw: bytes, *, charset: str | None = None) -> Looked:
    """Read and check a sheet for the awaited Phase without taking it.

    Raises Refused for one of a player who has left.
    """
    rules = rules_of(campaign)
    read = read_sheet(raw, expected_head(campaign), rules=rules, charset=charset)
    state = position_of(campaign, campaign.course.moment)
    return looked_at(campaign, raw, read, state=state, rules=rules, charset=charset)


def looked_at(
    campaign: Campaign,
    raw: bytes,
    read: ReadSheet,
    *,
    state: State,
    rules: Rules,
    charset: str | None = None,
) -> Looked:
    """Check a sheet that was read; `state` is the position of the awaited Phase. Raises Refused likewise."""
    text = kept_text(raw, read, charset, _known_words(campaign))
    if read.sheet is None:
        return Looked(None, read, check(state, read, rules), text)
    player = read.sheet.player
    course = campaign.course
    staying = [one for one in course.active if one not in course.leaving_now]
    if player not in staying:
        raise Refused(f"player {player} has left the campaign", cure=f"Still in it: {', '.join(staying)}.")
    return Looked(player, read, check(state, read, rules), text)


def receive(
    campaign: Campaign,
    raw: bytes,
    *,
    received: datetime,
    now: datetime,
    late: bool = False,
    charset: str | None = None,
    source: str = "submit",
) -> Received:
    """Take a sheet on file: it supersedes the player's sheet before it. One that is refused as a whole is only noted.

    `late` lets in a sheet after the deadline or after the Phase was closed, which is recorded and reported (R40).
    Raises Refused.
    """
    refuse_if_over(campaign)
    looked = look_at(campaign, raw, charset=charset)
    course = campaign.course
    if looked.player is None:
        campaign.record(now, refused_entry(campaign, looked, received=received, source=source))
        return Received(looked, None)
    before = course.on_file(looked.player)
    if before and same_text(sheet_text(campaign, before), looked.text):
        return Received(looked, before, again=True)
    refuse_second_thoughts(course, looked.player)
    too_late = lateness(campaign, received)
    if too_late and not late:
        raise Refused(
            f"the sheet of player {looked.player} came after {too_late}",
            cure="The gamesmaster may let it count: give the command with --late.",
        )
    campaign.record(now, sheet_entry(campaign, looked, received=received, late=bool(too_late), source=source))
    _remember(campaign, looked)
    key = campaign.course.moment.key
    ruled = [ref for ref in course.orders_ruled.get(key, {}) if ref[0] == looked.player]
    return Received(looked, campaign.course.on_file(looked.player), fell_away=tuple(ruled), before=before)


def _remember(campaign: Campaign, looked: Looked) -> None:
    """Spare this command reading the sheet again, where what is on file reads the same but for a plain secret word."""
    on_file = campaign.course.on_file(looked.player or "")
    assert on_file is not None
    understood = looked.read.text.rstrip().split("\n")
    kept = sheet_text(campaign, on_file).rstrip().split("\n")
    changed = [line for line, other in zip(understood, kept, strict=False) if line != other]
    if len(understood) == len(kept) and len(changed) == 1 and _PLAIN_KEY.fullmatch(changed[0]):
        campaign.read[on_file.place] = looked.read.sheet


def refuse_if_over(campaign: Campaign) -> None:
    """Raises Refused when the campaign has ended."""
    if campaign.course.over:
        raise Refused("the campaign is over", cure="Its last report tells how it ended.")


def lateness(campaign: Campaign, received: datetime) -> str:
    """What a sheet received at this time is too late for, in words, or empty."""
    if campaign.course.is_closed:
        return "the Phase was closed"
    deadline = deadline_of(campaign.course)
    return (
        f"the deadline, {in_words(deadline, campaign.course.zone)}"
        if deadline and received > deadline
        else ""
    )


def sheet_entry(campaign: Campaign, looked: Looked, *, received: datetime, late: bool, source: str) -> Entry:
    """The record of a sheet. Nothing of it is public before the campaign is over, not even that it came; but a playing
    gamesmaster's has its hash in public, and a late one is announced."""
    course = campaign.course
    player = looked.player or ""
    sealed = must_seal(course, player)
    text = sealed_text(looked.text) if sealed else looked.text
    public: dict[str, object] = {"moment": course.moment.key}
    if sealed:
        public |= {"sealed": seal_of(text), "sealed_by": player} | _seal_announced(campaign, player, text)
    if late:
        words = {"player": player, "text_phase": course.moment.words}
        public |= {"announce": course.announce_in, "text": sentence("late_sheet", words), "why": ""}
    private = {
        "player": player,
        "version": next_version(campaign, player),
        "received": stamp(received),
        "errors": looked.errors,
        "late": late,
        "source": source,
        "sha256": _sha256(text),
        "sheet": text,
    }
    return Entry("sheet", public, private)


def _seal_announced(campaign: Campaign, player: Player, text: str) -> dict[str, object]:
    """What the report of the Phase says of a sealed sheet, so that everybody has its hash in writing."""
    moment = campaign.course.moment
    words: dict[str, Fact] = {
        "player": player,
        "text_phase": moment.words,
        "version": next_version(campaign, player),
        "sealed": seal_of(text),
        "text_received": "",
    }
    return {"announce": moment.key, "text": sentence("log_sealed", words), "why": ""}


def refused_entry(campaign: Campaign, looked: Looked, *, received: datetime, source: str) -> Entry:
    """The record of a sheet that could not be taken."""
    words = (looked.read.head.key or "", *_known_words(campaign))
    reasons = looked.findings[: looked.read.reasons or None]
    why = [finding.sentence for finding in reasons if finding.grade == "error"]
    private = {
        "player": looked.read.head.player or "",
        "received": stamp(received),
        "source": source,
        "why": [without_secrets(one, words) for one in why],
        "sheet": looked.text,
    }
    return Entry("refused", {"moment": campaign.course.moment.key}, private)


def next_version(campaign: Campaign, player: Player) -> int:
    """The number of the next sheet of a player for the awaited Phase."""
    own = campaign.course.sheets.get(campaign.course.moment.key, ())
    return max((one.version for one in own if one.player == player), default=0) + 1


def same_text(on_file: str, text: str) -> bool:
    """Whether the text is on file already, sealed or not."""
    return on_file.partition(SEALED)[0].rstrip() == text.partition(SEALED)[0].rstrip()


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# --- the secret word ---------------------------------------------------------------------------------------------


def _known_words(campaign: Campaign) -> Iterable[str]:
    return campaign.secrets.keys.values() if campaign.secrets_path.exists() else ()


def kept_text(raw: bytes, read: ReadSheet, charset: str | None = None, known: Iterable[str] = ()) -> str:
    """The sheet's text as it came, in UTF-8 and with ``\\n`` at the end of lines, without its player's secret word.

    `known`: the secret words of the campaign, which are nowhere kept, whatever else the text is.
    """
    words = [word for word in (read.head.key, *known) if word]
    try:
        decoded = decode(raw, charset)
    except Unreadable:
        return without_secrets(raw.decode("utf-8", "replace"), words)
    clean = (read.text or decoded.text).split("\n")
    lines = _LINE_END.split(raw.decode(decoded.charset, "replace").removeprefix("\ufeff"))
    if len(lines) != len(clean):
        lines = list(clean)
    for first, last, blanked in _blanked(clean):
        lines[first : last + 1] = blanked
    return without_secrets("\n".join(lines).rstrip("\n") + "\n", words)


_PLAIN_KEY = re.compile(r"key\s*:\s+[^\s'\"|>\[{&*!#][^\s#]*\s*", re.IGNORECASE)


def _blanked(lines: list[str]) -> list[tuple[int, int, list[str]]]:
    """The stretches of lines in which the value of a ``key:`` stands, with it blanked, the last first."""
    marked = [number for number, line in enumerate(lines) if "key" in line.lower()]
    if len(marked) == 1 and _PLAIN_KEY.fullmatch(lines[marked[0]]):
        following = next((line for line in lines[marked[0] + 1 :] if line.strip()), "")
        if not following.startswith(" "):  # as nearly all sheets have it
            return [(marked[0], marked[0], [_after_colon(lines[marked[0]])])]
    try:
        root = yaml.compose("\n".join(lines), _Loader)
    except (yaml.YAMLError, RecursionError):
        return [(n, n, [_after_colon(line)]) for n, line in enumerate(lines) if _looks_like_key(line)]
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    return [
        _blanked_value(value, lines)
        for key, value in reversed(pairs)
        if isinstance(key, yaml.ScalarNode) and folded_key(key.value) == "key" and value.value
    ]


def _blanked_value(value: yaml.Node, lines: list[str]) -> tuple[int, int, list[str]]:
    """The lines of one value, from which to which, and what they become."""
    first, last = value.start_mark.line, value.end_mark.line
    begin = lines[first][: value.start_mark.column] + NOT_KEPT
    if getattr(value, "style", None) in ("|", ">"):  # such a text ends where the next key begins
        return first, last - 1, [begin, *[""] * (last - 1 - first)]
    return first, last, [begin + lines[last][value.end_mark.column :], *[""] * (last - first)]


def _looks_like_key(line: str) -> bool:
    return folded_key(line.strip(" {>\t-").partition(":")[0]) == "key"


def _after_colon(line: str) -> str:
    return f"{line.partition(':')[0]}: {NOT_KEPT}"
