"""The attacks of a province with exact chances: from attack to attack the adjudicator plays each result on a table of
its own, and tables that differ in nothing the attacks to come ask for are one again (8.0, R29–R34).
"""

from collections.abc import Callable, Iterable
from math import lcm
from typing import NamedTuple

from pbem.core.table import StackId
from pbem.core.terms import Province, new
from pbem.core.twins import twin
from pbem.odds.beside import beside
from pbem.odds.branching import Branching, Forks, TooManyWays, die_faces, ways
from pbem.odds.came import Called, Came, CameOf, came_of
from pbem.odds.chances import Chance
from pbem.odds.lines import Line, Lines
from pbem.phases.attack_forces import Forces, Reason, muster
from pbem.phases.combat import ATTACK, Plans, Turns, carry_out
from pbem.phases.stack_names import notes, strength

MOST_MOMENTS = 5_000
"""A chain with more different moments than this is not followed: trials tell as much, sooner."""


class Branch(NamedTuple):
    """One of the things that can come of an attack, and the moments after it."""

    weight: int
    """In how many of Moment.of equal cases it comes."""
    came: CameOf
    """Of the attack, and of those after it that come to nothing."""
    after: "tuple[Moment, ...]"
    """Where the next attacks are rolled: none when all is done, several where what is left has nothing in common."""


class Moment:
    """A province when an attack comes up: the table, and which attacks it asks for."""

    __slots__ = ("branches", "forces", "line", "of", "rolled", "table", "turns")

    forces: Forces
    """Who makes the first attack of the line on whom, once it is known that it can be made."""

    def __init__(self, table: Branching, line: Line, turns: Turns, *, rolled: bool = False) -> None:
        self.table = table
        self.line = line
        self.turns = turns
        """Whose attacks come after those of the line, where that is not settled."""
        self.rolled = rolled
        """Whether the player has rolled an attack in his turn."""
        self.branches: tuple[Branch, ...] = ()
        """What can come of it; empty until it is played."""
        self.of = 1
        """What the weights of the branches add up to."""


_Counted = dict[tuple[str, Came], int]
"""In how many of so many equal cases what came of an order."""
_Case = tuple[int, int, CameOf, tuple[Moment, ...]]
"""A weight, the total it is a part of, what came, and the moments after."""


class Chain:
    """All that can happen in a province, as far as it was asked for."""

    def __init__(self, starts: Iterable[tuple[Chance, Branching]], at: Province, plans: Plans) -> None:
        """`starts`: the tables with which combat can begin, and their chances."""
        self.at = at
        self.plans = plans
        self.reasons: dict[tuple[str, str], Reason] = {}
        """By order and code why an attack came to nothing, with the facts of the first time it was found."""
        self._moments: dict[object, Moment] = {}
        """Moments at which an attack is rolled, by what the attacks to come ask for."""
        self._known: dict[object, list[_Case]] = {}
        """By the same, where attacks come up that may come to nothing: where one can be rolled next."""
        known: list[Lines] = []
        cases: list[_Case] = []
        for chance, table in starts:
            lines = _lines(known, table, plans)
            cut = twin(table, _concerned(table, at, lines))
            cut.in_lots = table.in_lots
            above, below = chance.as_integer_ratio()
            for weight, of, came, after in self._next_turn(cut, Turns(cut, at, plans), lines):
                cases.append((above * weight, below * of, came, after))
        self._start, self._of = _branches(cases)

    # --- all that can come -----------------------------------------------------------------------------------

    def outcomes(self) -> dict[str, dict[Came, Chance]]:
        """By order what can come of it, with chances that add up to 1. Raises TooManyWays for too long a chain."""
        found: dict[str, dict[Came, Chance]] = {
            plan.order.ref: {} for own in self.plans.values() for plan in own
        }
        came, now = _step([(1, self._start)])
        below = self._of
        counted = [(came, below)]
        while now:
            for moment in now:
                self.play(moment)
            widest = lcm(*[moment.of for moment in now])
            came, now = _step(
                [(weight * (widest // moment.of), moment.branches) for moment, weight in now.items()]
            )
            below *= widest
            counted.append((came, below))
        for (ref, what), share in _added(counted, below).items():
            found[ref][what] = Chance(share, below)
        return found

    def trial(self, below: Callable[[int], int]) -> dict[str, Came]:
        """One way the chain can go, by order; `below` gives a random number below the one it is given."""
        branch = _drawn(self._start, below(self._of))
        found = dict(branch.came)
        then = list(branch.after)
        while then:
            moment = then.pop()
            branch = _drawn(self.play(moment), below(moment.of))
            found.update(branch.came)
            then += branch.after
        return found

    # --- one attack ------------------------------------------------------------------------------------------

    def play(self, moment: Moment) -> tuple[Branch, ...]:
        """What can come of the attack that comes up; played once."""
        if not moment.branches:
            moment.branches, moment.of = _branches(self._fought(moment))
        return moment.branches

    def _fought(self, moment: Moment) -> list[_Case]:
        """The attack with each result of its die."""
        plan = moment.line.first
        found: list[_Case] = []
        for face, faces in die_faces(moment.table.rules, moment.forces.odds).items():
            table = beside(moment.table, face)
            carry_out(table, plan, moment.forces)
            came = plan.order.ref, came_of(table)
            for weight, of, more, after in self._after(moment, table, rolled=True):
                found.append((faces * weight, 6 * of, (came, *more), after))
        return found

    def _next_rolled(self, moment: Moment) -> list[_Case]:
        """Where an attack can be rolled next, at this moment or after, with what comes to nothing before."""
        key = _key(moment)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._find_rolled(moment, key)
            if len(self._known) > MOST_MOMENTS:
                raise TooManyWays
        return known

    def _find_rolled(self, moment: Moment, key: object) -> list[_Case]:
        """The same where nothing alike has come up before; `key`: that of the moment."""
        called: list[tuple[str, Came]] = []
        while True:
            plan = moment.line.first
            forces = muster(moment.table, plan.player, plan.order, ATTACK)
            if isinstance(forces, Forces):
                moment.forces = forces
                moment = self._moments.setdefault(_key(moment) if called else key, moment)
                return [(1, 1, tuple(called), (moment,))]
            reason = forces.faults[0].reason
            self.reasons.setdefault((plan.order.ref, reason.code), reason)
            called.append((plan.order.ref, new(Called, (reason.code,))))
            rest = moment.line.rest
            if len(rest) != 1:
                break
            moment.line = rest[0]
        after = self._after(moment, moment.table, rolled=moment.rolled)
        return [(weight, of, (*called, *came), then) for weight, of, came, then in after]

    def _after(self, moment: Moment, table: Branching, *, rolled: bool) -> list[_Case]:
        """The same once the first attack of a moment's line is done."""
        line, turns = moment.line, moment.turns
        if line.rest:
            return self._each_rolled([Moment(table, rest, turns, rolled=rolled) for rest in line.rest])
        if not line.waiting:
            return [(1, 1, (), ())]
        if rolled:
            turns = turns.twin()
            turns.count_again(table)
        return self._next_turn(table, turns, line.lines)

    def _each_rolled(self, moments: list[Moment]) -> list[_Case]:
        """The same from moments that have nothing in common; if there are several no turns come after."""
        if len(moments) == 1:
            return self._next_rolled(moments[0])
        came: CameOf = ()
        after: tuple[Moment, ...] = ()
        for moment in moments:
            ((_, _, more, then),) = self._next_rolled(moment)
            came += more
            after += then
        return [(1, 1, came, after)]

    def _next_turn(self, table: Branching, turns: Turns, lines: Lines) -> list[_Case]:
        """The same from the next player's first attack; a lot may decide who that is."""

        def call(forks: Forks) -> list[Moment]:
            table.forks = forks
            then = turns.twin()
            player = then.call(table)
            return [Moment(table, line, then) for line in lines.called(player, then.waiting)]

        forks = Forks()
        first = call(forks)
        if not forks.depth:  # no lot was drawn
            return self._each_rolled(first)
        return [
            (chance.numerator * weight, chance.denominator * of, came, after)
            for chance, called in ways(call)
            for weight, of, came, after in self._each_rolled(called)
        ]


def _key(moment: Moment) -> object:
    """All that the attacks to come ask for."""
    table, line = moment.table, moment.line
    noted, where, stacks = notes(table), table.where, table.stacks
    piles = frozenset(
        [stacks[stack_id] for stack_id in {where[unit] for unit in line.units if unit in where}]
    )
    attacked = [noted.attacked.get(player, ()) for player in line.players]
    if table.rulings.attacked == "once":
        attacked.append(noted.defenders)
    marks = tuple([line.units.intersection(marked) for marked in (noted.attackers, *attacked)])
    if not line.waiting:
        return line, piles, marks
    return line, piles, marks, moment.rolled, moment.turns.ties, _points(moment)


def _lines(known: list[Lines], table: Branching, plans: Plans) -> Lines:
    """The lines of a table on which combat begins, those of one on which it began alike if there is one."""
    stacks = notes(table).stacks
    for lines in known:
        if lines.stacks == stacks:
            return lines
    known.append(Lines(table, plans))
    return known[-1]


def _branches(cases: list[_Case]) -> tuple[tuple[Branch, ...], int]:
    """Cases as branches, and what their weights add up to."""
    whole = lcm(*[of for _, of, _, _ in cases])
    return tuple(
        [new(Branch, (weight * (whole // of), came, then)) for weight, of, came, then in cases]
    ), whole


def _drawn(branches: tuple[Branch, ...], number: int) -> Branch:
    """The branch to which a number below the sum of their weights belongs."""
    for branch in branches:
        number -= branch.weight
        if number < 0:
            return branch
    raise AssertionError("the number is too large")


def _step(now: Iterable[tuple[int, tuple[Branch, ...]]]) -> tuple[_Counted, dict[Moment, int]]:
    """What came on branches, each with what its weight counts, and the moments after with their weight."""
    came: _Counted = {}
    after: dict[Moment, int] = {}
    for weight, branches in now:
        for branch in branches:
            share = weight * branch.weight
            for what in branch.came:
                came[what] = came.get(what, 0) + share
            for then in branch.after:
                after[then] = after.get(then, 0) + share
    return came, after


def _added(counted: Iterable[tuple[_Counted, int]], below: int) -> _Counted:
    """What was counted of different wholes, of one whole (`below`) that each of theirs divides."""
    found: _Counted = {}
    for came, whole in counted:
        larger = below // whole
        for what, share in came.items():
            found[what] = found.get(what, 0) + share * larger
    return found


def _points(moment: Moment) -> object:
    """R29: what decides whose turn is next: the points of those who wait, as last counted and as they are."""
    table, turns = moment.table, moment.turns
    found = dict.fromkeys(turns.waiting, 0)
    for stack_id in table.at.get(turns.at, ()):
        stack = table.stacks[stack_id]
        if stack.player in found:
            found[stack.player] += strength(table, stack.units)
    return tuple(found.values()), tuple([turns.totals.get(player, 0) for player in turns.waiting])


def _concerned(table: Branching, at: Province, lines: Lines) -> set[StackId]:
    """The stacks that a chain can ask for: those of the province, and what is left of those that are named."""
    return {*table.at.get(at, ()), *[table.where[unit] for unit in lines.units if unit in table.where]}
