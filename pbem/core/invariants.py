"""What must be true after every step: each counter in exactly one place, every stack legal (7.0, R1, R2)."""

from pbem.core.falls import command_limit
from pbem.core.rules import Rules
from pbem.core.state import Stack, groups
from pbem.core.table import Table
from pbem.core.terms import ASSASSIN, GOLD, IMPERIAL, POLITBURO, STACK_LIMIT, Marker, Player, Unit


class BrokenInvariant(Exception):
    """A fault of the program: the position after `step` cannot be. The Phase must be given up with nothing written."""

    def __init__(self, step: str, problem: str) -> None:
        super().__init__(f"after {step}: {problem}")
        self.step = step
        self.problem = problem


def stack_fault(stack: Stack, control: dict[str, Player], rules: Rules, *, limit: int = STACK_LIMIT) -> str:
    """Why a stack is not legal, or empty: 7.11–7.14, 7.21, 7.22, 13.2, 13.42, R1, R3."""
    units, color = stack.units, rules.color
    if sum(1 for unit in units if unit not in IMPERIAL) > limit:
        return f"more than {limit} units in one stack (7.11)"
    parts = groups(units, rules)
    if parts[0].leader is None:
        return _pile_fault(stack, control, rules)
    if stack.player is None:
        return "a led stack that nobody controls (R1)"
    for part in parts:
        assert part.leader is not None
        if color[part.leader] != color[units[0]]:
            return "Leaders of two colors in one stack (7.13)"
        if part.units != tuple(_slice(units, part.leader, len(part.units))) or part.imperial != tuple(sorted(part.imperial)):
            return "an Imperial unit does not lie directly under its Leader, the Czar above the Gold (13.21)"
        if len(part.attached) > command_limit(part.leader, part.imperial, rules):
            return f"Leader {part.leader} has more units attached than he can command (5.14, 13.2)"
        strangers = [unit for unit in part.attached if color[unit] != color[part.leader]]
        if any(color[unit] != "green" for unit in strangers):
            return "units of two colors in one stack (7.13)"
        if strangers and (GOLD not in part.imperial or len(strangers) > 2):
            return "Green units under a Leader without the Gold, or more than two (13.25)"
        if any(rules.nationality[unit] in rules.not_stolen for unit in strangers):
            return "a Finnish or Polish unit under a Leader (13.27)"
    return ""


def _slice(units: tuple[Unit, ...], leader: Unit, length: int) -> tuple[Unit, ...]:
    start = units.index(leader)
    return units[start : start + length]


def _pile_fault(stack: Stack, control: dict[str, Player], rules: Rules) -> str:
    """Why a stack without a Leader is not legal, or empty."""
    parts = groups(stack.units, rules)
    pile = parts[0]
    if len(parts) > 1:
        return "a unit above the first Leader (7.21)"
    if not pile.attached:
        if stack.player is not None:
            return "an Imperial unit alone that is controlled (13.42, R4)"
        return ""
    if pile.units != stack.units or pile.imperial != tuple(sorted(pile.imperial)):
        return "an Imperial unit does not lie directly under the top unit, the Czar above the Gold (13.21)"
    if len({rules.color[unit] for unit in pile.attached}) > 1:
        return "units of two colors in one stack (7.13)"
    nationalities = {rules.nationality[unit] for unit in pile.attached}
    if len(nationalities) > 1:
        return "two nationalities in one stack (7.14)"
    if rules.color[pile.attached[0]] in ("blue", "green"):
        if stack.player != control.get(nationalities.pop()):
            return "a Blue or Green stack that is not its Control Marker's holder's (R3)"
    elif stack.player is not None and rules.rulings.detached_units != "keep":
        return "a detached stack that somebody controls (R1)"
    return ""


def check(table: Table, step: str, *, stack_limit: int = STACK_LIMIT) -> None:
    """Check the table after a step; what the step did not touch was checked before. Raises BrokenInvariant."""
    if any(hand.politburo < 0 or hand.assassin < 0 for hand in table.hands.values()):
        raise BrokenInvariant(step, "a player holds fewer than no markers")
    if not table.changed:
        return
    for stack_id in table.touched:
        stack = table.stacks[stack_id]
        fault = stack_fault(stack, table.control, table.rules, limit=stack_limit)
        if fault:
            raise BrokenInvariant(step, f"{stack.at} {stack.units}: {fault}")
    table.touched = {}
    table.changed = False
    problem = _lost_unit(table)
    if problem:
        raise BrokenInvariant(step, problem)


def _lost_unit(table: Table) -> str:
    """Whether every unit is in exactly one place, or what is wrong."""
    on_map = [unit for stack in table.stacks.values() for unit in stack.units]
    off_map = [unit for faces in table.chart.values() for unit in faces]
    off_map += [thing for thing in table.out_of_play if isinstance(thing, int)]
    off_map += table.box
    for hand in table.hands.values():
        off_map += hand.units
    if len(on_map) != len(table.where) or len(on_map) + len(off_map) != len(table.rules.counters):
        return "a unit is in no place or in two"
    if len(table.where.keys() | set(off_map)) != len(table.rules.counters):
        return "a unit is on the map and off it"
    return ""


def check_whole(table: Table, origin: str) -> None:
    """Check a position that comes from outside: every stack, every unit. Raises BrokenInvariant, naming `origin`."""
    table.touched = dict.fromkeys(table.stacks)
    table.changed = True
    check(table, origin)


def marker_count(table: Table) -> dict[Marker, int]:
    """How many Politburo and Assassin Markers there are in hands and Randomizer together; a Phase never changes it."""
    found = {POLITBURO: table.randomizer.count(POLITBURO), ASSASSIN: table.randomizer.count(ASSASSIN)}
    for hand in table.hands.values():
        found[POLITBURO] += hand.politburo
        found[ASSASSIN] += hand.assassin
    return found
