"""`given` of a case as a State: where every counter is, checked against the rules of stacking (7.0, R1, R3)."""

from collections.abc import Mapping
from typing import cast

from pbem.casefiles.read import PHASES
from pbem.casefiles.shape import (
    PLAYERS,
    CaseFault,
    entries,
    items,
    lists_units,
    markers,
    missing,
    one_of,
    plain,
    player,
    province,
    several,
    truth,
    units,
    units_and_markers,
    whole,
    word,
    words,
)
from pbem.core.invariants import stack_fault
from pbem.core.rules import Rules
from pbem.core.state import Faces, Flags, Holding, Stack, State
from pbem.core.terms import (
    BLUE_CONTROL,
    GREEN_CONTROL,
    UNASSIGNED,
    Marker,
    PhaseName,
    Player,
    Section,
    Unit,
)
from pbem.errors import UnknownRuling
from pbem.rulebook import load_rules
from pbem.sheets.places import Node
from pbem.words import unit_in_words

GIVEN_KEYS = (
    "players",
    "turn",
    "phase",
    "only_listed_units",
    "stacks",
    "holdings",
    "hands",
    "chart",
    "randomizer",
    "out_of_play",
    "flags",
    "rulings",
)


def rules_of(name: str, given: Node | None) -> Rules:
    """The rules of a case with its choice of rulings."""
    written = entries(given).get("rulings")
    choices = {key: plain(value) for key, value in entries(written).items()}
    try:
        return load_rules(name, rulings=choices)
    except UnknownRuling as error:
        raise CaseFault(error.what, entries(written)[error.option], error.cure) from None


def players_of(given: Node | None) -> tuple[Player, ...]:
    """The seats of a case; A, B and C unless it names them."""
    node = entries(given).get("players")
    if node is None or missing(node):
        return PLAYERS[:3]
    found = tuple(sorted({player(item, PLAYERS) for item in several(node)}))
    if not found:
        raise CaseFault("a case needs players", node)
    return found


def position(given: Node | None, rules: Rules, phase: str) -> State:
    """The given position. `phase` is the one the case plays first, where `given` names none. Raises CaseFault."""
    return Given(given, rules).state(phase or "first")


class Given:
    """A position while it is put together: which units and Control Markers have found their place."""

    phases: tuple[str, ...] = PHASES
    known: tuple[str, ...] = GIVEN_KEYS
    """The keys of `given`."""

    def __init__(self, given: Node | None, rules: Rules) -> None:
        self.rules = rules
        self.keys = entries(given, self.known)
        self.players = self.seats(given)
        self.placed: set[Unit] = set()
        self.control: dict[str, Player] = {}
        self.stacks: list[Stack] = []

    def seats(self, given: Node | None) -> tuple[Player, ...]:
        """Who plays."""
        return players_of(given)

    def owner(self, node: Node | None, units: tuple[Unit, ...]) -> Player | None:
        """Whose a stack is: the player written, or nobody."""
        return None if node is None or missing(node) else player(node, self.players)

    def as_controlled(self, stack: Stack) -> Stack:
        """The stack once it is known who holds which Control Marker."""
        return stack

    def state(self, phase: str) -> State:
        """The whole position."""
        keys = self.keys
        phase = one_of(keys["phase"], self.phases) if "phase" in keys else phase
        holdings = self._holdings()
        chart = self._chart()
        out_of_play = self._out_of_play()
        self._stacks(keys.get("stacks"))
        if not truth(keys.get("only_listed_units"), default=True) and phase != "setup":
            self._others_at_home()  # at the set-up they are still to be deployed, out of the box
        return State(
            turn=whole(keys.get("turn"), 0 if phase == "setup" else 1),
            phase=cast(PhaseName, phase),
            players=self.players,
            stacks=tuple(sorted(self.stacks, key=lambda stack: (stack.at, stack.units))),
            holdings=self._with_control(holdings),
            chart=chart,
            randomizer=markers(keys.get("randomizer")),
            out_of_play=out_of_play,
            box=tuple(unit for unit in self.rules.counters if unit not in self.placed),
            flags=self.flags(keys.get("flags")),
        )

    def _place(self, found: tuple[Unit, ...], node: Node | None) -> tuple[Unit, ...]:
        """Note that units have their place; a unit in two is a fault."""
        for unit in found:
            if unit in self.placed:
                raise CaseFault(f"{unit_in_words(unit, self.rules)} is given in two places", node)
            self.placed.add(unit)
        return found

    def _holdings(self) -> dict[Player, Holding]:
        """Markers in hand, and Leaders before the set-up (`hands`)."""
        found: dict[Player, Holding] = {}
        hands = entries(self.keys.get("hands"), self.players)
        markers_held = entries(self.keys.get("holdings"), self.players)
        for letter in self.players:
            held = entries(markers_held.get(letter), ("politburo", "assassin", "control"))
            dealt = entries(hands.get(letter), ("units", "politburo", "assassin"))
            for item in several(held.get("control")):
                nationality = one_of(item, (*BLUE_CONTROL, *GREEN_CONTROL))
                if self.control.setdefault(nationality, letter) != letter:
                    raise CaseFault(f"the Control Marker {nationality} is given twice", item)
            found[letter] = Holding(
                politburo=whole(held.get("politburo")) + whole(dealt.get("politburo")),
                assassin=whole(held.get("assassin")) + whole(dealt.get("assassin")),
                units=tuple(sorted(self._place(units(dealt.get("units"), self.rules), dealt.get("units")))),
            )
        return found

    def _with_control(self, holdings: Mapping[Player, Holding]) -> dict[Player, Holding]:
        """The holdings with the Control Markers, those of given stacks among them."""
        return {
            letter: Holding(
                holding.politburo,
                holding.assassin,
                tuple(sorted(nationality for nationality, owner in self.control.items() if owner == letter)),
                holding.units,
            )
            for letter, holding in holdings.items()
        }

    def _chart(self) -> dict[Section, Faces]:
        """Units on the Victory Point Chart; a plain list lies face up."""
        sections: tuple[Section, ...] = (*self.players, UNASSIGNED)
        written = entries(self.keys.get("chart"), sections)
        found: dict[Section, Faces] = {}
        for section in sections:
            node = written.get(section)
            faces = {"up": node} if lists_units(node) else entries(node, ("up", "down"))
            up, down = (self._place(units(faces.get(face), self.rules), node) for face in ("up", "down"))
            found[section] = Faces(tuple(sorted(up)), tuple(sorted(down)))
        return found

    def _out_of_play(self) -> tuple[Unit | Marker, ...]:
        node = self.keys.get("out_of_play")
        found = units_and_markers(node, self.rules)
        self._place(tuple(thing for thing in found if isinstance(thing, int)), node)
        return found

    def _stacks(self, node: Node | None) -> None:
        """The stacks on the map; a Blue or Green one with a player puts its Control Marker in his hand."""
        given: list[tuple[Stack, Node]] = []
        for item in items(node):
            keys = entries(item, ("at", "player", "units"))
            if missing(keys.get("at")):
                raise CaseFault("a stack needs `at`, the province where it stands", item)
            at = province(word(keys.get("at")), keys.get("at"), self.rules)
            found = self._place(units(keys.get("units"), self.rules), item)
            if not found:
                raise CaseFault("a stack needs units", item)
            stack = Stack(at, self.owner(keys.get("player"), found), found)
            self._take_control(stack, item)
            given.append((stack, item))
        for written, item in given:
            stack = self._under_marker(self.as_controlled(written))
            fault = stack_fault(stack, self.control, self.rules)
            if fault:
                raise CaseFault(f"this stack cannot be: {fault}", item)
            self.stacks.append(stack)

    def _take_control(self, stack: Stack, node: Node) -> None:
        nationality = self.rules.nationality[stack.units[0]]
        if not nationality or stack.player is None:
            return
        if nationality not in (*BLUE_CONTROL, *GREEN_CONTROL):
            raise CaseFault(f"nobody controls units of {nationality} (5.62)", node)
        if self.control.setdefault(nationality, stack.player) != stack.player:
            raise CaseFault(f"{self.control[nationality]} holds the Control Marker of {nationality}", node)

    def _under_marker(self, stack: Stack) -> Stack:
        """R3: a Blue or Green stack given without a player is its Control Marker's holder's."""
        holder = self.control.get(self.rules.nationality[stack.units[0]])
        return stack if stack.player is not None or holder is None else stack._replace(player=holder)

    def _others_at_home(self) -> None:
        """All other combat units in their home provinces, as at the set-up (R39)."""
        piles: dict[tuple[str, object], list[Unit]] = {}
        for unit, counter in self.rules.counters.items():
            if counter.kind == "combat" and unit not in self.placed:
                piles.setdefault((counter.home, counter.nationality or unit), []).append(unit)
        for (home, _), pile in piles.items():
            owner = self.control.get(self.rules.nationality[pile[0]])
            self.stacks.append(Stack(home, owner, self._place(tuple(pile), None)))

    def flags(self, node: Node | None) -> Flags:
        """What earlier Phases have left."""
        known = ("subversion_doubled", "purge_held", "red_replacement_suspended", "execution_ordered", "quit")
        keys = entries(node, known)
        ordered = keys.get("execution_ordered")
        quitters = words(keys.get("quit"))
        for letter in quitters:
            if letter not in self.players:
                raise CaseFault(f"{letter!r} is no player of this case", keys["quit"])
        return Flags(
            subversion_doubled=truth(keys.get("subversion_doubled"), default=False),
            purge_held=truth(keys.get("purge_held"), default=False),
            red_replacement_suspended=whole(keys.get("red_replacement_suspended")),
            execution_ordered=None if missing(ordered) else player(ordered, self.players),
            quit=tuple(sorted(quitters)),
        )
