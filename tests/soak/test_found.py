"""What soaks found that no case file can show."""

from dataclasses import replace

import pytest

from pbem.core.orders import Sheet
from pbem.core.state import Standing
from pbem.sheets.read import read_sheet
from pbem.sheets.write import normalised
from pbem.soak import checks
from pbem.soak.checks import faults
from pbem.soak.trying import orders_of
from tests.properties.strategies import pool

HEAD = "player: A\nturn: 3\nphase: first\n"


@pytest.mark.parametrize(
    "standing", ["(losses]", "(if_ordered_to_execute_czar, losses]", "[losses", "losses]"]
)
def test_a_part_is_kept_only_if_standing_names_it(standing: str) -> None:
    """A misspelt `standing` once let losses into the First Phase that no sheet written out again could hold."""
    rules = pool()[0].rules()
    read = read_sheet(f"{HEAD}losses: [111]\nstanding: {standing}\n".encode(), rules=rules)
    if read.sheet is None:
        return
    assert read.sheet.losses is None
    text = normalised(read.sheet, rules, campaign="volga", turn=3, phase="first")
    assert read_sheet(text.encode(), rules=rules).sheet == read.sheet


def test_a_line_left_open_is_no_order() -> None:
    """It ends with no outcome, and no check misses one."""
    rules = pool()[0].rules()
    read = read_sheet(f"{HEAD}moves:\n  - ...\n  - {{force: ..., route: ...}}\n".encode(), rules=rules)
    assert read.sheet is not None
    trial = next(one for one in pool() if one.state.phase == "first" and "A" in one.state.active)
    sheets = {"A": read.sheet}
    assert list(orders_of(read.sheet)) == []
    assert replace(trial, sheets=sheets).play(trial.rules()).outcomes == {}
    assert [fault for fault in faults(replace(trial, sheets=sheets)) if fault.kind == "outcomes"] == []


def test_standing_orders_lie_in_the_order_of_letters() -> None:
    """Whoever gave his first: a position once kept them in the order in which they had come."""
    trial = next(one for one in pool() if one.state.phase == "second")
    first, second = trial.state.active[:2]
    state = replace(trial.state, standing={second: Standing(end_game="agree")})
    sheets = {first: Sheet(first, end_game="agree", standing=("end_game",))}
    result = replace(trial, state=state, sheets=sheets).play(trial.rules())
    assert list(result.state.standing) == [first, second]


def test_a_position_not_as_its_schema_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be mailed is held against the published schema."""
    trial = pool()[0]
    assert [fault for fault in faults(trial) if fault.kind == "schema"] == []
    to_json = checks.to_json

    def without_turn(*arguments: object, **more: object) -> dict[str, object]:
        return {key: value for key, value in to_json(*arguments, **more).items() if key != "turn" or not more}  # type: ignore[arg-type]

    monkeypatch.setattr(checks, "to_json", without_turn)
    (fault,) = [fault for fault in faults(trial) if fault.kind == "schema"]
    assert '/: "turn" is a required property' in fault.what
