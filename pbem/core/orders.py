"""One frozen class per order of a sheet. No YAML, no line numbers; unknown names are kept as text.

`ref` is the order's path with the player's letter, ``A.moves[0]``; it is the key of the order's outcome.
Places inside an order are named by sub-paths such as ``.route[2]`` or ``.force[1]``.
"""

from dataclasses import dataclass, field
from typing import Literal

from pbem.core.terms import Player, Province, UnitName


@dataclass(frozen=True, slots=True)
class Faulty:
    """An order that could not be read (a misspelt key, a value of the wrong shape): it ends void."""

    ref: str
    code: str
    text: str
    at: Province = ""
    """The province of an attack, where that much could be read: it counts in the numbers of dice labels."""


@dataclass(frozen=True, slots=True)
class Goods:
    """What one side of a trade gives: markers, and at the set-up Leaders."""

    politburo: int = 0
    assassin: int = 0
    units: tuple[UnitName, ...] = ()


@dataclass(frozen=True, slots=True)
class Trade:
    """17/4.2, 15.33. `give` or `wanted` None: that side of it was not written."""

    ref: str
    give: Goods | None
    to: Player | None
    wanted: Goods | None


@dataclass(frozen=True, slots=True)
class Steal:
    """17/13.26: Green units to be attached by the Leader who holds the Gold."""

    ref: str
    leader: UnitName
    units: tuple[UnitName, ...]


@dataclass(frozen=True, slots=True)
class PickUp:
    """One unit to attach; `leader` None leaves the choice to R10."""

    unit: UnitName
    leader: UnitName | None = None


@dataclass(frozen=True, slots=True)
class RouteStep:
    """One province of a route with what is done there (R10: drop, pick up, remove, join)."""

    at: Province
    pick_up: tuple[PickUp, ...] = ()
    drop: tuple[tuple[UnitName, ...], ...] = ()
    """Each inner tuple is to stand as one stack (R2)."""
    remove: tuple[UnitName, ...] = ()
    join: UnitName | None = None
    acts: bool = field(init=False, repr=False, compare=False)
    """Whether anything is done there."""

    def __post_init__(self) -> None:
        acts = bool(self.pick_up or self.drop or self.remove or self.join is not None)
        object.__setattr__(self, "acts", acts)


@dataclass(frozen=True, slots=True)
class Move:
    """5.0: a force and its route; an empty route restacks in place."""

    ref: str
    force: tuple[UnitName, ...]
    route: tuple[RouteStep, ...]
    by: Literal["overland", "rail"] = "overland"
    only_travels: bool = field(init=False, repr=False, compare=False)
    """Whether nothing is done on its way."""
    picks_up: bool = field(init=False, repr=False, compare=False)
    """Whether a unit is to be picked up on its way."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "only_travels", not any(step.acts for step in self.route))
        object.__setattr__(self, "picks_up", any(step.pick_up for step in self.route))


@dataclass(frozen=True, slots=True)
class Assassination:
    """10.0; `markers` None means all that are still unspent."""

    ref: str
    target: UnitName
    markers: int | None


@dataclass(frozen=True, slots=True)
class Spoil:
    """11.23: one prize of an agreed list; `take` is a Leader, ``politburo`` or ``any``."""

    to: Player
    take: UnitName


@dataclass(frozen=True, slots=True)
class Purge:
    """11.0, R19. None where the sheet is silent: committee = participants, participants = the writer alone
    (with no target either: consent only), markers = all not promised elsewhere, spoils = equal."""

    ref: str
    committee: tuple[Player, ...] | None = None
    participants: tuple[Player, ...] | None = None
    target: Player | None = None
    markers: int | None = None
    spoils: tuple[Spoil, ...] | None = None


@dataclass(frozen=True, slots=True)
class Counterpurge:
    """11.24, R24. `take` None: any, repeatedly; `rounds` None: every C result."""

    ref: str
    if_purged_by: tuple[Player, ...] | None = None
    against: tuple[Player, ...] | None = None
    take: tuple[UnitName, ...] | None = None
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class ExecuteCzar:
    """13.5, R25: this player's consent to an execution order."""

    ref: str
    committee: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Press:
    """A letter the gamesmaster passes on; `to` empty means all. It never affects the game."""

    ref: str
    to: tuple[Player, ...]
    sender: str
    text: str


@dataclass(frozen=True, slots=True)
class Subversion:
    """8.3: Red units beside a Blue unit's province."""

    ref: str
    units: tuple[UnitName, ...]
    against: UnitName
    at: Province
    min_odds: str | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """8.0. Any unit of `units` names its whole stack; so does `against` (R30).

    `capture` and `losses` None: not written. The text ``none`` within `capture` declines (R34).
    """

    ref: str
    at: Province
    units: tuple[UnitName, ...]
    against: UnitName
    min_odds: str | None = None
    losses: tuple[UnitName, ...] | None = None
    enemy_losses: tuple[UnitName, ...] | None = None
    capture: tuple[UnitName, ...] | None = None


@dataclass(frozen=True, slots=True)
class StackOrder:
    """15.54: Leaders of the set-up to lie in one stack, top to bottom."""

    ref: str
    units: tuple[UnitName, ...]


@dataclass(frozen=True, slots=True)
class Deployment:
    """24.11, in the solitaire game: a Red Leader to be brought on, alone or on combat units of one stack."""

    ref: str
    leader: UnitName
    at: Province
    units: tuple[UnitName, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's orders for one Phase. What the Phase does not know is empty.

    A list holds Faulty in the place of an order that could not be read, so that numbers stay as written.
    """

    player: Player
    trades: tuple[Trade | Faulty, ...] = ()
    stacks: tuple[StackOrder | Faulty, ...] = ()
    steals: tuple[Steal | Faulty, ...] = ()
    moves: tuple[Move | Faulty, ...] = ()
    assassinations: tuple[Assassination | Faulty, ...] = ()
    purges: tuple[Purge | Faulty, ...] = ()
    counterpurges: tuple[Counterpurge | Faulty, ...] = ()
    """Path ``A.counterpurge[0]``."""
    execute_czar: ExecuteCzar | Faulty | None = None
    if_ordered_to_execute_czar: Literal["comply", "refuse"] | None = None
    comply_with_execution: bool | None = None
    press: tuple[Press | Faulty, ...] = ()
    quit: bool = False
    subversions: tuple[Subversion | Faulty, ...] = ()
    """Path ``A.subversion[0]``."""
    attacks: tuple[Attack | Faulty, ...] = ()
    leaders: tuple[Deployment | Faulty, ...] = ()
    losses: tuple[UnitName, ...] | None = None
    end_game: str | None = None
    standing: tuple[str, ...] | None = None
    """None: not written. Empty: cancels what stood."""
    cancelled: tuple[str, ...] = ()
    """R40: standing orders the sheet ends by an empty list or `no` in their place: ``losses``, ``counterpurge``,
    ``if_ordered_to_execute_czar``, ``end_game``; so `no` differs from not written."""
    salt: str = ""


def number_of(ref: str) -> int:
    """The number of an order within its list, counted from 1 as dice labels count it."""
    return int(ref[ref.rindex("[") + 1 : -1]) + 1
