"""The assassinations of sheets with their chances, as if everybody without a sheet stood still (10.0, R16–R18)."""

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.core.events import Attempted
from pbem.core.orders import Assassination, Faulty, Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Player
from pbem.odds.before import Tables, tables_after, tables_before
from pbem.odds.chances import Chance, add
from pbem.phases.assassinations import attempt
from pbem.phases.attack_forces import Reason


@dataclass(frozen=True, slots=True)
class AttemptOdds:
    """What can come of one attempt."""

    player: Player
    order: Assassination
    killed: Chance
    """The chance that this attempt kills its target, before it is known whether it takes place."""
    markers: Mapping[int, Chance]
    """By number of Assassin Markers used the chance that the attempt is made with them."""
    nothing: Mapping[str, Chance]
    """By code of the reason the chance that no attempt is made."""
    reasons: Mapping[str, Reason]
    """By its code each of those reasons."""

    @property
    def made(self) -> Chance:
        """The chance that it is rolled."""
        return sum(self.markers.values(), Chance(0))


def attempts_odds(state: State, sheets: Mapping[Player, Sheet], rules: Rules) -> tuple[AttemptOdds, ...]:
    """What can come of the assassinations of these sheets, by player in the order written. `state` is that of a First
    Phase; trades and moves of the sheets are carried out before. Raises TooManyWays."""
    ends = tables_after(attempt, tables_before(attempt, state, sheets, rules))
    return tuple(
        _odds(player, order, ends)
        for player, sheet in ends[0][1].sheets.items()
        for order in sheet.assassinations
        if not isinstance(order, Faulty)
    )


def _odds(player: Player, order: Assassination, ends: Tables) -> AttemptOdds:
    killed = Chance(0)
    markers: dict[int, Chance] = {}
    nothing: dict[str, Chance] = {}
    reasons: dict[str, Reason] = {}
    for chance, table in ends:
        made = next((e for e in table.events if isinstance(e, Attempted) and e.ref == order.ref), None)
        if made is None:
            outcome = table.outcomes[order.ref]
            reasons.setdefault(outcome.code, Reason(outcome.code, outcome.cases, outcome.facts))
            add(nothing, outcome.code, chance)
        else:
            add(markers, made.markers, chance)
            killed += chance if made.killed else 0
    return AttemptOdds(player, order, killed, markers, nothing, reasons)
