"""No text whatever makes reading or checking a sheet raise, and none takes long."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.checker import check
from pbem.core.state import Holding, Stack, State
from pbem.rulebook import load_rules
from pbem.sheets.echo import in_words
from pbem.sheets.read import read_sheet
from pbem.sheets.write import normalised
from pbem.words import sentences
from tests.seeds import examples

RULES = load_rules()
HEAD = "campaign: volga\nplayer: A\nturn: 3\nphase: {}\nkey: x\n"
STATES = {
    phase: State(
        3,
        phase,  # type: ignore[arg-type]
        ("A", "B", "C"),
        stacks=(
            Stack("TVER", "A", (152, 111, 112)),
            Stack("TVER", "B", (251, 204)),
            Stack("PETR", "A", (160, 1)),
            Stack("OMSK", None, (203, 2)),
            Stack("ARCH", "A", (414, 415)),
        ),
        holdings={"A": Holding(4, 2, ("BR",), (153, 154)), "B": Holding(2, 2), "C": Holding()},
    )
    for phase in ("setup", "first", "second")
}


def read_and_check(raw: bytes, charset: str | None = None) -> None:
    """All that a sheet goes through, from its bytes to the findings and the echo."""
    read = read_sheet(raw, rules=RULES, charset=charset)
    findings = read.findings
    lines = read.text.split("\n")
    if read.sheet is not None:
        assert read.head.phase is not None
        findings = check(STATES[read.head.phase], read, RULES)
        in_words(read.sheet, RULES)
        normalised(read.sheet, RULES, campaign="volga", turn=3, phase=read.head.phase)
    for found in findings:
        assert found.code in sentences()
        assert found.line >= 1
        assert not read.text or found.line <= len(lines)
        assert found.column >= 1


WORDS = (
    "moves", "trades", "steal", "assassinations", "purges", "counterpurge", "execute_czar", "press",
    "attacks", "subversion", "losses", "standing", "quit", "force", "route", "by", "pick_up", "drop",
    "remove", "join", "give", "to", "for", "politburo", "assassin", "units", "leader", "target", "markers",
    "committee", "participants", "spoils", "take", "against", "with", "at", "min_odds", "capture", "text",
    "from", "rail", "all", "none", "no", "yes", "equal", "any", "Trotsky", "152", "160", "111", "112",
    "115", "Czar", "Gold", "TVER", "PETR", "VLDM", "Kolchak", "A", "B", "C", "Z", "2:1", "012", "1e3", "<<",
    "*", "&", "!", "|", ">", "%",
)  # fmt: skip
LETTERS = [chr(code) for code in (*range(0, 128), *range(160, 256), 0x416, 0x5D0, 0x2028, 0x3000, 0xFEFF, 0xFFFD, 0x1F600)]


def some_scalar(chance: random.Random) -> str:
    """A word of a sheet, a number, or any letters."""
    kind = chance.randrange(20)
    if kind:
        return chance.choice(WORDS) if kind < 14 else str(chance.randint(-3, 500))
    return "".join(chance.choices(LETTERS, k=chance.randrange(7)))


def some_tree(chance: random.Random, depth: int) -> str:
    """Any nesting in flow style, its texts as they come."""
    kind = chance.randrange(4) if depth else 0
    inside = [some_tree(chance, depth - 1) for _ in range(chance.randrange(5) if kind > 1 else 0)]
    match kind:
        case 2:
            return "[" + ", ".join(inside) + "]"
        case 3:
            return "{" + ", ".join(f"{chance.choice(WORDS[:-8])}: {one}" for one in inside) + "}"
        case _:
            return some_scalar(chance)


@settings(max_examples=examples(400, in_ci=1000), deadline=None)
@given(st.sampled_from(["setup", "first", "second"]), st.integers(0, 2**64))
def test_no_tree_makes_it_raise(phase: str, seed: int) -> None:
    chance = random.Random(seed)
    parts = WORDS[: chance.choice((13, len(WORDS)))]  # those of a sheet, or any
    body = "".join(f"{chance.choice(parts)}: {some_tree(chance, 3)}\n" for _ in range(chance.randrange(6)))
    read_and_check((HEAD.format(phase) + body).encode(errors="replace"))


@settings(max_examples=examples(100, in_ci=200), deadline=None)
@given(st.binary(max_size=300), st.sampled_from([None, "utf-8", "koi8-r", "utf-16", "latin-1", "nonsense"]))
def test_no_bytes_make_it_raise(raw: bytes, charset: str | None) -> None:
    read_and_check(raw, charset)
    read_and_check(HEAD.format("first").encode() + raw, charset)


@settings(max_examples=examples(100, in_ci=200), deadline=None)
@given(st.text(max_size=200))
def test_no_text_makes_it_raise(text: str) -> None:
    read_and_check((HEAD.format("first") + text).encode(errors="replace"))


@settings(max_examples=examples(75, in_ci=150), deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 8))
def test_no_damage_to_a_good_sheet_makes_it_raise(seed: int, blows: int) -> None:
    chance = random.Random(seed)
    raw = bytearray((HEAD.format("first") + GOOD).encode())
    for _ in range(blows):
        at = chance.randrange(len(raw))
        match chance.randrange(3):
            case 0:
                del raw[at : at + chance.randrange(1, 6)]
            case 1:
                raw[at:at] = bytes(chance.choice(b" \t\n{}[]:,-'\"#&*!|>%@") for _ in range(2))
            case _:
                raw[at] = chance.randrange(256)
    read_and_check(bytes(raw))


GOOD = """
moves:
  - {force: [Trotsky, 111, 112], route: TVER-VLDM}
  - force: [160, Czar]
    by: rail
    route:
      - PETR
      - NOVG: {drop: [Czar], pick_up: {160: [115]}}
assassinations:
  - {target: Denikin, markers: all}
purges:
  - {committee: [A, B], participants: [A], target: C, markers: 3, spoils: [{to: A, take: any}]}
press:
  - {to: all, text: "Peace"}
"""


@pytest.mark.parametrize(
    "raw",
    [
        b"[" * 10_000,
        b"{" * 10_000,
        b"[{" * 10_000,
        b"- " * 30_000,
        b"? " * 30_000,
        b"a:" * 30_000,
        b"\0" * 60_000,
        random.Random(1).randbytes(60_000),
        b"a: &a [x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]\n",
        b"a: [" + b"a," * 32_000 + b"]",
        b'a: "' + b"x" * 60_000,
        b"x" * 65_536,
        b"x" * 10_000_000,
        "“ ".encode() * 16_000,
        b"'" * 65_000,
        b"\t" * 65_000,
        HEAD.format("first").encode() + b"moves:\n" + b"- {}\n" * 12_000,
        HEAD.format("first").encode() + b"moves: [{force: [" + b"xyzzy," * 9_000 + b"]}]\n",
        HEAD.format("first").encode() + b"moves: [{force: 152, route: " + b"TVER-" * 12_000 + b"}]\n",
        HEAD.format("first").encode() + b"moves:\n" + b"- {force: [152], route: TVER-VLDM}\n" * 1_500,
        HEAD.format("first").encode() + b"".join(b"k%d: 1\n" % number for number in range(4_900)),
    ],
)
def test_hostile_sheets_are_answered(raw: bytes) -> None:
    """How fast is measured in tests/bench/startup.py."""
    read_and_check(raw)
