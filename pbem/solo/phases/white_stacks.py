"""22.1, S14, S15: how the White Leaders and combat units of one province are put into stacks."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from pbem.core.falls import command_limit
from pbem.core.rules import Rules
from pbem.core.state import Group, flatten
from pbem.core.terms import STACK_LIMIT, Unit

Pile = tuple[Unit, ...]


class Led(NamedTuple):
    """A Leader and the Imperial units under him, which stay with him (S16)."""

    unit: Unit
    imperial: tuple[Unit, ...] = ()


class Loose(NamedTuple):
    """A combat unit, and the Imperial units that go with it to whoever takes it (S16)."""

    unit: Unit
    imperial: tuple[Unit, ...] = ()


def by_strength(units: Iterable[Unit], rules: Rules) -> list[Unit]:
    """S14: the strongest first, equal ones by the lowest number."""
    return sorted(units, key=lambda unit: (-rules.value[unit], unit))


def arrange(leaders: Sequence[Led], units: Sequence[Loose], rules: Rules, *, strongest: bool) -> list[Pile]:
    """S14, S15: the stacks, one after another until nobody is left."""
    left = sorted(leaders)
    waiting = sorted(units, key=lambda loose: (-rules.value[loose.unit], loose.unit))
    piles: list[Pile] = []
    while left and waiting:
        chosen, taken = _strongest(left, waiting, rules) if strongest else (left, waiting)
        pile = _fill(chosen, taken, rules)
        piles.append(flatten(pile))
        gone = {unit for part in pile for unit in part.units}
        left = [leader for leader in left if leader.unit not in gone]
        waiting = [loose for loose in waiting if loose.unit not in gone]
    piles += _leaders_alone(left, rules)
    piles += _units_alone(waiting)
    return piles


def _fill(leaders: Sequence[Led], units: Sequence[Loose], rules: Rules) -> list[Group]:
    """S14, S33: one stack: the first Leader takes units from the front, the next comes on top of them, and so on.

    The groups come from the top.
    """
    room = STACK_LIMIT
    left = list(units)
    parts: list[Group] = []
    for leader, imperial in leaders:
        if not room:
            break
        room -= 1
        below, attached = list(imperial), list[Unit]()
        while left and room and len(attached) < command_limit(leader, below, rules):
            unit, brought = left.pop(0)
            attached.append(unit)
            below += brought
            room -= 1
        parts.insert(0, Group(leader, tuple(sorted(below)), tuple(by_strength(attached, rules))))
    return parts


def _leaders_alone(leaders: Sequence[Led], rules: Rules) -> list[Pile]:
    """S15: where only Leaders remain, the five of the highest value together, the lowest number at the bottom."""
    ranked = sorted(leaders, key=lambda leader: (-rules.value[leader.unit], leader.unit))
    piles: list[Pile] = []
    for begin in range(0, len(ranked), STACK_LIMIT):
        together = sorted(ranked[begin : begin + STACK_LIMIT], reverse=True)
        piles.append(flatten(Group(leader, imperial, ()) for leader, imperial in together))
    return piles


def _units_alone(units: Sequence[Loose]) -> list[Pile]:
    """S15: where only combat units remain, fives in the order of S14; Imperial units lie under the top one (13.21)."""
    piles: list[Pile] = []
    for begin in range(0, len(units), STACK_LIMIT):
        together = units[begin : begin + STACK_LIMIT]
        imperial = tuple(sorted(unit for loose in together for unit in loose.imperial))
        piles.append(Group(None, imperial, tuple(loose.unit for loose in together)).units)
    return piles


# --- `white_stacking: strongest` ---------------------------------------------------------------------------------


def _strongest(
    leaders: Sequence[Led], units: Sequence[Loose], rules: Rules
) -> tuple[Sequence[Led], Sequence[Loose]]:
    """S14 `strongest`: who is in the stack of greatest strength, then of fewest Leaders, then of lowest numbers."""
    best: tuple[tuple[int, int, list[Unit]], Sequence[Led], Sequence[Loose]] | None = None
    for number in range(1, min(STACK_LIMIT, len(leaders)) + 1):
        for chosen in combinations(leaders, number):
            for taken in _choices_of_units(units, STACK_LIMIT - number):
                pile = flatten(_fill(chosen, taken, rules))
                strength = rules.total(pile)
                members = sorted(unit for unit in pile if rules.color[unit])
                rank = (-strength, number, members)
                if best is None or rank < best[0]:
                    best = rank, chosen, taken
    assert best is not None
    return best[1], best[2]


def _choices_of_units(units: Sequence[Loose], room: int) -> Iterator[Sequence[Loose]]:
    """The units from which a stack may be filled: the strongest, with or without those that bring an Imperial unit.

    These come first, so that their Leader commands more, or in their order.
    """
    bringing = [loose for loose in units if loose.imperial]
    others = [loose for loose in units if not loose.imperial]
    for number in range(min(len(bringing), room) + 1):
        for chosen in combinations(bringing, number):
            together = [*chosen, *others[: room - number]]
            yield together
            if chosen:
                yield sorted(together, key=units.index)
