"""The report of a solitaire game as plain text: what happened since the last sheet, and what is to be done now."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from pbem.core.dice import Roll
from pbem.core.rules import Rules
from pbem.core.terms import NONRED, UNASSIGNED, Section, Unit
from pbem.report import own, positions
from pbem.report.folding import fold
from pbem.report.happenings import Happening, Part, story
from pbem.report.names import words
from pbem.report.own import OrderView
from pbem.report.templates import BREAK, Templates
from pbem.report.text import event_macros
from pbem.solo.folder.course import Played
from pbem.solo.report.names import SoloNames
from pbem.solo.sight import Force, Sight
from pbem.solo.state import SoloState

REPORT = "solitaire.txt.j2"
MACROS = "events/solitaire.txt.j2"


class PhaseView(NamedTuple):
    """A Phase as it is told."""

    title: str
    orders: tuple[OrderView, ...]
    story: tuple[Part, ...]
    rolls: tuple[Roll, ...]
    salt: str


@dataclass(frozen=True, slots=True)
class Told:
    """What a report is made of beside the Phases themselves."""

    name: str
    folder: str
    sheet_file: str
    commitment: str
    seed: str
    """In hexadecimal digits, once the game is over; else empty."""
    salts: tuple[str, ...]
    """Of each Phase, in hexadecimal digits."""


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
        self.played = played
        self.told = told
        self.rules = rules
        self.state: SoloState = played[-1].result.state
        self.names = SoloNames(rules)
        self.templates = Templates(None)
        self.macros = {**event_macros(self.templates), **self.templates.macros(MACROS)}

    def report(self) -> str:
        """The whole report."""
        return fold(self.templates.render(REPORT, self._facts()))

    def short(self) -> str:
        """The report without positions and dice."""
        facts = self._facts()
        told = [
            phase for phase, one in zip(facts["phases"], self.played, strict=True) if one.phase != "setup"
        ]
        return fold(self.templates.render(REPORT, {**facts, "phases": told, "short": True}))

    def _facts(self) -> dict[str, Any]:
        state, told = self.state, self.told
        regions = {"regions": positions.regions(state, self.rules)}
        layout = {"w": self.names, "public": regions}
        return {
            "w": self.names,
            "tell": self._tell,
            "name": told.name,
            "folder": told.folder,
            "sheet_file": told.sheet_file,
            "first": self.played[0].phase == "setup",
            "turn": self.played[0].turn,
            "phases": [self._phase(one, salt) for one, salt in zip(self.played, told.salts, strict=True)],
            "short": False,
            "ending": self._ending(),
            "task": task(state),
            "hints": hints(state, self.rules),
            "positions": self.templates.render("parts/positions.txt.j2", layout),
            "ways": self._ways(),
            **self._gone(),
            "commitment": told.commitment,
            "seed": told.seed,
            "sheet": state.victory is None,
        }

    def _phase(self, played: Played, salt: str) -> PhaseView:
        result = played.result
        return PhaseView(
            self.names.phase(played.turn, played.phase),
            own.orders(played.sheet, result.outcomes, result.remarks, self.rules) if played.sheet else (),
            story(result.events, result.rolls, before=played.before, rules=self.rules),
            result.rolls,
            salt,
        )

    def _tell(self, happening: Happening) -> str:
        """A happening in words, by the macro of its kind; all white space in a macro counts as one blank."""
        told: str = self.macros[happening.kind](happening, self.names)
        lines = [" ".join(line.split()) for line in told.split(BREAK)]
        return "\n    ".join([lines[0][:1].upper() + lines[0][1:], *lines[1:]])

    def _ending(self) -> str:
        victory = self.state.victory
        if victory is None:
            return ""
        code = "solitaire_draw" if victory.level == "draw" else "solitaire_won"
        text = self.names.word(code).format(level=victory.level, side=self.names.player(victory.side))
        return f"{text} {self.names.cases(victory.case)}"

    def _ways(self) -> list[Force]:
        return Sight(self.state, self.rules).forces() if self.state.victory is None else []

    def _gone(self) -> dict[str, Any]:
        """What has left the map, what is in hand and what is still to come."""
        state, names = self.state, self.names
        units, markers = positions.out_of_play(state)
        chart: list[tuple[Section, tuple[Unit, ...]]] = [
            (section, state.chart[section].up)
            for section in ("red", NONRED, UNASSIGNED)
            if state.chart[section].up
        ]
        held = state.holdings[NONRED].control if NONRED in state.holdings else ()
        return {
            "chart": chart,
            "control": names.listed(names.nationality(code) for code in held) if held else "",
            "randomizer": len(state.randomizer),
            "gone": names.listed([*(names.unit(unit) for unit in units), *map(names.marker, markers)])
            if units or markers
            else "",
            "doubled": state.flags.subversion_doubled,
            "passed_over": names.listed(str(turn) for turn in state.no_determination if turn >= state.turn)
            if any(turn >= state.turn for turn in state.no_determination)
            else "",
        }


def task(state: SoloState) -> str:
    """What the Phase that waits asks of the player."""
    text = words().get(f"solitaire_task_{state.phase}", "")
    return text.format(number=state.leaders_to_bring or 0)


def hints(state: SoloState, rules: Rules) -> list[str]:
    """What the player may have use for while he writes his sheet: Leaders to be had, his stacks, possible prey."""
    names = SoloNames(rules)
    sight = Sight(state, rules)
    found: list[str] = []
    if state.phase == "red-leaders":
        leaders = [f"{names.unit(unit)} {rules.value[unit]}" for unit in sight.leaders_to_be_had()]
        found.append(names.word("solitaire_leaders").format(units=", ".join(leaders) or names.word("nobody")))
    if state.phase == "red-combat":
        prey = _prey(sight, names)
        found.append(names.word("solitaire_targets").format(units="; ".join(prey) or names.word("nobody")))
        return found
    led = [f"{stack.at} {names.row(stack.units)}" for stack in sight.led]
    loose = [f"{stack.at} {names.row(stack.units)}" for stack in sight.loose]
    found.append(names.word("solitaire_led").format(units="; ".join(led) or names.word("nobody")))
    found.append(names.word("solitaire_loose").format(units="; ".join(loose) or names.word("nobody")))
    return found


def _prey(sight: Sight, names: SoloNames) -> Iterable[str]:
    """Where led Red stacks and stacks of other colors stand together."""
    found: list[str] = []
    for at, enemies in sorted(sight.enemies.items()):
        own_stacks = [stack for stack in sight.led if stack.at == at]
        if own_stacks:
            ours = ", ".join(f"{names.row(one.units)} ({sight.strength(one.units)})" for one in own_stacks)
            theirs = ", ".join(f"{names.row(one.units)} ({sight.strength(one.units)})" for one in enemies)
            found.append(f"{at}: {ours} against {theirs}")
    return found
