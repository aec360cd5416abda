"""The files of one set of rules, and the faults found in them.

A folder of overrides stands before the set's own folder, file by file: a file of the same name is read instead.
Text is UTF-8, with or without a byte order mark.
"""

from pathlib import Path

from pbem.errors import CommandError, Fault, FileError, nearest, unreadable
from pbem.resources import rule_sets, rules_folder

FILE_NAMES = (
    "borders.csv",
    "cases.yaml",
    "counters.csv",
    "entry.yaml",
    "provinces.csv",
    "provinces.map.json",
    "rails.csv",
    "RECONSTRUCTION.md",
    "rulings.yaml",
    "setup.yaml",
    "solitaire-setup.yaml",
    "solitaire.yaml",
    "tables.yaml",
    "towns.csv",
)
MOST_DIGITS = 6
"""Of a number in the files."""
_ALSO_ALLOWED = (".md", ".txt", "")
_SOLITAIRE = "-solitaire"


def solitaire_sets() -> tuple[str, ...]:
    """The names of the solitaire games there are, sorted: ``rcw-solitaire`` is in the folder of ``rcw``."""
    return tuple(
        f"{name}{_SOLITAIRE}" for name in rule_sets() if (rules_folder(name) / "solitaire.yaml").is_file()
    )


class Files:
    """Finds the files of a set of rules and gathers what is wrong with them."""

    def __init__(self, name: str = "rcw", overrides: Path | None = None) -> None:
        """Raises CommandError for an unknown set, FileError for a missing or misspelt file of overrides."""
        known = (*rule_sets(), *solitaire_sets())
        if name not in known:
            raise CommandError(f"there are no rules named {name!r}", cure=nearest(name, known))
        self.folder = rules_folder(name.removesuffix(_SOLITAIRE))
        self.solitaire = name.endswith(_SOLITAIRE)
        self.faults: list[Fault] = []
        self._lines: dict[str, list[str]] = {}
        self.overrides = {} if overrides is None else overrides_in(overrides)

    def path(self, name: str) -> Path:
        """Where the file of this name is read from."""
        return self.overrides.get(name, self.folder / name)

    def text(self, name: str) -> str:
        """The contents of the file. Raises FileError."""
        path = self.path(name)
        try:
            return path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            place = error.object[: error.start]
            raise FileError(
                "the file is not UTF-8 text",
                path=path,
                line=place.count(b"\n") + 1,
                cure="Save it again as UTF-8 (in a spreadsheet: CSV UTF-8).",
            ) from None
        except OSError as error:
            raise unreadable(path, error) from None

    def lines(self, name: str) -> list[str]:
        """The lines of the file, kept, for places of faults."""
        if name not in self._lines:
            self._lines[name] = self.text(name).split("\n")
        return self._lines[name]

    def fault(self, name: str, what: str, *, line: int = 0, column: int = 0, cure: str = "") -> None:
        """Note one fault in a file; the reader goes on."""
        self.faults.append(Fault(what, path=self.path(name), line=line, column=column, cure=cure))


def overrides_in(folder: Path) -> dict[str, Path]:
    """The files of a folder of overrides by name. Raises FileError for one that would replace nothing."""
    try:
        found = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise unreadable(folder, error) from None
    for path in found:
        if path.name in FILE_NAMES and not path.is_file():
            raise FileError(
                "this is no file, so it cannot stand in the place of one",
                path=path,
                cure="Put the file itself here, or take this away.",
            )
        if path.name not in FILE_NAMES and path.suffix not in _ALSO_ALLOWED and path.is_file():
            raise FileError(
                "no file of this name belongs to the rules, so it would replace nothing",
                path=path,
                cure=nearest(path.name, FILE_NAMES) or f"The names are {', '.join(FILE_NAMES)}.",
            )
    return {path.name: path for path in found if path.is_file()}
