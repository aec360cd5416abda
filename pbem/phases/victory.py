"""14.1, 14.4, R37: how the game ends, and the Victory Points of both kinds."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from pbem.core.events import GameEnded
from pbem.core.rules import Rules
from pbem.core.state import Faces, Holding, Stack, State, Victory, stack_color
from pbem.core.table import Table
from pbem.core.terms import CZAR, GOLD, IMPERIAL, Case, Player, Unit

SIBERIA = "Siberia"
GREATER_RUSSIA = "Greater Russia"
QUORUM = 10
"""14.1, third condition: the Politburo Markers whose holders must agree to end the game."""
IMPERIAL_POINTS = 5
POLITBURO_POINTS = 2

Side = Literal["red", "white"]


class Item(NamedTuple):
    """14.4: one thing that brings Victory Points of one kind."""

    side: Side
    case: Case
    unit: Unit | None
    """None for the Politburo Markers in hand, all together."""
    points: int


class Points(NamedTuple):
    """A player's Victory Points: both totals, and what they are made of."""

    red: int
    white: int
    items: tuple[Item, ...]

    def of(self, side: Side) -> int:
        """The total that counts when this side wins."""
        return self.red if side == "red" else self.white


# --- Victory Points ----------------------------------------------------------------------------------------------


def victory_points(state: State, rules: Rules) -> dict[Player, Points]:
    """14.41–14.47: what every player would be awarded for this position in a Red and in a White victory.

    Players who quit are among them; their points count for nothing (14.21).
    """
    return {player: points_of(player, state, rules) for player in state.players}


def points_of(player: Player, state: State, rules: Rules) -> Points:
    """14.41–14.47: what one player would be awarded."""
    items = [
        *on_chart(state.chart.get(player, Faces()), rules),
        *in_hand(state.holdings.get(player, Holding())),
        *on_map([stack for stack in state.stacks if stack.player == player], rules),
    ]
    totals = {side: sum(item.points for item in items if item.side == side) for side in ("red", "white")}
    return Points(totals["red"], totals["white"], tuple(items))


def on_chart(section: Faces, rules: Rules) -> Iterable[Item]:
    """14.41, 14.43, 14.45, 14.46: the units in a player's own section."""
    for unit in section.up:
        points = _worth(unit, rules)
        if unit in IMPERIAL:
            if unit == CZAR:
                yield Item("red", "14.46", unit, points)
        elif unit in rules.leaders:
            yield from _dead_leader(unit, points, rules)
        else:
            color = rules.color[unit]
            if color in ("white", "blue", "green"):
                yield Item("red", "14.41", unit, points)
            if color in ("red", "green"):
                yield Item("white", "14.43", unit, points)
    for unit in section.down:
        yield Item("white", "14.46" if unit in IMPERIAL else "14.45", unit, _worth(unit, rules))


def _dead_leader(unit: Unit, points: int, rules: Rules) -> Iterable[Item]:
    """14.41, 14.43, R37 `dead_white_leaders`: as printed only Red Leaders on the Chart bring points, of both kinds."""
    color = rules.color[unit]
    rewarded = "white" if rules.rulings.dead_white_leaders == "red_points" else "red"
    if color == rewarded:
        yield Item("red", "14.41", unit, points)
    if color == "red":
        yield Item("white", "14.43", unit, points)


def in_hand(holding: Holding) -> Iterable[Item]:
    """14.41: two Red points for each Politburo Marker."""
    if holding.politburo:
        yield Item("red", "14.41", None, POLITBURO_POINTS * holding.politburo)


def on_map(stacks: Iterable[Stack], rules: Rules) -> Iterable[Item]:
    """14.42, 14.44: units under a player's control on the map. A Green unit attached by the Gold counts as its
    Leader's color (13.26, R6); all other Green and Blue units bring nothing (14.47)."""
    for stack in stacks:
        color = stack_color(stack.units, rules)
        for unit in stack.units:
            points = _worth(unit, rules)
            if unit in IMPERIAL:
                yield Item("white", "14.44", unit, points)
                if unit == GOLD:
                    yield Item("red", "14.42", unit, points)
            elif color == "red":
                yield Item("red", "14.42", unit, points)
            elif color == "white":
                yield Item("white", "14.44", unit, points)


def _worth(unit: Unit, rules: Rules) -> int:
    """14.4: Leadership Value, Combat Strength, or five for an Imperial unit."""
    return IMPERIAL_POINTS if unit in IMPERIAL else rules.value[unit]


def ranking(points: Mapping[Player, int]) -> tuple[tuple[Player, ...], ...]:
    """14.0, R37: the players by their points, best first; equal points share a rank."""
    ranks: dict[int, list[Player]] = {}
    for player in sorted(points):
        ranks.setdefault(points[player], []).append(player)
    return tuple(tuple(ranks[total]) for total in sorted(ranks, reverse=True))


# --- the end of the game -----------------------------------------------------------------------------------------


def judge(table: Table) -> None:
    """14.1: whether the game ends with this Game-Turn, and who wins; then what holds for one Game-Turn only is over."""
    table.purge_held = False  # R21
    ended = _ending(table)
    if ended is None:
        table.victory = None
        return
    side, case = ended
    scores = victory_points(table.freeze(table.turn, table.phase), table.rules)
    points = {player: scores[player].of(side) for player in table.active}
    table.victory = Victory(side, case, ranking(points), points)
    table.tell(GameEnded(case, "", table.victory))


def _ending(table: Table) -> tuple[Side, Case] | None:
    """14.1 in the printed order, then the variants of R37 `ending`."""
    red_leaders, white_units, white_leaders = _outside_siberia(table)
    if not red_leaders:
        return "white", "14.1"
    if not white_units or (not white_leaders and _agreed_markers(table) >= QUORUM):
        return "red", "14.1"
    side: Side | None = None
    if table.rulings.ending == "key_areas":
        side = _holder_of_key_areas(table)
    elif table.rulings.ending == "turn_limit" and table.turn >= table.rulings.turn_limit:
        side = _leader_in_greater_russia(table)
    return (side, "R37") if side else None


def _outside_siberia(table: Table) -> tuple[bool, bool, bool]:
    """14.1: whether Red Leaders, White combat units and White Leaders are on the map outside Siberia.

    A Green unit attached to a White Leader counts as a White one (13.26, R6).
    """
    rules = table.rules
    red_leaders = white_units = white_leaders = False
    for stack in table.stacks.values():
        if rules.board.provinces[stack.at].region == SIBERIA:
            continue
        color = stack_color(stack.units, rules)
        led = stack.units[0] in rules.leaders
        if color == "red":
            red_leaders = red_leaders or led
        elif color == "white":
            white_leaders = white_leaders or led
            white_units = white_units or any(
                unit not in rules.leaders and unit not in IMPERIAL for unit in stack.units
            )
    return red_leaders, white_units, white_leaders


def _agreed_markers(table: Table) -> int:
    """14.1, third condition: the Politburo Markers of the players who agree to end the game."""
    return sum(
        table.hands[player].politburo for player in table.active if table.sheet(player).end_game == "agree"
    )


def _holder_of_key_areas(table: Table) -> Side | None:
    """R37 `key_areas`: the side with units in each of them where the other of Red and White has none."""
    colors = table.colors()
    areas = table.rulings.key_areas
    for side, other in _SIDES:
        if areas and all(
            side in colors.get(area, ()) and other not in colors.get(area, ()) for area in areas
        ):
            return side
    return None


def _leader_in_greater_russia(table: Table) -> Side | None:
    """R37 `turn_limit`: the side alone of the two in more provinces of Greater Russia; a tie gives one turn more."""
    held = {"red": 0, "white": 0}
    for province, colors in table.colors().items():
        if table.rules.board.provinces[province].region == GREATER_RUSSIA:
            for side, other in _SIDES:
                if side in colors and other not in colors:
                    held[side] += 1
    if held["red"] == held["white"]:
        return None
    return "red" if held["red"] > held["white"] else "white"


_SIDES: tuple[tuple[Side, Side], ...] = (("red", "white"), ("white", "red"))
