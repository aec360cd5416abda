"""A small study: its numbers add up, its charts are drawings, and what was kept is read again."""

import json
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pbem import __version__
from pbem.cli import run
from pbem.errors import FINE, USAGE
from pbem.soak.batch import Harvest
from pbem.soak.drawing import Terms
from pbem.soak.tally import Ended
from pbem.study import measures, plan
from pbem.study.gather import from_text, gather, to_text


def ended(number: int = 0, **more: object) -> Ended:
    """A campaign of three players that the Reds won on Game-Turn 6."""
    usual = Ended(
        number,
        ("A", "B", "C"),
        ("greedy",) * 3,
        (),
        6,
        "red",
        "no_white_units",
        (20, 10, 30),
        ((30, 5), (10, 50), (20, 0)),
        (("A",), ("C",), ("B",)),
    )
    return usual._replace(**more)


def test_endings_by_turn() -> None:
    some = [ended(), ended(turn=10), ended(turn=30, side="", how="", ranking=()), ended(turn=6)]
    shares = measures.share_by_turn(some)
    assert (shares[4], shares[5], shares[9], shares[29]) == (0, 0.5, 0.75, 0.75)
    assert measures.middle_turn(some) == 6
    assert measures.middle_turn(some[2:3]) is None
    assert measures.hows(some) == {"no_white_units": 0.75, "": 0.25}


def test_points_count_for_the_side_that_won() -> None:
    assert measures.counting(ended()) == (30, 10, 20)
    assert measures.counting(ended(side="white")) == (5, 50, 0)
    assert measures.shares(ended()) == (1.5, 0.5, 1.0)
    assert measures.shares(ended(points=((0, 0),) * 3)) == (1.0, 1.0, 1.0)
    assert measures.spread(ended()) == 1.5


def test_what_the_deal_is_worth() -> None:
    alike = [ended(number, dealt=(30, 10, 20)) for number in range(4)]
    assert measures.worth_of_the_deal(alike) == pytest.approx(1)
    assert measures.first_of_the_dealt(alike) == pytest.approx(3)  # always first, where a third would be luck
    assert measures.first_of_the_dealt([ended()]) == 0


def test_changes_are_counted_campaign_by_campaign() -> None:
    usual = [ended(0), ended(1)]
    other = [ended(1, turn=8, ranking=(("B",), ("A", "C")))]
    found = measures.change("combine: common_enemy", usual, other)
    assert (found.campaigns, found.touched, found.winner, found.longer, found.red) == (1, 1.0, 1.0, 2.0, 0.0)


def test_groups_differ_in_one_thing() -> None:
    groups = {group.name: group.terms for group in plan.groups(10, 3)}
    usual = groups[plan.MEASURE]
    for name, terms in groups.items():
        option, _, choice = name.partition(": ")
        if option in ("players", "three pots", "style", "ending"):
            continue
        alike = terms._replace(rulings=usual.rulings, variant=usual.variant)
        assert alike == usual
        assert name in (plan.MEASURE, "other dice") or terms.rulings == {option: choice}


def test_what_is_kept_is_read_again() -> None:
    played = {"players: 3": [ended(0), ended(1, rulings=(("turn_limit", 8),))]}
    kept = from_text(to_text(played, 3))
    assert (kept.seed, kept.version, kept.played) == (3, __version__, played)


def test_a_study_is_gone_on_with() -> None:
    """All groups grow by turns; what is there is not played again."""
    asked: list[tuple[str, range]] = []

    def play(terms: Terms, numbers: range) -> Iterator[Harvest]:
        asked.append((terms.variant, numbers))
        yield Harvest(campaigns=len(numbers), ended=[ended(number) for number in numbers])

    groups = [plan.Group(name, Terms(1, variant=name), size) for name, size in (("large", 60), ("small", 30))]
    told: list[int] = []
    rounds: list[int] = []
    before = {"large": [ended(number) for number in range(30)], "small": [ended(number) for number in range(15)]}
    found = gather(
        groups,
        play,
        told.append,
        before=before,
        keep=lambda played: rounds.append(sum(map(len, played.values()))),
    )
    assert asked == [
        ("large", range(30, 40)),
        ("small", range(15, 20)),
        ("large", range(40, 60)),
        ("small", range(20, 30)),
    ]
    assert {name: [one.number for one in many] for name, many in found.items()} == {
        "large": list(range(60)),
        "small": list(range(30)),
    }
    assert sum(told) == 90
    assert rounds == [55, 60, 80, 90]


def test_a_small_study(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "TURNS", 1)
    monkeypatch.setattr(measures, "DEALS", 20)
    monkeypatch.setattr(measures, "DRAWN_AGAIN", 20)
    out, kept = tmp_path / "study", tmp_path / "kept.json"
    assert run(["study", str(out), "--campaigns", "2", "--keep", str(kept)]) == FINE
    numbers = json.loads((out / "results.json").read_text("utf-8"))
    assert numbers["campaigns"] == sum(group.campaigns for group in plan.groups(2, 1))
    assert "| players: 6 | 2 |" in (out / "tables.md").read_text("utf-8")
    for chart in out.glob("*.svg"):
        assert ElementTree.parse(chart).getroot().tag.endswith("svg")
    again = tmp_path / "again"
    assert run(["study", str(again), "--campaigns", "2", "--keep", str(kept)]) == FINE  # nothing is left to play
    assert (again / "tables.md").read_text("utf-8").count("\n") == (out / "tables.md").read_text("utf-8").count("\n")
    first = {path.name: path.read_bytes() for path in out.iterdir()}
    assert len(first) == 8
    assert run(["study", str(out), "--campaigns", "2", "--from", str(kept)]) == FINE
    assert {path.name: path.read_bytes() for path in out.iterdir()} == first


def test_what_holds_no_campaigns(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_text('{"a": 1}', "utf-8")
    assert run(["study", str(tmp_path), "--from", str(path)]) == USAGE
    assert run(["study", str(tmp_path), "--keep", str(path)]) == USAGE
    path.write_text(to_text({"players: 3": [ended()]}, 2), "utf-8")
    assert run(["study", str(tmp_path), "--keep", str(path)]) == USAGE  # of another seed
    assert run(["study", str(tmp_path), "--from", str(tmp_path / "none.json")]) == USAGE
