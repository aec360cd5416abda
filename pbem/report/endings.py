"""14.1, R37: by which condition a campaign ended, read off its last position. No words."""

from typing import NamedTuple

from pbem.core.rules import Rules
from pbem.core.state import State, Victory, stack_color
from pbem.core.terms import IMPERIAL, Player
from pbem.phases.victory import SIBERIA


class Rank(NamedTuple):
    """14.0: a place in the ranking, from 1, with the players who share it and the points that brought them there."""

    place: int
    players: tuple[Player, ...]
    points: int


class EndingView(NamedTuple):
    """How the campaign ended. `condition` is red_gone, white_gone, agreed, key_areas or turn_limit."""

    victory: Victory
    condition: str
    ranks: tuple[Rank, ...]
    """Best first; players of equal points share a rank, and the places after them are not given."""


def ending_of(state: State, rules: Rules) -> EndingView | None:
    """How the campaign ended, or None while it goes on."""
    victory = state.victory
    if victory is None:
        return None
    ranks: list[Rank] = []
    place = 1
    for players in victory.ranking:
        ranks.append(Rank(place, players, victory.points[players[0]]))
        place += len(players)
    return EndingView(victory, _condition(state, victory, rules), tuple(ranks))


def _condition(state: State, victory: Victory, rules: Rules) -> str:
    if victory.case == "R37":
        return rules.rulings.ending
    if victory.side == "white":
        return "red_gone"
    return "agreed" if _white_units_left(state, rules) else "white_gone"


def _white_units_left(state: State, rules: Rules) -> bool:
    """Whether a White combat unit is on the map outside Siberia; Green ones attached to a White Leader count (R6)."""
    return any(
        stack_color(stack.units, rules) == "white"
        and rules.board.provinces[stack.at].region != SIBERIA
        and any(unit not in rules.leaders and unit not in IMPERIAL for unit in stack.units)
        for stack in state.stacks
    )
