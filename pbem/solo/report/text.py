"""The report of a solitaire game as plain text: what happened since the last sheet, and what is to be done now."""

from pbem.core.rules import Rules
from pbem.report.folding import fold
from pbem.report.happenings import Happening
from pbem.report.telling import event_macros
from pbem.report.templates import BREAK, Templates
from pbem.solo.folder.course import Played
from pbem.solo.report.names import SoloNames
from pbem.solo.report.view import MACROS, Told, facts_of

REPORT = "solitaire.txt.j2"


def text_report(played: list[Played], told: Told, rules: Rules) -> str:
    """The report on these Phases, the last of which has come to a Phase that waits, or to the end."""
    return _Press(played, told, rules).report()


def short_report(played: list[Played], rules: Rules) -> str:
    """What happened and what is to be done now, without positions and dice: for the terminal."""
    told = Told("", "", "", "", "", tuple("" for _ in played))
    return _Press(played, told, rules).short()


class _Press:
    """The templates set for one report."""

    def __init__(self, played: list[Played], told: Told, rules: Rules) -> None:
        self.names = SoloNames(rules)
        self.templates = Templates(None)
        self.macros = {**event_macros(self.templates), **self.templates.macros(MACROS)}
        self.facts = {**facts_of(played, told, rules, self.names), "tell": self._tell}

    def report(self) -> str:
        """The whole report."""
        layout = {"w": self.names, "public": {"regions": self.facts["regions"]}}
        positions = self.templates.render("parts/positions.txt.j2", layout)
        return fold(self.templates.render(REPORT, {**self.facts, "positions": positions}))

    def short(self) -> str:
        """The report without positions and dice."""
        told = [phase for phase in self.facts["phases"] if phase.phase != "setup"]
        return fold(self.templates.render(REPORT, {**self.facts, "phases": told, "short": True}))

    def _tell(self, happening: Happening) -> str:
        """A happening in words, by the macro of its kind; all white space in a macro counts as one blank."""
        told: str = self.macros[happening.kind](happening, self.names)
        lines = [" ".join(line.split()) for line in told.split(BREAK)]
        return "\n    ".join([lines[0][:1].upper() + lines[0][1:], *lines[1:]])
