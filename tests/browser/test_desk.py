"""The order desk: every kind of order clicked together, kept, copied, downloaded; by mouse, on the map, by keyboard."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.checker import check
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.report.html import html_report
from pbem.sheets.read import Expected, ReadSheet, read_sheet
from tests.browser import positions
from tests.browser.clicking import Desk, meaning, said
from tests.browser.conftest import Look, OpenPage, Show

REFUSE_STORAGE = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("refused", "SecurityError"); } });
"""


BEGIN_AGAIN = """() => {
  const press = (key) => document.querySelector(`#desk-app [data-key="${key}"]`)?.click();
  ["again", "again", "bar/close"].forEach(press);  // as on phones where a click does not give the focus
  const word = document.querySelector('#desk-app [data-key="key"]');
  word.value = "";
  word.dispatchEvent(new Event("input"));
  document.activeElement.blur();
}"""


@pytest.fixture(scope="module")
def _first(rules: Rules, show: Show) -> Iterator[Look]:
    with show(html_report(positions.material(positions.FIRST, rules), "A")) as look:
        yield look


@pytest.fixture
def first(_first: Look) -> Any:
    """Player A's desk for a First Phase, on which all was thrown away that tests before entered."""
    page = _first()
    page.evaluate(BEGIN_AGAIN)
    return page


def read(text: str, state: State, rules: Rules) -> ReadSheet:
    """A sheet for the position; it must be whole."""
    found = read_sheet(
        text.encode(), Expected("volga", state.turn, state.phase, "A", state.players), rules=rules
    )
    assert found.sheet is not None, text
    return found


def button(page: Any, words: str) -> Any:
    """A button on the desk by what stands on it."""
    return page.locator("#desk-app").get_by_role("button", name=words, exact=True).first


# --- every kind of order -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "sheet"),
    [
        (positions.SETUP, positions.SETUP_SHEET),
        (positions.FIRST, positions.FIRST_SHEET),
        (positions.SECOND, positions.SECOND_SHEET),
    ],
    ids=["setup", "first", "second"],
)
def test_every_kind_of_order(
    state: State, sheet: str, open_page: OpenPage, rules: Rules, tmp_path: Path
) -> None:
    by_hand = read(sheet, state, rules)
    page = open_page(html_report(positions.material(state, rules), "A"))
    desk = Desk(page, rules)
    assert by_hand.sheet is not None
    desk.enter(by_hand.sheet)
    desk.type("key", str(by_hand.head.key))
    with page.expect_download() as download:
        button(page, "Download").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    text = file.read_bytes().decode()
    assert file.name == f"volga-{state.turn}-{state.phase}-A.yaml"
    assert text == desk.text()
    clicked = read(text, state, rules)
    assert clicked.head == by_hand.head
    assert clicked.sheet is not None
    assert meaning(clicked.sheet, state) == meaning(by_hand.sheet, state), text
    assert said(check(state, clicked, rules)) == said(check(state, by_hand, rules))


def test_nothing_entered_is_a_blank_sheet(first: Any, rules: Rules) -> None:
    found = read(Desk(first, rules).text(), positions.FIRST, rules)
    assert found.blank
    assert found.sheet is not None and not found.sheet.moves


def test_leaving_the_campaign(first: Any, rules: Rules) -> None:
    desk = Desk(first, rules)
    desk.click("quit")
    assert "quit: yes" in desk.text()


# --- moves ---------------------------------------------------------------------------------------------------------


def test_a_forced_stop_is_shown_as_it_happens(first: Any, rules: Rules) -> None:
    desk = Desk(first, rules)
    button(first, "TVER: Trotsky (152), 111, 112").click()
    button(first, "VLDM Vladimir").click()
    assert first.locator(".desk-stop").count() == 0
    button(first, "NIZH Nizhniy Novgorod (stops: White)").click()
    stop = first.locator(".desk-editor .desk-stop").inner_text()
    assert stop.startswith(
        "The force must stop in NIZH (Nizhniy Novgorod): White units stood there at the start"
    )
    assert first.locator("[data-key^='moves/0/next/']").count() == 0
    assert "route: TVER-VLDM-NIZH" in desk.text()


def test_only_legal_next_steps_are_offered_and_lit_on_the_map(first: Any, rules: Rules) -> None:
    button(first, "TVER: Trotsky (152), 111, 112").click()
    offered = first.locator("[data-key^='moves/0/next/']").evaluate_all(
        "nodes => nodes.map(node => node.dataset.key.slice(-4))"
    )
    lit = first.locator("svg .desk-next").evaluate_all("nodes => nodes.map(node => node.dataset.province)")
    assert sorted(offered) == sorted(lit) == sorted(rules.board.neighbors("TVER"))
    for code in ("VLDM", "TVER", "VLDM", "TVER", "VLDM"):
        first.locator(f"[data-key='moves/0/next/{code}']").first.click()
    assert first.locator("[data-key^='moves/0/next/'], svg .desk-next").count() == 0  # 5.1: five provinces


def test_the_only_leader_is_not_offered_to_be_dropped(first: Any) -> None:
    """All that is his would go down with him, and the force would end as if it stopped here."""
    button(first, "TVER: Trotsky (152), 111, 112").click()
    first.locator("[data-key='moves/0/next/VLDM']").click()
    offered = first.locator("[data-key^='moves/0/drop/']").evaluate_all(
        "nodes => nodes.map(node => node.dataset.key.split('/').pop())"
    )
    assert offered == ["111", "112"]


def test_by_rail_and_back(first: Any, rules: Rules) -> None:
    button(first, "PETR: Blyukher (160)").click()
    button(first, "By rail").click()
    offered = first.locator("[data-key^='moves/0/next/']").evaluate_all(
        "nodes => nodes.map(node => node.dataset.key.slice(-4))"
    )
    assert sorted(offered) == sorted(rules.board.rails["PETR"])
    first.locator(f"[data-key='moves/0/next/{offered[0]}']").click()
    assert f"by: rail, route: PETR-{offered[0]}" in Desk(first, rules).text()
    for _ in range(2):
        first.locator("[data-key='moves/0/back']").click()
    assert first.locator("[data-key='moves/0/land']").get_attribute("aria-pressed") == "true"


def test_a_route_is_clicked_on_the_map(first: Any, rules: Rules) -> None:
    first.locator("#map-TVER").click(force=True)
    first.locator(".desk-bar").get_by_role("button", name="TVER: Trotsky (152), 111, 112").click()
    first.locator("#map-VLDM").click(force=True)
    first.locator("#map-RYAZ").click(force=True)
    first.locator("#map-TULA").click(force=True)
    assert "route: TVER-VLDM-RYAZ-TULA" in Desk(first, rules).text()
    first.locator(".desk-bar").get_by_role("button", name="Back one step").click()
    first.locator("#map-OLON").click(force=True)
    assert "cannot be entered" in first.locator(".desk-said").inner_text()
    assert "route: TVER-VLDM-RYAZ" in Desk(first, rules).text()
    first.locator(".desk-bar").get_by_role("button", name="Back one step").click()
    first.locator(".desk-bar").get_by_role("button", name="Done").click()
    assert "route: TVER-VLDM}" in Desk(first, rules).text()
    assert first.locator(".desk-bar").is_hidden()


def test_everything_can_be_done_by_keyboard(first: Any, rules: Rules) -> None:
    first.locator("[data-key='moves/new/152']").focus()
    first.keyboard.press("Enter")
    assert _focus(first) == "moves/0/here"
    for code in ("VLDM", "RYAZ"):
        for _ in range(20):
            first.keyboard.press("Tab")
            if _focus(first) == f"moves/0/next/{code}":
                break
        first.keyboard.press("Enter")
        assert _focus(first) == "moves/0/here"
    assert "route: TVER-VLDM-RYAZ" in Desk(first, rules).text()


def _focus(page: Any) -> str:
    return str(page.evaluate("document.activeElement.dataset.key || ''"))


def test_orders_change_places_and_are_taken_out(first: Any, rules: Rules) -> None:
    for name, to in (
        ("PETR: Blyukher (160)", "NOVG Novgorod"),
        ("TVER: Trotsky (152), 111, 112", "VLDM Vladimir"),
    ):
        button(first, name).click()
        button(first, to).click()
    first.locator("[data-key='moves/1/up']").click()
    text = Desk(first, rules).text()
    assert text.index("Trotsky") < text.index("Blyukher")
    first.locator("[data-key='moves/0/out']").click()
    assert "Trotsky" not in Desk(first, rules).text()


def test_an_order_that_is_no_longer_possible_is_kept_off_the_sheet(first: Any, rules: Rules) -> None:
    desk = Desk(first, rules)
    button(first, "SMOL: Stalin (155), 117").click()
    desk.click("moves/0/pick/118")
    button(first, "MOHI: Dybenko (163), 125").click()
    desk.click("moves/1/next/SMOL")
    desk.click("moves/1/join/155")
    assert "join: Stalin" in desk.text()
    desk.click("moves/0/edit")
    desk.click("moves/0/next/VITE")
    assert first.locator(".desk-wrong").all_inner_texts() == [
        "Not on the sheet: Stalin (155) cannot be joined here.",
        "1 order is not on the sheet: see there.",
    ]
    assert "Dybenko" not in desk.text()


# --- attacks -------------------------------------------------------------------------------------------------------


def test_an_attack_shows_odds_and_chances(open_page: OpenPage, rules: Rules) -> None:
    page = open_page(html_report(positions.material(positions.SECOND, rules), "A"))
    desk = Desk(page, rules)
    desk.click("attacks/new/VOLO/253")
    assert page.locator(".desk-odds").inner_text() == (
        "7 against 6: odds 1:1. defenders eliminated 16.7%, exchange 50.0%, attackers eliminated 33.3%."
    )
    desk.click("attacks/0/with/153")
    assert (
        page.locator(".desk-odds")
        .inner_text()
        .startswith("13 against 6: odds 2:1. defenders eliminated 33.3%,")
    )


# --- keeping, copying ----------------------------------------------------------------------------------------------


def test_what_was_entered_is_kept_and_the_secret_word_is_not(first: Any, rules: Rules) -> None:
    button(first, "TVER: Trotsky (152), 111, 112").click()
    button(first, "VLDM Vladimir").click()
    Desk(first, rules).type("key", "larch-otter-42")
    before = Desk(first, rules).text()
    assert "larch-otter-42" in before
    first.reload()
    assert Desk(first, rules).text() == before.replace("larch-otter-42", "your-secret-word")
    assert "larch" not in first.evaluate("JSON.stringify(localStorage)")


def test_what_is_kept_is_another_players_or_another_phases_no_more(first: Any) -> None:
    button(first, "TVER: Trotsky (152), 111, 112").click()
    button(first, "VLDM Vladimir").click()
    keys = first.evaluate("Object.keys(localStorage)")
    assert keys == ["pbem/volga/A/3-first"]


@pytest.mark.parametrize(
    "kept", ["no JSON", '{"format": 99}', '{"format": 1, "sheet": {"moves": [{}], "press": 7}}']
)
def test_what_is_kept_may_be_anything(first: Any, rules: Rules, kept: str) -> None:
    first.evaluate("text => localStorage.setItem('pbem/volga/A/3-first', text)", kept)
    first.reload()
    assert "moves:" not in Desk(first, rules).text()
    button(first, "TVER: Trotsky (152), 111, 112").click()


def test_it_works_where_the_browser_keeps_nothing(open_page: OpenPage, rules: Rules) -> None:
    page = open_page("<title>empty</title>", alone=True)
    page.context.add_init_script(REFUSE_STORAGE)
    path = Path(page.url.removeprefix("file://"))
    path.write_text(html_report(positions.material(positions.FIRST, rules), "A"))
    page.reload()
    button(page, "TVER: Trotsky (152), 111, 112").click()
    button(page, "VLDM Vladimir").click()
    assert "route: TVER-VLDM" in Desk(page, rules).text()
    assert "This browser keeps nothing" in page.locator(".desk-sheet").inner_text()


def test_copying(open_page: OpenPage, rules: Rules) -> None:
    page = open_page(
        html_report(positions.material(positions.FIRST, rules), "A"),
        permissions=["clipboard-read", "clipboard-write"],
    )
    button(page, "Copy").click()
    page.wait_for_function("document.querySelector('.desk-said').textContent === 'The sheet is copied.'")
    assert page.evaluate("navigator.clipboard.readText()") == Desk(page, rules).text()


def test_beginning_again_asks_first(first: Any, rules: Rules) -> None:
    button(first, "TVER: Trotsky (152), 111, 112").click()
    button(first, "VLDM Vladimir").click()
    button(first, "Begin again").click()
    assert "Trotsky" in Desk(first, rules).text()
    button(first, "Yes, throw everything away").click()
    assert "Trotsky" not in Desk(first, rules).text()


def test_beginning_again_does_not_need_the_focus(first: Any, rules: Rules) -> None:
    """A touched button does not get it everywhere; and who does anything else in between is asked again."""
    button(first, "TVER: Trotsky (152), 111, 112").click()
    button(first, "VLDM Vladimir").click()
    desk = Desk(first, rules)
    for key in ("again", "moves/0/edit", "again"):
        desk.click(key)
        first.evaluate("document.activeElement.blur()")
        assert "Trotsky" in desk.text()
    desk.click("again")
    assert "Trotsky" not in desk.text()
