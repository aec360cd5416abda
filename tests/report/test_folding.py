"""Lines fit everywhere, and nothing is lost in folding."""

from hypothesis import given
from hypothesis import strategies as st

from pbem.report.folding import WIDTH, columns, fold

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=400)


@given(TEXTS, st.sampled_from(("", "- ", "    ", "  | ")))
def test_every_word_survives_and_every_line_fits(text: str, beginning: str) -> None:
    folded = fold(beginning + text)
    lines = folded.removesuffix("\n").split("\n")
    assert all(columns(line) <= WIDTH and line == line.rstrip() for line in lines)
    without = str.maketrans("", "", "|")
    assert "".join(folded.split()).translate(without) == "".join((beginning + text).split()).translate(
        without
    )


@given(TEXTS)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_what_is_broken_off_is_moved_in() -> None:
    words = "word " * 20
    assert fold(f"- {words}").split("\n")[1].startswith("  word")
    assert fold(f"    {words}").split("\n")[1].startswith("      word")
    assert fold(f"  | {words}").split("\n")[1].startswith("  | word")
    assert fold(words).split("\n")[1].startswith("word")


def test_a_long_route_is_broken_behind_a_hyphen() -> None:
    route = "-".join(["TVER"] * 30)
    first, *_ = fold(f"- Trotsky moved {route}.").split("\n")
    assert first.endswith("-") and len(first) <= WIDTH


def test_wide_letters_take_two_columns() -> None:
    assert columns("日本") == 4
    assert columns("e\u0301") == 1
    assert all(columns(line) <= WIDTH for line in fold("日本" * 60).splitlines())


def test_a_sheet_is_left_as_it_is() -> None:
    sheet = "#ORDERS\nmoves:\n- {force: [" + "152, " * 30 + "]}\n\n\n# end\n#END"
    assert sheet in fold(f"Text.\n\n\n\n{sheet}\n\n\n\nMore.")
    assert fold("a\n\n\n\nb\n\n") == "a\n\nb\n"
