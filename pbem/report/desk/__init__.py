"""What the order desk of a report knows, worked out by the adjudicator for one position: the script only looks it up.

`board_data` is the same for all players, `player_data` is one player's. All of it is public, or his own. Plain data:
dicts, lists, texts and numbers. Provinces are codes, several of them one text with blanks; units are numbers.
"""

from collections.abc import Mapping
from typing import Any

from pbem.core.rules import Rules
from pbem.core.state import Holding, State
from pbem.core.terms import Player
from pbem.report.desk.combat import combat_data, odds_data
from pbem.report.desk.movement import movement_data
from pbem.report.desk.politics import politics_data
from pbem.report.desk.setup import setup_data
from pbem.report.desk.things import provinces_data, units_data
from pbem.report.own import cleaned, standing_words
from pbem.sheets.body import PARTS, PLACEHOLDER, STANDING

Json = dict[str, Any]
FORMAT = 1
"""Raised when the script of an older version could not read what is written."""


def board_data(state: State, rules: Rules, *, names: Mapping[Player, str]) -> Json:
    """What all players' desks share: players, provinces, units, stacks, ways, where forces stop, tables of chances.
    `names`: how the players are called."""
    return {
        "format": FORMAT,
        "turn": state.turn,
        "phase": state.phase,
        "parts": [key for key, part in PARTS.items() if state.phase in part.phases],
        "players": [[player, cleaned(names.get(player, player))] for player in state.active],
        "provinces": provinces_data(rules),
        "units": units_data(state, rules),
        "stacks": [[stack.at, stack.player, list(stack.units)] for stack in state.stacks],
        "movement": movement_data(state, rules) if state.phase == "first" else None,
        "politics": politics_data(state, rules),
        "odds": odds_data(state, rules) if state.phase == "second" else None,
        "conditions": rules.rulings.conditions,
        "gifts": rules.rulings.gifts,
    }


def player_data(state: State, player: Player, rules: Rules, *, campaign: str) -> Json:
    """What one player's desk knows besides: his holdings, what of his stands, what he can attack."""
    holding = state.holdings.get(player, Holding())
    return {
        "campaign": campaign,
        "player": player,
        "key": PLACEHOLDER,
        "politburo": holding.politburo,
        "assassin": holding.assassin,
        "asked": state.flags.execution_ordered == player,
        "standing": _standing(state, player, rules),
        "setup": setup_data(state, player, rules) if state.phase == "setup" else None,
        "combat": combat_data(state, player, rules) if state.phase != "setup" else None,
    }


def _standing(state: State, player: Player, rules: Rules) -> dict[str, list[str]]:
    """R40: by key what stands of the player's orders, in words."""
    standing = state.standing.get(player)
    if standing is None:
        return {}
    found: dict[str, list[str]] = {}
    for key in STANDING:
        value = getattr(standing, key)
        if value is not None:
            only = type(standing)(**{key: value})
            found[key] = list(standing_words(player, only, rules))
    return found
