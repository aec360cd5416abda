"""The files that are made from the ledger: sheets, positions, results, reports. All can be made again at any time."""

import json
from collections.abc import Iterable
from typing import Any

from pbem import position
from pbem.campaign import files
from pbem.campaign.folder import Campaign, unstamp
from pbem.campaign.ledger import Record
from pbem.campaign.moments import SETUP, Moment, moment_of
from pbem.campaign.playing import Played, play_moment, recorded_position
from pbem.core.dice import Roll
from pbem.core.state import State
from pbem.report.material import Material, SeatFacts


def make_missing(campaign: Campaign, records: Iterable[Record]) -> None:
    """Make what the given records ask for; making a thing twice changes nothing."""
    for record in records:
        facts = record.facts
        if record.kind == "sheet" and record.private and "text" in record.private:
            path = campaign.sheet_path(moment_of(facts["moment"]), facts["player"], facts["version"])
            files.write_if_changed(path, str(record.private["text"]).encode())
        if "position" in facts:
            moment = moment_of(facts.get("next", facts.get("moment", SETUP.key)))
            make_position(campaign, moment, recorded_position(facts, record.private))
    for record in records:
        if record.kind in ("dealt", "adjudicated", "published", "deadline", "ruled"):
            key = record.facts.get("moment", SETUP.key)
            if record.kind == "dealt":
                make_first_report(campaign)
            elif key in campaign.course.used:
                make_results(campaign, play_moment(campaign, moment_of(key)))


def make_position(campaign: Campaign, moment: Moment, state: State) -> None:
    """Write the position at the start of a Phase."""
    files.write_if_changed(campaign.position_path(moment), files.json_bytes(position.to_json(state)))


def material_of(campaign: Campaign, played: Played) -> Material:
    """All that the reports of a played Phase are made of."""
    course, result = campaign.course, played.result
    following = Moment(result.state.turn, result.state.phase)
    deadline = course.deadlines.get(following.key)
    over = result.state.victory is not None
    return Material(
        campaign=course.name,
        turn=played.moment.turn,
        phase=played.moment.phase,
        rules=played.rules,
        seats=_seats(campaign),
        before=played.before,
        after=result.state,
        result=result,
        sheets=played.sheets,
        versions=played.versions,
        notices=course.notices.get(played.moment.key, ()),
        deadline=unstamp(deadline) if deadline and not over else None,
        zone=course.zone,
        gamesmaster=campaign.settings.gamesmaster.name,
        commitment=course.commitment,
        salt=course.salts.get(played.moment.key, ""),
        seed=course.seed or (campaign.secrets.seed if over else ""),
        by_hand=bool(course.by_hand.get(played.moment.key)),
        draft=played.moment.key not in course.published,
    )


def _seats(campaign: Campaign) -> tuple[SeatFacts, ...]:
    return tuple(SeatFacts(seat.player, seat.name, seat.zone or campaign.course.zone) for seat in campaign.course.seats)


def first_material(campaign: Campaign) -> Material:
    """What the first special report is made of: the deal (15.31, 17/15.0)."""
    course = campaign.course
    record = next(record for record in campaign.records() if record.kind == "dealt")
    state = recorded_position(record.facts, record.private)
    deadline = course.deadlines.get(SETUP.key)
    return Material(
        campaign=course.name,
        turn=0,
        phase="setup",
        rules=campaign.rules(),
        seats=_seats(campaign),
        before=state,
        after=state,
        result=None,
        deadline=unstamp(deadline) if deadline else None,
        zone=course.zone,
        gamesmaster=campaign.settings.gamesmaster.name,
        commitment=course.commitment,
        dealt=tuple(Roll(roll["label"], _tuple(roll["value"]), "", "", "") for roll in record.facts["rolls"]),
    )


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def make_results(campaign: Campaign, played: Played) -> None:
    """Write result.json and every player's report of a played Phase."""
    folder = campaign.moment_folder(played.moment)
    files.write_if_changed(folder / "result.json", files.json_bytes(result_json(played)))
    _make_reports(campaign, material_of(campaign, played), played.moment)


def make_first_report(campaign: Campaign) -> None:
    """Write the first special report, of the deal, into the set-up's folder under ``reports-deal``."""
    _make_reports(campaign, first_material(campaign), SETUP, folder="reports-deal")


def _make_reports(campaign: Campaign, material: Material, moment: Moment, *, folder: str = "reports") -> None:
    from pbem.report.text import text_report

    own = campaign.folder / "templates"
    for seat in material.seats:
        text = text_report(material, seat.player, templates=own if own.is_dir() else None)
        files.write_if_changed(campaign.moment_folder(moment) / folder / f"{seat.player}.txt", text.encode())


def result_json(played: Played) -> dict[str, Any]:
    """Every outcome, event and roll of a Phase as JSON."""
    result = played.result
    return {
        "format": 1,
        "turn": played.moment.turn,
        "phase": played.moment.phase,
        "sheets": dict(played.versions),
        "outcomes": [_plain(outcome) for outcome in result.outcomes.values()],
        "remarks": [_plain(remark) for remark in result.remarks],
        "events": [_plain(event) for event in result.events],
        "rolls": [_plain(roll) for roll in result.rolls],
    }


def _plain(record: Any) -> dict[str, Any]:
    """A named tuple as a dict, with what is inside it."""
    return {key: _plain(value) if hasattr(value, "_asdict") else _simple(value) for key, value in record._asdict().items()}


def _simple(value: Any) -> Any:
    if hasattr(value, "__dataclass_fields__"):
        return {name: _simple(getattr(value, name)) for name in value.__dataclass_fields__}
    return json.loads(json.dumps(value))
