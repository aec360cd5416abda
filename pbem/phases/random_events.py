"""12.0, 17/12.0, R26, R27: the Random Events of both Phases."""

from pbem.core.events import EventRolled
from pbem.core.falls import eliminate
from pbem.core.state import stack_color
from pbem.core.table import StackId, Table
from pbem.core.terms import IMPERIAL, UNASSIGNED, PhaseName, Province, Section, Unit
from pbem.phases.randomizer import draw_for

CASES = {"epidemic": "12.11", "subversion_doubled": "12.12", "draw": "12.13"}


def roll_first(table: Table) -> None:
    """17/4.2: the Random Events of the First Phase."""
    _roll(table, rolls_in("first", len(table.active)))


def roll_second(table: Table) -> None:
    """17/4.2: the Random Events of the Second Phase."""
    _roll(table, rolls_in("second", len(table.active)))


def rolls_in(phase: PhaseName, players: int) -> int:
    """17/4.2: one roll for every two players in the campaign, rounded down in the First Phase, up in the Second."""
    return (players + (phase == "second")) // 2


def _roll(table: Table, times: int) -> None:
    """12.0: each roll is carried out before the next."""
    for number in range(1, times + 1):
        label = f"event/{number}"
        if roll_event(table, label) == "draw":
            draw_for(table, table.lot_player(f"{label}/recipient"), f"{label}/draw")


def roll_event(table: Table, label: str, *, doubles: bool = True) -> str:
    """12.0: roll once and carry it out, but for a draw, which is left to the caller. Says what came.

    `doubles`: whether a doubling of Subversive Attacks has an effect (S3).
    """
    row, column = table.two_dice(label)
    event = table.rules.events_table[row - 1][column - 1]
    table.effect(label, event.kind)
    table.tell(EventRolled(CASES[event.kind], "", label, event.kind, event.provinces))
    if event.kind == "epidemic":
        epidemic(table, event.provinces)
    elif event.kind == "subversion_doubled" and doubles:
        table.subversion_doubled = True  # R27: two such results do not add up
    return event.kind


def epidemic(table: Table, provinces: tuple[Province, ...]) -> None:
    """12.11, R26: in each of the provinces every Red, White and Green stack loses its strongest combat unit."""
    dead: dict[Unit, Section] = {}
    for province in provinces:
        for stack_id in table.at.get(province, ()):
            unit = _strongest(table, stack_id)
            if unit is not None:
                dead[unit] = UNASSIGNED
    eliminate(table, dead, case="12.11")


def _strongest(table: Table, stack_id: StackId) -> Unit | None:
    """12.11: the strongest combat unit of a stack that is not Blue, of equal ones the topmost, or None."""
    rules = table.rules
    units = table.stacks[stack_id].units
    if stack_color(units, rules) == "blue":
        return None
    combat = [unit for unit in units if unit not in rules.leaders and unit not in IMPERIAL]
    return max(combat, key=lambda unit: rules.value[unit], default=None)
