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

    def way(self, start: Province, end: Province, *, rail: bool = False) -> tuple[Province, ...]:
        """A shortest way over land, or by rail, both ends included; of several the first by code. Empty if there is
        none."""
        joined = self.rails if rail else self.land
        ways: dict[Province, tuple[Province, ...]] = {start: (start,)}
        edge = [start]
        while edge and end not in ways:
            beyond: list[Province] = []
            for here in edge:
                for there in sorted(joined[here]):
                    if there not in ways:
                        ways[there] = (*ways[here], there)
                        beyond.append(there)
            edge = beyond
        return ways.get(end, ())
