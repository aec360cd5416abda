"""What must hold of every Phase, whatever the orders: each check gives the faults it finds in a trial.

A fault is a contradiction of the program with itself. Whether the rules are right is what the case files are for.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from pbem.core.state import State
from pbem.core.terms import ASSASSIN, POLITBURO, control_marker
from pbem.phases.sequence import Result
from pbem.position import from_json, to_json
from pbem.resources import schemas
from pbem.soak import checker_truth
from pbem.soak.trial import Trial
from pbem.soak.trying import WITHOUT_OUTCOME, Fault, Said, Trying, broken, orders_of, part_of


def faults(trial: Trial) -> list[Fault]:
    """All faults of a trial; where one check cannot be carried out, that is its fault."""
    trying = Trying(trial)
    try:
        trying.result  # noqa: B018 — played here, so that whatever breaks is told once
    except Exception as problem:
        return [broken("play", problem)]
    found: list[Fault] = []
    for name, one in CHECKS.items():
        try:
            found += [Fault(name, what, sign) for what, sign in one(trying)]
        except Exception as problem:
            found.append(broken(name, problem))
    return found


def _again(trying: Trying) -> Said:
    """The same position, orders and dice give the same to the byte, also from a position that went through a file."""
    trial = trying.trial
    text = json.dumps(to_json(trial.state))
    state = from_json(json.loads(text))
    if state != trial.state:
        yield "the position read back from its file is another", "position"
    if json.dumps(to_json(state)) != text:
        yield "the position's file written again is another", "position text"
    backwards = {player: trial.sheets[player] for player in reversed(tuple(trial.sheets))}
    again = Trial(state, backwards, trial.rulings, trial.seed, trial.salt, trial.quiet).play(trying.rules)
    if repr(again) != repr(trying.result):
        yield f"played again it comes out otherwise: {_first_difference(trying.result, again)}", "again"


def _first_difference(one: Result, other: Result) -> str:
    for name in ("state", "events", "outcomes", "remarks", "rolls"):
        if repr(getattr(one, name)) != repr(getattr(other, name)):
            return name
    return "nothing that can be seen"


@cache
def position_schema() -> Callable[[object], Iterable[Any]] | None:
    """What tells how a position differs from its published schema; None where jsonschema-rs is not installed."""
    try:
        from jsonschema_rs import Draft202012Validator
    except ImportError:
        return None
    return Draft202012Validator(json.loads(schemas()["position"].read_text("utf-8"))).iter_errors


def _schema(trying: Trying) -> Said:
    """The position that comes out, as it is mailed, is as its schema says."""
    faults_of = position_schema()
    if faults_of is None:
        return
    text = json.dumps(to_json(trying.result.state, campaign="soak", rulings=trying.trial.rulings))
    for fault in faults_of(json.loads(text)):
        path = "".join(f"/{step}" for step in fault.instance_path) or "/"
        place = "/".join(step for step in fault.instance_path if isinstance(step, str))
        yield f"the position is not as its schema says: {path}: {fault.message[:200]}", f"schema {place}"


def _totals(trying: Trying) -> Said:
    """Every counter and every marker there was is there again, each once."""
    before, after = _census(trying.trial.state), _census(trying.result.state)
    if before != after:
        yield f"lost: {_listed(before - after)}; made: {_listed(after - before)}", "totals"


def _listed(things: Counter[str]) -> str:
    return ", ".join(sorted(things.elements())) or "nothing"


def _census(state: State) -> Counter[str]:
    """All units and markers, wherever they are."""
    found = Counter(map(str, (*state.randomizer, *state.out_of_play, *state.box)))
    for stack in state.stacks:
        found.update(map(str, stack.units))
    for faces in state.chart.values():
        found.update(map(str, faces.up + faces.down))
    for holding in state.holdings.values():
        found.update(map(str, holding.units))
        found.update({POLITBURO: holding.politburo, ASSASSIN: holding.assassin})
        found.update(control_marker(nationality) for nationality in holding.control)
    return found


def _outcomes(trying: Trying) -> Said:
    """Every order ends exactly once, and nothing ends that nobody ordered."""
    outcomes = trying.result.outcomes
    for player in trying.playing:
        for ref in orders_of(trying.trial.sheets[player]):
            if ref not in outcomes:
                yield f"the order {ref} has no outcome", f"no outcome {part_of(ref)}"
    for ref in outcomes:
        player, _, path = ref.partition(".")
        if player not in trying.trial.sheets and part_of(ref) not in WITHOUT_OUTCOME:
            yield f"{ref} ended, which nobody ordered", f"no order {part_of(path)}"


CHECKS: Mapping[str, Callable[[Trying], Said]] = {
    "again": _again,
    "schema": _schema,
    "totals": _totals,
    "outcomes": _outcomes,
    "errors": checker_truth.errors,
    "silence": checker_truth.silence,
    "odds": checker_truth.odds,
}
