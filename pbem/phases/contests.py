"""Who gets an uncontrolled unit that several players' forces are ordered to pick up (17/5.0, R12)."""

from collections.abc import Callable, Collection

from pbem.core.table import Table
from pbem.core.terms import CZAR, GOLD, Player, Unit
from pbem.phases.plans import Claim, Plan, Refused, Wish

Anew = Callable[[Plan, Refused, Collection[Wish]], None]
"""Works out a plan again now that these wishes are refused too."""

_ROUNDS: tuple[Collection[Unit] | None, ...] = ((CZAR,), (GOLD,), None)
"""R12: the Czar first, then the Gold, then (None) all combat units together."""


def settle(table: Table, plans: dict[Player, Plan], anew: Anew) -> None:
    """R12: settle all claims; `plans` are worked out anew until nobody claims what he has been refused.

    A player is planned again only if one of his claims was refused.
    """
    refusals: dict[Wish, Claim] = {}
    while _contested(plans, None):
        for units in _ROUNDS:
            while contested := _contested(plans, units):
                lost: dict[Player, list[Wish]] = {}
                for claims in contested:
                    best = _best(table, claims)
                    for claim in claims:
                        if claim is not best:
                            wish = claim.claimant, claim.unit
                            refusals[wish] = best
                            lost.setdefault(claim.player, []).append(wish)
                for player, wishes in lost.items():
                    anew(plans[player], refusals, wishes)
    _name_the_winners(plans, refusals, anew)


def _contested(plans: dict[Player, Plan], units: Collection[Unit] | None) -> list[list[Claim]]:
    """The claims on each unit that several players claim, by unit; `units`: only these, or None for all."""
    claimed = [plan.claims.keys() for plan in plans.values()]
    if len(frozenset().union(*claimed)) == sum(map(len, claimed)):
        return []
    claims: dict[Unit, list[Claim]] = {}
    for plan in plans.values():
        own = plan.claims
        for unit in own if units is None else units:
            if unit in own:
                claims.setdefault(unit, []).append(own[unit])
    return [claims[unit] for unit in sorted(claims) if len(claims[unit]) > 1]


def _best(table: Table, claims: list[Claim]) -> Claim:
    """17/5.0, R12, R15: the claim that is kept.

    A Green unit needs no rule of its own: only the Leader with the Gold can claim one, and who that is has been settled.
    """
    rules = table.rules
    leaders = [claim for claim in claims if claim.claimant in rules.leaders]
    if not leaders:
        return _by_lot(table, claims)
    if len({rules.color[claim.claimant] for claim in leaders}) == 1:
        return min(leaders, key=lambda claim: claim.claimant)
    highest = max(rules.value[claim.claimant] for claim in leaders)
    tied = [claim for claim in leaders if rules.value[claim.claimant] == highest]
    return tied[0] if len(tied) == 1 else _by_lot(table, tied)


def _by_lot(table: Table, claims: list[Claim]) -> Claim:
    """R12: a tie is settled by lot among the tied."""
    unit = claims[0].unit
    label = f"tie/pick_up/{table.rules.counters[unit].name if unit in (CZAR, GOLD) else unit}"
    winner = table.lot(label, tuple(claim.player for claim in claims))
    table.effect(label, winner)
    return next(claim for claim in claims if claim.player == winner)


def _name_the_winners(plans: dict[Player, Plan], refusals: dict[Wish, Claim], anew: Anew) -> None:
    """Tell the losers who has the unit in the end, if a still better claim came later."""
    owners = {unit: claim for plan in plans.values() for unit, claim in plan.claims.items()}
    late: dict[Player, list[Wish]] = {}
    for plan in plans.values():
        for wish in plan.lost:
            owner = owners.get(wish[1])
            if owner is not None and refusals[wish] != owner:
                refusals[wish] = owner
                late.setdefault(plan.player, []).append(wish)
    for player, wishes in late.items():
        anew(plans[player], refusals, wishes)
