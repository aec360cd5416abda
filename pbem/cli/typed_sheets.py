"""A sheet that is named on a command line, or comes from the standard input."""

import sys
from pathlib import Path

from pbem.errors import unreadable


def sheet_bytes(sheet: Path) -> bytes:
    """The sheet's bytes, no more than are needed to see that it is too large; of `-` those of the standard input.

    Raises FileError.
    """
    from pbem.sheets.places import LARGEST

    if str(sheet) == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    try:
        with sheet.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise unreadable(sheet, error) from None
