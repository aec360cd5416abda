"""A case file as a list of questions: who asks what, which rounds are played, what is expected. Plays nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from pbem.casefiles.shape import CaseFault, entries, items, one_of, plain, word, words
from pbem.core.terms import Case, PhaseName, Player
from pbem.errors import FileError, unreadable
from pbem.resources import rule_sets
from pbem.rulebook.files import solitaire_sets
from pbem.sheets.places import Entries, Items, Node, read_places
from pbem.sheets.syntax import Unreadable
from pbem.words import sentence

LARGEST = 64 * 1024 * 1024
"""Bytes of a case file."""
PHASES: tuple[str, ...] = get_args(PhaseName)[:3]
"""The Phases of the postal game."""
SOLITAIRE_PHASES: tuple[str, ...] = ("setup", *get_args(PhaseName)[3:])
"""Those of the solitaire game (19.2)."""
CASE_KEYS = ("id", "title", "cites", "given", "orders", "dice", "expect", "phases")
ROUND_KEYS = ("phase", "orders", "dice", "expect")


@dataclass(frozen=True, slots=True)
class Round:
    """One Phase of a case; `phase` is empty where the case does not name it."""

    phase: str
    orders: Mapping[Player, Node]
    dice: Mapping[str, object]
    expect: Node | None


@dataclass(frozen=True, slots=True)
class Question:
    """One case. `fault` tells what is wrong with its form, if anything; then there is nothing to play."""

    id: str
    title: str
    cites: tuple[Case, ...]
    rules: str
    given: Node | None
    rounds: tuple[Round, ...]
    path: str
    line: int
    fault: str = ""

    def head(self, number: int) -> str:
        """What stands before a line about a round, counted from 0: nothing where there is but one."""
        return f"Phase {number + 1}: " if len(self.rounds) > 1 else ""


def read_file(path: Path) -> tuple[Question, ...]:
    """All cases of a file. Raises FileError for what is not a case file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise unreadable(path, error) from None
    except UnicodeDecodeError:
        raise FileError("the file is not UTF-8 text", path=path, cure="Save it again as UTF-8.") from None
    return read_text(text, path)


def read_text(text: str, path: Path | str = "") -> tuple[Question, ...]:
    """All cases of a text. Raises FileError for what is not a case file."""
    try:
        tree = read_places(text, largest=LARGEST, aliases=True)
        top = entries(tree, ("rules", "cases"))
        name = one_of(top["rules"], (*rule_sets(), *solitaire_sets())) if "rules" in top else "rcw"
        cases = top.get("cases")
        if not isinstance(cases, Items) or not cases.values:
            raise CaseFault("a case file holds a list of cases under the key `cases`", cases or tree)
        return tuple(question_of(node, rules=name, path=str(path)) for node in items(cases))
    except Unreadable as error:
        what = sentence(error.code, error.facts).replace("The sheet", "The file")
        if error.code == "sheet_empty":
            what = "The file is empty. A case file holds a list of cases under the key `cases`."
        if error.code == "sheet_too_many":
            what = "The file holds far more than any cases need, perhaps by aliases that repeat aliases. It is not read."
        raise FileError(what, path=path, line=error.line, column=error.column) from None
    except CaseFault as fault:
        raise FileError(
            f"this is no case file: {fault.what}", path=path, line=fault.line, column=fault.column
        ) from None


def question_of(node: Node, *, rules: str = "rcw", path: str = "") -> Question:
    """One case of the tree of a file; a fault of its form is kept in it."""
    name = _name(node)
    try:
        keys = entries(node, CASE_KEYS)
        return Question(
            id=name,
            title=word(keys.get("title"), ""),
            cites=words(keys.get("cites")),
            rules=rules,
            given=keys.get("given"),
            rounds=_rounds(keys, SOLITAIRE_PHASES if rules in solitaire_sets() else PHASES),
            path=path,
            line=node.line,
        )
    except CaseFault as fault:
        what = f"{path}:{fault.line}:{fault.column}: {fault.what}"
        return Question(name, "", (), rules, None, (), path, node.line, what)


def _name(node: Node) -> str:
    """The case's id, or its line where it has none."""
    found = node.values.get("id") if isinstance(node, Entries) else None
    return getattr(found, "value", "") or f"line {node.line}"


def _rounds(keys: Mapping[str, Node], phases: tuple[str, ...]) -> tuple[Round, ...]:
    """The Phases to be played: those of the list `phases`, or the one of the case itself; `phases`: all there are."""
    if "phases" not in keys:
        return (_round(keys, ""),)
    for key in ("orders", "dice", "expect"):
        if key in keys:
            raise CaseFault(f"a case with `phases` has {key!r} within each of them", keys[key])
    rounds = []
    for node in items(keys["phases"]):
        inner = entries(node, ROUND_KEYS)
        rounds.append(_round(inner, one_of(inner["phase"], phases) if "phase" in inner else ""))
    return tuple(rounds)


def _round(keys: Mapping[str, Node], phase: str) -> Round:
    dice = {label: plain(value) for label, value in entries(keys.get("dice")).items()}
    return Round(phase, entries(keys.get("orders")), dice, keys.get("expect"))
