"""What happened in a Phase as signs beside the codes of the provinces."""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator

from pbem.core.events import (
    Attacked,
    Attempted,
    CzarExecuted,
    Eliminated,
    Event,
    EventRolled,
    Replaced,
    Subverted,
)
from pbem.core.terms import Province
from pbem.report.map.piles import Item

SIGNS = ("battle", "subversion", "attempt", "epidemic", "dead", "back")
"""The signs in the order in which they stand beside a code."""


def badges(events: Iterable[Event]) -> dict[Province, tuple[Item, ...]]:
    """By province the signs of what happened there, with a count where it is more than one."""
    found: dict[Province, Tally[str]] = {}
    for event in events:
        for code, sign in _signs(event):
            found.setdefault(code, Tally())[sign] += 1
    return {
        code: tuple(
            Item("badge", str(signs[sign]) if signs[sign] > 1 else "", sign=sign)
            for sign in SIGNS
            if signs[sign]
        )
        for code, signs in found.items()
    }


def _signs(event: Event) -> Iterator[tuple[Province, str]]:
    match event:
        case Attacked():
            yield event.at, "battle"
        case Subverted():
            yield event.at, "subversion"
        case Attempted():
            yield event.at, "attempt"
        case Eliminated() | CzarExecuted():
            yield event.at, "dead"
        case Replaced():
            yield event.at, "back"
        case EventRolled():
            yield from ((code, "epidemic") for code in event.provinces)
        case _:
            pass
