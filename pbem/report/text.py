"""Reports as plain text: the view of a Phase filled into templates/, and folded to lines that fit everywhere."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from pbem.core.terms import Player
from pbem.report.folding import SHEET_BEGINS, SHEET_ENDS, fold
from pbem.report.happenings import Happening
from pbem.report.material import Material
from pbem.report.names import Names
from pbem.report.templates import BREAK, Templates, no_macro
from pbem.report.view import Views

REPORT = "report.txt.j2"
PUBLIC = ("ending", "hands", "happened", "sheets", "positions", "standings", "dice")
"""The parts that are the same for all players: templates/parts/….txt.j2."""
EVENTS = ("moves", "politics", "combat", "chance", "course")
"""The files of templates/events with a macro for every kind of event."""

Macro = Callable[[Happening, Names], str]


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
    names = Names(material.rules, {player.player: player.name for player in views.public.players})
    press = _Press(Templates(templates), names, views)
    return {player: press.report(player) for player in players}


def event_macros(templates: Templates) -> dict[str, Macro]:
    """The macro of every kind of event."""
    found: dict[str, Macro] = {}
    for name in EVENTS:
        found.update(templates.macros(f"events/{name}.txt.j2"))
    return found


class _Press:
    """The templates set for the reports of one Phase."""

    def __init__(self, templates: Templates, names: Names, views: Views) -> None:
        self._templates = templates
        self._views = views
        self._names = names
        self._macros: dict[str, Macro] = {}
        self._facts: dict[str, Any] = {
            "w": names,
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
            # Folded here already, so that it is done once for all players.
            self._parts = {
                name: f"\n{fold(self._templates.render(f'parts/{name}.txt.j2', self._facts))}"
                for name in PUBLIC
            }
        return fold(self._templates.render(REPORT, {**self._facts, "own": own, "parts": self._parts}))

    def _tell(self, happening: Happening) -> str:
        """A happening in words, by the macro of its kind; all white space in a macro counts as one blank."""
        if not self._macros:
            self._macros = event_macros(self._templates)
        macro = self._macros.get(happening.kind)
        if macro is None:
            raise no_macro(happening.kind)
        lines = [" ".join(line.split()) for line in macro(happening, self._names).split(BREAK)]
        return "\n    ".join([lines[0][:1].upper() + lines[0][1:], *lines[1:]])
