"""Where the project's data lies: in a checkout beside the package, in an installed wheel inside it.

Knows nothing of the contents.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
_ROOT = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent


def rules_folder(name: str = "rcw") -> Path:
    """The folder of a set of rules, ``rules/rcw``. It may not exist when the name comes from outside."""
    return _ROOT / "rules" / name


def schemas() -> dict[str, Path]:
    """The published JSON Schemas of our files, by name: ``position``, ``result``."""
    found = sorted((_ROOT / "rules").glob("*.schema.json"))
    return {path.name.removesuffix(".schema.json"): path for path in found}


def templates_folder() -> Path:
    """The folder of all texts for people."""
    return _ROOT / "templates"


def examples_folder() -> Path:
    """The folder of example campaigns."""
    return _ROOT / "examples"


def rule_sets() -> tuple[str, ...]:
    """The names of the sets of rules there are, sorted."""
    return tuple(sorted(path.name for path in (_ROOT / "rules").iterdir() if path.is_dir()))
