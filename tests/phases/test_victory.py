"""14.4: the points of every player, item by item."""

from collections.abc import Callable
from dataclasses import replace

from pbem.core.rules import Rules
from pbem.core.state import Faces, Holding
from pbem.core.table import Table
from pbem.phases.victory import Item, ranking, victory_points

Make = Callable[..., Table]
PILES = [
    ("PETR", "A", (153, 2, 101)),
    ("KIEV", "A", (251, 1, 212)),
    ("POLT", "A", (309,)),
    ("ARCH", "B", (414,)),
    ("TVER", None, (111,)),
]


def test_every_point_has_its_item_and_its_case(make_table: Make, rules: Rules) -> None:
    table = make_table(PILES)
    state = replace(
        table.freeze(6, "second"),
        holdings={"A": Holding(politburo=3)},
        chart={"A": Faces(up=(116, 154, 252, 307, 408), down=(413,))},
    )
    points = victory_points(state, rules)
    assert points["A"].items == (
        Item("white", "14.43", 116, 2),
        Item("red", "14.41", 154, 3),
        Item("white", "14.43", 154, 3),
        Item("red", "14.41", 307, 3),
        Item("white", "14.43", 307, 3),
        Item("red", "14.41", 408, 3),
        Item("white", "14.45", 413, 2),
        Item("red", "14.41", None, 6),
        Item("white", "14.44", 251, 3),
        Item("white", "14.44", 1, 5),
        Item("white", "14.44", 212, 4),
        Item("red", "14.42", 153, 3),
        Item("white", "14.44", 2, 5),
        Item("red", "14.42", 2, 5),
        Item("red", "14.42", 101, 3),
    )
    assert (points["A"].red, points["A"].white) == (26, 27)
    assert (points["B"].red, points["B"].white, points["B"].items) == (0, 0, ())


def test_ranks_are_shared() -> None:
    assert ranking({"A": 3, "B": 7, "C": 3, "D": 0}) == (("B",), ("A", "C"), ("D",))
    assert ranking({}) == ()
