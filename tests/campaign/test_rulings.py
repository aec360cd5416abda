"""The gamesmaster's rulings: checked, recorded, announced, carried out again by verify."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.decisions.ruling_file import RulingFile, read_ruling
from pbem.campaign.decisions.rulings import rule
from pbem.campaign.decisions.undoing import undo
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.playing import Played, position_of
from pbem.campaign.record.verifying import verify
from pbem.core.state import State
from pbem.errors import CommandError, FaultyFile, PbemError, Refused
from tests.campaign.play import START, begin, make_public, resolve, submit


def ruled(folder: Path, text: str, *, why: str = "So it is.") -> tuple[str, ...]:
    path = folder.parent / "ruling.yaml"
    path.write_text(f"why: {why}\n{text}")
    with at_work(folder, command="pbem rule", now=START) as campaign:
        return rule(campaign, START, read_ruling(path))


def state(folder: Path) -> State:
    campaign = Campaign(folder)
    return position_of(campaign, campaign.course.moment)


def led(folder: Path, player: str | None = None) -> tuple[str, tuple[int, ...]]:
    """A stack of a Leader alone, of that player: where it is and its units."""
    campaign = Campaign(folder)
    leaders = campaign.rules().leaders
    return next(
        (stack.at, stack.units)
        for stack in state(folder).stacks
        if len(stack.units) == 1 and stack.units[0] in leaders and player in (None, stack.player)
    )


def where(position: State, unit: int) -> str:
    return next((stack.at for stack in position.stacks if unit in stack.units), "")


def test_a_unit_is_moved(played: Path) -> None:
    at, (leader,) = led(played)
    to = "TVER" if at != "TVER" else "PETR"
    (text,) = ruled(played, f"move: [{{units: [{leader}], to: {to}}}]")
    assert where(state(played), leader) == to
    assert f"({leader}) from {at} to {to}" in text
    assert not verify(played).difference


def test_what_hangs_on_a_moved_leader_falls(played: Path) -> None:
    campaign = Campaign(played)
    leaders = campaign.rules().leaders
    stack = next(
        s
        for s in state(played).stacks
        if s.units[0] in leaders and len(s.units) > 1 and s.units[1] not in leaders
    )
    ruled(played, f"move: [{{units: [{stack.units[0]}], to: IRKU}}]")
    after = state(played)
    assert where(after, stack.units[0]) == "IRKU" and where(after, stack.units[1]) == stack.at


def test_a_unit_is_removed_and_restored(played: Path) -> None:
    at, (leader,) = led(played, "A")
    ruled(played, f"remove: {{units: {leader}, to: b, face: down}}")
    assert leader in state(played).chart["B"].down
    with pytest.raises(CommandError, match="say whose"):
        ruled(played, f"restore: [{{units: [{leader}], at: {at}}}]")
    ruled(played, f"restore: [{{units: [{leader}], at: {at}, player: C}}]")
    stack = next(stack for stack in state(played).stacks if leader in stack.units)
    assert (stack.at, stack.player) == (at, "C")
    ruled(played, f"remove: [{{units: [{leader}], to: out_of_play}}]")
    assert leader in state(played).out_of_play
    assert not verify(played).difference


def test_a_unit_is_put_under_another(played: Path) -> None:
    _, (leader,) = led(played, "A")
    campaign = Campaign(played)
    color = campaign.rules().color
    lone = next(
        s.units[0]
        for s in state(played).stacks
        if s.player is None and color[s.units[0]] == color[leader] and len(s.units) == 1
    )
    limit = campaign.rules().value[leader]
    if limit:
        ruled(played, f"move: [{{units: [{lone}], under: {leader}}}]")
        assert next(stack.units for stack in state(played).stacks if leader in stack.units) == (leader, lone)
    others = [
        s.units[0] for s in state(played).stacks if s.player is None and color[s.units[0]] == color[leader]
    ][: limit + 1]
    with pytest.raises(Refused, match="impossible position"):
        ruled(played, f"move: [{{units: {others}, under: {leader}}}]")


def test_markers_are_given_and_never_made(played: Path) -> None:
    before = state(played)
    ruled(
        played,
        "give: [{to: B, from: A, politburo: 1}]"
        if before.holdings["A"].politburo
        else "give: [{to: A, from: B, politburo: 1}]",
    )
    assert sum(one.politburo for one in state(played).holdings.values()) == sum(
        one.politburo for one in before.holdings.values()
    )
    with pytest.raises(Refused, match="Player A does not hold 99 Politburo Markers"):
        ruled(played, "give: [{to: B, from: A, politburo: 99}]")
    code = next(name.partition("-")[0] for name in before.randomizer if name.endswith("-control"))
    ruled(played, f"give: [{{to: C, control: {code}}}]")
    after = state(played)
    assert code in after.holdings["C"].control and f"{code}-control" not in after.randomizer
    assert all(
        s.player == "C" for s in after.stacks if Campaign(played).rules().nationality[s.units[0]] == code
    )
    ruled(played, f"give: [{{from: C, to: out_of_play, control: [{code}]}}]")
    assert f"{code}-control" in state(played).out_of_play
    assert not verify(played).difference


def test_flags_are_set(played: Path) -> None:
    ruled(played, "flags: {subversion_doubled: yes, red_replacement_suspended: 1, execution_ordered: B}")
    flags = state(played).flags
    assert (flags.subversion_doubled, flags.red_replacement_suspended, flags.execution_ordered) == (
        True,
        1,
        "B",
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("move: [{units: [152, 152], to: TVER}]", "named twice"),
        ("move: [{units: [Nobody], to: TVER}]", "'Nobody' is no unit"),
        ("move: [{units: [111], to: Nowhere}]", "'Nowhere' is no province"),
        ("give: [{to: Z, politburo: 1}]", "neither a player"),
        ("give: [{to: A}]", "nothing is given"),
        ("give: [{to: A, control: [XX]}]", "no nationality"),
        ("remove: [{units: [111], to: F}]", "no section"),
        ("restore: [{units: [111], at: TVER}]", "not off the map"),
        ("rolls: {combat/TVER/A/1: 7}", "a die of 1 to 6"),
        ("rolls: {combat/TVER: 3}", "there is no roll"),
        ("rolls: {tie/purge: [A, B]}", "an order of all players"),
        ("void: A.moves", "moves is a list of orders"),
        ("void: A.quit[0]", "quit is no list"),
        ("void: [Amoves]", "names no order"),
        ("void: A.movess[0]", "no part 'movess'"),
        ("set: {gift: accepted}", "no ruling with the option 'gift'"),
        ("set: {gifts: maybe}", "'maybe' is no choice"),
        ("set: {deal: three_pots}", "they are"),
        ("set: {gifts: allowed}", "read so already"),
        ("", "not said what is ruled"),
    ],
)
def test_what_cannot_be_ruled_is_refused_with_the_reason(played: Path, text: str, says: str) -> None:
    before = (played / "ledger.jsonl").read_bytes()
    submit(played, "A", "moves: [{force: [152], route: TVER}]\n") if "void: A." in text else None
    kept = (played / "ledger.jsonl").read_bytes()
    with pytest.raises(PbemError, match=says):
        ruled(played, text)
    assert (played / "ledger.jsonl").read_bytes() == kept
    assert kept.startswith(before)


def test_a_ruling_needs_its_reason(played: Path) -> None:
    with (
        at_work(played, command="x", now=START) as campaign,
        pytest.raises(CommandError, match="needs its reason"),
    ):
        rule(campaign, START, RulingFile(set={"gifts": "accepted"}))


def test_a_faulty_file_is_named_by_line_and_column(played: Path) -> None:
    path = played.parent / "ruling.yaml"
    path.write_text(
        "why: x\nmove:\n- {units: [152], too: TVER}\n- {units: [152], to: TVER}\nvod: A.moves[0]\n"
    )
    with pytest.raises(FaultyFile) as caught:
        read_ruling(path)
    assert [(fault.line, fault.column) for fault in caught.value.faults] == [(3, 18), (5, 1)]
    assert [fault.cure for fault in caught.value.faults] == ["Did you mean to?", "Did you mean void?"]


def attempt(folder: Path) -> Played:
    """Player A moves a Leader, and orders two attempts."""
    at, (leader,) = led(folder, "A")
    near = Campaign(folder).rules().board.neighbors(at)[0]
    submit(
        folder, "A", f"moves:\n- {{force: [{leader}], route: {at}-{near}}}\n- {{force: [999], route: TVER}}\n"
    )
    return resolve(folder)


def test_an_order_is_held_void_and_its_writer_alone_is_told(played: Path) -> None:
    attempt(played)
    with at_work(played, command="x", now=START) as campaign:
        undo(campaign, START)
    ruled(played, 'void: ["A.moves[0]"]', why="He wrote to me before.")
    again = resolve(played)
    outcome = again.result.outcomes["A.moves[0]"]
    assert (outcome.ended, outcome.code) == ("void", "void_by_gamesmaster")
    reports = {player: (played / f"turns/03-first/reports/{player}.txt").read_text() for player in "AB"}
    assert "He wrote to me before." in reports["A"] and "He wrote to me before." not in reports["B"]
    assert not verify(played).difference


def test_an_order_is_read_so_and_an_added_one_counts(played: Path) -> None:
    at, (leader,) = led(played, "A")
    near = Campaign(played).rules().board.neighbors(at)
    submit(played, "A", f"moves:\n- {{force: [{leader}], route: {at}-{near[0]}}}\n")
    (told,) = ruled(played, f"read:\n  A.moves[0]: {{force: [{leader}], route: {at}-{near[1]}}}")
    assert told.startswith("The gamesmaster read the order A.moves[0] as: ")
    assert told.endswith(f" ({leader}) goes overland: {at}, {near[1]}.") and "{" not in told
    ruled(played, 'read: {"A.press[0]": "{to: all, text: Hello.}", "A.quit": "no"}')
    with pytest.raises(CommandError, match=r"no order A\.moves"):
        ruled(played, 'void: ["A.moves[3]"]')
    with pytest.raises(CommandError, match="cannot be read as"):
        ruled(played, 'read: {"A.moves[0]": "{force: [999], route: TVER}"}')
    result = resolve(played)
    moved = next(event for event in result.result.events if event.kind == "moved")
    assert moved.route == (at, near[1]) and moved.ref == "A.moves[0]"  # type: ignore[union-attr]
    assert not verify(played).difference


def test_a_ruling_on_an_order_does_not_hold_for_another_version(played: Path) -> None:
    at, (leader,) = led(played, "A")
    near = Campaign(played).rules().board.neighbors(at)[0]
    submit(played, "A", f"moves:\n- {{force: [{leader}], route: {at}-{near}}}\n")
    ruled(played, 'void: ["A.moves[0]"]')
    taken = submit(
        played, "A", f"moves:\n- {{force: [{leader}], route: {at}-{near}}}\npress: [{{to: all, text: x}}]\n"
    )
    assert taken.fell_away == ("A.moves[0]",)
    assert resolve(played).result.outcomes["A.moves[0]"].ended == "done"


def test_a_roll_is_replaced(played: Path) -> None:
    first = resolve(played)
    label = next(roll.label for roll in first.result.rolls if roll.label == "event/1")
    with at_work(played, command="x", now=START) as campaign:
        undo(campaign, START)
    ruled(played, f"rolls: {{{label}: 6 6}}", why="The table was misread.")
    again = resolve(played)
    assert next(roll.value for roll in again.result.rolls if roll.label == label) == (6, 6)
    found = verify(played)
    assert not found.difference and found.rolls_ruled == 1
    reports = played / "turns/03-first/reports"
    assert "The table was misread." in (reports / "B.txt").read_text()
    assert f"- {label}: 6, 6, " in (reports / "B.txt").read_text()
    assert " ".join((reports / "B.txt").read_text().split()).count("set by the gamesmaster's ruling") == 1


def test_readings_are_changed_from_now_on_and_earlier_phases_stay(played: Path) -> None:
    (text,) = ruled(played, "set: {gifts: accepted}")
    assert (
        "the ruling gifts is accepted, where it was allowed before. This means: A gift happens only if"
        in text
    )
    assert "gifts: accepted" in (played / "campaign.yaml").read_text()
    assert Campaign(played).rules().rulings.gifts == "accepted"
    resolve(played)
    make_public(played)
    assert not verify(played).difference


def test_campaign_yaml_changed_by_hand_is_refused_with_advice(played: Path) -> None:
    settings = played / "campaign.yaml"
    text = settings.read_text()
    settings.write_text(text.replace("rulings: {}", "rulings: {gifts: accepted}"))
    with pytest.raises(FaultyFile, match="the ruling gifts is allowed in the ledger") as caught:
        submit(played, "A")
    assert "pbem rule" in caught.value.cure and "--set gifts=" in caught.value.cure
    settings.write_text(text.replace('name: "Boris"', 'name: "Boris b@example.org"'))
    with pytest.raises(FaultyFile, match="holds an address"):
        submit(played, "A")
    settings.write_text(text.replace("name: volga", "name: wolga"))
    with pytest.raises(FaultyFile, match="the dice depend on it"):
        submit(played, "A")
    settings.write_text(text.replace("zone: UTC", "zone: Europe/London").replace("boris@", "b@"))
    submit(played, "A")
    course = Campaign(played).course
    assert course.zone == "Europe/London" and course.seat("B").email == "b@example.org"  # type: ignore[union-attr]


def test_a_ruling_before_publication_is_in_that_report(played: Path) -> None:
    resolve(played)
    _, (leader,) = led(played)
    ruled(played, f"move: [{{units: [{leader}], to: IRKU}}]", why="Pushed by the cat.")
    assert "Pushed by the cat." in (played / "turns/03-first/reports/A.txt").read_text()
    make_public(played)
    assert "IRKU" in (played / "turns/03-first/reports/position.json").read_text()
    resolve(played)
    assert "Pushed by the cat." not in (played / "turns/03-second/reports/A.txt").read_text()


# --- after the report is published -------------------------------------------------------------------------------


def desk(page: Path, name: str) -> dict[str, Any]:
    """What the order desk of a page knows."""
    found = re.search(rf'<script type="application/json" id="desk-{name}">(.*?)</script>', page.read_text())
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_after_publication_every_player_gets_his_report_corrected(tmp_path: Path) -> None:
    folder = begin(tmp_path / "volga", html=True)
    resolve(folder)
    make_public(folder)
    reports, again = folder / "turns/00-setup/reports", folder / "turns/01-first/for-players"
    published = {path: path.read_bytes() for path in reports.iterdir()}
    at, (leader,) = led(folder, "A")
    to = "TVER" if at != "TVER" else "PETR"
    ruled(folder, f"move: [{{units: [{leader}], to: {to}}}]")
    assert {path: path.read_bytes() for path in reports.iterdir()} == published
    assert sorted(path.name for path in again.iterdir()) == sorted(path.name for path in published)
    for player in "ABC":
        text, page = (again / f"{player}.txt").read_text(), again / f"{player}.html"
        assert text.startswith("CORRECTED. ")
        assert "GAMESMASTER'S RULINGS" in text and f"({leader}) from {at} to {to}" in " ".join(text.split())
        assert "<strong>Corrected.</strong>" in page.read_text()
        assert [to, "A", [leader]] in desk(page, "board")["stacks"]
        assert desk(page, "own")["player"] == player
        assert [at, "A", [leader]] in desk(reports / f"{player}.html", "board")["stacks"]
    assert re.search(rf"force: \[[^]]*\], route: {to}-\.\.\.", (again / "A.txt").read_text())
    resolve(folder)
    following = (folder / "turns/01-first/reports/B.txt").read_text()
    assert not following.startswith("CORRECTED") and f"from {at} to {to}" in " ".join(following.split())
    assert not verify(folder).difference


def test_a_corrected_report_tells_each_what_he_may_know(volga: Path) -> None:
    resolve(volga)
    make_public(volga)
    at, (leader,) = led(volga, "B")
    submit(volga, "B", f"moves: [{{force: [{leader}], route: {at}}}]\n")
    ruled(volga, "void: B.moves[0]", why="Misread.")
    ruled(volga, "set: {gifts: accepted}", why="Agreed.")
    again = volga / "turns/01-first/for-players"
    assert "Misread." in (again / "B.txt").read_text() and "Misread." not in (again / "A.txt").read_text()
    for player in "ABC":
        assert "Agreed." in (again / f"{player}.txt").read_text()
    with at_work(volga, command="pbem undo", now=START) as campaign:
        undo(campaign, START, why="A slip.")
    assert not again.exists()


def test_a_draft_is_made_again_and_nothing_is_laid_beside_it(volga: Path) -> None:
    resolve(volga)
    at, (leader,) = led(volga, "A")
    ruled(volga, f"move: [{{units: [{leader}], to: {'TVER' if at != 'TVER' else 'PETR'}}}]")
    assert not (volga / "turns/01-first/for-players").exists()
    assert (volga / "turns/00-setup/reports/A.txt").read_text().startswith("DRAFT. ")
