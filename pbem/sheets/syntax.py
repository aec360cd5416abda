"""What is wrong with a text that is not YAML, in a player's words: the parser's grammar turned into advice.

The parser says what it missed and where it noticed; the fault itself often stands a line or a bracket earlier.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

import yaml


class Unreadable(Exception):
    """The text as a whole cannot be read: `code` names the sentence in templates/sentences/, `facts` fill it."""

    def __init__(self, code: str, *, line: int = 1, column: int = 1, **facts: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.line = line
        self.column = column
        self.facts = facts


class _Complaint(NamedTuple):
    """The parser's error; lines and columns counted from 1, the context's 0 where there is none."""

    context: str
    problem: str
    line: int
    column: int
    context_line: int
    context_column: int
    lines: list[str]

    def letter(self, line: int, column: int) -> str:
        """The character at a place, or empty at the end of a line."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        return text[column - 1 : column]

    def before(self) -> str:
        """What stands on the line before the place of the error."""
        return self.lines[self.line - 1][: self.column - 1] if self.line <= len(self.lines) else ""


_COLON_WITHOUT_SPACE = r"\s*(?:- +)?[{\[]?([A-Za-z_]+):(?=[^\s:/])"

_ROUTE_BEFORE = r"(?i)\broute:\s+(\w[\w ,-]*)$"
"""A route on one line, as far as the colon after a province in which something is to be done."""


def advice(error: yaml.YAMLError, text: str) -> Unreadable:
    """The parser's error as an Unreadable, at the place where the player has to look."""
    lines = text.split("\n")
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return Unreadable("sheet_not_yaml", text=str(getattr(error, "reason", error)))
    mark, context = error.problem_mark, error.context_mark
    complaint = _Complaint(
        error.context or "",
        error.problem or "",
        mark.line + 1,
        mark.column + 1,
        context.line + 1 if context else 0,
        context.column + 1 if context else 0,
        lines,
    )
    if "nesting" in complaint.problem:
        return Unreadable("sheet_too_deep", line=complaint.line, column=1, number=20)
    for ask in _QUESTIONS:
        answer = ask(complaint)
        if answer is not None:
            return answer
    return Unreadable("sheet_not_yaml", line=complaint.line, column=complaint.column, text=complaint.problem)


def _tab(c: _Complaint) -> Unreadable | None:
    if "tab character" in c.problem or (_cannot_start(c) and c.letter(c.line, c.column) == "\t"):
        return Unreadable("syntax_tab", line=c.line, column=c.column)
    return None


def _cannot_start(c: _Complaint) -> bool:
    return "cannot start any token" in c.problem


def _mail_quote(c: _Complaint) -> Unreadable | None:
    line = c.context_line or c.line
    if line <= len(c.lines) and c.lines[line - 1].startswith(">"):
        return Unreadable("syntax_mail_quote", line=line, column=1)
    return None


def _character(c: _Complaint) -> Unreadable | None:
    """A character with a meaning of its own at the beginning of a text."""
    if _cannot_start(c):
        return Unreadable("syntax_character", line=c.line, column=c.column, text=c.letter(c.line, c.column))
    if any(word in c.context for word in ("an anchor", "an alias", "a directive", "a block scalar", "a tag")):
        place = {"line": c.context_line, "column": c.context_column}
        return Unreadable("syntax_character", text=c.letter(c.context_line, c.context_column), **place)
    return None


def _quote(c: _Complaint) -> Unreadable | None:
    """A quote that is not closed, or closed too soon, or a backslash within."""
    if "escape" in c.problem:
        return Unreadable("syntax_backslash", line=c.line, column=max(c.column - 1, 1))
    if "quoted scalar" in c.context:
        return Unreadable("syntax_quote_open", line=c.context_line, column=c.context_column)
    if c.problem.startswith("did not find expected") and c.before().rstrip()[-1:] in ("'", '"'):
        return Unreadable("syntax_quote_rest", line=c.line, column=c.column)
    return None


def _route(c: _Complaint) -> Unreadable | None:
    """``route: TVER-NOVG: {drop: [115]}``, which lacks its brackets."""
    found = re.search(_ROUTE_BEFORE, c.before())
    if not found or not re.match(r":\s*\{", c.lines[c.line - 1][c.column - 1 :]):
        return None
    shown = ", ".join(re.split(r"\s*[,-]\s*", found[1].strip()))
    return Unreadable("syntax_route", line=c.line, column=c.column, text=shown)


def _bracket(c: _Complaint) -> Unreadable | None:
    """A bracket that is not closed, closed by the other kind, or one too many."""
    here = c.letter(c.line, c.column)
    if "flow" not in c.context:
        if here in ("]", "}") and here and c.problem.startswith("did not find expected"):
            return Unreadable("syntax_bracket_extra", line=c.line, column=c.column, text=here)
        return None
    if here == ":" and c.line == c.context_line:
        return Unreadable("syntax_comma", line=c.line, column=c.column)
    line, column = c.context_line, c.context_column
    if c.letter(line, column) not in ("[", "{"):
        line, column = _innermost_open(c.lines)
    return Unreadable("syntax_bracket_open", line=line, column=column, text=c.letter(line, column))


def _innermost_open(lines: list[str]) -> tuple[int, int]:
    """Where the last bracket was opened that is never closed; quoted text and remarks are passed over."""
    opened: list[tuple[int, int]] = []
    quoted = False
    for number, line in enumerate(lines, start=1):
        for column, letter in enumerate(line.partition(" #")[0], start=1):
            if letter == '"':
                quoted = not quoted
            elif letter in "[{" and not quoted:
                opened.append((number, column))
            elif letter in "]}" and not quoted and opened:
                opened.pop()
    return opened[-1] if opened else (1, 1)


def _colon(c: _Complaint) -> Unreadable | None:
    """A space missing after a colon, or a colon too many."""
    unclear = "could not find expected ':'" in c.problem
    if not unclear and "mapping values are not allowed" not in c.problem:
        return None
    first = c.context_line if unclear else c.line
    for line in (first, _line_above(c, first)):
        found = re.match(_COLON_WITHOUT_SPACE, c.lines[line - 1]) if line else None
        if found and (line != c.line or found.end() < c.column):
            return Unreadable("syntax_no_space", line=line, column=found.end(), text=found[1])
    if unclear:
        return Unreadable("syntax_line", line=c.context_line, column=c.context_column)
    if re.search(r":\s", c.before()):
        return Unreadable("syntax_colon", line=c.line, column=c.column)
    above = _line_above(c, c.line)
    if above and ":" not in c.lines[above - 1]:
        return Unreadable("syntax_line", line=above, column=1)
    return Unreadable("syntax_indent", line=c.line, column=_indent(c.lines[c.line - 1]) + 1)


def _line_above(c: _Complaint, line: int) -> int:
    """The nearest line above that is neither empty nor a comment, or 0."""
    for number in range(line - 1, 0, -1):
        if c.lines[number - 1].strip() and not c.lines[number - 1].lstrip().startswith("#"):
            return number
    return 0


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _unevenness(c: _Complaint) -> Unreadable | None:
    if c.problem.startswith("did not find expected"):
        return Unreadable("syntax_indent", line=c.line, column=c.column)
    return None


_QUESTIONS: tuple[Callable[[_Complaint], Unreadable | None], ...] = (
    _tab,
    _mail_quote,
    _character,
    _quote,
    _route,
    _bracket,
    _colon,
    _unevenness,
)
