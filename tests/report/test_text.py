"""The report as a whole: its parts, its look, and a campaign's own templates."""

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.core.orders import Counterpurge, Move, RouteStep, Sheet
from pbem.core.rules import Rules
from pbem.core.state import Standing, State, Victory
from pbem.core.terms import PhaseName
from pbem.core.verdicts import Outcome, Remark
from pbem.errors import Fault
from pbem.report.folding import columns
from pbem.report.material import Material
from pbem.report.names import Names
from pbem.report.templates import _environment, _OurCode
from pbem.report.text import text_report, text_reports
from pbem.report.times import local_time
from pbem.resources import templates_folder


def flat(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())


def test_the_public_part_is_the_same_for_all(material: Material) -> None:
    parts = {
        text[text.index("WHAT HAPPENED") : text.index("YOUR SHEET")]
        for text in text_reports(material).values()
    }
    assert len(parts) == 1


def test_a_draft_says_so_first(material: Material) -> None:
    assert text_report(replace(material, draft=True), "A").startswith("DRAFT.")
    assert "DRAFT" not in text_report(material, "A")


def test_the_deadline_stands_in_each_players_own_zone(material: Material) -> None:
    reports = text_reports(material)
    assert "Thursday 10 December 2026, 20:00 (UTC+00:00, Europe/London)" in flat(reports["A"])
    assert "Thursday 10 December 2026, 15:00 (UTC-05:00, America/New_York)" in flat(reports["B"])
    assert "Friday 11 December 2026, 01:30 (UTC+05:30, Asia/Kolkata)" in flat(reports["D"])


def test_local_time_over_a_clock_change_and_in_an_unknown_zone() -> None:
    before, after = (datetime(2026, 10, 25, hour, 30, tzinfo=UTC) for hour in (0, 1))
    assert local_time(before, "Europe/London")[4:7] == (1, 30, "+01:00")
    assert local_time(after, "Europe/London")[4:7] == (1, 30, "+00:00")
    assert local_time(after, "Atlantis/Capital").zone == "UTC"
    assert local_time(datetime(2026, 1, 1, 0, 0), "UTC").hour == 0  # noqa: DTZ001 - a moment without a zone is UTC


def test_own_orders_with_outcome_reason_and_cases(material: Material) -> None:
    sheet = Sheet(
        "A",
        moves=(
            Move("A.moves[0]", (152, 111), (RouteStep("NOVG"), RouteStep("TVER"), RouteStep("RYAZ"))),
            Move("A.moves[1]", (153,), (RouteStep("NOVG"),)),
        ),
        counterpurges=(Counterpurge("A.counterpurge[0]"),),
    )
    stopped = {"province": "TVER", "province_next": "RYAZ", "color": "white"}
    outcomes = {
        "A.moves[0]": Outcome("A.moves[0]", "part", "step_stopped", ("5.27", "17/5.0"), stopped),
        "A.moves[1]": Outcome("A.moves[1]", "void", "left_out_moved", ("R10",), {"unit": 153}),
    }
    remarks = (
        Remark("A.moves[0]", ".route[1]", "warning", "step_stopped", ("5.27",), stopped),
        Remark("A.moves[0]", ".force[1]", "error", "left_out_too_many", ("5.14",), {"unit": 111}),
        Remark(
            "A.moves[0]", ".force[0]", "note", "implicit_pick_up", ("R10",), {"unit": 111, "unit_leader": 152}
        ),
    )
    result = replace(material.result, outcomes=outcomes, remarks=remarks)
    made = replace(material, result=result, sheets={"A": sheet}, versions={"A": 2})
    text = flat(text_report(made, "A"))
    assert "Your orders: 1 done in part, 1 void." in text
    assert "Version 2 of your sheet was carried out." in text
    assert "- DONE IN PART: Trotsky (152) and 111 go overland: NOVG, TVER, RYAZ. (moves[0])" in text
    assert "units stood there at the start of the Game-Turn. [5.27, 17/5.0] 111 is left out" in text
    assert "Trotsky (152), 111, 112 and 113 moved PETR-NOVG-TVER. [5.0]" in text
    assert "picked up by Trotsky (152) there" not in text
    assert "Also on your sheet, for when it is needed: - When purged" in text


@pytest.mark.parametrize(
    ("phase", "told"),
    [("setup", "were set up where the counters say"), ("second", "Your stacks held where they stood")],
)
def test_what_no_sheet_comes_to(phase: PhaseName, told: str, material: Material) -> None:
    assert told in flat(text_report(replace(material, phase=phase, sheets={}), "A"))


def test_standing_orders_are_read_back(material: Material) -> None:
    after = replace(material.after, standing={"A": Standing(losses=(111,), end_game="agree")})
    text = flat(text_report(replace(material, after=after), "A"))
    assert "Standing for later Phases, until you say otherwise: [R40]" in text
    assert "- Agree to end the game." in text


def test_positions_holdings_and_points(material: Material) -> None:
    text = text_report(material, "A")
    assert "TVER (Tver)\n  Red, nobody's: 111. Strength 4\n" in text
    assert "  Red, Player A's: Trotsky (152), the Czar, 112. Strength 3+1=4\n" in text
    assert "In hand: 3 Politburo Markers, 1 Assassin Marker and British Control" in text
    assert "Section of the Chart: face down CZ 413" in text
    assert "Unassigned section of the Chart: face up 110, 204" in text
    assert "The Auxiliary Forces Randomizer holds 3 markers." in text
    assert "Out of the game for good: FR 408, FR 409; French Withdrawal Marker (FR)" in text


def test_an_execution_order_that_awaits_an_answer(material: Material) -> None:
    flags = replace(
        material.after.flags, execution_ordered="A", subversion_doubled=True, red_replacement_suspended=2
    )
    reports = text_reports(replace(material, after=replace(material.after, flags=flags)))
    assert "You are ordered to execute the Czar." in reports["A"]
    assert "You are ordered to execute the Czar." not in reports["B"]
    assert "Player A has yet to answer the order to execute the Czar." in reports["B"]
    assert "Subversive Attacks are doubled in the next Second Phase." in reports["B"]
    assert "No Red combat unit comes back in the next 2 Replacement Phases." in flat(reports["B"])


def test_a_player_who_left(material: Material) -> None:
    flags = replace(material.after.flags, quit=("D",))
    reports = text_reports(replace(material, after=replace(material.after, flags=flags)))
    assert "D Dora (left)" in reports["A"]
    assert "#ORDERS" in reports["A"] and "#ORDERS" not in reports["D"]
    assert "You have left the campaign." in reports["D"]


@pytest.mark.parametrize(
    ("victory", "rulings", "words"),
    [
        (
            Victory("white", "14.1", (("B",), ("A", "C")), {"A": 3, "B": 9, "C": 3}),
            {},
            "No Red Leader is left",
        ),
        (
            Victory("red", "14.1", (("B",), ("A", "C")), {"A": 3, "B": 9, "C": 3}),
            {},
            "agreed to end the game",
        ),
        (
            Victory("red", "R37", (("B",), ("A", "C")), {"A": 3, "B": 9, "C": 3}),
            {"ending": "key_areas"},
            "Red units are in every key area",
        ),
        (
            Victory("red", "R37", (("B",), ("A", "C")), {"A": 3, "B": 9, "C": 3}),
            {"ending": "turn_limit"},
            "Red is alone in more provinces",
        ),
    ],
)
def test_the_end(victory: Victory, rulings: dict[str, str], words: str, material: Material) -> None:
    after = replace(material.after, victory=victory)
    rules = replace(material.rules, rulings=replace(material.rules.rulings, **rulings))
    text = flat(text_report(replace(material, after=after, rules=rules, seed="ef" * 32, deadline=None), "A"))
    assert words in text
    assert "1. Player B, Bob: 9 points 2. Player A, Ann Archer; Player C, Cem Çelik: 3 points" in text
    assert "ef" * 32 in text and "`pbem verify` repeats every roll" in text
    assert "#ORDERS" not in text and "next orders" not in text


def test_no_white_unit_left(material: Material) -> None:
    victory = Victory("red", "14.1", (("A",),), {"A": 3})
    stacks = tuple(stack for stack in material.after.stacks if stack.units[0] != 251)
    text = text_report(replace(material, after=replace(material.after, victory=victory, stacks=stacks)), "A")
    assert "No White combat unit is left on the map outside Siberia." in text


def test_rulings_and_announcements(material: Material) -> None:
    notices = (
        {"kind": "ruled", "text": "111 was put into TVER.", "why": "It was\nforgotten."},
        {"kind": "deadline", "text": "The deadline is put off."},
    )
    text = flat(text_report(replace(material, notices=notices), "C"))
    assert "- 111 was put into TVER. Why: It was forgotten." in text
    assert "ANNOUNCEMENTS ============= - The deadline is put off." in text


def test_dice_rolled_by_hand(material: Material) -> None:
    text = text_report(replace(material, by_hand=True), "A")
    assert "The gamesmaster rolled these dice by hand." in text
    assert material.salt not in text


def test_what_a_lot_did_is_whose_name_came_first(material: Material) -> None:
    names = Names(material.rules, {})
    assert names.effect_word("tie/combat/PETR/1", "C") == "of those concerned Player C first"
    assert names.effect_word("purge/A", "C") == "may be answered (C)"


def test_many_units_that_are_out_of_the_game_are_counted(material: Material) -> None:
    names = Names(material.rules, {})
    assert names.gone((101, 152)) == "101, Trotsky (152)"
    assert names.gone(tuple(range(101, 114))) == "13 units"


def test_no_roll_is_given_an_effect_the_story_denies(material: Material) -> None:
    text = text_report(material, "A")
    assert "- subversion/B/1: 6 (2:1), no effect (Ae); Player B\n" in text
    assert "- combat/KIEV/A/1: 6 (1:1), attackers eliminated (Ae); Player A\n" in text


# --- look --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", "ABCD")
def test_eighty_columns_and_no_trailing_blanks(player: str, material: Material) -> None:
    text = text_report(material, player)
    assert text.endswith("\n") and not text.endswith("\n\n")
    for line in text.splitlines():
        assert columns(line) <= 80
        assert line == line.rstrip()
        assert line.isprintable()


# --- a campaign's own templates ------------------------------------------------------------------------------------


def test_a_campaign_may_override_a_template_by_its_name(material: Material, tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "dice.txt.j2").write_text("OUR DICE: {{ public.rolls | length }}\n")
    text = text_report(material, "A", templates=tmp_path)
    assert f"OUR DICE: {len(material.result.rolls)}" in text
    assert "WHERE EVERYTHING STANDS" in text


def test_templates_of_a_campaign_are_not_kept_compiled_but_ours_are(material: Material, tmp_path: Path) -> None:
    """Ours are kept apart from those that are used without a campaign's, since they are held in check."""
    cache = _environment(tmp_path).bytecode_cache
    assert isinstance(cache, _OurCode)
    (tmp_path / "report.txt.j2").write_text("{% include 'parts/dice.txt.j2' %}")
    assert text_report(material, "A", templates=tmp_path)

    def kept(folder: Path, name: str, own: Path | None) -> bool:
        path = folder / name
        environment = _environment(own)
        assert environment.bytecode_cache is not None
        bucket = environment.bytecode_cache.get_bucket(environment, name, str(path), path.read_text("utf-8"))
        return bucket.code is not None

    ours = templates_folder()
    assert kept(ours, "parts/dice.txt.j2", tmp_path)
    assert not kept(tmp_path, "report.txt.j2", tmp_path)
    assert not kept(tmp_path, "report.txt.j2", None)


@pytest.mark.parametrize(
    ("name", "template", "line"),
    [
        ("parts/dice.txt.j2", "one\n{% if %}\n", 2),
        ("parts/dice.txt.j2", "one\ntwo\n{{ public.nonsense }}\n", 3),
        ("parts/dice.txt.j2", "{{ w.unit() }}\n", 1),
        ("report.txt.j2", "\n\n\n{{ 1 / 0 }}\n", 4),
        ("parts/dice.txt.j2", "{{ w.__class__.__init__.__globals__ }}\n", 1),
        ("parts/dice.txt.j2", "\n{% include 'parts/nowhere.txt.j2' %}\n", 2),
        ("events/moves.txt.j2", "{% macro moved(h, w) %}\n{{ h.nothing }}\n{% endmacro %}\n", 2),
    ],
)
def test_a_faulty_template_is_named_with_its_line(
    name: str, template: str, line: int, material: Material, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(template)
    with pytest.raises(Fault) as problem:
        text_report(material, "A", templates=tmp_path)
    assert (Path(problem.value.path or ""), problem.value.line) == (path, line)
    assert "Mend it" in str(problem.value)


def test_a_template_that_is_not_utf8(material: Material, tmp_path: Path) -> None:
    (tmp_path / "report.txt.j2").write_bytes(b"caf\xe9")
    with pytest.raises(Fault, match="this template cannot be used"):
        text_report(material, "A", templates=tmp_path)


def test_a_mended_template_counts_at_once(material: Material, tmp_path: Path) -> None:
    path = tmp_path / "report.txt.j2"
    path.write_text("{{")
    with pytest.raises(Fault):
        text_report(material, "A", templates=tmp_path)
    path.write_text("Mended for {{ own.name }}.")
    os.utime(path, (1, 1))
    assert text_report(material, "A", templates=tmp_path) == "Mended for Ann Archer.\n"


def test_a_macro_that_is_missing_is_named(material: Material, tmp_path: Path) -> None:
    (tmp_path / "events").mkdir()
    (tmp_path / "events" / "moves.txt.j2").write_text("{# nothing #}\n")
    with pytest.raises(Fault, match="no macro 'moved'"):
        text_report(material, "A", templates=tmp_path)


# --- the special reports -------------------------------------------------------------------------------------------


def test_the_first_special_report(rules: Rules) -> None:
    from pbem.chance.sealed import SealedDice
    from pbem.phases.setup import deal
    from pbem.report.material import SeatFacts

    state, rolls = deal(("A", "B", "C"), SealedDice(bytes(32), bytes(32)), rules)
    seats = tuple(SeatFacts(player, f"Player number {player}", "UTC") for player in state.players)
    material = Material(
        "volga", 0, "setup", rules, seats, state, state, None, commitment="ab" * 32, dealt=rolls
    )
    text = text_report(material, "B")
    assert "First special report: what everybody was dealt" in text
    dealt = text[text.index("WHAT EVERYBODY WAS DEALT") :]
    assert all(f"({unit})" in dealt for unit in rules.leaders)
    assert "Trotsky (152), value 3, TVER (Tver) * with 111 (4)" in dealt
    assert "- deal: " in dealt and "ab" * 32 in dealt
    assert "phase: setup" in dealt


def test_chosen_readings_are_explained_at_the_beginning(rules: Rules, state: State) -> None:
    chosen = replace(
        rules, rulings=replace(rules.rulings, gifts="accepted", ending="turn_limit", turn_limit=6)
    )
    start = replace(state, turn=0, phase="setup")
    text = flat(text_report(Material("volga", 0, "setup", chosen, (), start, start, None), "A"))
    assert "- gifts: accepted. A gift happens only if the receiver's sheet accepts it" in text
    assert "- turn_limit: 6." in text
