"""Which campaigns are played: groups that differ in one thing and are alike in all else, deals and dice included."""

from collections.abc import Iterator
from typing import NamedTuple

from pbem.rulebook.choices import OPTIONS
from pbem.soak.drawing import Terms

PLAYERS = (3, 4, 5, 6)
USUAL = 4
"""The number of players of all groups that are not about that number."""
TURNS = 30
"""After so many Game-Turns a campaign is broken off; by mail that is two years and more."""
STYLES = ("greedy", "bold")
WITH_MISTAKES = (*STYLES, "hasty")
"""Who plays where readings are compared: some of them are about orders that cannot be carried out."""
MEASURE = "usual"
"""The group all readings are compared with."""
NOT_PLAYED = ("deal", "ending", "reports")
"""Options that have groups of their own, or do not touch the game."""
TURN_LIMIT = 8


class Group(NamedTuple):
    """Campaigns played alike."""

    name: str
    terms: Terms
    campaigns: int


def groups(campaigns: int, seed: int) -> tuple[Group, ...]:
    """All groups; the large ones hold so many campaigns, those of single rulings half as many."""
    return (*_large(campaigns, seed), *_rulings(max(1, campaigns // 2), seed))


def _terms(seed: int, players: int, rulings: dict[str, object], styles: tuple[str, ...] = STYLES) -> Terms:
    return Terms(seed, (players, players), TURNS, styles, rulings, crowded=0.0, reports=0.0, checked=False)


def _large(campaigns: int, seed: int) -> Iterator[Group]:
    for players in PLAYERS:
        yield Group(f"players: {players}", _terms(seed, players, {}), campaigns)
        yield Group(f"three pots: {players}", _terms(seed, players, {"deal": "three_pots"}), campaigns)
    for style in (*STYLES, "random"):
        yield Group(f"style: {style}", _terms(seed, USUAL, {}, (style,)), campaigns)
    yield Group("ending: key_areas", _terms(seed, USUAL, {"ending": "key_areas"}), campaigns)
    limit: dict[str, object] = {"ending": "turn_limit", "turn_limit": TURN_LIMIT}
    yield Group("ending: turn_limit", _terms(seed, USUAL, limit), campaigns)


def _rulings(campaigns: int, seed: int) -> Iterator[Group]:
    """The usual game, the same with other dice, and a group for every choice that is not the default."""
    usual = _terms(seed, USUAL, {}, WITH_MISTAKES)
    yield Group(MEASURE, usual, campaigns)
    yield Group("other dice", usual._replace(variant="other"), campaigns)
    for option, choices in OPTIONS.items():
        for choice in choices[1:] if option not in NOT_PLAYED else ():
            yield Group(
                f"{option}: {choice}", _terms(seed, USUAL, {option: choice}, WITH_MISTAKES), campaigns
            )
