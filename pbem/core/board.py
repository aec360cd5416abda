"""The map: provinces, borders, the strait, rails, ports and regions. Knows no unit."""

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.core.terms import Province


@dataclass(frozen=True, slots=True)
class ProvinceFacts:
    """One line of provinces.csv."""

    code: Province
    name: str
    region: str
    port: bool
    rail: bool
    source: str


@dataclass(frozen=True, slots=True)
class Board:
    """All provinces and how they join; every mapping is symmetric and has every province as a key."""

    provinces: Mapping[Province, ProvinceFacts]
    land: Mapping[Province, frozenset[Province]]
    strait: Mapping[Province, frozenset[Province]]
    """5.32: the crossing of the Kerch Straits, for White units only."""
    rails: Mapping[Province, frozenset[Province]]

    def neighbors(self, province: Province) -> tuple[Province, ...]:
        """The provinces across a land border, by code."""
        return tuple(sorted(self.land[province]))
