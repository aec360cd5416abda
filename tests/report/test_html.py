"""The report as a page, as far as no browser is needed: what it says, what it keeps secret, what it lets run."""

import base64
import hashlib
import html
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.core.dice import Roll
from pbem.core.orders import Move, RouteStep, Sheet
from pbem.core.rules import Rules
from pbem.core.state import Standing, Victory
from pbem.core.verdicts import Outcome
from pbem.errors import Fault
from pbem.report.chances import Chances
from pbem.report.html import SCRIPTS, html_report, html_reports, isolated, told, whole_script
from pbem.report.map import Look, material_map
from pbem.report.material import Material
from pbem.report.templates import Templates
from pbem.report.text import text_report
from pbem.rulebook.shapes import load_shapes
from tests.report.conftest import EVENTS, ROLLS
from tests.report.test_secrecy import SECRET, secrets

TAGS = re.compile(r"<script.*?</script>|<style.*?</style>|<svg.*?</svg>|<[^>]*>", re.DOTALL)


def words_of(page: str) -> str:
    """What is to be read on a page, on one line."""
    return " ".join(html.unescape(TAGS.sub(" ", page)).split())


def squeezed(text: str) -> str:
    """The text without blanks, lines and brackets, however it is laid out."""
    return re.sub(r"[\s\[\]().,;:=*-]+", "", text).lower()


# --- what it says --------------------------------------------------------------------------------------------------


def test_the_story_is_told_in_the_words_of_the_text(material: Material) -> None:
    page = squeezed(re.sub(r"Chances: [^.]*(?:\.\d[^.]*)*\.", "", words_of(html_report(material, "A"))))
    text = text_report(material, "A")
    story = text[text.index("WHAT HAPPENED") : text.index("WHERE EVERYTHING STANDS")]
    for line in re.split(r"\n *- |\n\n+", story)[1:]:
        first = squeezed(line.split("\n    ")[0])
        assert first[:60] in page, line


def test_own_orders_come_first_with_outcome_reason_and_case(material: Material) -> None:
    sheet = Sheet("A", moves=(Move("A.moves[0]", (152, 111), (RouteStep("NOVG"), RouteStep("TVER"))),))
    facts = {"province": "NOVG", "province_next": "TVER", "color": "white"}
    outcomes = {"A.moves[0]": Outcome("A.moves[0]", "part", "step_stopped", ("5.27", "R7"), facts)}
    assert material.result is not None
    made = replace(material, sheets={"A": sheet}, result=replace(material.result, outcomes=outcomes))
    words = words_of(html_report(made, "A"))
    assert "done in part moves[0] Trotsky (152) and 111 go overland: NOVG, TVER." in words
    assert "units stood there at the start of the Game-Turn. [5.27, R7]" in words
    parts = re.findall(r'<section id="(\w+)"', html_report(made, "A"))
    assert parts[:3] == ["orders", "own", "happened"]
    assert parts.index("map") + 1 == parts.index("desk")


def test_each_roll_has_its_exact_chances(material: Material) -> None:
    words = words_of(html_report(material, "A"))
    words = words.replace(" ,", ",").replace(" .", ".")
    assert "Chances: defenders eliminated (De) 50.0%, exchange (Ex) 50.0%." in words
    assert "Chances: killed 41.7%, missed 58.3%." in words


@pytest.mark.parametrize("roll", ROLLS, ids=lambda roll: roll.label.replace("/", "-"))
def test_chances_add_up(roll: Roll, rules: Rules) -> None:
    found = Chances(rules).of(roll)
    if re.match(r"tie|order|draw|event/\d/", roll.label):
        assert not found
    else:
        assert sum(one.came for one in found) == 1
        assert abs(sum(float(one.percent.rstrip("%")) for one in found) - 100) < 0.2


def test_every_kind_of_event_is_told(material: Material) -> None:
    assert {event.kind for event in EVENTS} <= {
        event.kind for event in (material.result.events if material.result else ())
    }
    html_report(material, "A")


def test_the_end_of_a_campaign(material: Material) -> None:
    victory = Victory("red", "14.1", (("A", "B"), ("C",)), {"A": 12, "B": 12, "C": 3})
    over = replace(material.after, victory=victory)
    assert material.result is not None
    page = html_report(replace(material, after=over, result=replace(material.result, state=over)), "A")
    assert "The campaign is over: a Red victory" in words_of(page)
    assert 'id="desk"' not in page
    assert len(page) < len(html_report(material, "A")) - 50_000  # the desk's script is not there either


# --- what it keeps secret ------------------------------------------------------------------------------------------


def test_secrets_leave_no_trace(material: Material) -> None:
    assert html_report(material, "A") == html_report(secrets(material), "A")


def test_their_writer_reads_them(material: Material) -> None:
    pages = html_reports(secrets(material))
    assert SECRET not in pages["A"] and SECRET not in pages["C"]
    assert SECRET in pages["B"] and SECRET in pages["D"]


def test_the_desk_knows_ones_own_standing_orders_only(material: Material) -> None:
    standing = {"A": Standing(losses=(111,)), "B": Standing(end_game="agree")}
    known = replace(material, after=replace(material.after, standing=standing))
    page = html_report(known, "A")
    own = json.loads(page.split('id="desk-own">')[1].split("</script>")[0])
    assert list(own["standing"]) == ["losses"]
    assert "your-secret-word" in own["key"]


def test_the_same_bytes_each_time(material: Material) -> None:
    assert html_reports(material) == html_reports(material)


# --- what it lets run ----------------------------------------------------------------------------------------------


def test_only_our_own_scripts_may_run(material: Material) -> None:
    page = html_report(material, "A")
    policy = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[0]
    assert html.unescape(policy).startswith("default-src 'none';")
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == 2
    for script in scripts:
        mark = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{mark}'" in html.unescape(policy)
    assert not re.findall(r'\son\w+="|javascript:|(?:src|href)="(?!#)', page)


def test_our_scripts_can_stand_in_a_page() -> None:
    """Each stands there whole, and every part of the desk is in it."""
    templates = Path(__file__).parents[2] / "templates"
    for name in SCRIPTS:
        text = whole_script(Templates(None), name)
        assert "</script" not in text and "<!--" not in text and "// PART" not in text
    parts = re.findall(r"// PART (\S+)", (templates / "desk.js").read_text("utf-8"))
    assert sorted(parts) == sorted(f"desk/{path.name}" for path in (templates / "desk").iterdir())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<b>&", "&lt;b&gt;&amp;"),
        ("{{7*7}}", "{{7*7}}"),
        ("a \u202e b", "a b"),
        ("to שלום עולם!", "to <bdi>שלום עולם</bdi>!"),
        ('"שלום" 5', "&#34;<bdi>שלום</bdi>&#34; 5"),
    ],
)
def test_texts_from_outside(text: str, shown: str) -> None:
    assert str(isolated(text)) == shown


def test_cases_are_set_apart() -> None:
    assert (
        str(told("So it is [5.27, 17/5.0, R7].")) == 'So it is <span class="case">[5.27, 17/5.0, R7]</span>.'
    )
    assert str(told("[no case]")) == "[no case]"


# --- the map -------------------------------------------------------------------------------------------------------


def test_the_map_is_the_same_for_all_and_a_rule_of_style_makes_the_own_stand_out(material: Material) -> None:
    drawn = material_map(material, load_shapes(), look=Look(inline=True))
    for player, page in html_reports(material).items():
        assert drawn in page
        head = page.partition("<body>")[0]
        assert f".map .pile.of-{player} .counter" in head
        assert f".map .arrow.of-{player} .shaft" in head
        assert len(re.findall(r"\.pile\.of-(?!" + player + ")", page)) == 0
    assert '<g class="pile red of-A"' in drawn and re.search(r'<g class="arrow \w+ of-\w">', drawn)


# --- a campaign's own templates ------------------------------------------------------------------------------------


def test_a_fault_in_a_template_is_told_with_its_line(material: Material, tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "own.html.j2").write_text("fine\n{{ nonsense }}\n")
    with pytest.raises(Fault, match=r"own\.html\.j2:2"):
        html_report(material, "A", templates=tmp_path)


def test_a_campaign_may_have_its_own_script(material: Material, tmp_path: Path) -> None:
    """In the place of a part of the desk, or of all of it."""
    (tmp_path / "desk").mkdir()
    (tmp_path / "desk" / "letters.js").write_text('say("ours");')
    page = html_report(material, "A", templates=tmp_path)
    assert 'say("ours");' in page and "KINDS.press" not in page and "KINDS.moves" in page
    (tmp_path / "desk.js").write_text('"use strict"; // ours')
    page = html_report(material, "A", templates=tmp_path)
    assert '<script>"use strict"; // ours</script>' in page
