"""What the order desk of a solitaire game knows: the postal desk's data where both games are alike, and the Leaders.

All of it is worked out by the adjudicator for the Phase that waits; see pbem/report/desk.
"""

from typing import Any

from pbem.core.rules import Rules, SolitaireRulings
from pbem.core.state import stack_color
from pbem.core.terms import RED, Province
from pbem.report.desk import FORMAT
from pbem.report.desk.combat import attacks_data, odds_data, subversions_data
from pbem.report.desk.movement import movement_data
from pbem.report.desk.things import provinces_data, units_data
from pbem.report.names import words
from pbem.report.own import standing_words
from pbem.sheets.body import PARTS
from pbem.solo.sight import Sight
from pbem.solo.state import SoloState

Json = dict[str, Any]


def board_data(state: SoloState, rules: Rules) -> Json:
    """The sides, provinces, units, stacks, ways and tables of chances, as far as the Phase has use for them."""
    parts = [key for key, part in PARTS.items() if state.phase in part.phases]
    return {
        "format": FORMAT,
        "solitaire": True,
        "turn": state.turn,
        "phase": state.phase,
        "parts": parts,
        "players": [[side, words()[f"side_{side}"]] for side in state.players],
        "provinces": provinces_data(rules),
        "units": units_data(state, rules, also=Sight(state, rules).leaders_to_be_had()),
        "stacks": [[stack.at, stack.player, list(stack.units)] for stack in state.stacks],
        "movement": {**movement_data(state, rules), "leave": {}} if "moves" in parts else None,  # S34
        "politics": None,
        "odds": odds_data(state, rules) if "attacks" in parts else None,
        "conditions": rules.rulings.conditions,
        "gifts": rules.rulings.gifts,
    }


def player_data(state: SoloState, rules: Rules, *, name: str, folder: str) -> Json:
    """What Red has to choose from: Leaders to be brought on, targets of attacks; what stands of earlier sheets."""
    fights = state.phase == "red-combat"
    standing = state.standing.get(RED)
    return {
        "campaign": name,
        "player": RED,
        "folder": folder,
        "key": "",
        "politburo": 0,
        "assassin": 0,
        "asked": False,
        "standing": {"losses": list(standing_words(RED, standing, rules))} if standing else {},
        "setup": None,
        "leaders": leaders_data(state, rules) if state.phase == "red-leaders" else None,
        "combat": {
            "attacks": attacks_data(state, RED, rules) if fights else [],
            "subversion": subversions_data(state, RED, rules) if fights else [],
            "steal": [],
        },
    }


def leaders_data(state: SoloState, rules: Rules) -> Json:
    """24.1: how many Leaders may be brought on, who is to be had, the best first, and in which provinces."""
    return {
        "number": state.leaders_to_bring or 0,
        "units": Sight(state, rules).leaders_to_be_had(),
        "provinces": " ".join(_open_provinces(state, rules)),
    }


def _open_provinces(state: SoloState, rules: Rules) -> list[Province]:
    """S25 `deployment`: where a Leader may be put."""
    assert isinstance(rules.rulings, SolitaireRulings)
    found = sorted(rules.board.provinces)
    if rules.rulings.deployment == "anywhere":
        return found
    colors: dict[Province, set[str]] = {}
    for stack in state.stacks:
        color = stack_color(stack.units, rules)
        if color:
            colors.setdefault(stack.at, set()).add(color)
    return [code for code in found if code not in colors or RED in colors[code]]
