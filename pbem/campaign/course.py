"""Where a campaign stands, as its ledger tells: a value that followers.py carries on record by record.

Positions, results and texts of sheets are not in it; it names the place of the record that holds them.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pbem.campaign import mail_course
from pbem.campaign.ledger import Tip
from pbem.campaign.mail_course import MailCourse
from pbem.campaign.moments import SETUP, Moment, moment_of
from pbem.core.terms import Player

FORMAT = 3
"""The version of the index file; another one is made anew from the ledger."""

DEAL = "deal"
"""Stands in the place of a moment's key for the first special report (15.31), which tells of no Phase."""


def words_of(key: str) -> str:
    """What a report tells of, in words."""
    return "the deal" if key == DEAL else moment_of(key).words


class OnFile(NamedTuple):
    """A sheet that was received for a Phase; its text is in the record at `place`."""

    player: Player
    version: int
    time: str
    """When it was received, UTC."""
    number: int
    """The record's line in the ledger."""
    place: int
    """The record's first byte in the ledger."""
    errors: int = 0
    late: bool = False
    sealed: str = ""
    """The SHA-256 made public beforehand (the playing gamesmaster's sheet)."""
    dropped: bool = False
    """Whether the gamesmaster let it count no longer, since somebody else may have written it."""


class Seat(NamedTuple):
    """Who plays a letter. Addresses are not public."""

    player: Player
    name: str
    email: str = ""
    zone: str = ""


Notice = Mapping[str, Any]
"""What a report must announce beside the game.

`kind` is ruled (on this position, roll or order), rulings (how the rules are read from now on), rules (a corrected
map), settings (other dice), undone, deadline, replaced, removed, key (a new secret word), late or sealed; `text` a
finished sentence; `why` the gamesmaster's reason (may be empty); `time` when it was decided, UTC; `moment` the Phase
then awaited; `only`, if there, the one player who may read it.
"""


class Course(NamedTuple):
    """All a command needs to know of a campaign. Mappings are by moment's key where not said otherwise."""

    tip: Tip = Tip()
    name: str = ""
    rules: str = "rcw"
    zone: str = "UTC"
    commitment: str = ""
    seats: tuple[Seat, ...] = ()
    gamesmaster: str = ""
    playing_gamesmaster: str = ""
    """The letter of a gamesmaster who also plays, or empty."""
    dice: str = "sealed"
    """manual: the gamesmaster rolls real dice."""
    html: bool = True
    """Whether reports are made as pages, too."""
    correct_within: str = "0h"
    """How long after a report mistakes may be pointed out."""
    deadline_rules: Mapping[str, str] = {}
    """By Phase how long after the report orders are due; at: the time of day; grace, remind: for mail."""
    settings: str = ""
    """The SHA-256 of campaign.yaml as it was last read."""
    overrides: str = ""
    """What tells the corrected rules files from others (campaign/corrections.py); empty: there are none."""
    overrides_at: Mapping[str, int] = {}
    """By that mark: the place of the record that holds the files."""
    rulings: Mapping[str, Any] = {}
    """The readings that differ from the defaults, as they are now."""
    moment: Moment = SETUP
    """The Phase whose sheets are awaited."""
    active: tuple[Player, ...] = ()
    """The players still in the campaign at its start."""
    positions: Mapping[str, int] = {}
    """The place of the record that holds the position at the start."""
    since: Mapping[str, int] = {}
    """The number of the record since which the Phase is awaited; sheets before it were written for another position."""
    sheets: Mapping[str, tuple[OnFile, ...]] = {}
    """All sheets received, oldest first."""
    refused: Mapping[str, tuple[tuple[str, str], ...]] = {}
    """Sheets that could not be taken: player's letter (empty: not known) and time."""
    salts: Mapping[str, str] = {}
    """The salt that was fixed when the sheets were first closed; undoing does not change it (dice.md)."""
    closed: tuple[str, ...] = ()
    """The moments for which no more sheets are taken."""
    used: Mapping[str, int] = {}
    """The place of the record that tells how the Phase was carried out."""
    used_before: Mapping[str, int] = {}
    """Likewise, of a Phase that was undone, how it was carried out last."""
    published: Mapping[str, str] = {}
    """When the report was published; DEAL for the first special report."""
    deadlines: Mapping[str, str] = {}
    """UTC."""
    excused: Mapping[str, tuple[Player, ...]] = {}
    removed: Mapping[Player, str] = {}
    """By player: the Phase before which the gamesmaster removed him."""
    notices: Mapping[str, tuple[Notice, ...]] = {}
    """What the report of the Phase must announce."""
    rolls_ruled: Mapping[str, Mapping[str, Any]] = {}
    """Rolls the gamesmaster set by a ruling, by label."""
    orders_ruled: Mapping[str, Mapping[str, Mapping[str, Any]]] = {}
    """By moment and order (``A.moves[0]``): how the gamesmaster read it, see campaign/amending.py."""
    held: Mapping[str, Player] = {}
    """By id: mails with a sheet that wait for the gamesmaster's decision, and whose they are (or empty)."""
    mail: MailCourse = MailCourse()
    over: bool = False
    seed: str = ""
    """The seed in hexadecimal digits, once it is revealed."""

    @property
    def is_closed(self) -> bool:
        """Whether no more sheets are taken for the awaited Phase."""
        return self.moment.key in self.closed

    @property
    def previous(self) -> str:
        """The key under which the last report stands: that of the Phase before the awaited one, or DEAL."""
        turn, phase = self.moment
        if phase == "second":
            return Moment(turn, "first").key
        if turn == 0:
            return DEAL
        return SETUP.key if turn == 1 else Moment(turn - 1, "second").key

    @property
    def announce_in(self) -> str:
        """Where something decided now is announced: the last report while it is a draft, else the awaited Phase's."""
        return self.moment.key if self.previous in self.published else self.previous

    def on_file(self, player: Player, moment: Moment | None = None) -> OnFile | None:
        """The sheet that counts for a player: the last one received, unless the gamesmaster has dropped it."""
        own = self.sheets.get((moment or self.moment).key, ())
        return next((one for one in reversed(own) if one.player == player and not one.dropped), None)

    def seat(self, player: Player) -> Seat | None:
        """The seat of that letter."""
        return next((seat for seat in self.seats if seat.player == player), None)

    def leaving(self, moment: Moment, active: tuple[Player, ...]) -> tuple[Player, ...]:
        """R38: of the players still in the campaign at a moment those the gamesmaster has removed."""
        return tuple(p for p in active if p in self.removed and moment_of(self.removed[p]) <= moment)

    @property
    def leaving_now(self) -> tuple[Player, ...]:
        """Of the players still in the campaign those who leave it before the awaited Phase."""
        return self.leaving(self.moment, self.active)


def to_json(course: Course) -> dict[str, Any]:
    """The course for the index file."""
    return {"format": FORMAT} | course._asdict() | {"mail": mail_course.to_json(course.mail)}


def from_json(value: dict[str, Any]) -> Course | None:
    """The course of an index file, or None when the file is of another version or not whole."""
    try:
        if value.pop("format") != FORMAT:
            return None
        value["tip"] = Tip(*value["tip"])
        value["moment"] = Moment(*value["moment"])
        value["mail"] = mail_course.from_json(value["mail"])
        value["seats"] = tuple(Seat(*seat) for seat in value["seats"])
        value["sheets"] = {key: tuple(OnFile(*one) for one in own) for key, own in value["sheets"].items()}
        value["refused"] = {key: tuple((p, at) for p, at in own) for key, own in value["refused"].items()}
        for name in ("excused", "notices"):
            value[name] = {key: tuple(own) for key, own in value[name].items()}
        for name in ("active", "closed"):
            value[name] = tuple(value[name])
        return Course(**value)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
