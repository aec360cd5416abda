"""What must hold of every Phase, whatever the orders: each check gives the faults it finds in a trial.

A fault is a contradiction of the program with itself. Whether the rules are right is what the case files are for.
"""

import hashlib
import json
import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from pbem.checker import check
from pbem.core.events import Attacked, Subverted
from pbem.core.invariants import BrokenInvariant
from pbem.core.orders import Faulty, Goods, Sheet, Trade
from pbem.core.rules import Rules
from pbem.core.state import Holding
from pbem.core.terms import Player
from pbem.core.verdicts import Outcome
from pbem.phases.judging import judge
from pbem.phases.sequence import Result
from pbem.position import from_json, to_json
from pbem.sheets.findings import Finding
from pbem.soak.trial import Trial

WISHES = (".losses", ".enemy_losses", ".capture", ".min_odds")
"""Places at which a fault is passed over and takes nothing from the order (R9, R31, R32)."""
BY_CHANCE = ("purge_countered", "assassination_missed", "execution_refused", "counterpurge_countered")
"""Failures that the dice or another player decide."""
WITHOUT_OUTCOME = ("counterpurge", "press", "losses", "standing", "end_game", "if_ordered_to_execute_czar")
"""Parts of a sheet whose orders have an outcome only if they are called upon, or none at all."""


WORLDS = 8
"""How often an order about which the checker was silent is tried with other dice before it is said to fail always."""


class Fault(NamedTuple):
    """Something that must not be."""

    kind: str
    """Which check found it."""
    what: str
    sign: str
    """What it is known by while the trial is made smaller: the same fault has the same sign."""


class Trying:
    """A trial with what several checks need of it, each worked out once."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.rules: Rules = trial.rules()

    @cached_property
    def result(self) -> Result:
        """The Phase as it is played. Raises whatever the adjudicator does."""
        return self.trial.play(self.rules)

    @cached_property
    def findings(self) -> Mapping[Player, tuple[Finding, ...]]:
        """What the checker says of each sheet."""
        state = self.trial.state
        return {player: check(state, sheet, self.rules) for player, sheet in self.trial.sheets.items()}

    @cached_property
    def playing(self) -> tuple[Player, ...]:
        """The players whose orders are carried out: neither gone before nor leaving now."""
        gone = self.trial.state.flags.quit
        return tuple(
            player for player, sheet in self.trial.sheets.items() if player not in gone and not sheet.quit
        )


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


def broken(kind: str, problem: Exception) -> Fault:
    """An exception as a fault; its sign is the place in the code, for a broken invariant the step and the problem."""
    if isinstance(problem, BrokenInvariant):
        sign = f"{problem.step}: {re.sub(r'[0-9(),]+|[A-Z]{3,4}', '', problem.problem)}"
        return Fault("invariant", str(problem), sign)
    name, said = type(problem).__name__, f"{type(problem).__name__}: {problem}"
    frames = [frame for frame in traceback.extract_tb(problem.__traceback__) if "pbem" in frame.filename]
    if not frames:  # it never came here
        return Fault(f"exception in {kind}", said, name)
    place = frames[-1]
    what = f"{said} ({place.filename.rpartition('pbem')[2][1:]}:{place.lineno})"
    return Fault(f"exception in {kind}", what, f"{name} in {place.name}")


# --- the checks --------------------------------------------------------------------------------------------------

_Said = Iterator[tuple[str, str]]
"""What is wrong, and its sign."""


def _again(trying: Trying) -> _Said:
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


def _totals(trying: Trying) -> _Said:
    """No counter and no marker is lost or made."""
    before, after = _census(trying.trial), _census_of(trying.result)
    if before != after:
        yield f"there were {before} and are {after}", "totals"


def _census(trial: Trial) -> tuple[int, ...]:
    return _count(to_json(trial.state))


def _census_of(result: Result) -> tuple[int, ...]:
    return _count(to_json(result.state))


def _count(position: Mapping[str, object]) -> tuple[int, ...]:
    """Units, Politburo, Assassin and all other markers, wherever they are."""
    text = json.dumps({key: position[key] for key in ("stacks", "chart", "out_of_play", "box")})
    hands = json.dumps(position["holdings"])
    units = len(re.findall(r"\b[0-9]+\b", text)) + sum(
        len(re.findall(r"[0-9]+", listed)) for listed in re.findall(r'"units": \[([^]]*)\]', hands)
    )
    rest = json.dumps([position["randomizer"], position["out_of_play"]])
    politburo = sum(map(int, re.findall(r'"politburo": ([0-9]+)', hands))) + rest.count('"politburo"')
    assassin = sum(map(int, re.findall(r'"assassin": ([0-9]+)', hands))) + rest.count('"assassin"')
    other = len(re.findall(r'"[A-Z]{2}"', hands)) + len(re.findall(r"-(?:control|withdrawal)", rest))
    return units, politburo, assassin, other


def orders_of(sheet: Sheet) -> Iterable[str]:
    """The refs of all orders of a sheet that end with an outcome when the sheet is carried out."""
    for name in Sheet.__slots__:
        value = getattr(sheet, name)
        if isinstance(value, tuple) and name not in ("counterpurges", "press"):
            for order in value:
                if hasattr(order, "ref"):
                    yield order.ref
    for faulty in sheet.counterpurges:
        if isinstance(faulty, Faulty):
            yield faulty.ref
    if sheet.execute_czar is not None:
        yield sheet.execute_czar.ref


def _outcomes(trying: Trying) -> _Said:
    """Every order ends exactly once, and nothing ends that nobody ordered."""
    outcomes = trying.result.outcomes
    for player in trying.playing:
        for ref in orders_of(trying.trial.sheets[player]):
            if ref not in outcomes:
                yield f"the order {ref} has no outcome", f"no outcome {_part(ref)}"
    for ref in outcomes:
        player, _, path = ref.partition(".")
        if player not in trying.trial.sheets and _part(ref) not in WITHOUT_OUTCOME:
            yield f"{ref} ended, which nobody ordered", f"no order {_part(path)}"


def _part(ref: str) -> str:
    """The part of the sheet an order stands in: ``A.moves[3]`` gives ``moves``."""
    return ref.rpartition(".")[2].partition("[")[0]


def _errors(trying: Trying) -> _Said:
    """Where the checker says error, the order does not end done: it ends void, failed, or in part without the thing."""
    for player in trying.playing:
        for finding in trying.findings[player]:
            if finding.grade != "error" or finding.path.startswith(WITHOUT_OUTCOME):
                continue
            ref, sub = _split(f"{player}.{finding.path}")
            outcome = trying.result.outcomes.get(ref)
            if any(wish in sub for wish in WISHES) or finding.code in ("press_from_another", "no_seat"):
                continue
            if outcome is None or outcome.ended == "done":
                yield (
                    f"the checker calls {finding.path} an error ({finding.code}), but {ref} ended {_told(outcome)}",
                    f"error {finding.code} {outcome.code if outcome else ''}",
                )


def _split(path: str) -> tuple[str, str]:
    """The ref of an order and the place inside it."""
    found = re.fullmatch(r"([A-H]\.[a-z_]+(?:\[[0-9]+\])?)(.*)", path)
    return (found[1], found[2]) if found else (path, "")


def _told(outcome: Outcome | None) -> str:
    return f"{outcome.ended} ({outcome.code})" if outcome else "without an outcome"


def _silence(trying: Trying) -> _Said:
    """Where the checker finds neither error nor warning, the order is carried out when nobody else orders anything."""
    for player in trying.playing:
        sheet = trying.trial.sheets[player]
        doubted = {
            _split(f"{player}.{finding.path}")[0]
            for finding in trying.findings[player]
            if finding.grade in ("error", "warning")
        }
        doubted |= set(_unreadable(sheet))
        refs = [ref for ref in orders_of(sheet) if ref not in doubted]
        if not refs or (len(trying.trial.sheets) > 1 and not _any_ended_badly(trying, refs)):
            continue
        for ref, outcome in _always_failing(trying, sheet, refs):
            yield (
                f"the checker is silent on {ref}, which always ends {_told(outcome)}",
                f"silence {_part(ref)} {outcome.code}",
            )


def _always_failing(trying: Trying, sheet: Sheet, refs: list[str]) -> list[tuple[str, Outcome]]:
    """Those of the orders that are not carried out however the dice fall, be the others idle or generous."""
    left = list(refs)
    last: dict[str, Outcome] = {}
    for number, sheets in enumerate(_worlds(trying, sheet)):
        seed = hashlib.sha256(trying.trial.seed + bytes([number])).digest()
        outcomes = replace(trying.trial, seed=seed).play(trying.rules, sheets).outcomes
        last = {ref: outcome for ref in left if (outcome := outcomes.get(ref)) and _went_wrong(outcome)}
        left = list(last)
        if not left:
            break
    return list(last.items())


def _went_wrong(outcome: Outcome) -> bool:
    return outcome.ended != "done" and outcome.code not in BY_CHANCE


def _worlds(trying: Trying, sheet: Sheet) -> Iterator[dict[Player, Sheet]]:
    """What the others may do: nothing; or give the player all the markers they hold."""
    state = trying.trial.state
    idle = {sheet.player: sheet}
    generous = dict(idle)
    for other in state.active:
        holding = state.holdings.get(other, Holding())
        gift = Trade(f"{other}.trades[0]", Goods(holding.politburo, holding.assassin), sheet.player, None)
        if other != sheet.player and gift.give != Goods():
            generous[other] = Sheet(other, trades=(gift,))
    for _ in range(WORLDS):
        yield idle
        yield generous


def _unreadable(sheet: Sheet) -> Iterator[str]:
    """The refs of orders that could not be read: the reader has told why, which bare orders no longer show."""
    for name in Sheet.__slots__:
        value = getattr(sheet, name)
        for order in value if isinstance(value, tuple) else (value,):
            if isinstance(order, Faulty):
                yield order.ref


def _any_ended_badly(trying: Trying, refs: list[str]) -> bool:
    """Whether one of these was not carried out with all sheets in; only then it is worth playing it alone."""
    outcomes = trying.result.outcomes
    return any(ref in outcomes and outcomes[ref].ended != "done" for ref in refs)


def _odds(trying: Trying) -> _Said:
    """The odds the checker names are those of the roll, when nobody else orders anything."""
    for player in trying.playing:
        sheet = trying.trial.sheets[player]
        if not (sheet.attacks or sheet.subversions) or trying.trial.state.phase != "second":
            continue
        remarks = judge(trying.trial.state, sheet, trying.rules)
        named = {one.ref: one.facts["text_odds"] for one in remarks if one.code == "attack_as_it_stands"}
        for one in remarks:
            if one.code in ("stack_may_be_gone", "target_may_be_gone"):
                named.pop(one.ref, None)
        for event in trying.trial.play(trying.rules, {player: sheet}).events if named else ():
            if isinstance(event, Attacked | Subverted) and event.odds != named.get(event.ref, event.odds):
                yield (
                    f"the checker says {event.ref} is made at {named[event.ref]}, and it is made at {event.odds}",
                    f"odds {_part(event.ref)}",
                )


CHECKS: Mapping[str, Callable[[Trying], _Said]] = {
    "again": _again,
    "totals": _totals,
    "outcomes": _outcomes,
    "errors": _errors,
    "silence": _silence,
    "odds": _odds,
}
