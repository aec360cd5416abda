"""Attacks of sheets: exact chances against every single die, and against trials of the whole Phase."""

import random
from collections.abc import Mapping
from fractions import Fraction

import pytest

from pbem.chance.quick import QuickDice
from pbem.core.events import Attacked, Captured, Subverted
from pbem.core.orders import Attack, Sheet, Subversion
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.table import Table
from pbem.core.terms import IMPERIAL
from pbem.odds.attacks import CombatOdds, chains, combat_odds
from pbem.odds.before import tables_after, tables_before
from pbem.odds.beside import beside
from pbem.odds.branching import TooManyWays
from pbem.odds.came import Called, Came, Fought
from pbem.odds.lines import Lines
from pbem.odds.tables import RESULTS
from pbem.phases import combat, subversion
from pbem.phases.odds import COLUMNS
from pbem.phases.stack_names import notes as combat_notes
from pbem.phases.subversion import subvert
from tests.odds.brute import EveryDie, every, position

Chances = dict[tuple[str, Came], Fraction]


def attacks(**by_player: list[tuple]) -> dict[str, Sheet]:
    """Sheets with attacks (with, against, more) in Tver."""
    return {
        player: Sheet(
            player,
            attacks=tuple(
                Attack(
                    f"{player}.attacks[{number}]", "TVER", tuple(units), against, **(more[0] if more else {})
                )
                for number, (units, against, *more) in enumerate(orders)
            ),
        )
        for player, orders in by_player.items()
    }


def counted(state: State, sheets: Mapping[str, Sheet], rules: Rules) -> Chances:
    """What came of each order, on every single value of every die."""
    found: Chances = {}

    def play(dice: EveryDie) -> Table:
        table = Table(state, sheets, dice, rules)
        subversion.subvert(table)
        combat.attack(table)
        return table

    for chance, table in every(play):
        fought = {
            event.ref: _came(event, table)
            for event in table.events
            if isinstance(event, Attacked | Subverted)
        }
        for ref, outcome in table.outcomes.items():
            came = fought.get(ref) or Called(outcome.code)
            found[ref, came] = found.get((ref, came), Fraction(0)) + chance
    return found


def _came(event: Attacked | Subverted, table: Table) -> Fought:
    if isinstance(event, Subverted):
        died = event.result == "De"
        lost = tuple(unit for unit in event.defenders if unit not in IMPERIAL)
        return Fought(event.odds, "De" if died else "", (), lost if died else ())
    captured = tuple(
        (one.unit, one.by) for one in table.events if isinstance(one, Captured) and one.ref == event.ref
    )
    return Fought(event.odds, event.result, event.lost_by_attacker, event.lost_by_defender, captured)


def exact(found: CombatOdds) -> Chances:
    """The same of what was found."""
    every_attack = [
        *found.subversions,
        *(attack for province in found.provinces for attack in province.attacks),
    ]
    return {(one.order.ref, came): chance for one in every_attack for came, chance in one.came.items()}


LINKED = [
    ("TVER", "A", (153, 111)),
    ("TVER", "A", (155, 112)),
    ("TVER", "B", (251, 212, 209)),
    ("TVER", "B", (252, 210)),
    ("TVER", "C", (157, 113)),
    ("TVER", None, (213,)),
]


@pytest.mark.parametrize(
    ("piles", "sheets"),
    [
        ([("TVER", "A", (153, 111)), ("TVER", "B", (251,))], attacks(A=[((153,), 251)])),
        (LINKED, attacks(A=[((153, 155), 251), ((155,), 252)], B=[((252,), 155)])),
        (LINKED, attacks(A=[((153,), 251)], B=[((251,), 153)], C=[((157,), 251)])),
        (LINKED, attacks(A=[((153,), 251, {"min_odds": "2:1"}), ((153,), 252)], B=[((252,), 157)])),
        (LINKED, attacks(A=[((999,), 251), ((153,), 213, {"enemy_losses": (213,)})])),
        (  # the Czar changes hands, and may be taken back
            [("TVER", "A", (153, 111)), ("TVER", "B", (251, 1, 212)), ("TVER", "C", (252, 209))],
            attacks(A=[((153,), 251)], C=[((252,), 153)]),
        ),
        (  # equal strengths: who goes first is decided by lot
            [("TVER", "A", (153,)), ("TVER", "B", (155,)), ("TVER", "C", (157,)), ("TVER", None, (213,))],
            attacks(A=[((153,), 155)], B=[((155,), 157)], C=[((157,), 153)]),
        ),
    ],
)
def test_a_chain_is_what_every_die_gives(rules: Rules, piles: list, sheets: dict[str, Sheet]) -> None:
    state = position(rules, piles)
    assert exact(combat_odds(state, sheets, rules)) == counted(state, sheets, rules)


@pytest.mark.parametrize("number", range(12))
def test_random_provinces(rules: Rules, number: int) -> None:
    rng = random.Random(number)
    leaders = rng.sample([u for u in sorted(rules.leaders) if rules.value[u] < 4], 5)
    combat_units = {
        color: rng.sample(
            [u for u, c in rules.counters.items() if c.kind == "combat" and c.color == color], 6
        )
        for color in ("red", "white")
    }
    piles = [
        ("TVER", rng.choice("ABC"), (leader, *[combat_units[rules.color[leader]].pop()][: rng.randint(0, 1)]))
        for leader in leaders
    ]
    piles.append(("TVER", None, tuple(combat_units["white"][:2])))
    if rng.random() < 0.5:
        top = rng.randrange(5)
        at, player, units = piles[top]
        piles[top] = at, player, (units[0], 1, *units[1:])
    orders: dict[str, list[tuple]] = {}
    for _ in range(3):
        at, player, units = piles[rng.randrange(5)]
        _, _, target = piles[rng.randrange(6)]
        orders.setdefault(player, []).append(((units[0],), target[0]))
    sheets = attacks(**dict(sorted(orders.items())))
    state = position(rules, piles)
    assert exact(combat_odds(state, sheets, rules)) == counted(state, sheets, rules)


@pytest.mark.parametrize("attacked", ["by_each", "once"])
def test_subversion_comes_before_all_attacks(rules: Rules, attacked: str) -> None:
    from dataclasses import replace

    rules = replace(rules, rulings=replace(rules.rulings, attacked=attacked, combine="common_enemy"))
    piles = [
        ("NOVG", "A", (153, 111)), ("TVER", "A", (155, 112)), ("TVER", "C", (251, 209)), ("TVER", "B", (414, 415)),
    ]  # fmt: skip
    sheets = attacks(A=[((155,), 414)], B=[((414,), 155)])
    subversive = Subversion("A.subversion[0]", (153,), 414, "TVER")
    sheets["A"] = replace(sheets["A"], subversions=(subversive,))
    state = position(rules, piles)
    found = combat_odds(state, sheets, rules)
    assert exact(found) == counted(state, sheets, rules)
    assert found.subversions[0].made == 1


def test_trials_of_the_whole_phase_agree(rules: Rules) -> None:
    state = position(rules, LINKED)
    sheets = attacks(A=[((153,), 251), ((155,), 252)], B=[((251,), 153), ((252,), 155)], C=[((157,), 251)])
    found = combat_odds(state, sheets, rules)
    lost: dict[int, int] = {}
    trials = 1500
    for number in range(trials):
        table = Table(state, sheets, QuickDice(number), rules)
        subversion.subvert(table)
        combat.attack(table)
        for unit in table.chart["A"] | table.chart["B"] | table.chart["C"] | table.chart["unassigned"]:
            lost[unit] = lost.get(unit, 0) + 1
    for unit, chance in found.provinces[0].lost.items():
        assert abs(lost.get(unit, 0) / trials - chance) < 0.06


def test_trials_of_a_chain_agree(rules: Rules) -> None:
    state = position(rules, LINKED)
    sheets = attacks(A=[((153,), 251)], B=[((251,), 153)], C=[((157,), 251)])
    starts = tables_after(subvert, tables_before(subvert, state, sheets, rules))
    (chain,) = chains(starts)
    below = random.Random(3).randrange
    trials = 4000
    seen: dict[tuple[str, Came], int] = {}
    for _ in range(trials):
        for ref, came in chain.trial(below).items():
            seen[ref, came] = seen.get((ref, came), 0) + 1
    for ref, chances in chain.outcomes().items():
        assert sum(chances.values()) == 1
        for came, chance in chances.items():
            assert abs(seen.get((ref, came), 0) / trials - chance) < 0.03


def test_what_is_expected_to_be_lost(rules: Rules) -> None:
    state = position(rules, [("TVER", "A", (153, 111)), ("TVER", "B", (251, 212))])
    (attack,) = combat_odds(state, attacks(A=[((153,), 251)]), rules).provinces[0].attacks
    assert attack.attacker_loses == sum(rules.value[unit] * attack.lost.get(unit, 0) for unit in (153, 111))
    assert attack.defender_loses == sum(rules.value[unit] * attack.lost.get(unit, 0) for unit in (251, 212))
    assert attack.made == 1
    assert not attack.nothing


def test_provinces_by_code_and_attacks_as_written(rules: Rules) -> None:
    piles = [("TVER", "A", (153,)), ("TVER", "B", (251,)), ("OREL", "A", (155,)), ("OREL", "B", (252,))]
    orders = (
        Attack("A.attacks[0]", "TVER", (153,), 251),
        Attack("A.attacks[1]", "OREL", (155,), 252),
        Attack("A.attacks[2]", "MOSC", (155,), 252),
    )
    found = combat_odds(position(rules, piles), {"A": Sheet("A", attacks=orders)}, rules)
    assert [(one.at, [attack.order.ref for attack in one.attacks]) for one in found.provinces] == [
        ("MOSC", ["A.attacks[2]"]), ("OREL", ["A.attacks[1]"]), ("TVER", ["A.attacks[0]"]),
    ]  # fmt: skip
    assert found.provinces[0].attacks[0].nothing == {"attack_nowhere": 1}


def test_a_chain_with_too_many_moments_is_not_followed(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.odds.chains.MOST_MOMENTS", 2)
    sheets = attacks(A=[((153,), 251), ((155,), 252)], B=[((251,), 155), ((252,), 153)], C=[((157,), 251)])
    with pytest.raises(TooManyWays):
        combat_odds(position(rules, LINKED), sheets, rules)


TWO_FIGHTS = [
    ("TVER", "A", (153, 111)), ("TVER", "A", (155,)), ("TVER", "B", (251, 212)), ("TVER", "B", (252,)),
    ("TVER", None, (213,)),
]  # fmt: skip


@pytest.mark.parametrize("piles", [TWO_FIGHTS, [("TVER", "A", (153, 1, 111)), *TWO_FIGHTS[1:]]])
@pytest.mark.parametrize(
    "sheets",
    [
        attacks(A=[((153,), 251), ((155,), 252)]),
        attacks(A=[((153,), 251), ((155,), 252)], B=[((252,), 155), ((251,), 153)]),
        attacks(A=[((153,), 251), ((155,), 213), ((153, 155), 252)], B=[((251,), 153)]),
        attacks(A=[((999,), 251), ((155,), 998), ((153,), 213)], B=[((252,), 155)]),
    ],
)
def test_fights_that_have_nothing_to_do_with_each_other(
    rules: Rules, piles: list, sheets: dict[str, Sheet]
) -> None:
    state = position(rules, piles)
    assert exact(combat_odds(state, sheets, rules)) == counted(state, sheets, rules)


def test_attacks_that_name_no_stack_in_common_are_lines_apart(rules: Rules) -> None:
    sheets = attacks(A=[((153,), 251), ((155,), 252), ((155,), 213), ((999,), 998)], B=[((251,), 153)])

    def lines(piles: list) -> list[list[str]]:
        table = tables_after(subvert, tables_before(subvert, position(rules, piles), sheets, rules))[0][1]
        found = Lines(table, combat.by_province(table)["TVER"]).called("A", ["B"])
        return [[plan.order.ref for plan in line.plans] for line in found]

    apart = [["A.attacks[0]", "B.attacks[0]"], ["A.attacks[1]", "A.attacks[2]"], ["A.attacks[3]"]]
    assert sorted(lines(TWO_FIGHTS)) == apart
    with_the_czar = [("TVER", "A", (153, 1, 111)), *TWO_FIGHTS[1:]]
    assert len(lines(with_the_czar)) == 1


def test_a_long_sheet(rules: Rules) -> None:
    piles = [("TVER", "A", (153, 111)), ("TVER", "B", (251, 212)), ("TVER", "C", (157, 113))]
    sheets = attacks(A=[((153,), 251)] * 150, B=[((251,), 999)] * 150, C=[((157,), 251)] * 150)
    found = combat_odds(position(rules, piles), sheets, rules)
    assert all(sum(one.came.values()) == 1 for one in found.provinces[0].attacks)


def test_the_likeliest_comes_first(rules: Rules) -> None:
    sheets = attacks(A=[((153,), 251), ((155,), 252)], B=[((251,), 153), ((252,), 155)], C=[((157,), 251)])
    for attack in combat_odds(position(rules, LINKED), sheets, rules).provinces[0].attacks:
        assert list(attack.nothing.values()) == sorted(attack.nothing.values(), reverse=True)
        assert list(attack.odds) == [column for column in COLUMNS if column in attack.odds]
        assert list(attack.results) == [result for result in RESULTS if result in attack.results]
        assert list(attack.lost) == sorted(attack.lost)


def test_a_table_beside_another_has_all_that_a_table_has(rules: Rules) -> None:
    table = tables_after(subvert, tables_before(subvert, position(rules, LINKED), {}, rules))[0][1]
    found = beside(table, 3)
    assert [name for name in Table.__slots__ if not hasattr(found, name)] == []
    assert found.die("combat/TVER/A/1") == 3
    found.lift_stack(found.where[153])
    combat_notes(found).note("A", (155,), (251,))
    assert table.stack_of(153) is not None
    assert not combat_notes(table).attackers
