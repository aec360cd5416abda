"""Whether the files that are made from the ledger are as they should be: sheets, positions, results, reports.

A report is compared with the SHA-256 it had when it was published. Of one whose SHA-256 is not in the ledger (a draft, or
one of an older version) it is looked at whether it is there; its text only when that is asked for, by making it again.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pbem import position
from pbem.campaign import files
from pbem.campaign.course import DEAL, Course, words_of
from pbem.campaign.folder import Campaign
from pbem.campaign.ledger import Record
from pbem.campaign.making import (
    Made,
    corrected_reports_of,
    corrects,
    for_players_folder,
    position_for_everybody,
    reports_folder,
    reports_of,
    result_json,
    unpublished,
)
from pbem.campaign.moments import SETUP, Moment, moment_of
from pbem.campaign.playing import play_recorded, position_of
from pbem.campaign.record.verified import Difference, Verified
from pbem.campaign.sealing import may_show_sheets
from pbem.campaign.settings_text import text_mark
from pbem.core.state import State
from pbem.errors import PbemError

_NAME = re.compile(r"(?:reports|reports-deal)/\w[\w.-]*|result\.json")


@dataclass(frozen=True, slots=True)
class _Report:
    """Reports that were made: the course with which, and the SHA-256 of each file, if that was recorded."""

    course: Course
    marks: Mapping[str, str] = field(default_factory=dict)


class Files:
    """The files that should be there, as it is gathered while one goes through the records."""

    def __init__(self, campaign: Campaign, found: Verified, *, render: bool) -> None:
        """`render`: whether reports whose SHA-256 was not recorded are made again and compared."""
        self._campaign = campaign
        self._found = found
        self._render = render
        self._published: dict[str, _Report] = {}
        self._corrected: dict[str, _Report] = {}
        self._archive = found.archive = campaign.record_at(0).private is None

    def after(self, course: Course, record: Record) -> None:
        """Take note of one record; `course` is that after it."""
        facts = record.facts
        if record.kind == "published":
            self._published[facts["moment"]] = _Report(course, (record.private or {}).get("reports", {}))
        elif corrects(record) and course.previous in course.published and not course.over:
            self._corrected[course.moment.key] = _Report(course)
        elif record.kind == "undone":
            for key in facts["gone"]:
                self._published.pop(key, None)
            for key in facts["positions"]:
                self._corrected.pop(key, None)

    def check(self) -> None:
        """Compare them all. Raises Difference for the first that is not as it should be."""
        if not self._archive:
            self._check_settings_and_secrets()
            self._check_sheets_and_positions()
        for key, report in self._published.items():
            self._check_reports(key, report)
        if self._archive:
            return
        for key in unpublished(self._campaign.course):
            self._check_reports(key, _Report(self._campaign.course))
        for report in self._corrected.values():
            self._check_corrected(report)

    # --- files of other kinds --------------------------------------------------------------------------------

    def _check_settings_and_secrets(self) -> None:
        campaign = self._campaign
        if not campaign.settings_path.exists():
            raise Difference(f"{campaign.settings_path.name} is missing; `pbem rebuild` makes it again")
        if text_mark(files.read(campaign.settings_path)) != campaign.course.settings:
            try:
                _ = campaign.settings  # changed by hand, and no command has read it since
            except PbemError as problem:
                raise Difference(f"campaign.yaml cannot be read as it is now: {problem}") from None
        if not campaign.course.seed and not campaign.secrets_path.exists():
            raise Difference(
                f"{campaign.secrets_path.name} is missing: the seed of the dice and the players' secret words are "
                "nowhere else; put it back from a copy"
            )

    def _check_sheets_and_positions(self) -> None:
        campaign, course = self._campaign, self._campaign.course
        for key, own in course.sheets.items():
            moment = moment_of(key)
            for one in own:
                if may_show_sheets(course, moment, one.player):
                    text = str((campaign.record_at(one.place).private or {})["sheet"])
                    self._same(campaign.sheet_path(moment, one.player, one.version), text.encode())
        for key in course.positions:
            moment = SETUP if key == SETUP.key else moment_of(key)
            content = files.json_bytes(position.to_json(position_of(campaign, moment)))
            self._same(campaign.moment_folder(moment) / "position.json", content)

    def _same(self, path: Path, content: bytes) -> None:
        if self._content(path) != content:
            raise self._changed(path)
        self._found.files += 1

    # --- reports ---------------------------------------------------------------------------------------------

    def _check_reports(self, key: str, report: _Report) -> None:
        """The reports of a Phase or of the deal, with the position that everybody has and the result."""
        campaign = self._campaign
        folder = reports_folder(campaign, key)
        if report.marks:
            self._check_marks(key, folder.parent, report)
            return
        again = self._made(lambda: reports_of(campaign, report.course, key))
        self._check_texts(folder, report.course, again)
        moment = SETUP if key == DEAL else self._moment_after(key)
        self._same_position(folder / "position.json", report.course, position_of(campaign, moment, report.course))
        if key != DEAL and not self._archive:
            played = play_recorded(campaign, report.course, moment_of(key))
            self._same_data(folder.parent / "result.json", result_json(played))

    def _check_marks(self, key: str, folder: Path, report: _Report) -> None:
        """Each file against the SHA-256 it had; or else against what is made now, by which it may have been renewed."""
        again: Made | None = None
        for name, mark in report.marks.items():
            if not _NAME.fullmatch(name):
                raise Difference(f"the ledger names {name!r} among the reports of {words_of(key)}")
            path = folder / name
            if self._archive and path.name == "result.json":
                continue
            if hashlib.sha256(self._content(path)).hexdigest() == mark:
                self._count(path)
                continue
            if again is None and not self._archive:
                again = reports_of(self._campaign, report.course, key)
            if again is None or again.get(path) != self._content(path):
                raise self._changed(path, "it is not the one that was published")
            self._found.reports_renewed += 1

    def _check_corrected(self, report: _Report) -> None:
        """The last report once more, as it was corrected after it was published."""
        course = report.course
        folder = for_players_folder(self._campaign, course.moment)
        again = self._made(lambda: corrected_reports_of(self._campaign, course))
        self._check_texts(folder, course, again)
        self._same_position(
            folder / "position.json", course, position_of(self._campaign, course.moment, course)
        )

    def _check_texts(self, folder: Path, course: Course, again: Made | None) -> None:
        """Whether all reports are there and, if they were made again, the same."""
        if self._archive and not self._campaign.course.seed:
            return  # before the campaign is over an archive holds positions only
        for seat in course.seats:
            for kind in ("txt", "html") if course.html else ("txt",):
                path = folder / f"{seat.player}.{kind}"
                content = self._content(path)
                if again is None:
                    self._found.reports_unread += 1
                elif again.get(path) != content:
                    raise Difference(
                        f"{self._name(path)} is not what is made of the ledger now: it was changed, or is in the words of "
                        "another version or of other templates; `pbem rebuild` makes it again, in those of now"
                    )
                else:
                    self._found.reports += 1

    def _made(self, make: Callable[[], Made]) -> Made | None:
        return make() if self._render and not self._archive else None

    def _count(self, path: Path) -> None:
        if path.suffix == ".json":
            self._found.files += 1
        else:
            self._found.reports += 1

    def _moment_after(self, key: str) -> Moment:
        record = self._campaign.record_at(self._campaign.course.used[key])
        return moment_of(record.facts["next"])

    # --- contents --------------------------------------------------------------------------------------------

    def _same_position(self, path: Path, course: Course, state: State) -> None:
        self._same_data(path, json.loads(position_for_everybody(self._campaign, course, state)))

    def _same_data(self, path: Path, wanted: object) -> None:
        """Whether a file of JSON holds this, however it is laid out."""
        try:
            there = json.loads(self._content(path))
        except (ValueError, RecursionError):
            there = None
        if there != json.loads(json.dumps(wanted)):
            raise self._changed(path)
        self._found.files += 1

    def _content(self, path: Path) -> bytes:
        if not path.is_file():
            cure = "" if self._archive else "; `pbem rebuild` makes it again"
            raise Difference(f"{self._name(path)} is missing{cure}")
        return files.read(path)

    def _changed(self, path: Path, what: str = "it is not what the ledger holds") -> Difference:
        cure = "" if self._archive else "; `pbem rebuild` makes it again"
        return Difference(f"{self._name(path)} was changed: {what}{cure}")

    def _name(self, path: Path) -> str:
        return path.relative_to(self._campaign.folder).as_posix()
