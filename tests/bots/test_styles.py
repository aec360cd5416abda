"""Practice players: their sheets are real ones, the same for the same seed, and made of what a player may know."""

from dataclasses import replace

import pytest

from pbem.bots.styles import STYLES, write_sheet
from pbem.checker import check
from pbem.core.orders import Counterpurge
from pbem.core.state import Standing
from pbem.position import Position
from pbem.sheets.read import read_sheet
from pbem.soak.trial import Trial
from tests.properties.strategies import pool


def some() -> tuple[Trial, ...]:
    """A few of the Phases."""
    return pool()[::6]


def sheet_of(trial: Trial, style: str, *, player: str = "", seed: int = 1) -> str:
    position = Position(trial.state, "volga", rulings=trial.rulings)
    return write_sheet(position, player or trial.state.active[0], trial.rules(), style=style, seed=seed)


@pytest.mark.parametrize("style", ["greedy", "random"])
def test_sheets_are_in_order(style: str) -> None:
    """Whoever looks his sheet through sends one in which the checker finds no error."""
    for trial in some():
        rules = trial.rules()
        for player in trial.state.active:
            read = read_sheet(sheet_of(trial, style, player=player).encode(), rules=rules)
            assert read.sheet is not None
            assert [one for one in check(trial.state, read, rules) if one.grade == "error"] == []


def test_careless_sheets_are_not() -> None:
    """Most have something wrong, and most can be read all the same."""
    refused = faulty = 0
    for trial in pool():
        rules = trial.rules()
        read = read_sheet(sheet_of(trial, "careless").encode(), rules=rules)
        refused += read.sheet is None
        faulty += any(one.grade == "error" for one in check(trial.state, read, rules))
    assert len(pool()) / 2 < faulty
    assert 0 < refused < len(pool()) / 2


@pytest.mark.parametrize("style", STYLES)
def test_the_same_seed_gives_the_same_sheet(style: str) -> None:
    trial = some()[1]
    assert sheet_of(trial, style) == sheet_of(trial, style)
    others = {sheet_of(trial, style, seed=seed) for seed in range(8)}
    assert len(others) > 1


@pytest.mark.parametrize("style", STYLES)
def test_only_what_a_player_may_know(style: str) -> None:
    """Others' standing orders make no difference (R40)."""
    trial = some()[1]
    player, other = trial.state.active[:2]
    secret = {other: Standing(losses=(111,), counterpurge=(Counterpurge(f"{other}.counterpurge[0]"),))}
    known = replace(trial, state=replace(trial.state, standing={}))
    more = replace(trial, state=replace(trial.state, standing=secret))
    assert sheet_of(known, style, player=player) == sheet_of(more, style, player=player)


def test_greedy_players_agree_without_letters() -> None:
    """Both halves of every trade are on the sheets, and a Committee names itself on all of its members'."""
    trades = committees = 0
    for trial in some():
        rules = trial.rules()
        sheets = {
            player: read_sheet(sheet_of(trial, "greedy", player=player).encode(), rules=rules).sheet
            for player in trial.state.active
        }
        for player, sheet in sheets.items():
            assert sheet is not None
            for trade in sheet.trades:
                partner = sheets[trade.to]
                assert any(
                    half.to == player and half.give == trade.wanted and half.wanted == trade.give
                    for half in partner.trades
                )
                trades += 1
            for purge in sheet.purges:
                for member in purge.committee:
                    assert [one.committee for one in sheets[member].purges] == [purge.committee]
                committees += 1
    assert trades
    assert committees
