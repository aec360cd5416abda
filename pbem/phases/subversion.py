"""8.3, 17/8.0, R28: Subversive Attacks, before all normal ones, the strongest first."""

from typing import NamedTuple

from pbem.core.events import Captured, Subverted
from pbem.core.falls import eliminate
from pbem.core.orders import Attack, Faulty, Subversion, number_of
from pbem.core.state import Stack
from pbem.core.table import Table
from pbem.core.terms import IMPERIAL, Case, Player, UnitName
from pbem.phases import odds
from pbem.phases.attack_forces import (
    Forces,
    Kind,
    Reason,
    Refused,
    cases_of,
    muster,
    refuse,
    remark,
    remark_condition,
    units_named,
    without_imperial,
)
from pbem.phases.attack_judgment import judge_attack
from pbem.phases.stack_names import notes


class Ready(NamedTuple):
    """A Subversive Attack that can be made as the table lies."""

    player: Player
    order: Subversion
    forces: Forces


# --- what may subvert what ---------------------------------------------------------------------------------------


def _target_rule(table: Table, order: Attack | Subversion, name: UnitName, stack: Stack) -> Reason | None:
    """8.31: Blue units only, in the province the order names."""
    if stack.at != order.at:
        facts = {"unit": name, "province": stack.at, "province_attack": order.at}
        return Reason("target_elsewhere", ("8.31", "R30"), facts)
    if table.rules.color[stack.units[0]] != "blue":
        return Reason("target_not_blue", ("8.31",), {"unit": name})
    return None


def _attacker_rule(
    table: Table,
    order: Attack | Subversion,
    name: UnitName,
    stack: Stack,
    *,
    defenders: Stack | None,
    first: Stack | None,
) -> Reason | None:
    """8.31, 8.32, R28: Red units in a province with a land border to the target's, not in the same."""
    rules = table.rules
    if rules.color[stack.units[0]] != "red":
        return Reason("stack_not_red", ("8.31",), {"unit": name})
    if order.at in rules.board.land and stack.at not in rules.board.land[order.at]:
        code = "stack_in_same_province" if stack.at == order.at else "stack_not_adjacent"
        facts = {"unit": name, "province": stack.at, "province_target": order.at}
        return Reason(code, ("8.31", "8.32", "R28"), facts)
    return None


SUBVERSION = Kind(_target_rule, _attacker_rule)


def _factor(table: Table) -> int:
    """12.12, R27: whether the strength of subverting units is doubled."""
    return 2 if table.subversion_doubled else 1


# --- the step ----------------------------------------------------------------------------------------------------


def subvert(table: Table) -> None:
    """R28: make all Subversive Attacks, the strongest first; what was doubled is doubled no longer (R27)."""
    notes(table)  # R30: combat begins here
    waiting: list[tuple[Player, Subversion]] = []
    for player, sheet in table.sheets.items():
        for order in sheet.subversions:
            if not isinstance(order, Faulty):
                remark_condition(table, order)
                waiting.append((player, order))
    ready = _muster(table, waiting)
    while ready:
        next_one = _strongest(table, ready)
        ready.remove(next_one)
        _make(table, next_one)
        ready = _count_anew(table, ready, next_one)
    table.subversion_doubled = False


def subvert_as_written(table: Table) -> None:
    """S29: make all Subversive Attacks in the order written, whatever their strength."""
    notes(table)  # R30: combat begins here
    for player, sheet in table.sheets.items():
        for order in sheet.subversions:
            if isinstance(order, Faulty):
                continue
            remark_condition(table, order)
            for ready in _muster(table, [(player, order)]):
                _make(table, ready)
    table.subversion_doubled = False


def _muster(table: Table, orders: list[tuple[Player, Subversion]]) -> list[Ready]:
    """The orders that can be carried out now. The others end void: no later subversion could mend them."""
    found: list[Ready] = []
    for player, order in orders:
        forces = muster(table, player, order, SUBVERSION, factor=_factor(table))
        if isinstance(forces, Refused):
            refuse(table, order.ref, forces)
        else:
            found.append(Ready(player, order, forces))
    return found


def _count_anew(table: Table, ready: list[Ready], made: Ready) -> list[Ready]:
    """R28: strengths are counted anew before each; only orders of the same player or on the same stack have changed."""
    found: list[Ready] = []
    for other in ready:
        if other.player == made.player or other.forces.target == made.forces.target:
            found += _muster(table, [(other.player, other.order)])
        else:
            found.append(other)
    return found


def _strongest(table: Table, ready: list[Ready]) -> Ready:
    """R28, R17: the most Strength Points. Of several the first player by letter gives the target; if others of them
    have the same one, the lot is among these players; then as written."""
    most = max(one.forces.attack_strength for one in ready)
    tied = [one for one in ready if one.forces.attack_strength == most]
    target = tied[0].forces.target
    rivals = [one for one in tied if one.forces.target == target]
    players = list(dict.fromkeys(one.player for one in rivals))
    if len(players) == 1:
        return tied[0]
    lowest = min(unit for unit in table.stacks[target].units if unit not in IMPERIAL)
    label = f"tie/subversion/{lowest}"
    first = table.lot(label, players)
    table.effect(label, first)
    return next(one for one in rivals if one.player == first)


def _make(table: Table, ready: Ready) -> None:
    """8.33: roll one Subversive Attack; only De has an effect."""
    player, order, forces = ready
    ref = order.ref
    target = table.stacks[forces.target]
    notes(table).note(player, without_imperial(forces.attacking), without_imperial(target.units))
    label = f"subversion/{player}/{number_of(ref)}"
    die = table.die(label, needed=forces.odds, ref=ref)
    result = odds.result(forces.odds, die, table.rules)
    table.effect(label, result)
    table.tell(
        Subverted(
            "8.3", ref, player, order.at, forces.attacking, target.units, target.player, forces.attack_strength,
            forces.defense_strength, forces.odds, label, result, table.subversion_doubled,
        )
    )  # fmt: skip
    if result == "De":
        dead = dict.fromkeys(without_imperial(target.units), player)
        eliminate(table, dead, case="8.33", ref=ref)
        for unit in target.units:
            if unit in IMPERIAL:
                table.tell(Captured("R34", ref, unit, None, None, order.at))
    _end(table, ref, forces, die, result)


def _end(table: Table, ref: str, forces: Forces, die: int, result: str) -> None:
    """A Subversive Attack that was rolled is done whatever the result, in part when a stack named took no part."""
    code = "subversion_de" if result == "De" else "subversion_nothing"
    cases: tuple[Case, ...] = ("8.33", "8.3", "8.5", "17/8.0", "R28")
    left_out = forces.left_out
    if not left_out:
        table.end(ref, "done", code, *cases, text_odds=forces.odds, number=die)
        return
    remark(table, ref, left_out)
    cases += cases_of(left_out)
    units = units_named(left_out)
    table.end(ref, "part", f"{code}_in_part", *cases, text_odds=forces.odds, number=die, unit=units)


# --- the checker -------------------------------------------------------------------------------------------------


def judge_as_written(table: Table, player: Player) -> None:
    """S29: the checker's view where Subversive Attacks are made in the order written."""
    for order in table.sheet(player).subversions:
        if not isinstance(order, Faulty):
            judge_attack(table, player, order, SUBVERSION, factor=_factor(table))


def judge(table: Table, player: Player) -> None:
    """R28: the checker's view of a player's Subversive Attacks: the strongest first, each as it would be made now, were
    those before it made."""
    waiting = [order for order in table.sheet(player).subversions if not isinstance(order, Faulty)]
    while waiting:
        strengths = {order: _strength_now(table, player, order) for order in waiting}
        strongest = max(strengths.values())
        for order in tuple(waiting):
            if strengths[order] == 0:  # it cannot be made, and none before it would mend that
                judge_attack(table, player, order, SUBVERSION, factor=_factor(table))
                waiting.remove(order)
        for order in [order for order in waiting if strengths[order] == strongest][:1]:
            judge_attack(table, player, order, SUBVERSION, factor=_factor(table))
            waiting.remove(order)


def _strength_now(table: Table, player: Player, order: Subversion) -> int:
    """The strength of a Subversive Attack as the table lies; 0 where it cannot be made."""
    forces = muster(table, player, order, SUBVERSION, factor=_factor(table))
    return 0 if isinstance(forces, Refused) else forces.attack_strength
