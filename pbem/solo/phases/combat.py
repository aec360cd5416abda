"""23.0, S19–S23: the other side's combat: one attack in a province, of all its forces there, on the weakest stack."""

from pbem.core.orders import Attack
from pbem.core.solitaire_events import AttackWithheld, TargetChosen
from pbem.core.table import StackId
from pbem.core.terms import IMPERIAL, NONRED, Province
from pbem.phases import odds
from pbem.phases.attack_forces import Forces, units_in
from pbem.phases.combat import Planned, carry_out
from pbem.solo.table import SoloTable

LEAST = "1:1"
"""23.14: the lowest odds at which the other side attacks."""


def attack(table: SoloTable) -> None:
    """23.1: make all attacks, province by province in the order of their codes."""
    for at in sorted(table.at):
        forces = [one for one in table.stacks_at(at) if table.stacks[one].player == NONRED]
        if forces:
            _attack_in(table, at, forces)


def _attack_in(table: SoloTable, at: Province, forces: list[StackId]) -> None:
    """23.13, 23.17, S19, S20: on Red by all forces; where there is no Red unit, on Green by the White ones."""
    colors = {stack_id: table.color_of(stack_id) for stack_id in table.stacks_at(at)}
    red = [stack_id for stack_id, color in colors.items() if color == "red"]
    if red:
        _attack_weakest(table, at, forces, red, case="23.11")
        return
    white = [stack_id for stack_id in forces if colors[stack_id] == "white"]
    any_green = table.readings.white_on_green == "any"
    green = [
        stack_id
        for stack_id, color in colors.items()
        if color == "green" and (any_green or table.stacks[stack_id].player is not None)
    ]
    if white and green:
        _attack_weakest(table, at, white, green, case="23.12")


def _attack_weakest(
    table: SoloTable, at: Province, forces: list[StackId], targets: list[StackId], *, case: str
) -> None:
    """23.11, 23.12, S21: one attack of all forces on the stack of least strength, if the odds are not below 1:1."""
    forces = sorted(forces, key=lambda stack_id: _lowest(table, stack_id))
    attack_strength = sum(_strength(table, stack_id) for stack_id in forces)
    defense = min(_strength(table, stack_id) for stack_id in targets)
    weakest = [stack_id for stack_id in targets if _strength(table, stack_id) == defense]
    weakest.sort(key=lambda stack_id: _lowest(table, stack_id))
    attacking = units_in(table, tuple(forces))
    column = odds.column(attack_strength, defense)
    if column is None or not odds.reaches(column, LEAST):
        defenders = table.stacks[weakest[0]].units
        table.tell(AttackWithheld("23.14", "", NONRED, at, attacking, defenders, attack_strength, defense))
        return
    target = _chosen(table, at, weakest, number=len(targets), case=case)
    plan = Planned(NONRED, Attack("", at, (), _lowest(table, target)), f"combat/{at}/nonred")
    carry_out(
        table, plan, Forces(tuple(forces), target, attacking, attack_strength, defense, column, left_out=())
    )


def _chosen(table: SoloTable, at: Province, weakest: list[StackId], *, number: int, case: str) -> StackId:
    """S19: the one to be attacked, by lot where several are equally weak; `number`: of how many."""
    target, label = weakest[0], ""
    if len(weakest) > 1:
        label = f"target/{at}"
        by_number = {str(_lowest(table, stack_id)): stack_id for stack_id in weakest}
        target = by_number[table.choose(label, tuple(by_number))]
    if number > 1:
        units = table.stacks[target].units
        table.tell(TargetChosen(case, "", at, units, _strength(table, target), number, label))
    return target


def _strength(table: SoloTable, stack_id: StackId) -> int:
    """8.26: the Strength Points of a stack, its Leaders counted."""
    return table.rules.total(table.stacks[stack_id].units)


def _lowest(table: SoloTable, stack_id: StackId) -> int:
    """The lowest number of a stack; the pieces of the Imperial units have none in print."""
    return min(unit for unit in table.stacks[stack_id].units if unit not in IMPERIAL)
