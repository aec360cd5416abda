"""A Red player who attacks whatever he can reach at 2:1, the strongest prey first, and keeps nothing back."""

from pbem.core.orders import Deployment, Move, RouteStep, Sheet
from pbem.core.rules import Rules
from pbem.core.state import Stack
from pbem.core.terms import RED, Unit
from pbem.solo.bots.attacking import attacks
from pbem.solo.sight import Route, Sight, combat_units
from pbem.solo.state import SoloState

ODDS = 2


def hunter(state: SoloState, rules: Rules) -> Sheet:
    """The sheet for the Phase of the position."""
    if state.phase == "red-leaders":
        return _leaders(Sight(state, rules), state.leaders_to_bring or 0)
    if state.phase == "red-combat":
        return attacks(state, rules, odds=ODDS, in_center=1)
    return Sheet(RED)


def _leaders(sight: Sight, allowed: int) -> Sheet:
    """Every Leader that may be brought on goes with the strongest units there are to the best prey he can reach."""
    rules = sight.rules
    deployments: list[Deployment] = []
    moves: list[Move] = []
    busy: set[Unit] = set()
    for leader in sight.leaders_to_be_had()[:allowed]:
        company = _company(sight, leader, busy)
        if company is None:
            continue
        stack, units = company
        busy.update(units)
        deployments.append(Deployment(f"red.leaders[{len(deployments)}]", leader, stack.at, units))
        strength = rules.value[leader] + sight.strength(units)
        route = _to_prey(sight, stack.at, strength)
        if route is not None and len(route.provinces) > 1:
            steps = tuple(RouteStep(province) for province in route.provinces[1:])
            ref = f"red.moves[{len(moves)}]"
            moves.append(Move(ref, (leader, *units), steps, "rail" if route.by_rail else "overland"))
    return Sheet(RED, leaders=tuple(deployments), moves=tuple(moves))


def _company(sight: Sight, leader: Unit, busy: set[Unit]) -> tuple[Stack, tuple[Unit, ...]] | None:
    """The strongest units of one stack without a Leader that he can command."""
    rules = sight.rules
    best: tuple[int, Stack, tuple[Unit, ...]] | None = None
    for stack in sight.loose:
        units = tuple(unit for unit in combat_units(stack, rules) if unit not in busy)[: rules.value[leader]]
        points = sight.strength(units)
        if units and (best is None or points > best[0]):
            best = points, stack, units
    return best and (best[1], best[2])


def _to_prey(sight: Sight, start: str, strength: int) -> Route | None:
    """The way to the strongest enemy that can be attacked at 2:1, those in Petrograd and Tver before all."""
    best: tuple[bool, int, Route] | None = None
    for at, enemies in sorted(sight.enemies.items()):
        points = min(sight.strength(stack.units) for stack in enemies)
        rank = (at in sight.centers, points)
        if ODDS * points > strength or (best is not None and rank <= best[:2]):
            continue
        route = sight.routes_to(at).get(start)
        if route is not None:
            best = (*rank, route)
    return best[2] if best else None
