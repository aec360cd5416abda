"""Plays the rounds of a case with its listed dice and says what differs from what it expects."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import NamedTuple, cast

from pbem.casefiles.difference import JUDGES, Judges, differences, what_came
from pbem.casefiles.position import position, rules_of
from pbem.casefiles.read import Question, Round
from pbem.casefiles.shape import CaseFault, missing
from pbem.chance.listed import ListedDice, MissingRoll, WrongRoll
from pbem.core.dice import Dice, Roll
from pbem.core.invariants import BrokenInvariant
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import PhaseName, Player
from pbem.phases import random_events, randomizer, setup
from pbem.phases.sequence import Result, Step, play
from pbem.rulebook.files import solitaire_sets
from pbem.sheets.body import Body, read_body
from pbem.sheets.places import Entries, Node


class Played(NamedTuple):
    """One round as it was played."""

    before: State
    sheets: Mapping[Player, Body]
    """As they were read."""
    result: Result
    rolls: tuple[Roll, ...]
    """The deal included."""


class Game(NamedTuple):
    """What plays the cases of one game."""

    position: Callable[[Node | None, Rules, str], State]
    """Makes a State of `given`, for the Phase that the case plays first."""
    play: Callable[[Round, State, Rules, Dice], Played]
    judges: Judges
    """What compares each key of `expect`."""
    data: Callable[[State], dict[str, object]]
    """What a position of this game holds beside those of the postal game, as plain data."""


def game_of(rules: str) -> Game:
    """The game of this name. The solitaire game lies above this folder and is looked up by its name."""
    if rules not in solitaire_sets():
        return POSTAL
    game = import_module("pbem.solo.cases").GAME
    assert isinstance(game, Game)
    return game


class CaseReport(NamedTuple):
    """How a case ended: it passed if nothing differs. `played` holds its rounds as far as they could be played."""

    question: Question
    differences: tuple[str, ...]
    rules: Rules | None = None
    played: tuple[Played, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether all came as expected."""
        return not self.differences

    @property
    def came(self) -> tuple[str, ...]:
        """What came of it, round by round, for a person who looks into the case."""
        if self.rules is None:
            return ()
        return tuple(
            self.question.head(number) + line
            for number, played in enumerate(self.played)
            for line in what_came(played, self.rules)
        )


def run_question(question: Question) -> CaseReport:
    """Play a case and compare. Never raises for what is wrong in the case: that is a difference, too."""
    if question.fault:
        return CaseReport(question, (question.fault,))
    found: list[str] = []
    rounds: list[Played] = []
    rules = None
    try:
        game = game_of(question.rules)
        rules = rules_of(question.rules, question.given)
        state = game.position(question.given, rules, question.rounds[0].phase if question.rounds else "")
        for number, round_ in enumerate(question.rounds):
            wrong, played = _run_round(game, round_, state, rules)
            found += [question.head(number) + line for line in wrong]
            if played is None:
                break
            rounds.append(played)
            state = replace(played.result.state, victory=None)
    except CaseFault as fault:
        found.append(f"{question.path}:{fault.line}:{fault.column}: {fault.what}")
    return CaseReport(question, tuple(found), rules, tuple(rounds))


def _run_round(
    game: Game, round_: Round, state: State, rules: Rules
) -> tuple[list[str], Played | None]:
    """What differs in one round, and the round as played; None if it could not be."""
    dice = ListedDice(round_.dice)
    try:
        played = game.play(round_, state, rules, dice)
    except (MissingRoll, WrongRoll) as error:
        return [error.what], None
    except BrokenInvariant as error:
        return [f"a fault of the program: {error}"], None
    wrong = differences(round_.expect, played, rules, game.judges)
    wrong += [f"the roll {label} is given and was never made" for label in dice.unused]
    return wrong, played


def play_round(round_: Round, state: State, rules: Rules, dice: Dice) -> Played:
    """Play one round. Raises CaseFault for orders of nobody, and whatever the dice raise."""
    state = _in_phase(state, round_.phase)
    dealt: tuple[Roll, ...] = ()
    if state.phase == "setup" and any(label.split("/")[0] == "deal" for label in round_.dice):
        state, dealt = setup.deal(state.players, dice, rules)
    elif state.phase == "setup":
        state = setup.after_hands(state, rules)
    bodies = sheets_of(round_.orders, state, rules)
    sheets = {letter: body.sheet for letter, body in bodies.items()}
    result = play(state, sheets, dice, rules, passed_over=_passed_over(round_.dice))
    return Played(state, bodies, result, (*dealt, *result.rolls))


def _in_phase(state: State, phase: str) -> State:
    """The position, moved on to the Phase the round is to be; the Phase between is not played."""
    if not phase or phase == state.phase:
        return state
    turn = state.turn + 1 if state.phase != "first" else state.turn
    return replace(state, turn=turn, phase=cast(PhaseName, phase))


def _passed_over(labels: Mapping[str, object]) -> tuple[Step, ...]:
    """The steps that a case without their dice does not play."""
    steps: tuple[Step, ...] = ()
    if not any(label.startswith("event/") for label in labels):
        steps += (random_events.roll_first, random_events.roll_second)
    if not any(label.startswith("draw/") or label == "order/draws" for label in labels):
        steps += (randomizer.draw,)
    return steps


def sheets_of(orders: Mapping[Player, Node], state: State, rules: Rules) -> dict[Player, Body]:
    """The sheets of a round by player; who has nothing under his letter sends none."""
    found: dict[Player, Body] = {}
    for letter, body in orders.items():
        if letter not in state.players:
            raise CaseFault(f"orders for {letter!r}, who is no player of this case", body)
        if missing(body):
            continue
        if not isinstance(body, Entries):
            raise CaseFault("orders are the keys of a sheet with what is ordered", body)
        found[letter] = read_body(body, letter, state.phase, rules)
    return found


POSTAL = Game(position, play_round, JUDGES, lambda state: {})
