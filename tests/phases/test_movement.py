"""Movement: what case files cannot say. Ways for assassinations, places of remarks, events, how often is planned."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pytest

from pbem.chance.listed import ListedDice
from pbem.core import invariants
from pbem.core.falls import can_command
from pbem.core.orders import Move, PickUp, RouteStep, Sheet
from pbem.core.rules import Rules
from pbem.core.state import Holding, Stack, State
from pbem.core.table import Table
from pbem.core.terms import BLUE_CONTROL, CZAR, GOLD, GREEN_CONTROL, IMPERIAL
from pbem.phases import movement
from pbem.phases.plans import Plan, Refused
from pbem.words import sentence, sentences
from tests.seeds import for_seeds

Pile = tuple[str, str | None, tuple[int, ...]]
PLAYERS = ("A", "B", "C", "D")


@pytest.fixture
def lay_out(rules: Rules) -> Callable[..., Table]:
    """A First Phase: piles (province, player, units); moves by player (force, route)."""

    def make(
        piles: Sequence[Pile],
        moves: Mapping[str, Sequence[tuple]],
        *,
        dice: Mapping[str, object] | None = None,
        **rulings: str,
    ) -> Table:
        stacks = tuple(Stack(*pile) for pile in piles)
        sheets = {
            player: Sheet(
                player, moves=tuple(_move(player, number, *order) for number, order in enumerate(orders))
            )
            for player, orders in moves.items()
        }
        chosen = replace(rules, rulings=replace(rules.rulings, **rulings))  # type: ignore[arg-type]
        return Table(_position(stacks, chosen), sheets, ListedDice(dice or {}), chosen)

    return make


def _position(stacks: tuple[Stack, ...], rules: Rules) -> State:
    on_map = {unit for stack in stacks for unit in stack.units}
    control: dict[str, set[str]] = {player: set() for player in PLAYERS}
    for stack in stacks:
        if stack.player and rules.nationality[stack.units[0]]:
            control[stack.player].add(rules.nationality[stack.units[0]])
    return State(
        turn=1,
        phase="first",
        players=PLAYERS,
        stacks=tuple(sorted(stacks, key=lambda stack: (stack.at, stack.units))),
        holdings={player: Holding(control=tuple(sorted(own))) for player, own in control.items()},
        box=tuple(unit for unit in sorted(rules.counters) if unit not in on_map),
    )


def _move(
    player: str, number: int, force: Sequence[int | str], route: Sequence[object], by: str = "overland"
) -> Move:
    steps = tuple(step if isinstance(step, RouteStep) else RouteStep(str(step)) for step in route)
    return Move(f"{player}.moves[{number}]", tuple(force), steps, by)  # type: ignore[arg-type]


def said(table: Table) -> list[tuple[str, str, str]]:
    return [(remark.ref + remark.sub, remark.grade, remark.code) for remark in table.remarks]


def stacks(table: Table) -> set[Stack]:
    return set(table.stacks.values())


# --- ways travelled (R16) --------------------------------------------------------------------------------------


def test_the_way_of_each_leader_is_kept(lay_out: Callable[..., Table]) -> None:
    table = lay_out(
        [
            ("TVER", "A", (152, 111, 155)),
            ("OREL", "A", (161,)),
            ("PETR", "A", (160,)),
            ("PSKO", "B", (251,)),
            ("ARCH", "A", (414,)),
        ],
        {
            "A": [
                ((152, 111, 155), ["TVER", RouteStep("YARO", drop=((155,),)), "KOST"]),
                ((161,), []),
                ((160,), ["PSKO", "SMOL"]),
                ((414,), ["VOLO"]),
            ]
        },
    )
    movement.move(table)
    assert table.travelled == {
        152: ("TVER", "YARO", "KOST"),
        155: ("TVER", "YARO"),
        160: ("PETR", "PSKO"),
    }


def test_a_leader_dropped_where_he_started_has_not_moved(lay_out: Callable[..., Table]) -> None:
    table = lay_out(
        [("TVER", "A", (152, 155))],
        {"A": [((152, 155), [RouteStep("TVER", drop=((155,),)), "YARO"]), ((155,), ["NOVG"])]},
    )
    movement.move(table)
    assert table.travelled == {152: ("TVER", "YARO"), 155: ("TVER", "NOVG")}


def test_a_void_order_leaves_no_trace(lay_out: Callable[..., Table]) -> None:
    piles = [("TVER", "A", (152, 155)), ("TVER", None, (111,)), ("YARO", None, (106,))]
    route = [
        RouteStep("TVER", pick_up=(PickUp(111),)),
        RouteStep("YARO", drop=((155,),), pick_up=(PickUp(106),)),
        "BAKU",
    ]
    table = lay_out(piles, {"A": [((152, 155), route), ((155,), ["NOVG"])]}, illegal_step="void")
    movement.move(table)
    assert table.outcomes["A.moves[0]"].ended == "void"
    assert stacks(table) == {
        Stack("TVER", "A", (152,)),
        Stack("NOVG", "A", (155,)),
        Stack("TVER", None, (111,)),
        Stack("YARO", None, (106,)),
    }
    assert table.travelled == {155: ("TVER", "NOVG")}
    assert [event.ref for event in table.events] == ["A.moves[1]"]


# --- remarks ---------------------------------------------------------------------------------------------------


def test_faults_have_their_place(lay_out: Callable[..., Table]) -> None:
    table = lay_out(
        [
            ("TVER", "A", (152, 111)),
            ("TVER", "A", (155,)),
            ("YARO", None, (106,)),
            ("YARO", "B", (154,)),
            ("YARO", None, (204,)),
        ],
        {
            "A": [
                (
                    (152, 111, "Rasputin", 155, 152, 106),
                    [
                        RouteStep("TVER", drop=((112, 111),), join=155),
                        RouteStep(
                            "YARO",
                            pick_up=(PickUp(106, 161), PickUp(204), PickUp(154), PickUp("Rasputin")),
                            remove=(CZAR,),
                            join=154,
                        ),
                        "VLDM",
                    ],
                )
            ]
        },
    )
    movement.move(table)
    order = "A.moves[0]"
    assert said(table) == [
        (f"{order}.force[2]", "error", "left_out_unknown"),
        (f"{order}.force[4]", "error", "left_out_twice"),
        (f"{order}.force[5]", "error", "left_out_elsewhere"),
        (f"{order}.route[0].drop[0]", "error", "drop_not_in_force"),
        (f"{order}.route[0].join", "error", "join_goes_on"),
        (f"{order}.route[1].pick_up[0]", "error", "pick_up_leader_absent"),
        (f"{order}.route[1].pick_up[1]", "error", "pick_up_color"),
        (f"{order}.route[1].pick_up[2]", "error", "pick_up_leader"),
        (f"{order}.route[1].pick_up[3]", "error", "pick_up_unknown"),
        (f"{order}.route[1].remove[0]", "error", "remove_not_in_force"),
        (f"{order}.route[1]", "warning", "step_stopped"),
        (f"{order}.route[1].join", "error", "join_not_yours"),
    ]
    assert table.outcomes[order].code == "step_stopped"


def test_several_drop_lists_are_counted(lay_out: Callable[..., Table]) -> None:
    table = lay_out(
        [("TVER", "A", (152, 111, 112, 113))],
        {"A": [((152, 111, 112, 113), [RouteStep("TVER", drop=((111, 114), (112,), (115,)))])]},
    )
    movement.move(table)
    assert [place for place, _, _ in said(table)] == [
        "A.moves[0].route[0].drop[0][1]",
        "A.moves[0].route[0].drop[2][0]",
    ]


def test_the_checker_names_one_by_one_who_is_left_behind(lay_out: Callable[..., Table]) -> None:
    table = lay_out(
        [("TVER", "A", (152, CZAR, 111, 112)), ("TVER", None, (113,))],
        {"A": [((152, 113), ["YARO"])]},
    )
    movement.judge(table, "A")
    assert said(table) == [
        ("A.moves[0].force[1]", "note", "implicit_pick_up"),
        ("A.moves[0].force[1]", "warning", "contest_possible"),
        ("A.moves[0].force", "warning", "left_behind"),
        ("A.moves[0].force", "warning", "left_behind"),
        ("A.moves[0].force", "warning", "left_behind"),
    ]
    assert [remark.facts["unit"] for remark in table.remarks[2:]] == [CZAR, 111, 112]
    movement.move(table)
    assert len(table.remarks) == 5, "the step itself says none of this"


def test_what_was_dropped_by_oneself_cannot_be_contested(lay_out: Callable[..., Table]) -> None:
    table = lay_out(
        [("TVER", "A", (152, 111)), ("TVER", "A", (155,))],
        {"A": [((152,), ["YARO"]), ((155, 111), ["NOVG"])]},
    )
    movement.judge(table, "A")
    assert said(table) == [
        ("A.moves[0].force", "warning", "left_behind"),
        ("A.moves[1].force[1]", "note", "implicit_pick_up"),
    ]


# --- events ----------------------------------------------------------------------------------------------------


def test_a_move_is_told_before_what_was_done_on_it(lay_out: Callable[..., Table]) -> None:
    table = lay_out(
        [("TVER", "A", (152, 111)), ("YARO", None, (106,)), ("KOST", "A", (155,))],
        {
            "A": [
                (
                    (152, 111),
                    [RouteStep("YARO", pick_up=(PickUp(106),), drop=((111,),)), RouteStep("KOST", join=155)],
                )
            ]
        },
    )
    movement.move(table)
    moved, dropped, picked_up, joined = table.events
    assert [event.kind for event in table.events] == ["moved", "dropped", "picked_up", "joined"]
    assert moved[2:6] == ("A", (152, 106), ("TVER", "YARO", "KOST"), "overland")
    assert dropped[3:5] == ((111,), "YARO")
    assert picked_up[3:6] == (106, 152, "YARO")
    assert joined[3:6] == ((152, 106), 155, "KOST")
    assert stacks(table) == {Stack("YARO", None, (111,)), Stack("KOST", "A", (155, 152, 106))}


def test_a_stop_names_its_color_only_when_more_was_written(lay_out: Callable[..., Table]) -> None:
    table = lay_out(
        [("TVER", "A", (152,)), ("TVER", "A", (155,)), ("YARO", "B", (254,))],
        {"A": [((152,), ["YARO"]), ((155,), ["YARO", "KOST"])]},
    )
    movement.move(table)
    assert [event.stopped_by for event in table.events] == ["", "white"]  # type: ignore[union-attr]


def test_a_divided_stack_is_told(lay_out: Callable[..., Table]) -> None:
    table = lay_out(
        [("TVER", "A", (152, 111, 112)), ("YARO", "A", (155, 113, 114))],
        {"A": [((155, 113, 114), [RouteStep("TVER", join=152)])]},
    )
    movement.move(table)
    assert table.events[-1] == ("R14", "", "A", (155, 113, 114), "TVER", "divided")
    assert table.outcomes["A.moves[0]"].ended == "done"


def test_green_units_left_in_their_region_are_told_of_with_a_warning(lay_out: Callable[..., Table]) -> None:
    piles = [("KIEV", "A", (252, GOLD, 308))]
    table = lay_out(piles, {"A": [((252, GOLD, 308), ["KIEV", "POLT", "KURS"])]})
    movement.move(table)
    left = next(one for one in table.remarks if one.code == "lost_region")
    assert (left.ref, left.sub, left.grade) == ("A.moves[0]", ".route[2]", "warning")
    assert left.facts == {"unit": 308, "unit_leader": 252, "province": "POLT", "province_next": "KURS"}


@pytest.mark.parametrize(
    ("unit", "by", "cases"),
    [
        (152, "overland", ("5.0", "17/5.0")),
        (152, "rail", ("5.52", "5.0", "17/5.0")),
        (409, "overland", ("5.0", "17/5.0", "5.63")),
        (308, "overland", ("5.0", "17/5.0", "5.72")),
    ],
)
def test_a_move_rests_on_the_cases_of_its_kind(
    lay_out: Callable[..., Table], unit: int, by: str, cases: tuple[str, ...]
) -> None:
    table = lay_out([("POLT", "A", (unit,))], {"A": [((unit,), ["POLT", "KIEV"], by)]})
    movement.move(table)
    assert (table.outcomes["A.moves[0]"].ended, table.outcomes["A.moves[0]"].cases) == ("done", cases)


# --- contests (R12) --------------------------------------------------------------------------------------------


def test_only_those_who_lose_a_claim_are_planned_again(
    lay_out: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    planned: list[tuple[str, int]] = []
    carry_on = movement._carry_on

    def counted(plan: Plan) -> None:
        planned.append((plan.player, plan.number))
        carry_on(plan)

    monkeypatch.setattr(movement, "_carry_on", counted)
    piles = [("TVER", "A", (152,)), ("TVER", "B", (155,)), ("TVER", "C", (160,)), ("TVER", "D", (161,))]
    take = [RouteStep("TVER", pick_up=(PickUp(111),))]
    table = lay_out(
        [*piles, ("TVER", None, (111,)), ("TVER", None, (112,))],
        {
            "A": [((152,), ["YARO"])],
            "B": [((155,), take)],
            "C": [((113,), ["OREL"]), ((160,), take)],
            "D": [((161,), [RouteStep("TVER", pick_up=(PickUp(112),))])],
        },
    )
    movement.move(table)
    assert planned == [("A", 0), ("B", 0), ("C", 0), ("D", 0), ("C", 1)]
    lost = next(event for event in table.events if event.kind == "pick_up_lost")
    assert lost[2:8] == ("C", 111, "TVER", 160, 155, "B")


def test_losers_hear_who_has_the_unit_in_the_end(lay_out: Callable[..., Table]) -> None:
    # 163 loses to 160 first; then B's other Leader, of a still lower number, claims what his 162 was refused.
    take = [RouteStep("TVER", pick_up=(PickUp(111),))]
    table = lay_out(
        [
            ("TVER", "A", (160,)),
            ("TVER", "B", (162,)),
            ("TVER", "B", (155,)),
            ("TVER", "C", (163,)),
            ("TVER", None, (111,)),
        ],
        {"A": [((160,), take)], "B": [((162,), take), ((155,), take)], "C": [((163,), take)]},
    )
    movement.move(table)
    lost = [event for event in table.events if event.kind == "pick_up_lost"]
    assert [(event.claimant, event.winner) for event in lost] == [(160, 155), (162, 155), (163, 155)]  # type: ignore[union-attr]
    assert Stack("TVER", "B", (155, 111)) in stacks(table)


def test_a_tie_is_rolled_once(lay_out: Callable[..., Table]) -> None:
    take = [RouteStep("EKAT", pick_up=(PickUp(GOLD),))]
    table = lay_out(
        [("EKAT", "A", (152,)), ("EKAT", "B", (251,)), ("EKAT", "C", (252,)), ("EKAT", None, (GOLD,))],
        {"A": [((152,), take)], "B": [((251,), take)], "C": [((252,), take)]},
        dice={"tie/pick_up/Gold": ["C", "A", "B", "D"]},
    )
    movement.move(table)
    assert [(roll.label, roll.effect) for roll in table.rolls] == [("tie/pick_up/Gold", "C")]
    assert Stack("EKAT", "C", (252, GOLD)) in stacks(table)


# --- whatever is ordered ---------------------------------------------------------------------------------------


class _AnyOrder(ListedDice):
    """Lots for random sheets."""

    def order(self, label: str, players: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(random.Random(label).sample(players, len(players)))


@for_seeds(range(60), at_once=20)
def test_whatever_is_ordered_the_position_stays_legal(rules: Rules, seed: int) -> None:
    chance = random.Random(seed)
    chosen = replace(rules, rulings=_random_rulings(chance, rules))
    state = _random_position(chance, chosen)
    sheets = {player: _random_sheet(chance, chosen, state, player) for player in PLAYERS}
    table = Table(state, sheets, _AnyOrder({}), chosen)
    invariants.check(table, "given")
    movement.move(table)
    invariants.check(table, "movement.move")
    assert sorted(table.outcomes) == sorted(order.ref for sheet in sheets.values() for order in sheet.moves)
    codes = {remark.code for remark in table.remarks} | {outcome.code for outcome in table.outcomes.values()}
    assert codes <= sentences().keys()
    assert not any("…" in sentence(remark.code, remark.facts, rules) for remark in table.remarks)


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_stack_fares_as_one_made_up_unit_by_unit(
    rules: Rules, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    state = _random_position(chance, rules)
    sheets = {player: _random_sheet(chance, rules, state, player) for player in PLAYERS}
    whole, made_up = (Table(state, sheets, _AnyOrder({}), rules) for _ in range(2))
    movement.move(whole)
    monkeypatch.setattr(movement, "whole_stack", lambda plan, order: None)
    movement.move(made_up)
    assert_same(whole, made_up)


@pytest.mark.parametrize("seed", range(24))
def test_a_plain_way_is_gone_as_one_looked_at_step_by_step(
    rules: Rules, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    chosen = replace(rules, rulings=_random_rulings(chance, rules))  # type: ignore[arg-type]
    state = _random_position(chance, chosen)
    sheets = {player: _random_sheet(chance, chosen, state, player, plain=True) for player in PLAYERS}
    at_once, by_steps = (Table(state, sheets, _AnyOrder({}), chosen) for _ in range(2))
    checked, checked_by_steps = (Table(state, sheets, _AnyOrder({}), chosen) for _ in range(2))
    movement.move(at_once)
    movement.judge(checked, "A")
    monkeypatch.setattr(movement, "travel", lambda plan, order, whole: False)
    monkeypatch.setattr(movement, "go_plainly", lambda march, number: number)
    movement.move(by_steps)
    movement.judge(checked_by_steps, "A")
    assert_same(at_once, by_steps)
    assert checked.remarks == checked_by_steps.remarks


@pytest.mark.parametrize("seed", range(24))
def test_a_sheet_planned_again_from_an_order_on_is_as_one_planned_from_the_start(
    rules: Rules, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    chosen = replace(rules, rulings=_random_rulings(chance, rules))  # type: ignore[arg-type]
    state = _loosened(chance, _random_position(chance, chosen), chosen)
    sheets = {player: _grasping_sheet(chance, chosen, state, player) for player in PLAYERS}
    carried_on, from_the_start = (Table(state, sheets, _AnyOrder({}), chosen) for _ in range(2))
    movement.move(carried_on)
    again = 0

    def all_anew(plan: Plan, refused: Refused, wishes: object) -> None:
        nonlocal again
        again += 1
        found = movement.plan_sheet(from_the_start, plan.player, refused)
        for name in Plan.__slots__:
            setattr(plan, name, getattr(found, name))

    monkeypatch.setattr(movement, "plan_anew", all_anew)
    movement.move(from_the_start)
    assert again
    assert_same(carried_on, from_the_start)


def assert_same(one: Table, other: Table) -> None:
    """Both tables lie alike, and the same was told."""
    assert stacks(one) == stacks(other)
    assert (one.outcomes, one.travelled) == (other.outcomes, other.travelled)
    assert (one.events, one.remarks) == (other.events, other.remarks)


@for_seeds(range(12), at_once=12)
def test_the_checker_sees_what_happens_when_nobody_contests(rules: Rules, seed: int) -> None:
    chance = random.Random(seed)
    state = _random_position(chance, rules)
    sheet = _random_sheet(chance, rules, state, "A")
    checked, played = (Table(state, {"A": sheet}, _AnyOrder({}), rules) for _ in range(2))
    movement.judge(checked, "A")
    movement.move(played)
    assert [remark for remark in checked.remarks if remark in played.remarks] == played.remarks
    assert checked.freeze(1, "first").stacks == state.stacks
    assert not checked.outcomes and not checked.events


def _random_rulings(chance: random.Random, rules: Rules) -> object:
    return replace(
        rules.rulings,
        detached_units=chance.choice(["neutral", "keep"]),
        imperial_under_neutral=chance.choice(["free", "held"]),
        illegal_step=chance.choice(["stop", "void"]),
        faulty_unit=chance.choice(["left_out", "void"]),
        imperial_transfer=chance.choice(["province", "region"]),
    )


def _random_position(chance: random.Random, rules: Rules) -> State:
    """All units in a few provinces: Leaders with some units, the rest in piles."""
    provinces = chance.sample(sorted(rules.board.provinces), chance.choice([2, 4, 8]))
    owner = {kind: chance.choice((*PLAYERS, None)) for kind in (*BLUE_CONTROL, *GREEN_CONTROL)}
    loose = [unit for unit in sorted(rules.counters) if unit not in rules.leaders and unit not in IMPERIAL]
    chance.shuffle(loose)
    imperial = [CZAR, GOLD]
    laid: list[Stack] = []
    for leader in chance.sample(sorted(rules.leaders), 24):
        below = (imperial.pop(),) if imperial and chance.random() < 0.1 else ()
        attached: list[int] = []
        for unit in chance.sample(loose, 8):
            own = rules.color[unit] == rules.color[leader] and len(attached) < 4
            if own and can_command(leader, below, attached, unit, rules):
                attached.append(unit)
                loose.remove(unit)
        laid.append(Stack(chance.choice(provinces), chance.choice(PLAYERS), (leader, *below, *attached)))
    for unit in loose:
        allowed = rules.entry.get(rules.nationality[unit])
        places = [place for place in provinces if allowed is None or place in allowed] or sorted(
            allowed or ()
        )
        below = (imperial.pop(),) if imperial and chance.random() < 0.05 else ()
        laid.append(Stack(chance.choice(places), owner.get(rules.nationality[unit]), (unit, *below)))
    laid += [Stack(chance.choice(provinces), None, (unit,)) for unit in imperial]
    return _position(tuple(laid), rules)


def _random_sheet(
    chance: random.Random, rules: Rules, state: State, player: str, *, plain: bool = False
) -> Sheet:
    """Orders for the player's stacks, sensible and not; `plain`: three of four do little on their way but travel."""
    own = [stack for stack in state.stacks if stack.player == player]
    orders: list[Move] = []
    for stack in chance.sample(own, len(own)):
        here = [other for other in state.stacks if other.at == stack.at]
        force: list[int | str] = list(stack.units)
        match chance.randrange(8):
            case 0:
                force.pop()
            case 1:
                force += chance.choice(here).units
            case 2:
                force.insert(chance.randrange(2), chance.choice([*sorted(rules.counters), "Rasputin"]))
            case 3:
                chance.shuffle(force)
        at, travels = stack.at, plain and chance.random() < 0.75
        if travels:
            force = list(stack.units)
        route = [RouteStep(at) if travels else _random_step(chance, state, at, force)]
        by = chance.choice(["overland"] * 5 + ["rail"])
        for _ in range(chance.randrange(6)):
            ways = (rules.board.rails if by == "rail" else rules.board.land)[at] | rules.board.strait[at]
            at = chance.choice(sorted(ways) or [at])
            quiet = travels and chance.random() < 0.9
            route.append(RouteStep(at) if quiet else _random_step(chance, state, at, force))
        orders.append(_move(player, len(orders), force, route[chance.randrange(2) :], by))
    return Sheet(player, moves=tuple(orders))


def _grasping_sheet(chance: random.Random, rules: Rules, state: State, player: str) -> Sheet:
    """Leaders who go where units of nobody's lie and are to pick them up, some as part of the force they begin with."""
    free: dict[str, list[int]] = {}
    for stack in state.stacks:
        if stack.player is None:
            free.setdefault(stack.at, []).extend(stack.units)
    orders: list[Move] = []
    for stack in state.stacks:
        if stack.player != player or stack.units[0] not in rules.leaders:
            continue
        fit = [place for place in free if place in (stack.at, *rules.board.neighbors(stack.at))]
        force: list[int | str] = list(stack.units)
        if chance.random() < 0.3:
            force += [unit for unit in free.get(stack.at, ()) if unit in IMPERIAL or _alike(unit, stack, rules)]
        route = []
        for place in chance.sample(fit, min(len(fit), chance.choice([1, 1, 2]))):
            wanted = [unit for unit in free[place] if unit in IMPERIAL or _alike(unit, stack, rules)]
            chance.shuffle(wanted)
            drop = (stack.units[-1:],) if chance.random() < 0.2 else ()
            route.append(RouteStep(place, pick_up=tuple(PickUp(unit) for unit in wanted[:4]), drop=drop))
        orders.append(_move(player, len(orders), force, route))
    return Sheet(player, moves=tuple(orders))


def _loosened(chance: random.Random, state: State, rules: Rules) -> State:
    """Most Leaders part from all that is theirs, which is nobody's."""
    laid: list[Stack] = []
    for stack in state.stacks:
        top, rest = stack.units[:1], stack.units[1:]
        if top[0] in rules.leaders and rest and rules.leaders.isdisjoint(rest) and chance.random() < 0.8:
            laid.append(stack._replace(units=top))
            combat = tuple(unit for unit in rest if unit not in IMPERIAL)
            imperial = tuple(unit for unit in rest if unit in IMPERIAL)
            laid.append(Stack(stack.at, None, (*combat[:1], *imperial, *combat[1:])))
        else:
            laid.append(stack)
    return replace(state, stacks=tuple(sorted(laid, key=lambda one: (one.at, one.units))))


def _alike(unit: int, stack: Stack, rules: Rules) -> bool:
    return rules.color[unit] == rules.color[stack.units[0]]


def _random_step(chance: random.Random, state: State, at: str, force: Sequence[int | str]) -> RouteStep:
    here = [unit for stack in state.stacks if stack.at == at for unit in stack.units] or [152]
    leader = chance.choice([None, None, *force])
    dropped = [unit for unit in force if chance.random() < 0.4]
    cut = chance.randrange(len(dropped) + 1)
    drop = tuple(part for part in (tuple(dropped[:cut]), tuple(dropped[cut:])) if part)
    wanted = chance.sample(here, min(len(here), chance.choice([0, 0, 1, 3])))
    return RouteStep(
        at,
        pick_up=tuple(PickUp(unit, leader) for unit in wanted),
        drop=drop if chance.random() < 0.15 else (),
        remove=(CZAR, GOLD, 413) if chance.random() < 0.1 else (),
        join=chance.choice(here) if chance.random() < 0.1 else None,
    )


def outcome(table: Table, ref: str = "A.moves[0]") -> tuple[str, tuple[str, ...]]:
    ended = table.outcomes[ref]
    return sentence(ended.code, ended.facts, table.rules), ended.cases


def removal(lay_out: Callable[..., Table], *route: RouteStep) -> Table:
    """A's Czech unit goes this way."""
    table = lay_out([(route[0].at, "A", (413,))], {"A": [((413,), route)]})
    movement.move(table)
    return table


def test_a_removal_says_that_the_unit_left_the_map(lay_out: Callable[..., Table]) -> None:
    table = removal(lay_out, RouteStep("VLAD", remove=(413,)))
    assert outcome(table)[0] == "CZ 413 left the map in VLAD."


def test_a_march_and_a_removal(lay_out: Callable[..., Table]) -> None:
    table = removal(lay_out, RouteStep("SPAS"), RouteStep("VLAD", remove=(413,)))
    assert outcome(table)[0] == "CZ 413 moved SPAS-VLAD, and CZ 413 left the map in VLAD."


@pytest.mark.parametrize(("to", "cites"), [("LIVO", True), ("TULA", False)])
def test_only_petrograd_and_livonia_are_barred_by_the_lake(
    lay_out: Callable[..., Table], to: str, cites: bool
) -> None:
    table = lay_out([("PETR", "A", (167,))], {"A": [((167,), ("PETR", to))]})
    movement.move(table)
    assert ("5.33" in outcome(table)[1]) == cites


@pytest.mark.parametrize(("unit", "cites"), [(415, False), (CZAR, True)])
def test_a_unit_of_another_player_is_left_out_under_the_cases_of_its_kind(
    lay_out: Callable[..., Table], unit: int, cites: bool
) -> None:
    piles = [("PETR", "A", (167,)), ("PETR", "B", (251, CZAR)), ("PETR", "B", (415,))]
    table = lay_out(piles, {"A": [((167, unit), ("PETR", "NOVG"))]})
    movement.move(table)
    assert ("13.14" in outcome(table)[1], "R4" in outcome(table)[1]) == (cites, cites)
