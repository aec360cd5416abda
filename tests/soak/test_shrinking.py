"""A fault is found, made small, and written as a case that anybody can run."""

from pathlib import Path

import pytest

from pbem.casefiles.position import position, rules_of
from pbem.casefiles.read import read_text
from pbem.casefiles.run import run_question
from pbem.core.table import StackId, Table
from pbem.phases import movement
from pbem.sheets.body import read_body
from pbem.soak.campaign import campaign
from pbem.soak.casefile import case_file
from pbem.soak.drawing import Terms
from pbem.soak.shrinking import shrunk
from pbem.soak.trial import Trial
from pbem.soak.trying import Fault
from tests.properties.strategies import pool, without_faulty

NOTHING = Fault("nothing", "nothing is wrong", "nothing")


def _first_fault() -> tuple[Trial, Fault]:
    """The first fault of many random campaigns."""
    for number in range(60):
        for phase in campaign(Terms(seed=1, players=(3, 3), turns=2, styles=("random",)), number):
            if phase.faults:
                return phase.trial, phase.faults[0]
    raise AssertionError("the broken adjudicator passes all checks")


def test_a_broken_rule_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """An adjudicator that forgets to divide stacks over five (7.11)."""

    def forget(table: Table, stack_id: StackId) -> None:
        pass

    monkeypatch.setattr(movement, "divide", forget)
    trial, fault = _first_fault()
    assert fault.kind == "invariant"
    small = shrunk(trial, fault)
    orders = [order for sheet in small.sheets.values() for order in sheet.moves]
    assert len(small.state.stacks) <= 4
    assert len(orders) <= 4
    text = case_file(small, fault, name="found-here", origin="a test")
    (question,) = read_text(text)
    report = run_question(question)
    assert any("a fault of the program" in line for line in report.differences)
    monkeypatch.undo()
    assert run_question(question).passed


def test_an_exception_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever breaks the program is found, with its place."""

    def break_down(*_: object) -> None:
        raise ZeroDivisionError("in the middle of it")

    monkeypatch.setattr("pbem.phases.assassinations._roll", break_down)
    trial, fault = _first_fault()
    assert "ZeroDivisionError" in fault.what
    small = shrunk(trial, fault)
    assert sum(len(sheet.assassinations) for sheet in small.sheets.values()) == 1


@pytest.mark.parametrize("trial", pool()[::5])
def test_a_case_file_says_it_all(trial: Trial, tmp_path: Path) -> None:
    """Position, readings, orders and dice of a Phase are the same out of its case file."""
    text = case_file(trial, NOTHING, name="whole", origin="a test")
    (question,) = read_text(text)
    rules = rules_of("rcw", question.given)
    assert rules.rulings == trial.rules().rulings
    state = position(question.given, rules, trial.state.phase)
    if trial.state.phase != "setup":  # where the founders' markers come with the case
        for name in ("turn", "phase", "players", "stacks", "randomizer", "out_of_play", "flags"):
            assert getattr(state, name) == getattr(trial.state, name)
        assert dict(state.holdings) == dict(trial.state.holdings)
        assert dict(state.chart) == dict(trial.state.chart)
    for player, node in question.rounds[0].orders.items():
        sheet = read_body(node, player, trial.state.phase, rules).sheet
        assert without_faulty(sheet).moves == without_faulty(trial.sheets[player]).moves
    if not trial.state.standing:  # which a case file cannot hold
        assert run_question(question).differences == ()
