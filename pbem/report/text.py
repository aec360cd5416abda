"""Reports as plain text. The words are in templates/, which a campaign may override by name. Imports Jinja2."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pbem.core.terms import Player
from pbem.errors import Fault
from pbem.report.folding import SHEET_BEGINS, SHEET_ENDS, fold
from pbem.report.happenings import Happening
from pbem.report.material import Material
from pbem.report.names import Names
from pbem.report.view import PublicView, own_view, public_view
from pbem.resources import templates_folder

REPORT = "report.txt.j2"
PUBLIC = ("ending", "hands", "happened", "sheets", "positions", "standings", "dice")
"""The parts that are the same for all players: templates/parts/….txt.j2."""
EVENTS = ("moves", "politics", "combat", "chance", "course")
"""The files of templates/events with a macro for every kind of event."""
BREAK = "\x00"
"""Where a macro wants a new line within one item; all other white space in a macro counts as a blank."""


def text_report(material: Material, player: Player, *, templates: Path | None = None) -> str:
    """A player's report. `templates`: the campaign's own folder, whose files stand in the place of those of the same
    name. Raises errors.Fault for a template that cannot be used, with its file and line."""
    return text_reports(material, (player,), templates=templates)[player]


def text_reports(
    material: Material, players: Iterable[Player] | None = None, *, templates: Path | None = None
) -> dict[Player, str]:
    """The reports of several players, of all seats where `players` is None; the public part is made once."""
    if players is None:
        players = [seat.player for seat in material.seats]
    public = public_view(material)
    names = Names(material.rules, {player.player: player.name for player in public.players})
    press = _Press(templates, names, public)
    return {player: press.report(material, player) for player in players}


class _Press:
    """The templates ready to print the reports of one Phase."""

    def __init__(self, templates: Path | None, names: Names, public: PublicView) -> None:
        self._environment = environment(templates)
        self._overridden = templates is not None
        self._names = names
        self._macros: dict[str, Callable[[Happening, Names], str]] = {}
        self._facts: dict[str, Any] = {"w": names, "public": public, "tell": self._tell}
        self._parts: Mapping[str, str] = {}

    def report(self, material: Material, player: Player) -> str:
        """One player's report."""
        if not self._parts:
            # Folded here already, so that it is done once for all players.
            self._parts = {name: f"\n{fold(self._render(f'parts/{name}.txt.j2'))}" for name in PUBLIC}
        own = own_view(material, player)
        marks = {"sheet_begins": SHEET_BEGINS, "sheet_ends": SHEET_ENDS}
        return fold(self._render(REPORT, own=own, parts=self._parts, **marks))

    def _render(self, name: str, **facts: object) -> str:
        try:
            return self._environment.get_template(name).render(**self._facts, **facts)
        except Exception as problem:
            raise self._fault(problem) from problem

    def _tell(self, happening: Happening) -> str:
        """A happening in words, by the macro of its kind; what comes of it is told separately."""
        text: str = self._macro(happening.kind)(happening, self._names)
        lines = [" ".join(piece.split()) for piece in text.split(BREAK)]
        return "\n    ".join([lines[0][:1].upper() + lines[0][1:], *lines[1:]])

    def _macro(self, kind: str) -> Callable[[Happening, Names], str]:
        if not self._macros:
            self._macros = macros(self._environment)
        try:
            return self._macros[kind]
        except KeyError:
            raise jinja2.TemplateRuntimeError(f"no macro {kind!r} in templates/events") from None

    def _fault(self, problem: Exception) -> Exception:
        """A template's fault with its place; our own mistakes stay what they are."""
        if isinstance(problem, jinja2.TemplateNotFound):
            return Fault(f"the template {problem.name} is missing", path=templates_folder())
        if isinstance(problem, jinja2.TemplateSyntaxError):
            return _fault(str(problem.message), problem.filename or problem.name or "", problem.lineno)
        if isinstance(problem, jinja2.TemplateError) or self._overridden:
            return _fault(str(problem), *_place(problem.__traceback__))
        return problem


def _fault(what: str, path: str, line: int) -> Fault:
    return Fault(
        f"this template cannot be used: {what}",
        path=path or templates_folder(),
        line=line,
        cure="Mend it, or take it out of the campaign's templates folder: then the usual one is used.",
    )


def _place(trace: TracebackType | None) -> tuple[str, int]:
    """File and line of the innermost template in a traceback."""
    path, line = "", 0
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.endswith(".j2"):
            path, line = name, trace.tb_lineno
        trace = trace.tb_next
    return path, line


def macros(environment: jinja2.Environment) -> dict[str, Callable[[Happening, Names], str]]:
    """The macro of every kind of event."""
    found: dict[str, Callable[[Happening, Names], str]] = {}
    for name in EVENTS:
        module = environment.get_template(f"events/{name}.txt.j2").module
        found |= {key: value for key, value in vars(module).items() if not key.startswith("_")}
    return found


@cache
def environment(templates: Path | None) -> jinja2.Environment:
    """The templates of the project, and before them those of a campaign, which may do nothing but write text."""
    ours = jinja2.FileSystemLoader(templates_folder())
    loaders: Sequence[jinja2.BaseLoader] = [jinja2.FileSystemLoader(templates), ours] if templates else [ours]
    kind = ImmutableSandboxedEnvironment if templates else jinja2.Environment
    made = kind(
        loader=jinja2.ChoiceLoader(loaders),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    made.globals["br"] = BREAK
    return made
