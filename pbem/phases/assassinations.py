"""10.0, 17/10.0, R16–R18: assassinations, judged on the positions after all movement."""

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.core.events import Attempted
from pbem.core.falls import eliminate
from pbem.core.orders import Assassination, Faulty, number_of
from pbem.core.table import Table
from pbem.core.terms import ASSASSIN, Case, Player, Province, Unit

NEEDED = 7
"""10.0: the final total with which an attempt succeeds."""


_MORE_CASES: Mapping[str, tuple[Case, ...]] = {
    "assassinate_no_leader": ("10.13",),
    "assassinate_without_marker": ("10.12",),
    "assassinate_off_map": ("10.13",),
    "assassinate_dead": (),
    "assassinate_no_marker": ("10.12", "R17"),
    "assassinate_no_meeting": ("10.13",),
}
"""The cases behind a reason why there was no attempt, beside those of every attempt."""


@dataclass(frozen=True, slots=True)
class AfterMovement:
    """R16: where every Leader ended and whose he was, kept so that a Leader who falls in this step still counts."""

    ends: Mapping[Unit, Province]
    owner: Mapping[Unit, Player | None]
    leaders: Mapping[Player, Mapping[Unit, Province]]
    """By player where his Leaders ended."""
    meetings: dict[tuple[Player, Unit], Province | None]
    """By attempter and target where they meet, as far as it was asked for."""


def after_movement(table: Table) -> AfterMovement:
    """Note the positions of all Leaders."""
    ends: dict[Unit, Province] = {}
    owner: dict[Unit, Player | None] = {}
    leaders: dict[Player, dict[Unit, Province]] = {}
    where, stacks = table.where, table.stacks
    for own in table.rules.leaders_of.values():
        for unit in own:
            if unit in where:
                at, player, _ = stacks[where[unit]]
                ends[unit], owner[unit] = at, player
                if player is not None:
                    leaders.setdefault(player, {})[unit] = at
    return AfterMovement(ends, owner, leaders, {})


def dice_needed(markers: int, leadership: int) -> int:
    """R18: the least total of two dice with which an attempt by this many markers on this Leadership Value succeeds."""
    return NEEDED - (markers - 1) + leadership


def meeting(table: Table, player: Player, target: Unit, noted: AfterMovement) -> Province | None:
    """R16, 10.15: the first province of the target's route in which a Leader of the attempter, other than the target, ended."""
    known = noted.meetings
    if (player, target) not in known:
        own = noted.leaders.get(player, {})
        places = [at for leader, at in own.items() if leader != target] if target in own else own.values()
        route = table.travelled.get(target, (noted.ends[target],))
        known[player, target] = next((province for province in route if province in places), None)
    return known[player, target]


class _Plan:
    """The attempts of one player that are not yet made, in his order of preference."""

    __slots__ = ("left", "orders", "player", "waiting")

    def __init__(self, table: Table, player: Player) -> None:
        self.player = player
        self.left = table.hands[player].assassin
        self.orders = [order for order in table.sheet(player).assassinations if not isinstance(order, Faulty)]
        self.waiting: list[Assassination] = []
        """Those that may still take place."""

    def markers(self, order: Assassination) -> int:
        """R17: how many markers the attempt would use now."""
        return self.left if order.markers is None else min(order.markers, self.left)


def fault(table: Table, order: Assassination) -> tuple[str, str] | None:
    """What is wrong with an attempt as written, whatever happens in the Phase: (sub-path, code), or None."""
    if order.target not in table.rules.leaders:
        return ".target", "assassinate_no_leader"
    if order.markers is not None and order.markers < 1:
        return ".markers", "assassinate_without_marker"
    return None


def hindrance(table: Table, plan: _Plan, order: Assassination, noted: AfterMovement) -> str:
    """Why an attempt cannot take place now, or empty (R16, R17)."""
    target = order.target
    assert isinstance(target, int)
    if target not in noted.ends:
        return "assassinate_off_map"
    if target not in table.where:
        return "assassinate_dead"
    if plan.markers(order) < 1:
        return "assassinate_no_marker"
    if meeting(table, plan.player, target, noted) is None:
        return "assassinate_no_meeting"
    return ""


def attempt(table: Table) -> None:
    """R17: make the attempts of all players, the one with most markers first; failed markers are handed over at the end."""
    plans = [_Plan(table, player) for player in table.active if table.sheet(player).assassinations]
    if not plans:
        return
    noted = after_movement(table)
    for plan in plans:
        for order in tuple(plan.orders):
            wrong = fault(table, order)
            if wrong:
                table.void(order.ref, *wrong, "10.0", *_MORE_CASES[wrong[1]], unit=order.target)
                plan.orders.remove(order)
        plan.waiting = list(plan.orders)
    owed: dict[Player, int] = {}
    while True:
        candidates = _candidates(table, plans, noted)
        if not candidates:
            break
        plan, order = _choose(table, candidates)
        plan.orders.remove(order)
        plan.waiting.remove(order)
        _roll(table, plan, order, noted, owed)
    for player, markers in owed.items():
        if player in table.quit:
            table.to_randomizer(ASSASSIN, markers)  # R18
        else:
            table.hands[player].assassin += markers
    for plan in plans:
        for order in plan.orders:
            code = hindrance(table, plan, order, noted)
            cases = ("17/10.0", "R16", *_MORE_CASES[code])
            table.end(order.ref, "void", code, *cases, unit=order.target, number=order.markers)


def _candidates(table: Table, plans: list[_Plan], noted: AfterMovement) -> list[tuple[_Plan, Assassination]]:
    """Each player's next attempt that can take place, the strongest only, by letter."""
    found: list[tuple[_Plan, Assassination]] = []
    for plan in plans:
        # What hinders an attempt hinders it for the rest of the step: nobody gets markers or rises from the dead.
        while plan.waiting and hindrance(table, plan, plan.waiting[0], noted):
            plan.waiting.pop(0)
        if plan.waiting:
            found.append((plan, plan.waiting[0]))
    if not found:
        return []
    most = max(plan.markers(order) for plan, order in found)
    return [(plan, order) for plan, order in found if plan.markers(order) == most]


def _choose(table: Table, candidates: list[tuple[_Plan, Assassination]]) -> tuple[_Plan, Assassination]:
    """R17: of tied attempts the first player by letter gives the target; among several on it the lot decides."""
    target = candidates[0][1].target
    rivals = [(plan, order) for plan, order in candidates if order.target == target]
    if len(rivals) == 1:
        return rivals[0]
    label = f"tie/assassinate/{target}"
    first = table.lot(label, [plan.player for plan, _ in rivals])
    table.effect(label, first)
    return next((plan, order) for plan, order in rivals if plan.player == first)


def _roll(
    table: Table, plan: _Plan, order: Assassination, noted: AfterMovement, owed: dict[Player, int]
) -> None:
    """10.0, R18: one attempt. The markers leave the hand at once."""
    target = order.target
    assert isinstance(target, int)
    markers = plan.markers(order)
    plan.left -= markers
    hand = table.hands[plan.player]
    hand.assassin -= markers
    needed = dice_needed(markers, table.rules.value[target])
    label = f"assassinate/{plan.player}/{number_of(order.ref)}"
    dice = table.two_dice(label, needed=str(needed), ref=order.ref)
    killed = sum(dice) >= needed
    table.effect(label, "killed" if killed else "missed")
    at = meeting(table, plan.player, target, noted)
    owner = noted.owner[target]
    assert at is not None
    table.tell(Attempted("10.0", order.ref, plan.player, target, owner, at, markers, label, killed))
    facts = {"unit": target, "number_markers": markers, "number_needed": needed, "number_rolled": sum(dice)}
    if killed:
        table.to_randomizer(ASSASSIN, markers)  # 10.22
        eliminate(table, {target: plan.player}, case="10.21", ref=order.ref)
        table.end(order.ref, "done", "assassinated", "10.21", "R18", "10.0", "17/10.0", **facts)
    else:
        assert owner is not None
        owed[owner] = owed.get(owner, 0) + markers  # 10.23
        cases = ("10.23", "R18", "10.0", "17/10.0")
        table.end(order.ref, "failed", "assassination_missed", *cases, player=owner, **facts)


def judge(table: Table, player: Player) -> None:
    """The checker's view: faults on the sheet and markers not held; whether routes meet depends on the others."""
    noted = after_movement(table)
    plan = _Plan(table, player)
    for order in plan.orders:
        wrong = fault(table, order)
        if wrong:
            table.remark(order.ref, wrong[0], "error", wrong[1], "10.0", unit=order.target)
            continue
        _judge_one(table, plan, order, noted)


def _judge_one(table: Table, plan: _Plan, order: Assassination, noted: AfterMovement) -> None:
    target = order.target
    assert isinstance(target, int)
    others = [leader for leader in noted.leaders.get(plan.player, ()) if leader != target]
    if target not in noted.ends:
        table.remark(order.ref, ".target", "error", "assassinate_off_map", "10.13", unit=target)
    elif table.hands[plan.player].assassin < 1 and not _may_receive(table, plan.player):
        table.remark(order.ref, ".markers", "error", "assassinate_no_marker", "10.12", unit=target)
    elif not others:
        table.remark(order.ref, "", "error", "assassinate_no_own_leader", "10.13", "10.15", unit=target)
    else:
        held = table.hands[plan.player].assassin
        if order.markers is not None and order.markers > held:
            table.remark(
                order.ref,
                ".markers",
                "warning",
                "assassinate_fewer_markers",
                "R17",
                number=order.markers,
                number_held=held,
            )
        table.remark(order.ref, "", "warning", "assassinate_if_routes_meet", "17/10.0", unit=target)


def _may_receive(table: Table, player: Player) -> bool:
    """Whether a trade might still bring the player an Assassin Marker before assassinations: any other holds one."""
    return any(hand.assassin for other, hand in table.hands.items() if other != player)
