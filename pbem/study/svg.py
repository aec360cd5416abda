"""Charts as SVG by hand: a few shapes, an axis, a legend. Knows nothing of what is drawn."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 66, 56
COLORS = ("#b3282d", "#1f5a93", "#3c7d3a", "#c98a1b", "#6d4a8f", "#4d4d4d")
INK, GRID, PALE = "#222222", "#dddddd", "#c8c8c8"
LEGEND = 46
"""The foot of the row that says which color is what."""
NARROW, WIDE = "ijlft.,:;'| ()", "mwMW%@"


def width_of(text: str, size: int = 12) -> float:
    """About how much room a text takes."""
    letters = len(text) - 0.45 * sum(text.count(letter) for letter in NARROW)
    letters += 0.45 * sum(text.count(letter) for letter in WIDE)
    return letters * size * 0.56


def _length(name: str) -> float:
    """How much room a name takes in the row of colors, with its box and the gap behind it."""
    return 14 + width_of(name) + 18


class Scale(NamedTuple):
    """From the numbers of an axis to its place on the page."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Where a number stands."""
        part = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return self.start + part * (self.end - self.start)


class Chart:
    """A drawing in the making."""

    def __init__(self, title: str, *, height: int = HEIGHT, left: int = LEFT, right: int = RIGHT) -> None:
        self.title = title
        self.height = height
        self.left = left
        self.right = WIDTH - right
        """Where the drawing ends."""
        self.shapes: list[str] = []
        self.text(WIDTH / 2, 24, title, size=16, anchor="middle", weight="bold")

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: int = 12,
        anchor: str = "start",
        weight: str = "normal",
        color: str = INK,
    ) -> None:
        """Words; `y` is their foot."""
        self.shapes.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" '
            f'fill="{color}">{escape(text)}</text>'
        )

    def line(
        self, points: Sequence[tuple[float, float]], color: str, *, width: float = 1.0, dash: str = ""
    ) -> None:
        """A line through points."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.shapes.append(
            f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width}"{dashed}/>'
        )

    def box(self, x: float, y: float, width: float, height: float, color: str, *, title: str = "") -> None:
        """A filled rectangle, with a word that shows when one points at it."""
        hint = f"<title>{escape(title)}</title>" if title else ""
        self.shapes.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}" '
            f'fill="{color}">{hint}</rect>'
        )

    def dot(self, x: float, y: float, color: str, *, title: str = "") -> None:
        """A point."""
        hint = f"<title>{escape(title)}</title>" if title else ""
        self.shapes.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{color}">{hint}</circle>')

    # --- axes ------------------------------------------------------------------------------------------------

    def across(self, low: float, high: float) -> Scale:
        """The scale from left to right."""
        return Scale(low, high, self.left, self.right)

    def upward(self, low: float, high: float) -> Scale:
        """The scale from bottom to top."""
        return Scale(low, high, self.height - BOTTOM, TOP)

    def left_axis(self, scale: Scale, marks: Sequence[float], name: str, *, percent: bool = False) -> None:
        """Marks on the left, with lines across."""
        for mark in marks:
            y = scale.at(mark)
            self.line([(self.left, y), (self.right, y)], GRID)
            self.text(self.left - 6, y + 4, f"{mark:.0%}" if percent else f"{mark:g}", anchor="end")
        x, y = 16, (TOP + self.height - BOTTOM) / 2
        self.shapes.append(
            f'<text x="{x}" y="{y:.1f}" font-size="12" text-anchor="middle" fill="{INK}" '
            f'transform="rotate(-90 {x} {y:.1f})">{escape(name)}</text>'
        )

    def foot(self, places: Sequence[tuple[float, str]], name: str) -> None:
        """Marks at the bottom, by their place on the page."""
        for x, mark in places:
            self.text(x, self.height - BOTTOM + 18, mark, anchor="middle")
        self.text((self.left + self.right) / 2, self.height - 14, name, anchor="middle")

    def labels(self, places: Sequence[tuple[float, str, str]]) -> None:
        """Names at the right end of lines, by height, name and color; those too close together are moved apart."""
        y = 0.0
        for height, name, color in sorted(places):
            y = max(y + 14, height + 4)
            self.text(self.right + 6, y, name, color=color)

    def legend(self, names: Sequence[str], colors: Sequence[str] = COLORS) -> None:
        """Which color is what, in a row under the title."""
        x = (WIDTH - sum(map(_length, names)) + 18) / 2
        for name, color in zip(names, colors, strict=False):
            self.box(x, LEGEND - 9, 10, 10, color)
            self.text(x + 14, LEGEND, name)
            x += _length(name)

    def page(self) -> str:
        """The drawing."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}" '
            f'height="{self.height}" font-family="Helvetica, Arial, sans-serif" role="img">'
        )
        title = f"<title>{escape(self.title)}</title>"
        ground = f'<rect width="{WIDTH}" height="{self.height}" fill="#ffffff"/>'
        return "\n".join([head, title, ground, *self.shapes, "</svg>"]) + "\n"
