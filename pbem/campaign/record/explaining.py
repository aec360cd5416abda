"""Why an order ended as it did: a chain of reasons with the cases of the rules, and what was lacking.

All comes from the same outcome, remarks, rolls and events that the report is made of.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from pbem.campaign.amending import OrderPath, order_path
from pbem.campaign.folder import Campaign
from pbem.campaign.moments import Moment, moment_of
from pbem.campaign.playing import Played, play_recorded, read_versions
from pbem.campaign.record.chances import chances
from pbem.core.dice import Roll
from pbem.core.events import Attacked, Event, Moved, PickedUp, Purged, Subverted
from pbem.core.orders import Faulty, Sheet
from pbem.core.rules import Rules
from pbem.core.terms import Case, Unit
from pbem.core.verdicts import Fact, Outcome, Remark
from pbem.errors import CommandError, Refused
from pbem.rulebook.cases import CaseIndex, read_cases
from pbem.rulebook.files import Files
from pbem.rulebook.rulings import Ruling, read_rulings
from pbem.sheets.body import PARTS
from pbem.sheets.echo import order_in_words
from pbem.sheets.shapes import LEFT_OPEN
from pbem.words import listed, sentence, sentences, unit_in_words


class Step(NamedTuple):
    """One link of the chain.

    `kind` is written, ruled, outcome, place, numbers, roll, chance, other, rule or instead.
    """

    kind: str
    text: str
    cases: tuple[Case, ...] = ()


class Explanation(NamedTuple):
    """Why an order ended as it did; `ended` is done, part, failed or void, empty for what was not called on."""

    phase: str
    order: str
    ended: str
    steps: tuple[Step, ...]


def explain(campaign: Campaign, path: str, *, moment: Moment | None = None) -> Explanation:
    """Explain an order (``A.moves[2]``) of a Phase that was adjudicated; None: the last one.

    Raises Refused, CommandError.
    """
    course = campaign.course
    played_moments = sorted(moment_of(key) for key in course.used)
    if not played_moments:
        raise Refused("nothing was adjudicated yet that could be explained")
    moment = moment or played_moments[-1]
    if moment not in played_moments:
        raise CommandError(f"{moment.words} was not adjudicated")
    played = play_recorded(campaign, course, moment)
    order = _order(played, path)
    versions = {order.player: played.terms.versions.get(order.player, 0)}
    sheets = read_versions(campaign, course, moment, versions, played.rules)
    steps = (*_written(played, sheets.get(order.player), order), *_why(played, order.ref))
    outcome = played.result.outcomes.get(order.ref)
    return Explanation(moment.key, order.ref, outcome.ended if outcome else "", steps)


def _order(played: Played, text: str) -> OrderPath:
    """The order that is meant, places inside it left off.

    Raises CommandError where there is none, naming those there are.
    """
    player, _, rest = text.strip().partition(".")
    end = rest.find("]") + 1 or len(rest)
    order = order_path(f"{player}.{rest[:end]}" if rest else player)
    sheet = played.sheets.get(order.player)
    if order.player not in played.before.players:
        letters = ", ".join(played.before.players)
        raise CommandError(f"there is no player {order.player!r}", cure=f"The players are {letters}.")
    if sheet is None:
        raise CommandError(f"player {order.player} had no sheet for {played.moment.words}")
    held = getattr(sheet, PARTS[order.part].attribute)
    orders = [one.ref for one in held if hasattr(one, "ref")] if isinstance(held, tuple) else []
    if order.number is None and orders:
        raise CommandError(f"{order.ref} is a list", cure=f"Its orders are {', '.join(orders)}.")
    if order.number is not None and order.ref not in orders:
        cure = f"There are {', '.join(orders)}." if orders else ""
        raise CommandError(f"there is no order {order.ref} on the sheet", cure=cure)
    return order


_NO_ORDER = {LEFT_OPEN: "explain_left_open"}
"""What is said of an order that was not even looked at."""


def _written(played: Played, sheet: Sheet | None, order: OrderPath) -> Iterator[Step]:
    """What was ordered on the sheet as it came (None: there was none), and how the gamesmaster ruled it to be read."""
    if order.part == "quit" and order.player in played.terms.leaving:
        yield Step("ruled", sentence("explain_player_removed", {"player": order.player}), ("14.2", "R38"))
        return
    version = played.terms.versions.get(order.player, 0)
    words = _in_words(sheet, order, played.rules) if sheet else ""
    code = "explain_written" if words else "explain_not_written"
    yield Step("written", sentence(code, {"number": version, "text": words}))
    reading = played.terms.orders_ruled.get(order.ref)
    if reading:
        code = "explain_ruled_void" if reading["text"] is None else "explain_ruled_read"
        read = _in_words(played.sheets[order.player], order, played.rules)
        facts: dict[str, Fact] = {"text_read": read, "text_why": reading["why"]}
        yield Step("ruled", sentence(code, facts), ("R19",))


def _in_words(sheet: Sheet, order: OrderPath, rules: Rules) -> str:
    """An order of a sheet in words; empty where the sheet does not have it."""
    held = getattr(sheet, PARTS[order.part].attribute)
    if order.number is not None and order.number >= len(held):
        return ""
    one = held[order.number] if order.number is not None else held
    if isinstance(one, Faulty):
        return sentence(_NO_ORDER.get(one.code, "explain_not_read"), {})
    if hasattr(one, "ref"):
        return order_in_words(one, rules)
    return f"{order.part}: {listed(map(str, one)) if isinstance(one, tuple) else one}"


def _why(played: Played, ref: str) -> Iterator[Step]:
    """The outcome, what was said of places, the rolls, what others did, what would have been needed, and the rules."""
    outcome = played.result.outcomes.get(ref)
    remarks = [remark for remark in played.result.remarks if remark.ref == ref]
    yield from _ended(played, ref, outcome, remarks)
    yield from _rolled(played, ref, outcome)
    yield from _others(played, ref, outcome, remarks)
    cases = dict.fromkeys(
        (*(outcome.cases if outcome else ()), *(case for one in remarks for case in one.cases))
    )
    if outcome is not None and outcome.ended != "done":
        for text in remedies(outcome, remarks, played.rules):
            yield Step("instead", text)
    yield from _rules(played, tuple(cases))


def _ended(played: Played, ref: str, outcome: Outcome | None, remarks: Iterable[Remark]) -> Iterator[Step]:
    """How it ended, with the decisive reason, and what was said of places in it."""
    if outcome is None:
        letter = ".press[" in ref and not played.sheets[ref[0]].quit
        yield Step("outcome", sentence("explain_letter" if letter else "explain_not_called_on", {}))
    else:
        text = sentence(outcome.code, outcome.facts, played.rules)
        yield Step("outcome", f"{sentence(f'explain_{outcome.ended}', {})} {text}", outcome.cases)
    for remark in remarks:
        if outcome is None or remark.code != outcome.code:
            text = sentence(remark.code, remark.facts, played.rules)
            yield Step("place", f"{ref}{remark.sub}: {text}", remark.cases)


def _rolled(played: Played, ref: str, outcome: Outcome | None) -> Iterator[Step]:
    """What was counted, what was rolled, and what the dice could have given."""
    for event in played.result.events:
        if event.ref == ref and isinstance(event, Attacked | Subverted | Purged):
            yield Step("numbers", _numbers_of(event), (event.case,))
    for roll in played.result.rolls:
        if roll.ref == ref or (outcome is not None and outcome.ended != "void" and _shared(roll, ref)):
            yield from _roll(played, roll)


def _numbers_of(event: Attacked | Subverted | Purged) -> str:
    """What was counted for and against."""
    if isinstance(event, Purged):
        facts: dict[str, Fact] = {
            "number": event.strength,
            "number_leadership": event.leadership,
            "number_markers": event.markers,
        }
        return sentence("explain_purge_strength", facts)
    facts = {
        "number_attack": event.attack_strength,
        "number_defense": event.defense_strength,
        "text_odds": event.odds,
    }
    return sentence("explain_strengths", facts)


def _shared(roll: Roll, ref: str) -> bool:
    """Whether a Purge of several was rolled that this order takes part in; the roll answers the first one's order."""
    members = roll.label.removeprefix("purge/").split("+")
    return ".purges[" in ref and roll.label.startswith("purge/") and ref[0] in members


def _roll(played: Played, roll: Roll) -> Iterator[Step]:
    value = listed(map(str, roll.value)) if isinstance(roll.value, tuple) else str(roll.value)
    facts: dict[str, Fact] = {
        "text_label": roll.label,
        "text_value": value,
        "text_needed": roll.needed,
        "text_effect": roll.effect,
    }
    code = "explain_roll_ruled" if roll.label in played.terms.rolls_ruled else "explain_roll"
    yield Step("roll", sentence(code, facts))
    text = chances(roll, played.rules)
    if text:
        yield Step("chance", text)


# --- what others did ---------------------------------------------------------------------------------------------


def _others(played: Played, ref: str, outcome: Outcome | None, remarks: list[Remark]) -> Iterator[Step]:
    """For the units the reasons speak of: what became of them in this Phase by other orders, or where they stood."""
    said: list[Outcome | Remark] = [*([outcome] if outcome else []), *remarks]
    facts = [one.facts for one in said]
    units = dict.fromkeys(
        unit
        for one in facts
        for key, value in one.items()
        if key.startswith("unit")
        for unit in _numbers(value)
    )
    for unit in units:
        event = _last_by_others(played, unit, ref)
        if event is not None:
            yield Step("other", _told(played, unit, event), (event.case,))
    for one in facts:
        yield from _colors(played, one)


def _numbers(value: Fact) -> tuple[Unit, ...]:
    found = value if isinstance(value, tuple) else (value,)
    return tuple(one for one in found if isinstance(one, int) and not isinstance(one, bool))


TOUCHED = {
    "eliminated": ("unit",),
    "picked_up": ("unit",),
    "captured": ("unit",),
    "spoil_taken": ("unit", "taken_along"),
    "removed": ("unit",),
    "stolen": ("unit",),
    "moved": ("units",),
    "fell": ("units",),
}
"""By kind of event where it names the units whose place or player it changed."""


def _last_by_others(played: Played, unit: Unit, ref: str) -> Event | None:
    """The last event by which another order changed the place or player of a unit."""
    for event in reversed(played.result.events):
        names = TOUCHED.get(event.kind, ())
        touched = any(unit == getattr(event, name) or unit in _many(getattr(event, name)) for name in names)
        if touched and event.ref and event.ref != ref:
            return event
    return None


def _many(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()


def _told(played: Played, unit: Unit, event: Event) -> str:
    facts: dict[str, Fact] = {
        "unit": unit,
        "text_order": event.ref,
        "province": event.route[-1] if isinstance(event, Moved) else getattr(event, "at", None),
        "player": getattr(event, "player", None),
    }
    if isinstance(event, PickedUp) and event.leader is not None:
        facts["text_leader"] = unit_in_words(event.leader, played.rules)
    return sentence(f"explain_{event.kind}", facts, played.rules)


def _colors(played: Played, facts: Mapping[str, Fact]) -> Iterator[Step]:
    """5.27: whose color stopped a force: the units of it that stood there when the Game-Turn began (R7)."""
    color, province = facts.get("color"), facts.get("province")
    if not isinstance(color, str) or not isinstance(province, str) or played.moment.phase != "first":
        return
    units = tuple(
        unit
        for stack in played.before.stacks
        if stack.at == province
        for unit in stack.units
        if played.rules.color[unit] == color
    )
    if units:
        yield Step(
            "other", sentence("explain_colors", {"units": units, "province": province}, played.rules), ("R7",)
        )


# --- rules and remedies ------------------------------------------------------------------------------------------


def _rules(played: Played, cases: tuple[Case, ...]) -> Iterator[Step]:
    """What the cases say, in the words of the index."""
    index, rulings = _index()
    for case in cases:
        if case in index.cases:
            entry = index.cases[case]
            yield Step("rule", f"{entry.title}: {entry.says}", (case,))
        elif case in rulings:
            yield Step("rule", f"{rulings[case].title}: {rulings[case].reading}", (case,))


@cache
def _index() -> tuple[CaseIndex, dict[Case, Ruling]]:
    """The index of cases and the rulings."""
    files = Files()
    return read_cases(files), read_rulings(files)


def remedies(outcome: Outcome, remarks: Iterable[Remark], rules: Rules) -> Iterator[str]:
    """What would have had to be different, for the decisive reason and for each fault."""
    said: dict[str, None] = {}
    faults: list[Outcome | Remark] = [outcome, *(remark for remark in remarks if remark.grade != "note")]
    for one in faults:
        code = f"instead_{one.code}"
        if code in sentences():
            said[sentence(code, {**one.facts, **_reckoned(one)}, rules)] = None
    yield from said


def _reckoned(one: Outcome | Remark) -> dict[str, Fact]:
    """Numbers that say by how much it was missed."""
    facts = one.facts
    found: dict[str, Fact] = {}
    if one.code == "assassination_missed":
        found["number_more"] = int(str(facts["number_needed"])) - int(str(facts["number_rolled"]))
    if one.code in ("odds_below_least", "odds_below_asked"):
        attack, defense = int(str(facts["number_attack"])), int(str(facts["number_defense"]))
        found["number_more"] = _least(str(facts.get("text_least") or "1:2"), defense) - attack
    return found


def _least(odds: str, defense: int) -> int:
    """8.0: the least strength of an attack at these odds."""
    left, _, right = odds.partition(":")
    return -(-defense * int(left) // int(right))
