"""Sheets with everything on them, in which one value after the other is replaced by something odd: none makes reading
or checking fail, and what is understood, written out again, reads as the same orders."""

import json
import re
from collections.abc import Iterator

import pytest
import yaml

from pbem.checker import check
from pbem.core.state import Holding, Stack, State
from pbem.rulebook import load_rules
from pbem.sheets.read import read_sheet
from pbem.sheets.write import normalised

RULES = load_rules()
ODD = (
    "{}", "[]", "[[]]", "[[], [[]]]", "{[a]: b}", "{a: {}}", "~", "...", "{? : }", "[~]", "','",
    "{TVER: {pick_up: {Trotsky: }}}", "{TVER: {drop: [[]]}}", "{TVER: {drop: [[111], []]}}", "99999999999999999999", "1.5",
)  # fmt: skip
SHEETS = {
    "setup": """
trades: [{give: {politburo: 1, assassin: 0, units: [155]}, to: B, for: {units: [156]}}]
stacks: [[151, 152]]
press: [{to: [B], from: anonymous, text: hello}]
""",
    "first": """
trades: [{give: {politburo: 1}, to: B, for: {units: [156]}}]
steal: [{leader: 151, units: [BA 501]}]
moves:
  - force: [151, 111]
    route: [TVER, {PSKO: {pick_up: [{Trotsky: [112]}, 113], drop: [[111]], remove: [CZ 410], join: 153}}]
    by: rail
assassinations: [{target: 153, markers: 1}]
purges: [{committee: [A, B], participants: [A], target: C, markers: 2, spoils: [{to: A, take: politburo}]}]
execute_czar: {committee: [A, B]}
comply_with_execution: true
counterpurge: [{if_purged_by: [B], against: [B], take: [151, any], rounds: 2}]
if_ordered_to_execute_czar: comply
losses: [111]
end_game: agree
standing: [losses, end_game]
quit: false
""",
    "second": """
subversion: [{at: TVER, with: [151], against: FR 408, min_odds: "2:1"}]
attacks:
  - {at: TVER, with: [151], against: 251, min_odds: "2:1", losses: [111], enemy_losses: [211], capture: [151, none]}
losses: [111]
standing: [losses]
""",
}


class Raw(str):
    """Text that goes into the sheet as it is."""


def written(value: object) -> str:
    """A value on one line."""
    if isinstance(value, Raw):
        return value
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {written(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value)


def with_one_odd(value: object, odd: str) -> Iterator[object]:
    """The value, once for every place in it that could be odd."""
    yield Raw(odd)
    if isinstance(value, dict):
        for key, one in value.items():
            for other in with_one_odd(one, odd):
                yield {**value, key: other}
    elif isinstance(value, list):
        for index, one in enumerate(value):
            for other in with_one_odd(one, odd):
                yield [*value[:index], other, *value[index + 1 :]]


def comparable(sheet: object) -> str:
    """A sheet without what orders that cannot be read say of themselves."""
    return re.sub(r"Faulty\(ref='([^']*)'[^)]*\)", r"Faulty(\1)", repr(sheet))


tried: set[tuple[str, str]] = set()
"""By Phase what was understood of orders that are odd, once that was tried among all the others."""


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("phase", SHEETS)
def test_one_odd_value(phase: str, odd: str) -> None:
    """Each order that is odd is read and checked alone, and where no other was understood alike, among all the others."""
    orders = yaml.safe_load(SHEETS[phase])
    for key, value in orders.items():
        for other in with_one_odd(value, odd):
            understood = read_and_checked(phase, {key: other})
            if understood is None or (phase, understood) not in tried:
                read_and_checked(phase, {**orders, key: other})
                tried.add((phase, str(understood)))


def read_and_checked(phase: str, parts: dict[str, object]) -> str | None:
    """What is understood of a sheet; once it was checked and, written out, read again."""
    state = State(
        turn=3,
        phase=phase,  # type: ignore[arg-type]
        players=("A", "B", "C"),
        stacks=(Stack("PSKO", "B", (251, 211)), Stack("TVER", "A", (151, 111))),
        holdings={"A": Holding(4, 2, ("BR",), (155,)), "B": Holding(2, 2), "C": Holding()},
    )
    lines = [f"{key}: {written(value)}" for key, value in parts.items()]
    text = "\n".join(["player: A", "turn: 3", f"phase: {phase}", *lines]) + "\n"
    read = read_sheet(text.encode(), rules=RULES)
    check(state, read, RULES)
    if read.sheet is None:
        return None
    again = normalised(read.sheet, RULES, campaign="volga", turn=3, phase=state.phase)
    understood = comparable(read.sheet)
    assert comparable(read_sheet(again.encode(), rules=RULES).sheet) == understood, text
    return understood


def test_an_empty_step_is_an_error() -> None:
    """A route with an empty mapping once broke the reader."""
    for step in ("{}", "{[a]: b}", "[]"):
        text = f"player: A\nturn: 3\nphase: first\nmoves:\n  - {{force: [151], route: [TVER, {step}]}}\n"
        read = read_sheet(text.encode(), rules=RULES)
        assert [one.code for one in read.findings if one.grade == "error"] == ["no_step"]


def test_one_list_of_names_is_one_stack() -> None:
    """15.54: no practice player writes it so, but people do."""
    read = read_sheet(b"player: A\nturn: 0\nphase: setup\nstacks: [151, Trotsky]\n", rules=RULES)
    assert read.sheet is not None
    assert [order.units for order in read.sheet.stacks] == [(151, 152)]
    assert [one.code for one in read.findings] == ["one_stack"]
