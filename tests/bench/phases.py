"""How many whole First and Second Phases are played a second, warm, six players, a full load of orders.

python -m tests.bench.phases

Times are those of the processor, so that what else the machine does matters little. The yardstick is a Diplomacy
adjudicator, the package `diplomacy` of PyPI. It is no part of this project: put it into a virtual environment of its
own and name that one's interpreter in PBEM_DIPLOMACY_PYTHON. Without it there are only times.
"""

import gc
import os
import statistics
import subprocess
import time

from pbem.casefiles.read import Question, read_file
from pbem.casefiles.run import run_question
from pbem.chance.quick import QuickDice
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.phases.sequence import play
from pbem.rulebook import load_rules
from tests.bench import positions
from tests.bench.timing import table
from tests.test_cases import FOLDER, NOT_TESTED

POSITIONS = 6
ROUNDS = 5
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


def others_a_second() -> float | None:
    """How many movement phases the yardstick processes a second; None without it."""
    python = os.environ.get("PBEM_DIPLOMACY_PYTHON")
    if not python:
        return None
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


def main() -> None:
    """Print the table: rounds in turn, medians, the ratio as the median of the rounds' ratios."""
    rules = load_rules()
    first, second = phases(rules)
    questions = suite()
    gc.collect()
    gc.freeze()  # what is measured against has a process of its own, without all these cases in its memory
    rates: dict[str, list[float]] = {"First": [], "Second": [], "both": [], "cases": [], "other": []}
    for count in range(ROUNDS + 1):
        one, two = seconds_each(first, rules), seconds_each(second, rules)
        cases = cases_a_second(questions)
        if count:  # the first round warms up
            rates["First"].append(1 / one)
            rates["Second"].append(1 / two)
            rates["both"].append(2 / (one + two))
            rates["cases"].append(cases)
            rates["other"].append(others_a_second() or float("nan"))
    names = {
        "First": ("P5 First Phases", "other", 0.5, 1),
        "Second": ("P5 Second Phases", "other", 0.5, 1),
        "both": ("P5 both together", "other", 0.5, 1),
        "cases": ("P17 cases / P5 both", "both", 0.5, 1),
    }
    rows = []
    for key, (name, yardstick, must, goal) in names.items():
        ratio = statistics.median(a / b for a, b in zip(rates[key], rates[yardstick], strict=True))
        rows.append((name, round(statistics.median(rates[key])), ratio, must, goal))
    rows.append(("movement phases of the yardstick", statistics.median(rates["other"]), 1.0, "", ""))
    table(("what", "a second", "ratio", "must", "goal"), rows)


if __name__ == "__main__":
    main()
