"""One class per thing that can happen in a Phase: facts only, in the past tense, each with its case.

Every event has a `kind` (its name in templates/) and a `case`. `ref` is the order it answers, empty where no order
stands behind it. Units are numbers, top to bottom where order matters; players letters; None means nobody.
"""

from typing import NamedTuple

from pbem.core.solitaire_events import SolitaireEvent
from pbem.core.state import Victory
from pbem.core.terms import Case, Color, Marker, Player, Province, Section, Unit


class PlayerQuit(NamedTuple):
    """14.2: a player left the campaign; his markers went to the Randomizer."""

    case: Case
    ref: str
    player: Player
    markers: tuple[Marker, ...]
    kind: str = "player_quit"


class Given(NamedTuple):
    """17/4.2, 15.33: one direction of a trade."""

    case: Case
    ref: str
    player: Player
    to: Player
    politburo: int
    assassin: int
    units: tuple[Unit, ...]
    kind: str = "given"


class Stolen(NamedTuple):
    """17/13.26: a Green unit was attached by the Leader with the Gold."""

    case: Case
    ref: str
    player: Player
    leader: Unit
    unit: Unit
    at: Province
    owner: Player
    kind: str = "stolen"


class Moved(NamedTuple):
    """5.0: a force travelled; `route` begins with the province it started in, `units` is the force as it ended."""

    case: Case
    ref: str
    player: Player
    units: tuple[Unit, ...]
    route: tuple[Province, ...]
    by: str
    stopped_by: Color
    """5.27: the color that stopped it before the end of its written route, or empty."""
    kind: str = "moved"


class PickedUp(NamedTuple):
    """5.13, 13.12: a unit was attached; `leader` None for a Blue or Green force."""

    case: Case
    ref: str
    player: Player
    unit: Unit
    leader: Unit | None
    at: Province
    kind: str = "picked_up"


class PickUpLost(NamedTuple):
    """R12: another force got the unit; `claimant` and `winner` are Leaders, or the top unit of a Blue or Green force."""

    case: Case
    ref: str
    player: Player
    unit: Unit
    at: Province
    claimant: Unit
    winner: Unit
    to: Player
    kind: str = "pick_up_lost"


class Dropped(NamedTuple):
    """5.13, R2: units were detached and stand as one stack, or were left behind (case says which)."""

    case: Case
    ref: str
    player: Player | None
    units: tuple[Unit, ...]
    at: Province
    kind: str = "dropped"


class Joined(NamedTuple):
    """R14: a force went under another stack of its player."""

    case: Case
    ref: str
    player: Player
    units: tuple[Unit, ...]
    under: Unit
    """The top unit of the stack it joined."""
    at: Province
    kind: str = "joined"


class Removed(NamedTuple):
    """5.66, 13.3: a unit left the map for Victory Points, face down."""

    case: Case
    ref: str
    player: Player
    unit: Unit
    at: Province
    kind: str = "removed"


class Divided(NamedTuple):
    """7.11, R14: `units` were split off a stack of more than five."""

    case: Case
    ref: str
    player: Player | None
    units: tuple[Unit, ...]
    at: Province
    kind: str = "divided"


class Fell(NamedTuple):
    """R2: units passed to a Leader above (`leader`), or were detached (None), when their own was lost or lost an Imperial unit."""

    case: Case
    ref: str
    player: Player | None
    units: tuple[Unit, ...]
    leader: Unit | None
    at: Province
    kind: str = "fell"


class Eliminated(NamedTuple):
    """A unit left the map for a section of the Victory Point Chart, face up."""

    case: Case
    ref: str
    unit: Unit
    at: Province
    owner: Player | None
    section: Section
    kind: str = "eliminated"


class FounderLost(NamedTuple):
    """9.14, 11.32: Lenin or Trotsky died; `paid` tells whether his player gave up a Politburo Marker."""

    case: Case
    ref: str
    unit: Unit
    player: Player | None
    paid: bool
    kind: str = "founder_lost"


class Attempted(NamedTuple):
    """10.0: an assassination was rolled."""

    case: Case
    ref: str
    player: Player
    target: Unit
    owner: Player | None
    at: Province
    """Where the attempter's Leader met the target's route."""
    markers: int
    label: str
    killed: bool
    kind: str = "attempted"


class ExecutionOrdered(NamedTuple):
    """13.52: a Committee ordered the Czar's execution; `answer` is complied, refused or awaited."""

    case: Case
    ref: str
    committee: tuple[Player, ...]
    player: Player
    answer: str
    kind: str = "execution_ordered"


class CzarExecuted(NamedTuple):
    """13.54: the Czar went face up to the section of the player who complied."""

    case: Case
    ref: str
    player: Player
    at: Province
    kind: str = "czar_executed"


class Purged(NamedTuple):
    """11.0: a Purge or Counterpurge was rolled. `result` is a number or C."""

    case: Case
    ref: str
    purgers: tuple[Player, ...]
    committee: tuple[Player, ...]
    """Empty for a Counterpurge."""
    target: Player
    strength: int
    leadership: int
    markers: int
    """The Politburo Markers counted, doubled in a Counterpurge."""
    label: str
    result: str
    kind: str = "purged"


class SpoilTaken(NamedTuple):
    """11.21, 11.22: a Red Leader (`unit`) or a Politburo Marker (None) changed hands."""

    case: Case
    ref: str
    player: Player
    owner: Player
    unit: Unit | None
    cost: int
    taken_along: tuple[Unit, ...]
    kind: str = "spoil_taken"


class EventRolled(NamedTuple):
    """12.2: a roll on the Random Events Table."""

    case: Case
    ref: str
    label: str
    result: str
    provinces: tuple[Province, ...]
    kind: str = "event_rolled"


class Drawn(NamedTuple):
    """12.13, R35: a marker was drawn. `fate` is kept, withdrawn, again (no force left, marker out) or nothing (empty)."""

    case: Case
    ref: str
    label: str
    player: Player | None
    marker: Marker
    fate: str
    units: tuple[Unit, ...]
    """Units that came under control, or were withdrawn."""
    kind: str = "drawn"


class Subverted(NamedTuple):
    """8.3: a Subversive Attack was rolled; strengths after doubling."""

    case: Case
    ref: str
    player: Player
    at: Province
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    owner: Player | None
    attack_strength: int
    defense_strength: int
    odds: str
    label: str
    result: str
    doubled: bool
    kind: str = "subverted"


class Attacked(NamedTuple):
    """8.0: an attack was rolled."""

    case: Case
    ref: str
    player: Player
    at: Province
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    owner: Player | None
    attack_strength: int
    defense_strength: int
    odds: str
    label: str
    result: str
    lost_by_attacker: tuple[Unit, ...]
    lost_by_defender: tuple[Unit, ...]
    kind: str = "attacked"


class Precedence(NamedTuple):
    """R29: in which order the players whose attacks were rolled in a province went, where there are several.

    `strengths`: each one's Strength Points in the province when his turn came. Told before the attacks; who ordered
    attacks that came to nothing is not in it (R41).
    """

    case: Case
    ref: str
    at: Province
    order: tuple[Player, ...]
    strengths: tuple[int, ...]
    kind: str = "precedence"


class Captured(NamedTuple):
    """13.41: an Imperial unit went to a survivor (`by`), or stands alone (None)."""

    case: Case
    ref: str
    unit: Unit
    by: Unit | None
    player: Player | None
    at: Province
    kind: str = "captured"


class Replaced(NamedTuple):
    """9.1: an eliminated unit came back."""

    case: Case
    ref: str
    unit: Unit
    at: Province
    kind: str = "replaced"


class NotReplaced(NamedTuple):
    """9.1: units of the Chart could not come back; `provinces` are their homes.

    `reason`: too_late (9.16), red_suspended (9.14), no_leaders (9.15), red_center_occupied (9.13: Tver or Petrograd),
    occupied (9.12).
    """

    case: Case
    ref: str
    units: tuple[Unit, ...]
    reason: str
    provinces: tuple[Province, ...]
    kind: str = "not_replaced"


class Deployed(NamedTuple):
    """15.4, 15.5: a player's Leader was put on the map, alone or with others."""

    case: Case
    ref: str
    player: Player | None
    units: tuple[Unit, ...]
    at: Province
    kind: str = "deployed"


class GameEnded(NamedTuple):
    """14.1: the campaign is over."""

    case: Case
    ref: str
    victory: Victory
    kind: str = "game_ended"


PostalEvent = (
    PlayerQuit | Given | Stolen | Moved | PickedUp | PickUpLost | Dropped | Joined | Removed | Divided | Fell
    | Eliminated | FounderLost | Attempted | ExecutionOrdered | CzarExecuted | Purged | SpoilTaken | EventRolled
    | Drawn | Subverted | Attacked | Precedence | Captured | Replaced | NotReplaced | Deployed | GameEnded
)  # fmt: skip
Event = PostalEvent | SolitaireEvent
"""Whatever can happen, in either game."""
