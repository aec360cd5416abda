"""What is said about orders: remarks on places in a sheet, and one outcome per order. Marks, no sentences.

Facts are named so that the templates know how to show them: a key that begins with ``unit`` holds a unit or a
tuple of units (text for unknown ones), ``province`` a province code or tuple, ``player`` a letter or tuple,
``color`` a color; any other key (``number…``, ``text…``, ``case…``) is shown as it is.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pbem.core.terms import Case, Ended, Grade

Fact = int | str | bool | None | tuple[int | str, ...]
Facts = Mapping[str, Fact]


class Remark(NamedTuple):
    """One thing to say about one place of a sheet; `code` names its sentence in templates/sentences/."""

    ref: str
    """The order: ``A.moves[0]``."""
    sub: str
    """The place inside it: ``.route[2]``, or empty."""
    grade: Grade
    code: str
    cases: tuple[Case, ...]
    facts: Facts


class Outcome(NamedTuple):
    """How one order ended, the decisive reason, and the cases that decided it."""

    ref: str
    ended: Ended
    code: str
    cases: tuple[Case, ...]
    facts: Facts
