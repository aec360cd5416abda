"""Reports as plain text: the view of a Phase filled into templates/, and folded to lines that fit everywhere."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pbem.core.terms import Player
from pbem.report.folding import SHEET_BEGINS, SHEET_ENDS, fold
from pbem.report.happenings import Happening
from pbem.report.material import Material
from pbem.report.templates import Templates
from pbem.report.view import Views

REPORT = "report.txt.j2"
PUBLIC = ("ending", "hands", "happened", "sheets", "positions", "standings", "dice")
"""The parts that are the same for all players: templates/parts/….txt.j2."""


def text_report(material: Material, player: Player, *, templates: Path | None = None) -> str:
    """A player's report. `templates`: the campaign's own folder, whose files stand in the place of those of the same
    name. Raises errors.Fault for a template that cannot be used, with its file and line."""
    return text_reports(material, (player,), templates=templates)[player]


def text_reports(
    material: Material,
    players: Iterable[Player] | None = None,
    *,
    templates: Path | None = None,
    views: Views | None = None,
) -> dict[Player, str]:
    """The reports of several players, of all seats where `players` is None; the public part is made once. `views`:
    those of the material, where they are needed again."""
    if players is None:
        players = [seat.player for seat in material.seats]
    views = views or Views(material)
    press = _Press(templates, views)
    return {player: press.report(player) for player in players}


class _Press:
    """The templates set for the reports of one Phase."""

    def __init__(self, folder: Path | None, views: Views) -> None:
        self._templates = Templates(folder)
        self._views = views
        self._teller = views.teller(folder)
        self._facts: dict[str, Any] = {
            "w": views.names,
            "public": views.public,
            "tell": self._tell,
            "sheet_begins": SHEET_BEGINS,
            "sheet_ends": SHEET_ENDS,
        }
        self._parts: Mapping[str, str] = {}

    def report(self, player: Player) -> str:
        """One player's report."""
        own = self._views.own(player)
        if not self._parts:
            self._parts = {
                name: f"\n{fold(self._templates.render(f'parts/{name}.txt.j2', self._facts))}"
                for name in PUBLIC
            }
        text = self._templates.render(REPORT, {**self._facts, "own": own, "parts": self._parts})
        return self._folded(text)

    def _folded(self, text: str) -> str:
        """A report folded but for the parts that are the same for all players, which are already."""
        pieces, done = [], 0
        for place, part in sorted((text.find(part), part) for part in self._parts.values()):
            if place >= done and not part.isspace():
                pieces += [fold(text[done:place]), part]
                done = place + len(part)
        pieces.append(fold(text[done:]))
        return "\n\n".join(piece.strip("\n") for piece in pieces if not piece.isspace()) + "\n"

    def _tell(self, happening: Happening) -> str:
        return "\n    ".join(self._teller.lines(happening))
