"""What must be true after every step: each counter in exactly one place, every stack legal (7.0, R1, R2)."""

from pbem.core.falls import command_limit
from pbem.core.rules import Rules
from pbem.core.state import Group, Stack, counted, groups
from pbem.core.table import Table
from pbem.core.terms import ASSASSIN, GOLD, POLITBURO, STACK_LIMIT, Marker, Player, Unit


class BrokenInvariant(Exception):
    """A fault of the program: the position after `step` cannot be. The Phase must be given up with nothing written."""

    def __init__(self, step: str, problem: str) -> None:
        super().__init__(f"after {step}: {problem}")
        self.step = step
        self.problem = problem


def stack_fault(stack: Stack, control: dict[str, Player], rules: Rules, *, limit: int = STACK_LIMIT) -> str:
    """Why a stack is not legal, or empty: 7.11–7.14, 7.21, 7.22, 13.2, 13.42, R1, R3."""
    _, player, units = stack
    if len(units) > limit and counted(units) > limit:
        return f"more than {limit} units in one stack (7.11)"
    if units[0] not in rules.leaders:
        return _pile_fault(stack, groups(units, rules), control, rules)
    if player is None:
        return "a led stack that nobody controls (R1)"
    if _plainly_led(units, rules):
        return ""
    for part in groups(units, rules):
        fault = _command_fault(part, units, rules)
        if fault:
            return fault
    return ""


def _plainly_led(units: tuple[Unit, ...], rules: Rules) -> bool:
    """Whether they are Leaders and units of one color, and no Leader has more than his Leadership Value (5.14): most
    stacks are, and need no closer look."""
    color, value, leaders = rules.color, rules.value, rules.leaders
    own, left = color[units[0]], 0
    for unit in units:
        if color[unit] != own:
            return False
        if unit in leaders:
            left = value[unit]
        elif left:
            left -= 1
        else:
            return False
    return True


def _command_fault(part: Group, units: tuple[Unit, ...], rules: Rules) -> str:
    """Why a Leader of a stack may not have what is attached to him, or empty."""
    color, leader = rules.color, part.leader
    assert leader is not None
    if color[leader] != color[units[0]]:
        return "Leaders of two colors in one stack (7.13)"
    if part.imperial and not _lies_in_order(part, units):
        return "an Imperial unit does not lie directly under its Leader, the Czar above the Gold (13.21)"
    if len(part.attached) > command_limit(leader, part.imperial, rules):
        return f"Leader {leader} has more units attached than he can command (5.14, 13.2)"
    strangers = [unit for unit in part.attached if color[unit] != color[leader]]
    return _fault_of_strangers(part, strangers, rules) if strangers else ""


def _lies_in_order(part: Group, units: tuple[Unit, ...]) -> bool:
    """13.21: whether the Imperial units lie directly under the Leader, the Czar above the Gold."""
    start = units.index(part.units[0])
    return part.units == units[start : start + len(part.units)] and part.imperial == tuple(
        sorted(part.imperial)
    )


def _fault_of_strangers(part: Group, strangers: list[Unit], rules: Rules) -> str:
    """13.25–13.27: why units of another color may not be under the Leader, or empty."""
    if any(rules.color[unit] != "green" for unit in strangers):
        return "units of two colors in one stack (7.13)"
    if GOLD not in part.imperial or len(strangers) > 2:
        return "Green units under a Leader without the Gold, or more than two (13.25)"
    if any(rules.nationality[unit] in rules.not_stolen for unit in strangers):
        return "a Finnish or Polish unit under a Leader (13.27)"
    return ""


def _fault_of_mixture(top: Unit, rest: tuple[Unit, ...], rules: Rules) -> str:
    """7.13, 7.14: why units may not lie together without a Leader, or empty."""
    if any(rules.color[unit] != rules.color[top] for unit in rest):
        return "units of two colors in one stack (7.13)"
    if any(rules.nationality[unit] != rules.nationality[top] for unit in rest):
        return "two nationalities in one stack (7.14)"
    return ""


def _pile_fault(stack: Stack, parts: tuple[Group, ...], control: dict[str, Player], rules: Rules) -> str:
    """Why a stack without a Leader is not legal, or empty."""
    pile = parts[0]
    if len(parts) > 1:
        return "a unit above the first Leader (7.21)"
    if not pile.attached:
        if stack.player is not None:
            return "an Imperial unit alone that is controlled (13.42, R4)"
        return ""
    if pile.imperial and not _lies_in_order(pile, stack.units):
        return "an Imperial unit does not lie directly under the top unit, the Czar above the Gold (13.21)"
    top, rest = pile.attached[0], pile.attached[1:]
    fault = _fault_of_mixture(top, rest, rules) if rest else ""
    return fault or _fault_of_control(top, stack.player, control, rules)


def _fault_of_control(top: Unit, player: Player | None, control: dict[str, Player], rules: Rules) -> str:
    """R1, R3: why a pile may not be this player's, or empty."""
    if rules.color[top] in ("blue", "green"):
        if player != control.get(rules.nationality[top]):
            return "a Blue or Green stack that is not its Control Marker's holder's (R3)"
    elif player is not None and rules.rulings.detached_units != "keep":
        return "a detached stack that somebody controls (R1)"
    return ""


def check(table: Table, step: str, *, stack_limit: int = STACK_LIMIT) -> None:
    """Check the table: the stacks that were touched since they were checked, every unit, and that no hand holds fewer
    than no markers. Raises BrokenInvariant."""
    check_step(table, step, stack_limit=stack_limit)
    marker_count(table, step)
    problem = _lost_unit(table)
    if problem:
        raise BrokenInvariant(step, problem)


def check_step(table: Table, step: str, *, stack_limit: int = STACK_LIMIT) -> None:
    """Check the table after a step: what it touched, and how many units there are. Raises BrokenInvariant."""
    if not table.changed:
        return
    for stack_id in table.touched:
        stack = table.stacks[stack_id]
        fault = stack_fault(stack, table.control, table.rules, limit=stack_limit)
        if fault:
            raise BrokenInvariant(step, f"{stack.at} {stack.units}: {fault}")
    table.touched = {}
    table.changed = False
    if len(table.where) + _off_map(table) != len(table.rules.counters):
        raise BrokenInvariant(step, "a unit is in no place or in two")


def _off_map(table: Table) -> int:
    """How many units are not on the map."""
    out_of_play = len(table.out_of_play) and sum([isinstance(thing, int) for thing in table.out_of_play])
    in_hand = sum([len(hand.units) for hand in table.hands.values()])
    return sum([len(units) for units in table.chart.values()]) + out_of_play + len(table.box) + in_hand


def _lost_unit(table: Table) -> str:
    """Whether every unit is in exactly one place, or what is wrong."""
    on_map = sum([len(units) for _, _, units in table.stacks.values()])
    off_map = [unit for faces in table.chart.values() for unit in faces]
    off_map += [thing for thing in table.out_of_play if isinstance(thing, int)]
    off_map += table.box
    for hand in table.hands.values():
        off_map += hand.units
    if on_map != len(table.where) or on_map + len(off_map) != len(table.rules.counters):
        return "a unit is in no place or in two"
    if len(set(off_map)) != len(off_map) or not table.where.keys().isdisjoint(off_map):
        return "a unit is on the map and off it"
    return ""


def check_whole(table: Table, origin: str) -> None:
    """Check a position that comes from outside: every stack, every unit. Raises BrokenInvariant, naming `origin`."""
    table.touched = dict.fromkeys(table.stacks)
    table.changed = True
    check(table, origin)


def marker_count(table: Table, step: str) -> dict[Marker, int]:
    """How many Politburo and Assassin Markers there are in hands and Randomizer together; a Phase never changes it.
    Raises BrokenInvariant, naming the step, when a hand holds fewer than none."""
    politburo, assassin = table.randomizer.count(POLITBURO), table.randomizer.count(ASSASSIN)
    for hand in table.hands.values():
        politburo += hand.politburo
        assassin += hand.assassin
        if hand.politburo < 0 or hand.assassin < 0:
            raise BrokenInvariant(step, "a player holds fewer than no markers")
    return {POLITBURO: politburo, ASSASSIN: assassin}
