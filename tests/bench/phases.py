"""How many whole First and Second Phases are played a second, warm, six players, a full load of orders.

python -m tests.bench.phases

Times are those of the processor, so that what else the machine does matters little. The yardstick is a Diplomacy
adjudicator, the package `diplomacy` 1.1.2 of PyPI. It is no part of this project: put it into a virtual environment of
its own (`python -m venv elsewhere && elsewhere/bin/pip install diplomacy`) and name that one's interpreter in
PBEM_DIPLOMACY_PYTHON. Without it the toy Phase stands in, which is known to be TOYS times as fast; the row says so.
"""

import gc
import os
import subprocess
import sys
import time

from pbem.casefiles.read import Question, read_file
from pbem.casefiles.run import run_question
from pbem.chance.quick import QuickDice
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.phases.sequence import play
from pbem.rulebook import load_rules
from tests.bench import positions
from tests.bench.rows import Row, table
from tests.bench.timing import median_ratio
from tests.bench.yardsticks import ToyPhase, seconds
from tests.test_cases import FOLDER, NOT_TESTED

POSITIONS = 6
TOYS = 3.9
"""How many toy Phases are played in the time of one movement phase of the package, as once measured side by side."""
OTHERS = """
import random, statistics, time
from diplomacy import Game
times = []
for seed in range(3):
    game, rng = Game(), random.Random(seed)
    for _ in range(60):
        if game.is_game_done:
            break
        possible = game.get_all_possible_orders()
        for power in game.powers:
            places = game.get_orderable_locations(power)
            game.set_orders(power, [rng.choice(possible[place]) for place in places if possible[place]])
        movement = game.phase_type == "M"
        start = time.process_time()
        game.process()
        if movement:
            times.append(time.process_time() - start)
print(1 / statistics.mean(times))
"""
"""Random legal orders, three games: says how many movement phases are processed a second, on average."""

Played = list[tuple[State, dict[str, object]]]


def phases(rules: Rules) -> tuple[Played, Played]:
    """Positions with their sheets, of both Phases."""
    first: Played = []
    second: Played = []
    for number in range(POSITIONS):
        state = positions.set_up(rules, number)
        sheets = positions.first_sheets(state, rules, number)
        first.append((state, sheets))
        after = play(state, sheets, QuickDice(number), rules).state
        second.append((after, positions.second_sheets(after, rules, number)))
    return first, second


def seconds_each(played: Played, rules: Rules, times: int = 10) -> float:
    """Mean seconds of a Phase."""
    start = time.process_time()
    for number in range(times):
        for state, sheets in played:
            play(state, sheets, QuickDice(number), rules)
    return (time.process_time() - start) / times / len(played)


def others_a_second(python: str) -> float:
    """How many movement phases the package processes a second, in a process of its own; without it, the stand-in."""
    if not python:
        return 1 / seconds(ToyPhase().play) / TOYS
    done = subprocess.run([python, "-c", OTHERS], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def suite() -> list[Question]:
    """All cases of the suite."""
    return [one for path in sorted(FOLDER.glob("*.yaml")) if path != NOT_TESTED for one in read_file(path)]


def cases_a_second(questions: list[Question]) -> float:
    """How many cases are run a second."""
    start = time.process_time()
    for question in questions:
        run_question(question)
    return len(questions) / (time.process_time() - start)


def rows(rounds: int = 5) -> list[Row]:
    """P5, P17: rounds in turn, after one that warms up."""
    rules = load_rules()
    first, second = phases(rules)
    questions = suite()
    python = os.environ.get("PBEM_DIPLOMACY_PYTHON", "")
    gc.collect()
    gc.freeze()  # what is measured against has a process of its own, without all these cases in its memory
    rates: dict[str, list[float]] = {"First": [], "Second": [], "both": [], "cases": [], "other": []}
    for count in range(rounds + 1):
        one, two = seconds_each(first, rules), seconds_each(second, rules)
        cases, other = cases_a_second(questions), others_a_second(python)
        if count:
            for name, rate in zip(rates, (1 / one, 1 / two, 2 / (one + two), cases, other), strict=True):
                rates[name].append(rate)
    gc.unfreeze()
    yardstick = "movement phases of `diplomacy`" if python else f"toy Phases / {TOYS} (`diplomacy` is not here)"
    names = {"First": "First Phases a second", "Second": "Second Phases a second", "both": "both Phases together, a second"}
    found = [
        Row("P5", f"{what} / {yardstick}", 1, 0.5, median_ratio(rates[name], rates["other"]), at_least=True)
        for name, what in names.items()
    ]
    measured = median_ratio(rates["cases"], rates["both"])
    return [*found, Row("P17", "cases a second / Phases of P5 a second", 1, 0.5, measured, at_least=True)]


if __name__ == "__main__":
    print(table(rows(int(sys.argv[1]) if len(sys.argv) > 1 else 5)))
