"""The files that are made from the ledger: sheets, positions, results, reports. All can be made again at any time.

A published report is made as things stood when it was published; a draft as they stand now.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem import position
from pbem.campaign import files
from pbem.campaign.corrections import folder_of, recorded_files, rules_of
from pbem.campaign.course import DEAL, Course, Notice
from pbem.campaign.folder import Campaign, unstamp
from pbem.campaign.ledger import Record, line_of
from pbem.campaign.moments import SETUP, Moment, moment_of
from pbem.campaign.playing import Played, play_recorded, position_of, sheet_text
from pbem.campaign.sealing import may_show_sheets
from pbem.campaign.settings_text import text_mark
from pbem.core.dice import Roll
from pbem.core.state import State, Victory
from pbem.core.terms import PhaseName, Player
from pbem.phases.sequence import Result
from pbem.report.material import Material, SeatFacts

if TYPE_CHECKING:
    from pbem.rulebook.shapes import Shapes

Made = dict[Path, bytes | None]
"""Files and what they are to hold; None: they are to go."""


def make_missing(campaign: Campaign) -> None:
    """Make what the records ask for that the index did not know; making a thing twice changes nothing."""
    made: Made = {}
    drafts = False
    for course, record in campaign.fresh():
        maker = MAKERS.get(record.kind)
        if maker:
            made |= maker(campaign, course, record, made)
        drafts = drafts or record.kind in DRAFTS_CHANGE
        if len(made) > files.AT_A_TIME:  # a whole campaign is made again: not all of it need be held
            files.write_changed(made)
            made = {}
    if drafts:
        made |= _drafts(campaign)
    files.write_changed(made)


# --- by kind of record -------------------------------------------------------------------------------------------


def _make_settings(campaign: Campaign, course: Course, record: Record, made: Made) -> Made:
    """campaign.yaml as a command changed it, unless the gamesmaster has changed it himself in the meantime."""
    private = record.private or {}
    if "file" not in private:
        return {}
    text = str(private["file"]).encode()
    path = campaign.settings_path
    if not path.exists() or text_mark(path.read_bytes()) == private.get("before"):
        campaign.forget_settings()
        files.write_changed({path: text})
    return {}


def _make_word(campaign: Campaign, course: Course, record: Record, made: Made) -> Made:
    """The new secret word of a player, which waits until its record is there: either both are given or neither."""
    from pbem.campaign.secret_words import put_in  # brings yaml: seldom needed

    private = record.private or {}
    put_in(campaign.folder, private.get("player", record.facts.get("seat", "")), private.get("word", ""))
    campaign.forget_secrets()
    return {}


def _make_replaced(campaign: Campaign, course: Course, record: Record, made: Made) -> Made:
    _make_word(campaign, course, record, made)
    return _make_settings(campaign, course, record, made)


def _make_sheets(campaign: Campaign, course: Course, record: Record, made: Made) -> Made:
    """The sheets of a Phase, once they may be seen (a playing gamesmaster sees no other before his own is sealed)."""
    key = record.facts["moment"]
    moment = moment_of(key)
    return {
        campaign.sheet_path(moment, one.player, one.version): sheet_text(campaign, one).encode()
        for one in course.sheets.get(key, ())
        if one.number == record.number or course.playing_gamesmaster
        if may_show_sheets(course, moment, one.player)
    }


def _make_position(campaign: Campaign, course: Course, record: Record, made: Made) -> Made:
    if "position" not in record.facts:
        return {}
    moment = (
        SETUP if record.kind == "dealt" else moment_of(record.facts.get("next", record.facts.get("moment")))
    )
    path = campaign.moment_folder(moment) / "position.json"
    return {path: files.json_bytes(position.to_json(position_of(campaign, moment, course)))}


def corrects(record: Record) -> bool:
    """Whether a record changes what orders are given from, so that a report that is published is no longer right."""
    ruled = record.kind == "ruled" and not record.facts.keys().isdisjoint(("position", "rulings"))
    return ruled or record.kind == "rules"


def _make_ruled(campaign: Campaign, course: Course, record: Record, made: Made) -> Made:
    found = _make_settings(campaign, course, record, made) | _make_position(campaign, course, record, made)
    if corrects(record):
        found |= _make_for_players(campaign, course, record, made)
    return found


def _make_for_players(campaign: Campaign, course: Course, record: Record, made: Made) -> Made:
    return corrected_reports_of(campaign, course)


def _make_published(campaign: Campaign, course: Course, record: Record, made: Made) -> Made:
    """The reports as they were published. Those that lie there with the SHA-256 they had then are left alone, since this
    version, or the campaign's templates, may make them in other words."""
    key = record.facts["moment"]
    ready = campaign.reports_made.pop(key, None)
    if ready is not None:
        return ready
    folder = reports_folder(campaign, key).parent
    marks = {folder / name: mark for name, mark in (record.private or {}).get("reports", {}).items()}
    kept = {path for path, mark in marks.items() if path not in made and files.sha256_of(path) == mark}
    if marks and len(kept) == len(marks):
        return {}
    new = reports_of(campaign, course, key)
    return {path: content for path, content in new.items() if path not in kept}


def reports_marked(campaign: Campaign, course: Course, key: str) -> Mapping[str, str]:
    """The reports made that are about to be published, as of the `course` after that, with the SHA-256 of each by its name
    within the Phase's folder."""
    made = campaign.reports_made[key] = reports_of(campaign, course, key)
    folder = reports_folder(campaign, key).parent
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(content).hexdigest()
        for path, content in made.items()
        if content is not None
    }


def _lay_aside(campaign: Campaign, course: Course, record: Record, made: Made) -> Made:
    """Reports that were published and are now undone are kept beside the others; drafts and positions go."""
    found: Made = {}
    for key in record.facts["gone"]:
        folder = campaign.moment_folder(moment_of(key))
        reports = reports_folder(campaign, key)
        for path in dict.fromkeys([*reports.glob("*"), *(path for path in made if path.parent == reports)]):
            content = made[path] if path in made else files.read(path)
            if content is not None and key in record.facts["announced"]:
                found[folder / f"reports.undone-{record.number}" / path.name] = content
            found[path] = None
        found[folder / "result.json"] = None
    for key in record.facts["positions"]:
        found[campaign.moment_folder(moment_of(key)) / "position.json"] = None
        folder = for_players_folder(campaign, moment_of(key))
        found |= dict.fromkeys([*folder.glob("*"), *(path for path in made if path.parent == folder)])
    return found


MAKERS: Mapping[str, Callable[[Campaign, Course, Record, Made], Made]] = {
    "created": _make_settings,
    "settings": _make_settings,
    "key": _make_word,
    "replaced": _make_replaced,
    "sheet": _make_sheets,
    "excused": _make_sheets,
    "adjudicated": _make_position,
    "dealt": _make_position,
    "published": _make_published,
    "undone": _lay_aside,
    "ruled": _make_ruled,
    "rules": _make_for_players,
}
DRAFTS_CHANGE = (
    "adjudicated",
    "dealt",
    "deadline",
    "key",
    "replaced",
    "removed",
    "ruled",
    "rules",
    "settings",
    "undone",
)
"""Kinds of records that change what a report says that is not yet published."""


# --- reports -----------------------------------------------------------------------------------------------------


def unpublished(course: Course) -> tuple[str, ...]:
    """The reports that are still drafts, by key, in order."""
    made = (DEAL, *sorted(course.used, key=moment_of))
    return tuple(key for key in made if key not in course.published)


def make_drafts(campaign: Campaign) -> None:
    """Make the reports that are not yet published again, for instance after a change of templates."""
    files.write_changed(_drafts(campaign))


def _drafts(campaign: Campaign) -> Made:
    made: Made = {}
    for key in unpublished(campaign.course):
        made |= reports_of(campaign, campaign.course, key)
    return made


def reports_folder(campaign: Campaign, key: str) -> Path:
    """Where the reports of a Phase lie, or those of the deal."""
    if key == DEAL:
        return campaign.moment_folder(SETUP) / "reports-deal"
    return campaign.moment_folder(moment_of(key)) / "reports"


def reports_of(campaign: Campaign, course: Course, key: str) -> Made:
    """Every player's report of a Phase (or of the deal), the position as everybody may have it, and result.json."""
    made = _reports_in(reports_folder(campaign, key), campaign, course, material_of(campaign, course, key))
    if key != DEAL:
        played = play_recorded(campaign, course, moment_of(key))
        made[campaign.moment_folder(moment_of(key)) / "result.json"] = files.json_bytes(result_json(played))
    return made


def corrected_reports_of(campaign: Campaign, course: Course) -> Made:
    """What orders are given from, where the last report, which is published and stays as it is, is no longer right: its
    position and every player's report, which say that they are corrected. Those of a draft are made again instead."""
    if course.over or course.previous not in course.published:
        return {}
    folder = for_players_folder(campaign, course.moment)
    return _reports_in(folder, campaign, course, corrected_material(campaign, course))


def _reports_in(folder: Path, campaign: Campaign, course: Course, material: Material) -> Made:
    """Every player's report and the position as everybody may have it."""
    from pbem.report.text import text_reports
    from pbem.report.view import Views

    templates = own_templates(campaign)
    views = Views(material)
    texts = text_reports(material, templates=templates, views=views)
    made: Made = {folder / f"{player}.txt": text.encode() for player, text in texts.items()}
    made |= {folder / f"{player}.html": None for player in texts}
    if course.html:
        from pbem.report.html import html_pages

        pages = html_pages(views, templates=templates, shapes=shapes_of(campaign, course))
        made |= {folder / f"{player}.html": page for player, page in pages.items()}
    made[folder / "position.json"] = position_for_everybody(campaign, course, material.after)
    return made


def position_for_everybody(campaign: Campaign, course: Course, state: State) -> bytes:
    """A position as everybody may have it, with how the rules are read: what a player's `pbem check` reckons with."""
    public = position.to_json(
        position.public(state),
        campaign=course.name,
        rules=course.rules,
        rulings=course.rulings,
        corrections=recorded_files(campaign, course),
    )
    return files.json_bytes(public)


def for_players_folder(campaign: Campaign, moment: Moment) -> Path:
    """Where the last report lies once more for the players, with the position of a Phase, if that or the rules were
    changed after it was published."""
    return campaign.moment_folder(moment) / "for-players"


def own_templates(campaign: Campaign) -> Path | None:
    """The campaign's own folder of templates, if it has one."""
    folder = campaign.folder / "templates"
    return folder if folder.is_dir() else None


def shapes_of(campaign: Campaign, course: Course) -> "Shapes":
    """The drawing of the map, with the gamesmaster's corrections as they are now."""
    from pbem.rulebook.shapes import load_shapes  # texts need no map

    return load_shapes(course.rules, folder_of(campaign) if course.overrides else None)


def material_of(campaign: Campaign, course: Course, key: str) -> Material:
    """All that the reports of a played Phase, or of the deal, are made of."""
    if key == DEAL:
        return _deal_material(campaign, course)
    return played_material(campaign, course, play_recorded(campaign, course, moment_of(key)))


def corrected_material(campaign: Campaign, course: Course) -> Material:
    """What the last report is made of, with the position and the rules as they are now and with what was ruled since."""
    material = material_of(campaign, course, course.previous)
    rules = rules_of(campaign, course=course)
    notices = (*material.notices, *corrections_since(course))
    return replace(material, rules=rules, notices=notices, corrected=True)


def corrections_since(course: Course) -> tuple[Notice, ...]:
    """The announcements since the last report that tell why it is no longer right, oldest first."""
    return tuple(one for one in course.notices.get(course.moment.key, ()) if one["kind"] in CORRECTIONS)


CORRECTIONS = ("ruled", "rulings", "rules")
"""Kinds of announcements that tell why the last report is no longer right."""


def played_material(campaign: Campaign, course: Course, played: Played) -> Material:
    """What the reports of a Phase are made of; of a dry run, too."""
    after = played.result.state
    following = Moment(after.turn, after.phase)
    if following.key in course.positions:  # with what the gamesmaster ruled since
        after = position_of(campaign, following, course)
    return Material(
        turn=played.moment.turn,
        phase=played.moment.phase,
        rules=played.rules,
        before=played.before,
        after=after,
        result=played.result,
        sheets=played.sheets,
        versions=played.terms.versions,
        salt=played.terms.salt.hex(),
        by_hand=played.terms.rolled_by_hand is not None,
        ruled_rolls=tuple(
            roll.label for roll in played.result.rolls if roll.label in played.terms.rolls_ruled
        ),
        removed=played.terms.leaving,
        **_about_campaign(course, played.moment.key, following),
    )


def _about_campaign(course: Course, key: str, following: Moment) -> dict[str, Any]:
    """What every report says of the campaign; `following` is the Phase for which the next orders are."""
    deadline = course.deadlines.get(following.key)
    return {
        "campaign": course.name,
        "seats": tuple(SeatFacts(seat.player, seat.name, seat.zone or course.zone) for seat in course.seats),
        "notices": _last_deadlines(course.notices.get(key, ())),
        "deadline": unstamp(deadline) if deadline and not course.over else None,
        "zone": course.zone,
        "gamesmaster": course.gamesmaster,
        "commitment": course.commitment,
        "seed": course.seed,
        "draft": key not in course.published,
    }


def _last_deadlines(notices: tuple[Notice, ...]) -> tuple[Notice, ...]:
    """The announcements of a report; of several deadlines of one Phase only the last one set, which counts."""
    last = {one["moment"]: number for number, one in enumerate(notices) if one["kind"] == "deadline"}
    return tuple(
        one
        for number, one in enumerate(notices)
        if one["kind"] != "deadline" or last[one["moment"]] == number
    )


def _deal_material(campaign: Campaign, course: Course) -> Material:
    state: State = position_of(campaign, SETUP, course)
    dealt = campaign.record_at(len(line_of(campaign.record_at(0))))  # always the second record
    rolls = tuple(Roll(roll["label"], tuple(roll["value"]), "", "", "") for roll in dealt.facts["rolls"])
    rules = rules_of(campaign, course=course)
    return Material(
        turn=0,
        phase="setup",
        rules=rules,
        before=state,
        after=state,
        result=None,
        dealt=rolls,
        **_about_campaign(course, DEAL, SETUP),
    )


# --- result.json -------------------------------------------------------------------------------------------------


def result_json(played: Played) -> dict[str, Any]:
    """Every outcome, event and roll of a Phase as JSON, for the gamesmaster and for programs."""
    moment, terms = played.moment, played.terms
    return result_data(moment.turn, moment.phase, dict(terms.versions), played.result)


def result_data(turn: int, phase: PhaseName, sheets: Mapping[Player, int], result: Result) -> dict[str, Any]:
    """What came of a Phase as plain data. `sheets`: by player the version of the sheet that was carried out."""
    return {
        "format": 1,
        "turn": turn,
        "phase": phase,
        "sheets": dict(sheets),
        "outcomes": [_plain(outcome) for outcome in result.outcomes.values()],
        "remarks": [_plain(remark) for remark in result.remarks],
        "events": [_plain(event) for event in result.events],
        "rolls": [_plain(roll) for roll in result.rolls],
    }


def _plain(record: NamedTuple) -> dict[str, object]:
    """A named tuple as plain data, with what is inside it."""
    return {key: _simple(value) for key, value in record._asdict().items()}


def _simple(value: object) -> object:
    if value is None or isinstance(value, str | int | tuple):  # nearly everything
        return value
    if isinstance(value, Victory):
        return asdict(value)
    return dict(value) if isinstance(value, Mapping) else value
