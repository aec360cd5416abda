"""What must hold of the record of any Phase: every change is told, whatever is told is of its kind, and cites what exists.

The numbered cases say what comes of orders; this says, for each of them, that events, outcomes, remarks and rolls are
in order: citations exist, units, players and places are such, each unit that stands elsewhere than before and each marker
that changed hands is accounted for by the events.
"""

import string
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache

from pbem.casefiles.run import Played
from pbem.core.events import (
    Attacked,
    Attempted,
    Captured,
    Drawn,
    Eliminated,
    Event,
    EventRolled,
    ExecutionOrdered,
    FounderLost,
    Given,
    PlayerQuit,
    Purged,
    Removed,
    SpoilTaken,
    Subverted,
)
from pbem.core.rules import Rules
from pbem.core.state import State, groups
from pbem.core.terms import ASSASSIN, IMPERIAL, POLITBURO, UNASSIGNED, control_marker
from pbem.core.verdicts import Outcome, Remark
from pbem.phases.judging import judge
from pbem.sheets.body import Body
from pbem.words import sentences

UNIT = {"unit", "leader", "under", "claimant", "winner", "by"}
UNITS = {"units", "attackers", "defenders", "lost_by_attacker", "lost_by_defender", "taken_along"}
PLAYER = {"player", "owner", "to"}
PLAYERS = {"purgers", "committee", "order"}
NUMBER = {"politburo", "assassin", "cost", "strength", "leadership", "attack_strength", "defense_strength"}
TRUTH = {"paid", "killed", "doubled"}
NOBODY = {
    "PickedUp.leader", "Fell.leader", "SpoilTaken.unit", "Captured.by", "Captured.player", "Eliminated.owner",
    "Attacked.owner", "Subverted.owner", "Deployed.player", "Divided.player",
}  # fmt: skip
"""Where an event may hold None."""
WORDS = {
    "Moved.by": {"overland", "rail"},
    "Moved.stopped_by": {"", "red", "white", "blue", "green"},
    "ExecutionOrdered.answer": {"complied", "refused", "awaited"},
    "EventRolled.result": {"epidemic", "draw", "subversion_doubled"},
    "Drawn.fate": {"kept", "withdrawn", "again", "nothing"},
    "Subverted.result": {"Ae", "De", "Ex"},
    "Attacked.result": {"Ae", "De", "Ex"},
    "NotReplaced.reason": {"too_late", "red_suspended", "no_leaders", "red_center_occupied", "occupied"},
}
FACTS_OF_NOTHING = {
    "purge_countered.number", "purge_second_part.number", "purge_no_strength.number", "assassinate_no_marker.number",
    "odds_below_least.text_odds", "odds_below_least.text_least", "purge_consented.player", "purge_no_committee.player",
    "purge_without_target.player",
}  # fmt: skip
"""Facts that may be None by code and key: nobody, nothing."""
UNASKED = {
    "player_quit", "eliminated", "divided", "event_rolled", "drawn", "precedence", "replaced", "not_replaced", "deployed",
    "game_ended",
}  # fmt: skip
"""Events that may come without an order."""


def faults(played: Played, rules: Rules, known: Collection[str]) -> list[str]:
    """What is wrong with the record of a Phase; `known`: all cases and rulings there are."""
    said = (*played.result.outcomes.values(), *played.result.remarks)
    if rules.solitaire is not None:
        cited = [*_cases_of_events(played), *_cases_of_orders(played)]
        return [
            *unsaid(said),
            *_untold(played, rules),
            *(f"{what} cites {case}" for what, case in cited if case not in known),
        ]
    checked = [one for body in _bodies(played) for one in judge(played.before, body.sheet, rules)]
    found = [*unsaid((*said, *checked)), *_wrong_facts(checked, played, rules)]
    found += [
        f"the check says {one.code} and cites {case}"
        for one in checked
        for case in one.cases
        if case not in known
    ]
    return found + _wrong_record(played, rules, known)


def _wrong_record(played: Played, rules: Rules, known: Collection[str]) -> list[str]:

    cases = [*_cases_of_events(played), *_cases_of_orders(played)]
    found = [f"{what} cites {case!r}" for what, case in cases if case not in known]
    found += _wrong_events(played, rules)
    found += _wrong_facts((*played.result.outcomes.values(), *played.result.remarks), played, rules)
    found += _wrong_rolls(played, rules)
    found += _untold(played, rules)
    found += _wrong_markers(played)
    found += _wrong_strengths(played, rules)
    found += _wrong_orders(played)
    found += _wrong_placement(played)
    return found


# --- citations ---------------------------------------------------------------------------------------------------


def _cases_of_events(played: Played) -> Iterator[tuple[str, object]]:
    for event in played.result.events:
        yield event.kind, event.case


def _cases_of_orders(played: Played) -> Iterator[tuple[str, object]]:
    for one in (*played.result.outcomes.values(), *played.result.remarks):
        if not one.cases:
            yield one.code, None
        for case in one.cases:
            yield one.code, case


# --- events ------------------------------------------------------------------------------------------------------


def _wrong_events(played: Played, rules: Rules) -> Iterator[str]:
    refs = {"", *_refs(played)}
    labels = {roll.label for roll in played.rolls}
    for event in played.result.events:
        name = type(event).__name__
        if event.ref not in refs or (not event.ref and event.kind not in UNASKED):
            yield f"{name} answers {event.ref!r}"
        for key, value in event._asdict().items():
            if key == "label" and value not in labels and getattr(event, "fate", "") != "nothing":
                yield f"{name} tells of the roll {value!r}"
            elif not _is_of_its_kind(f"{name}.{key}", value, played, rules):
                yield f"{name}.{key} is {value!r}"


def _refs(played: Played) -> Iterator[str]:
    """The paths of all orders that were written."""
    yield from played.result.outcomes
    for letter in played.before.players:
        yield from (f"{letter}.{key}" for key in ("quit", "comply_with_execution", "execute_czar"))
    for body in played.sheets.values():
        for name in type(body.sheet).__slots__:
            value = getattr(body.sheet, name)
            yield from (one.ref for one in value if hasattr(one, "ref")) if isinstance(value, tuple) else ()


def _is_of_its_kind(field: str, value: object, played: Played, rules: Rules) -> bool:
    """Whether the value of an event's field is such a thing; fields that are not known here may hold anything."""
    key = field.partition(".")[2]
    if value is None:
        return field in NOBODY
    if field in WORDS:
        return value in WORDS[field]
    players, provinces = played.before.players, rules.board.provinces
    if key == "target":
        return value in rules.counters or value in players
    for keys, known, several in (
        ({"at"}, provinces, False),
        ({"route", "provinces"}, provinces, True),
        ({"section"}, (*players, UNASSIGNED), False),
        (UNIT, rules.counters, False),
        (UNITS, rules.counters, True),
        (PLAYER, players, False),
        (PLAYERS, players, True),
    ):
        if key in keys:
            return _all_in(value, known) if several else value in known
    if key in NUMBER:
        return type(value) is int and value >= 0
    return isinstance(value, bool) if key in TRUTH else True


def _all_in(value: object, known: Collection[object]) -> bool:
    return isinstance(value, tuple) and all(one in known for one in value)


# --- facts and rolls ---------------------------------------------------------------------------------------------


def _bodies(played: Played) -> Iterator[Body]:
    """The sheets that a checker would see."""
    for letter, body in played.sheets.items():
        if letter in played.before.active:
            yield body


def unsaid(said: Iterable[Outcome | Remark]) -> Iterator[str]:
    """Codes without a sentence, and sentences that ask for facts that are not given."""
    for one in said:
        if one.code not in sentences():
            yield f"{one.code} has no sentence"
        elif not placeholders(sentences()[one.code]) <= set(one.facts):
            yield f"{one.code} lacks facts, it has {dict(one.facts)}"


@cache
def placeholders(pattern: str) -> frozenset[str]:
    """The facts a sentence asks for."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(pattern) if name)


def _wrong_facts(said: Iterable[Outcome | Remark], played: Played, rules: Rules) -> Iterator[str]:
    for one in said:
        if not _is_order(one.ref, played):
            yield f"{one.code} is about {one.ref!r}"
        for key, value in one.facts.items():
            if not _is_fact(f"{one.code}.{key}", value, rules):
                yield f"{one.code}: {key} is {value!r}"
        if isinstance(one, Remark) and (one.sub is None or (one.sub and one.sub[0] not in ".[")):
            yield f"{one.code} is at {one.sub!r}"
        if isinstance(one, Remark) and one.grade not in ("error", "warning", "note"):
            yield f"{one.code} is graded {one.grade!r}"


def _is_order(ref: object, played: Played) -> bool:
    return isinstance(ref, str) and ref[:1] in played.before.players and ref[1:2] == "."


def _is_fact(name: str, value: object, rules: Rules) -> bool:
    if value is None:
        code, _, key = name.partition(".")
        return name in FACTS_OF_NOTHING or (key == "player_of" and code != "pick_up_not_yours")
    kind = name.partition(".")[2].partition("_")[0]
    several = value if isinstance(value, tuple) else (value,)
    if kind in ("unit", "units"):
        return all(isinstance(one, str) or one in rules.counters for one in several)
    if kind in ("province", "player", "players", "color", "text"):
        return all(isinstance(one, str) for one in several)
    return kind != "number" or isinstance(value, int)


def _wrong_rolls(played: Played, rules: Rules) -> Iterator[str]:
    told = {label: event for event in played.result.events if (label := getattr(event, "label", ""))}
    for roll in played.rolls:
        kind = roll.label.split("/")[0]
        event = told.get(roll.label)
        if event is not None:
            if (roll.needed, roll.effect, roll.ref) != (*_marks(event, rules, roll.needed), event.ref):
                yield f"{roll.label}: needed {roll.needed!r}, effect {roll.effect!r}, order {roll.ref!r}"
        elif kind in ("subversion", "combat", "assassinate", "purge", "counterpurge"):
            yield f"no event tells of {roll.label}"
        elif kind == "tie" and roll.effect not in played.before.players:
            yield f"{roll.label} went to {roll.effect!r}"
        elif kind in ("event", "draw") and not roll.effect and not roll.label.endswith("recipient"):
            yield f"{roll.label} had no effect"


def _marks(event: Event, rules: Rules, needed: str) -> tuple[str, str]:
    """What a roll needed and what it did, by the event that tells of it."""
    match event:
        case Attempted():
            least = 7 - (event.markers - 1) + rules.value[event.target]  # R18
            return str(least), "killed" if event.killed else "missed"
        case Attacked() | Subverted():
            return event.odds, event.result
        case Purged():
            lows = (1, 11, 21, 31, 41, 51, 61)
            low = max(one for one in lows if one <= event.strength)  # 11.4
            return f"column {low}+" if low == 61 else f"column {low}-{low + 9}", event.result
        case EventRolled():
            return "", event.result
        case Drawn():
            return "", event.fate
    return needed, ""


# --- what is told is all that happened ---------------------------------------------------------------------------


def _untold(played: Played, rules: Rules) -> Iterator[str]:
    """Units that stand elsewhere than before, or under another Leader (but by an order to restack in place), and no
    event names them."""
    owners = not any(
        isinstance(event, PlayerQuit) for event in played.result.events
    )  # R38: all of his at once
    before = _places(played.before, rules, owners=owners)
    after = _places(played.result.state, rules, owners=owners)
    told = set(_units_told(played))
    restacked = {
        stack.at
        for stack in played.result.state.stacks
        if f"{stack.player}.moves[0]" in played.result.outcomes
    }
    for unit, place in after.items():
        at = place[:4]
        if before[unit] != place and unit not in told and not (before[unit][:4] == at and at in restacked):
            yield f"nothing tells how {unit} came from {before[unit]} to {place}"


def _places(state: State, rules: Rules, *, owners: bool) -> dict[int | str, str]:
    """By unit the province it is in, the Leader it is under and whose it is, or the other place it is in."""
    found: dict[int | str, str] = {}
    for stack in state.stacks:
        for part in groups(stack.units, rules):
            for unit in part.units:
                leader = "" if part.leader in (None, unit) else f" under {part.leader}"
                owner = "" if unit in IMPERIAL or not owners else f" of {stack.player}"
                found[unit] = stack.at + leader + owner
    for section, faces in state.chart.items():
        found |= dict.fromkeys(faces.up, f"{section} up") | dict.fromkeys(faces.down, f"{section} down")
    for player, holding in state.holdings.items():
        found |= dict.fromkeys(holding.units, f"hand of {player}")
    found |= dict.fromkeys(state.box, "box")
    return found | {one: "out of play" for one in state.out_of_play if isinstance(one, int)}


def _wrong_orders(played: Played) -> Iterator[str]:
    """Executions that were ordered and not told, and captures by nobody that are somebody's."""
    ordered = {"execution_complied", "execution_refused", "execution_awaited"}
    codes = {one.code for one in played.result.outcomes.values()} & ordered
    told = {f"execution_{one.answer}" for one in played.result.events if isinstance(one, ExecutionOrdered)}
    if codes != told:
        yield f"{codes} came of execution orders, and {told} is told"
    for event in played.result.events:
        if isinstance(event, Captured) and (event.by is None) != (event.player is None):
            yield f"{event.unit} was captured by {event.by} of {event.player}"


def _units_told(played: Played) -> Iterator[object]:
    for event in played.result.events:
        if event.kind in ("czar_executed", "czar_shot"):
            yield 1
        for key, value in event._asdict().items():
            if key in UNIT:
                yield value
            elif key in UNITS:
                yield from value


def _wrong_markers(played: Played) -> Iterator[str]:
    """The markers in hand are those before, and what the events tell."""
    account = _holdings(played.before)
    _settle(account, played)
    after = _holdings(played.result.state)
    for player, kinds in after.items():
        if +account[player] != +kinds:
            yield f"{player} holds {dict(kinds)}, by the events {dict(account[player])}"
    flags = played.result.state.flags
    rolled = [event.result for event in played.result.events if isinstance(event, EventRolled)]
    if (
        flags.subversion_doubled
        and not played.before.flags.subversion_doubled
        and "subversion_doubled" not in rolled
    ):
        yield "subversion is doubled, and no event tells of it"
    purged = any(isinstance(event, Purged) for event in played.result.events)
    if flags.purge_held and not played.before.flags.purge_held and not purged:
        yield "a purge was held, and no event tells of it"


def _holdings(state: State) -> dict[str, Counter[str]]:
    found = {player: Counter[str]() for player in state.players}
    for player, holding in state.holdings.items():
        found[player][POLITBURO], found[player][ASSASSIN] = holding.politburo, holding.assassin
        found[player].update(control_marker(nationality) for nationality in holding.control)
    return found


def _wrong_placement(played: Played) -> Iterator[str]:
    """Removals cited by another case than theirs, and owners of the dead that they never had."""
    owners = {unit: stack.player for stack in played.before.stacks for unit in stack.units}
    moved: set[object] = set()
    for event in played.result.events:
        match event:
            case Removed() if event.case != ("13.32" if event.unit in IMPERIAL else "5.66"):
                yield f"{event.unit} left the map by {event.case}"
            case Eliminated() if event.unit not in moved and event.owner != owners.get(event.unit):
                yield f"{event.unit} of {owners.get(event.unit)} is told as lost by {event.owner}"
            case PlayerQuit() | Drawn():
                return
        if not isinstance(event, Eliminated | Attacked | Subverted):
            moved |= {value for key, value in event._asdict().items() if key in UNIT}
            moved |= {one for key, value in event._asdict().items() if key in UNITS for one in value}


def _settle(account: Mapping[str, Counter[str]], played: Played) -> None:
    quit_ = set(played.before.flags.quit)
    for event in played.result.events:
        match event:
            case PlayerQuit():
                quit_.add(event.player)
                account[event.player].subtract(event.markers)
            case Given():
                for kind, count in ((POLITBURO, event.politburo), (ASSASSIN, event.assassin)):
                    account[event.player][kind] -= count
                    account[event.to][kind] += count
            case Attempted():
                account[event.player][ASSASSIN] -= event.markers
                if not event.killed and event.owner and event.owner not in quit_:
                    account[event.owner][ASSASSIN] += event.markers
            case FounderLost(paid=True):
                account[str(event.player)][POLITBURO] -= 1
            case SpoilTaken(unit=None):
                account[event.owner][POLITBURO] -= 1
                account[event.player][POLITBURO] += 1
            case Drawn(fate="kept"):
                account[str(event.player)][event.marker] += 1


def _wrong_strengths(played: Played, rules: Rules) -> Iterator[str]:
    """8.26: the Strength Points an attack tells are those of the units it tells, doubled where it says so."""
    for event in played.result.events:
        if isinstance(event, Attacked | Subverted):
            times = 2 if isinstance(event, Subverted) and event.doubled else 1
            if event.attack_strength != times * rules.total(event.attackers):
                yield f"{event.label}: attackers of {event.attack_strength}"
            if event.defense_strength != rules.total(event.defenders):
                yield f"{event.label}: defenders of {event.defense_strength}"
