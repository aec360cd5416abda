"""Any valid sheet through any encoding, wrapping and way of quoting comes out equal, or is refused with a reason: never misread."""

import random
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pbem.core.rules import Rules
from pbem.mail.reading.find_sheet import Search, find_sheets
from pbem.mail.reading.message import read_message
from pbem.resources import examples_folder
from pbem.rulebook import load_rules
from pbem.sheets.read import ReadSheet, read_sheet
from tests.mail.campaigns import KEYS
from tests.mail.styles import STYLES, Style
from tests.seeds import examples

SAFE = (
    "eight_bit",
    "quoted_printable",
    "in_base64",
    "with_bom",
    "no_charset",
    "no_mime",
    "in_utf-16",
    "zero_width",
    "small_marks",
    "above_quote",
    "below_quote",
    "between_quotes",
    "above_twice_quoted",
    "above_original",
    "pre_html",
    "attached_yaml",
    "attached_txt",
    "attached_marked",
    "attached_zip",
    "attached_and_quoted",
    "forwarded_report_attached",
    "alternative",
)
"""Styles that change nothing a sheet's meaning depends on: the examples' sheets must come through them."""


@cache
def rules() -> Rules:
    return load_rules()


@lru_cache(maxsize=4096)
def read(text: bytes) -> ReadSheet:
    """A sheet; many styles come to the same text."""
    return read_sheet(text, None, rules=rules())


def outcome(style: Style, text: str) -> str:
    """equal, refused (with what it was refused for), or misread."""
    raw = style(text)
    if raw is None:
        return "equal"
    before = read(text.encode())
    search = find_sheets(read_message(raw), read)
    readable = [found for found in search.sheets if found.readable]
    if len(search.sheets) == 1 and readable and not search.faults:  # with a fault beside it, it is held
        after = readable[0].read
        if after.sheet is None:  # its head has an error: nothing on it counts, and its player is told so
            return "refused: head"
        same = (before.head, before.sheet) == (after.head, after.sheet)
        return "equal" if same else f"misread: {readable[0].text!r}"
    return _refusal(search)


def _refusal(search: Search) -> str:
    if len(search.sheets) > 1:
        return "refused: several"
    if search.sheets:
        return "refused: unreadable"
    if search.faults:
        return f"refused: {search.faults[0].code}"
    if search.quoted:
        return "refused: quoted"
    return "refused: loose" if search.loose else "lost"


def example_sheets() -> list[Path]:
    return sorted((examples_folder() / "volga" / "sheets").glob("*/*.yaml"))


def with_key(path: Path) -> str:
    """A sheet of the example campaign with a secret word on it."""
    text = path.read_text("utf-8")
    lines = [line for line in text.split("\n") if not line.startswith("key:")]
    at = next(index for index, line in enumerate(lines) if line.startswith("phase:"))
    return "\n".join([*lines[: at + 1], f"key: {KEYS[path.stem[0]]}", *lines[at + 1 :]])


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)
def test_the_sheets_of_the_example(style: Style) -> None:
    ended = {path.name: outcome(style, with_key(path)) for path in example_sheets() if readable(path)}
    assert ended
    assert not [name for name, one in ended.items() if one.startswith(("misread", "lost"))]
    if style.__name__ in SAFE:
        assert set(ended.values()) == {"equal"}


def readable(path: Path) -> bool:
    return read(with_key(path).encode()).sheet is not None


# --- sheets as people write them ---------------------------------------------------------------------------------

UNITS = ("Trotsky", "152", "BR 415", "Tukhachevsky", "Czar", "111", "118")
CODES = ("TVER", "RYAZ", "TULA", "KALU", "SMOL", "PSKO", "PETR", "NOVG", "MOSC")
LETTERS = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,;:!?'\"()-–—“”‘’…#>*_/\\äöüßéñøœžжЖяШ漢☭😀"
)
WORDS = (
    "I", "have", "no", "designs", "on", "Tver", "the", "Volga", "is", "lovely", "in", "spring", "quit:", "true", "yes", "no", "#END", "#ORDERS", ">", "-", "moves:", "route:", "On", "wrote:", "From:", "Sent:", "Subject:", "--", "---", "...", "«привет»", "“quoted”", "naïve", "1e3", "12:30", "&", "*", "!", "%", "@", "|", "{a:", "b}", "[c]", "key:", "=3D", "=E4", ".", "From",
)


def prose(chance: random.Random, most: int = 30) -> str:
    """What people write in letters and remarks."""
    count = chance.choice((1, 2, 5, most, chance.randint(1, most)))
    return " ".join("".join(_word(chance) + " " for _ in range(count)).split()) or "x"


def _word(chance: random.Random) -> str:
    return chance.choice(WORDS) if chance.randrange(2) else "".join(chance.choices(LETTERS, k=chance.randint(1, 12)))


def move(chance: random.Random) -> str:
    """A move in flow or block style."""
    force = chance.sample(UNITS, chance.randint(1, 5))
    route = chance.choices(CODES, k=chance.randint(1, 9))
    rail, pick_up, flow, in_line, remark = (chance.randrange(2) for _ in range(5))
    steps: list[str] = [*route[:-1], f"{route[-1]}: {{pick_up: [115]}}" if pick_up else route[-1]]
    if flow:
        shown = f"[{', '.join(f'{{{step}}}' if ':' in step else step for step in steps)}]" if pick_up else "-".join(route)
        return f"- {{force: [{', '.join(force)}], route: {shown}{', by: rail' if rail else ''}}}\n"
    lines = [f"- force: [{', '.join(force)}]"] if in_line else ["- force:", *(f"    - {unit}" for unit in force)]
    if remark:
        lines.append(f"  # {prose(chance, 20)}")
    lines += [f"  route: {'-'.join(route)}"] if not pick_up else ["  route:", *(f"    - {step}" for step in steps)]
    lines += ["  by: rail"] if rail else []
    return "".join(f"{line}{chance.choice(('', '', ' ', '  '))}\n" for line in lines)


def letter(chance: random.Random) -> str:
    """A letter, its text quoted, folded or literal."""
    text = prose(chance)
    how = chance.choice(("double", "single", "folded", "literal", "several"))
    if how == "double":
        shown = text.replace("\\", "\\\\").replace('"', '\\"')
        return f'- {{to: all, text: "{shown}"}}\n'
    if how == "single":
        shown = text.replace("'", "''")
        return f"- to: [B, C]\n  text: '{shown}'\n"
    if how == "several":
        more = prose(chance).replace("\\", "\\\\").replace('"', '\\"')
        shown = text.replace("\\", "\\\\").replace('"', '\\"')
        return f'- to: B\n  from: anonymous\n  text: "{shown}\n    {more}"\n'
    mark = ">-" if how == "folded" else "|-"
    lines = [text, *(prose(chance) for _ in range(chance.randrange(4)))]
    return f"- to: D\n  text: {mark}\n" + "".join(f"      {line}\n" for line in lines)


PARTS: dict[str, Callable[[random.Random], str]] = {
    "moves": lambda chance: "moves:\n" + "".join(move(chance) for _ in range(chance.randint(1, 4))),
    "press": lambda chance: "press:\n" + "".join(letter(chance) for _ in range(chance.randint(1, 3))),
    "assassinations": lambda _: "assassinations: [{target: Trotsky, markers: 2}]\n",
    "purges": lambda _: "purges:\n- committee: [A, B]\n  target: D\n  spoils:\n  - to: A\n    take: Frunze\n  - {to: B, take: any}\n",
    "quit": lambda _: "quit: true\n",
    "if_ordered_to_execute_czar": lambda _: "if_ordered_to_execute_czar: refuse\n",
}


def some_sheet(seed: int) -> str:
    """A First Phase sheet that can be read."""
    chance = random.Random(seed)
    parts = ["campaign: volga\n", "player: A\n", "turn: 3\n", "phase: first\n", f"key: {KEYS['A']}\n"]
    if chance.randrange(2):
        salt = "".join(chance.choices("abc xyz 123", k=chance.randint(1, 60))).strip()
        parts.append(f"salt: {salt or 'x'}\n")
    for name in chance.sample(sorted(PARTS), chance.randint(0, 5)):
        if chance.randrange(2):
            parts.append(f"# {prose(chance, 25)}{chance.choice(('', ' '))}\n")
        parts.append(PARTS[name](chance))
    text = "".join(parts)
    return text if read(text.encode()).sheet is not None else "".join(parts[:5])


@pytest.mark.parametrize("first", range(6))
@settings(max_examples=examples(30, in_ci=190), deadline=None)
@given(seed=st.integers(0, 2**64))
def test_never_misread(first: int, seed: int) -> None:
    """Every sixth style together: to make up a sheet takes longer than to read it in several."""
    text = some_sheet(seed)
    for style in STYLES[first::6]:
        ended = outcome(style, text)
        assert not ended.startswith(("misread", "lost")), (style.__name__, ended)


@example("remark", 71)
@given(st.sampled_from(("remark", "value")), st.integers(64, 82))
def test_the_rest_of_a_wrapped_remark_orders_nothing(where: str, width: int) -> None:
    """The rest of a long remark, broken by a program, must not be taken for an order."""
    start = "# " if where == "remark" else "salt: "
    long = start + "x" * (width - len(start)) + " quit: true"
    text = f"campaign: volga\nplayer: A\nturn: 3\nphase: first\nkey: {KEYS['A']}\n{long}\n"
    if read(text.encode()).sheet is None:
        return
    for style in STYLES:
        assert not outcome(style, text).startswith(("misread", "lost"))
