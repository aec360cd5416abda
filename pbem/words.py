"""One-line sentences for people, by code, from templates/sentences/: remarks, outcomes and faults of a sheet's text.

Plain str.format, because a template engine costs more to load than a whole check. Loaded only when used.
"""

from collections.abc import Iterable, Mapping
from functools import cache

import yaml

from pbem.core.rules import Rules
from pbem.core.terms import UnitName
from pbem.core.verdicts import Fact
from pbem.resources import templates_folder


@cache
def sentences() -> Mapping[str, str]:
    """Every sentence by its code."""
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    found: dict[str, str] = {}
    for path in sorted((templates_folder() / "sentences").glob("*.yaml")):
        found |= yaml.load(path.read_text("utf-8"), loader) or {}
    return found


def sentence(code: str, facts: Mapping[str, Fact], rules: Rules | None = None) -> str:
    """The sentence of a remark or outcome, its facts put into words; without `rules` units are shown by number."""
    pattern = sentences().get(code)
    if pattern is None:
        return code.replace("_", " ").capitalize() + "."
    shown = {key: fact_in_words(key, value, rules) for key, value in facts.items()}
    if "|" in pattern:
        shown = {key: _Words(words) for key, words in shown.items()}
    text = pattern.format_map(_Shown(shown)) if "{" in pattern else pattern
    return text[:1].upper() + text[1:]


class _Words(str):
    """A fact in words; ``{number:point|points}`` puts the word behind it that goes with its number."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.partition("|")
        return f"{self!s} {one if self == '1' else many}" if bar else super().__format__(spec)


class _Shown(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return _Words("…")


def fact_in_words(key: str, fact: Fact, rules: Rules | None = None) -> str:
    """A fact as the beginning of its key says what it is: units by name, everything else as it stands."""
    if fact is None:
        return "nobody" if key.startswith("player") else "nothing"
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if key.startswith("color"):
        return listed(str(color).capitalize() for color in (fact if isinstance(fact, tuple) else (fact,)))
    if key.startswith("unit"):
        units: tuple[UnitName, ...] = fact if isinstance(fact, tuple) else (fact,)
        return listed(unit_in_words(unit, rules) for unit in units)
    return listed(map(str, fact)) if isinstance(fact, tuple) else str(fact)


def unit_in_words(unit: UnitName, rules: Rules | None = None) -> str:
    """``Trotsky (152)``, ``111``, ``BR 415``, ``the Czar``; an unknown name in quotes, as it was written."""
    if isinstance(unit, str):
        return f'"{shortened(unit)}"'
    counter = rules.counters.get(unit) if rules else None
    if counter is None:
        return str(unit)
    if counter.kind == "imperial":
        return f"the {counter.name}"
    return f"{counter.name} ({unit})" if counter.name else f"{counter.nationality} {unit}".strip()


def listed(words: Iterable[str]) -> str:
    """``A, B and C``; of nothing, ``nothing``."""
    *most, last = tuple(words) or ("nothing",)
    return f"{', '.join(most)} and {last}" if most else last


def shortened(text: str, most: int = 60) -> str:
    """A text on one line, cut where it is long."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"
