"""How often each rule fired: what happened, how orders ended, what was said and rolled, which cases were cited."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from pbem.core.terms import Player
from pbem.soak.campaign import PlayedPhase

Tally = Counter[tuple[str, str]]
"""By group and name, how often."""

GROUPS = ("event", "outcome", "remark", "finding", "roll", "ruling", "case", "sheet")


def tally_of(phase: PlayedPhase) -> Tally:
    """The counts of one Phase."""
    found: Tally = Counter()
    found["sheet", "written"] = len(phase.written)
    for sheet in phase.written.values():
        found["sheet", "refused as a whole"] += sheet.read.sheet is None
        found.update(("finding", f"{one.code}") for one in sheet.findings)
        for said in sheet.findings:
            _cite(found, said.cases)
    for option, choice in phase.drawn.rulings.items():
        found["ruling", f"{option}: {choice}"] += 1
    result = phase.result
    if result is None:
        return found
    found.update(("event", event.kind) for event in result.events)
    found.update(("outcome", f"{one.ended} {one.code}") for one in result.outcomes.values())
    found.update(("remark", one.code) for one in result.remarks)
    found.update(("roll", _kind(roll.label)) for roll in result.rolls)
    _cite(found, (event.case for event in result.events))
    for one in result.outcomes.values():
        _cite(found, one.cases)
    for remark in result.remarks:
        _cite(found, remark.cases)
    return found


def _cite(found: Tally, cases: Iterable[str]) -> None:
    found.update(("case", case) for case in cases)


def _kind(label: str) -> str:
    """What a roll was for, without who and where: ``combat``, ``tie/pick_up``."""
    first, _, rest = label.partition("/")
    return f"tie/{rest.partition('/')[0]}" if first == "tie" else first


class Ended(NamedTuple):
    """How a campaign went, as the study counts it."""

    number: int
    players: tuple[Player, ...]
    styles: tuple[str, ...]
    rulings: tuple[tuple[str, object], ...]
    turn: int
    """The last Game-Turn that was played."""
    side: str
    """Who won, or empty where the campaign was broken off."""
    how: str
    """By which condition it ended: no_red_leaders, no_white_units, agreement (14.1), key_areas, turn_limit (R37)."""
    dealt: tuple[int, ...]
    """By player the Leadership Value he was dealt, all his Leaders together."""
    points: tuple[tuple[int, int], ...]
    """By player the Red and the White Victory Points at the end; of one who quit, too."""
    ranking: tuple[tuple[Player, ...], ...]
    standings: tuple[tuple[int, int], ...] = ()
    """By Game-Turn how many Red and White Leaders stood on the map outside Siberia at its end."""
