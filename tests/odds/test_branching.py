"""Every way a play can go, and tables that are played on apart."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from pbem.core.rules import Rules
from pbem.core.table import Table
from pbem.core.twins import twin
from pbem.odds.branching import ComesBack, Forks, TooManyWays, lay_out, pair_faces, ways
from tests.odds.brute import position

PILES = [("TVER", "A", (153, 111)), ("TVER", "B", (251, 212, 1)), ("OREL", None, (112,))]


def test_ways_of_a_play_with_weights() -> None:
    def play(forks: Forks) -> str:
        first = forks.choose((1, 2))
        return "a" if first == 0 else "bc"[forks.choose((3, 1))]

    assert ways(play) == [(Fraction(1, 3), "a"), (Fraction(1, 2), "b"), (Fraction(1, 6), "c")]


def test_a_play_without_forks_has_one_way() -> None:
    assert ways(lambda forks: "only") == [(Fraction(1), "only")]


def test_what_comes_back_goes_its_other_ways() -> None:
    def play(forks: Forks) -> str:
        if forks.choose((1, 1)):
            return "never in it"
        for name in ("first", "second"):
            if forks.choose((1, 2)):
                return name
        raise ComesBack(1)

    # Each round ends with `first` in 2 of 3, with `second` in 2 of the 3 that are left, and begins anew in 1 of 9.
    found = {name: chance for chance, name in ways(play)}
    assert found == {"first": Fraction(3, 8), "second": Fraction(1, 8), "never in it": Fraction(1, 2)}


def test_too_many_ways() -> None:
    with pytest.raises(TooManyWays):
        ways(lambda forks: [forks.choose((1, 1)) for _ in range(5)], most=31)
    assert len(ways(lambda forks: [forks.choose((1, 1)) for _ in range(5)], most=32)) == 32


@pytest.mark.parametrize(
    ("needed", "branches"), [("", 36), ("8", 2), ("column 11-20", 3), ("column 61+", 3), ("2", 1)]
)
def test_pairs_that_mean_the_same_are_one(rules: Rules, needed: str, branches: int) -> None:
    faces = pair_faces(rules, needed)
    assert len(faces) == branches
    assert sum(faces.values()) == 36


Change = Callable[[Table], object]


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.lift_stack(table.where[153]),
        lambda table: table.set_stack(table.where[251], (251,), "B"),
        lambda table: table.to_chart(999, "A"),
        lambda table: table.to_randomizer("politburo"),
        lambda table: setattr(table.hands["A"], "politburo", 5),
        lambda table: table.hands["A"].units.append(152),
        lambda table: table.out_of_play.append(412),
        lambda table: table.travelled.update({153: ("TVER",)}),
        lambda table: table.quit.append("C"),
        lambda table: table.control.update(BR="A"),
        lambda table: table.combat_notes.note("A", (153,), (251,)),
        lambda table: table.end("A.attacks[0]", "void", "code"),
        lambda table: table.remark("A.attacks[0]", "", "note", "code"),
    ],
)
def test_a_twin_is_played_on_apart(rules: Rules, change: Change) -> None:
    from pbem.phases.stack_names import notes

    table = lay_out(position(rules, PILES), {}, rules, Forks())
    notes(table)
    other = twin(table)
    before = _seen(table)
    assert _seen(other) == before
    change(other)
    assert _seen(table) == before
    assert _seen(other) != before


def _seen(table: Table) -> dict[str, object]:
    """All that a table holds, hands and notes opened."""
    found: dict[str, object] = {}
    for name in Table.__slots__:
        value = getattr(table, name)
        if name == "hands":
            value = {player: (hand.politburo, hand.assassin, hand.units) for player, hand in value.items()}
        if name == "combat_notes":
            value = [getattr(value, slot) for slot in value.__slots__]
        found[name] = repr(value) if name != "rules" else None
    return found


def test_a_twin_of_some_stacks(rules: Rules) -> None:
    table = lay_out(position(rules, PILES), {}, rules, Forks())
    some = twin(table, {table.where[153]})
    assert list(some.stacks.values()) == [table.stacks[table.where[153]]]
    assert some.at == {"TVER": [table.where[153]]}
    assert some.where == {153: table.where[153], 111: table.where[153]}
