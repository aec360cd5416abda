"""A sheet written out as a person would: with names or numbers, on one line or several, each player in his own way."""

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.terms import CZAR, PhaseName, Province, Unit
from pbem.sheets.blank import blank_head
from pbem.sheets.body import STANDING
from pbem.sheets.names import names_of
from pbem.sheets.write import Data, flow, folded, head_lines, scalar, sheet_data

UNIT_LISTS = ("units", "force", "drop", "remove", "with", "losses", "enemy_losses", "capture", "take")
"""Keys with lists of units, or of units and words."""
UNIT_WORDS = ("join", "leader", "take", "target", "against")
"""Keys with one unit, or with a player."""
COMMA_LISTS = ("force", "units", "with", "losses", "enemy_losses", "committee", "participants", "against")
ANY = "  # against whoever purges you, for whatever there is"
"""What is said of an order without keys, which only a Counterpurge can be (R24)."""
REMARKS = ("# as agreed", "# see my letter", "# my best guess", "# the rest stays where it is")


def written_out(
    sheet: Sheet, rules: Rules, *, campaign: str, turn: int, phase: PhaseName, chance: random.Random
) -> str:
    """The text of a sheet; it reads back as the same orders. `chance` decides how the player writes."""
    return _Pen(rules, chance).text(sheet, campaign=campaign, turn=turn, phase=phase)


def written_plainly(sheet: Sheet, rules: Rules, *, campaign: str, turn: int, phase: PhaseName) -> str:
    """The text of a sheet for a person to go on with: an order a line, everything by its printed name, and an empty key
    for his own; it reads back as the same orders."""
    lines = blank_head(
        campaign=campaign, player=sheet.player, turn=turn, phase=phase, key="", salt=sheet.salt
    )
    for key, value in sheet_data(sheet, rules).items():
        if key in STANDING and value == []:
            lines += ["", f"{key}: no"]
        elif isinstance(value, list) and key not in ("losses", "standing"):
            lines += ["", f"{key}:", *(f"  - {flow(order)}{'' if order else ANY}" for order in value)]
        else:
            lines += ["", f"{key}: {flow(value)}"]
    return "\n".join(lines) + "\n"


@cache
def _spellings(text: str) -> tuple[str, ...]:
    return text, text.lower(), text.upper()


class _Pen:
    """One player's way of writing."""

    def __init__(self, rules: Rules, chance: random.Random) -> None:
        self.names = names_of(rules)
        self.rules = rules
        self.chance = chance
        self.by_name = chance.choice((0.0, 0.5, 0.9, 1.0))
        """How often units are named rather than numbered."""
        self.by_letter = chance.choice((0.8, 1.0))
        """How often provinces are named by their code."""
        self.lines = chance.choice((0.0, 0.5, 1.0))
        """How often an order takes a line for each key."""
        self.commas = chance.choice((0.0, 0.5, 1.0))
        """How often a list has commas and no brackets."""
        self.remarks = chance.choice((0.0, 0.0, 0.1))

    def text(self, sheet: Sheet, *, campaign: str, turn: int, phase: PhaseName) -> str:
        """The whole sheet."""
        head = head_lines(campaign=campaign, player=sheet.player, turn=turn, phase=phase, salt=sheet.salt)
        lines = [line for line in head if not line.startswith("key:")]
        for key, value in sheet_data(sheet).items():
            lines += ["", *self._part(key, value)]
        return "\n".join(lines) + "\n"

    def _part(self, key: str, value: Data) -> list[str]:
        if key == "standing" or (key in STANDING and value == []):
            return [f"{key}: {flow(value) if value else 'no'}"]
        if key == "losses":
            return [self._pair(key, self._units(value))]
        if not isinstance(value, list):
            return [f"{key}: {flow(value)}"]
        lines = [f"{key}:"]
        for order in value:
            lines += self._order(order)
        return lines

    def _order(self, order: Data) -> list[str]:
        if not isinstance(order, Mapping):
            return [f"  - {flow(self._units(order))}"]
        named = {key: self._value(key, value) for key, value in order.items()}
        if not named or self.chance.random() >= self.lines:
            return [f"  {line}" for line in folded(f"- {flow(named)}").split("\n")] + self._remark()
        lines: list[str] = []
        for key, value in named.items():
            lines += self._lines(key, value)
        return [f"  - {lines[0]}", *(f"    {line}" for line in lines[1:]), *self._remark()]

    def _remark(self) -> list[str]:
        return [f"  {self.chance.choice(REMARKS)}"] if self.chance.random() < self.remarks else []

    def _lines(self, key: str, value: Data) -> list[str]:
        """A key of an order on lines of its own."""
        steps = key == "route" and any(isinstance(step, Mapping) for step in value)
        if steps and self.chance.random() < 0.7:
            return [f"{key}:", *(f"  - {flow(step)}" for step in value)]
        return [self._pair(key, value)]

    def _pair(self, key: str, value: Data) -> str:
        """A key and its value on one line, a list of words perhaps with commas alone."""
        if (
            key in COMMA_LISTS
            and isinstance(value, list)
            and value
            and all(isinstance(one, str | int) and scalar(one) == str(one) for one in value)
            and self.chance.random() < self.commas
        ):
            return f"{key}: {', '.join(map(str, value))}"
        return flow({key: value})[1:-1]

    # --- names -----------------------------------------------------------------------------------------------

    def _value(self, key: str, value: Data) -> Data:
        """A value of an order with its units and provinces named."""
        if key == "route":
            return [self._step(step) for step in value]
        if key == "at":
            return self._province(value)
        if key == "spoils":
            return [{**spoil, "take": self._unit(spoil["take"])} for spoil in value]
        if key in ("give", "for"):
            return {name: self._units(one) if name == "units" else one for name, one in value.items()}
        if key in UNIT_LISTS and isinstance(value, list):
            return self._units(value)
        return self._unit(value) if key in UNIT_WORDS and isinstance(value, int) else value

    def _step(self, step: Data) -> Data:
        if not isinstance(step, Mapping):
            return self._province(step)
        ((at, done),) = step.items()
        found: dict[str, Any] = {}
        for key, value in done.items():
            if key == "pick_up":
                found[key] = [self._pick_up(one) for one in value]
                if len(value) == 1 and self.chance.random() < 0.3:
                    found[key] = found[key][0]
            else:
                found[key] = self._unit(value) if key == "join" else self._units(value)
        return {self._province(at): found}

    def _pick_up(self, one: Data) -> Data:
        if not isinstance(one, Mapping):
            return self._unit(one)
        return {
            self._unit(int(leader) if str(leader).isdigit() else leader): self._units(units)
            for leader, units in one.items()
        }

    def _units(self, value: Data) -> Data:
        if isinstance(value, list):
            return [self._units(one) for one in value]
        return self._unit(value)

    def _unit(self, unit: Data) -> Data:
        """A unit by name or number, the name perhaps in small letters or cut short."""
        if not isinstance(unit, int) or unit not in self.rules.counters:
            return unit
        name = self.names.shown[unit]
        if unit > CZAR + 1 and self.chance.random() >= self.by_name:
            return unit
        if self.chance.random() < 0.1:
            name = name.lower()
        return self._short(unit, name) if self.chance.random() < 0.05 else name

    def _short(self, unit: Unit, name: str) -> str:
        """The beginning of a name, if it means nobody else."""
        short = name[:5].rstrip("- ")
        return short if unit in self.rules.leaders and self.names.find_unit(short) == (unit,) else name

    def _province(self, province: Data) -> Data:
        """A province by its code or by its name."""
        facts = self.rules.board.provinces.get(province)
        if facts is None or self.chance.random() < self.by_letter:
            return province
        name: Province = facts.name if self.chance.random() < 0.6 else province.lower()
        return name if self.names.find_province(name) == (province,) else province
