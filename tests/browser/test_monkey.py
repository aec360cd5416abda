"""Whatever is clicked on the desk, in whatever order: a check finds no error in the sheet, and no move goes nowhere."""

import random
from dataclasses import replace
from typing import Any

import pytest

from pbem.checker import check
from pbem.report.html import html_report
from pbem.sheets.read import Expected, read_sheet
from pbem.soak.campaign import campaign
from pbem.soak.drawing import Terms
from pbem.soak.trial import Trial
from tests.browser import positions
from tests.browser.clicking import sheet_text
from tests.browser.conftest import PHONE, OpenPage

CLICKS = """([seed, clicks]) => {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6D2B79F5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const pick = (list) => list[Math.floor(random() * list.length)];
  const never = ["copy", "download", "again", "quit", "key", "salt"];
  const what = "button, select, input[type=checkbox], input[type=text], textarea:not([readonly])";
  for (let click = 0; click < clicks; click += 1) {
    const all = Array.from(document.getElementById("desk-app").querySelectorAll(what));
    const undoes = (node) => /(out|back|edit)$/.test(node.dataset.key || "");
    const there = all.filter((node) => !never.includes(node.dataset.key) && (random() < 0.1 || !undoes(node)));
    const inner = there.filter((node) => node.closest(".desk-editor"));
    const node = inner.length && random() < 0.8 ? pick(inner) : pick(there);
    if (node.tagName === "SELECT") {
      node.selectedIndex = Math.floor(random() * node.options.length);
      node.dispatchEvent(new Event("change", { bubbles: true }));
    } else if (node.tagName === "TEXTAREA" || node.type === "text") {
      node.value = pick(["", "B", "anonymous", "no", "12:30", 'a: "b" {c} #d', "\\ud800 \\u202e \\n\\t"]);
      node.dispatchEvent(new Event("input", { bubbles: true }));
    } else node.click();
  }
}"""
IN_VAIN = ("step_stopped", "step_too_far", "move_nothing", "target_attacked_before", "stack_has_attacked")
"""What a check says of orders that a desk should not have written, beside errors."""


@pytest.fixture(scope="module")
def trials() -> tuple[Trial, ...]:
    """Phases of practice campaigns in which units stand close together, by rulings of all kinds."""
    terms = Terms(seed=5, players=(3, 6), turns=1, checked=False, crowded=0.7)
    found = [phase.trial for number in range(12) for phase in campaign(terms, number)]
    return tuple(trial for trial in found if trial.state.victory is None)


@pytest.mark.parametrize("phase", ["setup", "first", "second"])
@pytest.mark.parametrize("seed", range(5))
def test_no_error_is_ever_written(
    phase: str, seed: int, trials: tuple[Trial, ...], open_page: OpenPage
) -> None:
    source = random.Random(f"{phase}/{seed}")
    trial = source.choice([one for one in trials if one.state.phase == phase])
    rules, state = trial.rules(), trial.state
    player = source.choice(state.active)
    page: Any = open_page(html_report(replace(positions.material(state, rules), campaign="practice"), player), width=PHONE)
    page.evaluate(CLICKS, [seed, 120])
    text = sheet_text(page)
    read = read_sheet(
        text.encode(), Expected("practice", state.turn, state.phase, player, state.players), rules=rules
    )
    findings = check(state, read, rules)
    wrong = [one for one in findings if one.grade == "error" or one.code in IN_VAIN]
    assert read.sheet is not None, text
    assert not wrong, (wrong, text)
