"""Orders asked for one after another at the terminal, each checked as soon as it is given; they make a sheet."""

from collections.abc import Callable
from typing import NamedTuple

from pbem.checker import check
from pbem.sheets.findings import Finding
from pbem.solo.folder.game import Game
from pbem.solo.folder.sheets import head_lines
from pbem.solo.judging import judge
from pbem.solo.report.view import hints, task
from pbem.words import sentence

Ask = Callable[[str], str]
"""Puts a question and gives the answer; empty where there is none."""
Say = Callable[[str], None]


class Stopped(Exception):
    """The player does not want to go on now."""


class Question(NamedTuple):
    """A key of an order and what is asked for it; `needed` without an answer there is no order."""

    key: str
    asked: str
    needed: bool = True


PARTS: dict[str, tuple[Question, ...]] = {
    "leaders": (
        Question("leader", "ask_leader"),
        Question("at", "ask_at"),
        Question("with", "ask_with_units", needed=False),
    ),
    "moves": (
        Question("force", "ask_force"),
        Question("route", "ask_route", needed=False),
        Question("by", "ask_by", needed=False),
    ),
    "subversion": (
        Question("with", "ask_subvert_with"),
        Question("against", "ask_against"),
        Question("at", "ask_target_at"),
    ),
    "attacks": (
        Question("at", "ask_attack_at"),
        Question("with", "ask_attack_with"),
        Question("against", "ask_against"),
        Question("losses", "ask_losses", needed=False),
    ),
}
ASKED: dict[str, tuple[str, ...]] = {
    "red-leaders": ("leaders",),
    "red-movement": ("moves",),
    "red-combat": ("subversion", "attacks"),
}
"""What is asked for in each Phase that waits."""
STOP = ("stop", "quit", "exit")
BACK = ("back", "undo")


def ask_for_sheet(game: Game, *, ask: Ask, say: Say) -> str:
    """The sheet for the Phase that waits, as text. Raises Stopped."""
    state = game.state
    say("")
    say(task(state))
    for line in hints(state, game.rules):
        say(line)
    say(sentence("ask_how", {}))
    lines = head_lines(state, game.name)
    for part in ASKED[state.phase]:
        orders = _ask_for_part(game, lines, part, ask=ask, say=say)
        if orders:
            lines += [f"{part}:", *orders]
    return "\n".join(lines) + "\n"


def _ask_for_part(game: Game, lines: list[str], part: str, *, ask: Ask, say: Say) -> list[str]:
    """The orders of one kind, until the player gives none."""
    orders: list[str] = []
    while True:
        order = _ask_for_order(PARTS[part], ask)
        if order is None:
            return orders
        if order == "":
            say(sentence("ask_taken_back" if orders else "ask_nothing_to_take_back", {}))
            orders = orders[:-1]
            continue
        text = "\n".join([*lines, f"{part}:", *orders, order]) + "\n"
        found = [one for one in _findings(game, text) if one.path.startswith(f"{part}[{len(orders)}]")]
        for one in found:
            say(f"{one.grade}: {one.sentence}{_cases(one)}")
        if any(one.grade == "error" for one in found) and not _keep(ask):
            continue
        orders.append(order)


def _ask_for_order(questions: tuple[Question, ...], ask: Ask) -> str | None:
    """One order as a line of the sheet; None for no more, empty to take the last one back. Raises Stopped."""
    values: list[str] = []
    for question in questions:
        answer = ask(sentence(question.asked, {}))
        if answer.lower() in STOP:
            raise Stopped
        if answer.lower() in BACK:
            return ""
        if not answer and question.needed:
            return None
        if answer:
            values.append(f"{question.key}: {_written(question.key, answer)}")
    return f"- {{{', '.join(values)}}}"


def _written(key: str, answer: str) -> str:
    """An answer as a value of the sheet: lists and routes in brackets, all else as typed."""
    if answer[:1] in "[{" or key in ("leader", "at", "by", "against"):
        return answer
    return f"[{answer}]"


def _findings(game: Game, text: str) -> tuple[Finding, ...]:
    return check(game.state, game.read(text.encode()), game.rules, judges=judge)


def _cases(one: Finding) -> str:
    return f" [{', '.join(one.cases)}]" if one.cases else ""


def _keep(ask: Ask) -> bool:
    """Whether an order with an error is to stand all the same."""
    return ask(sentence("ask_keep", {})).lower() in ("y", "yes")
