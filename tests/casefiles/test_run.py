"""How cases are played and compared, as far as no case file can say it of itself."""

import textwrap
from collections.abc import Mapping
from pathlib import Path

import pytest

from pbem.casefiles.given import run_given
from pbem.casefiles.read import read_text
from pbem.casefiles.run import CaseReport, run_question
from pbem.casefiles.shape import CaseFault
from pbem.chance.listed import MissingRoll
from pbem.chance.quick import QuickDice

CASES = Path(__file__).parents[1] / "cases"


def run(given: str, orders: str = "{}", dice: str = "{}", expect: str = "{}") -> CaseReport:
    """Play one case of parts in YAML on one line or several."""
    parts = {"given": given, "orders": orders, "dice": dice, "expect": expect}
    body = "".join(
        f"    {key}:\n{textwrap.indent(textwrap.dedent(part).strip(), '      ')}\n"
        for key, part in parts.items()
    )
    return run_question(read_text(f"cases:\n  - id: x\n{body}")[0])


ATTACK = {
    "given": """
        turn: 6
        phase: second
        stacks:
          - {at: TVER, player: A, units: [152, 111]}
          - {at: TVER, player: B, units: [251]}
          - {at: KURS, player: B, units: [252]}
          - {at: OMSK, units: [201]}
          - {at: PETR, player: A, units: [151]}
          - {at: KIEV, units: [202]}
          """,
    "orders": "A: {attacks: [{at: TVER, with: [152], against: 251}]}",
    "dice": "combat/TVER/A/1: 1",
}


def test_lists_on_one_line() -> None:
    given = """
        players: A, B
        chart: {A: "201, 202", unassigned: 111, B: {down: CZ 413}}
        randomizer: politburo, assassin
        out_of_play: 414, BR-withdrawal
        holdings: {B: {control: "JA, US"}}
        stacks:
          - {at: PETR, player: A, units: "152, 112"}
          """
    expect = """
        stacks: {PETR: [{player: A, units: "152, 112"}]}
        chart: {A: "201, 202", unassigned: 111, B: {up: [], down: 413}}
        randomizer: assassin, politburo
        out_of_play: BR-withdrawal, 414
        holdings: {B: {control: "US, JA"}}
        """
    assert run(given, expect=expect).differences == ()


def test_a_stack_without_a_player_is_under_its_control_marker() -> None:
    given = """
        stacks:
          - {at: ARCH, units: [414]}
          - {at: BAKU, units: [415]}
          - {at: KUTA, units: [316]}
        holdings: {B: {control: [BR]}}
        """
    expect = """
        stacks:
          ARCH: [{player: B, units: [414]}]
          BAKU: [{player: B, units: [415]}]
          KUTA: [{units: [316]}]
        """
    assert run(given, expect=expect).differences == ()


def test_all_as_expected() -> None:
    expect = """
        stacks: {TVER: [{player: A, units: [Trotsky, 111]}]}
        chart: {A: {up: [251]}, B: []}
        orders: {"A.attacks[0]": done}
        rolls: [combat/TVER/A/1]
        randomizer: []
        out_of_play: []
        holdings: {A: {politburo: 0}}
        flags: {purge_held: false, execution_ordered: null, quit: []}
        victory: null
        """
    assert run(**ATTACK, expect=expect).differences == ()


@pytest.mark.parametrize(
    ("expect", "told"),
    [
        ("stacks: {TVER: []}", "TVER: expected nothing, but it is A: Trotsky (152), 111"),
        ("stacks: {TVER: [{units: [152, 111]}]}", "TVER: expected nobody: Trotsky (152), 111, but it is A:"),
        ("stacks: {TVER: [{player: A, units: [111, 152]}]}", "TVER: expected A: 111, Trotsky (152), but"),
        ("chart: {A: {up: []}}", "Chart of A, face up: expected nothing, but it is Denikin (251)"),
        ("chart: {unassigned: [111]}", "Chart of unassigned, face up: expected 111, but it is nothing"),
        ("orders: {'A.attacks[0]': void}", "A.attacks[0]: expected void, but it is done ("),
        (
            "orders: {'A.attacks[0]': {outcome: done, cites: R99}}",
            "A.attacks[0] cites: expected R99, but it is",
        ),
        ("orders: {'A.attacks[1]': done}", "A.attacks[1]: expected done, but it is without an outcome"),
        ("orders: {'A.attacks[0]': null}", "A.attacks[0]: expected without an outcome, but it is done"),
        ("rolls: []", "the rolls: expected nothing, but it is combat/TVER/A/1"),
        ("randomizer: [assassin]", "the Randomizer: expected assassin, but it is nothing"),
        (
            "out_of_play: [414, BR-withdrawal]",
            "out of play: expected BR 414, BR-withdrawal, but it is nothing",
        ),
        ("holdings: {A: {politburo: 1, control: [BR]}}", "A holds politburo: expected 1, but it is 0"),
        ("holdings: {A: {control: [BR]}}", "A holds control: expected BR, but it is nothing"),
        ("flags: {purge_held: true}", "purge_held: expected true, but it is false"),
        ("flags: {execution_ordered: B}", "execution_ordered: expected B, but it is nobody"),
        ("flags: {quit: [B]}", "quit: expected B, but it is nothing"),
        ("victory: {side: red}", "victory: expected red, but it is not come"),
        (
            "check: {A: {errors: ['attacks[0]']}}",
            "the checker on A, errors: expected attacks[0], but it is nothing",
        ),
    ],
)
def test_difference(expect: str, told: str) -> None:
    lines = run(**ATTACK, expect=expect).differences
    assert any(line.startswith(told) for line in lines), lines


def test_dice_missing_wrong_and_unused() -> None:
    assert run(ATTACK["given"], ATTACK["orders"]).differences == (
        "the roll combat/TVER/A/1 is needed and not given: a die of 1 to 6",
    )
    wrong = run(ATTACK["given"], ATTACK["orders"], "combat/TVER/A/1: 7").differences
    assert wrong == ("the roll combat/TVER/A/1 is given as 7, but it must be a die of 1 to 6",)
    unused = run(ATTACK["given"], dice="combat/TVER/A/1: 1").differences
    assert unused == ("the roll combat/TVER/A/1 is given and was never made",)


def test_control_marker_of_a_given_stack() -> None:
    given = "stacks: [{at: ARCH, player: A, units: [BR 414]}, {at: KUTA, player: A, units: [416]}]"
    assert run(given, expect="holdings: {A: {control: [BR]}}").differences == ()


def test_other_units_at_home() -> None:
    given = """
        only_listed_units: false
        stacks: [{at: PETR, player: A, units: [152, 111]}]
        out_of_play: [414]
        chart: {unassigned: [101]}
        """
    expect = """
        stacks:
          TVER: []
          PETR: [{player: A, units: [152, 111]}]
          POLA: [{units: [301, 302, 303]}]
          KHER: [{units: [211]}, {units: [407]}, {units: [408]}]
          ARCH: [{units: [418]}, {units: [220]}]
        """
    assert run(given, expect=expect).differences == ()


def test_random_events_and_draws_only_with_their_dice() -> None:
    given = "{turn: 6, phase: second, players: [A, B], randomizer: [assassin], stacks: [{at: OMSK, units: [201]}]}"
    assert run(given, expect="{rolls: [], randomizer: [assassin]}").differences == ()
    dice = "{order/draws: [B, A], draw/B: assassin}"
    assert run(given, dice=dice, expect="{randomizer: [], holdings: {B: {assassin: 1}}}").differences == ()
    assert (
        run(given, dice="{event/1: [6, 1]}", expect="{flags: {subversion_doubled: true}}").differences == ()
    )


def test_phases_go_on_after_a_victory() -> None:
    text = """
cases:
  - id: x
    given: {players: [A, B], phase: second, turn: 6, stacks: [{at: TVER, player: A, units: [251]}]}
    phases:
      - phase: second
        orders: {}
        expect: {victory: {side: white}}
      - orders: {A: {moves: [{force: [251], route: TVER-YARO}]}}
        expect: {stacks: {YARO: [{player: A, units: [251]}]}, victory: null}
      - phase: first
        orders: {A: {moves: [{force: [251], route: YARO-TVER}]}}
        expect: {stacks: {TVER: [{player: A, units: [251]}]}}
"""
    assert run_question(read_text(text)[0]).differences == ()
    wrong = run_question(read_text(text.replace("YARO: [{", "VLDM: [{"))[0]).differences
    assert wrong == ("Phase 2: VLDM: expected A: Denikin (251), but it is nothing",)


def test_check_paths() -> None:
    given = "stacks: [{at: PETR, player: A, units: [160]}]"
    orders = "A: {moves: [{force: [160], route: [NOVG: {pick_up: [111]}]}]}"
    path = "moves[0].route[0].pick_up[0]"
    for expected in (path, "moves[0].route[0]", "moves[0]"):
        assert run(given, orders, expect=f"check: {{A: {{errors: ['{expected}']}}}}").differences == ()
    assert run(given, orders, expect="check: {A: {errors: []}}").differences
    assert run(given, orders, expect="check: {A: {errors: ['moves[0].route[0].pick_up[00]']}}").differences


def test_run_given() -> None:
    case: Mapping[str, object] = {
        "given": {
            "players": ["A", "B"],
            "turn": 6,
            "phase": "second",
            "stacks": [
                {"at": "TVER", "player": "A", "units": [152, 111]},
                {"at": "TVER", "player": "B", "units": [251]},
            ],
        },
        "orders": {"A": {"attacks": [{"at": "TVER", "with": [152], "against": 251}]}},
        "dice": {"combat/TVER/A/1": 1},
    }
    found = run_given(case)
    assert found["stacks"] == {"TVER": [{"player": "A", "units": [152, 111]}]}
    assert found["rolls"] == [{"label": "combat/TVER/A/1", "value": 1}]
    outcomes = found["outcomes"]
    assert isinstance(outcomes, dict) and outcomes["A.attacks[0]"]["outcome"] == "done"
    assert isinstance(found["victory"], dict) and found["victory"]["side"] == "red"
    with pytest.raises(MissingRoll):
        run_given({**case, "dice": {}})
    assert run_given({**case, "dice": {}}, dice=lambda _: QuickDice(1))["rolls"]
    with pytest.raises(CaseFault):
        run_given({**case, "given": {"stacks": [{"at": "TVER", "units": [152]}]}})


