"""The order desk of the solitaire game: the example's sheets clicked together, every kind of order, and any clicks."""

import random
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest

from pbem.chance.quick import QuickDice
from pbem.checker import check, errors
from pbem.core.rules import Rules
from pbem.core.state import Faces, Flags, Holding, Stack
from pbem.core.terms import NONRED, RED
from pbem.resources import examples_folder
from pbem.rulebook import load_rules
from pbem.sheets.read import Expected, ReadSheet, read_sheet
from pbem.solo.bots.blind import blind
from pbem.solo.folder.course import Played, begin, go_on
from pbem.solo.folder.files import make_files, report_path
from pbem.solo.folder.game import create
from pbem.solo.judging import judge
from pbem.solo.report.page import html_report
from pbem.solo.report.view import Told
from pbem.solo.sequence import SoloResult
from pbem.solo.state import SoloState
from tests.browser.clicking import Desk, meaning, said, sheet_text
from tests.browser.conftest import PHONE, OpenPage, Show
from tests.browser.test_monkey import CLICKS, IN_VAIN
from tests.browser.test_page import open_all, serious

EXAMPLE = examples_folder() / "solo"
NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)


@pytest.fixture(scope="module")
def solo_rules() -> Rules:
    return load_rules("rcw-solitaire")


class Written(NamedTuple):
    """A sheet of the example, the page its writer had before him, and the position."""

    name: str
    page: str
    state: SoloState
    raw: bytes


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> list[Written]:
    """The whole example game, played."""
    seed = bytes.fromhex((EXAMPLE / "seed.txt").read_text().strip())
    folder = tmp_path_factory.mktemp("solo") / "game"
    game, step = create(folder, name="kronstadt", rulings={}, now=NOW, seed=seed)
    make_files(game, step)
    found = []
    paths = sorted(
        (EXAMPLE / "sheets").glob("*.yaml"), key=lambda path: (path.stem[0], "combat" in path.stem)
    )
    for path in paths:
        page = report_path(game, len(game.records) - 1, step).with_suffix(".html")
        raw = path.read_bytes()
        found.append(Written(path.stem, page.read_text("utf-8"), game.state, raw))
        step = game.play(game.read(raw), NOW)
        make_files(game, step)
    return found


def read(raw: bytes, state: SoloState, rules: Rules) -> ReadSheet:
    """A sheet for the position; it must be whole."""
    found = read_sheet(raw, Expected("kronstadt", state.turn, state.phase, RED, (RED,)), rules=rules)
    assert found.sheet is not None, raw.decode()
    return found


def page_of(state: SoloState, rules: Rules) -> str:
    """A page that ends with this position."""
    result = SoloResult(state, (), {}, (), ())
    told = Told("kronstadt", "kronstadt", "kronstadt/sheet.yaml", "ab" * 32, "", ("cd" * 32,))
    return html_report([Played(state, result, None)], told, rules, sheet="#")


def enter_and_compare(page: Any, raw: bytes, state: SoloState, rules: Rules) -> str:
    """Click a sheet together; the desk's sheet must mean the same, and a check must say the same of it."""
    by_hand = read(raw, state, rules)
    desk = Desk(page, rules)
    assert by_hand.sheet is not None
    desk.enter(by_hand.sheet)
    text = desk.text()
    clicked = read(text.encode(), state, rules)
    assert clicked.sheet is not None
    assert clicked.head == by_hand.head
    assert meaning(clicked.sheet, state) == meaning(by_hand.sheet, state), f"{raw.decode()}\n{text}"
    found = [check(state, one, rules, judges=judge) for one in (clicked, by_hand)]
    assert said(found[0]) == said(found[1])
    return text


def test_sheets_of_the_example_can_be_clicked_together(
    example: list[Written], open_page: OpenPage, solo_rules: Rules
) -> None:
    for one in example:
        enter_and_compare(open_page(one.page, width=PHONE), one.raw, one.state, solo_rules)
    assert len(example) == 14


# --- every kind of order -------------------------------------------------------------------------------------------

SECTIONS = {section: Faces() for section in (RED, NONRED, "unassigned")}


def position(rules: Rules, phase: str, *stacks: Stack, **more: Any) -> SoloState:
    """A position in which only these stacks are on the map."""
    there = {unit for stack in stacks for unit in stack.units}
    return SoloState(
        turn=3,
        phase=phase,  # type: ignore[arg-type]
        players=(NONRED, RED),
        stacks=tuple(sorted(stacks, key=lambda stack: (stack.at, stack.units))),
        holdings={NONRED: Holding(control=("BR", "UK")), RED: Holding()},
        chart=SECTIONS,
        box=tuple(unit for unit in rules.counters if unit not in there),
        **more,
    )


LEADERS = """\
campaign: kronstadt
player: red
turn: 3
phase: red-leaders
salt: cold feet
leaders:
- {leader: Frunze, at: YARO, with: [106]}
- {leader: Stalin, at: TULA}
- {leader: Kork, at: EKAT, with: [123]}
moves:
- {force: [Frunze, 106], route: YARO-TVER}
- {force: [Stalin], route: [TULA, ORYOL: {pick_up: [115, 116]}, KURS: {drop: [115]}]}
- {force: [Lenin, Gold], route: [KIEV: {pick_up: [UK 307]}]}
- {force: [Kork, 123], by: rail, route: EKAT-PERM}
- {force: [Trotsky], route: [SMOL: {pick_up: [117], join: Stalin}]}
""".replace("ORYOL", "OREL").replace(
    "- {force: [Trotsky], route: [SMOL: {pick_up: [117], join: Stalin}]}\n", ""
)


def test_leaders_and_moves(open_page: OpenPage, solo_rules: Rules) -> None:
    state = position(
        solo_rules,
        "red-leaders",
        Stack("CHER", RED, (151, 2)),
        Stack("EKAT", None, (123, 1, 129)),
        Stack("KIEV", NONRED, (307,)),
        Stack("OREL", None, (115, 116)),
        Stack("YARO", None, (106, 107)),
        leaders_to_bring=3,
    )
    page = open_page(page_of(state, solo_rules))
    text = enter_and_compare(page, LEADERS.encode(), state, solo_rules)
    assert "key:" not in text and "#ORDERS" not in text
    assert page.locator("[data-key='leaders/new']").count() == 0  # the die allows three
    assert page.locator("text=secret word").count() == 0


COMBAT = """\
campaign: kronstadt
player: red
turn: 3
phase: red-combat
subversion:
- {with: [Trotsky], against: BR 414, at: ARCH, min_odds: "1:1"}
attacks:
- {at: TVER, with: [Lenin, Frunze], against: Denikin, losses: [101, 106], capture: [Frunze, none]}
- {at: KUBA, with: [Stalin], against: 210, enemy_losses: [210]}
losses: [101, 117]
standing: [losses]
"""


def test_combat_and_losses(open_page: OpenPage, solo_rules: Rules) -> None:
    state = position(
        solo_rules,
        "red-combat",
        Stack("ARCH", NONRED, (414,)),
        Stack("KUBA", RED, (155, 117)),
        Stack("KUBA", None, (210,)),
        Stack("OLON", RED, (152, 104)),
        Stack("TVER", RED, (151, 101)),
        Stack("TVER", RED, (154, 106)),
        Stack("TVER", NONRED, (251, 2, 212)),
        flags=Flags(subversion_doubled=True),
    )
    page = open_page(page_of(state, solo_rules))
    enter_and_compare(page, COMBAT.encode(), state, solo_rules)
    words = page.locator("#desk-app").inner_text()
    assert "the other side’s white stack Denikin (251)" in words
    assert "Player" not in words


def test_a_leader_is_put_down_on_the_map(open_page: OpenPage, solo_rules: Rules) -> None:
    state = position(solo_rules, "red-leaders", Stack("YARO", None, (106,)), leaders_to_bring=1)
    page = open_page(page_of(state, solo_rules))
    desk = Desk(page, solo_rules)
    page.locator("#map-YARO").click(force=True)
    page.locator(".desk-bar").get_by_role("button", name="Bring on a Leader here").click()
    desk.choose("leaders/0/leader", "Frunze")
    desk.click("leaders/0/with/106")
    assert "- {leader: Frunze, at: YARO, with: [106]}" in desk.text()
    page.locator("#map-TVER").click(force=True)
    assert "- {leader: Frunze, at: TVER}" in desk.text()
    page.locator(".desk-bar").get_by_role("button", name="Done").click()
    assert desk.has("moves/new/154")


def test_what_can_no_longer_be_is_kept_off_the_sheet(open_page: OpenPage, solo_rules: Rules) -> None:
    state = position(solo_rules, "red-leaders", Stack("YARO", None, (106, 107)), leaders_to_bring=2)
    page = open_page(page_of(state, solo_rules))
    desk = Desk(page, solo_rules)
    desk.click("leaders/new")
    desk.choose("leaders/0/leader", "Frunze")
    desk.choose("leaders/0/at", "YARO")
    desk.click("leaders/0/with/106")
    desk.click("moves/new/154")
    desk.click("moves/0/next/TVER")
    assert "moves:" in desk.text()
    desk.click("leaders/0/out")
    assert "moves:" not in desk.text() and "leaders:" not in desk.text()
    assert "Not on the sheet" in page.locator("#desk-app").inner_text()


# --- whatever is clicked -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def waiting(solo_rules: Rules) -> list[SoloState]:
    """Positions of games in which Red orders at random, so that units stand everywhere."""
    found = []
    for seed in range(6):
        dice = QuickDice(seed)
        played = begin(solo_rules, lambda turn, phase, salt, dice=dice: dice)
        while (state := played[-1].result.state).victory is None:
            found.append(state)
            sheet = blind(state, solo_rules)
            played = go_on(state, sheet, solo_rules, lambda turn, phase, salt, dice=dice: dice)
    return found


@pytest.mark.parametrize("phase", ["red-leaders", "red-movement", "red-combat"])
@pytest.mark.parametrize("seed", range(4))
def test_no_error_is_ever_written(
    phase: str, seed: int, waiting: list[SoloState], open_page: OpenPage, solo_rules: Rules
) -> None:
    source = random.Random(f"{phase}/{seed}")
    state = source.choice([one for one in waiting if one.phase == phase])
    page: Any = open_page(page_of(state, solo_rules), width=PHONE)
    page.evaluate(CLICKS, [seed, 120])
    text = sheet_text(page)
    found = read(text.encode(), state, solo_rules)
    findings = check(state, found, solo_rules, judges=judge)
    assert not errors(findings), (findings, text)
    assert not [one for one in findings if one.code in IN_VAIN], (findings, text)


def test_the_page_on_a_phone(example: list[Written], show: Show) -> None:
    """Nothing but tables and the map, which scroll by themselves, is wider than the screen; light and dark."""
    with show(example[2].page) as look:
        for dark in (False, True):
            page = look(width=PHONE, dark=dark)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE, f"dark: {dark}"


def test_nothing_serious_for_axe(example: list[Written], show: Show) -> None:
    """Read aloud, by keyboard, with little contrast: the page with a Leader and a move being put together."""
    with show(example[0].page) as look:
        page = look()
        open_all(page)
        for key in ("leaders/new", "moves/new/151"):
            page.eval_on_selector(f"[data-key='{key}']", "node => node.click()")
        for dark in (False, True):
            assert not serious(look(dark=dark), dark=dark), f"dark: {dark}"


def test_every_link_leads_somewhere(example: list[Written], open_page: OpenPage) -> None:
    page = open_page(example[3].page)
    targets = page.eval_on_selector_all(
        "a[href^='#']", "nodes => nodes.map(node => node.getAttribute('href').slice(1))"
    )
    ids = page.eval_on_selector_all("[id]", "nodes => nodes.map(node => node.id)")
    assert set(targets) <= set(ids)
    assert len(ids) == len(set(ids))
