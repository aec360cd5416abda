"""What is told of a campaign: explanations, log, status."""

import re
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign.decisions.seats import excuse, remove_player
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.moments import moment_of
from pbem.campaign.record.chances import chances
from pbem.campaign.record.explaining import explain, remedies
from pbem.campaign.record.telling import log
from pbem.campaign.status import status_of
from pbem.casefiles.position import position, rules_of
from pbem.casefiles.run import play_round
from pbem.chance.listed import ListedDice
from pbem.core.dice import Roll
from pbem.core.rules import Rules
from pbem.core.verdicts import Outcome
from pbem.errors import CommandError, PbemError, Refused
from pbem.rulebook.load import load_rules
from pbem.words import sentences
from tests.campaign.play import START, resolve, submit
from tests.campaign.test_rulings import led, ruled
from tests.test_cases import QUESTIONS

LATER = START + timedelta(days=30)


def texts(folder: Path, order: str) -> dict[str, list[str]]:
    """The explanation of an order of the last Phase, by kind of step."""
    found: dict[str, list[str]] = {}
    for step in explain(Campaign(folder), order).steps:
        found.setdefault(step.kind, []).append(step.text)
    return found


def test_a_move_too_far_is_explained(played: Path) -> None:
    at, (leader,) = led(played, "A")
    submit(played, "A", f"moves:\n- {{force: [{leader}], route: {at}-IRKU}}\n")
    resolve(played)
    found = texts(played, "a.moves[0].route[1]")
    assert f"({leader})" in found["written"][0] and "version 1" in found["written"][0]
    assert any(
        "IRKU is not adjacent to" in text for kind in ("outcome", "place") for text in found.get(kind, [])
    )
    assert any("adjacent" in text or "province" in text for text in found["rule"])
    assert f"The route would have to name the provinces between {at} and IRKU." in found["instead"]


def test_a_missed_assassination_says_by_how_much() -> None:
    rules = load_rules()
    roll = Roll("assassinate/A/1", (2, 3), "9", "missed", "A.assassinations[0]")
    assert chances(roll, rules) == "9 or more comes 10 times in 36."
    outcome = Outcome(
        "A.assassinations[0]", "failed", "assassination_missed", (), {"number_needed": 9, "number_rolled": 5}
    )
    assert list(remedies(outcome, (), rules)) == [
        "4 more markers would have been enough with the same dice."
    ]


def test_odds_say_how_much_strength_was_lacking() -> None:
    facts = {"number_attack": 3, "number_defense": 4, "text_odds": "1:2", "text_least": "2:1"}
    (text,) = remedies(Outcome("A.attacks[0]", "void", "odds_below_asked", (), facts), (), load_rules())
    assert text == "5 more Strength Points would have been needed for 2:1, or a lower `min_odds`."


def test_what_the_tables_would_have_given() -> None:
    rules = load_rules()
    combat = chances(Roll("combat/TVER/A/1", 4, "2:1", "De", "A.attacks[0]"), rules)
    assert combat.startswith("At 2:1 the die gives: ") and "De on " in combat
    purge = chances(Roll("purge/A", (3, 4), "column 1-5", "C", "A.purges[0]"), rules)
    assert purge == "" or purge.startswith("In column 1-5 the two dice give: ")
    assert chances(Roll("event/1", (3, 4), "", "draw", ""), rules) == ""


def test_a_ruling_on_the_order_is_part_of_the_explanation(played: Path) -> None:
    at, (leader,) = led(played, "A")
    submit(played, "A", f"moves:\n- {{force: [{leader}], route: {at}-IRKU}}\n")
    ruled(played, "void: A.moves[0]", why="He asked for it.")
    resolve(played)
    found = texts(played, "A.moves[0]")
    assert "He asked for it." in found["ruled"][0] and "held this order void" in found["outcome"][0]


def test_orders_that_are_not_there(volga: Path, played: Path) -> None:
    with pytest.raises(Refused, match="nothing was adjudicated"):
        explain(Campaign(volga), "A.moves[0]")
    campaign = Campaign(played)
    with pytest.raises(CommandError, match="no player 'D'"):
        explain(campaign, "D.moves[0]", moment=moment_of("02-first"))
    with pytest.raises(CommandError, match=r"no order A\.moves\[77\]") as caught:
        explain(campaign, "A.moves[77]", moment=moment_of("02-first"))
    assert "A.moves[0]" in caught.value.cure
    with pytest.raises(CommandError, match="moves is a list"):
        explain(campaign, "A.moves", moment=moment_of("02-first"))
    with pytest.raises(CommandError, match="was not adjudicated"):
        explain(campaign, "A.moves[0]", moment=moment_of("07-first"))


def test_every_order_of_a_campaign_can_be_explained(played: Path) -> None:
    campaign = Campaign(played)
    from pbem.campaign.playing import play_recorded

    for key in campaign.course.used:
        played_phase = play_recorded(campaign, campaign.course, moment_of(key))
        for ref, outcome in played_phase.result.outcomes.items():
            found = explain(campaign, ref, moment=moment_of(key))
            assert (found.order, found.ended) == (ref, outcome.ended)
            assert not [step for step in found.steps if "…" in step.text]


def played_cases() -> Iterator[tuple[str, Rules, object]]:
    """Every round of the case files that can be played by itself."""
    for question in QUESTIONS:
        if question.fault or question.rules != "rcw" or len(question.rounds) != 1:
            continue
        try:
            rules = rules_of(question.rules, question.given)
            state = position(question.given, rules, question.rounds[0].phase)
            played = play_round(question.rounds[0], state, rules, ListedDice(question.rounds[0].dice))
        except PbemError:
            continue
        yield question.id, rules, played.result


def test_whatever_went_wrong_it_is_said_what_would_have_been_needed() -> None:
    silent: dict[str, str] = {}
    gaps: dict[str, str] = {}
    for name, rules, result in played_cases():
        for ref, outcome in result.outcomes.items():  # type: ignore[attr-defined]
            remarks = [remark for remark in result.remarks if remark.ref == ref]  # type: ignore[attr-defined]
            if outcome.ended == "done":
                continue
            said = list(remedies(outcome, remarks, rules))
            if not said:
                silent[outcome.code] = f"{name} {ref}"
            for text in said:
                if "…" in text or re.search(r"[{}]", text):
                    gaps[outcome.code] = f"{name} {ref}: {text}"
    assert not silent
    assert not gaps


def test_every_remedy_belongs_to_a_sentence() -> None:
    known = sentences()
    missing = [
        code for code in known if code.startswith("instead_") and code.removeprefix("instead_") not in known
    ]
    assert not missing


def test_the_log_tells_everything_in_words(played: Path) -> None:
    submit(played, "A", "moves: [{force: [999], route: TVER}]\n")
    ruled(played, "flags: {purge_held: yes}", why="A test.")
    lines = list(log(Campaign(played, from_start=True)))
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    said = "\n".join(line.text for line in lines)
    assert "The campaign volga was set up for A Anna, B Boris and C Clara." in said
    assert "Game-Turn 1, First Phase was adjudicated with" in said
    assert "for Game-Turn 3, First Phase came by submit: version 1, with 1 error." in said
    assert "Reason: A test." in said
    assert "…" not in said


def test_the_status_of_every_kind_of_player(tmp_path: Path) -> None:
    from tests.campaign.play import begin

    folder = begin(tmp_path / "volga", "ABCD")
    submit(folder, "A")
    submit(folder, "B", "stacks: [[999]]\n")
    with at_work(folder, command="x", now=START) as campaign:
        excuse(campaign, START, "C")
        remove_player(campaign, START, "D")
    status = status_of(Campaign(folder).course, START + timedelta(days=1))
    assert [(one.player, one.state, one.version, one.errors) for one in status.players] == [
        ("A", "valid", 1, 0),
        ("B", "errors", 1, 1),
        ("C", "excused", 0, 0),
        ("D", "leaving", 0, 0),
    ]
    assert (status.phase, status.state, status.deadline, status.seconds) == (
        "00-setup",
        "open",
        "2026-12-08T12:00:00Z",
        6 * 86400,
    )
    resolve(folder)
    assert status_of(Campaign(folder).course, START).drafts == ("00-setup",)


def test_fifty_campaigns_in_less_than_a_second_from_the_index_alone(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.campaign import ledger

    monkeypatch.setattr(ledger, "read_line", lambda *_, **__: pytest.fail("the ledger was read"))
    begun = time.perf_counter()
    for _ in range(50):
        status_of(Campaign(played).course, LATER)
    assert time.perf_counter() - begun < 0.5
