"""The rules by which a position file is to be read: its set, its rulings, and the gamesmaster's corrected files."""

import tempfile
from pathlib import Path

from pbem.core.rules import Rules
from pbem.errors import FaultyFile, FileError
from pbem.position import Position
from pbem.rulebook.load import load_rules


def rules_of_position(found: Position, path: Path) -> Rules:
    """The rules of a position that was read from `path`. Raises FileError, CommandError or UnknownRuling."""
    if not found.corrections:
        return load_rules(found.rules, rulings=found.rulings)
    with tempfile.TemporaryDirectory(prefix="pbem-rules-") as name:
        for file, text in found.corrections.items():
            (Path(name) / Path(file).name).write_text(text, encoding="utf-8")
        try:
            return load_rules(found.rules, Path(name), found.rulings)
        except (FaultyFile, FileError) as problem:
            raise FileError(
                f"the gamesmaster's corrections in this position cannot be used: {problem.what}",
                path=path,
                cure="Take it again from the report.",
            ) from None
