"""The files of a game's folder that are made from its ledger: reports, position, map, sheets."""

import re
from pathlib import Path
from typing import Any

from pbem.campaign.files import json_bytes, write_changed
from pbem.campaign.ledger import Record
from pbem.campaign.lock import locked
from pbem.campaign.making import result_data
from pbem.core.terms import RED
from pbem.solo.folder.game import Game, Step
from pbem.solo.folder.sheets import blank_sheet, head_lines
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


def untouched(game: Game, raw: bytes) -> bool:
    """Whether a sheet is the blank one as it was made, whatever an editor did to the ends of its lines."""
    lines = raw.decode("utf-8-sig", errors="replace").split("\n")
    blank = _blank(game, game.state).rstrip().split("\n")
    return [line.rstrip() for line in "\n".join(lines).rstrip().split("\n")] == blank


def nothing_to_fill_in(game: Game) -> bool:
    """Whether the blank sheet for the Phase that waits is a head and no more."""
    return _blank(game, game.state).count("\n") == len(head_lines(game.state, game.name))


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


def make_files(game: Game, step: Step, *, keep_sheet: bool = False) -> Path:
    """Make the files after the last step that counts; says where its report lies.

    `keep_sheet`: the sheet that lies there is for the Phase that waits, and may hold orders. Where another command has
    played on meanwhile, the sheet, the position and the map are left to that one.
    """
    report = report_path(game, len(game.steps), step)
    with locked(game.folder, command="pbem solo", since=game.records[-1].time):
        last = game.is_last
        passing = {**_passing(game, step, keep_sheet=keep_sheet), **_taken_back(game)} if last else {}
        write_changed({**_lasting(game, step, report), **passing})
        # These come last: where they are right, all the others are there, too (`remake_files`).
        position = {game.folder / POSITION: _position(game, step.state)} if last else {}
        write_changed({report.with_suffix(".html"): page_of(game, step, game.steps[-1]).encode(), **position})
    return report


def _lasting(game: Game, step: Step, report: Path) -> dict[Path, bytes | None]:
    """The files of a step that stay, but for the page: its report, and the sheet it was played with."""
    record = game.steps[-1]
    contents: dict[Path, bytes | None] = {}
    if step.sheet is not None:
        first = step.played[0]
        name = f"{len(game.steps):02}-{first.turn}-{first.phase}.yaml"
        contents[game.folder / SHEETS / name] = step.sheet.encode()
    contents[report] = report_of(game, step, record).encode()
    contents[report.with_suffix(".json")] = json_bytes(result_of(step))
    return contents


def _passing(game: Game, step: Step, *, keep_sheet: bool) -> dict[Path, bytes | None]:
    """The files that the next step replaces, but for the position: the map, and the sheet, which is the blank one or the
    one that was just taken back."""
    folder = game.folder
    contents: dict[Path, bytes | None] = {}
    sheet = game.sheet_taken_back or _blank(game, step.state)
    if not keep_sheet and (sheet or (folder / SHEET).exists()):
        contents[folder / SHEET] = sheet.encode() if sheet else None
    contents[folder / MAP] = map_of(game, step).encode()
    return contents


def _position(game: Game, state: SoloState) -> bytes:
    """The file of a position."""
    return json_bytes(solo_json(state, campaign=game.name, rulings=game.rulings))


def _taken_back(game: Game) -> dict[Path, bytes | None]:
    """The reports and sheets of steps that were taken back: they are to go."""
    found = [
        path for name in (REPORTS, SHEETS) for path in sorted((game.folder / name).glob("[0-9][0-9]*-*.*"))
    ]
    made = {
        path: re.fullmatch(r"(\d\d+)-(before-\w.*\.(txt|html|json)|\d-\w.*\.yaml)", path.name)
        for path in found
    }
    return {path: None for path, name in made.items() if name and int(name[1]) > len(game.steps)}


def remake_files(game: Game) -> None:
    """Make what a command that was killed may have left unmade, or somebody has taken away."""
    position, sheet = game.folder / POSITION, game.folder / SHEET
    is_right = position.exists() and position.read_bytes() == _position(game, game.state)
    there = game.over or sheet.exists()
    page = any((game.folder / REPORTS).glob(f"{len(game.steps):02}-*.html"))
    if not (page and is_right and there and (game.folder / MAP).exists()) or _taken_back(game):
        *_, (step, _) = game.replay()
        make_files(game, step, keep_sheet=is_right and there)
