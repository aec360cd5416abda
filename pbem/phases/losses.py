"""8.43–8.46, R32: who is lost in an exchange: the smaller side whole, of the other at least as many Strength Points."""

from collections.abc import Iterable, Sequence

from pbem.core.rules import Rules
from pbem.core.terms import Unit, UnitName


def exchange(
    attackers: Sequence[Unit],
    defenders: Sequence[Unit],
    rules: Rules,
    *,
    attacker_wish: Iterable[UnitName] | None,
    defender_wish: Iterable[UnitName] | None,
) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """8.43: the units lost by the attacker and by the defender, each side in the order given.

    The wishes are the units to give up first; None: units are lost class by class (23.16). Imperial units must not be
    among attackers and defenders.
    """
    attack, defense = rules.total(tuple(attackers)), rules.total(tuple(defenders))
    lost_attackers, lost_defenders = tuple(attackers), tuple(defenders)
    if attack > defense:
        lost_attackers = give_up(attackers, defense, attacker_wish, rules)
    elif defense > attack:
        lost_defenders = give_up(defenders, attack, defender_wish, rules)
    return lost_attackers, lost_defenders


def give_up(
    units: Sequence[Unit], points: int, wish: Iterable[UnitName] | None, rules: Rules
) -> tuple[Unit, ...]:
    """R32: the units a side loses that must lose at least `points`: as wished, in that order, until there are enough;
    beyond the wish as `cheapest`. They come in the order of `units`."""
    if wish is None:
        return by_class(units, points, rules)
    value = rules.value
    lost: dict[Unit, None] = {}
    for name in wish:
        if points <= 0:
            break
        if isinstance(name, int) and name in units and name not in lost:
            lost[name] = None
            points -= value[name]
    if points > 0:
        lost.update(dict.fromkeys(cheapest([unit for unit in units if unit not in lost], points, rules)))
    return tuple([unit for unit in units if unit in lost])


def cheapest(units: Iterable[Unit], points: int, rules: Rules) -> tuple[Unit, ...]:
    """R32: of all choices worth at least `points` the one with the fewest Leaders, then the fewest Leadership points,
    then the fewest points in all, then the lowest numbers (sorted lists compared from the first); sorted.

    Exact: sums of Strength Points that can be reached are kept as bits of one number, so that no choice is left out
    and none is listed.
    """
    value = rules.value
    ordered = sorted(units)
    leaders = [unit for unit in ordered if unit in rules.leaders]
    others = [unit for unit in ordered if unit not in rules.leaders]
    weights = [value[unit] for unit in others]
    sums = _sums(weights)
    short = points - sum(weights)
    chosen: list[Unit] = []
    if short > 0:
        # A Leader weighs his points and one `count`, so that one sum tells both how many Leaders and how much.
        count = 1 << (sum([value[unit] for unit in ordered])).bit_length()
        leader_weights = [count + value[unit] for unit in leaders]
        leader_sums = _sums(leader_weights)
        weight = _fewest_leaders(leader_sums[0], count, short)
        chosen = _lowest(leaders, leader_weights, leader_sums, weight)
        points -= weight % count
    if points > 0:
        chosen += _lowest(others, weights, sums, _least(sums[0], points))
    return tuple(sorted(chosen))


# --- the solitaire game ------------------------------------------------------------------------------------------


def by_class(units: Sequence[Unit], points: int, rules: Rules) -> tuple[Unit, ...]:
    """23.16, S22: whom the other side loses: Blue units, then Green, then White ones, then White Leaders, of each class
    all before any of the next; in the order of `units`."""
    lost: dict[Unit, None] = {}
    for members in _classes(units, rules):
        if points <= 0:
            break
        chosen = members if rules.total(members) <= points else fewest_points(members, points, rules)
        lost.update(dict.fromkeys(chosen))
        points -= rules.total(chosen)
    return tuple([unit for unit in units if unit in lost])


def _classes(units: Sequence[Unit], rules: Rules) -> list[tuple[Unit, ...]]:
    """The units by class, in the order in which classes are lost."""
    combat = [unit for unit in units if unit not in rules.leaders]
    classes = [
        tuple(unit for unit in combat if rules.color[unit] == color) for color in ("blue", "green", "white")
    ]
    return [*classes, tuple(unit for unit in units if unit in rules.leaders)]


def fewest_points(units: Sequence[Unit], points: int, rules: Rules) -> tuple[Unit, ...]:
    """S22: within a class, of all choices worth at least `points` the one with the fewest points, then the fewest
    Leaders, then the lowest numbers."""
    ordered = sorted(units)
    count = 1 << rules.total(tuple(ordered)).bit_length()
    leaders = rules.leaders
    weights = [rules.value[unit] + (count if unit in leaders else 0) for unit in ordered]
    sums = _sums(weights)
    least = _least(_sums([rules.value[unit] for unit in ordered])[0], points)
    number = next(n for n in range(len(ordered) + 1) if sums[0] >> n * count + least & 1)
    return tuple(_lowest(ordered, weights, sums, number * count + least))


# --- sums of Strength Points that can be reached -----------------------------------------------------------------


def _sums(weights: Sequence[int]) -> list[int]:
    """For every place the sums that the weights from there on can make, as bits: bit n is set where n can be made."""
    reached = [1]
    for weight in reversed(weights):
        reached.append(reached[-1] | reached[-1] << weight)
    reached.reverse()
    return reached


def _least(sums: int, points: int) -> int:
    """The lowest sum that is at least `points`."""
    over = sums >> points
    return points + (over & -over).bit_length() - 1


def _fewest_leaders(sums: int, count: int, points: int) -> int:
    """The sum with the fewest Leaders, then the fewest Leadership points, that brings at least `points`."""
    number = 0
    while True:
        of_this_number = (sums >> number * count) & ((1 << count) - 1)
        if of_this_number >> points:
            return number * count + _least(of_this_number, points)
        number += 1


def _lowest(units: Sequence[Unit], weights: Sequence[int], sums: Sequence[int], weight: int) -> list[Unit]:
    """Of the choices that weigh exactly `weight` the one with the lowest numbers; `units` ascending."""
    chosen: list[Unit] = []
    for place, unit in enumerate(units):
        if weight == 0:
            break
        left = weight - weights[place]
        if left >= 0 and sums[place + 1] >> left & 1:
            chosen.append(unit)
            weight = left
    return chosen
