"""A campaign's folder: opening it, following its ledger, adding to it.

The ledger is the truth. A command adds records to it in one write; then the files that can be made from the ledger are
made; last the index is written. Killed anywhere between, the next command finds the index behind the ledger and makes
what is missing.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pbem.campaign import files, ledger
from pbem.campaign.course import Course, follow, from_json, to_json
from pbem.campaign.ledger import Record, Tip
from pbem.campaign.lock import locked
from pbem.campaign.moments import Moment
from pbem.campaign.settings import Secrets, Settings, read_secrets, read_settings
from pbem.core.rules import Rules
from pbem.errors import FileError, LedgerError
from pbem.rulebook.load import load_rules

Entry = tuple[str, Mapping[str, Any], Mapping[str, Any] | None]
"""A record to be added: kind, public facts, private facts."""


def stamp(time: datetime) -> str:
    """A moment of time as the ledger holds it: UTC to the second."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def unstamp(text: str) -> datetime:
    """The moment of time of a stamp."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


class Campaign:
    """An open campaign. Reading needs no lock; `record` needs `at_work`."""

    def __init__(self, folder: Path) -> None:
        """Open a folder and follow its ledger. Raises FileError for a folder that is no campaign, LedgerError."""
        self.folder = folder
        if not (folder / "campaign.yaml").is_file() or not self.ledger_path.is_file():
            raise FileError(
                "this folder is no campaign: it has no campaign.yaml and ledger.jsonl",
                path=folder,
                cure="Name the folder that `pbem new` made, or make a campaign with it.",
            )
        self._settings: Settings | None = None
        self._secrets: Secrets | None = None
        self.fresh: list[Record] = []
        """Records that the index did not know: what they need may not be made yet."""
        self.course = self._follow()

    # --- places ----------------------------------------------------------------------------------------------

    @property
    def ledger_path(self) -> Path:
        """The ledger."""
        return self.folder / "ledger.jsonl"

    @property
    def index_path(self) -> Path:
        """What is known of the ledger; can be deleted at any time."""
        return self.folder / ".index.json"

    def moment_folder(self, moment: Moment) -> Path:
        """The folder of a Phase."""
        return self.folder / "turns" / moment.key

    def position_path(self, moment: Moment) -> Path:
        """The position at the start of a Phase."""
        return self.moment_folder(moment) / "position.json"

    def sheet_path(self, moment: Moment, player: str, version: int) -> Path:
        """A version of a player's sheet."""
        return self.moment_folder(moment) / "sheets" / f"{player}.{version}.yaml"

    # --- settings --------------------------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """campaign.yaml."""
        if self._settings is None:
            self._settings = read_settings(self.folder / "campaign.yaml")
        return self._settings

    @property
    def secrets(self) -> Secrets:
        """secrets.yaml."""
        if self._secrets is None:
            self._secrets = read_secrets(self.folder / "secrets.yaml")
        return self._secrets

    def rules(self, rulings: Mapping[str, Any] | None = None) -> Rules:
        """The rules of the campaign with its own corrected files, and its rulings as they are now (or as given)."""
        overrides = self.folder / "rules"
        chosen = self.course.rulings if rulings is None else rulings
        return load_rules(self.course.rules, overrides if overrides.is_dir() else None, dict(chosen) or None)

    # --- the ledger ------------------------------------------------------------------------------------------

    def _follow(self) -> Course:
        """The course as of the end of the ledger: from the index where it fits, else from the beginning."""
        course = self._indexed()
        if course is None:
            course, self.fresh = Course(), []
        try:
            for record in ledger.read_all(self.ledger_path, start=course.tip):
                course = self._after(course, record)
                self.fresh.append(record)
        except LedgerError:
            if course.tip.number == 0 or not self.fresh:
                self._check_from_start()
            raise
        return course

    def _check_from_start(self) -> None:
        """Name the first bad line of a ledger, rather than the first after the index."""
        for _ in ledger.read_all(self.ledger_path):
            pass

    def _after(self, course: Course, record: Record) -> Course:
        try:
            course = follow(course, record)
        except KeyError:
            raise FileError(
                f"the ledger's line {record.number} is of a kind this pbem does not know ({record.kind})",
                path=self.ledger_path,
                cure="It was written by a newer pbem; install that.",
            ) from None
        size = course.tip.size + len(ledger.line_of(record))
        return replace(course, tip=replace(course.tip, size=size))

    def _indexed(self) -> Course | None:
        """The course of the index, if it is whole and the ledger still holds what it has seen."""
        try:
            course = from_json(json.loads(self.index_path.read_bytes()))
            size = self.ledger_path.stat().st_size
        except (OSError, ValueError):
            return None
        if course is None or course.tip.size > size or not self._tip_holds(course.tip):
            return None
        return course

    def _tip_holds(self, tip: Tip) -> bool:
        """Whether the record before the tip's place is the one with the tip's hash."""
        if tip.size == 0:
            return True
        with self.ledger_path.open("rb") as file:
            file.seek(max(0, tip.size - 100))
            return file.read(tip.size - max(0, tip.size - 100)).endswith(f'"hash":"{tip.hash}"}}\n'.encode())

    def record(self, now: datetime, *entries: Entry) -> list[Record]:
        """Add records to the ledger, all or none, and follow them."""
        time = stamp(now)
        lines = [(time, kind, facts, private) for kind, facts, private in entries]
        _, records = ledger.write(self.ledger_path, self.course.tip, lines)
        for record in records:
            self.course = self._after(self.course, record)
        return records

    def write_index(self) -> None:
        """Note that everything up to the end of the ledger is made."""
        files.write_if_changed(self.index_path, files.json_bytes(to_json(self.course)))
        self.fresh = []

    def records(self) -> Iterator[Record]:
        """All records from the beginning, checked."""
        return ledger.read_all(self.ledger_path)


@contextmanager
def at_work(folder: Path, *, command: str, now: datetime) -> Iterator[Campaign]:
    """Open a campaign for writing: locked, an unfinished record cut off, what a crash left unmade made.

    The index is written when the command succeeds. Raises CampaignBusy, FileError, LedgerError.
    """
    from pbem.campaign.making import make_missing

    if not folder.is_dir():
        raise FileError(
            "there is no such campaign folder", path=folder, cure="Look whether the name is right."
        )
    with locked(folder, command=command, since=stamp(now)):
        if (folder / "ledger.jsonl").is_file():
            ledger.mend(folder / "ledger.jsonl")
        campaign = Campaign(folder)
        if campaign.fresh:
            make_missing(campaign, campaign.fresh)
            campaign.write_index()
        yield campaign
        campaign.write_index()
