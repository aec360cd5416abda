"""What the checker says of an attack or a Subversive Attack, as far as the position shows it (R30–R34).

The faults are those that attack_forces finds; here it is decided only whether something the others do may mend them.
"""

from pbem.core.orders import Attack, Subversion
from pbem.core.state import Stack, stack_color
from pbem.core.table import StackId, Table
from pbem.core.terms import GOLD, Player, Province, Unit, UnitName
from pbem.core.verdicts import Fact
from pbem.phases.attack_forces import (
    Fault,
    Kind,
    Refused,
    find_attackers,
    muster,
    remark,
    remark_condition,
    units_in,
    without_imperial,
)
from pbem.phases.captures import NONE
from pbem.phases.stack_names import notes, stack_now


def judge_attack(
    table: Table, player: Player, order: Attack | Subversion, kind: Kind, *, factor: int = 1
) -> None:
    """Say what is wrong with one attack as things stand, or at what odds it would be made; then take it as made, so
    that later ones of the sheet are judged after it (8.25)."""
    remark_condition(table, order)
    _warn_of_own_attacks(table, order)
    forces = muster(table, player, order, kind, factor=factor)
    if isinstance(forces, Refused):
        faults = [*forces.faults]
        if faults[0].sub == ".against":
            faults += find_attackers(table, player, order, kind, None)[1]
        final_odds = forces.target is not None and _odds_are_final(table, player, order, forces)
        remark(table, order.ref, tuple(_as_it_may_end(table, order, fault, final_odds) for fault in faults))
        return
    remark(table, order.ref, tuple(_as_it_may_end(table, order, fault, False) for fault in forces.left_out))
    attackers, defenders = forces.attacking, table.stacks[forces.target].units
    table.remark(
        order.ref, "", "note", "attack_as_it_stands", "8.0", "R30",
        unit=attackers, unit_target=defenders, number_attack=forces.attack_strength,
        number_defense=forces.defense_strength, text_odds=forces.odds,
    )  # fmt: skip
    notes(table).note(player, without_imperial(attackers), without_imperial(defenders))


def _warn_of_own_attacks(table: Table, order: Attack | Subversion) -> None:
    """8.4: an earlier attack of the same sheet may leave nothing of a stack that this one names: of a stack that was
    attacked and is now to attack, or that attacked and is now to be attacked."""
    noted = notes(table)
    for place, name in enumerate(order.units):
        if _is_among(table, name, noted.defenders):
            table.remark(
                order.ref, f".with[{place}]", "warning", "stack_may_be_gone", "17/8.0", "R30", unit=name
            )
    if _is_among(table, order.against, noted.attackers):
        table.remark(
            order.ref, ".against", "warning", "target_may_be_gone", "17/8.0", "R30", unit=order.against
        )


def _is_among(table: Table, name: UnitName, units: set[Unit]) -> bool:
    """Whether the stack a unit names holds one of the units."""
    stack_id = stack_now(table, name) if units else None
    return stack_id is not None and not units.isdisjoint(table.stacks[stack_id].units)


def _as_it_may_end(table: Table, order: Attack | Subversion, fault: Fault, final_odds: bool) -> Fault:
    """The fault, lasting or not: odds as the position says; of a Green unit nothing is certain where a Leader holds the
    Gold, for by a steal it may stand in another stack when combat begins (R6, R30)."""
    reason = fault.reason
    lasting = reason.lasting
    if reason.code.startswith("odds_"):
        lasting = final_odds
    elif _is_green(table, reason.facts.get("unit")) and _gold_is_held(table, order.at):
        lasting = False
    return fault._replace(reason=reason._replace(lasting=lasting))


def _is_green(table: Table, name: Fact) -> bool:
    return isinstance(name, int) and table.rules.color.get(name) == "green"


def _odds_are_final(table: Table, player: Player, order: Attack | Subversion, refused: Refused) -> bool:
    """Whether nothing can happen before the attack that would better its odds.

    Odds get better when the target is weakened in an exchange with somebody else, or when Green units change hands by
    the Gold (R6). Subversion weakens nothing: it takes a whole stack (8.33). In the solitaire game nobody else attacks.
    """
    assert refused.target is not None
    if any(not fault.reason.lasting for fault in refused.faults[1:]):
        return False  # who is left out now may take part when it comes to it
    if table.rules.solitaire is not None:
        return True
    provinces = [table.stacks[stack_id].at for stack_id in (*refused.attackers, refused.target)]
    if any(_gold_is_held(table, province) for province in provinces):
        return False
    if isinstance(order, Subversion):
        return True
    target = table.stacks[refused.target]
    others = [stack_id for stack_id in _opposed(table, target) if stack_id not in refused.attackers]
    if target.player is not None and _can_attack(table, target):
        return not others and len(refused.attackers) == 1
    return not any(
        table.stacks[other].player not in (None, player) and _can_attack(table, table.stacks[other])
        for other in others
    )


def _gold_is_held(table: Table, province: Province) -> bool:
    """Whether a Leader holds the Gold in the province, and may take Green units by it before combat (R6, S29)."""
    if table.rules.solitaire is not None:
        return False
    stacks = [table.stacks[stack_id] for stack_id in table.at.get(province, ())]
    return any(GOLD in stack.units and stack.units[0] in table.rules.leaders for stack in stacks)


def _opposed(table: Table, target: Stack) -> list[StackId]:
    """The stacks in the province that are enemies of the target (8.1)."""
    enemies = table.rules.enemies[stack_color(target.units, table.rules)]
    return [
        stack_id
        for stack_id in table.at.get(target.at, ())
        if stack_color(table.stacks[stack_id].units, table.rules) in enemies
    ]


def _can_attack(table: Table, stack: Stack) -> bool:
    """8.28: whether a controlled stack can attack at all."""
    return stack.units[0] in table.rules.leaders or stack_color(stack.units, table.rules) in ("blue", "green")


def judge_lists(table: Table, player: Player, order: Attack) -> None:
    """R32, R34, 8.46: names in the preferences of an attack that are passed over."""
    attackers = _units_of(table, order.units)
    judge_wish(table, player, order.ref, ".losses", order.losses or (), among=attackers)
    target = table.stack_of(order.against) if isinstance(order.against, int) else None
    defenders = target.units if target else ()
    judge_wish(table, player, order.ref, ".enemy_losses", order.enemy_losses or (), among=defenders)
    if order.enemy_losses and target is not None and target.player is not None:
        cases = ("8.46", "R32")
        table.remark(
            order.ref, ".enemy_losses", "warning", "enemy_losses_of_controlled", *cases, player=target.player
        )
    named = tuple(name for name in order.capture or () if name != NONE)
    judge_wish(table, player, order.ref, ".capture", order.capture or (), among=attackers)
    for place, name in enumerate(order.capture or ()):
        if name in named and name in attackers and not _may_capture(table, name):
            table.remark(
                order.ref, f".capture[{place}]", "warning", "capture_not_eligible", "13.41", "R34", unit=name
            )


def _units_of(table: Table, names: tuple[UnitName, ...]) -> tuple[Unit, ...]:
    """All units of the stacks that are named."""
    found = [stack_now(table, name) for name in names if isinstance(name, int)]
    return units_in(table, tuple(stack_id for stack_id in found if stack_id is not None))


def _may_capture(table: Table, name: UnitName) -> bool:
    """13.41: a Leader, or a Blue or Green unit that is not attached to one."""
    if name in table.rules.leaders:
        return True
    stack = table.stack_of(name) if isinstance(name, int) else None
    return stack is not None and stack_color(stack.units, table.rules) in ("blue", "green")


def judge_wish(
    table: Table,
    player: Player,
    ref: str,
    sub: str,
    wish: tuple[UnitName, ...],
    *,
    among: tuple[Unit, ...] | None = None,
) -> None:
    """R9, R32: unknown names in a list of preferences are passed over, and so are units that are not `among` those
    concerned, or not the player's where it is None."""
    for place, name in enumerate(wish):
        if name == NONE:
            continue
        if not isinstance(name, int):
            table.remark(ref, f"{sub}[{place}]", "error", "wish_unknown", "R9", "R32", unit=name)
        elif name not in among if among is not None else table.controller(name) != player:
            table.remark(ref, f"{sub}[{place}]", "warning", "wish_not_concerned", "R32", unit=name)
