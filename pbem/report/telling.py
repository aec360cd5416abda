"""What happened in words: the macro of its kind in templates/events, filled in once for texts and pages together."""

from collections.abc import Callable
from pathlib import Path

from pbem.report.happenings import Happening
from pbem.report.names import Names
from pbem.report.templates import BREAK, Templates, no_macro

EVENTS = ("moves", "politics", "combat", "chance", "course")
"""The files of templates/events with a macro for every kind of event."""

Macro = Callable[[Happening, Names], str]


def event_macros(templates: Templates) -> dict[str, Macro]:
    """The macro of every kind of event."""
    found: dict[str, Macro] = {}
    for name in EVENTS:
        found.update(templates.macros(f"events/{name}.txt.j2"))
    return found


def lines_of(text: str) -> list[str]:
    """The lines a macro tells of a happening; all other white space in it counts as one blank."""
    lines = [" ".join(line.split()) for line in text.split(BREAK)]
    lines[0] = lines[0][:1].upper() + lines[0][1:]
    return lines


class Teller:
    """Tells the happenings of one Phase, each once, by the templates of one campaign."""

    def __init__(self, folder: Path | None, names: Names) -> None:
        self._templates = Templates(folder)
        self._names = names
        self._macros: dict[str, Macro] = {}
        self._told: dict[int, tuple[Happening, list[str]]] = {}

    def lines(self, happening: Happening) -> list[str]:
        """The lines that tell it."""
        known = self._told.get(id(happening))
        if known is None:  # the happening is kept with its lines, so that no other comes to have its id
            known = self._told[id(happening)] = (happening, self._tell(happening))
        return known[1]

    def _tell(self, happening: Happening) -> list[str]:
        if not self._macros:
            self._macros = event_macros(self._templates)
        macro = self._macros.get(happening.kind)
        if macro is None:
            raise no_macro(happening.kind)
        return lines_of(macro(happening, self._names))
