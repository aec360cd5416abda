"""All that a Phase's reports are made of. The campaign fills it; report/view.py cuts from it what one player may see."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import PhaseName, Player
from pbem.phases.sequence import Result


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A player as the reports name him; `zone` is an IANA name for his deadlines."""

    player: Player
    name: str
    zone: str


@dataclass(frozen=True, slots=True)
class Material:
    """One Phase, played. Of a first special report (15.31) `result` is None and `after` the position dealt."""

    campaign: str
    turn: int
    phase: PhaseName
    rules: Rules
    seats: tuple[SeatFacts, ...]
    before: State
    after: State
    result: Result | None
    sheets: Mapping[Player, Sheet] = field(default_factory=dict)
    """The sheets that were carried out. Secret but for their writer, unless R41 `all_orders`."""
    versions: Mapping[Player, int] = field(default_factory=dict)
    notices: tuple[Mapping[str, Any], ...] = ()
    """Rulings, undone Phases, extensions, replaced players, in the order made; `kind` tells which (campaign/course.py)."""
    deadline: datetime | None = None
    """When the next Phase's orders are due, UTC."""
    zone: str = "UTC"
    gamesmaster: str = ""
    commitment: str = ""
    """The SHA-256 of the seed."""
    salt: str = ""
    """The Phase's salt in hexadecimal digits."""
    seed: str = ""
    """The seed, once the campaign is over; else empty."""
    by_hand: bool = False
    """Whether the dice were rolled by hand."""
    removed: tuple[Player, ...] = ()
    """R38: the players whom the gamesmaster removed before this Phase; their sheets look as if they had quit."""
    ruled_rolls: tuple[str, ...] = ()
    """The labels of the rolls that a ruling of the gamesmaster set."""
    draft: bool = True
    """Not yet published."""
    corrected: bool = False
    """Made once more after it was published, with the position as the gamesmaster has ruled it since."""
    dealt: tuple[Any, ...] = ()
    """The rolls of the deal (core.dice.Roll), for the first special report."""
