"""The fixed facts of each unit, as printed on its counter."""

from dataclasses import dataclass

from pbem.core.terms import Color, Kind, Province, Unit


@dataclass(frozen=True, slots=True)
class Counter:
    """One line of counters.csv; the Imperial units have color and nationality empty and value 0."""

    id: Unit
    color: Color
    kind: Kind
    nationality: str
    name: str
    value: int
    """Leadership Value of a Leader, Combat Strength of a combat unit (8.26), in Strength Points."""
    home: Province
    on_combat_unit: bool
    """Whether the counter bears an asterisk beside its province (15.52)."""
    source: str
