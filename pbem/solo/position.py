"""A position of the solitaire game as JSON and back: the postal form, and under ``solitaire`` what only this has."""

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

from pbem.core.state import State
from pbem.errors import FileError, unreadable
from pbem.position import from_json, to_json
from pbem.solo.phases.paths import text
from pbem.solo.state import Path as Way
from pbem.solo.state import SoloState

RULES = "rcw-solitaire"
Json = dict[str, Any]


class SoloPosition(NamedTuple):
    """A position file: the position, and what a check needs of the game it is from."""

    state: SoloState
    campaign: str
    rulings: Mapping[str, Any]


def solo_json(state: SoloState, *, campaign: str = "", rulings: Mapping[str, Any] | None = None) -> Json:
    """The position as plain data, with the name of the game and the readings chosen."""
    return {
        **to_json(state, campaign=campaign, rules=RULES, rulings=rulings),
        "solitaire": {
            "paths": {str(unit): text(path) for unit, path in state.paths.items()},
            "home_paths": {str(unit): text(path) for unit, path in state.home_paths.items()},
            "no_determination": list(state.no_determination),
            "no_red_replacement": list(state.no_red_replacement),
            "leaders_to_bring": state.leaders_to_bring,
        },
    }


def solo_state(value: object, *, path: Path | None = None) -> SoloState:
    """The position of plain data. Raises FileError for anything that is not a whole position of this game."""
    base = from_json(value, path=path)
    own = value.get("solitaire") if isinstance(value, dict) else None
    try:
        assert isinstance(own, dict)
        bring = own["leaders_to_bring"]
        return SoloState(
            **{field.name: getattr(base, field.name) for field in fields(State)},
            paths=_ways(own["paths"]),
            home_paths=_ways(own["home_paths"]),
            no_determination=tuple(int(turn) for turn in own["no_determination"]),
            no_red_replacement=tuple(int(turn) for turn in own["no_red_replacement"]),
            leaders_to_bring=None if bring is None else int(bring),
        )
    except (AssertionError, KeyError, TypeError, ValueError, AttributeError):
        raise FileError("this is no position of the solitaire game", path=path) from None


def _ways(value: Mapping[str, str]) -> dict[int, Way]:
    return {int(unit): tuple(way.split("-")) for unit, way in value.items()}


def read_solo_position(path: Path) -> SoloPosition:
    """A position file of the solitaire game. Raises FileError."""
    try:
        value = json.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise unreadable(path, error) from None
    except (ValueError, RecursionError):
        raise FileError("the file is no whole JSON, so it is no position", path=path) from None
    state = solo_state(value, path=path)
    return SoloPosition(state, str(value.get("campaign", "")), dict(value.get("rulings", {})))
