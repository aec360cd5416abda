"""21.13, 21.21, 21.22, 21.24, S5–S8: the path of every force.

It is the shortest way by rail to Petrograd or Tver, whichever is nearer.
"""

from collections.abc import Iterable, Mapping

from pbem.core.board import Board
from pbem.core.rules import Rules
from pbem.core.solitaire_events import PathSet
from pbem.core.state import stack_color
from pbem.core.table import StackId
from pbem.core.terms import BLUE_CONTROL, GREEN_CONTROL, IMPERIAL, Province, Unit
from pbem.solo.state import Path
from pbem.solo.table import SoloTable

Joins = Mapping[Province, frozenset[Province]]


# --- who has a path, and whose it is -----------------------------------------------------------------------------


def governing(units: Iterable[Unit], rules: Rules) -> Unit:
    """S7, S9: the unit that governs a force: its lowest Leader, or the lowest unit where it has none."""
    units = tuple(units)
    leaders = [unit for unit in units if unit in rules.leaders]
    return min(leaders or [unit for unit in units if unit not in IMPERIAL])


def bearers(units: Iterable[Unit], rules: Rules) -> tuple[Unit, ...]:
    """S5: the units of a stack that keep its path: White Leaders, or Blue or Green units of a force with a marker."""
    units = tuple(units)
    color = stack_color(units, rules)
    if color == "white":
        return tuple(unit for unit in units if unit in rules.leaders)
    if color not in ("blue", "green"):
        return ()
    with_marker = (*BLUE_CONTROL, *GREEN_CONTROL)
    return tuple(unit for unit in units if unit not in IMPERIAL and rules.nationality[unit] in with_marker)


def remaining(path: Path, at: Province) -> Path:
    """What is left of a path from a province on it; all of it where the province is not."""
    return path[path.index(at) :] if at in path else path


def text(path: Path) -> str:
    """A path as it is written: ``KOST-VLDM-TVER``."""
    return "-".join(path)


# --- giving paths ------------------------------------------------------------------------------------------------


def set_out(table: SoloTable) -> None:
    """S5: give every stack without one its path, by rising number of the governing unit."""
    distance = distances(table.rules.board.rails, table.scenario.targets)
    waiting: list[tuple[Unit, StackId]] = []
    for stack_id, stack in table.stacks.items():
        own = bearers(stack.units, table.rules)
        if own and any(unit not in table.paths for unit in own):
            waiting.append((governing(own, table.rules), stack_id))
    for _, stack_id in sorted(waiting):
        give_path(table, stack_id, distance=distance)


def give_path(table: SoloTable, stack_id: StackId, *, distance: Mapping[Province, int] | None = None) -> Path:
    """S6–S8: the path of a stack from where it stands, for all its units that keep one; a lot between several."""
    stack, rules = table.stacks[stack_id], table.rules
    if distance is None:
        distance = distances(rules.board.rails, table.scenario.targets)
    own = bearers(stack.units, rules)
    return settle(table, own, shortest_paths(stack.at, rules.board, distance), case="21.13")


def settle(table: SoloTable, units: tuple[Unit, ...], paths: tuple[Path, ...], *, case: str) -> Path:
    """S7: one of these paths for the units, by lot where there are several."""
    first = governing(units, table.rules)
    label, path = "", paths[0]
    if len(paths) > 1:
        label = f"path/{first}"
        path = tuple(table.choose(label, tuple(text(path) for path in paths)).split("-"))
    at = table.province_of(first)
    assert at is not None
    for unit in units:
        table.paths[unit] = path
        facts = table.rules.counters[unit]
        if facts.nationality in table.scenario.returning and facts.home == at:  # S5: when it comes back
            table.home_paths.setdefault(unit, path)
    table.tell(PathSet(case, "", table.controller(first), first, units, at, path, label))
    return path


# --- finding them ------------------------------------------------------------------------------------------------


def distances(joins: Joins, targets: Iterable[Province]) -> dict[Province, int]:
    """How many lines each province is away from the nearest of the targets; provinces that reach none are left out."""
    found = dict.fromkeys(targets, 0)
    waiting = list(found)
    for province in waiting:
        for other in sorted(joins[province]):
            if other not in found:
                found[other] = found[province] + 1
                waiting.append(other)
    return found


def shortest_paths(start: Province, board: Board, distance: Mapping[Province, int]) -> tuple[Path, ...]:
    """S6–S8: all shortest paths from a province, sorted as text. `distance`: by rail to the nearer target.

    Off the rail net the way over land comes first, by the fewest provinces to one on the net; of several such ways only
    those of the fewest provinces in all are kept. A province from which there is no way has a path of its own.
    """
    if start in distance:
        return descending(start, board.rails, distance)
    over_land = distances(board.land, [start])
    on_the_net = [province for province in over_land if province in distance]
    if not on_the_net:
        return ((start,),)
    nearest = min(over_land[province] for province in on_the_net)
    first = [province for province in on_the_net if over_land[province] == nearest]
    fewest = min(distance[province] for province in first)
    found: list[Path] = []
    for province in first:
        if distance[province] == fewest:
            for way in descending(province, board.land, over_land):
                found += [(*reversed(way), *rest[1:]) for rest in descending(province, board.rails, distance)]
    return tuple(sorted(found))


def descending(start: Province, joins: Joins, distance: Mapping[Province, int]) -> tuple[Path, ...]:
    """All ways from a province that come one line nearer with every step, to distance 0, sorted."""
    ways: list[Path] = [(start,)]
    for left in range(distance[start], 0, -1):
        ways = [
            (*way, other)
            for way in ways
            for other in sorted(joins[way[-1]])
            if distance.get(other) == left - 1
        ]
    return tuple(ways)
