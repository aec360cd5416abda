"""A row of the table of speed and memory: what is measured, the goal, the line it must not cross, and what came."""

from collections.abc import Sequence
from typing import NamedTuple


class Row(NamedTuple):
    """One figure. Ratios to a yardstick timed in the same run, but where `what` says seconds."""

    number: str
    what: str
    goal: float | str
    must: float | str
    measured: float | str
    """A number, or what came where it is none; a text in brackets where it could not be measured."""
    at_least: bool = False
    """Whether more is better."""

    @property
    def verdict(self) -> str:
        """``goal``, ``must`` or ``MISSED``; a dash where nothing was measured, nothing where no goal is set."""
        if isinstance(self.measured, str):
            return "–" if self.measured.startswith("(") else "goal" if self.measured == self.goal else "MISSED"
        if isinstance(self.must, str):
            return ""
        for name, line in (("goal", self.goal), ("must", self.must)):
            if isinstance(line, float | int) and (self.measured >= line if self.at_least else self.measured <= line):
                return name
        return "MISSED"


def _line(row: Row, value: float | str) -> str:
    if isinstance(value, str):
        return value
    return f"{'≥' if row.at_least else '≤'} {value:g}"


def _shown(value: float | str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:.0f}" if value >= 20 else f"{value:.2f}"


def table(rows: Sequence[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| row | what | goal | must | measured | |", "| --- | --- | --- | --- | --- | --- |"]
    for row in rows:
        cells = (row.number, row.what, _line(row, row.goal), _line(row, row.must), _shown(row.measured), row.verdict)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
