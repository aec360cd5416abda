"""Any valid sheet through any encoding, wrapping and way of quoting comes out equal, or is refused with a reason: never misread."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pbem.core.rules import Rules
from pbem.mail.reading.find_sheet import Search, find_sheets
from pbem.mail.reading.message import read_message
from pbem.resources import examples_folder
from pbem.rulebook import load_rules
from pbem.sheets.read import ReadSheet, read_sheet
from tests.mail.campaigns import KEYS
from tests.mail.styles import STYLES, Style

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


def read(text: bytes) -> ReadSheet:
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
LETTERS = st.sampled_from(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,;:!?'\"()-–—“”‘’…#>*_/\\äöüßéñøœžжЖяШ漢☭😀"
)
WORDS = st.sampled_from(
    ["I", "have", "no", "designs", "on", "Tver", "the", "Volga", "is", "lovely", "in", "spring", "quit:", "true", "yes", "no", "#END", "#ORDERS", ">", "-", "moves:", "route:", "On", "wrote:", "From:", "Sent:", "Subject:", "--", "---", "...", "«привет»", "“quoted”", "naïve", "1e3", "12:30", "&", "*", "!", "%", "@", "|", "{a:", "b}", "[c]", "key:", "=3D", "=E4", ".", "From"]
)


def prose(most: int = 30) -> st.SearchStrategy[str]:
    """What people write in letters and remarks."""
    words = st.one_of(WORDS, st.text(LETTERS, min_size=1, max_size=12))
    return st.lists(words, min_size=1, max_size=most).map(" ".join).map(lambda text: " ".join(text.split()) or "x")


@st.composite
def move(draw: st.DrawFn) -> str:
    """A move in flow or block style."""
    force = draw(st.lists(st.sampled_from(UNITS), min_size=1, max_size=5, unique=True))
    route = draw(st.lists(st.sampled_from(CODES), min_size=1, max_size=9))
    rail = draw(st.booleans())
    pick_up = draw(st.booleans())
    steps: list[str] = [*route[:-1], f"{route[-1]}: {{pick_up: [115]}}" if pick_up else route[-1]]
    if draw(st.booleans()):
        shown = f"[{', '.join(f'{{{step}}}' if ':' in step else step for step in steps)}]" if pick_up else "-".join(route)
        return f"- {{force: [{', '.join(force)}], route: {shown}{', by: rail' if rail else ''}}}\n"
    lines = [f"- force: [{', '.join(force)}]"] if draw(st.booleans()) else ["- force:", *(f"    - {unit}" for unit in force)]
    if draw(st.booleans()):
        lines.append(f"  # {draw(prose(20))}")
    lines += [f"  route: {'-'.join(route)}"] if not pick_up else ["  route:", *(f"    - {step}" for step in steps)]
    lines += ["  by: rail"] if rail else []
    return "".join(f"{line}{draw(st.sampled_from(('', '', ' ', '  ')))}\n" for line in lines)


@st.composite
def letter(draw: st.DrawFn) -> str:
    """A letter, its text quoted, folded or literal."""
    text = draw(prose())
    how = draw(st.sampled_from(("double", "single", "folded", "literal", "several")))
    if how == "double":
        shown = text.replace("\\", "\\\\").replace('"', '\\"')
        return f'- {{to: all, text: "{shown}"}}\n'
    if how == "single":
        shown = text.replace("'", "''")
        return f"- to: [B, C]\n  text: '{shown}'\n"
    if how == "several":
        more = draw(prose()).replace("\\", "\\\\").replace('"', '\\"')
        shown = text.replace("\\", "\\\\").replace('"', '\\"')
        return f'- to: B\n  from: anonymous\n  text: "{shown}\n    {more}"\n'
    mark = ">-" if how == "folded" else "|-"
    lines = [text, *draw(st.lists(prose(), max_size=3))]
    return f"- to: D\n  text: {mark}\n" + "".join(f"      {line}\n" for line in lines)


@st.composite
def sheets(draw: st.DrawFn) -> str:
    """A First Phase sheet that can be read."""
    parts = ["campaign: volga\n", "player: A\n", "turn: 3\n", "phase: first\n", f"key: {KEYS['A']}\n"]
    if draw(st.booleans()):
        parts.append(f"salt: {draw(st.text(st.sampled_from('abc xyz 123'), min_size=1, max_size=60)).strip() or 'x'}\n")
    draws = {
        "moves": st.lists(move(), min_size=1, max_size=4).map(lambda found: "moves:\n" + "".join(found)),
        "press": st.lists(letter(), min_size=1, max_size=3).map(lambda found: "press:\n" + "".join(found)),
        "assassinations": st.just("assassinations: [{target: Trotsky, markers: 2}]\n"),
        "purges": st.just("purges:\n- committee: [A, B]\n  target: D\n  spoils:\n  - to: A\n    take: Frunze\n  - {to: B, take: any}\n"),
        "quit": st.just("quit: true\n"),
        "if_ordered_to_execute_czar": st.just("if_ordered_to_execute_czar: refuse\n"),
    }
    for name in draw(st.lists(st.sampled_from(sorted(draws)), unique=True, max_size=5)):
        if draw(st.booleans()):
            parts.append(f"# {draw(prose(25))}{draw(st.sampled_from(('', ' ')))}\n")
        parts.append(draw(draws[name]))
    text = "".join(parts)
    return text if read(text.encode()).sheet is not None else "".join(parts[:5])


@pytest.mark.parametrize("first", range(6))
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=sheets())
def test_never_misread(first: int, text: str) -> None:
    """Every sixth style together: to make up a sheet takes longer than to read it in several."""
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
