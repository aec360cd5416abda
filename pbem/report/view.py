"""What one player may see of a Phase, as plain data: secrets are cut first, then the report is made of what is left.

Texts and pages render it; all wording is in templates/. The public part is the same for all players (R41).
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pbem.core.dice import Roll
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import Faces, Flags, Holding, Standing, State
from pbem.core.terms import Color, Ended, Marker, PhaseName, Player, Province, Unit
from pbem.phases.victory import Points, victory_points
from pbem.report import own, positions
from pbem.report.endings import EndingView, ending_of
from pbem.report.happenings import Part, quiet, story
from pbem.report.material import Material, SeatFacts
from pbem.report.names import Names
from pbem.report.notices import Choice, Notice, choices, notices, seen_by
from pbem.report.own import Letter, OrderView, cleaned
from pbem.report.positions import ItemGroup, PlayerView, RegionView, StackView
from pbem.report.telling import Teller
from pbem.report.times import LocalTime, local_time
from pbem.sheets.blank import blank_sheet

ENDS: tuple[Ended, ...] = ("done", "part", "failed", "void")


class LeaderView(NamedTuple):
    """15.52: a Leader in hand: his value, where he starts, and the combat unit he starts on, if any."""

    unit: Unit
    color: Color
    value: int
    home: Province
    on: Unit | None


class HandView(NamedTuple):
    """15.31: what a player was dealt."""

    player: Player
    leaders: tuple[LeaderView, ...]
    politburo: int
    assassin: int


class SheetView(NamedTuple):
    """R41 `all_orders`: a player's orders of the Phase."""

    player: Player
    orders: tuple[OrderView, ...]


class PublicView(NamedTuple):
    """What every player sees."""

    campaign: str
    turn: int
    phase: PhaseName
    next_turn: int
    next_phase: PhaseName
    gamesmaster: str
    draft: bool
    corrected: bool
    """Whether the position was changed, or the rules, since the report was published."""
    first: bool
    """Whether it is the first special report, of the deal."""
    hands: tuple[HandView, ...]
    """In the first special report only."""
    choices: tuple[Choice, ...]
    """The chosen readings of the rules; in the two special reports only."""
    story: tuple[Part, ...]
    quiet: tuple[str, ...]
    """The parts of the Phase in which nothing happened."""
    ending: EndingView | None
    regions: tuple[RegionView, ...]
    players: tuple[PlayerView, ...]
    unassigned: Faces
    gone_units: tuple[Unit, ...]
    gone_markers: tuple[Marker, ...]
    randomizer: int
    """How many markers the Auxiliary Forces Randomizer holds."""
    flags: Flags
    sheets: tuple[SheetView, ...]
    rolls: tuple[Roll, ...]
    rolls_of: Mapping[str, tuple[Roll, ...]]
    """By order, such as ``A.attacks[0]``, the rolls it had."""
    ruled_rolls: tuple[str, ...]
    """The labels of the rolls that a ruling set."""
    by_hand: bool
    commitment: str
    salt: str
    seed: str


class OwnView(NamedTuple):
    """What one player sees besides."""

    player: Player
    name: str
    has_left: bool
    was_removed: bool
    """R38: by the gamesmaster, before this Phase."""
    has_sheet: bool
    version: int
    """The version of the sheet that was carried out; 0 where it is not known."""
    orders: tuple[OrderView, ...]
    tally: Mapping[Ended, int]
    """How many orders ended done, part, failed and void."""
    standing: tuple[str, ...]
    """R40: what stands of his orders for later Phases."""
    stacks: tuple[StackView, ...]
    lost: tuple[Unit, ...]
    """Units that were his on the map before this Phase and are not now."""
    gained: tuple[Unit, ...]
    """Units that are his on the map now and were not before; none in the set-up."""
    holding: Holding
    points: Points
    points_before: Points
    red_items: tuple[ItemGroup, ...]
    white_items: tuple[ItemGroup, ...]
    must_answer: bool
    """R25: whether an execution order awaits his answer."""
    notices: tuple[Notice, ...]
    letters: tuple[Letter, ...]
    sent: tuple[Letter, ...]
    deadline: LocalTime | None
    sheet: str
    """The blank sheet for the next Phase; empty when the campaign is over or he has left it."""


class Views:
    """What the reports of one Phase show, each view made once: texts and pages share them."""

    __slots__ = ("_names", "_owns", "_points", "_public", "_tellers", "material")

    def __init__(self, material: Material) -> None:
        self.material = material
        self._names: Names | None = None
        self._tellers: dict[Path | None, Teller] = {}
        self._public: PublicView | None = None
        self._owns: dict[Player, OwnView] = {}
        self._points: Score | None = None

    @property
    def public(self) -> PublicView:
        """What every player sees."""
        if self._public is None:
            self._public = public_view(self.material, self.score)
        return self._public

    @property
    def names(self) -> Names:
        """The words for things."""
        if self._names is None:
            called = {player.player: player.name for player in self.public.players}
            self._names = Names(self.material.rules, called)
        return self._names

    def teller(self, folder: Path | None) -> Teller:
        """What tells the happenings, by the templates of a campaign's own folder, if any, before ours."""
        if folder not in self._tellers:
            self._tellers[folder] = Teller(folder, self.names)
        return self._tellers[folder]

    @property
    def score(self) -> "Score":
        """The points before the Phase and after it."""
        if self._points is None:
            self._points = score_of(self.material)
        return self._points

    def own(self, player: Player) -> OwnView:
        """What one player sees besides."""
        if player not in self._owns:
            self._owns[player] = own_view(self.material, player, self.score)
        return self._owns[player]


class Score(NamedTuple):
    """Every player's Victory Points before a Phase and after it."""

    before: Mapping[Player, Points]
    after: Mapping[Player, Points]


def score_of(material: Material) -> Score:
    """14.4: the points, all of which are public."""
    rules = material.rules
    before = victory_points(material.before, rules)
    return Score(
        before, before if material.after is material.before else victory_points(material.after, rules)
    )


# --- secrets -----------------------------------------------------------------------------------------------------


def cut(material: Material, player: Player | None) -> Material:
    """R41: the material without what is secret from the player; of None, without all secrets.

    What others ordered and how it ended stays only with `all_orders`, without their letters and salts; what stands of
    their orders, who sent no sheet, and announcements for one alone never stay.
    """
    result = material.result
    everything = material.rules.rulings.reports == "all_orders"
    if result is not None:
        mine = f"{player}."
        result = replace(
            result,
            state=_without_standing(result.state, player),
            outcomes={ref: one for ref, one in result.outcomes.items() if everything or ref.startswith(mine)},
            remarks=tuple(remark for remark in result.remarks if remark.ref.startswith(mine)),
        )
    return replace(
        material,
        before=_without_standing(material.before, player),
        after=_without_standing(material.after, player),
        result=result,
        sheets=_sheets_seen(material, player, everything=everything),
        versions={writer: number for writer, number in material.versions.items() if writer == player},
        notices=seen_by(material.notices, player),
    )


def _sheets_seen(material: Material, player: Player | None, *, everything: bool) -> dict[Player, Sheet]:
    """The sheets a player may see; with `all_orders` one that did not come looks like one without orders."""
    seen: dict[Player, Sheet] = {}
    for writer in material.after.players:
        if writer == player and writer in material.sheets:
            seen[writer] = material.sheets[writer]
        elif writer != player and everything:
            seen[writer] = replace(material.sheets.get(writer, Sheet(writer)), press=(), salt="")
    return seen


def _without_standing(state: State, player: Player | None) -> State:
    return replace(
        state, standing={writer: one for writer, one in state.standing.items() if writer == player}
    )


# --- the public part ---------------------------------------------------------------------------------------------


def public_view(material: Material, score: Score | None = None) -> PublicView:
    """What every player sees. `score`: the points, if they are known already."""
    known = cut(material, None)
    after, result, rules = known.after, known.result, known.rules
    names = {seat.player: cleaned(seat.name) for seat in known.seats}
    players = positions.players(after, names, *(score or score_of(known)))
    rolls = result.rolls if result else known.dealt
    told = story(result.events, rolls, before=known.before, rules=rules) if result else ()
    units, markers = positions.out_of_play(after)
    return PublicView(
        campaign=cleaned(known.campaign),
        turn=known.turn,
        phase=known.phase,
        next_turn=after.turn,
        next_phase=after.phase,
        gamesmaster=cleaned(known.gamesmaster),
        draft=known.draft,
        corrected=known.corrected,
        first=result is None,
        hands=_hands(after, rules) if result is None else (),
        choices=choices(rules.rulings) if known.phase == "setup" else (),
        story=told,
        quiet=quiet(told, known.phase) if result else (),
        ending=ending_of(after, rules),
        regions=positions.regions(after, rules),
        players=players,
        unassigned=positions.unassigned(after),
        gone_units=units,
        gone_markers=markers,
        randomizer=len(after.randomizer),
        flags=after.flags,
        sheets=_sheets(known),
        rolls=rolls,
        rolls_of=_by_order(rolls),
        ruled_rolls=known.ruled_rolls,
        by_hand=known.by_hand,
        commitment=known.commitment,
        salt=known.salt,
        seed=known.seed,
    )


def _by_order(rolls: Iterable[Roll]) -> dict[str, tuple[Roll, ...]]:
    found: dict[str, tuple[Roll, ...]] = {}
    for roll in rolls:
        if roll.ref:
            found[roll.ref] = (*found.get(roll.ref, ()), roll)
    return found


def _hands(state: State, rules: Rules) -> tuple[HandView, ...]:
    """15.31: what every player was dealt; units are dealt face up. The strongest Leaders first, Red before White."""
    return tuple(
        HandView(
            player,
            tuple(
                _leader(unit, rules) for unit in sorted(holding.units, key=lambda unit: _rank(unit, rules))
            ),
            holding.politburo,
            holding.assassin,
        )
        for player in state.players
        for holding in (state.holdings.get(player, Holding()),)
    )


def _rank(unit: Unit, rules: Rules) -> tuple[str, int, int]:
    return rules.color[unit], -rules.value[unit], unit


def _leader(unit: Unit, rules: Rules) -> LeaderView:
    """15.52: where a Leader starts, and on which combat unit if his counter bears an asterisk."""
    facts = rules.counters[unit]
    on = None
    if facts.on_combat_unit:
        homes = [
            other.id
            for other in rules.counters.values()
            if other.kind == "combat" and (other.home, other.color) == (facts.home, facts.color)
        ]
        on = min(homes, default=None)
    return LeaderView(unit, facts.color, facts.value, facts.home, on)


def _sheets(known: Material) -> tuple[SheetView, ...]:
    """R41 `all_orders`: every player's sheet."""
    outcomes = known.result.outcomes if known.result else {}
    return tuple(
        SheetView(player, own.of_one_removed(orders) if player in known.removed else orders)
        for player, sheet in known.sheets.items()
        for orders in [own.orders(sheet, outcomes, (), known.rules)]
    )


# --- a player's own part -----------------------------------------------------------------------------------------


def own_view(material: Material, player: Player, score: Score | None = None) -> OwnView:
    """What one player sees besides. `score`: the points, if they are known already."""
    known = cut(material, player)
    after, result, rules = known.after, known.result, known.rules
    seat = next(
        (seat for seat in known.seats if seat.player == player), SeatFacts(player, player, known.zone)
    )
    sheet = known.sheets.get(player)
    remarks = result.remarks if result else ()
    outcomes, events = (result.outcomes, result.events) if result else ({}, ())
    orders = own.orders(sheet or Sheet(player), outcomes, remarks, rules, events=events)
    if player in known.removed:
        orders = own.of_one_removed(orders)
    then, now = (points[player] for points in score or score_of(known))
    has_left = player in after.flags.quit
    return OwnView(
        player=player,
        name=cleaned(seat.name),
        has_left=has_left,
        was_removed=player in known.removed,
        has_sheet=sheet is not None,
        version=known.versions.get(player, 0),
        orders=orders,
        tally={ended: sum(1 for order in orders if order.ended == ended) for ended in ENDS},
        standing=own.standing_words(player, after.standing.get(player, Standing()), rules),
        stacks=tuple(positions.stack_view(stack, rules) for stack in after.stacks if stack.player == player),
        lost=_difference(known.before, after, player),
        gained=_difference(after, known.before, player) if known.before.stacks else (),
        holding=after.holdings.get(player, Holding()),
        points=now,
        points_before=then,
        red_items=positions.itemised(now, "red"),
        white_items=positions.itemised(now, "white"),
        must_answer=after.flags.execution_ordered == player,
        notices=notices(known.notices),
        letters=own.letters(material.sheets, player, players=after.players),
        sent=own.sent(sheet, players=after.players) if sheet else (),
        deadline=local_time(known.deadline, seat.zone or known.zone) if known.deadline else None,
        sheet="" if has_left or after.victory else blank_sheet(after, player, rules, campaign=known.campaign),
    )


def _difference(one: State, other: State, player: Player) -> tuple[Unit, ...]:
    """The player's units on the map in one position that are not his in the other."""
    first, second = (
        {unit for stack in state.stacks if stack.player == player for unit in stack.units}
        for state in (one, other)
    )
    return tuple(sorted(first - second))
