"""R2, R6, 13.29: what becomes of attached units when a Leader or an Imperial unit is lost, and eliminations.

Used by every step in which a unit leaves a stack other than by an order of its own player.
"""

from collections.abc import Collection, Iterable, Mapping

from pbem.core.events import Eliminated, Fell, FounderLost
from pbem.core.rules import Rules
from pbem.core.state import Group, groups
from pbem.core.table import StackId, Table
from pbem.core.terms import CZAR, GOLD, POLITBURO, Case, Player, Section, Unit, new


def command_limit(leader: Unit, imperial: Collection[Unit], rules: Rules) -> int:
    """5.14, 13.22, 13.25: how many combat units the Leader may have attached while he holds these Imperial units."""
    limit = rules.value[leader]
    if GOLD in imperial:
        limit += 2
    if CZAR in imperial and rules.color[leader] == "white":
        limit += 2
    return limit


def can_command(
    leader: Unit, imperial: Collection[Unit], attached: Collection[Unit], unit: Unit, rules: Rules
) -> bool:
    """5.14, 5.22, 13.2: whether the Leader may attach the combat unit to those he has. The limit of five is not asked."""
    if len(attached) >= command_limit(leader, imperial, rules):
        return False
    color = rules.color
    if color[unit] == color[leader]:
        return True
    if color[unit] != "green" or GOLD not in imperial or rules.nationality[unit] in rules.not_stolen:
        return False
    return sum(1 for other in attached if color[other] == "green") < 2


def detached_player(player: Player | None, rules: Rules) -> Player | None:
    """R1: whose a detached Red or White combat unit is."""
    return player if rules.rulings.detached_units == "keep" else None


def excess(
    leader: Unit, imperial: Collection[Unit], attached: Iterable[Unit], rules: Rules
) -> tuple[Unit, ...]:
    """13.29, R2, R6: of the units attached to the Leader those he can no longer command, in their order:
    all Green ones when he has no Gold, then the lowest."""
    gold = GOLD in imperial
    kept: list[Unit] = []
    lost: dict[Unit, None] = {}
    for unit in attached:
        if rules.color[unit] == "green" and not gold:
            lost[unit] = None
        else:
            kept.append(unit)
    while len(kept) > command_limit(leader, imperial, rules):
        lost[kept.pop()] = None
    return tuple(unit for unit in attached if unit in lost)


class _Keeper:
    """A surviving Leader while what falls to him is counted."""

    __slots__ = ("attached", "falling", "imperial", "leader")

    def __init__(self, group: Group, gone: Collection[Unit]) -> None:
        assert group.leader is not None
        self.leader = group.leader
        self.imperial = [unit for unit in group.imperial if unit not in gone]
        self.attached = [unit for unit in group.attached if unit not in gone]
        self.falling: list[Unit] = []


def take_out(table: Table, stack_id: StackId, gone: Collection[Unit], *, ref: str = "") -> None:
    """R2: take units out of a stack at one moment and let what was attached to them fall.

    `gone` may hold Leaders, combat and Imperial units of the stack; they are in no stack afterwards and the caller puts
    them where they belong. The led part keeps the stack's id; all that is detached becomes stacks of its own.
    """
    stack = table.stacks[stack_id]
    if len(gone) == len(stack.units):
        table.lift_stack(stack_id)
        return
    parts = groups(stack.units, table.rules)
    if parts[0].leader is None:
        _take_out_of_pile(table, stack_id, parts[0], gone)
        return
    rules = table.rules
    keepers: list[_Keeper] = []
    detached: dict[Unit, None] = {}
    loose_imperial: list[Unit] = []
    for part in parts:
        if part.leader not in gone:
            keepers.append(_Keeper(part, gone))
            continue
        imperial = [unit for unit in part.imperial if unit not in gone]
        attached = [unit for unit in part.attached if unit not in gone]
        if keepers:
            keepers[-1].imperial.extend(imperial)
            keepers[-1].falling.extend(unit for unit in attached if rules.color[unit] != "green")
            detached.update((unit, None) for unit in attached if rules.color[unit] == "green")
            if imperial:
                table.tell(Fell("R2", ref, stack.player, tuple(imperial), keepers[-1].leader, stack.at))
        else:
            loose_imperial.extend(imperial)
            detached.update((unit, None) for unit in attached)
    for keeper in keepers:
        _settle_keeper(table, keeper, detached, ref=ref, at=stack_id)
    table.set_stack(
        stack_id,
        [unit for k in keepers for unit in (k.leader, *_imperial_order(k.imperial), *k.attached)],
        stack.player,
    )
    put_detached(
        table,
        stack.at,
        [unit for unit in stack.units if unit in detached],
        _imperial_order(loose_imperial),
        player=stack.player,
        ref=ref,
    )


def _imperial_order(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """The Czar lies above the Gold."""
    return tuple(sorted(units))


def _settle_keeper(
    table: Table, keeper: _Keeper, detached: dict[Unit, None], *, ref: str, at: StackId
) -> None:
    """R2: first the units the Leader can no longer command go, then the fallen come under what he has."""
    rules, stack = table.rules, table.stacks[at]
    for unit in excess(keeper.leader, keeper.imperial, keeper.attached, rules):
        keeper.attached.remove(unit)
        detached[unit] = None
    taken: list[Unit] = []
    for unit in keeper.falling:
        if can_command(keeper.leader, keeper.imperial, keeper.attached, unit, rules):
            keeper.attached.append(unit)
            taken.append(unit)
        else:
            detached[unit] = None
    if taken:
        table.tell(Fell("R2", ref, stack.player, tuple(taken), keeper.leader, stack.at))


def _take_out_of_pile(table: Table, stack_id: StackId, pile: Group, gone: Collection[Unit]) -> None:
    """A stack without a Leader: the Imperial units stay under the new top unit, or stand alone (R2, R3, R26)."""
    stack = table.stacks[stack_id]
    attached = tuple(unit for unit in pile.attached if unit not in gone)
    imperial = tuple(unit for unit in pile.imperial if unit not in gone)
    if attached:
        table.set_stack(stack_id, Group(None, imperial, attached).units, stack.player)
        return
    table.set_stack(stack_id, imperial, None)


def put_detached(
    table: Table,
    at: str,
    units: Iterable[Unit],
    imperial: Iterable[Unit],
    *,
    player: Player | None,
    ref: str = "",
) -> None:
    """R2: stand detached units as one stack, the Imperial units under its top unit or alone; Green ones apart by
    nationality, back under their Control Marker (R6). `player` is who commanded them."""
    rules = table.rules
    own: list[Unit] = []
    green: dict[str, list[Unit]] = {}
    for unit in units:
        if rules.color[unit] == "green":
            green.setdefault(rules.nationality[unit], []).append(unit)
        else:
            own.append(unit)
    imperial = tuple(imperial)
    if own:
        owner = None if player in table.quit else detached_player(player, rules)  # R38
        table.put_stack(at, owner, Group(None, imperial, tuple(own)).units)
        table.tell(Fell("R2", ref, player, (*own, *imperial), None, at))
    elif imperial:
        table.put_stack(at, None, imperial)
        table.tell(Fell("R2", ref, player, imperial, None, at))
    for nationality, members in green.items():
        table.put_stack(at, table.control.get(nationality), members)
        table.tell(Fell("R6", ref, player, tuple(members), None, at))


def eliminate(table: Table, dead: Mapping[Unit, Section], *, case: Case, ref: str = "") -> None:
    """Deaths of one event, which are simultaneous (R2): the units go face up to the given sections of the Chart,
    what was attached to them falls, and for Lenin and Trotsky 9.14 and 11.32 apply at once."""
    founders = [(unit, table.controller(unit)) for unit in table.rules.founders if unit in dead]
    stacks: dict[StackId, list[Unit]] = {}
    for unit in dead:
        stacks.setdefault(table.where[unit], []).append(unit)
    for stack_id, units in stacks.items():
        stack = table.stacks[stack_id]
        for unit in units:
            told = (case, ref, unit, stack.at, stack.player, dead[unit], "eliminated")
            table.events.append(new(Eliminated, told))
        take_out(table, stack_id, units, ref=ref)
    for unit, section in dead.items():
        table.to_chart(unit, section)
    for unit, player in founders:
        _lose_founder(table, unit, player, ref=ref)


def _lose_founder(table: Table, unit: Unit, player: Player | None, *, ref: str) -> None:
    """9.14: no Red replacements for one more Replacement Phase; 11.32: his player gives up a Politburo Marker."""
    table.red_replacement_suspended += 1
    paid = player is not None and table.hands[player].politburo > 0
    if player is not None and paid:
        table.hands[player].politburo -= 1
        table.to_randomizer(POLITBURO)
    table.tell(FounderLost("11.32", ref, unit, player, paid))
