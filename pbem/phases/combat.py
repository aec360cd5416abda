"""8.0, 17/8.0, R29–R34: normal attacks, province by province."""

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from pbem.core.events import Attacked, Precedence
from pbem.core.falls import eliminate
from pbem.core.orders import Attack, Faulty, Subversion
from pbem.core.state import Stack, stack_color
from pbem.core.table import Table
from pbem.core.terms import IMPERIAL, UNASSIGNED, Player, Province, Section, Unit, UnitName
from pbem.phases import captures, losses, odds
from pbem.phases.attack_forces import (
    Fault,
    Forces,
    Kind,
    Reason,
    Refused,
    cases_of,
    muster,
    refuse,
    remark,
    units_in,
)
from pbem.phases.stack_names import notes

CASES = {"Ae": "8.41", "De": "8.42", "Ex": "8.43"}
"""The case of each result of the Combat Results Table."""


class Planned(NamedTuple):
    """An attack as it stands on a sheet."""

    player: Player
    order: Attack
    label: str
    """Its dice label, numbered among the player's orders for the province, void ones included."""


# --- what may attack what ----------------------------------------------------------------------------------------


def _target_rule(table: Table, order: Attack | Subversion, name: UnitName, stack: Stack) -> Reason | None:
    """8.23: the target stands where the attack is made, and is no Imperial unit alone (R4)."""
    if order.at not in table.rules.board.provinces:
        return Reason("attack_nowhere", ("8.23",), {"province": order.at})
    if stack.at != order.at:
        facts = {"unit": name, "province": stack.at, "province_attack": order.at}
        return Reason("target_elsewhere", ("8.23", "R30"), facts)
    if not stack_color(stack.units, table.rules):
        return Reason("target_imperial", ("8.11", "R4"), {"unit": name}, lasting=len(stack.units) == 1)
    return None


def _attacker_rule(
    table: Table,
    order: Attack | Subversion,
    name: UnitName,
    stack: Stack,
    *,
    defenders: Stack,
    first: Stack | None,
) -> Reason | None:
    """8.22, 8.23, R30 `combine`: the stack is in the province, opposed to the target, and combines with the first."""
    rules = table.rules
    if stack.at != order.at:
        facts = {"unit": name, "province": stack.at, "province_attack": order.at}
        return Reason("stack_elsewhere", ("8.23", "R30"), facts)
    color, against = stack_color(stack.units, rules), stack_color(defenders.units, rules)
    if against not in rules.enemies[color]:
        return Reason(
            "stack_not_opposed",
            ("8.22", "8.11", "R30"),
            {"unit": name, "color": color, "color_target": against},
        )
    if first is None or table.rulings.combine == "common_enemy" or against == "red":
        return None
    company = stack_color(first.units, rules)
    if company == color:
        return None
    return Reason(
        "stack_does_not_combine", ("8.22", "R30"), {"unit": name, "color": color, "color_first": company}
    )


ATTACK = Kind(_target_rule, _attacker_rule)


# --- the step ----------------------------------------------------------------------------------------------------


def attack(table: Table) -> None:
    """R29: carry out all attacks, province by province in the order of their codes."""
    by_province: dict[Province, dict[Player, list[Planned]]] = {}
    for player, sheet in table.sheets.items():
        for plan in planned(player, sheet.attacks):
            by_province.setdefault(plan.order.at, {}).setdefault(player, []).append(plan)
    for at in sorted(by_province):
        plans = by_province[at]
        if len(plans) == 1:
            for own in plans.values():
                _make_attacks(table, own)
        else:
            _take_turns(table, at, plans)


def planned(player: Player, orders: tuple[Attack | Faulty, ...]) -> Iterator[Planned]:
    """The attacks of a sheet that could be read, with their labels."""
    numbers: dict[Province, int] = {}
    for order in orders:
        if not isinstance(order, Faulty):
            numbers[order.at] = number = numbers.get(order.at, 0) + 1
            yield Planned(player, order, f"combat/{order.at}/{player}/{number}")


def _take_turns(table: Table, at: Province, plans: dict[Player, list[Planned]]) -> None:
    """R29: in a province the player with most Strength Points makes his attacks first, then the next is found."""
    begin = len(table.events)
    went: list[tuple[Player, int]] = []
    waiting = list(plans)
    ties = count(1)
    totals = _strengths(table, at)
    while waiting:
        if went and table.rulings.precedence == "recount":
            totals = _strengths(table, at)
        player = _first(table, at, waiting, totals, plans, ties)
        waiting.remove(player)
        if _make_attacks(table, plans[player]):
            went.append((player, totals.get(player, 0)))
    if len(went) > 1:
        order, strengths = zip(*went, strict=True)
        table.events.insert(begin, Precedence("17/8.0", "", at, order, strengths))


def _strengths(table: Table, at: Province) -> dict[Player, int]:
    """R29: by player the Strength Points under his control in the province, of all colors, attacking or not."""
    value = table.rules.value
    totals: dict[Player, int] = {}
    for stack_id in table.at.get(at, ()):
        stack = table.stacks[stack_id]
        if stack.player is not None:
            points = sum([value[unit] for unit in stack.units])
            totals[stack.player] = totals.get(stack.player, 0) + points
    return totals


def _first(
    table: Table,
    at: Province,
    waiting: list[Player],
    totals: dict[Player, int],
    plans: dict[Player, list[Planned]],
    ties: Iterator[int],
) -> Player:
    """R29: who goes next. A tie is settled by lot among those who still have an attack that can be made."""
    most = max(totals.get(player, 0) for player in waiting)
    tied = [player for player in waiting if totals.get(player, 0) == most]
    if len(tied) == 1:
        return tied[0]
    able = [player for player in tied if _has_attack(table, plans[player])]
    if len(able) < 2:
        return (able or tied)[0]
    label = f"tie/combat/{at}/{next(ties)}"
    first = table.lot(label, able)
    table.effect(label, first)
    return first


def _has_attack(table: Table, plans: list[Planned]) -> bool:
    """Whether an attack of the list can be made now (odds, `min_odds` and `attacked` included)."""
    return any(isinstance(muster(table, plan.player, plan.order, ATTACK), Forces) for plan in plans)


def _make_attacks(table: Table, plans: list[Planned]) -> bool:
    """A player's attacks in a province, in the order written; says whether one was rolled."""
    rolled = False
    for plan in plans:
        forces = muster(table, plan.player, plan.order, ATTACK)
        if isinstance(forces, Refused):
            refuse(table, plan.order.ref, forces)
        else:
            _make_attack(table, plan, forces)
            rolled = True
    return rolled


def _make_attack(table: Table, plan: Planned, forces: Forces) -> None:
    """8.0: roll one attack and carry out its result at once."""
    player, order, label = plan
    ref = order.ref
    target = table.stacks[forces.target]
    attackers = units_in(table, forces.attackers)
    defenders = target.units
    notes(table).note(player, attackers, defenders)
    die = table.die(label, needed=forces.odds, ref=ref)
    result = odds.result(forces.odds, die, table.rules)
    table.effect(label, result)
    lost_attackers, lost_defenders = _losses(table, plan, target, result, attackers)
    table.tell(
        Attacked(
            "8.0", ref, player, order.at, attackers, defenders, target.player, forces.attack_strength,
            forces.defense_strength, forces.odds, label, result, lost_attackers, lost_defenders,
        )
    )  # fmt: skip
    _remove(table, plan, forces, lost_attackers, lost_defenders, case=CASES[result])
    _end(table, ref, forces, die, result)


def _losses(
    table: Table, plan: Planned, target: Stack, result: str, attackers: tuple[Unit, ...]
) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """8.41–8.43: the units lost by attacker and defender. Imperial units never are (13.51)."""
    own = tuple([unit for unit in attackers if unit not in IMPERIAL])
    theirs = tuple([unit for unit in target.units if unit not in IMPERIAL])
    if result == "De":
        return (), theirs
    if result == "Ae":
        return own, ()
    order = plan.order
    if target.player is None:
        defender_wish = order.enemy_losses or ()  # 8.46
    else:
        defender_wish = table.sheet(target.player).losses or ()
    attacker_wish = order.losses or table.sheet(plan.player).losses or ()
    return losses.exchange(own, theirs, table.rules, attacker_wish=attacker_wish, defender_wish=defender_wish)


def _remove(
    table: Table,
    plan: Planned,
    forces: Forces,
    lost_attackers: tuple[Unit, ...],
    lost_defenders: tuple[Unit, ...],
    *,
    case: str,
) -> None:
    """R33, R34: the dead go to the Chart, all at once; Imperial units of stacks that are gone go to the survivors."""
    player, order, _ = plan
    target = table.stacks[forces.target]
    attackers = [unit for unit in units_in(table, forces.attackers) if unit not in IMPERIAL]
    defenders = [unit for unit in target.units if unit not in IMPERIAL]
    dead: dict[Unit, Section] = dict.fromkeys(lost_defenders, player)
    dead.update(dict.fromkeys(lost_attackers, target.player or UNASSIGNED))
    of_defender = captures.lift_prizes(table, (forces.target,), dead)
    of_attacker = captures.lift_prizes(table, forces.attackers, dead)
    eliminate(table, dead, case=case, ref=order.ref)
    for prizes, survivors in ((of_defender, attackers), (of_attacker, defenders)):
        if prizes:
            left = [unit for unit in survivors if unit not in dead]
            captures.award(
                table, prizes, order.at, left, chooser=player, choice=order.capture or (), ref=order.ref
            )


def _end(table: Table, ref: str, forces: Forces, die: int, result: str) -> None:
    """An attack that was rolled is done whatever the result, or done in part when a stack named took no part (R30)."""
    cases = (CASES[result], "8.5", "8.0", "17/8.0")
    if result == "Ex":
        cases += ("8.44", "R32")
    if forces.left_out:
        remark(table, ref, forces.left_out)
        unit = forces.left_out[0].reason.facts["unit"]
        cases = (*cases_of(forces.left_out), *cases)
        table.end(
            ref,
            "part",
            f"attack_in_part_{result.lower()}",
            *cases,
            unit=unit,
            text_odds=forces.odds,
            number=die,
        )
    else:
        table.end(ref, "done", f"attack_{result.lower()}", *cases, text_odds=forces.odds, number=die)
