"""The report of a solitaire game as a page of one file, with map and order desk; made of the postal page's parts."""

from types import SimpleNamespace
from typing import Any

from markupsafe import Markup

from pbem.core.rules import Rules
from pbem.core.terms import RED
from pbem.report.chances import Chances
from pbem.report.happenings import Happening
from pbem.report.html import (
    SCRIPTS,
    isolated,
    script_hash,
    script_json,
    script_of,
    told,
    told_lines,
    whole_script,
)
from pbem.report.map import neighbors_table
from pbem.report.telling import event_macros
from pbem.report.templates import Templates
from pbem.solo.folder.course import Played
from pbem.solo.report.desk import board_data, player_data
from pbem.solo.report.map import solo_map
from pbem.solo.report.names import SoloNames
from pbem.solo.report.view import MACROS, Told, facts_of
from pbem.solo.state import SoloState

REPORT = "solitaire.html.j2"


def html_report(played: list[Played], about: Told, rules: Rules, *, sheet: str) -> str:
    """The report on these Phases as a page. `sheet`: the blank sheet for the Phase that waits, empty at the end."""
    templates, names = Templates(None), SoloNames(rules)
    macros = {**event_macros(templates), **templates.macros(MACROS)}
    state = played[-1].result.state
    facts = facts_of(played, about, rules, names)
    scripts = [script_of(whole_script(templates, name)) for name in (SCRIPTS if sheet else SCRIPTS[:-1])]

    def tell(happening: Happening) -> Markup:
        return told_lines(macros[happening.kind](happening, names))

    return templates.render(
        REPORT,
        {
            **facts,
            "tell": tell,
            "told": told,
            "isolated": isolated,
            "chances": Chances(rules).of,
            "neighbors": neighbors_table,
            "rules": rules,
            "public": SimpleNamespace(regions=facts["regions"]),
            "map": Markup(_map(played, state, about, rules)),
            "desk": _desk(state, about, rules) if sheet else None,
            "blank": sheet,
            "red": RED,
            "style": Markup(templates.text("report.css")),
            "scripts": [Markup(str(script)) for script in scripts],
            "script_hashes": " ".join(map(script_hash, scripts)),
        },
    )


def _map(played: list[Played], state: SoloState, about: Told, rules: Rules) -> str:
    events = [event for one in played for event in one.result.events]
    return solo_map(state, rules, name=about.name, events=events, inline=True)


def _desk(state: SoloState, about: Told, rules: Rules) -> dict[str, Any]:
    """What the order desk knows."""
    return {
        "board": Markup(script_json(board_data(state, rules))),
        "own": Markup(script_json(player_data(state, rules, name=about.name, folder=about.folder))),
    }
