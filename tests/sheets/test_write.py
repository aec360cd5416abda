"""The normalised sheet reads back as the same orders; so does what a mail client makes of it."""

import itertools
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.orders import (
    Assassination,
    Attack,
    Counterpurge,
    ExecuteCzar,
    Faulty,
    Goods,
    Move,
    PickUp,
    Press,
    Purge,
    RouteStep,
    Sheet,
    Spoil,
    StackOrder,
    Steal,
    Subversion,
    Trade,
)
from pbem.core.rules import Rules
from pbem.core.state import Holding, Stack, State
from pbem.rulebook import load_rules
from pbem.sheets.blank import blank_sheet
from pbem.sheets.echo import in_words
from pbem.sheets.read import read_sheet
from pbem.sheets.shapes import LEFT_OPEN
from pbem.sheets.write import normalised, sheet_data

RULES = load_rules()
COUNTERS = sorted(RULES.counters)
CHANCE = random.Random(17)
SOME_UNITS = [
    *((one,) for one in COUNTERS),
    *(tuple(CHANCE.choices(COUNTERS, k=size)) for size in (2, 3, 4) for _ in range(250)),
]
"""Forces to draw from: one draw is quicker than one for each unit."""
unit = st.sampled_from(COUNTERS)
units = st.sampled_from([(), *SOME_UNITS])
some_units = st.sampled_from(SOME_UNITS)
province = st.sampled_from(sorted(RULES.board.provinces))
letter = st.sampled_from("ABCDEFGH")
letters = st.sampled_from([one for size in (1, 2, 3) for one in itertools.product("ABCDEFGH", repeat=size)])
number = st.integers(0, 15)
text = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=40)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


goods = st.builds(Goods, number, number, units)
steps = st.builds(
    RouteStep,
    province,
    st.lists(st.builds(PickUp, unit, maybe(unit)), max_size=3).map(tuple),
    st.lists(some_units, max_size=3).map(tuple),
    units,
    maybe(unit),
)
take = st.one_of(unit, st.sampled_from(["politburo", "any"]))
ORDERS: dict[str, tuple[str, st.SearchStrategy[Any]]] = {
    "stacks": ("stacks", st.builds(StackOrder, st.just(""), some_units)),
    "trades": ("trades", st.builds(Trade, st.just(""), maybe(goods), maybe(letter), maybe(goods))),
    "steals": ("steal", st.builds(Steal, st.just(""), unit, units)),
    "moves": (
        "moves",
        st.builds(
            Move,
            st.just(""),
            units,
            st.lists(steps, max_size=4).map(tuple),
            st.sampled_from(["overland", "rail"]),
        ),
    ),
    "assassinations": ("assassinations", st.builds(Assassination, st.just(""), unit, maybe(number))),
    "purges": (
        "purges",
        st.builds(
            Purge,
            st.just(""),
            maybe(letters),
            maybe(letters),
            maybe(letter),
            maybe(number),
            maybe(st.lists(st.builds(Spoil, letter, take), max_size=3).map(tuple)),
        ),
    ),
    "counterpurges": (
        "counterpurge",
        st.builds(
            Counterpurge,
            st.just(""),
            maybe(letters),
            maybe(letters),
            maybe(st.lists(take, max_size=3).map(tuple)),
            maybe(number),
        ),
    ),
    "press": (
        "press",
        st.builds(
            Press,
            st.just(""),
            st.just(()) | letters,
            st.sampled_from(["", "anonymous", "A friend: of yours"]),
            text,
        ),
    ),
    "subversions": (
        "subversion",
        st.builds(Subversion, st.just(""), units, unit, province, maybe(st.just("2:1"))),
    ),
    "attacks": (
        "attacks",
        st.builds(
            Attack,
            st.just(""),
            province,
            units,
            unit,
            maybe(st.sampled_from(["1:2", "6:1"])),
            maybe(units),
            maybe(units),
            maybe(st.just(("none",)) | units),
        ),
    ),
}
PHASES = {
    "setup": ("stacks", "trades", "press"),
    "first": ("trades", "steals", "moves", "assassinations", "purges", "counterpurges", "press"),
    "second": ("trades", "steals", "subversions", "attacks", "purges", "counterpurges", "press"),
}


@st.composite
def sheets(draw: st.DrawFn) -> tuple[str, Sheet]:
    """A Phase and any readable sheet for it."""
    phase = draw(st.sampled_from(sorted(PHASES)))
    values: dict[str, Any] = {}
    for attribute in PHASES[phase]:
        key, order = ORDERS[attribute]
        found = draw(st.lists(order, max_size=3))
        values[attribute] = tuple(_with_ref(one, f"A.{key}[{index}]") for index, one in enumerate(found))
    if phase != "setup":
        values["execute_czar"] = draw(maybe(st.builds(ExecuteCzar, st.just("A.execute_czar"), letters)))
        values["if_ordered_to_execute_czar"] = draw(st.sampled_from([None, "comply", "refuse"]))
        values["comply_with_execution"] = draw(st.sampled_from([None, True, False]))
        values["quit"] = draw(st.booleans())
    if phase == "second":
        values["losses"] = draw(maybe(some_units))
        values["end_game"] = draw(st.sampled_from([None, "agree"]))
        values["standing"] = draw(st.sampled_from([None, (), ("losses", "end_game")]))
    return phase, Sheet("A", **values, salt=draw(text))


def _with_ref(order: Any, ref: str) -> Any:
    return replace(order, ref=ref)


@settings(max_examples=300, deadline=None)
@given(sheets())
def test_a_normalised_sheet_reads_back_as_the_same_orders(given_sheet: tuple[str, Sheet]) -> None:
    phase, sheet = given_sheet
    written = normalised(sheet, RULES, campaign="volga", turn=3, phase=phase, key="larch")  # type: ignore[arg-type]
    read = read_sheet(written.encode(), rules=RULES)
    assert [found for found in read.findings if found.grade == "error"] == []
    assert read.sheet == sheet
    unindented = "\r\n".join(line.strip() for line in written.split("\n"))
    assert read_sheet(unindented.encode(), rules=RULES).sheet == sheet
    assert in_words(sheet, RULES)
    assert sheet_data(sheet).keys() == sheet_data(sheet, RULES).keys()


def test_an_order_that_could_not_be_read_keeps_its_place(rules: Rules) -> None:
    for phase, body in (
        ("first", "moves"),
        ("setup", "trades"),
        ("setup", "stacks"),
        ("first", "counterpurge"),
    ):
        raw = f"player: A\nturn: 1\nphase: {phase}\n{body}:\n- [[x: y]]\n- [[x: y]]\n".encode()
        read = read_sheet(raw, rules=rules)
        assert read.sheet is not None
        again = normalised(read.sheet, rules, campaign="", turn=1, phase=phase, key="k")  # type: ignore[arg-type]
        assert again.count("unreadable") == 2
        found = read_sheet(again.encode(), rules=rules).sheet
        assert found is not None
        key = {"counterpurge": "counterpurges"}.get(body, body)
        assert [type(order).__name__ for order in getattr(found, key)] == ["Faulty", "Faulty"]


STATE = State(
    3,
    "first",
    ("A", "B"),
    stacks=(
        Stack("ARCH", "A", (414, 415)),
        Stack("TVER", "A", (152, 1, 111, 112, 160, 115)),
        Stack("TVER", "B", (251, 204)),
        Stack("KIEV", None, (203,)),
    ),
    holdings={"A": Holding(2, 1, ("BR",), (152, 160, 155))},
)


@pytest.mark.parametrize("phase", ["setup", "first", "second"])
def test_a_blank_sheet_left_as_it_is_holds_no_orders(rules: Rules, phase: str) -> None:
    state = State(STATE.turn, phase, STATE.players, STATE.stacks, STATE.holdings)  # type: ignore[arg-type]
    blank = blank_sheet(state, "A", rules, campaign="volga")
    read = read_sheet(blank.encode(), rules=rules)
    assert read.blank
    assert read.sheet is not None
    orders = [*read.sheet.moves, *read.sheet.attacks]
    assert read.sheet == Sheet("A", moves=read.sheet.moves, attacks=read.sheet.attacks)
    assert {getattr(order, "code", "") for order in orders} <= {LEFT_OPEN}
    assert [echo.path for echo in in_words(read.sheet, rules)] == [""]
    again = normalised(read.sheet, rules, campaign="volga", turn=3, phase=phase)  # type: ignore[arg-type]
    assert read_sheet(again.encode(), rules=rules).sheet == read.sheet
    assert {found.grade for found in read.findings} <= {"note", "warning"}
    assert max(len(line) for line in blank.split("\n")) <= 76


@pytest.mark.parametrize("width", [40, 60, 72])
def test_a_blank_sheet_survives_lost_indentation_and_wrapped_lines(rules: Rules, width: int) -> None:
    import textwrap

    filled = (
        blank_sheet(STATE, "A", rules)
        .replace("TVER-...", "TVER-NOVG-PETR")
        .replace("your-secret-word", "larch")
    )
    orders = [line for line in filled.split("\n") if not line.lstrip().startswith("#")]
    mailed = "\n".join(
        textwrap.fill(line.strip(), width, break_long_words=False, break_on_hyphens=False) for line in orders
    )
    read = read_sheet(mailed.encode(), rules=rules)
    assert read.sheet is not None
    assert read.sheet.moves == (
        Faulty("A.moves[0]", LEFT_OPEN, ""),
        Move(
            "A.moves[1]",
            (152, 1, 111, 112, 160, 115),
            (RouteStep("TVER"), RouteStep("NOVG"), RouteStep("PETR")),
        ),
    )


def test_orders_in_words(rules: Rules) -> None:
    raw = b"""player: A
turn: 1
phase: first
moves:
- {force: [Trotsky, 111], by: rail, route: [TVER: {pick_up: {152: [115]}, drop: [[113], [116]]}, VLDM: {join: 155}]}
- {force: [160, Xanadu]}
assassinations: [{target: 153, markers: 1}]
purges: [{committee: AB, target: C, spoils: [{to: A, take: politburo}]}]
"""
    read = read_sheet(raw, rules=rules)
    assert read.sheet is not None
    assert [echo.text for echo in in_words(read.sheet, rules)] == [
        "Trotsky (152) and 111 go by rail: TVER (drop 113 and 116, a stack each; pick up 115 for Trotsky (152)),"
        " VLDM (go under the stack of Stalin (155)).",
        'Blyukher (160) and "Xanadu" stay in place, as one stack.',
        "Assassinate Tukachevsky (153) with 1 marker.",
        "Purge Player C: done by A, in the Committee of A and B, with all your markers not promised elsewhere;"
        " spoils: A takes a Politburo Marker.",
    ]


def test_an_order_that_could_not_be_read_is_told_with_what_was_written(rules: Rules) -> None:
    text = "player: A\nturn: 3\nphase: first\nmoves:\n- {force: [152], route: TVER-NOVG}\n- {fource: [153]}\n"
    read = read_sheet(text.encode(), rules=rules)
    assert read.sheet is not None
    written = {path: place.text for path, place in read.places.items()}
    again = normalised(read.sheet, rules, campaign="", turn=3, phase="first", written=written)
    assert again.splitlines()[-5:] == [
        "- {force: [Trotsky], route: TVER-NOVG}",
        "# The order here could not be read: `fource` is no key here. Known are",
        "#   force, route and by.",
        "# It was written: {fource: [153]}",
        "- {unreadable: {}}",
    ]
    assert "It was written" not in normalised(read.sheet, rules, campaign="", turn=3, phase="first")
