"""Every error that ends the program: a class each, with its exit status and a text that helps.

A text says what happened, where, and what to do. Faults of a player's sheet are findings, not errors; they are
printed as results. Raised by the outer folders only; `pbem/cli` alone prints them.
"""

import os
import re
import sys
from collections.abc import Iterable

FINE = 0
FINDINGS = 1
USAGE = 2
BUSY = 3
MAIL_SERVER = 4
BUG = 70
MOST_TOLD = 20
"""Faults of data that are told at a time."""

AnyPath = os.PathLike[str] | str


class PbemError(Exception):
    """What went wrong, where, and what to do about it.

    `path`, `line` and `column` (both from 1) name the place in a file; 0 where there is none.
    """

    status = USAGE

    def __init__(
        self, what: str, *, path: AnyPath | None = None, line: int = 0, column: int = 0, cure: str = ""
    ) -> None:
        super().__init__(what)
        self.what = what
        self.path = path
        self.line = line
        self.column = column
        self.cure = cure

    def place(self) -> str:
        """``file:line:column``, as far as it is known; empty without a file."""
        if self.path is None:
            return ""
        return ":".join([str(self.path), *(str(number) for number in (self.line, self.column) if number)])

    def __str__(self) -> str:
        place = self.place()
        text = f"{place}: {self.what}" if place else self.what
        return f"{text}\n  {self.cure}" if self.cure else text


def how_to_install(package: str) -> str:
    """The command with which this very Python gets a package from PyPI."""
    return f"{_python()} -m pip install {package}"


def _python() -> str:
    """The Python that runs, as it is typed in a terminal: its name alone where that suffices."""
    import shutil  # these take their time to load, and are seldom asked
    from pathlib import Path

    own = Path(sys.executable)
    found = shutil.which(own.name)
    if found and Path(found) == own:
        return own.name
    within = own.is_relative_to(Path.cwd()) and own.parent != Path.cwd()
    return as_typed(own.relative_to(Path.cwd()) if within else own)


class CommandError(PbemError):
    """A command that does not make sense: an unknown name, options that exclude each other."""


class FileError(PbemError):
    """A file or folder that is missing, cannot be read or written, or is not what it should be."""


class Fault(PbemError):
    """One fault in one place of a data or settings file."""


class FaultyFile(PbemError):
    """A data or settings file that cannot be used; holds all faults found in it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        first = self.faults[0]
        super().__init__(first.what, path=first.path, line=first.line, column=first.column, cure=first.cure)

    def __str__(self) -> str:
        return "\n".join(told_first(self.faults))


def told_first(faults: tuple[Fault, ...]) -> tuple[str, ...]:
    """What is to be said of faults: the first of them, and how many more there are, for one may bring many."""
    more = len(faults) - MOST_TOLD
    rest = (f"{more} more are not shown; many may come of these. Mend these first.",) if more > 0 else ()
    return (*map(str, faults[:MOST_TOLD]), *rest)


class UnknownRuling(PbemError):
    """A choice among the rulings that does not exist: `option` is its key, for a caller who knows the place."""

    def __init__(self, what: str, *, option: str, cure: str = "") -> None:
        super().__init__(what, cure=cure)
        self.option = option


class Refused(PbemError):
    """What was asked for is not done now, for a reason of the game: sheets missing, a Phase already closed."""

    status = FINDINGS


class LedgerError(PbemError):
    """A ledger that was damaged or edited; names the first bad line."""

    status = FINDINGS

    def __init__(self, path: AnyPath, line: int, what: str) -> None:
        super().__init__(
            f"the ledger is damaged in this line: {what}",
            path=path,
            line=line,
            cure="Put back the ledger from a copy. Nothing was changed.",
        )


class CampaignBusy(PbemError):
    """Another command is at work on the campaign."""

    status = BUSY


class MailServerError(PbemError):
    """The mail server did not answer, or not as it should."""

    status = MAIL_SERVER


def unreadable(path: os.PathLike[str], error: OSError) -> FileError:
    """The error for a file that could not be opened or read."""
    reason = error.strerror or str(error)
    return FileError(f"the file cannot be read: {reason}", path=path, cure="Look whether the name is right.")


def as_typed(path: AnyPath) -> str:
    """A path as it is typed in a command: in quotes where a terminal would take it apart."""
    text = str(path)
    return text if re.fullmatch(r"[\w./\\:~+@%,-]+", text) else f'"{text}"'


def nearest(word: str, known: Iterable[str]) -> str:
    """``did you mean X?`` for a misspelt word, or empty when nothing is near."""
    from difflib import get_close_matches  # imported only when something is wrong

    by_small = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), by_small, n=5, cutoff=0.6)
    best = next((name for name in found if name[:1] == word[:1].lower()), found[0] if found else "")
    return f"Did you mean {by_small[best]}?" if best else ""
