"""The attacks of a Red Combat Phase: in each province the Red stacks are shared out among the enemies there."""

from collections.abc import Sequence
from itertools import combinations

from pbem.core.orders import Attack, Sheet
from pbem.core.rules import Rules
from pbem.core.state import Stack
from pbem.core.terms import IMPERIAL, RED, Unit
from pbem.solo.sight import Sight
from pbem.solo.state import SoloState


def attacks(state: SoloState, rules: Rules, *, odds: int, in_center: int) -> Sheet:
    """The sheet of a Red Combat Phase: every attack that can be made at `odds`:1 or better.

    In Petrograd and Tver, where an enemy would win the game, at `in_center`:1.
    """
    sight = Sight(state, rules)
    orders: list[Attack] = []
    for at, enemies in sorted(sight.enemies.items()):
        own = [stack for stack in sight.led if stack.at == at]
        least = in_center if at in sight.centers else odds
        for target in sorted(enemies, key=lambda stack: (-sight.strength(stack.units), stack.units)):
            chosen = _enough(own, odds * sight.strength(target.units), sight)
            if not chosen:
                chosen = _enough(own, least * sight.strength(target.units), sight)
            if chosen:
                own = [stack for stack in own if stack not in chosen]
                names = tuple(stack.units[0] for stack in chosen)
                orders.append(Attack(f"red.attacks[{len(orders)}]", at, names, _name(target)))
    losses = _losses(sight)
    return Sheet(RED, attacks=tuple(orders), losses=losses or None)


def _enough(own: Sequence[Stack], points: int, sight: Sight) -> tuple[Stack, ...]:
    """The fewest points of whole stacks that are enough; none if all together are not."""
    best: tuple[int, int, tuple[Stack, ...]] | None = None
    for number in range(1, len(own) + 1):
        for chosen in combinations(own, number):
            total = sum(sight.strength(stack.units) for stack in chosen)
            if total >= points and (best is None or (total, number) < best[:2]):
                best = total, number, chosen
    return best[2] if best else ()


def _name(stack: Stack) -> Unit:
    """A unit to name the stack by."""
    return next(unit for unit in stack.units if unit not in IMPERIAL)


def _losses(sight: Sight) -> tuple[Unit, ...]:
    """Combat units first, weak Leaders next; Lenin and Trotsky are never offered."""
    rules = sight.rules
    units = [unit for stack in sight.led for unit in stack.units if unit not in IMPERIAL]
    combat = sorted(unit for unit in units if unit not in rules.leaders)
    leaders = sorted(
        (unit for unit in units if unit in rules.leaders and unit not in rules.founders),
        key=lambda unit: (rules.value[unit], unit),
    )
    return (*combat, *leaders)
