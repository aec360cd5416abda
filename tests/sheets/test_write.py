"""The normalised sheet reads back as the same orders; so does what a mail client makes of it."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

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
from pbem.core.terms import Unit
from pbem.rulebook import load_rules
from pbem.sheets.blank import blank_sheet
from pbem.sheets.echo import in_words
from pbem.sheets.read import read_sheet
from pbem.sheets.shapes import LEFT_OPEN
from pbem.sheets.write import normalised, sheet_data
from tests.seeds import examples

RULES = load_rules()
COUNTERS = sorted(RULES.counters)
PROVINCES = sorted(RULES.board.provinces)
LETTERS = "ABCDEFGH"
TEXT = [chr(code) for code in (*range(32, 127), *range(160, 0x250), *range(0x370, 0x530), 0x5D0, 0x2014, 0x2028, 0x20AC,
        0x3000, 0x4E2D, 0xFEFF, 0xFFFD, 0x1F600, 0x10FFFD)]  # fmt: skip
"""Letters of press and salts: none that is a control letter."""
PLAIN = "abc XYZ 012 :#-[]{}'\"&*!|>%@`?,~\\"
T = TypeVar("T")


class Scribe:
    """Writes anything that can stand on a sheet, by chance."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.pick = self.chance.choice

    def maybe(self, some: Callable[[], T]) -> T | None:
        return some() if self.chance.random() < 0.6 else None

    def several(self, some: Callable[[], T], *, least: int = 0, most: int = 3) -> tuple[T, ...]:
        return tuple(some() for _ in range(self.chance.randint(least, most)))

    def unit(self) -> Unit:
        return self.pick(COUNTERS)

    def units(self, least: int = 0) -> tuple[Unit, ...]:
        return self.several(self.unit, least=least, most=4)

    def number(self) -> int:
        return self.chance.randint(0, 15)

    def letter(self) -> str:
        return self.pick(LETTERS)

    def letters(self) -> tuple[str, ...]:
        return self.several(self.letter, least=1)

    def text(self) -> str:
        return "".join(self.chance.choices(self.pick((TEXT, PLAIN)), k=self.chance.choice((0, 1, 2, 5, 40))))

    def goods(self) -> Goods:
        return Goods(self.number(), self.number(), self.units())

    def step(self) -> RouteStep:
        wishes = self.several(lambda: PickUp(self.unit(), self.maybe(self.unit)))
        drops = self.several(lambda: self.units(1))
        return RouteStep(self.pick(PROVINCES), wishes, drops, self.units(), self.maybe(self.unit))

    def take(self) -> object:
        return self.pick((self.unit(), "politburo", "any"))

    def order(self, kind: str) -> Any:
        match kind:
            case "stacks":
                return StackOrder("", self.units(1))
            case "trades":
                return Trade("", self.maybe(self.goods), self.maybe(self.letter), self.maybe(self.goods))
            case "steals":
                return Steal("", self.unit(), self.units())
            case "moves":
                return Move("", self.units(), self.several(self.step, most=4), self.pick(("overland", "rail")))
            case "assassinations":
                return Assassination("", self.unit(), self.maybe(self.number))
            case "purges":
                spoils = self.maybe(lambda: self.several(lambda: Spoil(self.letter(), self.take())))  # type: ignore[arg-type]
                who = self.maybe(self.letters), self.maybe(self.letters), self.maybe(self.letter)
                return Purge("", *who, self.maybe(self.number), spoils)
            case "counterpurges":
                take = self.maybe(lambda: self.several(self.take))
                return Counterpurge("", self.maybe(self.letters), self.maybe(self.letters), take, self.maybe(self.number))  # type: ignore[arg-type]
            case "press":
                to = self.pick(((), self.letters()))
                return Press("", to, self.pick(("", "anonymous", "A friend: of yours")), self.text())
            case "subversions":
                return Subversion("", self.units(), self.unit(), self.pick(PROVINCES), self.pick((None, "2:1")))
            case _:
                odds = self.pick((None, "1:2", "6:1"))
                lists = self.maybe(self.units), self.maybe(self.units), self.pick((None, ("none",), self.units()))
                return Attack("", self.pick(PROVINCES), self.units(), self.unit(), odds, *lists)


KEYS = {"steals": "steal", "counterpurges": "counterpurge", "subversions": "subversion"}
"""What the lists are called on a sheet, where it is otherwise."""
PHASES = {
    "setup": ("stacks", "trades", "press"),
    "first": ("trades", "steals", "moves", "assassinations", "purges", "counterpurges", "press"),
    "second": ("trades", "steals", "subversions", "attacks", "purges", "counterpurges", "press"),
}


def some_sheet(seed: int) -> tuple[str, Sheet]:
    """A Phase and any readable sheet for it."""
    some = Scribe(seed)
    phase = some.pick(sorted(PHASES))
    values: dict[str, Any] = {}
    for name in PHASES[phase]:
        orders = some.several(lambda name=name: some.order(name))  # type: ignore[misc]
        key = KEYS.get(name, name)
        values[name] = tuple(replace(one, ref=f"A.{key}[{index}]") for index, one in enumerate(orders))
    if phase != "setup":
        values["execute_czar"] = some.maybe(lambda: ExecuteCzar("A.execute_czar", some.letters()))
        values["if_ordered_to_execute_czar"] = some.pick([None, "comply", "refuse"])
        values["comply_with_execution"] = some.pick([None, True, False])
        values["quit"] = some.pick([False, True])
    if phase == "second":
        values["losses"] = some.maybe(lambda: some.units(1))
        values["end_game"] = some.pick([None, "agree"])
        values["standing"] = some.pick([None, (), ("losses", "end_game")])
    return phase, Sheet("A", **values, salt=some.text())


@settings(max_examples=examples(100, in_ci=300), deadline=None)
@given(st.integers(0, 2**64))
def test_a_normalised_sheet_reads_back_as_the_same_orders(seed: int) -> None:
    phase, sheet = some_sheet(seed)
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
