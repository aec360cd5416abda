"""Attacks and Subversive Attacks for the desk: which stacks can attack which, and who combines with whom (8.0, R30).

A stack is named by its uppermost unit of a color. Strengths are looked up in the table of odds (politics.py has the
other tables).
"""

from typing import Any

from pbem.core.orders import Attack, Subversion
from pbem.core.rules import Rules
from pbem.core.state import Stack, State
from pbem.core.table import Table
from pbem.core.terms import Player, Province, Unit
from pbem.odds.chances import percent
from pbem.odds.tables import column_results, least_attack
from pbem.phases.attack_forces import Kind, Refused, find_attackers, muster
from pbem.phases.combat import ATTACK
from pbem.phases.judging import NoDice
from pbem.phases.odds import COLUMNS
from pbem.phases.subversion import SUBVERSION
from pbem.report.desk.movement import steals_data


def combat_data(state: State, player: Player, rules: Rules) -> dict[str, Any]:
    """What the player can attack, and in both Phases the Green units he can take by the Gold."""
    found: dict[str, Any] = {"steal": steals_data(state, player, rules)}
    if state.phase == "second":
        found |= {
            "attacks": attacks_data(state, player, rules),
            "subversion": subversions_data(state, player, rules),
        }
    return found


def odds_data(state: State, rules: Rules) -> dict[str, Any]:
    """8.0, 8.5: the columns with the chances of their results, and by the defender's points the least attack for each;
    what the strength of a Subversive Attack is multiplied with (12.12)."""
    most = max((rules.total(stack.units) for stack in state.stacks), default=0) + 6
    return {
        "doubled": 2 if state.flags.subversion_doubled else 1,
        "columns": {
            odds: [[result, percent(chance)] for result, chance in column_results(rules, odds).items()]
            for odds in COLUMNS
        },
        "least": [[least_attack(odds, defense) for odds in COLUMNS] for defense in range(1, most + 1)],
    }


def attacks_data(state: State, player: Player, rules: Rules) -> list[dict[str, Any]]:
    """Every stack that stacks of the player in its province can attack, who they are, and which of them do not combine."""
    table = Table(state, {}, NoDice(), rules)
    found = []
    for target in state.stacks:
        own = [stack for stack in state.stacks if (stack.at, stack.player) == (target.at, player)]
        fit = _fit(table, player, target, own, ATTACK) if own else []
        if fit:
            found.append(_target(table, player, target, fit, ATTACK))
    return found


def subversions_data(state: State, player: Player, rules: Rules) -> list[dict[str, Any]]:
    """8.3: every Blue stack that Red stacks of the player can subvert, likewise."""
    table = Table(state, {}, NoDice(), rules)
    own = [stack for stack in state.stacks if stack.player == player and rules.color[stack.units[0]] == "red"]
    found = []
    for target in state.stacks:
        if rules.color[target.units[0]] == "blue":
            fit = _fit(table, player, target, own, SUBVERSION)
            if fit:
                found.append(_target(table, player, target, fit, SUBVERSION))
    return found


def _order(kind: Kind, at: Province, units: tuple[Unit, ...], target: Unit) -> Attack | Subversion:
    return Attack("", at, units, target) if kind is ATTACK else Subversion("", units, target, at)


def _fit(table: Table, player: Player, target: Stack, own: list[Stack], kind: Kind) -> list[Unit]:
    """The player's stacks that can attack the target if only they are strong enough, by the unit that names each."""
    name = top(target, table.rules)
    fit = []
    for stack in own:
        unit = top(stack, table.rules)
        forces = muster(table, player, _order(kind, target.at, (unit,), name), kind)
        if not isinstance(forces, Refused) or forces.attackers:
            fit.append(unit)
    return fit


def _target(table: Table, player: Player, target: Stack, fit: list[Unit], kind: Kind) -> dict[str, Any]:
    name = top(target, table.rules)
    apart = [
        [one, other]
        for place, one in enumerate(fit)
        for other in fit[place + 1 :]
        if find_attackers(table, player, _order(kind, target.at, (one, other), name), kind, target)[1]
    ]
    found: dict[str, Any] = {"at": target.at, "against": name, "with": fit}
    return found | {"apart": apart} if apart else found


def top(stack: Stack, rules: Rules) -> Unit:
    """The unit to name a stack by: the uppermost that has a color."""
    return next((unit for unit in stack.units if rules.color[unit]), stack.units[0])
