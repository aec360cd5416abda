"""Assassinations, Purges, Random Events and draws of sheets and positions, against every single value of the dice."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from pbem.core.events import SpoilTaken
from pbem.core.orders import Assassination, Counterpurge, Move, Purge, RouteStep, Sheet
from pbem.core.rules import Rules
from pbem.core.state import Holding, State
from pbem.core.table import Table
from pbem.odds.attempts import attempts_odds
from pbem.odds.events import draw_odds, events_odds, units_at_risk
from pbem.odds.purges import Transfer, purges_odds
from pbem.odds.tables import purge_chain, purge_results
from pbem.phases import assassinations, purges, random_events, randomizer
from tests.odds.brute import EveryDie, every, position

REDS = [
    ("TVER", "A", (153, 111)), ("OREL", "A", (155,)), ("TVER", "B", (156, 112)), ("PERM", "B", (157,)),
    ("TVER", "C", (251, 212)),
]  # fmt: skip


def hands(**markers: tuple[int, int]) -> dict[str, Holding]:
    return {player: Holding(politburo, assassin) for player, (politburo, assassin) in markers.items()}


# --- assassinations ----------------------------------------------------------------------------------------------


def test_attempts_are_what_every_pair_gives(rules: Rules) -> None:
    state = position(rules, REDS, phase="first", holdings=hands(A=(0, 3), B=(0, 1)))
    sheets = {
        "A": Sheet("A", assassinations=(
            Assassination("A.assassinations[0]", 251, 2), Assassination("A.assassinations[1]", 156, None),
            Assassination("A.assassinations[2]", 157, 1),
        )),
        "B": Sheet("B", assassinations=(Assassination("B.assassinations[0]", 251, 1),)),
    }  # fmt: skip
    killed: dict[str, Fraction] = {}

    def play(dice: EveryDie) -> Table:
        table = Table(state, sheets, dice, rules)
        assassinations.attempt(table)
        return table

    for chance, table in every(play):
        for ref, outcome in table.outcomes.items():
            if outcome.ended == "done":
                killed[ref] = killed.get(ref, Fraction(0)) + chance
    found = attempts_odds(state, sheets, rules)
    assert {one.order.ref: one.killed for one in found if one.killed} == killed
    assert [dict(one.markers) for one in found[:2]] == [{2: 1}, {1: 1}]
    assert found[2].nothing == {"assassinate_no_marker": 1}
    # B comes third; the target may be dead by then.
    assert found[3].nothing == {"assassinate_dead": found[0].killed}
    assert found[3].made == 1 - found[0].killed


def test_the_sheets_own_moves_come_first(rules: Rules) -> None:
    piles = [("PETR", "A", (153,)), ("TVER", "B", (156,))]
    state = position(rules, piles, phase="first", holdings=hands(A=(0, 1)))
    order = Assassination("A.assassinations[0]", 156, 1)
    stays = Sheet("A", assassinations=(order,))
    goes = replace(stays, moves=(Move("A.moves[0]", (153,), (RouteStep("NOVG"), RouteStep("TVER"))),))
    (one,) = attempts_odds(state, {"A": stays}, rules)
    assert one.nothing == {"assassinate_no_meeting": 1}
    (one,) = attempts_odds(state, {"A": goes}, rules)
    assert one.made == 1


# --- purges ------------------------------------------------------------------------------------------------------


def answering(player: str, *against: str, **more: object) -> tuple[Counterpurge, ...]:
    return (Counterpurge(f"{player}.counterpurge[0]", against=against, **more),)  # type: ignore[arg-type]


def against_c(*answers: Sheet, **of_a: object) -> dict[str, Sheet]:
    """A purges B with all his markers; the others as given."""
    mine = Sheet("A", purges=(Purge("A.purges[0]", target="B"),), **of_a)  # type: ignore[arg-type]
    return {sheet.player: sheet for sheet in (mine, *answers)}


def counted(state: State, sheets: Mapping[str, Sheet], rules: Rules) -> dict[object, Fraction]:
    """How each order ended and what changed hands, on every pair."""
    found: dict[object, Fraction] = {}

    def play(dice: EveryDie) -> Table:
        table = Table(state, sheets, dice, rules)
        purges.purge(table)
        return table

    for chance, table in every(play):
        things: list[object] = [(ref, outcome.ended) for ref, outcome in table.outcomes.items()]
        things += [
            Transfer(event.unit, event.owner, event.player)
            for event in table.events
            if isinstance(event, SpoilTaken) and event.unit is not None
        ]
        for thing in things:
            found[thing] = found.get(thing, Fraction(0)) + chance
    return found


def test_a_purge_and_a_single_answer(rules: Rules) -> None:
    state = position(rules, REDS, holdings=hands(A=(8, 0), B=(4, 0)))
    sheets = against_c(Sheet("B", counterpurges=answering("B", "A", take=("politburo", 153))))
    found = purges_odds(state, sheets, rules)
    brute = counted(state, sheets, rules)
    assert {
        leader: chance for leader, chance in brute.items() if isinstance(leader, Transfer)
    } == found.leaders
    for one in found.orders:
        for (ended, _), chance in one.ended.items():
            assert brute[one.order.ref, ended] == chance
    answer = found.orders[1]
    assert answer.rolled == purge_results(8 + sum(rules.value[u] for u in (153, 155)), rules)["C"]
    assert found.markers[("A", "B")][1] == answer.gains[2]


@pytest.mark.parametrize("rounds", [(1, 1), (2, 1), (2, None)])
def test_answers_that_end(rules: Rules, rounds: tuple[int | None, int | None]) -> None:
    state = position(rules, REDS, holdings=hands(A=(8, 0), B=(2, 0)))
    sheets = against_c(
        Sheet("B", counterpurges=answering("B", "A", rounds=rounds[0])),
        counterpurges=answering("A", "B", rounds=rounds[1]),
    )
    found = purges_odds(state, sheets, rules)
    strengths = {one.order.ref: next(iter(one.strengths)) for one in found.orders}
    mine, theirs = strengths["A.counterpurge[0]"], strengths["B.counterpurge[0]"]
    purge, answer, reply = (purge_results(n, rules) for n in (strengths["A.purges[0]"], theirs, mine))
    reached, nothing = purge["C"], Fraction(0)
    gained = {"B": Fraction(0), "A": Fraction(0)}
    for turn in range(20):
        one, player = ((answer, "B"), (reply, "A"))[turn % 2]
        limit = rounds[turn % 2]
        if limit is not None and turn // 2 >= limit:
            nothing += reached
            break
        gained[player] += reached * (1 - one["C"])
        reached *= one["C"]
    by_ref = {one.order.ref: one for one in found.orders}
    for player in "AB":
        assert sum(by_ref[f"{player}.counterpurge[0]"].gains.values()) == gained[player]
    assert sum(by_ref["A.purges[0]"].gains.values()) + sum(gained.values()) + nothing == 1


def test_answers_without_end_are_what_the_formula_says(rules: Rules) -> None:
    state = position(rules, REDS, holdings=hands(A=(8, 0), B=(5, 0)))
    sheets = against_c(Sheet("B", counterpurges=answering("B", "A")), counterpurges=answering("A", "B"))
    found = {one.order.ref: one for one in purges_odds(state, sheets, rules).orders}
    purge, reply, answer = (found[ref] for ref in ("A.purges[0]", "A.counterpurge[0]", "B.counterpurge[0]"))
    strengths = [next(iter(one.strengths)) for one in (purge, answer, reply)]
    chain = purge_chain(*strengths, rules)
    assert [one.gains for one in (purge, answer, reply)] == [one.gains for one in chain.answers]
    assert [one.rolled for one in (purge, answer, reply)] == [one.rolled for one in chain.answers]


def test_what_one_purge_takes_the_next_cannot(rules: Rules) -> None:
    piles = [("TVER", "A", (153,)), ("TVER", "B", (156,)), ("TVER", "C", (163,))]
    state = position(rules, piles, holdings=hands(A=(4, 0), B=(4, 0), C=(1, 0)))
    sheets = {
        player: Sheet(player, purges=(Purge(f"{player}.purges[0]", ("A", "B"), (player,), "C"),))
        for player in "AB"
    } | {"C": Sheet("C", counterpurges=answering("C", "A", "B", rounds=1))}
    found = purges_odds(state, sheets, rules)
    brute = counted(state, sheets, rules)
    assert found.leaders == {leader: brute[leader] for leader in found.leaders}
    assert sum(found.leaders.values()) > 0
    assert {thing for thing in brute if isinstance(thing, Transfer)} == set(found.leaders)


def test_a_purge_that_is_not_held(rules: Rules) -> None:
    state = position(rules, REDS, holdings=hands(A=(7, 0), B=(2, 0)))
    (one,) = purges_odds(state, against_c(), rules).orders
    assert one.rolled == 0
    assert one.ended == {("void", "purge_no_committee"): 1}


# --- Random Events and draws -------------------------------------------------------------------------------------


def test_events_are_what_every_pair_gives(rules: Rules) -> None:
    kinds = [rules.events_table[row][column].kind for row in range(6) for column in range(6)]
    for phase, players, rolls in (("first", 5, 2), ("second", 5, 3), ("first", 1, 0)):
        found = events_odds(phase, players, rules)  # type: ignore[arg-type]
        assert found.rolls == rolls
        for kind, chance in found.kinds.items():
            assert chance == 1 - Fraction(36 - kinds.count(kind), 36) ** rolls


def test_units_an_epidemic_takes(rules: Rules) -> None:
    state = position(rules, [("TVER", "A", (153, 111)), ("TVER", "B", (414,)), ("TVER", None, (212,))])
    rolls = random_events.rolls_in("second", 3)
    expected = 1 - Fraction(35, 36) ** rolls
    assert [(one.at, one.unit, one.player, one.chance) for one in units_at_risk(state, rules)] == [
        ("TVER", 111, "A", expected), ("TVER", 212, None, expected),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "markers",
    [
        ("assassin", "assassin", "politburo"),
        ("BR-control", "FR-control", "assassin", "politburo", "politburo"),
        ("BR-control", "FR-control"),
        ("FR-control", "FR-withdrawal", "FN-control", "BR-withdrawal"),
        ("FR-control",),
        (),
    ],
)
def test_a_draw_is_what_every_order_gives(rules: Rules, markers: tuple[str, ...]) -> None:
    state = position(rules, [("ARCH", None, (414, 415))], randomizer=tuple(sorted(markers)))
    found: dict[str, Fraction] = {}

    def play(dice: EveryDie) -> str:
        table = Table(state, {}, dice, rules)
        randomizer.draw_for(table, "A", "draw")
        drawn = table.events[-1]
        return "" if drawn.fate in ("again", "nothing") else drawn.marker  # type: ignore[union-attr]

    for chance, marker in every(play):
        found[marker] = found.get(marker, Fraction(0)) + chance
    assert {one.marker: one.chance for one in draw_odds(state, rules)} == found
