"""The attacks of a province with exact chances: from attack to attack the adjudicator plays each result on a table of
its own, and tables that differ in nothing the attacks to come ask for are one again (8.0, R29–R34).
"""

from collections.abc import Callable, Iterable
from math import lcm
from typing import NamedTuple

from pbem.core.events import Attacked, Captured
from pbem.core.state import Stack
from pbem.core.table import StackId
from pbem.core.terms import Player, Province, Unit
from pbem.core.twins import twin
from pbem.odds.branching import Branching, Forks, TooManyWays, die_faces, ways
from pbem.odds.chances import Chance, add
from pbem.phases.attack_forces import Forces, Reason, Refused, muster
from pbem.phases.combat import ATTACK, Planned, Plans, Turns, make_attack
from pbem.phases.stack_names import notes, strength

MOST_MOMENTS = 5_000
"""A chain with more different moments than this is not followed: trials tell as much, sooner."""


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


class Branch(NamedTuple):
    """One of the things that can come of an attack, and the moment after it; None when it was the last."""

    weight: int
    """In how many of Moment.of equal cases it comes."""
    came: Came
    after: "Moment | None"


class Moment:
    """A province when an attack comes up: the table, whose attacks are being made, and which of them it is."""

    __slots__ = ("branches", "number", "of", "player", "rolled", "table", "turns")

    def __init__(
        self, table: Branching, turns: Turns, player: Player, *, number: int = 0, rolled: bool = False
    ) -> None:
        self.table = table
        self.turns = turns
        self.player = player
        self.number = number
        self.rolled = rolled
        """Whether the player has rolled an attack in his turn."""
        self.branches: tuple[Branch, ...] = ()
        """What can come of it; empty until it is played."""
        self.of = 1
        """What the weights of the branches add up to."""

    @property
    def plan(self) -> Planned:
        """The attack that comes up."""
        return self.turns.plans[self.player][self.number]


_Case = tuple[int, int, Came, Moment | None]
"""A weight, the total it is a part of, what came, and the moment after."""


class Chain:
    """All that can happen in a province, as far as it was asked for."""

    def __init__(self, starts: Iterable[tuple[Chance, Branching]], at: Province, plans: Plans) -> None:
        """`starts`: the tables with which combat can begin, and their chances."""
        self.at = at
        self.plans = plans
        self.reasons: dict[tuple[str, str], Reason] = {}
        """By order and code why an attack came to nothing, with the facts of the first time it was found."""
        self.starts: dict[Moment, Chance] = {}
        self._moments: dict[object, Moment] = {}
        self._asked_for: dict[object, frozenset[Unit]] = {}
        for chance, table in starts:
            cut = _twin(table, _concerned(table, at, plans))
            cut.chart = {section: {} for section in table.chart}  # what lies on it is not asked for
            cut.out_of_play, cut.box, cut.travelled, cut.touched = [], [], {}, {}
            for weight, of, moment in self._next_turn(cut, Turns(cut, at, plans)):
                assert moment is not None
                add(self.starts, moment, chance * weight / of)
        self._whole = lcm(*(chance.denominator for chance in self.starts.values()))

    # --- all that can come -----------------------------------------------------------------------------------

    def outcomes(self) -> dict[str, dict[Came, Chance]]:
        """By order what can come of it, with chances that add up to 1. Raises TooManyWays for too long a chain."""
        found: dict[str, dict[Came, Chance]] = {
            plan.order.ref: {} for own in self.plans.values() for plan in own
        }
        below = self._whole
        now = {moment: int(chance * below) for moment, chance in self.starts.items()}
        while now:
            for moment in now:
                self.play(moment)
            widest = lcm(*(moment.of for moment in now))
            after: dict[Moment, int] = {}
            came: dict[tuple[str, Came], int] = {}
            for moment, weight in now.items():
                ref = moment.plan.order.ref
                weight *= widest // moment.of
                for branch in moment.branches:
                    share = weight * branch.weight
                    came[ref, branch.came] = came.get((ref, branch.came), 0) + share
                    if branch.after is not None:
                        after[branch.after] = after.get(branch.after, 0) + share
            below *= widest
            for (ref, what), share in came.items():
                add(found[ref], what, Chance(share, below))
            now = after
        return found

    def trial(self, below: Callable[[int], int]) -> dict[str, Came]:
        """One way the chain can go, by order; `below` gives a random number below the one it is given."""
        found: dict[str, Came] = {}
        then = self._start(below(self._whole))
        while then is not None:
            branches = self.play(then)
            number = below(then.of)
            for branch in branches:
                number -= branch.weight
                if number < 0:
                    break
            found[then.plan.order.ref] = branch.came
            then = branch.after
        return found

    def _start(self, number: int) -> Moment | None:
        """The moment with which a trial begins, by a number below the whole of their chances."""
        for moment, chance in self.starts.items():
            number -= int(chance * self._whole)
            if number < 0:
                return moment
        return None

    # --- one attack ------------------------------------------------------------------------------------------

    def play(self, moment: Moment) -> tuple[Branch, ...]:
        """What can come of the attack that comes up; played once."""
        if not moment.branches:
            plan = moment.plan
            forces = muster(moment.table, plan.player, plan.order, ATTACK)
            cases = (
                self._refused(moment, forces) if isinstance(forces, Refused) else self._fought(moment, forces)
            )
            moment.of = lcm(*[of for _, of, _, _ in cases])
            moment.branches = tuple(
                [Branch(weight * (moment.of // of), came, then) for weight, of, came, then in cases]
            )
        return moment.branches

    def _refused(self, moment: Moment, refused: Refused) -> list[_Case]:
        reason = refused.faults[0].reason
        self.reasons.setdefault((moment.plan.order.ref, reason.code), reason)
        came = Called(reason.code)
        after = self._after(moment, moment.table, rolled=moment.rolled)
        return [(weight, of, came, then) for weight, of, then in after]

    def _fought(self, moment: Moment, forces: Forces) -> list[_Case]:
        found: list[_Case] = []
        for branch, faces in enumerate(die_faces(moment.table.rules, forces.odds).values()):
            table = _twin(moment.table)
            table.forks = Forks((branch,))
            make_attack(table, moment.plan, forces)
            came = _came(table)
            for weight, of, then in self._after(moment, table, rolled=True):
                found.append((faces * weight, 6 * of, came, then))
        return found

    def _after(
        self, moment: Moment, table: Branching, *, rolled: bool
    ) -> list[tuple[int, int, Moment | None]]:
        """The moments that can follow: the player's next attack, or the next player's first; None when all is done."""
        number = moment.number + 1
        if number < len(self.plans[moment.player]):
            then = Moment(table, moment.turns, moment.player, number=number, rolled=rolled)
            return [(1, 1, self._same(then))]
        turns = moment.turns
        if rolled and len(turns.waiting) > 1:
            turns = turns.twin()
            turns.count_again(table)
        return self._next_turn(table, turns)

    def _next_turn(self, table: Branching, turns: Turns) -> list[tuple[int, int, Moment | None]]:
        """Whose turn it can be next, as a lot may decide."""
        if not turns.waiting:
            return [(1, 1, None)]

        def call(forks: Forks) -> Moment:
            table.forks = forks
            called = turns.twin()
            return Moment(table, called, called.call(table))

        forks = Forks()
        then = call(forks)
        if not forks.path:  # no lot was drawn
            return [(1, 1, self._same(then))]
        return [(chance.numerator, chance.denominator, self._same(then)) for chance, then in ways(call)]

    # --- moments that are alike ------------------------------------------------------------------------------

    def _same(self, moment: Moment) -> Moment:
        """The moment, or one found before that goes on as it does."""
        found = self._moments.setdefault(self._key(moment), moment)
        if found is moment and len(self._moments) > MOST_MOMENTS:
            raise TooManyWays
        return found

    def _key(self, moment: Moment) -> object:
        """All that the attacks to come ask for."""
        table, waiting = moment.table, tuple(moment.turns.waiting)
        progress = (moment.player, moment.number, waiting)
        units = self._asked_for.get(progress)
        if units is None:
            self._asked_for[progress] = units = self._units_asked_for(moment)
        noted, where, stacks = notes(table), table.where, table.stacks
        piles = frozenset([stacks[stack_id] for stack_id in {where[unit] for unit in units if unit in where}])
        attacked = [noted.attacked.get(player, ()) for player in (moment.player, *waiting)]
        if table.rulings.attacked == "once":
            attacked.append(noted.defenders)
        marks = tuple([units.intersection(marked) for marked in (noted.attackers, *attacked)])
        if len(waiting) < 2:
            return progress, piles, marks
        return progress, piles, marks, moment.rolled, moment.turns.ties, _points(moment)

    def _units_asked_for(self, moment: Moment) -> frozenset[Unit]:
        """R30: the units that stood, when combat began, in stacks that are named by an attack to come."""
        plans = list(self.plans[moment.player][moment.number :])
        for player in moment.turns.waiting:
            plans += self.plans[player]
        return frozenset(unit for stack in _named(moment.table, plans) for unit in stack.units)


def _points(moment: Moment) -> object:
    """R29: what decides whose turn is next: the points of those who wait, as last counted and as they are."""
    table, turns = moment.table, moment.turns
    found = dict.fromkeys(turns.waiting, 0)
    for stack_id in table.at.get(turns.at, ()):
        stack = table.stacks[stack_id]
        if stack.player in found:
            found[stack.player] += strength(table, stack.units)
    return tuple(found.values()), tuple([turns.totals.get(player, 0) for player in turns.waiting])


def _named(table: Branching, plans: Iterable[Planned]) -> list[Stack]:
    """The stacks the attacks name, as they stood when combat began."""
    noted = notes(table)
    return [
        noted.stacks[noted.where[name]]
        for plan in plans
        for name in (*plan.order.units, plan.order.against)
        if isinstance(name, int) and name in noted.where
    ]


def _concerned(table: Branching, at: Province, plans: Plans) -> set[StackId]:
    """The stacks that a chain can ask for: those of the province, and what is left of those that are named."""
    units = [unit for own in plans.values() for stack in _named(table, own) for unit in stack.units]
    return {*table.at.get(at, ()), *(table.where[unit] for unit in units if unit in table.where)}


def _twin(table: Branching, only: set[StackId] | None = None) -> Branching:
    found = twin(table, only)
    found.in_lots = table.in_lots
    return found


def _came(table: Branching) -> Fought:
    """What the record of a table with one attack says."""
    attacked = next(event for event in table.events if isinstance(event, Attacked))
    captured = tuple([(event.unit, event.by) for event in table.events if isinstance(event, Captured)])
    return Fought(
        attacked.odds, attacked.result, attacked.lost_by_attacker, attacked.lost_by_defender, captured
    )
