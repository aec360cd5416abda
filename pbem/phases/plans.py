"""One player's moves as they are being worked out: the plan of his sheet, and the march of one order (5.0, R8).

Nothing here touches the Table. What the plans of all players come to is carried out when all claims are settled.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pbem.core.events import Event
from pbem.core.orders import Move
from pbem.core.state import Stack
from pbem.core.table import StackId, Table
from pbem.core.terms import Case, Color, Ended, Grade, Player, Province, Unit, new
from pbem.core.verdicts import Fact, Facts, Outcome, Remark
from pbem.phases.forces import Force
from pbem.phases.ground import Ground

LEADER_POINTS = 5
"""5.1: Movement Points of a Leader, one for each province entered."""
OTHER_POINTS = 3
"""5.63, 5.72: Movement Points of a Blue or Green unit."""


class Passage(NamedTuple):
    """R11: what a force may do on its way."""

    joined: Mapping[Province, frozenset[Province]]
    """The provinces joined for it, by land or by rail."""
    allowed: frozenset[Province] | None
    """5.65, 5.74: the only provinces it may enter, None for all."""
    points: int
    """How many provinces it may enter."""


_NOWHERE = Passage({}, None, 0)


class Claim(NamedTuple):
    """R12: a Leader, or the top unit of a Blue or Green force, claims an uncontrolled unit."""

    unit: Unit
    claimant: Unit
    player: Player


Wish = tuple[Unit, Unit]
"""R12: a claimant and the unit of nobody's that he is ordered to attach."""
Refused = Mapping[Wish, Claim]
"""R12: what claimants have been refused for good, and the claims that were better."""


class Plan:
    """What one player's sheet comes to, as far as he is not refused a unit (R8, R12)."""

    __slots__ = (
        "asked",
        "claims",
        "events",
        "ground",
        "judging",
        "lost",
        "number",
        "outcomes",
        "overland",
        "player",
        "refused",
        "remarks",
        "removed",
        "rules",
        "saved",
        "shot",
        "table",
        "travelled",
    )

    def __init__(self, table: Table, player: Player, refused: Refused, *, judging: bool = False) -> None:
        """`judging`: also say what only the checker shows: warnings and notes."""
        self.table = table
        self.rules = table.rules
        self.player = player
        self.refused = refused
        self.judging = judging
        self.ground = Ground(table, player)
        self.overland = Passage(table.rules.board.land, None, LEADER_POINTS)
        """R11: what Leaders may do on their way over land."""
        self.claims: dict[Unit, Claim] = {}
        self.lost: list[Wish] = []
        """What was refused when an order came to it."""
        self.removed: list[Unit] = []
        """Units taken off the map for Victory Points (5.66, 13.3)."""
        self.shot: list[Unit] = []
        """26.0: the Czar, once a Red Leader of the solitaire game has come to him."""
        self.travelled: dict[Unit, tuple[Province, ...]] = {}
        """R16: by Leader the provinces of his way, the first and the last included."""
        self.events: list[Event] = []
        self.remarks: list[Remark] = []
        self.outcomes: list[Outcome] = []
        self.number = 0
        """The last order come to that may have a wish, by its place on the sheet."""
        self.asked: dict[Wish, int] = {}
        """By wish the first order that had it."""
        self.saved: dict[int, _Saved] = {}
        """The plan before each such order."""

    def go_back(self, number: int, refused: Refused) -> None:
        """Be as before that order; these wishes are refused from now on."""
        self.restore(self.saved[number])
        self.number = number
        self.refused = refused
        self.asked = {wish: place for wish, place in self.asked.items() if place < number}

    def save(self) -> "_Saved":
        """The plan as it is before an order, which may change all this."""
        ground = self.ground
        saved = (
            ground.stacks.copy(),
            ground.where.copy(),
            ground.moved.copy(),
            ground.transferred.copy(),
            self.claims.copy(),
            self.lost.copy(),
            self.removed.copy(),
            self.travelled.copy(),
            self.shot.copy(),
            len(self.events),
            len(self.remarks),
            len(self.outcomes),
        )
        return new(_Saved, saved)

    def restore(self, saved: "_Saved", *, record: bool = True) -> None:
        """Undo orders. `record`: also what was told of them."""
        ground = self.ground
        ground.stacks, ground.where, ground.moved, ground.transferred = saved[:4]
        self.claims, self.lost, self.removed, self.travelled, self.shot = saved[4:9]
        if record:
            del self.events[saved.events :], self.remarks[saved.remarks :], self.outcomes[saved.outcomes :]

    def walked(self, units: tuple[Unit, ...], way: tuple[Province, ...]) -> None:
        """R16: note the way of the Leaders among the units of a force."""
        leaders = self.rules.leaders
        if units and units[0] in leaders:
            for unit in units:
                if unit in leaders:
                    self.travelled[unit] = way

    def contestable(self, unit: Unit) -> bool:
        """R12: whether taking the unit is a claim: it was nobody's at the start, and he has not had it since."""
        stack = self.table.stack_of(unit)
        return stack is not None and stack.player is None and unit not in self.claims


class _Saved(NamedTuple):
    """A plan as it was before an order; of what was told, how much there was."""

    stacks: dict[StackId, Stack | None]
    where: dict[Unit, StackId | None]
    moved: set[Unit]
    transferred: set[Unit]
    claims: dict[Unit, Claim]
    lost: list[Wish]
    removed: list[Unit]
    travelled: dict[Unit, tuple[Province, ...]]
    shot: list[Unit]
    events: int
    remarks: int
    outcomes: int


class March:
    """One move order while it is carried out."""

    __slots__ = (
        "at",
        "barred",
        "decisive",
        "done",
        "entered",
        "events",
        "faults",
        "force",
        "fresh",
        "ground",
        "order",
        "passage",
        "passing",
        "plan",
        "ref",
        "route",
        "rules",
        "stopped",
        "uncovered",
        "whole",
    )

    def __init__(self, plan: Plan, order: Move) -> None:
        self.plan = plan
        self.rules = plan.rules
        self.ground = plan.ground
        self.order = order
        self.ref = order.ref
        self.at: Province = ""
        self.route: list[Province] = []
        """The provinces of the way so far, the one it started in first."""
        self.entered = False
        """R13: whether the force has entered a province."""
        self.force = Force("", [])
        self.whole = False
        """Whether it is a whole stack as it lay."""
        self.passage = _NOWHERE
        self.stopped: Color = ""
        """5.27: the color that stops the force where it stands."""
        self.passing: Color = ""
        """13.23: the color that will stop it when it goes on without the Czar."""
        self.fresh: list[Unit] = []
        """Units attached where the force stands: they have not entered a province with it (R13)."""
        self.uncovered: dict[Unit, Unit] = {}
        """R4: by Imperial unit the Leader who picked up the unit above it in this order."""
        self.events: list[Event] = []
        self.faults: list[Remark] = []
        """Each part of the order that was not carried out."""
        self.barred: Remark | None = None
        """R9: the illegal or unaffordable step that ended the move."""
        self.decisive: Remark | None = None
        """The fault that ended the move early, which weighs more than others."""
        self.done: list[Case] = []
        """The cases of what was carried out on the way."""

    def fault(
        self, sub: str, code: str, cases: tuple[Case, ...], *, grade: Grade = "error", **facts: Fact
    ) -> None:
        """A part of the order is not carried out; `sub` is its place as the player wrote it."""
        remark = new(Remark, (self.ref, sub, grade, code, cases, facts))
        self.faults.append(remark)
        self.plan.remarks.append(remark)

    def cut_short(self, remark: Remark) -> None:
        """The move ends here, before the end of its route."""
        self.decisive = remark
        self.faults.append(remark)
        self.plan.remarks.append(remark)

    def say(self, sub: str, grade: Grade, code: str, cases: tuple[Case, ...], **facts: Fact) -> None:
        """Tell the player of the checker something that is no fault."""
        if self.plan.judging:
            self.plan.remarks.append(Remark(self.ref, sub, grade, code, cases, facts))

    def end(self, ended: Ended, code: str, cases: tuple[Case, ...], facts: Facts) -> None:
        """Give the order its outcome."""
        self.plan.outcomes.append(new(Outcome, (self.ref, ended, code, cases, facts)))

    def void(self, sub: str, code: str, cases: tuple[Case, ...], **facts: Fact) -> None:
        """The order is void for a fault at that place."""
        self.plan.remarks.append(Remark(self.ref, sub, "error", code, cases, facts))
        self.end("void", code, cases, facts)

    def leave(self, units: tuple[Unit, ...]) -> None:
        """R13: units part from the force where it stands; those that came here with it have moved."""
        if self.entered:
            moved = [unit for unit in units if unit not in self.fresh] if self.fresh else units
            self.ground.moved.update(moved)
