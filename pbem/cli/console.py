"""The only printer: results on stdout, errors on stderr, in UTF-8 everywhere."""

import os
import sys
from collections.abc import Iterable, Sequence

from pbem.errors import FINE

WIDTH = 96
_KEPT_BLANK = "\x1f"
"""Stands for a blank at which no line may end."""


def use_utf8() -> None:
    """Make both streams speak UTF-8, which a redirected Windows console does not by itself. One that is closed leads
    nowhere: a program started without it must not take the next file it opens for it."""
    _lead_nowhere()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def _lead_nowhere() -> None:
    """Open the null device for the standard streams that are closed."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def say(text: str = "") -> None:
    """Print a result."""
    print(text)


def error(text: str) -> None:
    """Print what went wrong."""
    print(f"pbem: {text}", file=sys.stderr)


def aside(text: str) -> None:
    """Print what is told beside the answer, a paragraph, on stderr."""
    print(_folded(text, "Note: ", "  "), file=sys.stderr)


def _folded(text: str, first: str, rest: str) -> str:
    """A text folded at the width of a page; `first` and `rest` stand before its lines. What is to be copied stays whole: long
    words, such as paths, and commands between backticks."""
    import re
    import textwrap

    kept = re.sub(r"`[^`\n]+`", lambda found: found[0].replace(" ", _KEPT_BLANK), text)
    fold = textwrap.TextWrapper(
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return fold.fill(kept).replace(_KEPT_BLANK, " ")


def data(value: object) -> None:
    """Print plain data as JSON."""
    import json

    print(json.dumps(value, ensure_ascii=False, indent=1))


def paragraph(text: str, indent: int = 0, *, hang: int = 0) -> None:
    """Print a text folded at the width of a page, all lines but the first at `hang` where that is further in."""
    print(_folded(text, " " * indent, " " * max(indent, hang)))


def quoted(text: str) -> None:
    """Print a line that others wrote, folded, and marked so that it cannot pass for the program's own."""
    import textwrap

    print(
        textwrap.fill(
            text, WIDTH, initial_indent="| ", subsequent_indent="| ", break_on_hyphens=False, tabsize=2
        )
        or "|"
    )


def facts(rows: Iterable[tuple[str, str]], indent: int = 0) -> None:
    """Print names with what belongs to each, one under another; rows with nothing to say are left out."""
    kept = [(name, text) for name, text in rows if text]
    width = max((len(name) for name, _ in kept), default=0) + 2
    for name, text in kept:
        head = " " * indent + f"{name}:".ljust(width)
        print(_folded(text, head, " " * (indent + width)))


def columns(rows: Sequence[Sequence[str]], indent: int = 0) -> None:
    """Print rows with their columns under one another."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))] if rows else []
    for row in rows:
        line = "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True))
        print(" " * indent + line.rstrip())


def on_terminal() -> bool:
    """Whether a person watches: both streams are a terminal."""
    return sys.stdout.isatty() and sys.stderr.isatty()


def close_quietly() -> int:
    """The reader of our output has gone (``pbem log | head``): say nothing more, not even at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FINE


def bug(problem: Exception, *, show_all: bool) -> None:
    """Tell of a fault of the program in one line, and keep the details in a file; or show them all."""
    import platform
    import tempfile
    import traceback

    from pbem import __version__

    details = f"pbem {__version__}, Python {platform.python_version()}, {platform.platform()}\n\n"
    details += "".join(traceback.format_exception(problem))
    if show_all:
        error(details)
        return
    what = f"{type(problem).__name__}: {problem}".splitlines()[0]
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="pbem-fault-", suffix=".txt", delete=False, encoding="utf-8", errors="replace"
        ) as file:
            file.write(details)
        kept = f"The details are in {file.name}; please send them to the authors."
    except OSError:
        kept = "Set PBEM_DEBUG=1 to see the details."
    error(f"a fault of the program: {what}. {kept}")
