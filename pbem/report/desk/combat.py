"""Attacks and Subversive Attacks for the desk: which stacks can attack which, and who combines with whom (8.0, R30).

A stack is named by its uppermost unit of a color. Strengths are looked up in the table of odds (politics.py has the
other tables).
"""

from itertools import combinations
from typing import Any

from pbem.core.orders import Attack, Subversion
from pbem.core.rules import Rules
from pbem.core.state import Stack, State
from pbem.core.table import Table
from pbem.core.terms import Player, Province, Unit
from pbem.odds.chances import percent
from pbem.odds.tables import column_results, least_attack
from pbem.phases.attack_forces import Kind, Refused, find_attackers, muster
from pbem.phases.attack_judgment import judge_attack
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
    """Every stack that stacks of the player in its province can attack: who they are (`with`), which of them do not
    combine (`apart`), and for which of them together the odds may still get better (`hope`)."""
    table = Table(state, {}, NoDice(), rules)
    own: dict[Province, list[Stack]] = {}
    for stack in state.stacks:
        if stack.player == player:
            own.setdefault(stack.at, []).append(stack)
    found = []
    for target in state.stacks:
        if target.at in own:
            found += _targets(table, player, target, own[target.at], ATTACK)
    return found


def subversions_data(state: State, player: Player, rules: Rules) -> list[dict[str, Any]]:
    """8.3: every Blue stack that Red stacks of the player can subvert, likewise."""
    table = Table(state, {}, NoDice(), rules)
    own = [stack for stack in state.stacks if stack.player == player and rules.color[stack.units[0]] == "red"]
    found = []
    for target in state.stacks:
        if own and rules.color[target.units[0]] == "blue":
            found += _targets(table, player, target, own, SUBVERSION)
    return found


def _order(kind: Kind, at: Province, units: tuple[Unit, ...], target: Unit) -> Attack | Subversion:
    """An attack that asks for the best odds there are."""
    best = COLUMNS[-1]
    return Attack("", at, units, target, best) if kind is ATTACK else Subversion("", units, target, at, best)


def _targets(
    table: Table, player: Player, target: Stack, own: list[Stack], kind: Kind
) -> list[dict[str, Any]]:
    """The target with those who can attack it; nothing if nobody can."""
    name = top(target, table.rules)
    fit = _fit(table, player, target, own, kind)
    if not fit:
        return []
    apart = [two for two in combinations(fit, 2) if _left_out(table, player, target, two, kind)]
    together = [
        some
        for number in range(1, min(len(fit), _MOST) + 1)
        for some in combinations(fit, number)
        if not any(two[0] in some and two[1] in some for two in apart)
    ]
    hope = [
        some for some in together if _may_get_better(table, player, _order(kind, target.at, some, name), kind)
    ]
    return [{"at": target.at, "against": name, "with": fit, "apart": apart, "hope": hope}]


_MOST = 6
"""Of more stacks together it is not asked whether their odds may get better."""


def _fit(table: Table, player: Player, target: Stack, own: list[Stack], kind: Kind) -> list[Unit]:
    """The player's stacks that can attack the target if only they are strong enough, by the unit that names each."""
    name = top(target, table.rules)
    units = tuple(top(stack, table.rules) for stack in own)
    if not _can_attack(table, player, _order(kind, target.at, units, name), kind):
        return []  # as mostly: the first that can alone would have been among them
    if len(units) == 1:
        return [*units]
    return [
        unit for unit in units if _can_attack(table, player, _order(kind, target.at, (unit,), name), kind)
    ]


def _can_attack(table: Table, player: Player, order: Attack | Subversion, kind: Kind) -> bool:
    forces = muster(table, player, order, kind)
    return not isinstance(forces, Refused) or bool(forces.attackers)


def _left_out(table: Table, player: Player, target: Stack, units: tuple[Unit, ...], kind: Kind) -> bool:
    order = _order(kind, target.at, units, top(target, table.rules))
    return bool(find_attackers(table, player, order, kind, target)[1])


def _may_get_better(table: Table, player: Player, order: Attack | Subversion, kind: Kind) -> bool:
    """Whether others may better the odds before the attack is made, so that asking for more than there is now is no
    error. Where the odds are the best there are the attack is noted as made, and the notes are thrown away again."""
    table.remarks.clear()
    judge_attack(table, player, order, kind)
    table.combat_notes = None
    return any(remark.code.startswith("odds_") and remark.grade == "warning" for remark in table.remarks)


def top(stack: Stack, rules: Rules) -> Unit:
    """The unit to name a stack by: the uppermost that has a color."""
    return next((unit for unit in stack.units if rules.color[unit]), stack.units[0])
