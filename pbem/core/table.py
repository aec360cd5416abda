"""The gaming table of one Phase: the only code that moves a counter, and the record of what was done.

A Phase makes one Table from a State, plays on it, and freezes it into a new State; nothing outside the Phase ever
sees it, so from outside a Phase is a pure function. Steps change the position through the methods here and
through core/falls.py only, and tell what happened through `tell`, `remark` and the outcome methods.
"""

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

from pbem.core.combat_notes import CombatNotes
from pbem.core.dice import Card, Dice, Roll, RollValue
from pbem.core.events import Event
from pbem.core.hands import Hand
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import Faces, Flags, Holding, Stack, Standing, State, Victory, stack_color
from pbem.core.terms import (
    UNASSIGNED,
    Case,
    Color,
    Ended,
    Marker,
    PhaseName,
    Player,
    Province,
    Section,
    Unit,
    control_marker,
    new,
)
from pbem.core.verdicts import Fact, Outcome, Remark

StackId = int

_NO_FACES = Faces()
_NO_HOLDING = Holding()
_PLACE_AND_UNITS = itemgetter(0, 2)
"""Of a Stack: in which order the stacks of a State are."""
_REF = itemgetter(0)
"""Of an Outcome: whose it is."""


class Table:
    """A position in play. Attributes may be read freely; they are changed by methods, but `flags`-like ones."""

    __slots__ = (
        "_rolls",
        "at",
        "box",
        "changed",
        "chart",
        "combat_notes",
        "control",
        "dice",
        "events",
        "execution_ordered",
        "hands",
        "next_stack",
        "out_of_play",
        "outcomes",
        "phase",
        "players",
        "purge_held",
        "quit",
        "randomizer",
        "red_replacement_suspended",
        "remarks",
        "rules",
        "rulings",
        "sheets",
        "stacks",
        "standing",
        "start_colors",
        "subversion_doubled",
        "touched",
        "travelled",
        "turn",
        "victory",
        "where",
    )

    def __init__(self, state: State, sheets: Mapping[Player, Sheet], dice: Dice, rules: Rules) -> None:
        """Lay out `state`. `sheets` holds the sheets that are in, keyed and ordered by letter."""
        self.rules = rules
        self.rulings = rules.rulings
        self.dice = dice
        self.sheets: dict[Player, Sheet] = {player: sheets[player] for player in sorted(sheets)}
        self.turn = state.turn
        self.phase: PhaseName = state.phase
        self.players = state.players
        self.stacks: dict[StackId, Stack] = dict(enumerate(state.stacks))
        self.next_stack: StackId = len(state.stacks)
        self.at: dict[Province, list[StackId]] = {}
        self.where: dict[Unit, StackId] = {}
        self._lay_out(state.stacks)
        self.hands = {player: Hand(state.holdings.get(player, _NO_HOLDING)) for player in state.players}
        self.control: dict[str, Player] = {
            nationality: player
            for player, holding in state.holdings.items()
            for nationality in holding.control
        }
        self.chart: dict[Section, dict[Unit, str]] = {section: {} for section in (*state.players, UNASSIGNED)}
        for section, faces in state.chart.items():
            if faces.up or faces.down:
                self.chart[section] = dict.fromkeys(faces.up, "up") | dict.fromkeys(faces.down, "down")
        self.randomizer: list[Marker] = sorted(state.randomizer)
        self.out_of_play: list[Unit | Marker] = list(state.out_of_play)
        self.box: list[Unit] = list(state.box)
        self.subversion_doubled = state.flags.subversion_doubled
        self.purge_held = state.flags.purge_held
        self.red_replacement_suspended = state.flags.red_replacement_suspended
        self.execution_ordered = state.flags.execution_ordered
        self.quit: list[Player] = list(state.flags.quit)
        self.standing: dict[Player, Standing] = dict(state.standing)
        self.victory: Victory | None = state.victory
        self.touched: dict[StackId, None] = {}
        """Stacks changed since the invariants were last checked; one that comes in was checked where it was made, and is
        as good in another province."""
        self.changed = True
        """Whether any unit has changed its place since then."""
        self.start_colors: dict[Province, tuple[Color, ...]] = {} if self.phase == "second" else self.colors()
        """R7: the colors that stop a force; nothing moves in a Second Phase."""
        self.combat_notes: CombatNotes | None = None
        self.travelled: dict[Unit, tuple[Province, ...]] = {}
        """R16: by Leader that moved the provinces of his way, the first and the last included."""
        self.events: list[Event] = []
        self.remarks: list[Remark] = []
        self.outcomes: dict[str, Outcome] = {}
        self._rolls: dict[str, list[object]] = {}

    def _lay_out(self, stacks: tuple[Stack, ...]) -> None:
        """Note where the stacks of a State lie."""
        at, where = self.at, self.where
        for stack_id, (province, _, units) in enumerate(stacks):
            here = at.get(province)
            if here is None:
                at[province] = [stack_id]
            else:
                here.append(stack_id)
            for unit in units:
                where[unit] = stack_id

    # --- questions -------------------------------------------------------------------------------------------

    @property
    def active(self) -> tuple[Player, ...]:
        """The players still in the campaign, by letter."""
        if not self.quit:
            return self.players
        return tuple(player for player in self.players if player not in self.quit)

    def sheet(self, player: Player) -> Sheet:
        """The player's sheet, an empty one where none is in."""
        return self.sheets.get(player) or Sheet(player)

    def colors(self) -> dict[Province, tuple[Color, ...]]:
        """R7: for each occupied province the colors of all units in it; Imperial units have none."""
        color = self.rules.color
        found: dict[Province, tuple[Color, ...]] = {}
        for at, _, units in self.stacks.values():
            # R6: Green units under the Gold count as their Leader's.
            own = color[units[0]] or stack_color(units, self.rules)
            here = found.get(at)
            if here is None:
                found[at] = (own,) if own else ()
            elif own and own not in here:
                found[at] = (*here, own)
        return found

    def stack_of(self, unit: Unit) -> Stack | None:
        """The stack a unit is in, or None when it is not on the map."""
        stack_id = self.where.get(unit)
        return None if stack_id is None else self.stacks[stack_id]

    def province_of(self, unit: Unit) -> Province | None:
        """The province a unit is in, or None when it is not on the map."""
        stack = self.stack_of(unit)
        return stack.at if stack else None

    def controller(self, unit: Unit) -> Player | None:
        """Who controls the unit (7.23, R1); None for nobody and for a unit that is not on the map."""
        stack = self.stack_of(unit)
        return stack.player if stack else None

    def stacks_at(self, province: Province) -> tuple[StackId, ...]:
        """The stacks of a province."""
        return tuple(self.at.get(province, ()))

    def color_of(self, stack_id: StackId) -> str:
        """The color of a stack; empty for an Imperial unit alone."""
        return stack_color(self.stacks[stack_id].units, self.rules)

    def has_leader(self, stack_id: StackId) -> bool:
        """Whether the stack is led."""
        return self.stacks[stack_id].units[0] in self.rules.leaders

    def on_map(self, nationality: str) -> tuple[Unit, ...]:
        """The units of a nationality that are on the map, by number."""
        return tuple([unit for unit in self.rules.members.get(nationality, ()) if unit in self.where])

    # --- changes ---------------------------------------------------------------------------------------------

    def put_stack(self, at: Province, player: Player | None, units: Iterable[Unit]) -> StackId:
        """Form a new stack of units that are in no stack; says its id."""
        return self.lay_stack(new(Stack, (at, player, tuple(units))))

    def lay_stack(self, stack: Stack) -> StackId:
        """Lay down a stack whose units are in none; says its id."""
        stack_id = self.next_stack
        self.next_stack += 1
        self.stacks[stack_id] = stack
        at, _, units = stack
        self.at.setdefault(at, []).append(stack_id)
        where = self.where
        for unit in units:
            where[unit] = stack_id
        self.touched[stack_id] = None
        self.changed = True
        return stack_id

    def lift_stack(self, stack_id: StackId) -> Stack:
        """Take a whole stack off the table (to put it down again elsewhere or otherwise)."""
        stack = self.stacks.pop(stack_id)
        at, _, units = stack
        self.at[at].remove(stack_id)
        where = self.where
        for unit in units:
            del where[unit]
        self.touched.pop(stack_id, None)
        self.changed = True
        return stack

    def move_stack(self, stack_id: StackId, stack: Stack) -> None:
        """Put a stack as it lies in another province, where `stack` has it; it comes after those that lie there."""
        before, _, _ = self.stacks.pop(stack_id)
        self.stacks[stack_id] = stack
        self.at[before].remove(stack_id)
        self.at.setdefault(stack[0], []).append(stack_id)

    def set_stack(self, stack_id: StackId, units: Iterable[Unit], player: Player | None) -> None:
        """Change what lies in a stack, or whose it is; its place stays. No units: the stack is gone."""
        old = self.stacks[stack_id]
        stack = new(Stack, (old.at, player, tuple(units)))
        if not stack.units:
            self.lift_stack(stack_id)
            return
        for unit in old.units:
            if self.where.get(unit) == stack_id:
                del self.where[unit]
        for unit in stack.units:
            self.where[unit] = stack_id
        self.stacks[stack_id] = stack
        self.touched[stack_id] = None
        self.changed = True

    def to_chart(self, unit: Unit, section: Section, face: str = "up") -> None:
        """Put a unit that is in no stack on the Victory Point Chart."""
        self.chart[section][unit] = face
        self.changed = True

    def from_chart(self, unit: Unit) -> None:
        """Take a unit off the Chart (9.0)."""
        for faces in self.chart.values():
            faces.pop(unit, None)
        self.changed = True

    def to_randomizer(self, marker: Marker, count: int = 1) -> None:
        """Put markers into the Auxiliary Forces Randomizer."""
        for _ in range(count):
            insort(self.randomizer, marker)

    def give_control(self, player: Player, nationality: str) -> tuple[Unit, ...]:
        """12.13, R35: a player gets a Control Marker and with it all stacks of that nationality.

        Units held by the Gold stand in a Leader's stack and are left alone (13.26). Says which units came to him.
        """
        self.control[nationality] = player
        return self._mark_stacks(nationality, player)

    def lose_control(self, nationality: str) -> None:
        """A Control Marker goes to the Randomizer; its stacks are nobody's (14.23)."""
        del self.control[nationality]
        self.to_randomizer(control_marker(nationality))
        self._mark_stacks(nationality, None)

    def _mark_stacks(self, nationality: str, player: Player | None) -> tuple[Unit, ...]:
        own = self.rules.nationality
        concerned = [item for item in self.stacks.items() if own[item[1].units[0]] == nationality]
        for stack_id, stack in concerned:
            self.set_stack(stack_id, stack.units, player)
        return tuple([unit for _, stack in concerned for unit in stack.units])

    # --- dice ------------------------------------------------------------------------------------------------

    def _roll(self, label: str, value: RollValue, needed: str, ref: str) -> None:
        self._rolls[label] = [value, needed, "", ref]

    def die(self, label: str, *, needed: str = "", ref: str = "") -> int:
        """Roll a die of 1 to 6."""
        value = self.dice.die(label)
        self._roll(label, value, needed, ref)
        return value

    def two_dice(self, label: str, *, needed: str = "", ref: str = "") -> tuple[int, int]:
        """Roll two dice in succession."""
        value = self.dice.two_dice(label)
        self._roll(label, value, needed, ref)
        return value

    def lot_player(self, label: str) -> Player:
        """Draw one of the players still in the campaign."""
        value = self.dice.player(label, self.active)
        self._roll(label, value, "", "")
        return value

    def lot(self, label: str, among: Sequence[Player]) -> Player:
        """Settle a tie by lot: the first of `among` in a random order of all players still in the campaign."""
        return next(player for player in self.lot_order(label) if player in among)

    def lot_order(self, label: str) -> tuple[Player, ...]:
        """A random order of all players still in the campaign; a label is rolled once, however often it is read."""
        if label not in self._rolls:
            self._roll(label, self.dice.order(label, self.active), "", "")
        value = self._rolls[label][0]
        assert isinstance(value, tuple)
        return tuple(str(player) for player in value)

    def draw_marker(self, label: str) -> Marker:
        """Draw a marker out of the Randomizer, which must hold one."""
        value = self.dice.marker(label, tuple(self.randomizer))
        self.randomizer.remove(value)
        self._roll(label, value, "", "")
        return value

    def deal(self, label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Shuffle a pot of the Initial Forces."""
        value = self.dice.deal(label, cards)
        self._roll(label, value, "", "")
        return value

    def effect(self, label: str, effect: str) -> None:
        """Say what a roll did."""
        self._rolls[label][2] = effect

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """All rolls in the order they were made."""
        return tuple([new(Roll, (label, *facts)) for label, facts in self._rolls.items()])

    # --- the record ------------------------------------------------------------------------------------------

    def tell(self, event: Event) -> None:
        """Record that something happened."""
        self.events.append(event)

    def remark(self, ref: str, sub: str, grade: str, code: str, *cases: Case, **facts: Fact) -> None:
        """Say something about one place of a sheet; `code` names the sentence."""
        self.remarks.append(new(Remark, (ref, sub, grade, code, cases, facts)))

    def end(self, ref: str, ended: Ended, code: str, *cases: Case, **facts: Fact) -> None:
        """Give an order its one outcome."""
        self.end_with(new(Outcome, (ref, ended, code, cases, facts)))

    def end_with(self, outcome: Outcome) -> None:
        """Give an order the outcome that was worked out for it."""
        assert outcome.ref not in self.outcomes, f"{outcome.ref} has an outcome already"
        self.outcomes[outcome.ref] = outcome

    def end_all(self, outcomes: Sequence[Outcome]) -> None:
        """Give orders the outcomes that were worked out for them."""
        before = len(self.outcomes)
        self.outcomes.update(zip(map(_REF, outcomes), outcomes, strict=True))
        assert len(self.outcomes) == before + len(outcomes), "an order has two outcomes"

    def void(self, ref: str, sub: str, code: str, *cases: Case, **facts: Fact) -> None:
        """End an order void for a fault on the sheet: an error at that place, and the outcome."""
        self.remark(ref, sub, "error", code, *cases, **facts)
        self.end(ref, "void", code, *cases, **facts)

    # --- the end ---------------------------------------------------------------------------------------------

    def freeze(self, turn: int, phase: PhaseName) -> State:
        """The position as it lies, as a State of the given turn and Phase."""
        control: dict[Player, list[str]] = {}
        for nationality, player in self.control.items():
            control.setdefault(player, []).append(nationality)
        return State(
            turn=turn,
            phase=phase,
            players=self.players,
            stacks=tuple(sorted(self.stacks.values(), key=_PLACE_AND_UNITS)),
            holdings={
                player: Holding(
                    hand.politburo,
                    hand.assassin,
                    tuple(sorted(control.get(player, ()))),
                    tuple(sorted(hand.units)),
                )
                for player, hand in self.hands.items()
            },
            chart={section: _faces(units) for section, units in self.chart.items()},
            randomizer=tuple(self.randomizer),
            out_of_play=tuple(
                sorted(self.out_of_play, key=lambda thing: (isinstance(thing, str), str(thing)))
            ),
            box=tuple(sorted(self.box)),
            flags=Flags(
                self.subversion_doubled,
                self.purge_held,
                self.red_replacement_suspended,
                self.execution_ordered,
                tuple(sorted(self.quit)),
            ),
            standing=dict(sorted(self.standing.items())),
            victory=self.victory,
        )


def _faces(units: Mapping[Unit, str]) -> Faces:
    """The units of one section by face, each sorted."""
    if not units:
        return _NO_FACES
    return Faces(
        tuple(sorted([unit for unit, face in units.items() if face == "up"])),
        tuple(sorted([unit for unit, face in units.items() if face == "down"])),
    )
