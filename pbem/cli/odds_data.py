"""What `pbem odds` finds as plain data: chances as exact fractions and as per cent, units as numbers."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pbem.core.rules import Rules
from pbem.odds.attacks import AttackOdds, CombatOdds
from pbem.odds.attempts import AttemptOdds
from pbem.odds.chances import Chance
from pbem.odds.events import DrawOdds, EventsOdds, UnitAtRisk
from pbem.odds.purges import PurgesOdds
from pbem.odds.tables import ColumnOdds, PurgeChain, assassination_chance, event_results

Data = dict[str, Any]


def chance(value: Chance) -> Data:
    """A chance: ``{"exact": "5/36", "percent": 13.889}``."""
    return {"exact": str(value), "percent": round(float(100 * value), 3)}


def number(value: Fraction) -> Data:
    """An expected number: ``{"exact": "10/3", "about": 3.333}``."""
    return {"exact": str(value), "about": round(float(value), 3)}


def chances(values: Mapping[Any, Chance]) -> Data:
    """Chances by name."""
    return {str(name): chance(value) for name, value in values.items()}


def attack(strength: int, defense: int, own: ColumnOdds | None, columns: Sequence[ColumnOdds]) -> Data:
    """An attack by numbers."""
    return {
        "attack": strength,
        "defense": defense,
        "odds": own and own.odds,
        "columns": [
            {
                "odds": one.odds,
                "attack": one.attack,
                "results": chances(one.results),
                "attacker_loses": number(one.attacker_loses),
                "defender_loses": number(one.defender_loses),
            }
            for one in columns
        ],
    }


def combat(found: CombatOdds) -> Data:
    """The attacks of sheets."""
    return {
        "subversions": [_attack(one) for one in found.subversions],
        "provinces": [
            {"at": one.at, "attacks": [_attack(attack) for attack in one.attacks], "lost": chances(one.lost)}
            for one in found.provinces
        ],
    }


def _attack(one: AttackOdds) -> Data:
    return {
        "order": one.order.ref,
        "player": one.player,
        "made": chance(one.made),
        "odds": chances(one.odds),
        "results": chances({result or "nothing": value for result, value in one.results.items()}),
        "comes_to_nothing": chances(one.nothing),
        "attacker_loses": number(one.attacker_loses),
        "defender_loses": number(one.defender_loses),
        "lost": chances(one.lost),
        "captured": [
            {"unit": unit, "by": by, "chance": chance(value)} for (unit, by), value in one.captures.items()
        ],
    }


def assassination(markers: int, leadership: int) -> Data:
    """An assassination by numbers."""
    return {
        "markers": markers,
        "leadership": leadership,
        "killed": chance(assassination_chance(markers, leadership)),
    }


def attempts(found: Sequence[AttemptOdds]) -> list[Data]:
    """The assassinations of sheets."""
    return [
        {
            "order": one.order.ref,
            "player": one.player,
            "target": one.order.target,
            "made": chance(one.made),
            "markers": chances(one.markers),
            "killed": chance(one.killed),
            "comes_to_nothing": chances(one.nothing),
        }
        for one in found
    ]


def purge(chain: PurgeChain) -> Data:
    """A Purge by numbers with its answers."""
    return {
        "rolls": [
            {
                "strength": one.strength,
                "column": one.column,
                "rolled": chance(one.rolled),
                "results": chances(one.results),
                "gains": chances(one.gains),
            }
            for one in chain.answers
        ],
        "nothing": chance(chain.nothing),
    }


def purges(found: PurgesOdds) -> Data:
    """The Purges of sheets."""
    return {
        "orders": [
            {
                "order": one.order.ref,
                "player": one.player,
                "rolled": chance(one.rolled),
                "strengths": chances(one.strengths),
                "gains": chances(one.gains),
                "ended": [
                    {"ended": ended, "code": code, "chance": chance(value)}
                    for (ended, code), value in one.ended.items()
                ],
            }
            for one in found.orders
        ],
        "leaders": [
            {"leader": one.leader, "from": one.owner, "to": one.to, "chance": chance(value)}
            for one, value in found.leaders.items()
        ],
        "politburo": [
            {"from": owner, "to": to, "markers": chances(counts)}
            for (owner, to), counts in found.markers.items()
        ],
    }


def events(phases: Mapping[str, EventsOdds], at_risk: Sequence[UnitAtRisk] | None, rules: Rules) -> Data:
    """The Random Events."""
    found: Data = {
        "one_roll": [
            {"kind": event.kind, "provinces": list(event.provinces), "chance": chance(value)}
            for event, value in event_results(rules).items()
        ],
        "phases": {
            phase: {"rolls": one.rolls, "at_least_once": chances(one.kinds)} for phase, one in phases.items()
        },
    }
    if at_risk is not None:
        found["units"] = [
            {"unit": one.unit, "at": one.at, "player": one.player, "chance": chance(one.chance)}
            for one in at_risk
        ]
    return found


def draws(found: Sequence[DrawOdds]) -> list[Data]:
    """The next draw."""
    return [
        {"marker": one.marker or None, "chance": chance(one.chance), "units": list(one.units)}
        for one in found
    ]
