"""15.0, 17/15.0, R39: the deal of the Initial Forces, and the deployment after the trades of the set-up."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbem.core.dice import Card, Dice, Roll
from pbem.core.events import Deployed
from pbem.core.falls import command_limit
from pbem.core.orders import Faulty, StackOrder
from pbem.core.rules import Rules
from pbem.core.state import Faces, Group, Holding, State
from pbem.core.table import Table
from pbem.core.terms import (
    ASSASSIN,
    IMPERIAL,
    POLITBURO,
    STACK_LIMIT,
    UNASSIGNED,
    Case,
    Grade,
    Player,
    Province,
    Unit,
)

STRONG = 2
"""R39, `three_pots`: the Leadership Value from which a Leader is in the first pot."""


def deal(players: tuple[Player, ...], dice: Dice, rules: Rules) -> tuple[State, tuple[Roll, ...]]:
    """15.22–15.32, R39: the position before the set-up: every player's share of the Initial Forces in his hand.

    Everything else is in the box, the Auxiliary Forces Randomizer filled (15.23). Players are given by letter.
    """
    hands: dict[Player, list[Card]] = {player: [] for player in players}
    rolls: list[Roll] = []
    dealt = 0
    for label, pot in _pots(rules):
        order = dice.deal(label, pot)
        rolls.append(Roll(label, order, "", "", ""))
        for card in order:
            hands[players[dealt % len(players)]].append(card)
            dealt += 1
    founders = founder_markers(hands, rules)
    holdings = {
        player: Holding(
            politburo=cards.count(POLITBURO) + founders.get(player, 0),
            assassin=cards.count(ASSASSIN),
            units=tuple(sorted(card for card in cards if isinstance(card, int))),
        )
        for player, cards in hands.items()
    }
    state = State(
        turn=0,
        phase="setup",
        players=players,
        holdings=holdings,
        chart={section: Faces() for section in (*players, UNASSIGNED)},
        randomizer=rules.auxiliary_randomizer,
        box=tuple(sorted(unit for unit in rules.counters if unit not in rules.leaders)),
    )
    return state, tuple(rolls)


def after_hands(state: State, rules: Rules) -> State:
    """15.23, 15.32: a set-up whose hands were given rather than dealt: the markers for Lenin's and Trotsky's holders come
    to them, and the Auxiliary Forces Randomizer is filled unless it holds something."""
    hands = {player: holding.units for player, holding in state.holdings.items()}
    extra = founder_markers(hands, rules)
    holdings = {
        player: replace(holding, politburo=holding.politburo + extra.get(player, 0))
        for player, holding in state.holdings.items()
    }
    return replace(state, holdings=holdings, randomizer=state.randomizer or rules.auxiliary_randomizer)


def _pots(rules: Rules) -> list[tuple[str, tuple[Card, ...]]]:
    """R39: the pots with their labels, each sorted by number, then politburo, then assassin."""
    leaders = sorted(rules.leaders)
    markers: tuple[Card, ...] = (POLITBURO,) * rules.initial_politburo + (ASSASSIN,) * rules.initial_assassins
    if rules.rulings.deal == "round":
        return [("deal", (*leaders, *markers))]
    return [
        ("deal/1", tuple(unit for unit in leaders if rules.value[unit] >= STRONG)),
        ("deal/2", tuple(unit for unit in leaders if rules.value[unit] < STRONG)),
        ("deal/3", markers),
    ]


def founder_markers(hands: Mapping[Player, Sequence[Card]], rules: Rules) -> dict[Player, int]:
    """15.32, R39: a Politburo Marker for whoever was dealt Lenin, and one for Trotsky; `both_founders` if it is one player."""
    holders = [player for founder in rules.founders for player, cards in hands.items() if founder in cards]
    if len(holders) > 1 and len(dict.fromkeys(holders)) == 1 and rules.rulings.both_founders == "none":
        return {}
    return {player: holders.count(player) for player in holders}


def deploy(table: Table) -> None:
    """15.4, 15.5, R39: combat units, Imperial units, then the Leaders in the players' hands."""
    lists = {player: _lists(table, player) for player in table.active}
    _deploy_blue_and_green(table)
    combat = _combat_units_by_place(table)
    imperial = _imperial_by_place(table)
    for player in table.players:
        for listed in lists.get(player, []):
            _put_leaders(table, player, listed, combat=combat, imperial=imperial)
    for player in table.players:
        for unit in sorted(table.hands[player].units):
            _put_leaders(table, player, (unit,), combat=combat, imperial=imperial)
    for (province, color), units in combat.items():
        for unit in units:
            _put_combat_unit(table, province, color, unit=unit, imperial=imperial)


_MORE_CASES: Mapping[str, tuple[Case, ...]] = {
    "setup_not_yours": ("15.53",),
    "setup_two_colors": ("7.13",),
    "setup_over_five": ("7.11",),
}
"""The cases behind a fault of a list, beside those of every list."""


def fault(table: Table, player: Player, order: StackOrder, used: list[Unit]) -> tuple[str, str] | None:
    """R39: what is wrong with a list of the set-up: (sub-path, code), or None. Judged after the trades."""
    rules = table.rules
    for index, unit in enumerate(order.units):
        sub = f".units[{index}]"
        if unit not in rules.leaders:
            return sub, "setup_no_leader"
        if unit not in table.hands[player].units:
            return sub, "setup_not_yours"
        if unit in used or unit in order.units[:index]:
            return sub, "setup_named_twice"
    units = tuple(unit for unit in order.units if isinstance(unit, int))
    if not units:
        return "", "setup_empty_list"
    if len(dict.fromkeys(rules.counters[unit].home for unit in units)) > 1:
        return "", "setup_two_provinces"
    if len(dict.fromkeys(rules.color[unit] for unit in units)) > 1:
        return "", "setup_two_colors"
    if len(units) + sum(1 for unit in units if _brings(table, unit) is not None) > STACK_LIMIT:
        return "", "setup_over_five"
    return None


def _brings(table: Table, leader: Unit) -> Unit | None:
    """15.52: the combat unit an asterisked Leader starts on, or None; of two on one the lower number has it (R39)."""
    rules = table.rules
    facts = rules.counters[leader]
    if not facts.on_combat_unit:
        return None
    rivals = [
        unit
        for hand in table.hands.values()
        for unit in hand.units
        if rules.counters[unit].on_combat_unit
        and (rules.counters[unit].home, rules.color[unit]) == (facts.home, facts.color)
    ]
    if min(rivals, default=leader) != leader:
        return None
    homes = [
        unit
        for unit, other in rules.counters.items()
        if other.kind == "combat" and (other.home, other.color) == (facts.home, facts.color)
    ]
    return min(homes, default=None)


def _lists(table: Table, player: Player) -> list[tuple[Unit, ...]]:
    """The lists of a player's sheet that can be carried out, top to bottom; every list gets its outcome."""
    used: list[Unit] = []
    found: list[tuple[Unit, ...]] = []
    for order in table.sheet(player).stacks:
        if isinstance(order, Faulty):
            continue
        wrong = fault(table, player, order, used)
        if wrong:
            cases = ("15.54", *_MORE_CASES.get(wrong[1], ()), "R39")
            table.void(order.ref, *wrong, *cases, units=order.units)
            continue
        units = tuple(unit for unit in order.units if isinstance(unit, int))
        used.extend(units)
        found.append(units)
        table.end(order.ref, "done", "setup_stacked", "15.54", "R39", units=units)
    return found


def _take_from_box(table: Table, color: tuple[str, ...]) -> list[Unit]:
    """The combat units of these colors that are still in the box, by number; they leave it."""
    rules = table.rules
    found = [
        unit
        for unit in sorted(table.box)
        if rules.counters[unit].kind == "combat" and rules.color[unit] in color
    ]
    for unit in found:
        table.box.remove(unit)
    return found


def _deploy_blue_and_green(table: Table) -> None:
    """15.42: units of one nationality in one province stand as one stack."""
    piles: dict[tuple[Province, str], list[Unit]] = {}
    for unit in _take_from_box(table, ("blue", "green")):
        facts = table.rules.counters[unit]
        piles.setdefault((facts.home, facts.nationality), []).append(unit)
    for (province, nationality), units in piles.items():
        table.put_stack(province, table.control.get(nationality), units)
        table.tell(Deployed("15.42", "", table.control.get(nationality), tuple(units), province))


def _combat_units_by_place(table: Table) -> dict[tuple[Province, str], list[Unit]]:
    """The Red and White combat units to be deployed, by home province and color."""
    found: dict[tuple[Province, str], list[Unit]] = {}
    for unit in _take_from_box(table, ("red", "white")):
        facts = table.rules.counters[unit]
        found.setdefault((facts.home, facts.color), []).append(unit)
    return found


def _imperial_by_place(table: Table) -> dict[tuple[Province, str], list[Unit]]:
    """13.0: the Imperial units to be deployed, by province and the color of the unit they lie under."""
    found: dict[tuple[Province, str], list[Unit]] = {}
    for unit in IMPERIAL:
        if unit in table.box:
            table.box.remove(unit)
            found.setdefault(table.rules.imperial_start[unit], []).append(unit)
    return found


def _put_leaders(
    table: Table,
    player: Player,
    leaders: tuple[Unit, ...],
    *,
    combat: dict[tuple[Province, str], list[Unit]],
    imperial: dict[tuple[Province, str], list[Unit]],
) -> None:
    """15.52, 13.0: deploy Leaders as one stack, an asterisked one with his combat unit and the Imperial units on it."""
    rules = table.rules
    units: list[Unit] = []
    for leader in leaders:
        place = (rules.counters[leader].home, rules.color[leader])
        brought = _brings(table, leader)
        attached: tuple[Unit, ...] = ()
        under: tuple[Unit, ...] = ()
        if brought is not None and brought in combat.get(place, ()):
            combat[place].remove(brought)
            under = tuple(imperial.pop(place, ()))
            attached = (brought,)
            assert len(attached) <= command_limit(leader, under, rules)
        units.extend(Group(leader, under, attached).units)
    for leader in leaders:
        table.hands[player].units.remove(leader)
    province = rules.counters[leaders[0]].home
    table.put_stack(province, player, units)
    table.tell(Deployed("15.5", "", player, tuple(units), province))


def _put_combat_unit(
    table: Table,
    province: Province,
    color: str,
    *,
    unit: Unit,
    imperial: dict[tuple[Province, str], list[Unit]],
) -> None:
    """15.41, 13.0: a Red or White combat unit alone, with the Imperial units that begin under it."""
    under = imperial.pop((province, color), [])
    units = Group(None, tuple(under), (unit,)).units
    table.put_stack(province, None, units)
    table.tell(Deployed("15.41", "", None, units, province))


def judge(table: Table, player: Player) -> None:
    """The checker's view of the lists of a set-up sheet; trades may still change whose a Leader is."""
    used: list[Unit] = []
    doubtful: list[Unit] = []
    trades = [order for order in table.sheet(player).trades if not isinstance(order, Faulty)]
    wanted = [unit for order in trades if order.wanted for unit in order.wanted.units]
    offered = [unit for order in trades if order.give for unit in order.give.units]

    def remark(order: StackOrder, sub: str, grade: Grade, code: str) -> None:
        table.remark(order.ref, sub, grade, code, "15.54", "R39", units=order.units)

    for order in table.sheet(player).stacks:
        if isinstance(order, Faulty):
            continue
        wrong = fault(table, player, order, used)
        own = [unit for unit in order.units if isinstance(unit, int)]
        if wrong is not None:
            by_trade = wrong[1] == "setup_not_yours" and any(unit in wanted for unit in order.units)
            code = "setup_yours_by_trade" if by_trade else wrong[1]
            remark(order, wrong[0], "warning" if by_trade else "error", code)
        elif any(unit in offered for unit in own):
            doubtful += own
            remark(order, "", "warning", "setup_given_away")
        elif any(unit in doubtful for unit in own):
            doubtful += own
            remark(order, "", "warning", "setup_named_twice")
        else:
            used += own
