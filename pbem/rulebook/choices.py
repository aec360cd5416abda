"""The readings a campaign or a case has chosen, from what was written to core.Rulings; the defaults are the core's."""

from collections.abc import Container, Mapping
from dataclasses import fields
from typing import Literal, get_args, get_origin

from pbem.core.rules import Rulings, SolitaireRulings
from pbem.core.terms import Province
from pbem.errors import UnknownRuling, nearest


def _options(rulings: type[Rulings]) -> dict[str, tuple[str, ...]]:
    return {
        field.name: tuple(map(str, get_args(field.type)))
        for field in fields(rulings)
        if get_origin(field.type) is Literal
    }


OPTIONS: dict[str, tuple[str, ...]] = _options(Rulings)
"""The options with a fixed set of choices."""
SOLITAIRE_OPTIONS: dict[str, tuple[str, ...]] = {
    option: known for option, known in _options(SolitaireRulings).items() if option not in OPTIONS
}
"""The options that only the solitaire game has."""
ONLY_DEFAULT = ("detached_units", "imperial_under_neutral")
"""S1: options of the postal game that cannot be chosen otherwise in the solitaire game."""
PARAMETERS = ("key_areas", "turn_limit")
"""R37: further keys, the parameters of two endings."""


def choose(
    written: Mapping[str, object], provinces: Container[Province], *, solitaire: bool = False
) -> Rulings:
    """The chosen readings, those of the solitaire game where it is played; what is not written is the default.

    Choices may be plain values or text. Raises UnknownRuling, which names the option.
    """
    chosen: dict[str, object] = {}
    for option, value in written.items():
        if option == "key_areas":
            chosen[option] = _key_areas(value, provinces)
        elif option == "turn_limit":
            chosen[option] = _turn_limit(value)
        else:
            chosen[option] = _choice(option, value, OPTIONS | SOLITAIRE_OPTIONS if solitaire else OPTIONS)
    if solitaire:
        _refuse_unalterable(chosen)
        return SolitaireRulings(**chosen)  # type: ignore[arg-type]
    return Rulings(**chosen)  # type: ignore[arg-type]


def _refuse_unalterable(chosen: Mapping[str, object]) -> None:
    """S1: what the solitaire game leaves no choice in."""
    for option in ONLY_DEFAULT:
        if option in chosen and chosen[option] != getattr(Rulings(), option):
            raise UnknownRuling(f"the solitaire game leaves no choice of {option!r} (S1)", option=option)


def _choice(option: str, value: object, options: Mapping[str, tuple[str, ...]]) -> str:
    known = options.get(option)
    if known is None:
        names = (*options, *PARAMETERS)
        cure = nearest(option, names) or "`pbem rules rulings` lists them all."
        raise UnknownRuling(f"there is no ruling with the option {option!r}", option=option, cure=cure)
    if value not in known:
        cure = nearest(str(value), known) or f"It may be {' or '.join(known)}."
        raise UnknownRuling(f"{value!r} is no choice of {option!r}", option=option, cure=cure)
    return str(value)


def _key_areas(value: object, provinces: Container[Province]) -> tuple[Province, ...]:
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list | tuple) or not words:
        raise UnknownRuling("key_areas must be a list of provinces", option="key_areas")
    codes = tuple(dict.fromkeys(str(word).upper() for word in words))
    for code in codes:
        if code not in provinces:
            raise UnknownRuling(f"{code!r} in key_areas is no province", option="key_areas")
    return codes


def _turn_limit(value: object) -> int:
    text = str(value)
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text) > 0):
        raise UnknownRuling(f"turn_limit is {value!r}, not a number of Game-Turns", option="turn_limit")
    return int(text)
