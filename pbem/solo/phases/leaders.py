"""24.0, S24–S28: Red Leaders are taken off; the die says how many may be brought on, and the sheet who and where."""

from typing import NamedTuple

from pbem.core.falls import take_out
from pbem.core.orders import Deployment, Faulty
from pbem.core.solitaire_events import BroughtOn, CzarShot, DeterminationPassed, LeadersAllowed, LeadersTaken
from pbem.core.state import Group, Stack
from pbem.core.table import StackId
from pbem.core.terms import CZAR, IMPERIAL, RED, Case, Unit, UnitName
from pbem.core.verdicts import Facts
from pbem.solo.table import SoloTable

LABEL = "leaders"


# --- before the sheet --------------------------------------------------------------------------------------------


def determine(table: SoloTable) -> None:
    """24.0, S24, S28: take the Leaders off and roll the die, unless this has been done or the Phase is passed over."""
    if table.leaders_to_bring is not None:
        return
    passed_over = table.turn in table.no_determination
    if not passed_over or table.readings.skipped_determination == "remove":
        _take_off(table)
    if passed_over:
        table.leaders_to_bring = 0
        table.tell(DeterminationPassed("24.16", "", tuple(table.no_determination)))
        return
    founders = tuple(unit for unit in table.rules.founders if unit in table.where)
    die = table.die(LABEL)
    table.leaders_to_bring = min(die, table.scenario.most_leaders - len(founders))
    table.effect(LABEL, f"{table.leaders_to_bring} to be brought on")
    table.tell(LeadersAllowed("24.12", "", LABEL, founders, table.leaders_to_bring))


def _take_off(table: SoloTable) -> None:
    """S24: all Red Leaders but Lenin and Trotsky together (25.14); what was attached goes as in R2."""
    rules = table.rules
    gone = sorted(
        unit
        for unit in table.where
        if unit in rules.leaders and rules.color[unit] == RED and unit not in rules.founders
    )
    stacks: dict[StackId, list[Unit]] = {}
    for unit in gone:
        stacks.setdefault(table.where[unit], []).append(unit)
    if gone:
        table.tell(LeadersTaken("24.0", "", tuple(gone)))
    for stack_id, units in stacks.items():
        take_out(table, stack_id, units)
    table.box += gone


# --- the sheet ---------------------------------------------------------------------------------------------------


class Wrong(NamedTuple):
    """Why a Leader is not brought on: the place inside the order, the code of its sentence, cases, facts."""

    sub: str
    code: str
    cases: tuple[Case, ...]
    facts: Facts


def deploy(table: SoloTable) -> None:
    """24.11: bring the Leaders of the sheet on in the order written, as many as the die allows; then it is spent."""
    bring_on(table)
    table.leaders_to_bring = None


def bring_on(table: SoloTable) -> None:
    """24.11, 24.12: carry out the entries; those beyond the number allowed are void (S24)."""
    left = table.leaders_to_bring or 0
    for order in table.sheet(RED).leaders:
        if isinstance(order, Faulty):
            continue
        wrong = _wrong(table, order, left)
        if wrong is not None:
            table.void(order.ref, wrong.sub, wrong.code, *wrong.cases, **wrong.facts)
            continue
        left -= 1
        _bring_on(table, order)


def _wrong(table: SoloTable, order: Deployment, left: int) -> Wrong | None:
    """S24–S26: why this entry is void, or None."""
    found = _leader_wrong(table, order.leader) or _place_wrong(table, order) or _units_wrong(table, order)
    if found is None and left <= 0:
        if table.turn in table.no_determination:
            return Wrong("", "leaders_passed_over", ("24.16", "24.17", "S28"), {"unit": order.leader})
        return Wrong("", "leaders_too_many", ("24.12", "S24"), {"unit": order.leader})
    return found


def _leader_wrong(table: SoloTable, leader: UnitName) -> Wrong | None:
    """24.13, S26: a Red Leader who is neither on the map nor eliminated."""
    rules, facts = table.rules, {"unit": leader}
    if not isinstance(leader, int):
        return Wrong(".leader", "leaders_unknown", ("24.13", "R10"), facts)
    if leader not in rules.leaders or rules.color[leader] != RED:
        return Wrong(".leader", "leaders_not_red", ("24.11", "24.13"), facts)
    if leader in table.where:
        return Wrong(".leader", "leaders_on_map", ("24.13", "S26"), facts)
    if leader not in table.box:
        return Wrong(".leader", "leaders_eliminated", ("24.13", "S26"), facts)
    return None


def _place_wrong(table: SoloTable, order: Deployment) -> Wrong | None:
    """24.11, S25 `deployment`: a province of the map, with `friendly` not one held by others alone."""
    if order.at not in table.rules.board.provinces:
        return Wrong(".at", "leaders_nowhere", ("24.11", "R9"), {"province": order.at})
    if table.readings.deployment == "friendly":
        colors = [color for one in table.stacks_at(order.at) if (color := table.color_of(one))]
        if colors and RED not in colors:
            return Wrong(".at", "leaders_among_enemies", ("24.11", "S25"), {"province": order.at})
    return None


def _units_wrong(table: SoloTable, order: Deployment) -> Wrong | None:
    """S25: uncontrolled Red combat units of one stack there, no more than he can command."""
    for place, name in enumerate(order.units):
        code = _unit_wrong(table, order, name)
        if code:
            facts = {"unit": name, "province": order.at}
            return Wrong(f".with[{place}]", code, ("24.11", "S25"), facts)
    stacks = dict.fromkeys(table.where[name] for name in order.units if isinstance(name, int))
    if len(stacks) > 1:
        return Wrong(".with", "leaders_two_stacks", ("24.11", "S25"), {"unit": order.units})
    assert isinstance(order.leader, int)
    if len(dict.fromkeys(order.units)) > table.rules.value[order.leader]:
        facts = {"unit": order.leader, "number": table.rules.value[order.leader]}
        return Wrong(".with", "leaders_too_many_units", ("5.14", "S25"), facts)
    return None


def _unit_wrong(table: SoloTable, order: Deployment, name: UnitName) -> str:
    """Why a Leader cannot be put on that unit, or empty."""
    if not isinstance(name, int):
        return "leaders_unit_unknown"
    stack = table.stack_of(name)
    if stack is None or stack.at != order.at:
        return "leaders_unit_elsewhere"
    if name in table.rules.leaders or table.rules.color[name] != RED:
        return "leaders_unit_not_red"
    return "" if stack.player is None else "leaders_unit_attached"


def _bring_on(table: SoloTable, order: Deployment) -> None:
    """S25: put the Leader down, alone or on the units, with the Imperial units that go with the top one."""
    assert isinstance(order.leader, int)
    leader = order.leader
    units = tuple(dict.fromkeys(name for name in order.units if isinstance(name, int)))
    imperial = _lift(table, units) if units else ()
    table.box.remove(leader)
    held = tuple(unit for unit in imperial if unit != CZAR)
    stack = Group(leader, held, units).units
    table.put_stack(order.at, RED, stack)
    table.tell(BroughtOn("24.11", order.ref, RED, stack, order.at))
    cases: tuple[Case, ...] = ("24.11", "24.13", "S25")
    if CZAR in imperial:
        table.out_of_play.append(CZAR)
        table.tell(CzarShot("26.0", order.ref, order.at))
        cases += ("26.0",)
    table.end(order.ref, "done", "leaders_brought_on", *cases, unit=leader, province=order.at)


def _lift(table: SoloTable, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Take the combat units out of their stack; says the Imperial units that go with them, being under the top one."""
    stack_id = table.where[units[0]]
    stack: Stack = table.stacks[stack_id]
    imperial = tuple(unit for unit in stack.units if unit in IMPERIAL) if stack.units[0] in units else ()
    take_out(table, stack_id, (*units, *imperial))
    return imperial
