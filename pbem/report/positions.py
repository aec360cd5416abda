"""Where everything is after a Phase: stacks by region and province, markers in hand, the Victory Point Chart. All of it
is public (R41). No words."""

from collections.abc import Mapping
from typing import NamedTuple

from pbem.core.rules import Rules
from pbem.core.state import Faces, Holding, Stack, State, stack_color, strength
from pbem.core.terms import IMPERIAL, UNASSIGNED, Color, Marker, Player, Province, Unit
from pbem.phases.victory import Item, Points


class StackView(NamedTuple):
    """A stack; `strength` in Strength Points, `nationality` empty for Red, White and Imperial ones."""

    at: Province
    player: Player | None
    units: tuple[Unit, ...]
    color: Color
    nationality: str
    strength: int


class ProvinceView(NamedTuple):
    """A province that is not empty."""

    code: Province
    stacks: tuple[StackView, ...]


class RegionView(NamedTuple):
    """A region and its provinces that are not empty, by code."""

    name: str
    provinces: tuple[ProvinceView, ...]


class PlayerView(NamedTuple):
    """What everybody may know of a player besides his stacks, his points also as they were before the Phase."""

    player: Player
    name: str
    quit: bool
    holding: Holding
    chart: Faces
    points: Points
    points_before: Points
    red_items: tuple["ItemGroup", ...]
    white_items: tuple["ItemGroup", ...]


class ItemGroup(NamedTuple):
    """14.4: what brings a player points of one kind in one place: `place` is chart, hand or map."""

    place: str
    items: tuple[Item, ...]
    points: int


def stack_view(stack: Stack, rules: Rules) -> StackView:
    """A stack with what is counted of it. Of Green units attached by the Gold the Leader's color counts (R6)."""
    color = stack_color(stack.units, rules)
    nationality = next((rules.nationality[unit] for unit in stack.units if unit not in IMPERIAL), "")
    return StackView(stack.at, stack.player, stack.units, color, nationality, strength(stack.units, rules))


def regions(state: State, rules: Rules) -> tuple[RegionView, ...]:
    """Every stack on the map, by region and province; regions in the order of the map's list of provinces."""
    stacks: dict[Province, list[StackView]] = {}
    for stack in state.stacks:
        stacks.setdefault(stack.at, []).append(stack_view(stack, rules))
    found: dict[str, list[ProvinceView]] = {}
    for code, facts in rules.board.provinces.items():
        here = found.setdefault(facts.region, [])
        if code in stacks:
            here.append(ProvinceView(code, tuple(stacks[code])))
    return tuple(RegionView(name, tuple(provinces)) for name, provinces in found.items() if provinces)


def players(
    after: State, names: Mapping[Player, str], then: Mapping[Player, Points], now: Mapping[Player, Points]
) -> tuple[PlayerView, ...]:
    """Every seat, by letter, with the points before the Phase and now."""
    return tuple(
        PlayerView(
            player,
            names.get(player, player),
            player in after.flags.quit,
            after.holdings.get(player, Holding()),
            after.chart.get(player, Faces()),
            now[player],
            then[player],
            itemised(now[player], "red"),
            itemised(now[player], "white"),
        )
        for player in after.players
    )


def unassigned(state: State) -> Faces:
    """The section of the Chart that is no player's."""
    return state.chart.get(UNASSIGNED, Faces())


def out_of_play(state: State) -> tuple[tuple[Unit, ...], tuple[Marker, ...]]:
    """The units and markers that are out of the game for good."""
    units = tuple(thing for thing in state.out_of_play if isinstance(thing, int))
    return units, tuple(thing for thing in state.out_of_play if isinstance(thing, str))


def itemised(points: Points, side: str) -> tuple[ItemGroup, ...]:
    """A player's points of one kind by the place they come from; the dearest first."""
    found: dict[str, list[Item]] = {}
    for item in points.items:
        if item.side == side:
            found.setdefault(_place(item), []).append(item)
    return tuple(
        ItemGroup(
            place,
            tuple(sorted(found[place], key=lambda item: (-item.points, item.unit or 0))),
            sum(item.points for item in found[place]),
        )
        for place in ("map", "chart", "hand")
        if place in found
    )


def _place(item: Item) -> str:
    if item.unit is None:
        return "hand"
    return "map" if item.case in ("14.42", "14.44") else "chart"
