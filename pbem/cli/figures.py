"""Tables of figures on a page of 80 columns: names to the left, figures to the right. Prints nothing."""

import textwrap
from collections.abc import Sequence

WIDTH = 80


def table(rows: Sequence[Sequence[str]], *, names: int = 1, indent: int = 2) -> list[str]:
    """Rows as lines, the first `names` columns flush left, all others flush right."""
    if not rows:
        return []
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if place < names else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(" " * indent + "  ".join(cells).rstrip())
    return lines


def folded(text: str, *, indent: int = 0, hang: int = 0) -> list[str]:
    """A text on lines of a page's width."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_long_words=False,
        break_on_hyphens=False,
    )
