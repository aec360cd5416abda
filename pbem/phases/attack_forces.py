"""R30, R31, 8.2: which stacks make an attack or a Subversive Attack, on which, at what odds; or why it cannot be made.

Shared by combat, subversion and the checker. Nothing is rolled or moved here.
"""

from collections.abc import Callable
from typing import NamedTuple

from pbem.core.orders import Attack, Subversion
from pbem.core.state import Stack, stack_color
from pbem.core.table import StackId, Table
from pbem.core.terms import Case, Player, Unit, UnitName
from pbem.core.verdicts import Facts
from pbem.phases import odds
from pbem.phases.stack_names import notes, stack_now


class Reason(NamedTuple):
    """Why something is not possible: the code of its sentence, its cases and facts."""

    code: str
    cases: tuple[Case, ...]
    facts: Facts
    lasting: bool = True
    """Whether sheet and position alone show it, so that nothing the others do can mend it."""


class Fault(NamedTuple):
    """A reason at a place inside the order."""

    sub: str
    reason: Reason


class Forces(NamedTuple):
    """An attack that can be made as the table lies."""

    attackers: tuple[StackId, ...]
    target: StackId
    attack_strength: int
    """In Strength Points, doubled where Subversive Attacks are (12.12)."""
    defense_strength: int
    odds: str
    left_out: tuple[Fault, ...]
    """The stacks named that take no part."""


class Refused(NamedTuple):
    """An attack that cannot be made; the first fault decides."""

    faults: tuple[Fault, ...]


Objection = Callable[[Stack], Reason | None]
"""What a kind of attack has against a stack as an attacker or as its target."""

UNKNOWN = ("R9", "R30")


def muster(
    table: Table,
    player: Player,
    order: Attack | Subversion,
    *,
    to_target: Objection,
    to_attacker: Callable[[Stack], Objection],
    factor: int = 1,
) -> Forces | Refused:
    """Find the forces of an attack, or all that is wrong with it.

    `to_target` judges the stack attacked; `to_attacker` makes, for that stack, the judge of each attacking stack in
    turn; `factor` multiplies the attackers' Strength Points (12.12).
    """
    target = find_target(table, player, order.against, to_target)
    if isinstance(target, Reason):
        return Refused((Fault(".against", target),))
    defenders = table.stacks[target]
    attackers, left_out = find_attackers(table, player, order.units, to_attacker(defenders))
    if not attackers:
        return Refused(tuple(left_out) or (Fault(".with", Reason("attack_by_nobody", ("8.2",), {})),))
    value = table.rules.value
    attack_strength = factor * sum([value[unit] for stack in attackers for unit in table.stacks[stack].units])
    defense_strength = sum([value[unit] for unit in defenders.units])
    column = odds.column(attack_strength, defense_strength)
    wrong = _fault_of_odds(table, order, column, (attack_strength, defense_strength))
    if wrong is not None:
        return Refused((wrong, *left_out))
    assert column is not None
    return Forces(tuple(attackers), target, attack_strength, defense_strength, column, tuple(left_out))


def find_target(table: Table, player: Player, name: UnitName, objection: Objection) -> StackId | Reason:
    """The stack that is attacked, or why it cannot be (7.31, R30)."""
    found = _named_stack(table, name, "target")
    if isinstance(found, Reason):
        return found
    stack = table.stacks[found]
    return objection(stack) or _attacked_before(table, player, name, stack) or found


def find_attackers(
    table: Table, player: Player, names: tuple[UnitName, ...], objection: Objection
) -> tuple[list[StackId], list[Fault]]:
    """The stacks that attack, in the order named, and why others that are named do not (7.32, R30)."""
    found: list[StackId] = []
    left_out: list[Fault] = []
    for place, name in enumerate(names):
        stack_id = _named_stack(table, name, "stack")
        if not isinstance(stack_id, Reason):
            if stack_id in found:
                continue
            reason = _attacker_fault(table, player, name, table.stacks[stack_id], objection)
            if reason is None:
                found.append(stack_id)
                continue
        else:
            reason = stack_id
        left_out.append(Fault(f".with[{place}]", reason))
    return found, left_out


def _named_stack(table: Table, name: UnitName, role: str) -> StackId | Reason:
    """The stack a unit means now, or why it means none."""
    if not isinstance(name, int):
        return Reason(f"{role}_unknown", UNKNOWN, {"unit": name})
    stack_id = stack_now(table, name)
    if stack_id is not None:
        return stack_id
    if name in notes(table).where:
        return Reason(f"{role}_gone", ("17/8.0", "R30"), {"unit": name}, lasting=False)
    return Reason(f"{role}_off_map", ("8.23", "R30"), {"unit": name})


def _attacker_fault(
    table: Table, player: Player, name: UnitName, stack: Stack, objection: Objection
) -> Reason | None:
    """8.21, 8.28, 8.25: why a stack may not attack, whatever the kind of attack, or what this kind has against it."""
    led = stack.units[0] in table.rules.leaders
    if stack.player != player:
        if stack.player is not None:
            return Reason("stack_not_yours", ("8.21",), {"unit": name, "player": stack.player})
        if led or stack_color(stack.units, table.rules) not in ("red", "white"):
            return Reason("stack_uncontrolled", ("8.21", "R3"), {"unit": name})
    if not led and stack_color(stack.units, table.rules) in ("red", "white"):
        return Reason("stack_leaderless", ("8.28", "R1", "R30"), {"unit": name})
    reason = objection(stack)
    if reason is None and not notes(table).attackers.isdisjoint(stack.units):
        return Reason("stack_has_attacked", ("8.25", "8.27", "R30"), {"unit": name}, lasting=False)
    return reason


def _attacked_before(table: Table, player: Player, name: UnitName, stack: Stack) -> Reason | None:
    """8.25, R30 `attacked`: whether this player, or with `once` anybody, has attacked a unit of the stack."""
    noted = notes(table)
    if not noted.attacked.get(player, noted.attackers if False else set()).isdisjoint(stack.units):
        return Reason("target_attacked_before", ("8.25", "R30"), {"unit": name}, lasting=False)
    if table.rulings.attacked == "once" and not noted.defenders.isdisjoint(stack.units):
        return Reason("target_attacked_by_another", ("8.25", "R30"), {"unit": name}, lasting=False)
    return None


def _fault_of_odds(
    table: Table, order: Attack | Subversion, column: str | None, strengths: tuple[int, int]
) -> Fault | None:
    """8.47, R31: odds too low for any attack, or below those the player asks for."""
    facts = {"number_attack": strengths[0], "number_defense": strengths[1]}
    if column is None:
        return Fault("", Reason("odds_below_least", ("8.47", "R31"), facts, lasting=False))
    if order.min_odds is None or table.rulings.conditions == "printed":
        return None
    least = odds.read(order.min_odds)
    if least is None:
        return Fault(".min_odds", Reason("min_odds_unreadable", ("R31",), {"text": order.min_odds}))
    if not odds.reaches(*strengths, least):
        facts_asked = {**facts, "text_odds": column, "text_least": order.min_odds}
        return Fault(".min_odds", Reason("odds_below_asked", ("R31",), facts_asked, lasting=False))
    return None


def remark(table: Table, ref: str, faults: tuple[Fault, ...], *, lasting: bool = False) -> None:
    """Say what is wrong at each place: an error where nothing can mend it (all of them with `lasting`), else a warning."""
    for sub, reason in faults:
        grade = "error" if reason.lasting or lasting else "warning"
        table.remark(ref, sub, grade, reason.code, *reason.cases, **reason.facts)


def cases_of(faults: tuple[Fault, ...]) -> tuple[Case, ...]:
    """All cases the faults rest on, each once, the decisive ones first."""
    return tuple(dict.fromkeys(case for fault in faults for case in fault.reason.cases))


def units_in(table: Table, stacks: tuple[StackId, ...]) -> tuple[Unit, ...]:
    """The units of the stacks, one stack after the other, Imperial units included."""
    return tuple([unit for stack in stacks for unit in table.stacks[stack].units])
