"""The Subversive Attacks and attacks of sheets with their chances, those of a province as one chain (8.0, 8.3)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pbem.core.events import Subverted
from pbem.core.orders import Attack, Faulty, Sheet, Subversion
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Player, Province, Unit
from pbem.odds.before import Tables, tables_after, tables_before
from pbem.odds.came import Called, Came, Fought
from pbem.odds.chains import Chain
from pbem.odds.chances import Chance, add, likeliest, mean, ordered
from pbem.odds.tables import RESULTS
from pbem.phases.attack_forces import Reason, without_imperial
from pbem.phases.combat import by_province
from pbem.phases.odds import COLUMNS
from pbem.phases.subversion import subvert


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """What can come of one attack or Subversive Attack."""

    player: Player
    order: Attack | Subversion
    came: Mapping[Came, Chance]
    """All that can come of it, in no order; the chances add up to 1."""
    reasons: Mapping[str, Reason]
    """By its code each reason for which it may come to nothing, with the facts of the first time it was found."""
    attacker_loses: Fraction
    """The Strength Points that the attacker must expect to lose by it; losses in other attacks are not in it."""
    defender_loses: Fraction

    @property
    def made(self) -> Chance:
        """The chance that it is rolled."""
        return sum(self.odds.values(), Chance(0))

    @property
    def odds(self) -> dict[str, Chance]:
        """By column of the Combat Results Table the chance that it is rolled there, the worst column first."""
        return ordered(self._added(lambda fought: fought.odds), COLUMNS.index)

    @property
    def results(self) -> dict[str, Chance]:
        """By result (De, Ex, Ae; empty: a Subversive Attack without effect) its chance, the attacker's best first."""
        return ordered(self._added(lambda fought: fought.result), (*RESULTS, "").index)

    @property
    def nothing(self) -> dict[str, Chance]:
        """By code of the reason the chance that it comes to nothing, the likeliest first."""
        return likeliest(
            {came.code: chance for came, chance in self.came.items() if isinstance(came, Called)}
        )

    @property
    def captures(self) -> dict[tuple[Unit, Unit | None], Chance]:
        """By Imperial unit and who takes it (None: it stands alone) the chance that this happens, the likeliest first."""
        found: dict[tuple[Unit, Unit | None], Chance] = {}
        for came, chance in self.came.items():
            for capture in came.captured if isinstance(came, Fought) else ():
                add(found, capture, chance)
        return likeliest(found)

    @property
    def lost(self) -> dict[Unit, Chance]:
        """By unit, by number, the chance that it is lost in this attack."""
        found: dict[Unit, Chance] = {}
        for came, chance in self.came.items():
            for unit in (*came.lost_by_attacker, *came.lost_by_defender) if isinstance(came, Fought) else ():
                add(found, unit, chance)
        return dict(sorted(found.items()))

    def _added(self, part: Callable[[Fought], str]) -> dict[str, Chance]:
        found: dict[str, Chance] = {}
        for came, chance in self.came.items():
            if isinstance(came, Fought):
                add(found, part(came), chance)
        return found


@dataclass(frozen=True, slots=True)
class ProvinceOdds:
    """The attacks of a province, by player in the order written; each attack's chances allow for those before it."""

    at: Province
    attacks: tuple[AttackOdds, ...]

    @property
    def lost(self) -> dict[Unit, Chance]:
        """By unit, by number, the chance that it is lost in one of the attacks."""
        found: dict[Unit, Chance] = {}
        for attack in self.attacks:
            for unit, chance in attack.lost.items():
                add(found, unit, chance)
        return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class CombatOdds:
    """All that sheets order in a Combat Phase."""

    subversions: tuple[AttackOdds, ...]
    provinces: tuple[ProvinceOdds, ...]
    """By code."""


def combat_odds(state: State, sheets: Mapping[Player, Sheet], rules: Rules) -> CombatOdds:
    """What can come of the attacks of these sheets, as if nobody else ordered any. `state` is that of a Second Phase.

    Raises TooManyWays where exact chances would take too long.
    """
    starts = tables_after(subvert, tables_before(subvert, state, sheets, rules))
    return CombatOdds(
        _subversion_odds(starts, rules),
        tuple(chain_odds(chain, rules) for chain in chains(starts)),
    )


def chains(starts: Tables) -> list[Chain]:
    """The chain of each province in which there are attacks; `starts`: the tables after subversion."""
    plans = by_province(starts[0][1])
    return [Chain(starts, at, plans[at]) for at in sorted(plans)]


def chain_odds(chain: Chain, rules: Rules) -> ProvinceOdds:
    """The chances of a province's attacks."""
    came = chain.outcomes()
    attacks = []
    for player, plans in chain.plans.items():
        for plan in plans:
            ref = plan.order.ref
            reasons = {code: reason for (of, code), reason in chain.reasons.items() if of == ref}
            attacks.append(attack_odds(player, plan.order, came[ref], reasons, rules))
    return ProvinceOdds(chain.at, tuple(attacks))


def _subversion_odds(starts: Tables, rules: Rules) -> tuple[AttackOdds, ...]:
    """What came of the Subversive Attacks on all tables after subversion."""
    found = []
    for player, sheet in starts[0][1].sheets.items():
        for order in sheet.subversions:
            if isinstance(order, Faulty):
                continue
            came: dict[Came, Chance] = {}
            reasons: dict[str, Reason] = {}
            for chance, table in starts:
                made = next(
                    (e for e in table.events if isinstance(e, Subverted) and e.ref == order.ref), None
                )
                if made is not None:
                    add(came, _subverted(made), chance)
                    continue
                outcome = table.outcomes[order.ref]
                reasons.setdefault(outcome.code, Reason(outcome.code, outcome.cases, outcome.facts))
                add(came, Called(outcome.code), chance)
            found.append(attack_odds(player, order, came, reasons, rules))
    return tuple(found)


def _subverted(made: Subverted) -> Fought:
    """8.33: only De has an effect."""
    lost = without_imperial(made.defenders) if made.result == "De" else ()
    return Fought(made.odds, made.result if made.result == "De" else "", (), lost)


def attack_odds(
    player: Player,
    order: Attack | Subversion,
    came: Mapping[Came, Chance],
    reasons: Mapping[str, Reason],
    rules: Rules,
) -> AttackOdds:
    """The odds of an attack of all that can come of it."""
    fought = [(one, chance) for one, chance in came.items() if isinstance(one, Fought)]
    attacker_loses = mean([(rules.total(one.lost_by_attacker), chance) for one, chance in fought])
    defender_loses = mean([(rules.total(one.lost_by_defender), chance) for one, chance in fought])
    return AttackOdds(player, order, came, reasons, attacker_loses, defender_loses)
