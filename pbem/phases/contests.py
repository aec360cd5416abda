"""Who gets an uncontrolled unit that several players' forces are ordered to pick up (17/5.0, R12)."""

from collections.abc import Callable, Collection

from pbem.core.table import Table
from pbem.core.terms import CZAR, GOLD, Player, Unit
from pbem.phases.plans import Claim, Plan, Refused

Draft = Callable[[Player, Refused], Plan]
"""Works out a player's sheet when these claims are refused."""

_ROUNDS: tuple[Collection[Unit] | None, ...] = ((CZAR,), (GOLD,), None)
"""R12: the Czar first, then the Gold, then (None) all combat units together."""


def settle(table: Table, plans: dict[Player, Plan], draft: Draft) -> None:
    """R12: settle all claims; `plans` are worked out anew until nobody claims what he has been refused.

    A player is planned again only if one of his claims was refused.
    """
    refusals: dict[tuple[Unit, Unit], Claim] = {}
    while _contested(plans, None):
        for units in _ROUNDS:
            while contested := _contested(plans, units):
                losers: dict[Player, None] = {}
                for claims in contested:
                    best = _best(table, claims)
                    for claim in claims:
                        if claim is not best:
                            refusals[claim.claimant, claim.unit] = best
                            losers[claim.player] = None
                for player in losers:
                    plans[player] = draft(player, refusals)
    _name_the_winners(plans, refusals, draft)


def _contested(plans: dict[Player, Plan], units: Collection[Unit] | None) -> list[list[Claim]]:
    """The claims on each unit that several players claim, by unit; `units`: only these, or None for all."""
    claims: dict[Unit, list[Claim]] = {}
    for plan in plans.values():
        for unit, claim in plan.claims.items():
            if units is None or unit in units:
                claims.setdefault(unit, []).append(claim)
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


def _name_the_winners(
    plans: dict[Player, Plan], refusals: dict[tuple[Unit, Unit], Claim], draft: Draft
) -> None:
    """Tell the losers who has the unit in the end, if a still better claim came later."""
    owners = {unit: claim for plan in plans.values() for unit, claim in plan.claims.items()}
    late: dict[Player, None] = {}
    for plan in plans.values():
        for key in plan.lost:
            owner = owners.get(key[1])
            if owner is not None and refusals[key] != owner:
                refusals[key] = owner
                late[plan.player] = None
    for player in late:
        plans[player] = draft(player, refusals)
