"""Where a campaign stands, as its ledger tells: the fold of all records, and nothing that is not in them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from pbem.campaign.ledger import Record, Tip
from pbem.campaign.moments import SETUP, Moment, moment_of
from pbem.core.terms import Player

FORMAT = 1
"""The version of the index file; another one is made anew from the ledger."""


@dataclass(frozen=True, slots=True)
class OnFile:
    """A sheet that was received for a Phase. The text is in the ledger and in the Phase's folder."""

    player: Player
    version: int
    time: str
    """When it was received, UTC."""
    record: int
    errors: int
    readable: bool
    late: bool = False
    sealed: str = ""
    """The SHA-256 of a sheet not yet opened (the playing gamesmaster's)."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a letter. Addresses are not public."""

    player: Player
    name: str
    email: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """All a command needs to know of a campaign, but the positions and the sheets' texts."""

    tip: Tip = Tip()
    name: str = ""
    rules: str = "rcw"
    zone: str = "UTC"
    commitment: str = ""
    seats: tuple[Seat, ...] = ()
    rulings: Mapping[str, Any] = field(default_factory=dict)
    """The readings that differ from the defaults, as they are now."""
    moment: Moment = SETUP
    """The Phase whose sheets are awaited."""
    begun: Mapping[str, int] = field(default_factory=dict)
    """By moment: the number of the record that made its position."""
    positions: Mapping[str, str] = field(default_factory=dict)
    """By moment: the SHA-256 of its position file."""
    sheets: Mapping[str, tuple[OnFile, ...]] = field(default_factory=dict)
    """By moment: all sheets received, oldest first."""
    salts: Mapping[str, str] = field(default_factory=dict)
    """By moment: the salt that was fixed when its sheets were closed; undoing does not change it (dice.md)."""
    used: Mapping[str, Mapping[Player, int]] = field(default_factory=dict)
    """By moment: the versions of the sheets that were carried out."""
    by_hand: Mapping[str, bool] = field(default_factory=dict)
    """By moment: whether its dice were rolled by hand."""
    published: Mapping[str, str] = field(default_factory=dict)
    """By moment: when its report was published."""
    deadlines: Mapping[str, str] = field(default_factory=dict)
    """By moment: the deadline, UTC."""
    excused: Mapping[str, tuple[Player, ...]] = field(default_factory=dict)
    removed: tuple[Player, ...] = ()
    """Players the gamesmaster removed and whose removal no Phase has carried out yet."""
    notices: Mapping[str, tuple[Mapping[str, Any], ...]] = field(default_factory=dict)
    """By moment: what its report must announce (rulings, undone Phases, extensions, replaced players)."""
    rolls_ruled: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By moment: rolls the gamesmaster set by a ruling, by label."""
    over: bool = False
    seed: str = ""
    """The seed in hexadecimal digits, once it is revealed."""

    @property
    def closed(self) -> bool:
        """Whether the sheets of the awaited Phase are closed."""
        return self.moment.key in self.salts

    def on_file(self, player: Player, moment: Moment | None = None) -> OnFile | None:
        """The sheet that counts for a player: the last one that could be read."""
        own = [one for one in self.sheets.get((moment or self.moment).key, ()) if one.player == player]
        return next((one for one in reversed(own) if one.readable or one.sealed), None)

    def seat(self, player: Player) -> Seat | None:
        """The seat of that letter."""
        return next((seat for seat in self.seats if seat.player == player), None)


def follow(course: Course, record: Record) -> Course:
    """The course after one more record. Raises KeyError for a kind of record this version does not know."""
    course = FOLLOWERS[record.kind](course, record)
    return replace(course, tip=replace(course.tip, number=record.number, hash=record.hash))


def _with(table: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    return {**table, key: value}


def _announce(course: Course, moment: str, notice: Mapping[str, Any]) -> Course:
    """Keep something for the report of a Phase."""
    return replace(course, notices=_with(course.notices, moment, (*course.notices.get(moment, ()), notice)))


def _created(course: Course, record: Record) -> Course:
    facts, private = record.facts, record.private or {}
    emails = private.get("emails", {})
    seats = tuple(
        Seat(seat["player"], seat["name"], emails.get(seat["player"], ""), seat.get("zone", ""))
        for seat in facts["players"]
    )
    return replace(
        course,
        name=facts["name"],
        rules=facts["rules"],
        zone=facts["zone"],
        commitment=facts["commitment"],
        seats=seats,
        rulings=facts["rulings"],
    )


def _begin(course: Course, record: Record, moment: Moment) -> Course:
    """A position was made: its Phase is awaited."""
    return replace(
        course,
        moment=moment,
        begun=_with(course.begun, moment.key, record.number),
        positions=_with(course.positions, moment.key, record.facts["position_hash"]),
    )


def _dealt(course: Course, record: Record) -> Course:
    return _begin(course, record, SETUP)


def _sheet(course: Course, record: Record) -> Course:
    facts = record.facts
    sheet = OnFile(
        facts["player"],
        facts["version"],
        facts["received"],
        record.number,
        facts.get("errors", 0),
        facts.get("readable", True),
        facts.get("late", False),
        facts.get("sealed", ""),
    )
    own = course.sheets.get(facts["moment"], ())
    return replace(course, sheets=_with(course.sheets, facts["moment"], (*own, sheet)))


def _closed(course: Course, record: Record) -> Course:
    return replace(course, salts=_with(course.salts, record.facts["moment"], record.facts["salt"]))


def _adjudicated(course: Course, record: Record) -> Course:
    facts = record.facts
    course = replace(
        course,
        used=_with(course.used, facts["moment"], facts["sheets"]),
        by_hand=_with(course.by_hand, facts["moment"], facts.get("by_hand", False)),
        removed=(),
        over=bool(facts.get("victory")),
    )
    return _begin(course, record, moment_of(facts["next"]))


def _published(course: Course, record: Record) -> Course:
    course = replace(course, published=_with(course.published, record.facts["moment"], record.time))
    return replace(course, seed=record.facts["seed"]) if "seed" in record.facts else course


def _undone(course: Course, record: Record) -> Course:
    """Back to the position at the start of a Phase; its sheets stay on file, its salt stays fixed."""
    to = moment_of(record.facts["to"])
    gone = [key for key in course.begun if moment_of(key) > to]
    if record.facts["announced"]:
        course = _announce(course, to.key, {"kind": "undone", **record.facts})
    kept = {
        name: {key: value for key, value in getattr(course, name).items() if key not in gone}
        for name in ("begun", "positions", "sheets", "excused", "deadlines")
    }
    published = {key: time for key, time in course.published.items() if moment_of(key) < to}
    used = {key: value for key, value in course.used.items() if moment_of(key) < to}
    return replace(course, moment=to, published=published, used=used, over=False, **kept)


def _deadline(course: Course, record: Record) -> Course:
    facts = record.facts
    course = replace(course, deadlines=_with(course.deadlines, facts["moment"], facts["at"]))
    return (
        _announce(course, facts["moment"], {"kind": "deadline", **facts})
        if facts.get("announced")
        else course
    )


def _excused(course: Course, record: Record) -> Course:
    key = record.facts["moment"]
    return replace(
        course, excused=_with(course.excused, key, (*course.excused.get(key, ()), record.facts["player"]))
    )


def _replaced(course: Course, record: Record) -> Course:
    facts, private = record.facts, record.private or {}
    seats = tuple(
        Seat(seat.player, facts["name"], private.get("email", ""), facts.get("zone", seat.zone))
        if seat.player == facts["player"]
        else seat
        for seat in course.seats
    )
    return _announce(replace(course, seats=seats), facts["moment"], {"kind": "replaced", **facts})


def _removed(course: Course, record: Record) -> Course:
    facts = record.facts
    course = replace(course, removed=(*course.removed, facts["player"]))
    return _announce(course, facts["moment"], {"kind": "removed", **facts})


def _ruled(course: Course, record: Record) -> Course:
    """A gamesmaster's ruling: a new position, a roll, a reading of the rules, or words only."""
    facts = record.facts
    key = facts["moment"]
    if "position_hash" in facts:
        course = replace(course, positions=_with(course.positions, key, facts["position_hash"]))
        course = replace(course, begun=_with(course.begun, key, record.number))
    if "rolls" in facts:
        ruled = {**course.rolls_ruled.get(key, {}), **facts["rolls"]}
        course = replace(course, rolls_ruled=_with(course.rolls_ruled, key, ruled))
    if "rulings" in facts:
        course = replace(course, rulings={**course.rulings, **facts["rulings"]})
    return _announce(course, key, {"kind": "ruled", **facts})


def _noted(course: Course, record: Record) -> Course:
    """A record that changes nothing here (mail, remarks)."""
    del record
    return course


FOLLOWERS = {
    "created": _created,
    "dealt": _dealt,
    "sheet": _sheet,
    "closed": _closed,
    "adjudicated": _adjudicated,
    "published": _published,
    "undone": _undone,
    "deadline": _deadline,
    "excused": _excused,
    "replaced": _replaced,
    "removed": _removed,
    "ruled": _ruled,
    "mail": _noted,
    "noted": _noted,
}


def to_json(course: Course) -> dict[str, Any]:
    """The course for the index file."""
    return {"format": FORMAT, **asdict(course)}


def from_json(value: Mapping[str, Any]) -> Course | None:
    """The course of an index file, or None when the file is of another version or not whole."""
    try:
        if value["format"] != FORMAT:
            return None
        fields = {key: item for key, item in value.items() if key != "format"}
        fields["tip"] = Tip(**fields["tip"])
        fields["moment"] = Moment(*fields["moment"])
        fields["seats"] = tuple(Seat(**seat) for seat in fields["seats"])
        fields["sheets"] = {key: tuple(OnFile(**one) for one in own) for key, own in fields["sheets"].items()}
        for name in ("excused", "notices"):
            fields[name] = {key: tuple(own) for key, own in fields[name].items()}
        fields["removed"] = tuple(fields["removed"])
        return Course(**fields)
    except (KeyError, TypeError, ValueError):
        return None
