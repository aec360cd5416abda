"""Every kind of event of the solitaire game is told, with its cause and its case."""

import re
from typing import get_args

import pytest

from pbem.chance.quick import QuickDice
from pbem.core.rules import Rules
from pbem.core.solitaire_events import SolitaireEvent
from pbem.report.happenings import CONSEQUENCES, PART_OF
from pbem.report.templates import Templates
from pbem.solo.bots.roadblock import roadblock
from pbem.solo.folder.course import Played, begin, go_on
from pbem.solo.report.map import solo_map
from pbem.solo.report.page import html_report
from pbem.solo.report.text import short_report, text_report
from pbem.solo.report.view import MACROS, Told

KINDS = sorted(kind._field_defaults["kind"] for kind in get_args(SolitaireEvent))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_macro_and_a_place(kind: str) -> None:
    assert kind in Templates(None).macros(MACROS)
    assert kind in PART_OF or kind in CONSEQUENCES


def played(rules: Rules, seed: int) -> list[list[Played]]:
    dice = QuickDice(seed)
    steps = [begin(rules, lambda turn, phase, salt: dice)]
    while (state := steps[-1][-1].result.state).victory is None:
        steps.append(go_on(state, roadblock(state, rules), rules, lambda turn, phase, salt: dice))
    return steps


def test_whole_games_are_told(rules: Rules) -> None:
    """Nothing is left blank, no mark of the program shows, and every move of the system has its case and its die."""
    told: set[str] = set()
    for seed in range(12):
        for step in played(rules, seed):
            about = Told("kronstadt", "game", "game/sheet.yaml", "0" * 64, "", tuple("0" * 64 for _ in step))
            text = text_report(step, about, rules)
            end = "WHAT IS TO BE DONE NOW" if "WHAT IS TO BE DONE NOW" in text else "WHERE EVERYTHING STANDS"
            happened = text[text.index("WHAT HAPPENED") : text.index(end)]
            assert "None" not in happened and "_" not in happened and "nonred'" not in happened
            assert "Player" not in happened
            events = [event for one in step for event in one.result.events]
            told |= {event.kind for event in events}
            flat = " ".join(happened.split())
            for event in events:
                if event.kind == "marched":
                    assert event.label in flat and "[21.12]" in flat
            for line in re.split(r"\n- ", happened)[1:]:
                assert re.search(r"\[[\d.RSb,\s]+\]|moved|^losses", line), line
            assert max(map(len, short_report(step, rules).splitlines())) <= 72
            page = html_report(step, about, rules, sheet="")
            for event in events:
                if event.kind in ("marched", "attacked"):
                    assert f"({event.label})" in page
    assert {
        "path_set",
        "marched",
        "stayed",
        "restacked",
        "target_chosen",
        "attack_withheld",
        "brought_on",
    } <= told


def test_the_map_at_the_end(rules: Rules) -> None:
    last = played(rules, 0)[-1]
    drawn = solo_map(last[-1].result.state, rules, name="kronstadt")
    assert "The end of the game" in drawn and "Before Game-Turn" not in drawn
