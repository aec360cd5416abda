"""A zip file with one sheet in it. Its names are never used as paths; nothing is unpacked beyond what a sheet may have."""

import io
import zipfile
import zlib
from typing import NamedTuple

MOST_UNPACKED = 1024 * 1024
SHEETS = (".yaml", ".yml", ".txt")
"""The endings of names of files that hold a sheet."""


class Unzipped(NamedTuple):
    """The sheet's bytes; or a fault by its code; or neither, where no sheet is in the file."""

    content: bytes = b""
    fault: str = ""


def is_zip(name: str, kind: str, content: bytes) -> bool:
    """Whether an attachment is a zip file (documents of word processors are zip files too, but not meant)."""
    return content.startswith(b"PK\x03\x04") and (name.lower().endswith(".zip") or "zip" in kind)


def unzip(content: bytes) -> Unzipped:
    """The one sheet in a zip file. Never raises."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            sheets = [entry for entry in entries if _is_sheet(entry.filename)]
            if not sheets:
                return Unzipped()
            if sum(entry.file_size for entry in entries) > MOST_UNPACKED:
                return Unzipped(fault="zip_too_large")
            if len(sheets) > 1:
                return Unzipped(fault="zip_of_several")
            with archive.open(sheets[0]) as file:
                found = file.read(MOST_UNPACKED + 1)
    except (
        zipfile.BadZipFile,
        zlib.error,
        RuntimeError,
        ValueError,
        OSError,
        EOFError,
        NotImplementedError,
        LookupError,
        OverflowError,
    ):
        return Unzipped(
            fault="zip_unreadable"
        )  # broken, encrypted, or packed in a way that is not known here
    return Unzipped(fault="zip_too_large") if len(found) > MOST_UNPACKED else Unzipped(found)


def _is_sheet(name: str) -> bool:
    last = name.replace("\\", "/").rpartition("/")[2]
    return last.lower().endswith(SHEETS) and not name.startswith("__MACOSX") and not last.startswith("._")
