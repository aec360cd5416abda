"""The readings a campaign or a case has chosen, from what was written to core.Rulings; the defaults are the core's."""

from collections.abc import Container, Mapping
from dataclasses import fields
from typing import Literal, get_args, get_origin

from pbem.core.rules import Rulings
from pbem.core.terms import Province
from pbem.errors import UnknownRuling, nearest

OPTIONS: dict[str, tuple[str, ...]] = {
    field.name: tuple(map(str, get_args(field.type)))
    for field in fields(Rulings)
    if get_origin(field.type) is Literal
}
"""The options with a fixed set of choices."""
PARAMETERS = ("key_areas", "turn_limit")
"""R37: further keys, the parameters of two endings."""


def choose(written: Mapping[str, object], provinces: Container[Province]) -> Rulings:
    """The chosen readings; what is not written is the default.

    Choices may be plain values or text. Raises UnknownRuling, which names the option.
    """
    chosen: dict[str, object] = {}
    for option, value in written.items():
        if option == "key_areas":
            chosen[option] = _key_areas(value, provinces)
        elif option == "turn_limit":
            chosen[option] = _turn_limit(value)
        else:
            chosen[option] = _choice(option, value)
    return Rulings(**chosen)  # type: ignore[arg-type]


def _choice(option: str, value: object) -> str:
    known = OPTIONS.get(option)
    if known is None:
        names = (*OPTIONS, *PARAMETERS)
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
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise UnknownRuling(f"turn_limit is {value!r}, not a number of Game-Turns", option="turn_limit")
    return int(text)
