"""22.0, S13–S17: the other side's units are put together anew in every province: the fewest and strongest stacks."""

from collections.abc import Iterable
from typing import NamedTuple

from pbem.core.solitaire_events import PathJoined, Restacked
from pbem.core.state import Group, Stack, groups
from pbem.core.table import StackId
from pbem.core.terms import IMPERIAL, NONRED, STACK_LIMIT, Player, Province, Unit
from pbem.solo.phases.paths import bearers, governing, remaining
from pbem.solo.phases.white_stacks import Led, Loose, arrange, by_strength
from pbem.solo.state import Path
from pbem.solo.table import SoloTable


class Laid(NamedTuple):
    """A stack as it is to lie."""

    player: Player | None
    units: tuple[Unit, ...]


def stack(table: SoloTable) -> None:
    """22.0: stack all units of the other side, province by province."""
    for province in sorted(table.at):
        if any(table.stacks[stack_id].player == NONRED for stack_id in table.at[province]):
            _stack_white(table, province)
            _stack_blue_and_green(table, province)


# --- White units -------------------------------------------------------------------------------------------------


def _stack_white(table: SoloTable, at: Province) -> None:
    """22.1, S14–S16: all White units of a province that has a White Leader."""
    ids = [one for one in table.stacks_at(at) if table.color_of(one) == "white"]
    if not any(table.has_leader(one) for one in ids):
        return
    led, loose, green = _taken_apart(table, ids)
    strongest = table.readings.white_stacking == "strongest"
    laid: list[Laid] = []
    for leaders, units in _white_groups(table, led, loose):
        for units_of_one in arrange(leaders, units, table.rules, strongest=strongest):
            leads = units_of_one[0] in table.rules.leaders
            laid.append(Laid(NONRED if leads else None, units_of_one))
    for nationality, pile in green.items():
        laid.append(Laid(table.control.get(nationality), tuple(pile)))
    _lay(table, at, ids, laid)


def _taken_apart(
    table: SoloTable, ids: Iterable[StackId]
) -> tuple[list[tuple[Led, list[Loose]]], list[Loose], dict[str, list[Unit]]]:
    """The Leaders, each with the units that were attached to him; units without a Leader; Green ones of the Gold."""
    rules = table.rules
    led: list[tuple[Led, list[Loose]]] = []
    loose: list[Loose] = []
    green: dict[str, list[Unit]] = {}
    for stack_id in ids:
        for part in groups(table.stacks[stack_id].units, rules):
            attached = [unit for unit in part.attached if rules.color[unit] == "white"]
            for unit in part.attached:
                if rules.color[unit] == "green":
                    green.setdefault(rules.nationality[unit], []).append(unit)
            if part.leader is None:
                # 13.21: in a pile without a Leader the Imperial units lie under the top unit
                loose += [Loose(unit, () if place else part.imperial) for place, unit in enumerate(attached)]
            else:
                led.append((Led(part.leader, part.imperial), [Loose(unit) for unit in attached]))
    return sorted(led), loose, green


def _white_groups(
    table: SoloTable, led: list[tuple[Led, list[Loose]]], loose: list[Loose]
) -> list[tuple[list[Led], list[Loose]]]:
    """S13: all together, or with `apart` Leaders whose remaining paths are the same, with what was attached to them."""
    if table.readings.joined_path == "lowest":
        return [([leader for leader, _ in led], [unit for _, units in led for unit in units] + loose)]
    found: dict[Path | None, tuple[list[Led], list[Loose]]] = {}
    for leader, units in led:
        leaders, together = found.setdefault(_path_ahead(table, leader.unit), ([], []))
        leaders.append(leader)
        together += units
    first = next(iter(found.values()))  # S13: the group of the lowest Leader
    first[1].extend(loose)
    return list(found.values())


def _path_ahead(table: SoloTable, unit: Unit) -> Path | None:
    """What is left of a unit's path from where it stands; None where it has none yet."""
    path, at = table.paths.get(unit), table.province_of(unit)
    return remaining(path, at) if path is not None and at is not None else None


# --- Blue and Green units ----------------------------------------------------------------------------------------


def _stack_blue_and_green(table: SoloTable, at: Province) -> None:
    """22.2, S17: the controlled units of each nationality by fives, the strongest on top."""
    forces: dict[str, list[StackId]] = {}
    for stack_id in table.stacks_at(at):
        stack = table.stacks[stack_id]
        nationality = table.rules.nationality[stack.units[0]]
        if stack.player == NONRED and nationality:
            forces.setdefault(nationality, []).append(stack_id)
    for _, ids in sorted(forces.items()):
        _lay(table, at, ids, _by_fives(table, [table.stacks[stack_id] for stack_id in ids]))


def _by_fives(table: SoloTable, stacks: list[Stack]) -> list[Laid]:
    """S17: the units of these stacks, with `apart` those of one remaining path together."""
    units = [unit for stack in stacks for unit in stack.units]
    piles: dict[Path | None, list[Unit]] = {}
    for unit in by_strength([unit for unit in units if unit not in IMPERIAL], table.rules):
        apart = table.readings.joined_path == "apart"
        piles.setdefault(_path_ahead(table, unit) if apart else None, []).append(unit)
    above = {imperial: stack.units[0] for stack in stacks for imperial in stack.units if imperial in IMPERIAL}
    laid: list[Laid] = []
    for pile in piles.values():
        imperial = tuple(sorted(unit for unit, top in above.items() if top in pile))
        for begin in range(0, len(pile), STACK_LIMIT):
            part = Group(None, () if begin else imperial, tuple(pile[begin : begin + STACK_LIMIT]))
            laid.append(Laid(NONRED, part.units))
    return laid


# --- laying them down --------------------------------------------------------------------------------------------


def _lay(table: SoloTable, at: Province, ids: list[StackId], laid: list[Laid]) -> None:
    """Put the stacks down as they are to lie, leaving those that lie so already; then S13."""
    standing = {table.stacks[stack_id].units: stack_id for stack_id in ids}
    new = [one for one in laid if one.units not in standing]
    wanted = [one.units for one in laid]
    for units, stack_id in standing.items():
        if units not in wanted:
            table.lift_stack(stack_id)
    for one in new:
        table.put_stack(at, one.player, one.units)
        case = "22.1" if table.rules.color[one.units[0]] == "white" else "22.2"
        table.tell(Restacked(case, "", one.player, one.units, at))
    for one in laid:
        _join_paths(table, one.units, at)


def _join_paths(table: SoloTable, units: tuple[Unit, ...], at: Province) -> None:
    """S13: all who keep a path have that of the governing unit."""
    own = bearers(units, table.rules)
    if len(own) < 2:
        return
    first = governing(own, table.rules)
    path = table.paths.get(first)
    others = tuple(unit for unit in own if table.paths.get(unit) != path)
    for unit in others:
        if path is None:
            del table.paths[unit]
        else:
            table.paths[unit] = path
    if path is not None and others:
        table.tell(PathJoined("S13", "", first, others, at, path))
