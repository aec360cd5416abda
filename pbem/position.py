"""A position as JSON and back: the files of a campaign, and the one that goes out with every report for `pbem check`.

Versioned, in stable order, readable. What only its writer may know (standing orders, R40) is cut by `public`.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, get_args

from pbem.core.orders import Counterpurge
from pbem.core.rules import Rules
from pbem.core.state import Faces, Flags, Holding, Stack, Standing, State, Victory
from pbem.core.terms import PhaseName, Player
from pbem.errors import FileError, unreadable

FORMAT = 1
"""Raised when a reader of this version could not understand what is written."""

T = TypeVar("T")
Json = dict[str, Any]


class Position(NamedTuple):
    """A position file: the position, and what a check needs of the campaign it is from."""

    state: State
    campaign: str = ""
    rules: str = "rcw"
    rulings: Mapping[str, Any] = MappingProxyType({})
    """The chosen readings that differ from the defaults."""
    corrections: Mapping[str, str] = MappingProxyType({})
    """The gamesmaster's corrected map, counters or tables: the texts of the files by name."""


def public(state: State, player: Player | None = None) -> State:
    """The position as `player` may see it: without the standing orders of others; of None, without any."""
    own = {player: state.standing[player]} if player is not None and player in state.standing else {}
    return replace(state, standing=own)


def to_json(
    state: State,
    *,
    campaign: str = "",
    rules: str = "",
    rulings: Mapping[str, Any] | None = None,
    corrections: Mapping[str, str] | None = None,
) -> Json:
    """The position as plain data. For a file that leaves the campaign: its name, rules, rulings and corrections too."""
    about = {
        "campaign": campaign,
        "rules": rules,
        "rulings": dict(rulings or {}),
        "corrections": dict(corrections or {}),
    }
    return {
        "format": FORMAT,
        **{key: value for key, value in about.items() if value},
        "turn": state.turn,
        "phase": state.phase,
        "players": list(state.players),
        "stacks": [{"at": s.at, "player": s.player, "units": list(s.units)} for s in state.stacks],
        "holdings": {
            player: {
                "politburo": one.politburo,
                "assassin": one.assassin,
                "control": list(one.control),
                "units": list(one.units),
            }
            for player, one in sorted(state.holdings.items())
        },
        "chart": {
            section: {"up": list(faces.up), "down": list(faces.down)}
            for section, faces in sorted(state.chart.items())
        },
        "randomizer": list(state.randomizer),
        "out_of_play": list(state.out_of_play),
        "box": list(state.box),
        "flags": {
            "subversion_doubled": state.flags.subversion_doubled,
            "purge_held": state.flags.purge_held,
            "red_replacement_suspended": state.flags.red_replacement_suspended,
            "execution_ordered": state.flags.execution_ordered,
            "quit": list(state.flags.quit),
        },
        "standing": {player: _standing_json(one) for player, one in sorted(state.standing.items())},
        "victory": None
        if state.victory is None
        else {
            "side": state.victory.side,
            "case": state.victory.case,
            "ranking": [list(rank) for rank in state.victory.ranking],
            "points": dict(sorted(state.victory.points.items())),
            **({"level": state.victory.level} if state.victory.level else {}),
        },
    }


def _standing_json(standing: Standing) -> Json:
    """Standing orders; what does not stand is left out."""
    found: Json = {}
    if standing.losses is not None:
        found["losses"] = list(standing.losses)
    if standing.counterpurge is not None:
        found["counterpurge"] = [
            {
                "ref": order.ref,
                "if_purged_by": _list_or_none(order.if_purged_by),
                "against": _list_or_none(order.against),
                "take": _list_or_none(order.take),
                "rounds": order.rounds,
            }
            for order in standing.counterpurge
        ]
    if standing.if_ordered_to_execute_czar is not None:
        found["if_ordered_to_execute_czar"] = standing.if_ordered_to_execute_czar
    if standing.end_game is not None:
        found["end_game"] = standing.end_game
    return found


def _list_or_none(value: tuple[Any, ...] | None) -> list[Any] | None:
    return None if value is None else list(value)


# --- and back --------------------------------------------------------------------------------------------------


class _Damaged(Exception):
    """A key is missing or of the wrong kind; the text says which."""


def from_json(value: object, *, path: Path | str | None = None) -> State:
    """The position of plain data. Raises FileError for anything that is not a whole position of this version."""
    if not isinstance(value, dict) or "format" not in value:
        raise FileError("this is not a position file", path=path, cure="Take the position.json of a report.")
    if value["format"] != FORMAT:
        raise FileError(
            f"the position is of format {value['format']!r}, which this version cannot read",
            path=path,
            cure=f"It reads format {FORMAT}; a newer version of pbem wrote the file. Bring yours up to date.",
        )
    try:
        return _state(value)
    except _Damaged as problem:
        raise FileError(
            f"the position is damaged: {problem}", path=path, cure="Take it again from the report."
        ) from None


def read_position(path: Path) -> Position:
    """A position file. Raises FileError with path, line and column for one that is no JSON, damaged, or too new."""
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise unreadable(path, error) from None
    except UnicodeDecodeError:
        cure = "Take it again from the report."
        raise FileError("the file is not UTF-8 text, so it is no position", path=path, cure=cure) from None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:  # a number may be too long, too
        line, column = (error.lineno, error.colno) if isinstance(error, json.JSONDecodeError) else (1, 1)
        what = (
            "the file is empty"
            if not text.strip()
            else "the file is no whole JSON; perhaps half of it is missing"
        )
        raise FileError(
            what, path=path, line=line, column=column, cure="Take it again from the report."
        ) from None
    state = from_json(value, path=path)
    defaults: Json = {"campaign": "", "rules": "rcw", "rulings": {}, "corrections": {}}
    about = {key: value.get(key, default) for key, default in defaults.items()}
    kinds_right = all(isinstance(about[key], type(default)) for key, default in defaults.items())
    if not kinds_right or not all(isinstance(text, str) for text in about["corrections"].values()):
        raise FileError("the position is damaged: campaign, rules, rulings or corrections", path=path)
    return Position(state, **about)


def _get(value: Json, key: str, kind: type[T]) -> T:
    """The value of a key, which must be there and of its kind."""
    if not isinstance(value, dict) or key not in value:
        raise _Damaged(f"{key!r} is missing")
    found = value[key]
    if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
        raise _Damaged(f"{key!r} is {found!r}"[:80])
    return found


def _tuple(value: Json, key: str, *kinds: type) -> tuple[Any, ...]:
    """A list whose elements are all of one of the kinds."""
    found = _get(value, key, list)
    for one in found:
        if not isinstance(one, kinds) or isinstance(one, bool):
            raise _Damaged(f"{key!r} holds {one!r}"[:80])
    return tuple(found)


def _mapping(value: object, what: str) -> Json:
    """The value, which must be a mapping."""
    if not isinstance(value, dict):
        raise _Damaged(f"{what!r} holds {value!r}"[:80])
    return value


def _each(value: Json, key: str, read: Callable[[Json], T]) -> dict[str, T]:
    """A mapping whose values are mappings again."""
    return {str(name): read(_mapping(one, key)) for name, one in _get(value, key, dict).items()}


def _state(value: Json) -> State:
    phase = _get(value, "phase", str)
    if phase not in get_args(PhaseName):
        raise _Damaged(f"there is no Phase {phase!r}")
    return State(
        turn=_get(value, "turn", int),
        phase=phase,  # type: ignore[arg-type]
        players=_tuple(value, "players", str),
        stacks=tuple(_stack(_mapping(one, "stacks")) for one in _get(value, "stacks", list)),
        holdings=_each(value, "holdings", _holding),
        chart=_each(value, "chart", lambda one: Faces(_tuple(one, "up", int), _tuple(one, "down", int))),
        randomizer=_tuple(value, "randomizer", str),
        out_of_play=_tuple(value, "out_of_play", int, str),
        box=_tuple(value, "box", int),
        flags=_flags(_get(value, "flags", dict)),
        standing=_each(value, "standing", _standing),
        victory=None if value.get("victory") is None else _victory(_get(value, "victory", dict)),
    )


def _player_or_none(value: Json, key: str) -> Player | None:
    return None if value.get(key) is None else _get(value, key, str)


def _stack(value: Json) -> Stack:
    units = _tuple(value, "units", int)
    if not units:
        raise _Damaged("a stack without units")
    return Stack(_get(value, "at", str), _player_or_none(value, "player"), units)


def _holding(value: Json) -> Holding:
    return Holding(
        _get(value, "politburo", int),
        _get(value, "assassin", int),
        _tuple(value, "control", str),
        _tuple(value, "units", int),
    )


def _flags(value: Json) -> Flags:
    return Flags(
        _get(value, "subversion_doubled", bool),
        _get(value, "purge_held", bool),
        _get(value, "red_replacement_suspended", int),
        _player_or_none(value, "execution_ordered"),
        _tuple(value, "quit", str),
    )


def _standing(value: Json) -> Standing:
    counterpurge = None
    if value.get("counterpurge") is not None:
        counterpurge = tuple(
            _counterpurge(_mapping(one, "counterpurge")) for one in _get(value, "counterpurge", list)
        )
    return Standing(
        None if value.get("losses") is None else _tuple(value, "losses", int, str),
        counterpurge,
        _player_or_none(value, "if_ordered_to_execute_czar"),
        _player_or_none(value, "end_game"),
    )


def _counterpurge(value: Json) -> Counterpurge:
    def names(key: str, *kinds: type) -> tuple[Any, ...] | None:
        return None if value.get(key) is None else _tuple(value, key, *kinds)

    rounds = None if value.get("rounds") is None else _get(value, "rounds", int)
    return Counterpurge(
        _get(value, "ref", str),
        names("if_purged_by", str),
        names("against", str),
        names("take", int, str),
        rounds,
    )


def _victory(value: Json) -> Victory:
    ranking = []
    for rank in _get(value, "ranking", list):
        ranking.append(_tuple({"ranking": rank}, "ranking", str))
    points = {str(player): one for player, one in _get(value, "points", dict).items() if isinstance(one, int)}
    level = _get(value, "level", str) if "level" in value else ""
    return Victory(_get(value, "side", str), _get(value, "case", str), tuple(ranking), points, level)


def refuse_misfit(state: State, rules: Rules, *, path: Path | str | None = None) -> None:
    """Raises FileError where the position holds units or provinces that these rules do not have, or a unit twice."""
    seen: set[int] = set()
    for stack in state.stacks:
        if stack.at not in rules.board.provinces:
            raise FileError(f"the position has a stack in {stack.at!r}, which is no province", path=path)
        for unit in stack.units:
            if unit not in rules.counters:
                raise FileError(f"the position has a unit {unit}, which these rules do not have", path=path)
            if unit in seen:
                raise FileError(f"the position has the unit {unit} twice", path=path)
            seen.add(unit)
