"""What attacks come to."""

from typing import NamedTuple

from pbem.core.events import Attacked, Captured
from pbem.core.table import Table
from pbem.core.terms import Unit, new


class Fought(NamedTuple):
    """An attack that was rolled, and what it came to."""

    odds: str
    result: str
    lost_by_attacker: tuple[Unit, ...]
    lost_by_defender: tuple[Unit, ...]
    captured: tuple[tuple[Unit, Unit | None], ...] = ()
    """Imperial units that changed hands, each with who took it (None: it stands alone)."""


class Called(NamedTuple):
    """An attack that came to nothing; `code` names the decisive reason."""

    code: str


Came = Fought | Called
"""What an attack came to."""

CameOf = tuple[tuple[str, Came], ...]
"""By order what came of it."""


def came_of(table: Table) -> Fought:
    """What the record of a table with one attack says."""
    captured: tuple[tuple[Unit, Unit | None], ...] = ()
    attacked: Attacked | None = None
    for event in table.events:
        if isinstance(event, Attacked):
            attacked = event
        elif isinstance(event, Captured):
            captured += ((event.unit, event.by),)
    assert attacked is not None
    lost = attacked.lost_by_attacker, attacked.lost_by_defender
    return new(Fought, (attacked.odds, attacked.result, *lost, captured))
