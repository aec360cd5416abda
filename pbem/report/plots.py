"""Lines over the Phases of a campaign as small SVG pictures: points of the players, strengths of the colors.

Every line has its own dashes and a mark at its end, so that nothing hangs on color.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 44, 120, 16, 44
DASHES = ("", "8 3", "2 3", "10 3 2 3", "5 5", "1 4", "12 4 4 4", "3 6")
COLORS = ("#8c1515", "#1f5fa8", "#2c7a2c", "#7a4fa3", "#b5651d", "#3c7d7d", "#777700", "#444444")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a plot: its name, its label at the end, and a number for each Phase."""

    name: str
    label: str
    values: tuple[int, ...]
    path: str
    color: str
    dash: str
    end_y: float


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture: its lines, the ticks of both axes, and its size in units of the drawing."""

    title: str
    lines: tuple[Line, ...]
    rows: tuple[tuple[int, float], ...]
    columns: tuple[tuple[str, float], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def plot(
    title: str, names: Mapping[str, str], values: Mapping[str, Sequence[int]], phases: Sequence[str]
) -> Plot:
    """A plot of one number for each name and Phase. `names`: by label (a player's letter, a color) the name in full."""
    top = max((value for row in values.values() for value in row), default=0)
    step = next(size for size in (5, 10, 20, 50, 100, 200, 500, 1000) if top / size <= 6)
    ceiling = max(step, -(-top // step) * step)
    wide = WIDTH - LEFT - RIGHT
    across = [
        LEFT + (wide * place / (len(phases) - 1) if len(phases) > 1 else wide / 2)
        for place in range(len(phases))
    ]

    def down(value: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / ceiling, 1)

    ends = _spread([(label, down(row[-1])) for label, row in values.items() if row])
    lines = tuple(
        Line(
            names[label],
            label,
            tuple(row),
            " ".join(
                f"{'L' if place else 'M'}{across[place]:.1f} {down(value)}" for place, value in enumerate(row)
            ),
            COLORS[place_of % len(COLORS)],
            DASHES[place_of % len(DASHES)],
            ends[label],
        )
        for place_of, (label, row) in enumerate(values.items())
        if row
    )
    every = -(-len(phases) // 12)
    columns = tuple(
        (phase, round(across[place], 1)) for place, phase in enumerate(phases) if place % every == 0
    )
    rows = tuple((value, down(value)) for value in range(0, ceiling + 1, step))
    return Plot(title, lines, rows, columns)


def _spread(ends: Sequence[tuple[str, float]], apart: float = 14) -> dict[str, float]:
    """Heights of the labels at the lines' ends, pushed apart so that none covers another."""
    found: dict[str, float] = {}
    last = TOP - apart
    for label, height in sorted(ends, key=lambda end: (end[1], end[0])):
        last = max(height, last + apart)
        found[label] = round(last, 1)
    return found
