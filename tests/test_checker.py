"""A sheet beside a position: the judges' remarks at their places, merged with the faults of the text."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pbem.chance.quick import QuickDice
from pbem.checker import check
from pbem.core.rules import Rules
from pbem.core.state import Holding, Stack, State
from pbem.phases.judging import judges
from pbem.phases.sequence import play
from pbem.rulebook import load_rules
from pbem.sheets.findings import Finding
from pbem.sheets.read import Expected, ReadSheet, read_sheet


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load_rules()


@pytest.fixture
def state(rules: Rules) -> State:
    stacks = (
        Stack("PETR", "A", (160,)),
        Stack("RYAZ", "A", (152, 111, 112)),
        Stack("TULA", "B", (251, 204)),
        Stack("TVER", None, (115,)),
    )
    used = {unit for stack in stacks for unit in stack.units}
    return State(
        3,
        "first",
        ("A", "B", "C"),
        stacks,
        {"A": Holding(2, 1), "B": Holding(1, 1), "C": Holding()},
        box=tuple(unit for unit in rules.counters if unit not in used),
    )


@pytest.fixture
def on(rules: Rules, state: State) -> Callable[..., tuple[Finding, ...]]:
    def run(body: str, phase: str = "first", at: State = state) -> tuple[Finding, ...]:
        at = replace(at, phase=phase)  # type: ignore[arg-type]
        return check(at, read(rules, body, phase), rules)

    return run


def read(rules: Rules, body: str, phase: str = "first", player: str = "A") -> ReadSheet:
    return read_sheet(f"player: {player}\nturn: 3\nphase: {phase}\n{body}".encode(), rules=rules)


Check = Callable[..., tuple[Finding, ...]]


def brief(findings: tuple[Finding, ...]) -> list[tuple[str, str, int, int]]:
    return [(found.grade, found.path, found.line, found.column) for found in findings]


def test_a_sheet_without_a_fault(on: Check) -> None:
    assert on("moves:\n- {force: [160], route: PETR-NOVG-TVER}\n") == ()


def test_a_remark_stands_at_its_step(on: Check) -> None:
    findings = on("moves:\n- {force: [160], route: PETR-NOVG-KIEV}\n")
    assert brief(findings) == [("error", "moves[0].route[2]", 5, 35)]
    assert findings[0].text == "KIEV"
    assert "R9" in findings[0].cases


@pytest.mark.parametrize(
    ("order", "way"),
    [
        ("{force: [160], route: PETR-NOVG-KOST}", "NOVG-VOLO-KOST"),
        ("{force: [160], by: rail, route: PETR-YARO}", "PETR-NOVG-TVER-YARO"),
        ("{force: [152], route: RYAZ-VLAD}", ""),
    ],
)
def test_a_way_is_shown_where_provinces_do_not_join(on: Check, order: str, way: str) -> None:
    """5.24, 5.52: the shortest one, if it is one that could be meant; Vladivostok is too far from Ryazan."""
    (found,) = [one for one in on(f"moves:\n- {order}\n") if one.grade == "error"]
    assert found.suggestion == way


@pytest.mark.parametrize(
    ("order", "code", "told"),
    [
        ("{force: [160, Tulay], route: PETR-NOVG}", "unknown_unit", "no unit Tulay"),
        ("{force: [160, 204], route: PETR-NOVG}", "left_out_not_yours", "not under your control but B's"),
        ("{force: [152], route: [RYAZ, TULA: {pick_up: [204]}]}", "pick_up_not_yours", "under Player B's control"),
        ("{force: [Trotzky, 111, 112], route: RYAZ-TULA}", "unit_understood", "Trotzky is read as Trotsky (152)."),
        ("{force: [160], route: PETR-NOVVG}", "province_understood", "NOVVG is read as NOVG."),
        ("{force: [160], route: PETR-NOVG-PETR}", "move_returns", "stands in PETR now"),
    ],
)
def test_what_is_said_of_a_slip(on: Check, order: str, code: str, told: str) -> None:
    """A name that only sounds like one is read and told; of a unit of another player it is told whose it is."""
    found = [one for one in on(f"moves:\n- {order}\n") if one.code == code]
    assert len(found) == 1
    assert told in found[0].sentence


def test_a_way_out_and_back_with_something_to_do_needs_no_note(on: Check) -> None:
    found = on("moves:\n- {force: [160], route: [PETR, NOVG, TVER: {pick_up: [115]}, NOVG, PETR]}\n")
    assert [one.code for one in found] == ["contest_possible"]


@pytest.mark.parametrize(("text", "near"), [("PTER", "PETR"), ("EKTA", "EKAT"), ("NVOG", "NOVG")])
def test_swapped_letters_are_looked_for_first(on: Check, text: str, near: str) -> None:
    (found,) = [one for one in on(f"moves:\n- {{force: [160], route: NOVG-{text}}}\n") if one.grade == "error"]
    assert found.suggestion == near


def test_a_step_in_a_wrapped_list(on: Check) -> None:
    findings = on("moves:\n- force: [160]\n  route:\n  - NOVG\n  - TVER: {pick_up: [999]}\n")
    assert [(found.path, found.line, found.column) for found in findings] == [
        ("moves[0].route[1].pick_up[0]", 8, 22)
    ]


def test_an_unknown_name_is_one_finding_with_both_sets_of_cases(on: Check) -> None:
    findings = on("moves:\n- {force: [160, Trtsky], route: PETR-NOVG}\n")
    assert brief(findings) == [("error", "moves[0].force[1]", 5, 17)]
    assert findings[0].suggestion == "Trotsky"
    assert findings[0].code == "unknown_unit"


def test_an_order_that_cannot_be_read_has_the_readers_word_alone(on: Check) -> None:
    findings = on("moves:\n- {force: [160], ruote: PETR-KIEV}\n- {force: [160], route: PETR-NOVG}\n")
    assert [found.code for found in findings] == ["unknown_key"]


def test_findings_come_in_the_order_of_the_text(on: Check) -> None:
    findings = on(
        "assassinations: [{target: 999, markers: 1}]\nmoves: [{force: [152], route: RYAZ-KIEV}]\ntrades: [{to: A}]\n"
    )
    places = [(found.line, found.column) for found in findings]
    assert places == sorted(places)
    assert {found.line for found in findings} >= {4, 5, 6}


def test_of_bare_orders_the_path_is_known(rules: Rules, state: State) -> None:
    sheet = read(rules, "moves:\n- {force: [160], route: PETR-NOVG-KIEV}\n").sheet
    assert sheet is not None
    assert [found.path for found in check(state, sheet, rules)] == ["moves[0].route[2]"]


def test_who_leaves_gives_no_other_orders(on: Check) -> None:
    assert [(found.grade, found.code) for found in on("quit: yes\nmoves: [{force: [999]}]\n")] == [
        ("warning", "quit_only"),
        ("error", "unknown_unit"),
    ]


def test_a_player_who_has_left(rules: Rules, state: State) -> None:
    left = replace(state, flags=replace(state.flags, quit=("A",)))
    assert [found.code for found in check(left, read(rules, "moves: []\n"), rules)] == ["player_has_quit"]


def test_letters_to_nobody(on: Check) -> None:
    findings = on("press: [{to: [B, H], text: x}]\n")
    assert brief(findings) == [("error", "press[0].to[1]", 4, 18)]


def test_a_refused_sheet_has_its_own_findings(rules: Rules, state: State) -> None:
    refused = read_sheet(b"moves: [", rules=rules)
    assert check(state, refused, rules) == refused.findings


def test_the_state_is_not_changed(rules: Rules, state: State, on: Check) -> None:
    before = repr(state)
    on("moves:\n- {force: [160], route: PETR-NOVG-TVER}\ntrades: [{give: {politburo: 1}, to: B}]\n")
    assert repr(state) == before


@pytest.mark.parametrize("phase", ["setup", "first", "second"])
def test_every_phase_has_its_judges(phase: str) -> None:
    assert all(callable(one) for one in judges(phase))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "order",
    [
        "{force: [152], route: RYAZ-TVER}",
        "{force: [152, 111, 112], route: RYAZ-TULA}",
        "{force: [152, 204], route: RYAZ-TVER}",
        "{force: [251], route: TULA-KALU}",
        "{force: [160], route: PETR-KIEV}",
        "{force: [160], route: PETR}",
        "{force: [160], route: PETR-LIVO}",
        "{force: [160, 251], route: PETR-NOVG}",
        "{force: [160], by: rail, route: PETR-NOVG-TVER-VLDM-NIZH-KAZA-SIMB-SAMA}",
        "{force: [160], route: [NOVG, TVER: {pick_up: [115], drop: [111]}]}",
        "{force: [160], route: [NOVG, TVER: {join: 152}]}",
    ],
)
def test_an_error_is_what_the_adjudicator_will_not_do(rules: Rules, state: State, order: str) -> None:
    """With nobody else on the move an order with an error is never done, and one without is never void or failed."""
    sheet = read(rules, f"moves: [{order}]\n")
    assert sheet.sheet is not None
    wrong = any(found.grade == "error" for found in check(state, sheet, rules))
    ended = play(state, {"A": sheet.sheet}, QuickDice(1), rules).outcomes["A.moves[0]"].ended
    assert (ended != "done") >= wrong
    assert wrong or ended in ("done", "part")


ORDERS = "moves:\n  - {force: [160, Trtsky], route: PETR-KIEV}\n"
NEXT = "attacks:\n  - {at: TULA, with: [152], against: 251}\n"


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("campaign: don\nplayer: A\nturn: 3\nphase: first", "other_campaign"),
        ("campaign: volga\nplayer: A\nturn: 2\nphase: first", "other_turn"),
        ("campaign: volga\nplayer: A\nphase: first", "head_missing"),
        ("campaign: volga\nplayer: A\nturn: three\nphase: first", "no_number"),
        ("campaign: volga\nplayer: A\nturn: 3", "head_missing"),
        ("campaign: volga\nplayer: A\nturn: 3\nphase: first\nplayer: B", "head_repeated"),
    ],
)
@pytest.mark.parametrize("under", [True, False])
def test_a_fault_of_the_head_hides_none_of_the_orders(
    rules: Rules, state: State, head: str, reason: str, under: bool
) -> None:
    text = f"{head}\n{ORDERS}" if under else f"{ORDERS}{head}\n"
    expected = Expected("volga", 3, "first", players=state.players)
    sheet = read_sheet(text.encode(), expected, rules=rules)
    assert sheet.sheet is None
    found = [(one.code, one.path) for one in check(state, sheet, rules) if one.grade == "error"]
    assert found[0][0] == reason  # why it is refused comes first, wherever it stands
    assert ("unknown_unit", "moves[0].force[1]") in found
    assert ("step_not_adjacent", "moves[0].route[1]") in found


@pytest.mark.parametrize("player", ["C", "D"])
def test_orders_of_nobody_are_only_read(rules: Rules, state: State, player: str) -> None:
    expected = Expected("volga", 3, "first", players=("A", "B"))
    text = f"player: {player}\nturn: 3\nphase: first\n{ORDERS}"
    sheet = read_sheet(text.encode(), expected, rules=rules)
    left = replace(state, flags=replace(state.flags, quit=("C",)))
    codes = [one.code for one in check(left, sheet, rules) if one.grade == "error"]
    assert codes == ["no_seat", "unknown_unit"]


@pytest.mark.parametrize(
    ("written", "orders", "codes"),
    [
        ("second", NEXT, ["other_phase_of_sheet"]),  # it is for that Phase: nothing is to be said of it in this
        ("second", ORDERS, ["other_phase_of_sheet", "unknown_unit", "step_not_adjacent"]),
    ],
)
def test_a_sheet_of_another_phase(
    rules: Rules, state: State, written: str, orders: str, codes: list[str]
) -> None:
    text = f"player: A\nturn: 3\nphase: {written}\n{orders}"
    sheet = read_sheet(text.encode(), Expected(None, 3, "first", players=state.players), rules=rules)
    assert [one.code for one in check(state, sheet, rules) if one.grade == "error"] == codes


@pytest.mark.parametrize(
    ("orders", "codes"),
    [
        (ORDERS, ["head_missing", "unknown_unit"]),
        (NEXT.replace("251", "Trtsky"), ["head_missing", "unknown_unit"]),
        (ORDERS + NEXT, ["head_missing"]),  # nobody can tell for which Phase it is
    ],
)
def test_without_a_phase_the_orders_tell_it(rules: Rules, orders: str, codes: list[str]) -> None:
    sheet = read_sheet(f"player: A\nturn: 3\n{orders}".encode(), rules=rules)
    assert [one.code for one in sheet.findings if one.grade == "error"] == codes
