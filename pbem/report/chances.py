"""The exact chances of a roll that was made: what could have come of it, and which of that came. No words."""

from collections.abc import Mapping
from typing import NamedTuple

from pbem.core.dice import Roll
from pbem.core.rules import Rules
from pbem.odds.branching import PAIRS, purge_column
from pbem.odds.chances import Chance, add, percent, shares
from pbem.odds.tables import column_results, event_results


class Possible(NamedTuple):
    """One result of a roll: its mark as in `Roll.effect`, its chance as it is shown, and whether it came."""

    mark: str
    percent: str
    came: bool


class Chances:
    """The chances of rolls by one set of rules, each table read once."""

    __slots__ = ("_known", "_rules")

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._known: dict[tuple[str, str], Mapping[str, str]] = {}

    def of(self, roll: Roll) -> tuple[Possible, ...]:
        """What could come of the roll, best first; nothing for lots, draws and the deal, which have no table."""
        kind, _, rest = roll.label.partition("/")
        key = ("" if kind == "event" and "/" in rest else kind), roll.needed
        if key not in self._known:
            found = _chances(self._rules, *key)
            self._known[key] = {mark: percent(chance) for mark, chance in found.items()}
        return tuple(Possible(mark, shown, mark == roll.effect) for mark, shown in self._known[key].items())


_kept: list[tuple[Rules, Chances]] = []


def chances_of(rules: Rules) -> Chances:
    """The chances of rolls; made once for the same rules."""
    for known, found in _kept:
        if known is rules:
            return found
    _kept[:] = [(rules, Chances(rules)), *_kept[:3]]
    return _kept[0][1]


def _chances(rules: Rules, kind: str, needed: str) -> Mapping[str, Chance]:
    """By mark the chance of each result of a roll of this kind; `needed` is what it was compared with."""
    match kind:
        case "combat" | "subversion" if needed in rules.combat_table:  # 8.5
            return column_results(rules, needed)
        case "assassinate" if needed.lstrip("-").isdecimal():  # 10.0
            return shares("killed" if sum(pair) >= int(needed) else "missed" for pair in reversed(PAIRS))
        case "purge" | "counterpurge" if needed.startswith("column "):  # 11.4
            column = purge_column(rules, needed.removeprefix("column "))
            found = shares(column[sum(pair) - 2] for pair in PAIRS)
            return {mark: found[mark] for mark in sorted(found, key=_best_first)}
        case "event" if not needed:  # 12.2
            return _events(rules)
    return {}


def _best_first(mark: str) -> tuple[bool, int]:
    """Points from the highest down, then C."""
    return mark == "C", -int(mark) if mark != "C" else 0


def _events(rules: Rules) -> dict[str, Chance]:
    """12.2: by kind of event."""
    found: dict[str, Chance] = {}
    for event, chance in event_results(rules).items():
        add(found, event.kind, chance)
    return found
