"""What a player may call a unit or a province, and what he may have meant where it is none: names to ids, with
candidates when unsure. Forgiving of case, hyphens, accents and the ways of spelling Russian; never guesses.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import TypeVar

from pbem.core.rules import Rules
from pbem.core.terms import CZAR, GOLD, Province, Unit

T = TypeVar("T", int, str)

SHORTEST_PREFIX = 4
"""Letters of a Leader's name that may stand for the whole, where only one name begins so."""

_IMPERIAL = {
    "czar": CZAR,
    "tsar": CZAR,
    "tzar": CZAR,
    "theczar": CZAR,
    "thetsar": CZAR,
    "gold": GOLD,
    "thegold": GOLD,
    "imperialgold": GOLD,
}
_SAME_NATIONALITY = {"RM": ("RU",)}
"""R3: RM and RU both mean Rumania."""
_SPELLINGS = {
    "tukachevsky": ("tukhachevsky",),
    "blyukher": ("blucher", "bluecher"),
    "vatsetis": ("vacietis",),
    "chatilov": ("shatilov",),
    "ulagi": ("ulagai",),
    "gai": ("gay",),
    "mohilev": ("mogilev",),
}
"""Spellings of which a beginning may stand for the whole, or which no rule of _SOUNDS reaches, by the folded name."""
_SOUNDS = (
    ("yo|ye|ie", "e"),
    ("tch|tsch", "ch"),
    ("kh|ck", "k"),
    ("gh", "g"),
    ("cz|tz", "ts"),
    ("ou", "u"),
    ("w", "v"),
    ("[yj]", "i"),
    (r"(.)\1+", r"\1"),
)
"""What spellings of one Russian name differ in."""


def fold(text: str) -> str:
    """The letters and digits of a name alone, small, without accents."""
    if not text.isascii():
        from unicodedata import normalize  # loaded only for a name that needs it

        text = normalize("NFKD", text).encode("ascii", "ignore").decode()
    return (text if text.isalnum() else "".join(letter for letter in text if letter.isalnum())).lower()


def by_sound(folded: str) -> str:
    """A folded name by its sound, alike for the spellings of one name."""
    for pattern, new in _SOUNDS:
        folded = re.sub(pattern, new, folded)
    return folded


class Names:
    """The names of one set of rules."""

    __slots__ = ("_leader_sounds", "_province_sounds", "leaders", "provinces", "shown", "units")

    def __init__(self, rules: Rules) -> None:
        self.shown: dict[Unit, str] = {}
        """How a sheet writes each unit."""
        self.units: dict[str, Unit] = {}
        self.leaders: dict[str, Unit] = {}
        self.provinces: dict[str, Province] = {}
        self._leader_sounds: dict[str, tuple[Unit, ...]] = {}
        self._province_sounds: dict[str, tuple[Province, ...]] = {}
        for unit, counter in rules.counters.items():
            self._add_unit(unit, counter.kind, counter.name, counter.nationality)
        for spelling, unit in _IMPERIAL.items():
            if unit in rules.counters:
                self.units[spelling] = unit
        self._add_provinces(rules)

    def _add_provinces(self, rules: Rules) -> None:
        first_words: dict[str, list[Province]] = {}
        for code, facts in rules.board.provinces.items():
            for name in _spellings(facts.name):
                self.provinces[name] = code
            first_words.setdefault(fold(facts.name.split()[0]), []).append(code)
        for word, codes in first_words.items():
            if len(codes) == 1:
                self.provinces.setdefault(word, codes[0])
        for code in rules.board.provinces:
            self.provinces[code.lower()] = code

    def _add_unit(self, unit: Unit, kind: str, name: str, nationality: str) -> None:
        number = str(unit)
        self.shown[unit] = name or f"{nationality} {number}".strip()
        if kind == "imperial":
            return
        self.units[number] = unit
        for short in (nationality, *_SAME_NATIONALITY.get(nationality, ())) if nationality else ():
            self.units[short.lower() + number] = unit
        if kind != "leader":
            return
        halves = [fold(half) for half in name.split("-")]
        for spelling in (*_spellings(name), *(half for half in halves if len(half) >= SHORTEST_PREFIX)):
            self.leaders[spelling] = unit
            for written in (spelling, spelling + number, number + spelling):
                self.units[written] = unit

    def find_unit(self, text: str) -> tuple[Unit, ...]:
        """The units the text can mean: one is the answer; none: it is unknown; more: it is ambiguous."""
        text = text.strip()
        if text.isascii() and not any(letter.isalpha() for letter in text):
            return (self.units[text],) if text in self.units else ()
        key = fold(text)
        if key in self.units:
            return (self.units[key],)
        if not key.isalpha() or len(key) < SHORTEST_PREFIX:
            return ()
        begun = _once(unit for name, unit in self.leaders.items() if name.startswith(key))
        if begun:
            return begun
        if not self._leader_sounds:
            self._leader_sounds = _sounds(self.leaders)
        return self._leader_sounds.get(by_sound(key), ())

    def find_province(self, text: str) -> tuple[Province, ...]:
        """The provinces the text can mean, likewise: by code, full name, or the first word of a name of two."""
        key = fold(text)
        if key in self.provinces:
            return (self.provinces[key],)
        if not key.isalpha():
            return ()
        if not self._province_sounds:
            self._province_sounds = _sounds(self.provinces)
        return self._province_sounds.get(by_sound(key), ())

    def only_sounds_like(self, text: str, known: Collection[str]) -> bool:
        """Whether a name that was found is spelled as none of the known ones begins."""
        key = fold(text)
        return key not in known and not any(name.startswith(key) for name in known)

    def near_unit(self, text: str) -> str:
        """The name nearest to an unknown one, as a sheet writes it, or empty."""
        key = fold(text)
        digits = "".join(letter for letter in key if letter.isdigit())
        if digits in self.units and digits != key:
            return self.shown[self.units[digits]]  # a right number with a wrong name or nationality
        begun = _once(unit for name, unit in self.leaders.items() if key and name.startswith(key))
        if len(begun) == 1:
            return self.shown[begun[0]]  # the beginning of a name, but too short to stand for it
        found = nearest(key, self.leaders) if key.isalpha() else ""
        return self.shown[self.leaders[found]] if found else ""

    def near_province(self, text: str) -> str:
        """The code of the province of the town of that name, else of the one whose name is nearest, else of the one in
        which all towns lie that begin so; or empty."""
        town = _town_province(fold(text))
        if town in self.provinces.values():
            return town
        found = nearest(fold(text), self.provinces)
        return self.provinces[found] if found else _province_of_towns_begun(fold(text))


_OTHER_TOWNS = {
    "petersburg": "petrograd",
    "saintpetersburg": "petrograd",
    "stpetersburg": "petrograd",
    "leningrad": "petrograd",
    "stalingrad": "tsaritsyn",
    "volgograd": "tsaritsyn",
    "tallinn": "reval",
    "krasnodar": "yekaterinodar",
}
"""Other names of towns, by the folded name."""


@cache
def _towns() -> Mapping[str, Province]:
    """By folded name of a town of the map the province it lies in; the first where there are two of the name."""
    from pbem.resources import rules_folder  # loaded only when something is wrong

    found: dict[str, Province] = {}
    for line in (rules_folder() / "towns.csv").read_text("utf-8").splitlines()[1:]:
        province, town, *_ = line.split(",")
        found.setdefault(fold(town), province)
    return found


def _town_province(folded: str) -> Province:
    """The province of the town of this name, or of one that sounds alike; or empty."""
    towns = _towns()
    folded = _OTHER_TOWNS.get(folded, folded)
    if folded in towns or not folded:
        return towns.get(folded, "")
    alike = _town_sounds().get(by_sound(folded), ())
    return alike[0] if len(alike) == 1 else ""


def _province_of_towns_begun(folded: str) -> Province:
    """The one province in which all towns lie whose name begins so, as somebody shortens Moscow to MOSC; or empty."""
    if len(folded) < SHORTEST_PREFIX:
        return ""
    provinces = {province for town, province in _towns().items() if town.startswith(folded)}
    return provinces.pop() if len(provinces) == 1 else ""


@cache
def _town_sounds() -> Mapping[str, tuple[Province, ...]]:
    """The provinces of the towns by the sound of their names."""
    return _sounds(_towns(), shortest=0)


def _spellings(name: str) -> tuple[str, ...]:
    folded = fold(name)
    return (folded, *_SPELLINGS.get(folded, ()))


def _once(values: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(values))


def _sounds(known: Mapping[str, T], *, shortest: int = SHORTEST_PREFIX) -> dict[str, tuple[T, ...]]:
    """The names, but for the short ones, by their sound."""
    found: dict[str, list[T]] = {}
    for name, value in known.items():
        if len(name) >= shortest:
            found.setdefault(by_sound(name), []).append(value)
    return {sound: _once(values) for sound, values in found.items()}


def nearest(word: str, known: Collection[str]) -> str:
    """The known word nearest to a misspelt one, or empty."""
    from difflib import get_close_matches  # loaded only when something is wrong

    letters = sorted(word[:40])
    swapped = [one for one in known if sorted(one) == letters]
    return swapped[0] if swapped else (*get_close_matches(word[:40], known, n=1, cutoff=0.65), "")[0]


_kept: list[tuple[Rules, Names]] = []


def names_of(rules: Rules) -> Names:
    """The names of these rules; made once for the same counters and map."""
    for known, names in _kept:
        if known.counters is rules.counters and known.board is rules.board:
            return names
    names = Names(rules)
    _kept[:] = [(rules, names), *_kept[:3]]
    return names
