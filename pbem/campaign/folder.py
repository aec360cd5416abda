"""A campaign's folder: opening it, following its ledger, adding to it.

The ledger is the truth. A command adds records to it in one write; then the files that can be made from the ledger are
made; last the index is written. Killed anywhere between, the next command finds the index behind the ledger and makes
what is missing. The index only saves reading the ledger from its beginning.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign import files, ledger
from pbem.campaign.course import Course, from_json, to_json
from pbem.campaign.followers import UnknownKind, follow
from pbem.campaign.ledger import Entry, Record, Tip
from pbem.campaign.lock import locked
from pbem.campaign.moments import Moment
from pbem.core.rules import Rules
from pbem.errors import FileError, LedgerError

if TYPE_CHECKING:
    from pbem.campaign.secret_words import Secrets
    from pbem.campaign.settings import Settings

SETTINGS = "campaign.yaml"
LEDGER = "ledger.jsonl"
SOLITAIRE = "solo-"
"""How the kinds of records of a solitaire game begin, whose folder has a ledger of the same form."""


def stamp(time: datetime) -> str:
    """A moment of time as the ledger holds it: UTC to the second."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def unstamp(text: str) -> datetime:
    """The moment of time of a stamp."""
    return datetime.fromisoformat(text)


class Kept(dict[int, Any]):
    """What a command has worked out, by the place of its record; all is forgotten when it becomes much."""

    MOST = 60

    def __setitem__(self, place: int, value: object) -> None:
        if len(self) >= self.MOST:
            self.clear()
        super().__setitem__(place, value)


class Campaign:
    """An open campaign. Reading needs no lock; `record` needs `at_work`."""

    def __init__(self, folder: Path, *, mend: bool = False, from_start: bool = False) -> None:
        """Open a folder and follow its ledger.

        `mend`: first cut off what a crash left unfinished. `from_start`: read every record, whatever the index knows,
        and keep them all; an unfinished end is then an error unless mended. Raises FileError for a folder that is no
        campaign, LedgerError.
        """
        self.folder = folder
        if not self.ledger_path.is_file():
            raise FileError(
                "this folder is no campaign: it has no ledger.jsonl"
                if folder.is_dir()
                else "there is no such folder",
                path=folder,
                cure="Name the folder that `pbem new` made, or make a campaign with it.",
            )
        self._settings: Settings | None = None
        self._secrets: Secrets | None = None
        self.played: Kept = Kept()
        """Phases this command has played (playing.Played), by the place of their record: none is played twice."""
        self.read: Kept = Kept()
        """Sheets and positions this command has read, by the place of their record."""
        self.noted: tuple[str, ...] = ()
        """Kinds of changes made by hand that this command found and recorded: settings, rules."""
        self.reports_made: dict[str, dict[Path, bytes | None]] = {}
        """Reports this command has made to publish them, by key, until they are written."""
        self._records: dict[int, Record] = {}
        self._keep = from_start
        self._strict = from_start and not mend
        self._gathered: list[bytes] | None = None
        indexed = None if from_start else self._indexed()
        if mend:
            ledger.mend(self.ledger_path, start=indexed.tip if indexed else None)
        self._made = indexed or Course()
        """The course of the index, or after it, as far as all is made."""
        self._noted = True
        """Whether it is that of the index."""
        self._fresh: list[tuple[Record, int, Course | None]] = []
        """The records after it, each with the bytes of its line; with the course, too, but where all are kept."""
        self.course = self._follow(self._made)
        if not self.course.positions:
            raise FileError(
                "setting up this campaign was broken off",
                path=folder,
                cure="Give the command `pbem new` again.",
            )

    # --- places ----------------------------------------------------------------------------------------------

    @property
    def ledger_path(self) -> Path:
        """The ledger."""
        return self.folder / LEDGER

    @property
    def settings_path(self) -> Path:
        """The gamesmaster's settings."""
        return self.folder / SETTINGS

    @property
    def secrets_path(self) -> Path:
        """The seed and the players' keys."""
        return self.folder / "secrets.yaml"

    @property
    def index_path(self) -> Path:
        """What is known of the ledger; can be deleted at any time."""
        return self.folder / ".index.json"

    def moment_folder(self, moment: Moment) -> Path:
        """The folder of a Phase."""
        return self.folder / "turns" / moment.key

    def sheet_path(self, moment: Moment, player: str, version: int) -> Path:
        """A version of a player's sheet."""
        return self.moment_folder(moment) / "sheets" / f"{player}.{version}.yaml"

    # --- settings --------------------------------------------------------------------------------------------

    @property
    def settings(self) -> "Settings":
        """campaign.yaml. Raises FaultyFile, FileError."""
        from pbem.campaign.settings import (
            read_settings,
        )  # brings pydantic, which a look at the status need not wait for

        if self._settings is None:
            self._settings = read_settings(self.settings_path)
        return self._settings

    @property
    def secrets(self) -> "Secrets":
        """secrets.yaml. Raises FaultyFile, FileError."""
        from pbem.campaign.secret_words import read_secrets

        if self._secrets is None:
            self._secrets = read_secrets(self.secrets_path)
        return self._secrets

    def forget_settings(self) -> None:
        """Read campaign.yaml anew when it is next needed."""
        self._settings = None

    def forget_secrets(self) -> None:
        """Read secrets.yaml anew when it is next needed."""
        self._secrets = None

    def rules(self) -> Rules:
        """The rules as they are now, with the campaign's rulings and corrected files."""
        from pbem.campaign.corrections import rules_of

        return rules_of(self)

    # --- the ledger ------------------------------------------------------------------------------------------

    def _follow(self, course: Course) -> Course:
        """The course as of the end of the ledger, from the one of the index on."""
        start = course.tip
        try:
            for record, size in ledger.read_sized(self.ledger_path, start=start, strict=self._strict):
                course = self._after(course, record, size)
        except LedgerError:
            if start.number:  # name the first bad line, rather than the first after the index
                for _ in ledger.read_all(self.ledger_path):
                    pass
            raise
        return course

    def _after(self, course: Course, record: Record, size: int) -> Course:
        if record.kind == "created" and record.facts.get("format", 0) > ledger.FORMAT:
            raise FileError(
                f"the campaign was made by a newer pbem (format {record.facts['format']}, "
                f"this one knows {ledger.FORMAT})",
                path=self.ledger_path,
                cure="Install the newer pbem and give the command again.",
            )
        place = course.tip.size
        try:
            course = follow(course, record, size)
        except UnknownKind:
            if record.kind.startswith(SOLITAIRE):
                raise FileError(
                    "this is the folder of a solitaire game, no campaign",
                    path=self.folder,
                    cure="The commands for it are those of `pbem solo`.",
                ) from None
            raise FileError(
                f"a record is of a kind this pbem does not know: {record.kind}",
                path=self.ledger_path,
                line=record.number,
                cure="It was written by a newer pbem; install that.",
            ) from None
        self._fresh.append((record, size, None if self._keep else course))
        if self._keep:
            self._records[place] = record
        return course

    def fresh(self) -> Iterator[tuple[Course, Record]]:
        """The records that the index did not know, each with the course after it: what they need may not be made yet.

        Those of a whole campaign, which are too much to be kept, are worked out anew.
        """
        course = self._made
        for record, size, known in self._fresh:
            course = known or follow(course, record, size)
            yield course, record

    def _indexed(self) -> Course | None:
        """The course of the index, if it is whole and the ledger still holds what it has seen."""
        try:
            course = from_json(json.loads(self.index_path.read_bytes()))
        except (OSError, ValueError, RecursionError):
            return None
        return course if course and self._holds(course.tip) else None

    def _holds(self, tip: Tip) -> bool:
        """Whether the ledger's record before the tip's place is the one with the tip's hash."""
        return tip.size == 0 or ledger.ends_with(self.ledger_path, tip.hash, size=tip.size)

    def record(self, now: datetime, *entries: Entry) -> None:
        """Add records to the ledger, all or none, and follow them."""
        records = ledger.sealed(self.course.tip, stamp(now), entries)
        lines = [ledger.line_of(record) for record in records]
        if self._gathered is None:
            ledger.write_lines(self.ledger_path, lines)
        else:
            self._gathered += lines
        for record, line in zip(records, lines, strict=True):
            self._records[self.course.tip.size] = record
            self.course = self._after(self.course, record, len(line))

    def foreseen(self, now: datetime, *entries: Entry) -> Course:
        """The course as it will be when these are recorded. Nothing is written. Not for what is looked up by its place."""
        course = self.course
        for record in ledger.sealed(course.tip, stamp(now), entries):
            course = follow(course, record, 0)
        return course

    @contextmanager
    def gathered(self) -> Iterator[None]:
        """Write all that is recorded within at its end, at once; nothing of it when it ends with an error."""
        self._gathered = []
        try:
            yield
            ledger.write_lines(self.ledger_path, self._gathered)
        finally:
            self._gathered = None

    def record_at(self, place: int) -> Record:
        """The record that begins at a byte of the ledger."""
        record = self._records.get(place)
        if record is None:
            record = self._records[place] = ledger.read_at(self.ledger_path, place)
        return record

    def make(self, *, note: bool = True) -> None:
        """Make what the records that are new ask for, and note that it is made. Without `note` that is left to the next
        time, since the index of a long campaign is long; if that never comes, all is made once more."""
        from pbem.campaign.making import make_missing

        if self._fresh:
            make_missing(self)
            self._made, self._fresh, self._noted = self.course, [], False
            if not self._keep:
                self._records.clear()
        if note and not self._noted:
            self.write_index()

    def write_index(self) -> None:
        """Note that everything up to the end of the ledger is made."""
        files.write_passing(self.index_path, b"".join(_in_pieces(to_json(self.course))) + b"\n")
        self._noted = True


def _in_pieces(table: Mapping[str, Any]) -> Iterator[bytes]:
    """The JSON of an index, of a long campaign in many pieces: as one it would need many times its size."""
    before = "{"
    for key, value in table.items():
        yield f"{before}{files.compact_json(key)}:".encode()
        if isinstance(value, dict) and value:
            yield from _in_pieces(value)
        else:
            yield files.compact_json(value).encode()
        before = ","
    yield b"}"


@contextmanager
def at_work(folder: Path, *, command: str, now: datetime) -> Iterator[Campaign]:
    """Open a campaign for writing: locked, an unfinished record cut off, what a crash left unmade made, changes of
    campaign.yaml and of the corrected rules noted.

    What the command recorded is made when it ends well. Raises CampaignBusy, FileError, FaultyFile, LedgerError.
    """
    from pbem.campaign.changed_by_hand import note_changes

    if not folder.is_dir():
        raise FileError(
            "there is no such campaign folder", path=folder, cure="Look whether the name is right."
        )
    with locked(folder, command=command, since=stamp(now)):
        campaign = Campaign(folder, mend=True)
        campaign.make()
        note_changes(campaign, now)
        campaign.make(note=False)
        yield campaign
        campaign.make()
