"""The orders that a blank sheet offers to be copied can be given."""

from dataclasses import replace

import pytest

from pbem.checker import check
from pbem.core.rules import Rules
from pbem.core.state import Flags, Holding, Stack, State
from pbem.sheets.blank import LONGEST, blank_head, blank_sheet, examples
from pbem.sheets.read import read_sheet
from tests.properties.strategies import pool

POSITION = State(
    3,
    "second",
    ("A", "B", "C"),
    (
        Stack("NOVG", "A", (152, 111)),
        Stack("TVER", "B", (160, 118)),
        Stack("PETR", "B", (414,)),
    ),
    {"A": Holding(politburo=3), "B": Holding(assassin=2), "C": Holding()},
)


def offered(state: State, rules: Rules, player: str = "A") -> dict[str, str]:
    return dict(line.split(": ", 1) for line in examples(state, player, rules))  # type: ignore[misc]


@pytest.mark.parametrize("part", range(4))
def test_no_example_is_an_error(part: int) -> None:
    """Each of them copied alone; `standing` with what it names."""
    seen: set[str] = set()
    for trial in pool()[part::4]:
        rules, state = trial.rules(), trial.state
        for player in state.active:
            head = "\n".join(blank_head(campaign="volga", player=player, turn=state.turn, phase=state.phase))
            lines = examples(state, player, rules)
            for line in lines:
                assert len(line) <= LONGEST
                seen.add(line.partition(":")[0])
                wanted = lines if line.startswith("standing") else (line,)
                read = read_sheet("\n".join([head, *wanted]).encode(), rules=rules)
                found = [one for one in check(state, read, rules) if one.grade == "error"]
                assert not found, (state.phase, line, found)
    assert {"trades", "purges", "counterpurge", "losses", "subversion", "press", "end_game"} <= seen


def test_no_purge_is_offered_where_none_can_be(rules: Rules) -> None:
    found = offered(POSITION, rules)
    assert found["purges"] == "[{committee: [A, B], target: C, markers: 3}]"
    assert found["counterpurge"] == "[{against: [B], take: [Blyukher, any]}]"
    assert found["standing"] == "[losses, counterpurge]"
    held = offered(replace(POSITION, flags=Flags(purge_held=True)), rules)
    assert not {"purges", "counterpurge"} & set(held)
    assert held["standing"] == "[losses]"
    assert "purges" not in blank_sheet(replace(POSITION, flags=Flags(purge_held=True)), "A", rules)


def test_units_are_the_players_own(rules: Rules) -> None:
    found = offered(POSITION, rules)
    assert found["subversion"] == "[{with: [Trotsky], against: BR 414, at: PETR}]"
    assert found["losses"] == "[111]"
    assert found["trades"] == "[{give: {politburo: 1}, to: B, for: {assassin: 1}}]"
    assert "losses" not in offered(POSITION, rules, "C")
    assert "subversion" not in offered(POSITION, rules, "B")  # the Blue unit is his own
    assert not {"steal", "execute_czar", "if_ordered_to_execute_czar", "comply_with_execution"} & set(found)


def test_an_attempt_is_offered_to_who_has_markers(rules: Rules) -> None:
    first = replace(POSITION, phase="first")
    assert offered(first, rules, "B")["assassinations"] == "[{target: Trotsky, markers: 2}]"
    assert "assassinations" not in offered(first, rules, "A")


def test_an_order_to_execute_the_czar_is_to_be_answered(rules: Rules) -> None:
    asked = replace(POSITION, flags=Flags(execution_ordered="A"))
    assert offered(asked, rules)["comply_with_execution"] == "yes"
    assert "comply_with_execution" not in offered(asked, rules, "B")
