"""Lines of a CSV file by column name, each with its line number, and the place of a field when one is at fault."""

import csv
from collections.abc import Collection
from io import StringIO

from pbem.errors import nearest
from pbem.rulebook.files import MOST_DIGITS, Files

NO_PROVINCE = "the code of no province"


class Line:
    """One line of a CSV file: its number, from 1 (of a field with a line break in it: the last), and its fields."""

    __slots__ = ("fields", "file", "number")

    def __init__(self, file: str, number: int, fields: dict[str, str]) -> None:
        self.file = file
        self.number = number
        self.fields = fields

    def __getitem__(self, column: str) -> str:
        return self.fields[column]


def read_lines(files: Files, name: str, columns: tuple[str, ...]) -> list[Line]:
    """All lines of a file whose header must name `columns`; extra columns are allowed. Faulty lines are left out."""
    reader = csv.reader(StringIO(files.text(name), newline=""), strict=True)
    rows: list[Line] = []
    try:
        header = [column.strip() for column in next(reader, [])]
        if not _header_is_right(files, name, header, columns):
            return []
        width = len(header)
        for row in reader:
            if len(row) == width:
                rows.append(Line(name, reader.line_num, dict(zip(header, map(str.strip, row), strict=True))))
            elif any(field.strip() for field in row):
                files.fault(
                    name,
                    f"this line has {len(row)} fields where the header has {width}",
                    line=reader.line_num,
                    column=1,
                    cure='A field that holds a comma must stand in double quotes: "one, two".',
                )
    except csv.Error as error:
        files.fault(
            name,
            f"the line is not CSV: {error}",
            line=reader.line_num,
            cure="Look for a quote too many, or for line ends that were lost.",
        )
    return rows


def _header_is_right(files: Files, name: str, header: list[str], columns: tuple[str, ...]) -> bool:
    """Whether the first line names every column; notes a fault for each that it lacks."""
    missing = [column for column in columns if column not in header]
    for column in missing:
        near = nearest(column, [other for other in header if other not in columns])
        cure = near.replace("Did you mean", "Is it the column").replace("?", ", misspelt?") if near else ""
        if ";" in "".join(header):
            cure = "The fields are separated by semicolons; save the file with commas."
        files.fault(name, f"the first line lacks the column {column!r}", line=1, column=1, cure=cure)
    return not missing


def field_fault(files: Files, line: Line, field: str, what: str, *, cure: str = "") -> None:
    """Note a fault in one field of a line, with the column at which it begins."""
    files.fault(line.file, what, line=line.number, column=_column(files, line, field), cure=cure)


def _column(files: Files, line: Line, field: str) -> int:
    """The character, from 1, at which a field begins in its line of the file."""
    raw = files.lines(line.file)[line.number - 1]
    index = list(line.fields).index(field)
    column, quoted = 1, False
    for place, letter in enumerate(raw, start=1):
        if index == 0:
            break
        if letter == '"':
            quoted = not quoted
        elif letter == "," and not quoted:
            index -= 1
            column = place + 1
    return column


def number(files: Files, line: Line, field: str, *, least: int = 0) -> int:
    """The field as a whole number of at least `least`, or `least` with a fault noted."""
    text = line[field]
    if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and int(text) >= least:
        return int(text)
    field_fault(files, line, field, f"{field} is {text[:40]!r}, not a whole number of {least} or more")
    return least


def one_of(files: Files, line: Line, field: str, known: Collection[str], *, kind: str = "") -> str:
    """The field, which must be one of the known words; else a fault with the nearest of them is noted.

    `kind`: what it is then, in words, such as NO_PROVINCE.
    """
    text = line.fields[field]
    if text not in known:
        shown = ", ".join(word or "nothing" for word in known) if len(known) < 12 else ""
        cure = nearest(text, known) or (f"It may be {shown}." if shown else "")
        what = f"the column {field} holds {text!r}, which is {kind}" if kind else f"{field} is {text!r}, which is not known"
        field_fault(files, line, field, what, cure=cure)
    return text
