"""How fast odds are worked out, as ratios: exact chances against a toy Phase, trials against toy trials and own Phases.

python -m tests.bench.odds [TRIALS]

Times are those of the processor, but where two processes share the work.
"""

import sys
import time
from collections.abc import Callable, Mapping
from functools import partial

from pbem.chance.quick import QuickDice
from pbem.core.orders import Attack, Sheet
from pbem.core.rules import Rules
from pbem.core.state import Stack, State
from pbem.odds.attacks import chains, combat_odds
from pbem.odds.before import tables_after, tables_before
from pbem.odds.trials import Phase, try_phase
from pbem.phases.sequence import play
from pbem.phases.subversion import subvert
from pbem.rulebook import load_rules
from tests.bench import positions
from tests.bench.rows import Row, table
from tests.bench.timing import median_ratio
from tests.bench.yardsticks import ToyPhase, ratio, toy_trials

CHAIN_TRIALS = 10_000
PILES = (
    ("TVER", "A", (153, 111)),
    ("TVER", "A", (155, 112)),
    ("TVER", "A", (156,)),
    ("TVER", "B", (251, 212, 209)),
    ("TVER", "B", (252, 210)),
    ("TVER", "C", (157, 113)),
    ("TVER", None, (213,)),
)
ATTACKS = {
    "A": (((153,), 251), ((155,), 252), ((156,), 213)),
    "B": (((251,), 153), ((252,), 155)),
    "C": (((157,), 251),),
}
"""Six attacks of three players that depend on each other: stacks strike, are struck, and may be gone by their turn."""


def province(rules: Rules, attacks: Mapping[str, tuple]) -> tuple[State, dict[str, Sheet]]:
    """A province with these attacks."""
    on_map = {unit for _, _, units in PILES for unit in units}
    state = State(
        turn=3,
        phase="second",
        players=("A", "B", "C"),
        stacks=tuple(Stack(*pile) for pile in PILES),
        box=tuple(unit for unit in rules.counters if unit not in on_map),
    )
    sheets = {
        player: Sheet(
            player,
            attacks=tuple(
                Attack(f"{player}.attacks[{number}]", "TVER", units, against)
                for number, (units, against) in enumerate(orders)
            ),
        )
        for player, orders in attacks.items()
    }
    return state, sheets


def exact_rows(rules: Rules) -> list[Row]:
    """P10 and P11."""
    toy = ToyPhase().play
    one = province(rules, {"A": ATTACKS["A"][:1]})
    six = province(rules, ATTACKS)
    (chain,) = chains(tables_after(subvert, tables_before(subvert, *six, rules)))
    below = QuickDice(1).below

    def trials() -> None:
        for _ in range(CHAIN_TRIALS):
            chain.trial(below)

    return [
        Row("P10", "exact odds of one attack / a toy Phase", 5, 20, ratio(lambda: combat_odds(*one, rules), toy).ratio),
        Row("P10", "exact odds of a chain of six / a toy Phase", 5, 20, ratio(lambda: combat_odds(*six, rules), toy).ratio),
        Row("P11", f"{CHAIN_TRIALS} trials of that chain / as many toy trials", 8, 15, ratio(trials, toy_trials).ratio),
    ]


def trial_rows(rules: Rules, count: int, rounds: int) -> list[Row]:
    """P12: trials of a whole Phase with six sheets against as many Phases played and forgotten."""
    state = positions.set_up(rules, 0)
    first = positions.first_sheets(state, rules, 0)
    state_after = play(state, first, QuickDice(0), rules).state
    second = positions.second_sheets(state_after, rules, 0)
    found: list[Row] = []
    for name, phase in (("First", Phase(state, first, rules)), ("Second", Phase(state_after, second, rules))):
        for jobs, must, goal in ((1, 1.2, 1.05), (2, 1.2, 0.6)):
            clock = time.process_time if jobs == 1 else time.perf_counter
            ours, plain = [], []
            for _ in range(rounds):
                ours.append(_seconds(clock, partial(try_phase, phase, count, jobs=jobs)))
                plain.append(_seconds(clock, partial(_play, phase, count)))
            what = f"{count} trials of a {name} Phase, --jobs {jobs} / as many Phases"
            found.append(Row("P12", what, goal, must, median_ratio(ours, plain)))
    return found


def _seconds(clock: Callable[[], float], what: Callable[[], object]) -> float:
    start = clock()
    what()
    return clock() - start


def _play(phase: Phase, count: int) -> None:
    for number in range(count):
        play(phase.state, phase.sheets, QuickDice(number), phase.rules)


def rows(trials: int = 2000, rounds: int = 3) -> list[Row]:
    """Measure them."""
    rules = load_rules()
    return [*exact_rows(rules), *trial_rows(rules, trials, rounds)]


if __name__ == "__main__":
    print(table(rows(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)))
