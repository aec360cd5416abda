"""The report as a page: what it asks for, how it reads, what becomes of hostile texts, how wide it is."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pbem.core.orders import Attack, Faulty, Move, Press, RouteStep, Sheet
from pbem.core.rules import Rules
from pbem.core.verdicts import Outcome
from pbem.report.html import html_report
from pbem.report.material import Material, SeatFacts
from tests.browser import positions
from tests.browser.conftest import PHONE, Look, OpenPage, Show

WIDTHS = (320, 800, 1600)
HOSTILE = (
    "<script>document.title = 'taken'</script>",
    "\"'><img src=x onerror=alert(1)>",
    "{{7*7}} {% raw %} ${7*7}",
    "</textarea></script><b>bold</b>",
    "שלום עולם",
    "🙂👩‍💻",
    "\u202eevil\u2066",
    "&lt;kept&gt; &amp;",
)


@pytest.fixture(scope="session")
def played(rules: Rules) -> Material:
    """The report of a First Phase in which much happened, six players."""
    from pbem.chance.quick import QuickDice
    from pbem.phases.sequence import play
    from tests.bench.positions import PLAYERS, first_sheets, set_up

    state = set_up(rules, 1)
    sheets = first_sheets(state, rules, 1)
    result = play(state, sheets, QuickDice(1), rules)
    seats = tuple(SeatFacts(player, f"Player {player}", "UTC") for player in PLAYERS)
    return positions.material(
        result.state,
        rules,
        turn=state.turn,
        phase=state.phase,
        before=state,
        result=result,
        sheets=sheets,
        seats=seats,
    )


@pytest.fixture(scope="session")
def fought(rules: Rules, played: Material) -> Material:
    """The Second Phase after it."""
    from pbem.chance.quick import QuickDice
    from pbem.phases.sequence import play
    from tests.bench.positions import second_sheets

    state = played.after
    sheets = second_sheets(state, rules, 2)
    result = play(state, sheets, QuickDice(2), rules)
    return replace(
        played,
        turn=state.turn,
        phase=state.phase,
        before=state,
        after=result.state,
        result=result,
        sheets=sheets,
    )


@pytest.fixture(scope="session")
def reports(rules: Rules, played: Material, fought: Material) -> dict[str, str]:
    """A report of every kind of Phase."""
    return {
        "deal": html_report(positions.material(positions.SETUP, rules), "A"),
        "first": html_report(played, "A"),
        "second": html_report(fought, "A"),
        "desk": html_report(positions.material(positions.FIRST, rules), "A"),
    }


# --- reading it ----------------------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """A report that several tests look at."""

    name: str
    look: Look


@pytest.fixture(scope="module", params=["deal", "first", "second", "desk"])
def shown(request: pytest.FixtureRequest, reports: dict[str, str], show: Show) -> Iterator[Shown]:
    """The page of a report with all opened that can be opened; on the desk orders of many kinds are begun."""
    with show(reports[request.param]) as look:
        page = look()
        open_all(page)
        if request.param == "desk":
            for key in (
                "trades/new",
                "moves/new/152",
                "assassinations/new",
                "purges/new",
                "counterpurge/new",
                "press/new",
            ):
                page.eval_on_selector(f"[data-key='{key}']", "node => node.click()")
        yield Shown(request.param, look)


def open_all(page: Any) -> None:
    """Open all that can be opened."""
    page.eval_on_selector_all("details", "nodes => nodes.forEach(node => { node.open = true; })")


CONTRAST = "color-contrast"
OTHER_COLORS = "link-in-text-block"
"""What may be otherwise on a dark page."""
ONE_OF_EACH = """() => {
  for (const node of document.querySelectorAll("[data-tried]")) delete node.dataset.tried;
  const seen = new Set();
  for (const node of document.querySelectorAll("body *")) {
    if (![...node.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim())) continue;
    if (node.closest("svg")) continue;  // axe does not say what is under a text of a picture
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(node);
    const kind = [node.closest("[id]")?.id.replace(/[0-9].*/, ""), node.className, color, fontSize, fontWeight, textShadow];
    for (let one = node; one; one = one.parentElement) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(one);
      kind.push(backgroundColor, backgroundImage, opacity, position);
    }
    if (seen.has(kind.join("|"))) continue;
    seen.add(kind.join("|"));
    node.dataset.tried = "";
  }
  return seen.size;
}"""
"""Marks a text of each kind: of one color, on the same grounds, in the same part of the page. That is a tenth of all, and
to find out what is under a text takes axe longer than all the rest."""
RUN_AXE = """async (options) => {
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-tried]" }] });
  const { violations, passes } = await axe.run(document, options);
  return { violations, looked: [...violations, ...passes].map((one) => one.id) };
}"""
"""One run for all: what axe finds out about the page beforehand takes as long as the rules."""


def serious(page: Any, *, dark: bool) -> list[tuple[Any, ...]]:
    """What axe finds wrong with a page that somebody would stumble over. All is looked at, but only what is wrong is
    described node by node, which else takes longer than looking."""
    from axe_playwright_python.sync_playwright import Axe  # not where there is no browser

    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(Axe().axe_script)
    assert page.evaluate(ONE_OF_EACH) > 10
    colors = {"runOnly": {"type": "rule", "values": [CONTRAST, OTHER_COLORS]}}
    all_rules = {"rules": {"region": {"enabled": False}}}  # moderate at most, and slow
    found = page.evaluate(RUN_AXE, {**(colors if dark else all_rules), "resultTypes": ["violations"]})
    assert CONTRAST in found["looked"], "no color was looked at"
    return [
        (one["id"], one["help"], node["html"][:200], node.get("failureSummary"))
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def test_nothing_serious_for_axe(shown: Shown) -> None:
    for dark in (False, True) if shown.name in ("first", "desk") else (False,):
        assert not serious(shown.look(dark=dark), dark=dark), f"dark: {dark}"


def test_no_page_is_wider_than_its_window(shown: Shown) -> None:
    page = shown.look()
    if shown.name == "desk":
        page.eval_on_selector("[data-key='moves/0/edit'][aria-expanded='false']", "node => node.click()")
    for width in WIDTHS:
        shown.look(width=width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width


@pytest.mark.parametrize("shown", ["first"], indirect=True)
def test_headings_go_down_step_by_step(shown: Shown) -> None:
    page = shown.look()
    levels = page.eval_on_selector_all(
        "h1,h2,h3,h4,h5,h6", "nodes => nodes.map(node => Number(node.tagName[1]))"
    )
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    scopes = page.eval_on_selector_all("th", "nodes => nodes.map(node => node.getAttribute('scope'))")
    assert len(scopes) > 50 and set(scopes) == {"col", "row"}


@pytest.mark.parametrize("shown", ["first"], indirect=True)
def test_tables_sort_numbers_as_numbers(shown: Shown) -> None:
    page = shown.look()
    head = page.locator("#positions th", has_text="Strength")
    strengths = "rows => rows.map(row => Number(row.cells[3].dataset.sort))"
    head.get_by_role("button").click()
    found = page.eval_on_selector_all("#positions tbody tr", strengths)
    assert found == sorted(found) and head.get_attribute("aria-sort") == "ascending"
    head.get_by_role("button").click()
    found = page.eval_on_selector_all("#positions tbody tr", strengths)
    assert found == sorted(found, reverse=True) and head.get_attribute("aria-sort") == "descending"


@pytest.mark.parametrize("shown", ["first"], indirect=True)
def test_printed_it_is_black_on_white_and_without_the_desk(shown: Shown) -> None:
    page = shown.look(dark=True, printed=True)
    look = page.evaluate(
        "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert look == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert page.locator("#desk").is_hidden() and page.locator("#map svg").first.is_visible()


@pytest.mark.parametrize("shown", ["first", "second"], indirect=True)
def test_every_roll_has_its_chance(shown: Shown) -> None:
    rows = shown.look().eval_on_selector_all(
        "#dice tbody tr",
        "rows => rows.map(row => [row.querySelector('th'), row.querySelectorAll('td')[3]].map(one => one.innerText))",
    )
    assert len(rows) > 10
    for label, chance in rows:
        with_table = re.fullmatch(r"(combat|subversion|assassinate|purge|counterpurge)/.*|event/\d+", label)
        assert bool(with_table) == bool(re.fullmatch(r"[<>]?\d+\.\d%", chance)), (label, chance)


@pytest.mark.parametrize("shown", ["desk"], indirect=True)
def test_the_legend_can_be_read(shown: Shown) -> None:
    for width in (380, 1200):
        page = shown.look(width=width)
        scale = page.eval_on_selector("svg.legend", "one => one.getScreenCTM().a")
        sizes = page.eval_on_selector_all(
            "svg.legend text", "texts => texts.map(one => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert min(size for size in sizes if size) * scale >= 12, width
        assert page.locator("svg.legend text", has_text="VLAD Vladivostok").count() == 1



def test_the_map_on_a_phone(reports: dict[str, str], open_page: OpenPage) -> None:
    """It says that it can be pushed, and tells of a province on a touch, which cannot point."""
    page = open_page(reports["desk"], width=380, has_touch=True)
    assert page.locator(".map-push").is_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.map-edge'), '::after').width") != "auto"
    told = page.locator("#map-told")
    assert told.is_hidden()
    tver = page.locator("[data-province='TVER']")
    tver.dispatch_event("click")
    assert told.is_visible()
    assert told.inner_text().splitlines() == tver.locator("title").text_content().splitlines()
    assert told.inner_text().startswith("TVER Tver (Greater Russia)\n")
    page.set_viewport_size({"width": 1200, "height": 900})
    assert page.locator(".map-push").is_hidden()


def test_without_scripts_there_is_the_blank_sheet(played: Material, open_page: OpenPage) -> None:
    page = open_page(html_report(played, "A"), java_script_enabled=False)
    assert page.locator("noscript").count() == 1
    assert "#ORDERS" in page.locator("#sheet pre").inner_text()


# --- hostile texts -------------------------------------------------------------------------------------------------


def hostile(rules: Rules, text: str) -> Material:
    """A report in which a player put the text everywhere he can."""
    move = Move("A.moves[0]", (152, text), (RouteStep("VLDM"), RouteStep(text)))
    sheet = Sheet(
        "A",
        moves=(move, Faulty("A.moves[1]", "unreadable", text)),
        attacks=(Attack("A.attacks[0]", text, (text,), text),),
        press=(Press("A.press[0]", (), text, text),),
    )
    outcomes = {
        "A.moves[0]": Outcome("A.moves[0]", "part", "left_out_unknown", ("R10",), {"unit": text}),
        "A.moves[1]": Outcome("A.moves[1]", "void", "unreadable", ("17",), {"text": text}),
    }
    base = positions.material(positions.FIRST, rules)
    assert base.result is not None
    return replace(
        base,
        campaign=text,
        gamesmaster=text,
        seats=tuple(SeatFacts(player, text, "UTC") for player in "ABCD"),
        sheets={"A": sheet, "B": Sheet("B", press=(Press("B.press[0]", (), text, f"{text}\n{text}"),))},
        result=replace(base.result, outcomes=outcomes),
        notices=({"kind": "ruled", "text": text, "why": text},),
    )


class Taken(NamedTuple):
    """A report with such a text everywhere, which several tests look at."""

    text: str
    look: Look


@pytest.fixture(scope="module", params=HOSTILE)
def taken(request: pytest.FixtureRequest, rules: Rules, show: Show) -> Iterator[Taken]:
    with show(html_report(hostile(rules, request.param), "A")) as look:
        yield Taken(request.param, look)


def test_texts_of_players_come_out_as_text(taken: Taken) -> None:
    text, page = taken.text, taken.look(width=PHONE)
    shown = "".join(letter for letter in text if letter.isprintable()).strip()
    everything = page.evaluate("document.body.textContent")
    plain = " ".join(text.split()) if text.isprintable() else shown
    count = (
        everything.replace("\u200d", "").replace(" ", "").count(plain.replace("\u200d", "").replace(" ", ""))
    )
    assert count >= 12, f"{plain!r} stands there {count} times only"
    assert page.locator("main b, main img").count() == 0
    assert page.locator("script").count() == 4
    assert "49" not in page.locator("header").inner_text()
    assert page.title() != "taken"
    assert "\u202e" not in everything and "\u2066" not in everything


def test_letters_typed_on_the_desk_come_back_as_typed(taken: Taken, rules: Rules) -> None:
    from pbem.sheets.read import read_sheet
    from tests.browser.clicking import Desk

    page = taken.look(width=PHONE)
    desk = Desk(page, rules)
    letter = Press("A.press[0]", ("B",), "", f"{taken.text}\n\ttab, end")
    desk.letter(letter, "press/0")
    page.locator("[data-key='press/0/edit']").click()
    found = read_sheet(desk.text().encode(), rules=rules).sheet
    assert found is not None
    assert found.press == (letter,)
    assert page.locator("#desk b, #desk img").count() == 0


def test_right_to_left_texts_turn_nothing_around(rules: Rules) -> None:
    page = html_report(hostile(rules, "שלום"), "A")
    without = re.sub(
        r"<bdi>[^<]*</bdi>|<p dir=\"auto\">[^<]*</p>|<title.*?</title>|<script.*?</script>|<svg.*?</svg>|<pre.*?</pre>",
        "",
        page,
        flags=re.DOTALL,
    )
    assert "שלום" not in without


# --- in one file ---------------------------------------------------------------------------------------------------


def test_it_is_one_file_of_less_than_400_kb(played: Material, fought: Material) -> None:
    for material in (played, fought):
        for player in "ABCDEF":
            assert len(html_report(material, player).encode()) < 400_000


def test_a_campaign_may_have_its_own_templates(played: Material, tmp_path: Path, open_page: OpenPage) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "dice.html.j2").write_text(
        "<section id=\"dice\"><h2>Dice by {{ w.player('A') }}</h2></section>"
    )
    (tmp_path / "report.css").write_text("body {color: rgb(1, 2, 3)}")
    page: Any = open_page(html_report(played, "A", templates=tmp_path))
    assert page.locator("#dice").inner_text() == "Dice by Player A"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(1, 2, 3)"
