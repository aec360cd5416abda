"""A practice player's handwriting reads back as the orders he meant."""

import random

import pytest

from pbem.bots.styles import STYLES
from pbem.bots.writing import written_out, written_plainly
from pbem.sheets.read import read_sheet
from tests.properties.strategies import pool, without_faulty

MEANT = [(trial, sheet) for trial in pool()[::3] for sheet in trial.sheets.values()]


@pytest.mark.parametrize("hand", range(6))
def test_it_reads_back(hand: int) -> None:
    for number, (trial, written) in enumerate(MEANT):
        sheet, rules = without_faulty(written), trial.rules()
        if sheet.cancelled:
            continue  # an empty list on a sheet; no practice player writes one
        text = written_out(
            sheet,
            rules,
            campaign="volga",
            turn=trial.state.turn,
            phase=trial.state.phase,
            chance=random.Random(f"{hand}/{number}"),
        )
        assert read_sheet(text.encode(), rules=rules).sheet == sheet


def test_the_plain_hand_reads_back() -> None:
    for trial, written in MEANT:
        sheet, rules = without_faulty(written), trial.rules()
        state = trial.state
        text = written_plainly(sheet, rules, campaign="volga", turn=state.turn, phase=state.phase)
        assert read_sheet(text.encode(), rules=rules).sheet == sheet


def test_every_style_says_what_it_does() -> None:
    assert all(style.says.endswith(".") for style in STYLES.values())
