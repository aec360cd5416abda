"""A handful of campaigns played in one go: the piece of work that goes to another process or another machine."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Player
from pbem.phases.victory import SIBERIA, Points, victory_points
from pbem.soak.campaign import PlayedPhase, campaign
from pbem.soak.casefile import case_file
from pbem.soak.drawing import Terms
from pbem.soak.reports import report_faults
from pbem.soak.shrinking import shrunk
from pbem.soak.tally import Ended, Tally, tally_of
from pbem.soak.trying import Fault, broken

MOST_SHRUNK = 3
"""Faults of one batch that are made small; more of them are told as they are."""


@dataclass(frozen=True, slots=True)
class Found:
    """A fault with where it was found and, if it is one of a Phase, the smallest case file that shows it."""

    fault: Fault
    campaign: int
    phase: str
    case: str
    """The text of a case file, or empty."""
    sheets: tuple[str, ...] = ()
    """The sheets of the Phase, where no case file can show the fault."""


@dataclass(slots=True)
class Harvest:
    """What came of some campaigns."""

    campaigns: int = 0
    phases: int = 0
    reports: int = 0
    seconds: float = 0.0
    """Spent by the process that played them."""
    tally: Tally = field(default_factory=Counter)
    found: list[Found] = field(default_factory=list)
    ended: list[Ended] = field(default_factory=list)

    def add(self, other: "Harvest") -> None:
        """Take in another harvest."""
        self.campaigns += other.campaigns
        self.phases += other.phases
        self.reports += other.reports
        self.seconds += other.seconds
        self.tally.update(other.tally)
        self.found += other.found
        self.ended += other.ended


def play_batch(terms: Terms, numbers: tuple[int, ...]) -> Harvest:
    """Play these campaigns of a soak. Never raises for what goes wrong in one of them: that is found."""
    harvest = Harvest()
    signs: dict[tuple[str, str], None] = {}
    begin = time.perf_counter()
    for number in numbers:
        try:
            _play_one(terms, number, harvest, signs)
        except Exception as problem:
            harvest.found.append(Found(broken("the campaign", problem), number, f"campaign {number}", ""))
        harvest.campaigns += 1
    harvest.seconds = time.perf_counter() - begin
    return harvest


def _play_one(terms: Terms, number: int, harvest: Harvest, signs: dict[tuple[str, str], None]) -> None:
    """Play a campaign to its end and add what came of it."""
    first: PlayedPhase | None = None
    last: PlayedPhase | None = None
    standings: list[tuple[int, int]] = []
    for phase in campaign(terms, number):
        harvest.phases += 1
        harvest.tally.update(tally_of(phase))
        written, wrong = report_faults(phase, terms.reports) if terms.checked else (0, [])
        harvest.reports += written
        for fault in (*phase.faults, *wrong):
            known = (fault.kind, fault.sign) in signs
            signs[fault.kind, fault.sign] = None
            harvest.found.append(_found(phase, fault, small=not known and len(signs) <= MOST_SHRUNK))
        if phase.trial.state.phase == "second" and phase.result is not None:
            standings.append(_standing(phase.result.state, phase.rules))
        first, last = first or phase, phase
    if first is not None and last is not None and last.result is not None:
        ended, scores = last.result.state, victory_points(last.result.state, last.rules)
        harvest.tally.update(("case", item.case) for points in scores.values() for item in points.items)
        harvest.ended.append(_ended(first, last, ended, scores, standings))


def _found(phase: PlayedPhase, fault: Fault, *, small: bool) -> Found:
    """A fault, made small where it can be shown by a case."""
    of_the_sheet = "sheet" in fault.kind or "report" in fault.kind
    if of_the_sheet or not small:
        texts = tuple(sheet.text for sheet in phase.written.values()) if of_the_sheet and small else ()
        return Found(fault, phase.drawn.number, phase.name, "", texts)
    name = f"found-{phase.drawn.name.replace(' ', '-')}-{phase.trial.state.turn}-{phase.trial.state.phase}"
    text = case_file(shrunk(phase.trial, fault), fault, name=name, origin=phase.name)
    return Found(fault, phase.drawn.number, phase.name, text)


def _standing(state: State, rules: Rules) -> tuple[int, int]:
    """How many Red and White Leaders stand on the map outside Siberia (14.1)."""
    found = {"red": 0, "white": 0}
    for stack in state.stacks:
        if rules.board.provinces[stack.at].region != SIBERIA:
            for unit in stack.units:
                if unit in rules.leaders:
                    found[rules.color[unit]] += 1
    return found["red"], found["white"]


def _ended(
    first: PlayedPhase,
    last: PlayedPhase,
    state: State,
    points: Mapping[Player, Points],
    standings: list[tuple[int, int]],
) -> Ended:
    """How a campaign went, from its first and its last Phase and the position at its end."""
    drawn, rules, victory = last.drawn, last.rules, state.victory
    hands = first.trial.state.holdings
    return Ended(
        number=drawn.number,
        players=drawn.players,
        styles=tuple(drawn.styles[player] for player in drawn.players),
        rulings=tuple(drawn.rulings.items()),
        turn=last.trial.state.turn,
        side=victory.side if victory else "",
        how=_how(state, rules),
        dealt=tuple(sum(rules.value[unit] for unit in hands[player].units) for player in drawn.players),
        points=tuple((points[player].red, points[player].white) for player in drawn.players),
        ranking=victory.ranking if victory else (),
        standings=tuple(standings),
    )


def _how(state: State, rules: Rules) -> str:
    """14.1: by which condition the game ended, or empty where it goes on."""
    victory = state.victory
    if victory is None:
        return ""
    if victory.case == "R37":
        return rules.rulings.ending
    if victory.side == "white":
        return "no_red_leaders"
    white = any(
        rules.color[unit] == "white" and unit not in rules.leaders
        for stack in state.stacks
        if rules.board.provinces[stack.at].region != SIBERIA
        for unit in stack.units
    )
    return "agreement" if white else "no_white_units"


def batches(numbers: range, size: int) -> Iterator[tuple[int, ...]]:
    """The numbers in pieces of that size."""
    for begin in range(0, len(numbers), size):
        yield tuple(numbers[begin : begin + size])
