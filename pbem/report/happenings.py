"""What happened in a Phase, ordered for telling: each deed with its roll and with what came of it. No words.

Made of events alone, so it holds nothing that is secret (R41).
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pbem.core.dice import Roll
from pbem.core.events import (
    Attacked,
    Attempted,
    Drawn,
    Eliminated,
    Event,
    EventRolled,
    Fell,
    Moved,
    PickedUp,
    PlayerQuit,
    Precedence,
    Purged,
    Subverted,
)
from pbem.core.rules import Rules
from pbem.core.solitaire_events import AttackWithheld, LeadersAllowed, Marched, TargetChosen
from pbem.core.state import State
from pbem.core.terms import Case, Player, Province, Section, Unit
from pbem.report.claims import claim_reasons

PARTS: Mapping[str, tuple[str, ...]] = {
    "end": ("game_ended", "turn_ended"),
    "quitting": ("player_quit",),
    "trades": ("given",),
    "deployment": ("deployed",),
    "paths": ("path_set",),
    "marches": ("marched", "stayed"),
    "stacking": ("restacked", "path_joined"),
    "leaders": ("leaders_taken", "leaders_allowed", "determination_passed", "brought_on"),
    "steals": ("stolen",),
    "movement": ("moved", "picked_up", "pick_up_lost", "dropped", "joined", "removed", "divided"),
    "assassinations": ("attempted",),
    "subversion": ("subverted",),
    "combat": ("precedence", "target_chosen", "attacked", "attack_withheld", "founder_died"),
    "execution": ("execution_ordered", "czar_executed"),
    "purges": ("purged", "spoil_taken"),
    "randomizer": ("drawn",),
    "replacements": ("replaced", "not_replaced"),
    "random_events": ("event_rolled",),
}
"""The parts of the story with the kinds of events that begin a deed in them, those of the solitaire game among them."""

PART_OF: Mapping[str, str] = {kind: part for part, kinds in PARTS.items() for kind in kinds}
PHASES: Mapping[str, tuple[str, ...]] = {
    "setup": ("trades", "deployment"),
    "first": ("trades", "steals", "movement", "assassinations", "execution", "purges", "random_events"),
    "second": (
        "trades",
        "steals",
        "subversion",
        "combat",
        "execution",
        "purges",
        "randomizer",
        "replacements",
        "random_events",
    ),
}
"""By Phase the parts of which it is told that nothing happened in them."""
CONSEQUENCES = ("eliminated", "fell", "founder_lost", "captured", "spoil_taken", "czar_shot")
"""Kinds that never begin a deed: they come of the one with the same order."""
TOGETHER = ("eliminated", "replaced", "deployed")
"""Kinds of which several in a row are told as one, if they are of one player."""
LOTS: Mapping[str, str] = {
    "tie/pick_up/": "movement",
    "tie/assassinate/": "assassinations",
    "tie/subversion/": "subversion",
    "tie/purge": "purges",
    "order/draws": "randomizer",
}
"""By beginning of the label the part of the story to which a lot belongs."""


Rolled = Attempted | Purged | EventRolled | Drawn | Subverted | Attacked | Marched | LeadersAllowed
"""The kinds of events with a roll."""


class Loss(NamedTuple):
    """Units of one side that were eliminated, and the section of the Chart they went to."""

    owner: Player | None
    units: tuple[Unit, ...]
    section: Section


class Happening(NamedTuple):
    """A deed, or one thing that came of it."""

    kind: str
    event: Event
    events: tuple[Event, ...]
    """Of some kinds several that are told as one; the first is `event`."""
    roll: Roll | None = None
    lot: Roll | None = None
    """Of a draw by a Random Event, who was chosen."""
    losses: tuple[Loss, ...] = ()
    """Of attacks and assassinations: who was eliminated."""
    units: tuple[Unit, ...] = ()
    """Of a move: those of the force that were with it from the start."""
    heir: Player | None = None
    """10.23: of a failed assassination, who gets the markers; None where they go to the Randomizer (R18)."""
    reason: str = ""
    """Of a lost pick-up: gold, leader, number, value or lot; empty where none of them alone decided."""
    following: tuple["Happening", ...] = ()


class Group(NamedTuple):
    """Deeds that belong together: of a player (`player`), or in a province (`at`)."""

    player: Player | None
    at: Province
    happenings: tuple[Happening, ...]
    lots: tuple[Roll, ...] = ()
    """Lots drawn for the province."""


class Part(NamedTuple):
    """A part of the story, with the lots drawn in it."""

    name: str
    groups: tuple[Group, ...]
    lots: tuple[Roll, ...]


def story(events: Iterable[Event], rolls: Iterable[Roll], *, before: State, rules: Rules) -> tuple[Part, ...]:
    """All that happened, in the order in which it happened."""
    by_label = {roll.label: roll for roll in rolls}
    events = tuple(events)
    left = (*before.flags.quit, *(event.player for event in events if isinstance(event, PlayerQuit)))
    known = _Known(by_label, claim_reasons(events, before, rules, by_label), left)
    parts: dict[str, list[Happening]] = {}
    for part, deed in _deeds(events):
        parts.setdefault(part, []).append(_told(deed, known))
    return tuple(
        Part(part, _grouped(part, happenings, by_label), _lots(part, by_label))
        for part, happenings in parts.items()
    )


def quiet(parts: Iterable[Part], phase: str) -> tuple[str, ...]:
    """The parts of the Phase in which nothing happened."""
    told = [part.name for part in parts]
    return tuple(part for part in PHASES[phase] if part not in told)


# --- deeds -------------------------------------------------------------------------------------------------------


def _deeds(events: Iterable[Event]) -> list[tuple[str, list[Event]]]:
    """Each deed with what came of it, and the part it belongs to. What was told before its deed is put after it."""
    deeds: list[tuple[str, list[Event]]] = []
    held: list[Event] = []
    for event in events:
        deed = deeds[-1] if deeds else None
        if event.kind in CONSEQUENCES:
            if deed and deed[1][0].ref == event.ref:
                deed[1].append(event)
            else:
                held.append(event)
        elif deed and _goes_on(event, *deed):
            deed[1].append(event)
        else:
            deeds.append((PART_OF[event.kind], [event, *held]))
            held = []
    if held:
        deeds.append(("random_events" if not deeds else deeds[-1][0], held))
    return deeds


def _goes_on(event: Event, part: str, deed: list[Event]) -> bool:
    """Whether an event belongs to the deed before it: the same move, a draw by a Random Event, a row of returns."""
    first = deed[0]
    if event.kind == "czar_executed":
        return first.kind == "execution_ordered" and first.ref == event.ref
    if event.kind == "drawn":
        return first.kind == "event_rolled"
    if event.kind in TOGETHER:
        return (first.kind, first.case, _player(first)) == (event.kind, event.case, _player(event))
    return part == PART_OF[event.kind] == "movement" and bool(event.ref) and first.ref == event.ref


class _Known(NamedTuple):
    """What is looked up for an event: rolls by label, reasons of lost claims by identity, who has left the campaign."""

    rolls: Mapping[str, Roll]
    claims: Mapping[int, str]
    left: tuple[Player, ...]


def _told(deed: list[Event], known: _Known) -> Happening:
    """A deed as one happening, what came of it following."""
    first, *rest = deed
    if first.kind in TOGETHER:
        return Happening(first.kind, first, tuple(deed))
    losses: tuple[Loss, ...] = ()
    if isinstance(first, Attacked | Subverted | Attempted):
        losses = _losses(first, [event for event in rest if isinstance(event, Eliminated)])
        rest = [event for event in rest if not isinstance(event, Eliminated)]
    rest = list(dict.fromkeys(rest))  # a route may come to a unit twice, and lose it twice
    if first.kind == "divided":  # what was split off is told once
        rest = [event for event in rest if not (isinstance(event, Fell) and event.units == first.units)]  # type: ignore[union-attr]
    # The Czar's execution comes before what it costs the Leader who held him.
    rest.sort(key=lambda event: event.kind != "czar_executed")
    following = tuple(_alone(run, known) for run in _runs(rest))
    told = _alone([first], known)
    return told._replace(losses=losses, units=_from_start(first, rest), following=following)


def _from_start(first: Event, rest: Iterable[Event]) -> tuple[Unit, ...]:
    """Of a move the units of the force but those it picked up."""
    if not isinstance(first, Moved):
        return ()
    taken = [event.unit for event in rest if isinstance(event, PickedUp)]
    return tuple(unit for unit in first.units if unit not in taken) or first.units[:1]


def _runs(events: Iterable[Event]) -> list[list[Event]]:
    """The events one by one, but those that are told together in one list."""
    runs: list[list[Event]] = []
    for event in events:
        if runs and event.kind in TOGETHER and runs[-1][0].kind == event.kind:
            runs[-1].append(event)
        else:
            runs.append([event])
    return runs


def _alone(events: list[Event], known: _Known) -> Happening:
    """One event, or several told as one, with the roll."""
    event = events[0]
    label = event.label if isinstance(event, Rolled) else ""
    heir = event.owner if isinstance(event, Attempted) and not event.killed else None
    return Happening(
        event.kind,
        event,
        tuple(events),
        roll=known.rolls.get(label),
        lot=known.rolls.get(f"{label}/recipient") if event.kind == "event_rolled" else None,
        heir=None if heir in known.left else heir,
        reason=known.claims.get(id(event), ""),
    )


def _losses(deed: Attacked | Subverted | Attempted, dead: list[Eliminated]) -> tuple[Loss, ...]:
    """The units lost by the defender and by the attacker, in the order they were listed in."""
    section = {event.unit: event.section for event in dead}
    sides = (
        ((deed.owner, (deed.target,)),)
        if isinstance(deed, Attempted)
        else ((deed.owner, deed.defenders), (deed.player, deed.attackers))
    )
    found: list[Loss] = []
    for owner, units in sides:
        lost = tuple(unit for unit in units if unit in section)
        if lost:
            found.append(Loss(owner, lost, section[lost[0]]))
    return tuple(found)


# --- groups and lots ---------------------------------------------------------------------------------------------


def _grouped(part: str, happenings: Iterable[Happening], rolls: Mapping[str, Roll]) -> tuple[Group, ...]:
    """Movement and deployment by player, combat by province; all else in one group."""
    found: dict[tuple[Player | None, Province], list[Happening]] = {}
    for happening in happenings if part != "deployment" else _by_player(happenings):
        found.setdefault(_group_of(part, happening.event), []).append(happening)
    return tuple(
        Group(player, at, tuple(members), _beginning(rolls, f"tie/combat/{at}/") if at else ())
        for (player, at), members in found.items()
    )


def _by_player(happenings: Iterable[Happening]) -> list[Happening]:
    """Deployments of the same kind as one, nobody's units first, then by player."""
    kinds: dict[tuple[Player | None, Case], list[Event]] = {}
    for one in happenings:
        kinds.setdefault((_player(one.event), one.event.case), []).extend(one.events)
    found = [Happening("deployed", events[0], tuple(events)) for events in kinds.values()]
    return sorted(found, key=lambda one: _player(one.event) or "")


def _group_of(part: str, event: Event) -> tuple[Player | None, Province]:
    if part == "combat" and isinstance(event, Attacked | Precedence | TargetChosen | AttackWithheld):
        return None, event.at
    if part in ("movement", "deployment"):
        return _player(event), ""
    return None, ""


def _player(event: Event) -> Player | None:
    """Whose an event is, of those that are somebody's."""
    player: Player | None = getattr(event, "player", None)
    return player


def _lots(part: str, rolls: Mapping[str, Roll]) -> tuple[Roll, ...]:
    """The lots that belong to a part."""
    return tuple(
        roll
        for beginning, of_part in LOTS.items()
        if of_part == part
        for roll in _beginning(rolls, beginning)
    )


def _beginning(rolls: Mapping[str, Roll], beginning: str) -> tuple[Roll, ...]:
    return tuple(roll for label, roll in rolls.items() if label.startswith(beginning))
