"""What the gamesmaster announces with a report: his rulings and notices, and the chosen readings of the rules."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from pbem.core.rules import Rulings
from pbem.core.terms import Player
from pbem.report.own import cleaned

RULINGS = ("ruled", "rulings", "rules")
"""Kinds that are rulings; the others are notices."""


class Notice(NamedTuple):
    """One announcement: `text` says what was decided, `why` is the gamesmaster's reason or empty."""

    kind: str
    ruling: bool
    text: str
    why: str


class Choice(NamedTuple):
    """A reading of the rules that differs from the usual one: its ruling, what was chosen, and what that means."""

    ruling: str
    option: str
    choice: str
    meaning: str


def seen_by(announced: Iterable[Mapping[str, Any]], player: Player | None) -> tuple[Mapping[str, Any], ...]:
    """The announcements a player may read: some are for one player `only`."""
    return tuple(
        notice
        for notice in announced
        if not notice.get("only") or (player is not None and player in notice["only"])
    )


def notices(announced: Iterable[Mapping[str, Any]]) -> tuple[Notice, ...]:
    """The announcements in the order they were made."""
    return tuple(
        Notice(
            str(notice.get("kind", "")),
            notice.get("kind") in RULINGS,
            cleaned(str(notice.get("text", ""))),
            cleaned(str(notice.get("why") or "")),
        )
        for notice in announced
    )


def choices(rulings: Rulings) -> tuple[Choice, ...]:
    """The readings that differ from the defaults, explained by rules/rcw/rulings.yaml."""
    usual = Rulings()
    changed = [
        field.name for field in fields(rulings) if getattr(rulings, field.name) != getattr(usual, field.name)
    ]
    if not changed:
        return ()
    from pbem.rulebook.files import Files  # read only where a campaign departs from the usual readings
    from pbem.rulebook.rulings import read_rulings

    found: list[Choice] = []
    for number, ruling in read_rulings(Files()).items():
        for option in ruling.options:
            if option.key in changed:
                choice = str(getattr(rulings, option.key))
                found.append(Choice(number, option.key, choice, option.choices[choice]))
        for key, meaning in ruling.parameters.items():
            if key in changed:
                value = getattr(rulings, key)
                shown = ", ".join(value) if isinstance(value, tuple) else str(value)
                found.append(Choice(number, key, shown, meaning))
    return tuple(found)
