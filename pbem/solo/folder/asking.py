"""Orders asked for one after another at the terminal, each checked as soon as it is given; they make a sheet."""

import re
from collections.abc import Callable
from typing import NamedTuple

from pbem.checker import check
from pbem.report.folding import fold
from pbem.sheets.findings import Finding
from pbem.sheets.names import names_of
from pbem.solo.folder.game import Game
from pbem.solo.folder.sheets import head_lines
from pbem.solo.judging import judge
from pbem.solo.report.view import hints, others, task
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
        Question("by", "ask_by", needed=False),
        Question("route", "ask_route", needed=False),
    ),
    "subversion": (
        Question("at", "ask_target_at"),
        Question("against", "ask_against"),
        Question("with", "ask_subvert_with"),
    ),
    "attacks": (
        Question("at", "ask_attack_at"),
        Question("against", "ask_against"),
        Question("with", "ask_attack_with"),
        Question("losses", "ask_losses", needed=False),
    ),
}
ASKED: dict[str, tuple[str, ...]] = {
    "red-leaders": ("leaders",),
    "red-movement": ("moves",),
    "red-combat": ("subversion", "attacks"),
}
"""What is asked for in each Phase that waits."""
STAND_INS: dict[str, dict[str, str]] = {
    "leaders": {"at": "TVER"},
    "moves": {},
    "subversion": {"against": "BR 414", "with": "[151]"},
    "attacks": {"against": "201", "with": "[151]"},
}
"""What stands for the answers still to come, so that an order that is not whole yet can be looked at."""
LOSSES = Question("losses", "ask_all_losses", needed=False)
"""In Red's combat, once the attacks are given."""
STOP = ("stop", "quit", "exit")
BACK = ("back", "undo")
HELP = ("?", "help")


class _Asker:
    """One sheet while it is asked for."""

    def __init__(self, game: Game, *, ask: Ask, say: Say) -> None:
        self.game = game
        self.ask = ask
        self.say = say
        self.lines = head_lines(game.state, game.name)
        """What is written of the sheet so far."""

    def sheet(self, *, explained: bool) -> str:
        """The whole sheet as text; `explained`: what there is to do was just said. Raises Stopped."""
        if not explained:
            self._explain()
        self._say_folded(sentence("ask_how", {}))
        phase = self.game.state.phase
        for part in ASKED[phase]:
            orders = self._part(part)
            if orders:
                self.lines += [f"{part}:", *orders]
        if phase == "red-combat":
            losses = self._losses()
            if losses:
                self.lines.append(f"losses: {losses}")
        return "\n".join(self.lines) + "\n"

    def _explain(self, *, whole: bool = False) -> None:
        """What is to be done, and what there is to choose from; `whole`: where the other side stands, too."""
        state, rules = self.game.state, self.game.rules
        hinted = [f"- {line}" for line in hints(state, rules)]
        self.say("")
        self._say_folded("\n".join([task(state, by_sheet=False), "", *hinted, *(others(state, rules) if whole else ())]))
        self.say("")

    def _say_folded(self, text: str) -> None:
        self.say(fold(text).rstrip())

    def _part(self, part: str) -> list[str]:
        """The orders of one kind, until the player gives none."""
        orders: list[str] = []
        while True:
            order = self._order(part, orders)
            if order is None:
                return orders
            if order == "":
                self.say(sentence("ask_taken_back" if orders else "ask_nothing_to_take_back", {}))
                orders = orders[:-1]
                continue
            found = self._findings(part, [*orders, order], ".")
            for one in found:
                self.say(f"{one.grade}: {one.sentence}{_cases(one)}")
            if any(one.grade == "error" for one in found) and not self._keep():
                continue
            orders.append(order)

    def _order(self, part: str, orders: list[str]) -> str | None:
        """One order as a line of the sheet; None for no more, empty to take the last one back.

        An answer that cannot be right is asked for again, with the reason.
        """
        values: list[str] = []
        early = ""  # a route where it was asked how the force goes
        for question in PARTS[part]:
            while True:
                answer, early = early or self._answer(question), ""
                if question.key == "by" and self._is_route(answer):
                    answer, early = "", answer
                if answer.lower() in BACK:
                    return "" if not values else self._order(part, orders)
                if not answer:
                    break
                tried = [*values, f"{question.key}: {_written(question.key, answer)}"]
                wrong = self._wrong(part, [*orders, _line(tried)], question.key)
                if not wrong:
                    values = tried
                    break
                for one in wrong:
                    self.say(f"{one.sentence}{_cases(one)}{_suggestion(one)}")
            if not answer and question.needed:
                if values:
                    self.say(sentence("ask_order_left", {}))
                return self._order(part, orders) if values else None
        return _line(values)

    def _is_route(self, answer: str) -> bool:
        """Whether a province is named in an answer, by its code or in full."""
        known = names_of(self.game.rules).provinces
        words = [*re.split(r"\W+", answer), *re.split(r"\s*[-,:>]\s*", answer)]
        return any(word.lower() in known for word in words)

    def _losses(self) -> str:
        """Whom to give up first in every other exchange, as a value of the sheet; empty for no wish."""
        while True:
            answer = self._answer(LOSSES)
            if not answer or answer.lower() in BACK:
                return ""
            value = _written(LOSSES.key, answer)
            text = "\n".join([*self.lines, f"{LOSSES.key}: {value}"]) + "\n"
            read = self.game.read(text.encode())
            wrong = [one for one in read.findings if read.sheet is None or one.path.startswith(LOSSES.key)]
            if not wrong:
                return value
            for one in wrong:
                self.say(f"{one.sentence}{_cases(one)}{_suggestion(one)}")

    def _answer(self, question: Question) -> str:
        """What the player says; raises Stopped."""
        while True:
            answer = self.ask(sentence(question.asked, {}))
            if answer.lower() in STOP:
                raise Stopped
            if answer.lower() not in HELP:
                return answer
            self._explain(whole=True)

    def _wrong(self, part: str, orders: list[str], key: str) -> list[Finding]:
        """The errors of one answer to the last of these orders."""
        given = [question.key for question in PARTS[part]]
        later = given[given.index(key) + 1 :]
        more = [f"{one}: {value}" for one, value in STAND_INS[part].items() if one in later]
        whole = orders[-1].removesuffix("}") + "".join(f", {one}" for one in more) + "}"
        found = self._findings(part, [*orders[:-1], whole], f".{key}")
        return [one for one in found if one.grade == "error"]

    def _findings(self, part: str, orders: list[str], under: str) -> list[Finding]:
        """What a check says of the last of these orders, or of what lies `under` a key of it."""
        text = "\n".join([*self.lines, f"{part}:", *orders]) + "\n"
        path = f"{part}[{len(orders) - 1}]"
        at = path if under == "." else path + under
        read = self.game.read(text.encode())
        if read.sheet is None:
            return list(read.findings)  # the answer makes the whole sheet unreadable
        found = check(self.game.state, read, self.game.rules, judges=judge)
        return [one for one in found if one.path == at or one.path.startswith((f"{at}.", f"{at}["))]

    def _keep(self) -> bool:
        """Whether an order with an error is to stand all the same; asked until it is a yes or a no."""
        while True:
            answer = self.ask(sentence("ask_keep", {})).lower()
            if answer in STOP:
                raise Stopped
            if answer in ("", "n", "no", *BACK):
                return False
            if answer in ("y", "yes"):
                return True
            self.say(sentence("ask_yes_or_no", {}))


def ask_for_sheet(game: Game, *, ask: Ask, say: Say, explained: bool = False) -> str:
    """The sheet for the Phase that waits, as text; `explained`: a report that ends with what is to be done was just
    shown. Raises Stopped."""
    return _Asker(game, ask=ask, say=say).sheet(explained=explained)


def _line(values: list[str]) -> str:
    """An order as a line of the sheet."""
    return f"- {{{', '.join(values)}}}"


def _suggestion(one: Finding) -> str:
    return f" {sentence('ask_perhaps', {'text': one.suggestion})}" if one.suggestion else ""


def _written(key: str, answer: str) -> str:
    """An answer as a value of the sheet: lists and routes in brackets, all else as typed."""
    if answer[:1] in "[{" or key in ("leader", "at", "by", "against"):
        return answer
    return f"[{answer}]"


def _cases(one: Finding) -> str:
    return f" [{', '.join(one.cases)}]" if one.cases else ""
