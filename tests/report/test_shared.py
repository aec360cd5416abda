"""Texts that stand in many pages, and the scripts among them."""

import re

import jinja2
import pytest
from markupsafe import Markup

from pbem.report.html import SCRIPTS, script_hash, script_of, whole_script
from pbem.report.shared import Shared, whole
from pbem.report.templates import Templates


def filled(template: str, **facts: object) -> str:
    return jinja2.Environment(autoescape=True).from_string(template).render(facts)


def test_a_shared_text_comes_into_the_page_as_it_is() -> None:
    text = Shared("map", "<svg>ß & 12</svg>")
    page = filled("<p>{{ one }}</p>{{ other }}", one=text, other="<b>")
    assert "svg" not in page
    assert whole(page, [text]).decode() == "<p><svg>ß & 12</svg></p>&lt;b&gt;"


def test_a_shared_text_can_stand_twice_and_an_empty_one_is_nothing() -> None:
    text, empty = Shared("a", "x"), Shared("b", "")
    page = filled("{{ a }}{{ b }}{{ a }}{% if b %}never{% endif %}{{ a | length }}", a=text, b=empty)
    assert whole(page, [text, empty]) == b"xx1"


def test_a_mark_for_which_there_is_no_text_is_an_error() -> None:
    with pytest.raises(KeyError):
        whole("\x02other\x03", [])


def test_only_the_explaining_lines_of_a_script_are_left_out() -> None:
    text = (
        '"use strict";\n/*\n * What it does:\n * much.\n */\n  /** One line. */\n(() => {\n'
        '  // why\n  const a = "// no comment"; // stays\n\n  f(a /* stays, too */);\n})();\n'
    )
    lines = [
        '"use strict";',
        "(() => {",
        'const a = "// no comment"; // stays',
        "f(a /* stays, too */);",
        "})();",
    ]
    assert str.__str__(script_of(text)).split("\n") == lines
    assert script_hash(script_of(text)) == script_hash("\n".join(lines))


@pytest.mark.parametrize("name", SCRIPTS)
def test_our_scripts_lose_nothing_but_blanks_and_comments(name: str) -> None:
    text = whole_script(Templates(None), name)
    assert all(line.count("`") % 2 == 0 for line in text.split("\n")), (
        "a text in backquotes over several lines"
    )
    short = script_of(text)
    kept = [line.strip() for line in re.sub(r"(?ms)^[ \t]*/\*.*?\*/[ \t]*$", "", text).split("\n")]
    assert "\n".join(line for line in kept if line and not line.startswith("//")) == str.__str__(short)
    assert len(short) < len(text)


def test_in_a_page_for_everybody_the_texts_themselves_are_set_in() -> None:
    assert Markup(str.__str__(Shared("a", "<i>"))) == "<i>"
