"""R30, R31, 8.2: which stacks make an attack or a Subversive Attack, on which, at what odds; or why it cannot be made.

Shared by combat, subversion and the checker. Nothing is rolled or moved here.
"""

from typing import NamedTuple, Protocol

from pbem.core.orders import Attack, Subversion
from pbem.core.state import Stack
from pbem.core.table import StackId, Table
from pbem.core.terms import CZAR, GOLD, IMPERIAL, Case, Player, Unit, UnitName, new
from pbem.core.verdicts import Facts
from pbem.phases import odds
from pbem.phases.stack_names import notes, stack_now, strength


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
    attacking: tuple[Unit, ...]
    """The units of the attackers, one stack after the other, Imperial units included."""
    attack_strength: int
    """In Strength Points, doubled where Subversive Attacks are (12.12)."""
    defense_strength: int
    odds: str
    left_out: tuple[Fault, ...]
    """The stacks named that take no part."""


class Refused(NamedTuple):
    """An attack that cannot be made; the first fault decides."""

    faults: tuple[Fault, ...]
    attackers: tuple[StackId, ...] = ()
    """Who would attack if the odds were better; empty where something else is wrong."""
    target: StackId | None = None


class TargetRule(Protocol):
    """What a kind of attack has against a stack as its target."""

    def __call__(
        self, table: Table, order: Attack | Subversion, name: UnitName, stack: Stack
    ) -> Reason | None:
        """The objection, or None; `name` is the unit that named the stack."""


class AttackerRule(Protocol):
    """What a kind of attack has against a stack as an attacker."""

    def __call__(
        self,
        table: Table,
        order: Attack | Subversion,
        name: UnitName,
        stack: Stack,
        *,
        defenders: Stack | None,
        first: Stack | None,
    ) -> Reason | None:
        """The objection, or None; `defenders` is None where no stack can be attacked, `first` is the first stack that
        takes part."""


class Kind(NamedTuple):
    """What distinguishes an attack from a Subversive Attack."""

    target_rule: TargetRule
    attacker_rule: AttackerRule


def muster(
    table: Table, player: Player, order: Attack | Subversion, kind: Kind, *, factor: int = 1
) -> Forces | Refused:
    """Find the forces of an attack, or all that is wrong with it. `factor` multiplies the attackers' points (12.12)."""
    target = _find_target(table, player, order, kind.target_rule)
    if isinstance(target, Fault):
        return new(Refused, ((target,), (), None))
    stacks = table.stacks
    defenders = stacks[target]
    attackers, left_out = find_attackers(table, player, order, kind, defenders)
    if not attackers:
        return new(Refused, (_why_nobody_attacks(order, left_out), (), None))
    attacking: tuple[Unit, ...] = ()
    attack = 0
    for stack_id in attackers:
        units = stacks[stack_id].units
        attacking += units
        attack += factor * strength(table, units)
    defense = strength(table, defenders.units)
    column = odds.column(attack, defense)
    if column is None or order.min_odds is not None:
        wrong = _fault_of_odds(table, order, column, attack, defense)
        if wrong is not None:
            return new(Refused, ((wrong, *left_out), tuple(attackers), target))
    assert column is not None
    made = (tuple(attackers), target, attacking, attack, defense, column, tuple(left_out))
    return new(Forces, made)


def _find_target(
    table: Table, player: Player, order: Attack | Subversion, rule: TargetRule
) -> StackId | Fault:
    """The stack that is attacked, or why it cannot be (7.31, R30)."""
    name = order.against
    found = stack_now(table, name)
    if found is None:
        return Fault(".against", _no_stack(table, name, "target"))
    stack = table.stacks[found]
    reason = rule(table, order, name, stack) or _attacked_before(table, player, name, stack)
    if reason is None:
        return found
    if order.at not in table.rules.board.provinces:
        return Fault(".at", Reason("attack_nowhere", ("8.23", "R9"), {"province": order.at}))
    return Fault(".against", reason)


def find_attackers(
    table: Table, player: Player, order: Attack | Subversion, kind: Kind, defenders: Stack | None
) -> tuple[list[StackId], list[Fault]]:
    """The stacks that attack, in the order named, and why others that are named do not (7.32, R30).

    `defenders` None: the target is at fault, and the attackers are judged without it.
    """
    found: list[StackId] = []
    left_out: list[Fault] = []
    first: Stack | None = None
    for place, name in enumerate(order.units):
        stack_id = stack_now(table, name)
        if stack_id is None:
            left_out.append(new(Fault, (f".with[{place}]", _no_stack(table, name, "stack"))))
            continue
        if stack_id in found:
            continue
        stack = table.stacks[stack_id]
        reason = _may_not_attack(table, player, name, stack) or kind.attacker_rule(
            table, order, name, stack, defenders=defenders, first=first
        )
        if reason is not None:
            left_out.append(Fault(f".with[{place}]", reason))
            continue
        found.append(stack_id)
        first = first or stack
    return found, left_out


def _why_nobody_attacks(order: Attack | Subversion, left_out: list[Fault]) -> tuple[Fault, ...]:
    """The faults of all stacks named; where all are friends of the target, the target is at fault (8.22)."""
    if not left_out:
        return (Fault(".with", Reason("attack_by_nobody", ("8.21",), {})),)
    if all(fault.reason.code == "stack_not_opposed" for fault in left_out):
        reason = left_out[0].reason
        facts = {**reason.facts, "unit": order.against}
        return (Fault(".against", Reason("target_not_opposed", reason.cases, facts)),)
    return tuple(left_out)


def _no_stack(table: Table, name: UnitName, role: str) -> Reason:
    """Why a name means no stack; `role` begins the code: ``stack`` or ``target``."""
    if not isinstance(name, int):
        return Reason(f"{role}_unknown", ("R9", "R30"), {"unit": name})
    if name in notes(table).where:
        return new(Reason, (f"{role}_gone", ("17/8.0", "R30"), {"unit": name}, False))
    return Reason(f"{role}_off_map", ("8.23", "R30"), {"unit": name})


def _may_not_attack(table: Table, player: Player, name: UnitName, stack: Stack) -> Reason | None:
    """8.21, 8.25, 8.28, R1: why a stack makes no attack of any kind for the player."""
    top = stack.units[0]
    if stack.player != player and stack.player is not None:
        return Reason("stack_not_yours", ("8.21",), {"unit": name, "player": stack.player})
    if top not in table.rules.leaders and table.rules.color[top] in ("red", "white"):
        return Reason("stack_leaderless", ("8.28", "R1", "R30"), {"unit": name})
    if stack.player is None:
        return Reason("stack_uncontrolled", ("8.21", "R3"), {"unit": name})
    attackers = (table.combat_notes or notes(table)).attackers
    if attackers and not attackers.isdisjoint(stack.units):
        return Reason("stack_has_attacked", ("8.25", "8.27", "R30"), {"unit": name}, lasting=False)
    return None


def _attacked_before(table: Table, player: Player, name: UnitName, stack: Stack) -> Reason | None:
    """8.25, R30 `attacked`: whether this player, or with `once` anybody, has attacked a unit of the stack."""
    noted = table.combat_notes or notes(table)
    own = noted.attacked.get(player)
    if own and not own.isdisjoint(stack.units):
        return Reason("target_attacked_before", ("8.25", "R30"), {"unit": name}, lasting=False)
    if table.rulings.attacked == "once" and not noted.defenders.isdisjoint(stack.units):
        return Reason("target_attacked_by_another", ("8.25", "R30"), {"unit": name}, lasting=False)
    return None


def _fault_of_odds(
    table: Table, order: Attack | Subversion, column: str | None, attack: int, defense: int
) -> Fault | None:
    """8.47, R31: odds too low for any attack, or below those the player asks for."""
    least = order.min_odds if table.rulings.conditions == "allowed" else None
    facts: Facts = {
        "number_attack": attack,
        "number_defense": defense,
        "text_odds": column,
        "text_least": least,
    }
    if least is not None and least not in odds.COLUMNS:
        return Fault(".min_odds", Reason("min_odds_unknown", ("R31", "8.5"), facts))
    if column is None:
        return Fault("", Reason("odds_below_least", ("8.47", "R31"), facts, lasting=False))
    if least is not None and not odds.reaches(column, least):
        return Fault(".min_odds", Reason("odds_below_asked", ("R31",), facts, lasting=False))
    return None


def remark(table: Table, ref: str, faults: tuple[Fault, ...]) -> None:
    """Say what is wrong at each place: an error where nothing the others do can mend it, else a warning."""
    for sub, reason in faults:
        grade = "error" if reason.lasting else "warning"
        table.remark(ref, sub, grade, reason.code, *reason.cases, **reason.facts)


def refuse(table: Table, ref: str, refused: Refused) -> None:
    """The attack cannot be made: say why at each place, and end it void for the first reason."""
    remark(table, ref, refused.faults)
    reason = refused.faults[0].reason
    table.end(ref, "void", reason.code, *cases_of(refused.faults), **reason.facts)


def remark_condition(table: Table, order: Attack | Subversion) -> None:
    """R31: with `conditions: printed` a player may not ask for odds; what he asks for is passed over."""
    if order.min_odds is not None and table.rulings.conditions == "printed":
        table.remark(order.ref, ".min_odds", "error", "min_odds_not_allowed", "R31", text=order.min_odds)


def units_named(faults: tuple[Fault, ...]) -> tuple[UnitName, ...]:
    """The units whose stacks take no part."""
    return tuple([name for fault in faults if isinstance(name := fault.reason.facts.get("unit"), int | str)])


def cases_of(faults: tuple[Fault, ...]) -> tuple[Case, ...]:
    """All cases the faults rest on, each once, those of the decisive fault first."""
    if len(faults) == 1:
        return faults[0].reason.cases
    return tuple(dict.fromkeys(case for fault in faults for case in fault.reason.cases))


def units_in(table: Table, stacks: tuple[StackId, ...]) -> tuple[Unit, ...]:
    """The units of the stacks, one stack after the other, Imperial units included."""
    return tuple([unit for stack_id in stacks for unit in table.stacks[stack_id].units])


def without_imperial(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The units that attack, defend and die: all but the Imperial ones (13.51)."""
    if CZAR in units or GOLD in units:
        return tuple([unit for unit in units if unit not in IMPERIAL])
    return units
