"""The Random Events and the draws from the Randomizer with their chances (12.0, 12.13, R26, R35)."""

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.core.events import Drawn, Eliminated
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Marker, PhaseName, Player, Province, Unit
from pbem.core.twins import twin
from pbem.odds.branching import Branching, Forks, lay_out, ways
from pbem.odds.chances import Chance, add
from pbem.odds.tables import at_least_once, event_results
from pbem.phases.random_events import epidemic, rolls_in
from pbem.phases.randomizer import draw_for


@dataclass(frozen=True, slots=True)
class UnitAtRisk:
    """A combat unit that an epidemic would take."""

    unit: Unit
    at: Province
    player: Player | None
    chance: Chance
    """The chance that there is an epidemic in its province in the Phase."""


@dataclass(frozen=True, slots=True)
class EventsOdds:
    """The Random Events of a Phase."""

    rolls: int
    kinds: Mapping[str, Chance]
    """By kind of event (epidemic, draw, subversion_doubled) the chance that it comes at least once."""


def events_odds(phase: PhaseName, players: int, rules: Rules) -> EventsOdds:
    """17/4.2: what the Random Events of a Phase may bring, by the number of players still in the campaign."""
    rolls = rolls_in(phase, players)
    kinds: dict[str, Chance] = {}
    for event, chance in event_results(rules).items():
        add(kinds, event.kind, chance)
    return EventsOdds(rolls, {kind: at_least_once(chance, rolls) for kind, chance in kinds.items()})


def units_at_risk(state: State, rules: Rules) -> tuple[UnitAtRisk, ...]:
    """12.11: what epidemics of the Phase may take, the units being where the position has them; by province."""
    rolls = rolls_in(state.phase, len(state.active))
    table = lay_out(state, {}, rules, Forks())
    chances: dict[Unit, Chance] = {}
    lost: dict[Unit, Eliminated] = {}
    for event, chance in event_results(rules).items():
        after = twin(table)
        epidemic(after, event.provinces)
        for told in after.events:
            if isinstance(told, Eliminated):
                add(chances, told.unit, chance)
                lost[told.unit] = told
    found = [
        UnitAtRisk(unit, lost[unit].at, lost[unit].owner, at_least_once(chance, rolls))
        for unit, chance in chances.items()
    ]
    return tuple(sorted(found, key=lambda one: (one.at, one.unit)))


# --- draws -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawOdds:
    """A marker that may be drawn next."""

    marker: Marker
    """Empty where there is nothing to be drawn."""
    chance: Chance
    """The chance that the draw ends with it; markers that are drawn again (12.13) are no end."""
    units: tuple[Unit, ...]
    """The units that come under control, or are withdrawn."""


def draw_odds(state: State, rules: Rules) -> tuple[DrawOdds, ...]:
    """R35: with what the next draw from the Randomizer can end, likeliest first.

    A draw that is repeated leaves the other markers in proportion, so that it changes nothing but who is left.
    """
    table = lay_out(state, {}, rules, Forks(), kind=_OneDraw)
    ended: dict[tuple[Marker, tuple[Unit, ...]], Chance] = {}
    for chance, drawn in ways(lambda forks: _draw(twin(table), forks)):
        if drawn is not None:
            add(ended, (drawn.marker, drawn.units), chance)
    whole = sum(ended.values(), Chance(0))
    if not whole:
        return (DrawOdds("", Chance(1), ()),)
    found = [DrawOdds(marker, chance / whole, units) for (marker, units), chance in ended.items()]
    return tuple(sorted(found, key=lambda one: (-one.chance, one.marker)))


class _DrawnAgain(Exception):
    """The draw is repeated."""


class _OneDraw(Branching):
    """A table on which no draw is repeated."""

    __slots__ = ()

    def draw_marker(self, label: str) -> Marker:
        """As always, but for a repeated draw."""
        if label.endswith("/2"):
            raise _DrawnAgain
        return super().draw_marker(label)


def _draw(table: Branching, forks: Forks) -> Drawn | None:
    """The end of a draw; None when it is repeated, or there is nothing to be drawn."""
    table.forks = forks
    try:
        draw_for(table, table.active[0], "draw")
    except _DrawnAgain:
        return None
    drawn = table.events[-1]
    return drawn if isinstance(drawn, Drawn) and drawn.marker and drawn.fate != "again" else None
