"""The templates: ours, and before them a campaign's own of the same name. The only importer of Jinja2.

A fault in a template is told by file and line; the templates of a campaign may do nothing but write text.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

import jinja2
from jinja2.bccache import Bucket
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pbem.errors import Fault
from pbem.resources import templates_folder

BREAK = "\x00"
"""``br`` in templates: where a macro wants a new line within one item."""


class Templates:
    """The templates of one campaign, or ours alone where `folder` is None."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._environment = _environment(folder)

    def render(self, name: str, facts: Mapping[str, Any]) -> str:
        """A template filled in. Raises Fault."""
        try:
            return self._environment.get_template(name).render(facts)
        except Exception as problem:
            raise self._told(problem) from problem

    def macros(self, name: str) -> Mapping[str, Any]:
        """The macros of a template by their names. Raises Fault."""
        try:
            found = vars(self._environment.get_template(name).module)
        except Exception as problem:
            raise self._told(problem) from problem
        return {key: value for key, value in found.items() if not key.startswith("_")}

    def text(self, name: str) -> str:
        """A file of the templates as it stands, such as a script or a style, not filled in. Raises Fault."""
        if self._folder is None:
            return _our_text(name)
        loader = self._environment.loader
        assert loader is not None
        try:
            return loader.get_source(self._environment, name)[0]
        except Exception as problem:
            raise self._told(problem) from problem

    def _told(self, problem: Exception) -> Exception:
        """A template's fault as such, with its place; a mistake of our own code stays what it is."""
        path, line = _place(problem.__traceback__)
        if isinstance(problem, Fault):
            return problem
        if isinstance(problem, jinja2.TemplateSyntaxError):
            path, line = problem.filename or path, problem.lineno
        elif not isinstance(problem, jinja2.TemplateError) and self._folder is None:
            return problem
        what = (
            f"there is no template {problem}"
            if isinstance(problem, jinja2.TemplateNotFound)
            else str(problem)
        )
        cure = "Mend it, or take it out of the campaign's templates folder: then the usual one is used."
        return Fault(
            f"this template cannot be used: {what}",
            path=path or self._folder or templates_folder(),
            line=line,
            cure=cure if self._folder else "",
        )


@cache
def _our_text(name: str) -> str:
    return (templates_folder() / name).read_text("utf-8")


def no_macro(name: str) -> Exception:
    """The fault of a macro that is asked for and missing; to be raised while a template is filled in."""
    return jinja2.TemplateRuntimeError(f"no macro {name!r} in templates/events")


def _place(trace: TracebackType | None) -> tuple[str, int]:
    """File and line of the innermost template in a traceback."""
    path, line = "", 0
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.endswith(".j2"):
            path, line = name, trace.tb_lineno
        trace = trace.tb_next
    return path, line


@cache
def _environment(folder: Path | None) -> jinja2.Environment:
    ours = jinja2.FileSystemLoader(templates_folder())
    loaders: Sequence[jinja2.BaseLoader] = [jinja2.FileSystemLoader(folder), ours] if folder else [ours]
    kind = ImmutableSandboxedEnvironment if folder else jinja2.Environment
    made = kind(
        loader=jinja2.ChoiceLoader(loaders),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=jinja2.select_autoescape(("html.j2", "svg.j2"), default_for_string=False),
        bytecode_cache=_compiled(sandboxed=folder is not None),
        auto_reload=folder is not None,
    )
    made.globals["br"] = BREAK
    return made


def _compiled(*, sandboxed: bool) -> jinja2.BytecodeCache | None:
    """Where our own templates are kept compiled, for this user alone, those held in check apart from the others; compiling
    them takes longer than filling them in. A campaign's templates are not kept. None where there is no such place."""
    try:
        return _OurCode(pattern="__jinja2_sandboxed_%s.cache" if sandboxed else "__jinja2_%s.cache")
    except (OSError, RuntimeError):
        return None


class _OurCode(jinja2.FileSystemBytecodeCache):
    """Keeps what comes from our folder, and nothing else."""

    def get_bucket(
        self, environment: jinja2.Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        """What is kept of a template, empty where nothing is."""
        if filename is not None and Path(filename).is_relative_to(templates_folder()):
            return super().get_bucket(environment, name, filename, source)
        return Bucket(environment, NOT_KEPT, "")

    def set_bucket(self, bucket: Bucket) -> None:
        """Keep a template that has been compiled."""
        if bucket.key != NOT_KEPT:
            super().set_bucket(bucket)


NOT_KEPT = ""
