"""Every kind of event of the solitaire game is told, with its cause and its case."""

import re
from dataclasses import replace
from typing import get_args

import pytest

from pbem.chance.quick import QuickDice
from pbem.core.rules import Rules
from pbem.core.solitaire_events import SolitaireEvent
from pbem.core.state import Stack, stack_color
from pbem.report.happenings import CONSEQUENCES, PART_OF
from pbem.report.templates import Templates
from pbem.solo.bots.roadblock import roadblock
from pbem.solo.folder.course import Played, begin, go_on
from pbem.solo.report.map import solo_map
from pbem.solo.report.page import html_report
from pbem.solo.report.text import short_report, text_report
from pbem.solo.report.view import MACROS, Told
from pbem.solo.sequence import play

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


def test_whole_games_are_told(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left blank, no mark of the program shows, and every move of the system has its case and its die."""
    told: set[str] = set()
    for seed in range(12):
        if seed:  # one game with its maps, which are not looked at here
            monkeypatch.setattr("pbem.solo.report.page.solo_map", lambda state, rules, **more: "")
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


def at_the_end(rules: Rules, *, turn: int, units: dict[int, str], clear: bool) -> list[Played]:
    """The end of a Game-Turn with these units in these provinces; the others of their colors lie in VLAD, or stay where
    they were set up, but for those in Petrograd."""
    state = begin(rules, lambda turn, phase, salt: QuickDice(1))[0].result.state
    stacks: list[Stack] = []
    for stack in state.stacks:
        if stack_color(stack.units, rules) in ("white", "blue", "green"):
            away = "VLAD" if clear or stack.at == "PETR" else stack.at
            stack = stack._replace(at=next((units[unit] for unit in stack.units if unit in units), away))
        stacks.append(stack)
    state = replace(state, turn=turn, phase="end", stacks=tuple(stacks))
    return [Played(state, play(state, None, QuickDice(1), rules), None)]


@pytest.mark.parametrize(
    ("turn", "units", "clear", "told"),
    [
        (2, {418: "PETR"}, False,
         "It is a decisive victory of the other side. [28.13] At the end of Game-Turn 2 US 418 stands in Petrograd."),
        (2, {418: "PETR", 304: "TVER"}, False,
         "At the end of Game-Turn 2 US 418 stands in Petrograd and FN 304, FN 305 and FN 306 stand in Tver."),
        (3, {}, True, "It is a decisive victory of Red. [28.12] In Game-Turn 3 no White, Blue or Green unit is left"),
        (5, {}, True, "It is a decisive victory of Red. [28.12] In Game-Turn 5 no White, Blue or Green unit is left"),
        (6, {}, True, "It is a substantive victory of Red. [28.12] In Game-Turn 6 no White"),
        (7, {}, True, "the regions that Red must clear: Greater Russia, White Russia, Ukraine, Cossack. A victory is "
         "decisive in Game-Turn 5, substantive in Game-Turn 6, marginal in Game-Turn 7 and decisive before that."),
        (7, {309: "POLT"}, True,
         "Game-Turn 7 was the last. No White, Blue or Green unit stands in Petrograd or Tver, so the other side has not "
         "won; 1 stand in the regions that Red must clear, so Red has not: POLT."),
    ],
)  # fmt: skip
def test_why_it_ended(rules: Rules, turn: int, units: dict[int, str], clear: bool, told: str) -> None:
    step = at_the_end(rules, turn=turn, units=units, clear=clear)
    about = Told("kronstadt", "game", "game/sheet.yaml", "0" * 64, "", ("0" * 64,))
    for text in (short_report(step, rules), text_report(step, about, rules)):
        assert told in " ".join(text.split())
    page = re.sub(r"<[^>]+>", " ", html_report(step, about, rules, sheet=""))
    assert (told.partition("] ")[2] or told) in " ".join(page.split())
