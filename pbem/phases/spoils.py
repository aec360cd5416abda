"""11.21–11.23, R22, R23: how the points of a Purge or Counterpurge are spent."""

from pbem.core.events import SpoilTaken
from pbem.core.orders import Spoil
from pbem.core.state import flatten, groups
from pbem.core.table import Table
from pbem.core.terms import POLITBURO, Player, Unit, UnitName
from pbem.phases.purge_table import red_leaders

POLITBURO_COST = 2
"""11.22: what a Politburo Marker costs, in Leadership Points."""


def purgeable(table: Table, owner: Player) -> list[Unit]:
    """11.31: the owner's Red Leaders on the map, dearest first, then lowest number (R22)."""
    value = table.rules.value
    return sorted(red_leaders(table, owner), key=lambda unit: (-value[unit], unit))


def choose(table: Table, owner: Player, take: UnitName, points: int) -> Unit | str | None:
    """R22: what a prize comes to with so many points: a Leader, ``politburo``, or None if it cannot be had."""
    if take == "any":
        leaders = [unit for unit in purgeable(table, owner) if table.rules.value[unit] <= points]
        return leaders[0] if leaders else choose(table, owner, POLITBURO, points)
    if take == POLITBURO:
        return POLITBURO if points >= POLITBURO_COST and table.hands[owner].politburo else None
    if isinstance(take, int) and take in purgeable(table, owner) and table.rules.value[take] <= points:
        return take
    return None


def hand_over(table: Table, owner: Player, prize: Unit | str, *, to: Player, ref: str) -> int:
    """11.21, 11.22, R23: give the prize to `to`; a Leader becomes a stack of his own with all attached to him.
    Says what it cost, in points."""
    if isinstance(prize, str):
        table.hands[owner].politburo -= 1
        table.hands[to].politburo += 1
        table.tell(SpoilTaken("11.22", ref, to, owner, None, POLITBURO_COST, ()))
        return POLITBURO_COST
    stack_id = table.where[prize]
    stack = table.stacks[stack_id]
    parts = groups(stack.units, table.rules)
    taken = next(part for part in parts if part.leader == prize)
    table.set_stack(stack_id, flatten(part for part in parts if part is not taken), stack.player)
    table.put_stack(stack.at, to, taken.units)
    cost = table.rules.value[prize]
    table.tell(SpoilTaken("11.21", ref, to, owner, prize, cost, taken.units[1:]))
    return cost


def spend_agreed(
    table: Table,
    owner: Player,
    points: int,
    *,
    spoils: tuple[Spoil, ...],
    members: tuple[Player, ...],
    ref: str,
) -> None:
    """R22: go once through an agreed list; what cannot be had, or is for nobody of the Committee, is passed over."""
    for spoil in spoils:
        if spoil.to not in members:
            continue
        prize = choose(table, owner, spoil.take, points)
        if prize is not None:
            points -= hand_over(table, owner, prize, to=spoil.to, ref=ref)


def spend_equal(table: Table, owner: Player, points: int, *, takers: tuple[Player, ...], ref: str) -> None:
    """R22: deal the points one by one round the participants; each buys the dearest he can; the rest is pooled."""
    purse = dict.fromkeys(takers, 0)
    for number in range(points):
        purse[takers[number % len(takers)]] += 1
    for taker in takers:
        purse[taker] = _buy(table, owner, purse[taker], taker=taker, ref=ref)
    pool = sum(purse.values())
    _buy(table, owner, pool, taker=takers[0], ref=ref)


def _buy(table: Table, owner: Player, points: int, *, taker: Player, ref: str) -> int:
    """Buy the dearest prize again and again; says what is left. Whatever one participant can buy with the pool every
    other could too, so the first in the order buys all that can be bought with it."""
    while (prize := choose(table, owner, "any", points)) is not None:
        points -= hand_over(table, owner, prize, to=taker, ref=ref)
    return points
