"""The Purges of sheets and the answers to them with their chances, and what changes hands (11.0, R19–R24).

Whoever dies in the same Phase before the Purge is not foreseen: Leaders and markers are as the position and the trades
of the sheets have them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pbem.core.events import Purged, SpoilTaken
from pbem.core.orders import Counterpurge, Faulty, Purge, Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.table import Table
from pbem.core.terms import Player, Unit
from pbem.core.verdicts import Outcome
from pbem.odds.before import Tables, tables_after, tables_before
from pbem.odds.branching import Branching, ComesBack
from pbem.odds.chances import Chance, add
from pbem.phases.assassinations import attempt
from pbem.phases.combat import attack
from pbem.phases.movement import move
from pbem.phases.purges import purge
from pbem.phases.subversion import subvert

NOT_FORESEEN = (move, attempt, subvert, attack)
"""The steps before a Purge that may kill a Leader."""


class Transfer(NamedTuple):
    """A Leader who changes hands."""

    leader: Unit
    owner: Player
    to: Player


@dataclass(frozen=True, slots=True)
class PurgeOdds:
    """What can come of one order of `purges` or `counterpurge`."""

    player: Player
    order: Purge | Counterpurge
    strengths: Mapping[int, Chance]
    """By Purge Strength the chance that dice are rolled with it; for an order of several players by any of them."""
    gains: Mapping[int, Chance]
    """By number of points the chance that it gains them."""
    ended: Mapping[tuple[str, str], Chance]
    """By how it ends and the code of the reason; an answer that is not called on has no end."""
    outcomes: Mapping[str, Outcome]
    """By that code the outcome as it was first found."""

    @property
    def rolled(self) -> Chance:
        """The chance that dice are rolled for it."""
        return sum(self.strengths.values(), Chance(0))


@dataclass(frozen=True, slots=True)
class PurgesOdds:
    """All purging of a Phase."""

    orders: tuple[PurgeOdds, ...]
    leaders: Mapping[Transfer, Chance]
    """The Leaders who can change hands."""
    markers: Mapping[tuple[Player, Player], Mapping[int, Chance]]
    """By who had them and who gets them the chance of each number of Politburo Markers above 0."""


class _PurgeTable(Branching):
    """A table that knows when an exchange of answers is where it was before: nothing has changed hands since, and both
    go on answering every C (R24)."""

    __slots__ = ("given",)

    given: list[tuple[str, int]]
    """The answers of the present chain, which a Purge begins: order and number of the fork."""

    def two_dice(self, label: str, *, needed: str = "", ref: str = "") -> tuple[int, int]:
        """As always, but an answer that was given before in this chain leads back to where it was."""
        if not label.startswith("counterpurge/"):
            self.given = []
            return super().two_dice(label, needed=needed, ref=ref)
        before = [place for place, (answer, _) in enumerate(self.given) if answer == ref]
        # The first time round it is still told who was called on at all; from the second on nothing new is.
        if len(before) > 1 and all(self._endless(answer) for answer, _ in self.given[before[-1] :]):
            raise ComesBack(self.given[before[-1]][1])
        self.given.append((ref, self.forks.depth))
        return super().two_dice(label, needed=needed, ref=ref)

    def _endless(self, ref: str) -> bool:
        """Whether the order answers every C."""
        sheet = self.sheet(ref.partition(".")[0])
        return any(
            isinstance(order, Counterpurge) and order.ref == ref and order.rounds is None
            for order in sheet.counterpurges
        )


def purges_odds(state: State, sheets: Mapping[Player, Sheet], rules: Rules) -> PurgesOdds:
    """What can come of the purges of these sheets and of the answers on them. Raises TooManyWays."""
    starts = tables_before(purge, state, sheets, rules, kind=_PurgeTable, passed_over=NOT_FORESEEN)
    ends = tables_after(purge, starts)
    orders = [
        (player, order)
        for player, sheet in ends[0][1].sheets.items()
        for order in (*sheet.purges, *sheet.counterpurges)
        if not isinstance(order, Faulty)
    ]
    return PurgesOdds(
        tuple(_odds(player, order, ends) for player, order in orders),
        _leaders(ends),
        _markers(ends),
    )


def _odds(player: Player, order: Purge | Counterpurge, ends: Tables) -> PurgeOdds:
    """What came of one order on all tables."""
    strengths: dict[int, Chance] = {}
    gains: dict[int, Chance] = {}
    ended: dict[tuple[str, str], Chance] = {}
    outcomes: dict[str, Outcome] = {}
    for chance, table in ends:
        outcome = table.outcomes.get(order.ref)
        if outcome is None:
            continue
        outcomes.setdefault(outcome.code, outcome)
        add(ended, (outcome.ended, outcome.code), chance)
        strength = _strength(table, order, outcome)
        if strength is not None:
            add(strengths, strength, chance)
        if outcome.ended == "done" and isinstance(points := outcome.facts.get("number"), int):
            add(gains, points, chance)
    return PurgeOdds(player, order, strengths, gains, ended, outcomes)


def _strength(table: Table, order: Purge | Counterpurge, outcome: Outcome) -> int | None:
    """The strength with which it was rolled, the first time if it was several times; None when it was not."""
    if isinstance(order, Purge):
        strength = outcome.facts.get("number_strength")
        return strength if outcome.ended in ("done", "failed") and isinstance(strength, int) else None
    rolled = (
        event.strength for event in table.events if isinstance(event, Purged) and event.ref == order.ref
    )
    return next(rolled, None)


def _leaders(ends: Tables) -> dict[Transfer, Chance]:
    """Leaders that changed hands, by number."""
    found: dict[Transfer, Chance] = {}
    for chance, table in ends:
        for event in table.events:
            if isinstance(event, SpoilTaken) and event.unit is not None:
                add(found, Transfer(event.unit, event.owner, event.player), chance)
    return dict(sorted(found.items()))


def _markers(ends: Tables) -> dict[tuple[Player, Player], dict[int, Chance]]:
    """How many Politburo Markers went from whom to whom."""
    found: dict[tuple[Player, Player], dict[int, Chance]] = {}
    for chance, table in ends:
        counts: dict[tuple[Player, Player], int] = {}
        for event in table.events:
            if isinstance(event, SpoilTaken) and event.unit is None:
                counts[event.owner, event.player] = counts.get((event.owner, event.player), 0) + 1
        for hands, count in counts.items():
            add(found.setdefault(hands, {}), count, chance)
    return dict(sorted(found.items()))
