"""rulings.yaml, and solitaire.yaml of the solitaire game: how a game is adjudicated where the rulebook is silent, with
the alternatives, for people to read."""

from collections.abc import Mapping
from typing import NamedTuple

from pbem.core.rules import SolitaireRulings
from pbem.core.terms import Case
from pbem.rulebook.choices import OPTIONS, PARAMETERS, SOLITAIRE_OPTIONS
from pbem.rulebook.files import Files
from pbem.rulebook.yaml_branch import Branch, read_yaml


class Option(NamedTuple):
    """A reading on which gamesmasters may differ: its key in the settings, the default, what each choice means."""

    key: str
    default: str
    choices: dict[str, str]


class Ruling(NamedTuple):
    """One ruling; `parameters` are further keys of the settings with their meaning."""

    number: Case
    title: str
    cases: tuple[Case, ...]
    reading: str
    options: tuple[Option, ...]
    parameters: dict[str, str]


def read_rulings(files: Files) -> dict[Case, Ruling]:
    """All rulings by number; faults are noted in `files`, also where file and program disagree on an option."""
    return _read(files, "rulings.yaml", OPTIONS)


def read_solitaire_rulings(files: Files) -> dict[Case, Ruling]:
    """The rulings S1… of the solitaire game likewise."""
    return _read(files, "solitaire.yaml", SOLITAIRE_OPTIONS)


def meaning_of(key: str, value: object) -> str:
    """What it means, in a sentence, that an option has this value, or what a parameter is for; empty if unknown."""
    for ruling in read_rulings(Files()).values():
        for option in ruling.options:
            if option.key == key:
                return option.choices.get(str(value), "")
        if key in ruling.parameters:
            return ruling.parameters[key]
    return ""


def _read(files: Files, name: str, options: Mapping[str, tuple[str, ...]]) -> dict[Case, Ruling]:
    whole = read_yaml(files, name)
    defaults = SolitaireRulings()
    found = {number: _ruling(number, facts) for number, facts in whole.branches().items()}
    described = {option.key: option for ruling in found.values() for option in ruling.options}
    parameters = {key for ruling in found.values() for key in ruling.parameters}
    for key, known in options.items():
        if key not in described:
            whole.fault(f"the option {key!r} is not described")
        elif tuple(described[key].choices) != known or described[key].default != getattr(defaults, key):
            whole.fault(f"the option {key!r} has the choices {', '.join(known)}, the first being the default")
    for key in (*described, *parameters):
        if key not in options and key not in PARAMETERS:
            whole.fault(f"the program knows no option {key!r}")
    return found


def _ruling(number: Case, facts: Branch) -> Ruling:
    options = facts.branch("options").branches() if "options" in facts.nodes else {}
    parameters = facts.branch("parameters") if "parameters" in facts.nodes else None
    ruling = Ruling(
        number,
        facts.text("title"),
        facts.words("cases"),
        facts.text("reading"),
        tuple(_option(key, option) for key, option in options.items()),
        {key: parameters.text(key) for key in parameters.nodes} if parameters else {},
    )
    facts.known_only()
    return ruling


def _option(key: str, facts: Branch) -> Option:
    choices = facts.branch("choices")
    option = Option(key, facts.text("default"), {choice: choices.text(choice) for choice in choices.nodes})
    facts.known_only()
    return option
