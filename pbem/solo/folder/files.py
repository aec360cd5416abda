"""The files of a game's folder that are made from its ledger: reports, position, map, sheets."""

from pathlib import Path
from typing import Any

from pbem.campaign.files import json_bytes, write_changed
from pbem.campaign.ledger import Record
from pbem.campaign.lock import locked
from pbem.campaign.making import result_data
from pbem.core.terms import RED
from pbem.solo.folder.game import Game, Step
from pbem.solo.folder.sheets import blank_sheet
from pbem.solo.position import solo_json
from pbem.solo.report.map import solo_map
from pbem.solo.report.page import html_report
from pbem.solo.report.text import text_report
from pbem.solo.report.view import Told
from pbem.solo.state import SoloState

SHEET = "sheet.yaml"
POSITION = "position.json"
MAP = "map.svg"
REPORTS = "reports"
SHEETS = "sheets"


def report_path(game: Game, number: int, step: Step) -> Path:
    """Where the report of a step lies; steps are counted from 1."""
    state = step.state
    awaited = "end" if state.victory is not None else f"{state.turn}-{state.phase}"
    return game.folder / REPORTS / f"{number:02}-before-{awaited}.txt"


def report_of(game: Game, step: Step, record: Record) -> str:
    """The report of a step as text."""
    return text_report(step.played, _told(game, record), game.rules)


def page_of(game: Game, step: Step, record: Record) -> str:
    """The report of a step as a page with map and order desk."""
    return html_report(step.played, _told(game, record), game.rules, sheet=_blank(game, step.state))


def map_of(game: Game, step: Step, *, png: bool = False) -> str:
    """The map after a step as SVG text, with what happened in it."""
    events = [event for played in step.played for event in played.result.events]
    return solo_map(step.state, game.rules, name=game.name, events=events, png=png)


def result_of(step: Step) -> list[dict[str, Any]]:
    """What came of each Phase of a step as data; the form of each is that of a campaign's result.json."""
    return [
        result_data(played.turn, played.phase, {RED: 1} if played.sheet is not None else {}, played.result)
        for played in step.played
    ]


def _blank(game: Game, state: SoloState) -> str:
    """The blank sheet for the Phase that waits; empty where the game is over."""
    return "" if state.victory is not None else blank_sheet(state, game.rules, name=game.name)


def _told(game: Game, record: Record) -> Told:
    return Told(
        name=game.name,
        folder=str(game.folder),
        sheet_file=str(game.folder / SHEET),
        commitment=game.commitment,
        seed=record.facts.get("seed", ""),
        salts=tuple(phase["salt"] for phase in record.facts["phases"]),
        by_hand=game.by_hand,
    )


def make_files(game: Game, step: Step) -> Path:
    """Make the files after the last step; says where its report lies.

    Where another command has played on meanwhile, the sheet, the position and the map are left to that one.
    """
    number = len(game.records) - 1
    report = report_path(game, number, step)
    with locked(game.folder, command="pbem solo", since=game.records[-1].time):
        write_changed({**_lasting(game, step, report), **(_passing(game, step) if game.is_last else {})})
        # The page comes last: where it is, all the others are, too (`remake_files`).
        write_changed({report.with_suffix(".html"): page_of(game, step, game.records[-1]).encode()})
    return report


def _lasting(game: Game, step: Step, report: Path) -> dict[Path, bytes | None]:
    """The files of a step that stay, but for the page: its report, and the sheet it was played with."""
    record = game.records[-1]
    contents: dict[Path, bytes | None] = {}
    if step.sheet is not None:
        first = step.played[0]
        name = f"{len(game.records) - 1:02}-{first.turn}-{first.phase}.yaml"
        contents[game.folder / SHEETS / name] = step.sheet.encode()
    contents[report] = report_of(game, step, record).encode()
    contents[report.with_suffix(".json")] = json_bytes(result_of(step))
    return contents


def _passing(game: Game, step: Step) -> dict[Path, bytes | None]:
    """The files that the next step replaces: position, map and blank sheet."""
    folder, state = game.folder, step.state
    sheet = _blank(game, state)
    contents: dict[Path, bytes | None] = {
        folder / POSITION: json_bytes(solo_json(state, campaign=game.name, rulings=game.rulings)),
        folder / MAP: map_of(game, step).encode(),
    }
    if sheet or (folder / SHEET).exists():
        contents[folder / SHEET] = sheet.encode() if sheet else None
    return contents


def remake_files(game: Game) -> None:
    """Make what a command that was killed may have left unmade, or somebody has taken away."""
    number = len(game.records) - 1
    needed = [game.folder / POSITION, game.folder / MAP]
    if not game.over:
        needed.append(game.folder / SHEET)
    page = any((game.folder / REPORTS).glob(f"{number:02}-*.html"))
    if not page or not all(path.exists() for path in needed):
        *_, (step, _) = game.replay()
        make_files(game, step)
