"""A Phase of a campaign played: its position, the sheets that count, its dice, and what comes of them.

Nothing is written here, so a dry run, the adjudication, a repair after a crash and `verify` all play the same way. All
is read from the ledger, never from the files made of it, so that a file changed by hand changes nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pbem import position
from pbem.campaign.amending import Reading, amended
from pbem.campaign.corrections import rules_of
from pbem.campaign.course import Course, OnFile
from pbem.campaign.folder import Campaign
from pbem.campaign.ledger import Facts, Record
from pbem.campaign.moments import Moment, moment_of
from pbem.chance.listed import ListedDice
from pbem.chance.sealed import SealedDice, phase_salt
from pbem.core.dice import Card, Dice
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Marker, Player
from pbem.errors import Refused
from pbem.phases.sequence import Result, play
from pbem.sheets.read import read_sheet


class Terms(NamedTuple):
    """All on which the outcome of a Phase depends beside its position and the texts of the sheets.

    Kept in the record of the Phase, so that it can be played again however things were changed since.
    """

    versions: Mapping[Player, int]
    """The sheets that count."""
    salt: bytes
    rulings: Mapping[str, Any]
    overrides: str
    """What tells the corrected rules files, see corrections.py."""
    leaving: tuple[Player, ...]
    """R38: players removed by the gamesmaster."""
    rolls_ruled: Mapping[str, Any]
    orders_ruled: Mapping[str, Reading]
    rolled_by_hand: Mapping[str, Any] | None = None
    """The rolls, where dice were rolled by hand; None: sealed dice."""


@dataclass(frozen=True, slots=True)
class Played:
    """A Phase and what came of it."""

    moment: Moment
    before: State
    sheets: Mapping[Player, Sheet]
    terms: Terms
    result: Result
    rules: Rules


# --- what the ledger holds ---------------------------------------------------------------------------------------


def position_of(campaign: Campaign, moment: Moment, course: Course | None = None) -> State:
    """The position at the start of a Phase, as of now or of `course`."""
    place = (course or campaign.course).positions[moment.key]
    state = campaign.read.get(place)
    if not isinstance(state, State):
        state = campaign.read[place] = recorded_position(campaign.record_at(place))
    return state


def recorded_position(record: Record) -> State:
    """The position a record holds: its public part with the standing orders of its private part."""
    standing = (record.private or {}).get("standing", {})
    return position.from_json({**record.facts["position"], "standing": standing})


def position_facts(state: State) -> tuple[Facts, Facts]:
    """A position for the ledger: its public part, and the standing orders that are nobody else's business."""
    whole = position.to_json(state)
    standing = whole.pop("standing")
    return {"position": whole}, {"standing": standing}


def sheet_text(campaign: Campaign, on_file: OnFile) -> str:
    """The text of a received sheet."""
    return str((campaign.record_at(on_file.place).private or {})["sheet"])


def counting(course: Course, moment: Moment, players: tuple[Player, ...]) -> dict[Player, OnFile]:
    """The sheet that counts for each player who has one."""
    found = {player: course.on_file(player, moment) for player in players}
    return {player: sheet for player, sheet in found.items() if sheet is not None}


def read_versions(
    campaign: Campaign, course: Course, moment: Moment, versions: Mapping[Player, int], rules: Rules
) -> dict[Player, Sheet]:
    """The orders of these versions of the players' sheets."""
    found: dict[Player, Sheet] = {}
    for on_file in course.sheets.get(moment.key, ()):
        if versions.get(on_file.player) == on_file.version:
            sheet = campaign.read.get(on_file.place)
            if sheet is None:
                sheet = read_sheet(sheet_text(campaign, on_file).encode(), rules=rules).sheet
            if isinstance(sheet, Sheet):
                found[on_file.player] = campaign.read[on_file.place] = sheet
    return found


# --- what a Phase depends on -------------------------------------------------------------------------------------


def salt_of(course: Course, moment: Moment, sheets: Mapping[Player, Sheet]) -> bytes:
    """dice.md: the salt fixed when the Phase was closed, or the one these sheets would fix."""
    fixed = course.salts.get(moment.key)
    if fixed is not None:
        return bytes.fromhex(fixed)
    salts = {player: sheet.salt for player, sheet in sheets.items()}
    return phase_salt(course.name, moment.turn, moment.phase, salts)


def terms_now(campaign: Campaign, active: tuple[Player, ...]) -> tuple[Terms, dict[Player, Sheet], Rules]:
    """What the awaited Phase depends on as things stand, with the sheets and rules."""
    course = campaign.course
    moment = course.moment
    rules = rules_of(campaign)
    here = counting(course, moment, active)
    versions = {player: one.version for player, one in here.items()}
    sheets = read_versions(campaign, course, moment, versions, rules)
    readings = {
        ref: reading
        for ref, reading in course.orders_ruled.get(moment.key, {}).items()
        if versions.get(ref[0]) == reading["version"]
    }
    terms = Terms(
        versions,
        salt_of(course, moment, sheets),
        course.rulings,
        course.overrides,
        course.leaving(moment, active),
        course.rolls_ruled.get(moment.key, {}),
        readings,
    )
    return terms, sheets, rules


def terms_to_json(terms: Terms) -> tuple[Facts, Facts]:
    """The terms for the record of a Phase: the public and the private part."""
    public = {
        "salt": terms.salt.hex(),
        "rulings": dict(terms.rulings),
        "overrides": terms.overrides,
        "leaving": list(terms.leaving),
        "rolls_ruled": dict(terms.rolls_ruled),
        "by_hand": terms.rolled_by_hand is not None,
    }
    return public, {"sheets": dict(terms.versions), "orders": dict(terms.orders_ruled)}


def recorded_terms(record: Record) -> Terms:
    """The terms of a Phase as its record tells."""
    facts, private = record.facts, record.private or {}
    rolls = {roll["label"]: roll["value"] for roll in facts["rolls"]}
    return Terms(
        private["sheets"],
        bytes.fromhex(facts["salt"]),
        facts["rulings"],
        facts["overrides"],
        tuple(facts["leaving"]),
        facts["rolls_ruled"],
        private["orders"],
        rolls if facts["by_hand"] else None,
    )


# --- playing -----------------------------------------------------------------------------------------------------


class RuledDice:
    """Dice of which some rolls are set by the gamesmaster's ruling."""

    def __init__(self, ruled: Mapping[str, Any], dice: Dice) -> None:
        self._ruled = ruled
        self._set = ListedDice(ruled)
        self._dice = dice

    def _for(self, label: str) -> Dice:
        return self._set if label in self._ruled else self._dice

    def die(self, label: str) -> int:
        """A die of 1 to 6."""
        return self._for(label).die(label)

    def two_dice(self, label: str) -> tuple[int, int]:
        """Two dice."""
        return self._for(label).two_dice(label)

    def player(self, label: str, players: tuple[Player, ...]) -> Player:
        """One of the players."""
        return self._for(label).player(label, players)

    def order(self, label: str, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """A lot."""
        return self._for(label).order(label, players)

    def marker(self, label: str, markers: tuple[Marker, ...]) -> Marker:
        """One of the markers."""
        return self._for(label).marker(label, markers)

    def deal(self, label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The counters of a pot in an order."""
        return self._for(label).deal(label, cards)


def seed_of(campaign: Campaign, course: Course | None = None) -> bytes:
    """The seed of the dice: from secrets.yaml, or once it is revealed from the ledger. Raises FileError."""
    revealed = (course or campaign.course).seed
    return bytes.fromhex(revealed or campaign.secrets.seed)


def dice_of(campaign: Campaign, terms: Terms) -> Dice:
    """The dice of a Phase: sealed, or as they were rolled by hand; but for the rolls a ruling set."""
    if terms.rolled_by_hand is not None:
        return ListedDice(terms.rolled_by_hand)
    return SealedDice(seed_of(campaign), terms.salt)


def play_with(
    moment: Moment, state: State, sheets: Mapping[Player, Sheet], terms: Terms, *, dice: Dice, rules: Rules
) -> Played:
    """Play a Phase on these terms; `rules` are those of the terms."""
    sheets = {
        player: amended(sheet, terms.orders_ruled, moment.phase, rules) for player, sheet in sheets.items()
    }
    for player in terms.leaving:  # R38: removed by the gamesmaster is as if he had quit
        sheets[player] = replace(sheets.get(player, Sheet(player)), quit=True)
    if terms.rolls_ruled:
        dice = RuledDice(terms.rolls_ruled, dice)
    return Played(moment, state, sheets, terms, play(state, sheets, dice, rules), rules)


def play_recorded(campaign: Campaign, course: Course, moment: Moment) -> Played:
    """Play a Phase that was adjudicated again, on the terms it was. `course`: at a time when it stood."""
    place = course.used[moment.key]
    kept = campaign.played.get(place)
    if kept is not None:
        assert isinstance(kept, Played)
        return kept
    record = campaign.record_at(place)
    played = replay(campaign, course, record, dice=_recorded_dice(campaign, record))
    campaign.played[place] = played
    return played


def _recorded_dice(campaign: Campaign, record: Record) -> Dice | None:
    """The rolls as the record has them, where the seed is lost; else None."""
    if campaign.course.seed or campaign.secrets_path.exists():
        return None
    return ListedDice({roll["label"]: roll["value"] for roll in record.facts["rolls"]})


def replay(campaign: Campaign, course: Course, record: Record, *, dice: Dice | None = None) -> Played:
    """Play the Phase of an `adjudicated` record again, with its dice where none are given. Raises Refused where the
    sheets are not there."""
    if record.private is None:
        raise Refused("the sheets are not in the archive before the campaign is over")
    moment = moment_of(record.facts["moment"])
    terms = recorded_terms(record)
    rules = rules_of(campaign, course=course, mark=terms.overrides, rulings=terms.rulings)
    state = position_of(campaign, moment, course)
    sheets = read_versions(campaign, course, moment, terms.versions, rules)
    return play_with(moment, state, sheets, terms, dice=dice or dice_of(campaign, terms), rules=rules)
