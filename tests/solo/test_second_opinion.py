"""The other side's movement, stacking and choice of attacks once more, written anew from the page of rulings and as
plainly as can be, and compared on random positions: where everything ends, and every roll in its order."""

import random
from collections import defaultdict
from collections.abc import Iterator

from pbem.chance.quick import QuickDice
from pbem.core.rules import Rules
from pbem.core.state import Faces, Holding, Stack
from pbem.core.terms import NONRED, RED
from pbem.solo.sequence import play
from pbem.solo.state import SoloState
from tests.seeds import for_seeds

CZAR, GOLD = 1, 2
TARGETS = ("PETR", "TVER")
PLACES = (
    "ARCH DONC KHAR KIEV LIVO MINS OLON PSKO RYAZ SARA SAMA SMOL TULA TVER PETR VILN VITE VORO EKAT PERM OMSK BARN "
    "DAGH TERE KURS OREL FINL POLA KIRG CHER"
).split()
BLUE, GREEN = ("FR", "BR", "US", "JA", "CZ"), ("BA", "BY", "TC", "SB", "FN", "PO", "UK")
Pile = tuple[int, ...]
Standing = list[tuple[str, str | None, Pile]]


# --- positions -----------------------------------------------------------------------------------------------------


class Drawing:
    """A position while its stacks are drawn at random, close together."""

    def __init__(self, seed: int, rules: Rules) -> None:
        self.chance = random.Random(seed)
        self.rules = rules
        self.places = self.chance.sample(PLACES, self.chance.randint(4, 9))
        self.imperial = self.chance.sample([CZAR, GOLD], self.chance.randint(0, 2))
        self.control = tuple(code for code in (*BLUE, *GREEN) if self.chance.random() < 0.6)
        self.free: dict[tuple[str, str], list[int]] = defaultdict(list)
        for unit, one in rules.counters.items():
            self.free[one.color, one.kind].append(unit)
        self.stacks: list[Stack] = []

    def some(self, color: str, kind: str, most: int) -> list[int]:
        pool = self.free[color, kind]
        return [pool.pop(self.chance.randrange(len(pool))) for _ in range(min(most, len(pool)))]

    def lay(self, at: str | None, player: str | None, units: Pile) -> None:
        if at is not None and units:
            self.stacks.append(Stack(at, player, units))

    def loose(self, color: str) -> None:
        """A stack without a Leader, now and then with an Imperial unit."""
        units = tuple(self.some(color, "combat", self.chance.randint(1, 5)))
        if units and self.imperial and color == "white" and self.chance.random() < 0.3:
            units = (units[0], self.imperial.pop(), *units[1:])
        self.lay(self.chance.choice(self.places), None, units)

    def led(self, color: str) -> None:
        """A stack of one Leader or two."""
        units: Pile = ()
        for leader in self.some(color, "leader", self.chance.choice((1, 1, 1, 2))):
            room = 4 - len([unit for unit in units if unit > 2])
            if room < 0:
                break
            below = self.imperial[:1] if color == "white" and self.chance.random() < 0.3 else []
            self.imperial = self.imperial[len(below) :]
            number = self.chance.randint(0, min(room, self.rules.value[leader]))
            units += (leader, *below, *self.some(color, "combat", number))
        self.lay(self.chance.choice(self.places), RED if color == "red" else NONRED, units)

    def nation(self, code: str) -> None:
        """Some units of a nationality, where they may be."""
        units = [
            unit
            for unit, one in self.rules.counters.items()
            if one.nationality == code and self.chance.random() < 0.6
        ]
        allowed = self.rules.entry.get(code, self.places)
        while units:
            number = self.chance.randint(1, min(5, len(units)))
            pile, units = tuple(units[:number]), units[number:]
            at = self.chance.choice([place for place in self.places if place in allowed] or [None])
            self.lay(at, NONRED if code in self.control else None, pile)


def position(seed: int, rules: Rules, phase: str) -> SoloState:
    """A position at random before this Phase."""
    drawing = Drawing(seed, rules)
    for _ in range(drawing.chance.randint(2, 8)):
        for color in ("white", "white", "red"):
            (drawing.loose if drawing.chance.random() < 0.3 else drawing.led)(color)
    for code in (*BLUE, *GREEN, "GE", "RM"):
        drawing.nation(code)
    there = {unit for stack in drawing.stacks for unit in stack.units}
    return SoloState(
        turn=2,
        phase=phase,  # type: ignore[arg-type]
        players=(NONRED, RED),
        stacks=tuple(sorted(drawing.stacks, key=lambda stack: (stack.at, stack.units))),
        holdings={NONRED: Holding(control=drawing.control), RED: Holding()},
        chart={section: Faces() for section in (NONRED, RED, "unassigned")},
        box=tuple(unit for unit in rules.counters if unit not in there),
    )


# --- what is what ----------------------------------------------------------------------------------------------------


class Opinion:
    """One Phase, done by hand."""

    def __init__(self, state: SoloState, rules: Rules, seed: int) -> None:
        self.rules = rules
        self.dice = QuickDice(seed)
        self.rolled: list[str] = []
        self.stacks: Standing = [(stack.at, stack.player, stack.units) for stack in state.stacks]

    def color(self, units: Pile) -> str:
        return next((self.rules.color[unit] for unit in units if unit > 2), "")

    def leaders(self, units: Pile) -> list[int]:
        return [unit for unit in units if unit in self.rules.leaders]

    def governing(self, units: Pile) -> int:
        return min(self.leaders(units) or [unit for unit in units if unit > 2])

    def strength(self, units: Pile) -> int:
        return sum(self.rules.value[unit] for unit in units if unit > 2)

    def here(self, at: str) -> Standing:
        return [stack for stack in self.stacks if stack[0] == at]

    def choose(self, label: str, texts: list[str]) -> str:
        self.rolled.append(label)
        return self.dice.choice(label, tuple(texts))

    # --- S5 to S12 ---------------------------------------------------------------------------------------------------

    def paths(self, start: str) -> list[str]:
        """All ways of the fewest rail lines to either target; off the net by the fewest provinces over land first."""
        rails, land = self.rules.board.rails, self.rules.board.land
        if self.lines(start) is not None:
            return sorted(self.ways((start,), rails))
        found: list[tuple[str, ...]] = [(start,)]
        while True:
            reached = [way for way in found if self.lines(way[-1]) is not None]
            if reached:
                least = min(self.lines(way[-1]) for way in reached)  # type: ignore[type-var]
                both = [
                    (*way[:-1], *rest.split("-"))
                    for way in reached
                    if self.lines(way[-1]) == least
                    for rest in self.ways((way[-1],), rails)
                ]
                return sorted({"-".join(way) for way in both})
            seen = {way[-1] for way in found}
            found = [
                (*way, to)
                for way in found
                for to in sorted(land[way[-1]])
                if to not in way and to not in seen
            ]

    def lines(self, start: str) -> int | None:
        """How many rail lines it is to the nearer target; None where there is no way."""
        reached, steps = {start}, 0
        while not reached & set(TARGETS):
            wider = reached | {to for at in reached for to in self.rules.board.rails[at]}
            if wider == reached:
                return None
            reached, steps = wider, steps + 1
        return steps

    def ways(self, way: tuple[str, ...], joins: object) -> Iterator[str]:
        left = self.lines(way[-1])
        if left == 0:
            yield "-".join(way)
            return
        for to in sorted(joins[way[-1]]):  # type: ignore[index]
            if self.lines(to) == left - 1:  # type: ignore[operator]
                yield from self.ways((*way, to), joins)

    def may_enter(self, units: Pile, at: str) -> bool:
        allowed = self.rules.entry.get(self.rules.nationality[self.governing(units)])
        return allowed is None or at in allowed

    def move(self) -> None:
        forces = [stack for stack in self.stacks if stack[1] == NONRED]
        order = {"white": 0, "green": 1, "blue": 2}
        for at, player, units in sorted(
            forces, key=lambda one: (order[self.color(one[2])], self.governing(one[2]))
        ):
            paths = self.paths(at)
            label = f"path/{self.governing(units)}"
            path = (self.choose(label, paths) if len(paths) > 1 else paths[0]).split("-")
            if at in TARGETS or len(path) < 2 or not self.may_enter(units, path[1]):
                continue
            label = f"move/{self.governing(units)}"
            self.rolled.append(label)
            left, now = self.dice.die(label), at
            for to in path[1:]:
                if left == 0 or not self.may_enter(units, to):
                    break
                now, left = to, left - 1
                foreign = {self.color(other[2]) for other in self.here(to)} - {"", self.color(units)}
                passes = self.color(units) == "white" and CZAR in units and foreign <= {"blue"}
                if to in TARGETS or (foreign and not passes):
                    break
            self.stacks.remove((at, player, units))
            self.stacks.append((now, player, units))

    # --- S14 to S17 --------------------------------------------------------------------------------------------------

    def command(self, leader: int, imperial: list[int]) -> int:
        return self.rules.value[leader] + (2 if CZAR in imperial else 0) + (2 if GOLD in imperial else 0)

    def stack(self) -> None:
        for at in sorted({stack[0] for stack in self.stacks}):
            white = [one for one in self.here(at) if self.color(one[2]) == "white"]
            if any(self.leaders(one[2]) for one in white):
                self.stacks = [one for one in self.stacks if one not in white]
                self.stack_white(at, [one[2] for one in white])
            nations = defaultdict(list)
            for one in self.here(at):
                if one[1] == NONRED and self.color(one[2]) in ("blue", "green"):
                    nations[self.rules.nationality[self.governing(one[2])]].append(one)
            for members in nations.values():
                self.stacks = [one for one in self.stacks if one not in members]
                units = self.ranked(unit for one in members for unit in one[2])
                for begin in range(0, len(units), 5):
                    self.stacks.append((at, NONRED, tuple(units[begin : begin + 5])))

    def ranked(self, units: object) -> list[int]:
        return sorted(units, key=lambda unit: (-self.rules.value[unit], unit))  # type: ignore[call-overload]

    def stack_white(self, at: str, piles: list[Pile]) -> None:
        held: dict[int, list[int]] = defaultdict(list)
        for pile in piles:
            above = 0
            for unit in pile:
                if unit in (CZAR, GOLD):
                    held[above].append(unit)
                elif unit in self.rules.leaders or not self.leaders(pile[: pile.index(unit)]):
                    above = above if unit not in self.rules.leaders and above else unit
        leaders = sorted(unit for pile in piles for unit in self.leaders(pile))
        units = self.ranked(u for pile in piles for u in pile if u > 2 and u not in self.rules.leaders)
        while leaders and units:
            parts: list[list[int]] = []
            room = 5
            while leaders and room:
                leader = leaders.pop(0)
                imperial, taken = list(held[leader]), []
                room -= 1
                while units and room and len(taken) < self.command(leader, imperial):
                    taken.append(units.pop(0))
                    imperial += held[taken[-1]]
                    room -= 1
                parts.insert(0, [leader, *sorted(imperial), *taken])
            self.stacks.append((at, NONRED, tuple(unit for part in parts for unit in part)))
        best = sorted(leaders, key=lambda leader: (-self.rules.value[leader], leader))
        for begin in range(0, len(best), 5):
            five = sorted(best[begin : begin + 5], reverse=True)
            self.stacks.append(
                (at, NONRED, tuple(u for leader in five for u in (leader, *sorted(held[leader]))))
            )
        for begin in range(0, len(units), 5):
            five = units[begin : begin + 5]
            imperial = sorted(one for unit in five for one in held[unit])
            self.stacks.append((at, None, (five[0], *imperial, *five[1:])))

    # --- S19 to S21 --------------------------------------------------------------------------------------------------

    def attacks(self) -> list[tuple[str, Pile, str]]:
        """Where an attack is made, on whom, and at which odds."""
        found = []
        for at in sorted({stack[0] for stack in self.stacks}):
            own = [one[2] for one in self.here(at) if one[1] == NONRED]
            prey = [one[2] for one in self.here(at) if self.color(one[2]) == "red"]
            if not prey:
                own = [units for units in own if self.color(units) == "white"]
                prey = [one[2] for one in self.here(at) if self.color(one[2]) == "green" and one[1] == NONRED]
            if not own or not prey:
                continue
            attack, least = sum(map(self.strength, own)), min(map(self.strength, prey))
            if attack < least:
                continue
            weakest = sorted(
                (units for units in prey if self.strength(units) == least),
                key=lambda units: min(unit for unit in units if unit > 2),
            )
            target = weakest[0]
            if len(weakest) > 1:
                names = [str(min(unit for unit in units if unit > 2)) for units in weakest]
                target = weakest[names.index(self.choose(f"target/{at}", names))]
            self.rolled.append(f"combat/{at}/nonred")
            self.dice.die(self.rolled[-1])
            found.append((at, target, f"{min(attack // least, 6)}:1"))
        return found


# --- the comparison --------------------------------------------------------------------------------------------------


def lying(state: SoloState) -> list[tuple[str, str | None, Pile]]:
    return sorted(((one.at, one.player, one.units) for one in state.stacks), key=repr)


@for_seeds(range(60), at_once=20)
def test_movement(seed: int, rules: Rules) -> None:
    state = position(seed, rules, "nonred-movement")
    opinion = Opinion(state, rules, seed)
    opinion.move()
    result = play(state, None, QuickDice(seed), rules)
    assert [roll.label for roll in result.rolls] == opinion.rolled
    assert lying(result.state) == sorted(opinion.stacks, key=repr)


@for_seeds(range(100, 160), at_once=20)
def test_stacking(seed: int, rules: Rules) -> None:
    state = position(seed, rules, "nonred-stacking")
    opinion = Opinion(state, rules, seed)
    opinion.stack()
    result = play(state, None, QuickDice(seed), rules)
    assert lying(result.state) == sorted(opinion.stacks, key=repr)


@for_seeds(range(200, 260), at_once=20)
def test_attacks(seed: int, rules: Rules) -> None:
    state = position(seed, rules, "nonred-combat")
    opinion = Opinion(state, rules, seed)
    attacks = opinion.attacks()
    result = play(state, None, QuickDice(seed), rules)
    assert [roll.label for roll in result.rolls] == opinion.rolled
    made = [(one.at, one.defenders, one.odds) for one in result.events if one.kind == "attacked"]
    assert made == [(at, tuple(u for u in target if u > 2), odds) for at, target, odds in attacks]
