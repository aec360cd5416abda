"""14.4: the points of every player, item by item."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pbem.core.events import GameEnded
from pbem.core.rules import Rules
from pbem.core.state import Faces, Flags, Holding, Victory
from pbem.core.table import Table
from pbem.phases.victory import Item, judge, ranking, victory_points

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


# --- the end of the game -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piles", "rulings", "side"),
    [
        # R37 `turn_limit`: alone of the two in more provinces of Greater Russia; a tie gives one turn more.
        ([("PETR", "A", (151,)), ("TULA", None, (201,))], {"ending": "turn_limit", "turn_limit": 6}, None),
        (
            [("PETR", "A", (151,)), ("TULA", None, (201,)), ("OREL", None, (202,))],
            {"ending": "turn_limit", "turn_limit": 6},
            "white",
        ),
        (
            [("PETR", "A", (151,)), ("TVER", None, (111,)), ("TULA", None, (201,)), ("OREL", None, (202,)),
             ("OREL", None, (112,))],
            {"ending": "turn_limit", "turn_limit": 6},
            "red",
        ),
        (
            [("PETR", "A", (151,)), ("TULA", None, (201,)), ("KIEV", None, (202,))],
            {"ending": "turn_limit", "turn_limit": 6},
            None,
        ),
        ([("PETR", "A", (151,)), ("TVER", None, (111,)), ("KIEV", "B", (251, 201))], {"ending": "turn_limit",
         "turn_limit": 7}, None),
        # R37 `key_areas`
        (
            [("PETR", "A", (151,)), ("TVER", None, (111,)), ("TULA", None, (201,))],
            {"ending": "key_areas", "key_areas": ("PETR", "TVER")},
            "red",
        ),
        (
            [("PETR", "A", (151,)), ("TVER", None, (111,)), ("TVER", None, (201,))],
            {"ending": "key_areas", "key_areas": ("PETR", "TVER")},
            None,
        ),
        (
            [("PETR", "A", (151,)), ("TULA", None, (201,))],
            {"ending": "key_areas", "key_areas": ("PETR", "TVER")},
            None,
        ),
        (
            [("OREL", "A", (151,)), ("PETR", None, (201,)), ("TVER", None, (202,))],
            {"ending": "key_areas", "key_areas": ("PETR", "TVER")},
            "white",
        ),
        ([("OREL", "A", (151,)), ("PETR", None, (201,))], {"ending": "key_areas", "key_areas": ()}, None),
    ],
)  # fmt: skip
def test_other_endings(make_table: Make, piles: list, rulings: dict[str, object], side: str | None) -> None:
    table = make_table(piles, rulings=rulings, flags=Flags(purge_held=True))
    judge(table)
    assert (table.victory.side if table.victory else None) == side
    assert table.purge_held is False
    assert table.events == ([GameEnded("R37", "", table.victory)] if table.victory else [])


def test_a_printed_ending_is_told(make_table: Make) -> None:
    table = make_table(
        [("PETR", "A", (151, 101)), ("OMSK", "B", (252, 201))], holdings={"B": Holding(politburo=2)}
    )
    judge(table)
    assert table.events == [
        GameEnded("14.1", "", Victory("red", "14.1", (("A",), ("B",), ("C",)), {"A": 6, "B": 4, "C": 0}))
    ]


def test_the_czar_on_the_chart(make_table: Make, rules: Rules) -> None:
    state = replace(
        make_table([]).freeze(6, "second"),
        chart={"A": Faces(up=(1,)), "B": Faces(down=(1, 2)), "C": Faces(up=(2,))},
    )
    points = victory_points(state, rules)
    assert points["A"].items == (Item("red", "14.46", 1, points["A"].red),)
    assert points["A"].red > 0
    assert [(item.side, item.case, item.unit) for item in points["B"].items] == [
        ("white", "14.46", 1), ("white", "14.46", 2),
    ]  # fmt: skip
    assert points["C"].items == ()
