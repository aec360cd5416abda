"""What a check says of a sheet is what comes of it: whole games of orders at random, checked before they are played."""

from dataclasses import replace

from pbem.chance.quick import QuickDice
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.verdicts import Outcome, Remark
from pbem.rulebook import load_rules
from pbem.solo.bots.blind import blind
from pbem.solo.judging import judge
from pbem.solo.sequence import begin_determination, play, play_sheet, start
from pbem.solo.state import WAITING, SoloState
from tests.seeds import for_seeds

READINGS: tuple[dict[str, str], ...] = (
    {},
    {"deployment": "friendly"},
    {"illegal_step": "void", "faulty_unit": "void"},
    {"conditions": "printed"},
)


def orders_of(sheet: Sheet) -> dict[str, object]:
    """All orders of a sheet that end with an outcome."""
    lists = (sheet.leaders, sheet.moves, sheet.subversions, sheet.attacks)
    return {order.ref: order for orders in lists for order in orders}


def compare(state: SoloState, sheet: Sheet, outcomes: dict[str, Outcome], rules: Rules) -> None:
    """An error: the order is not done. Neither error nor warning: it is. Void: there was an error, unless it depends on
    the dice of an attack before it, of which a warning tells."""
    remarks = judge(state, sheet, rules)
    assert all(isinstance(one, Remark) for one in remarks)
    graded: dict[str, set[str]] = {}
    for one in remarks:
        graded.setdefault(one.ref, set()).add(one.grade)
    for ref in orders_of(sheet):
        assert ref in outcomes, (ref, sheet)
        ended, grades = outcomes[ref].ended, graded.get(ref, set())
        about = ref, outcomes[ref], [one for one in remarks if one.ref == ref]
        if "error" in grades:
            assert ended != "done", about
        elif "warning" not in grades:
            assert ended == "done", about
        if ended == "void":
            assert "error" in grades or "warning" in grades, about


@for_seeds(range(48), at_once=8)
def test_a_check_says_what_comes_of_it(seed: int) -> None:
    rules = load_rules("rcw-solitaire", rulings=READINGS[seed % len(READINGS)])
    dice = QuickDice(seed)
    state = start(dice, rules).state
    while state.turn < 8:  # played on when the game is over, so that units stand everywhere
        state = replace(state, victory=None)
        if state.phase not in WAITING:
            state = play(state, None, dice, rules).state
            continue
        if state.phase == "red-leaders":
            state = begin_determination(state, dice, rules).state
        sheet = blind(state, rules)
        result = play_sheet(state, sheet, dice, rules)
        compare(state, sheet, dict(result.outcomes), rules)
        state = result.state
