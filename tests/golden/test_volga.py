"""The example campaign volga: its reports, read by a person, and that every kind of order and outcome occurs in it.

After a change of wording that is meant: pytest tests/golden --force-regen, and read the difference.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from pytest_regressions.file_regression import FileRegressionFixture

from pbem.campaign.record.verifying import verify
from pbem.core.orders import Faulty, Sheet
from pbem.resources import examples_folder
from pbem.rulebook.load import load_rules
from pbem.sheets.read import ReadSheet, read_sheet

EXAMPLE = examples_folder() / "volga"
PHASES = sorted(path.name for path in (EXAMPLE / "sheets").iterdir())
GOLDEN = Path(__file__).parent / "volga"


@pytest.fixture(scope="module")
def volga(play: Callable[[str], Path]) -> Path:
    """The campaign's folder after its last Phase."""
    return play("volga")


@pytest.fixture(scope="module")
def results(volga: Path) -> dict[str, dict]:
    """result.json of every Phase."""
    return {key: json.loads((volga / "turns" / key / "result.json").read_text("utf-8")) for key in PHASES}


@cache
def read(path: Path) -> ReadSheet:
    """A sheet of the example as its writer sent it."""
    return read_sheet(path.read_bytes(), rules=load_rules())


def sheets() -> Iterator[Sheet]:
    """All sheets of the example that can be read."""
    for path in sorted((EXAMPLE / "sheets").glob("*/*.yaml")):
        sheet = read(path).sheet
        if sheet is not None:
            yield sheet


# --- reports -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["A", "D"])
@pytest.mark.parametrize("phase", ["deal", *PHASES])
def test_report(volga: Path, phase: str, player: str, file_regression: FileRegressionFixture) -> None:
    where = "00-setup/reports-deal" if phase == "deal" else f"{phase}/reports"
    text = (volga / "turns" / where / f"{player}.txt").read_text("utf-8")
    file_regression.check(text, fullpath=GOLDEN / f"{phase}.{player}.txt", encoding="utf-8")


def test_it_can_be_verified(volga: Path) -> None:
    found = verify(volga)
    assert found.difference == ""
    assert found.phases == len(PHASES)


def test_no_two_players_get_the_same_report(volga: Path) -> None:
    for phase in PHASES:
        texts = [path.read_text("utf-8") for path in (volga / "turns" / phase / "reports").glob("*.txt")]
        assert len(set(texts)) == len(texts) == 6


# --- every kind of order, every outcome --------------------------------------------------------------------------


def endings(results: dict[str, dict]) -> set[tuple[str, str]]:
    """The kinds of orders with the ways in which they ended: ``("moves", "part")``."""
    return {
        (re.sub(r"\[\d+\]$", "", outcome["ref"].partition(".")[2]), outcome["ended"])
        for result in results.values()
        for outcome in result["outcomes"]
    }


KINDS = {
    "trades": {"done", "void"},
    "stacks": {"done", "void"},
    "steal": {"done"},
    "moves": {"done", "part", "failed", "void"},
    "assassinations": {"done", "failed", "void"},
    "purges": {"done", "failed", "void"},
    "counterpurge": {"done"},
    "execute_czar": {"part", "failed", "void"},
    "comply_with_execution": {"done"},
    "quit": {"done"},
    "subversion": {"done", "void"},
    "attacks": {"done", "void"},
}


@pytest.mark.parametrize(("kind", "ended"), [(kind, one) for kind in KINDS for one in sorted(KINDS[kind])])
def test_kind_and_outcome(results: dict[str, dict], kind: str, ended: str) -> None:
    assert (kind, ended) in endings(results)


def test_no_outcome_is_unknown_to_this_test(results: dict[str, dict]) -> None:
    assert endings(results) == {(kind, ended) for kind in KINDS for ended in KINDS[kind]}


def orders(name: str) -> list:
    """All orders of a kind on the sheets, as far as they can be read."""
    return [order for sheet in sheets() for order in getattr(sheet, name) if not isinstance(order, Faulty)]


WAYS: dict[str, Callable[[], bool]] = {
    "a gift": lambda: any(trade.wanted is None for trade in orders("trades")),
    "an exchange": lambda: any(trade.give and trade.wanted for trade in orders("trades")),
    "a trade of Leaders": lambda: any(trade.give.units for trade in orders("trades")),
    "by rail": lambda: any(move.by == "rail" for move in orders("moves")),
    "restack in place": lambda: any(not move.route for move in orders("moves")),
    "pick up": lambda: any(step.pick_up for move in orders("moves") for step in move.route),
    "drop": lambda: any(step.drop for move in orders("moves") for step in move.route),
    "join": lambda: any(step.join for move in orders("moves") for step in move.route),
    "emigration": lambda: any(2 in step.remove for move in orders("moves") for step in move.route),
    "Czech removal": lambda: any(413 in step.remove for move in orders("moves") for step in move.route),
    "all markers": lambda: any(order.markers is None for order in orders("assassinations")),
    "consent only": lambda: any(order.target is None for order in orders("purges")),
    "a purge by several": lambda: any(len(order.participants or ()) > 1 for order in orders("purges")),
    "an individual purge": lambda: any(order.participants == ("A",) for order in orders("purges")),
    "agreed spoils": lambda: any(order.spoils for order in orders("purges")),
    "equal spoils": lambda: any(order.target and order.spoils is None for order in orders("purges")),
    "refuse": lambda: any(sheet.if_ordered_to_execute_czar == "refuse" for sheet in sheets()),
    "comply": lambda: any(sheet.if_ordered_to_execute_czar == "comply" for sheet in sheets()),
    "min_odds": lambda: any(order.min_odds for order in orders("attacks")),
    "losses of an attack": lambda: any(order.losses for order in orders("attacks")),
    "enemy_losses": lambda: any(order.enemy_losses for order in orders("attacks")),
    "capture": lambda: any(order.capture for order in orders("attacks")),
    "losses of the sheet": lambda: any(sheet.losses for sheet in sheets()),
    "end_game": lambda: any(sheet.end_game for sheet in sheets()),
    "standing": lambda: any(sheet.standing for sheet in sheets()),
    "standing orders cancelled": lambda: any(sheet.cancelled for sheet in sheets()),
    "salt": lambda: any(sheet.salt for sheet in sheets()),
    "a letter to all": lambda: any(letter.to == () for letter in orders("press")),
    "a letter unsigned": lambda: any(letter.sender == "anonymous" for letter in orders("press")),
    "a letter signed otherwise": lambda: any(
        letter.sender not in ("", "anonymous") for letter in orders("press")
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_way(way: str) -> None:
    assert WAYS[way]()


# --- mistakes ----------------------------------------------------------------------------------------------------

MISTAKES = [
    ("01-first", "B.moves[3]", "unreadable"),
    ("01-first", "D.moves[3]", "step_unknown"),
    ("01-first", "A.moves[4]", "step_not_adjacent"),
    ("01-first", "F.moves[1]", "pick_up_too_many"),
    ("01-first", "F.moves[2]", "left_out_not_yours"),
    ("01-first", "D.moves[2]", "step_kerch"),
    ("00-setup", "D.stacks[0]", "setup_two_provinces"),
    ("00-setup", "B.trades[0]", "trade_not_mirrored"),
    ("02-second", "D.subversion[0]", "stack_in_same_province"),
    ("03-second", "B.attacks[2]", "odds_below_least"),
    ("03-second", "E.attacks[1]", "odds_below_asked"),
    ("04-first", "D.purges[0]", "purge_not_agreed"),
]


@pytest.mark.parametrize(("phase", "ref", "code"), MISTAKES)
def test_mistake(results: dict[str, dict], phase: str, ref: str, code: str) -> None:
    ended = {outcome["ref"]: outcome["code"] for outcome in results[phase]["outcomes"]}
    assert ended[ref] == code


def test_markers_promised_twice_count_nowhere(results: dict[str, dict]) -> None:
    purge = next(event for event in results["01-first"]["events"] if event.get("purgers") == ["A", "C"])
    assert purge["markers"] == 8  # Anna's five and Clara's three; Dmitri consents with what is left of four


def test_names_that_cannot_be_read() -> None:
    first, third = (read(EXAMPLE / "sheets" / key / "D.yaml") for key in ("01-first", "03-second"))
    assert [one.code for one in first.findings if one.grade == "error"] == [
        "unknown_unit",
        "unknown_province",
    ]
    assert "unknown_unit" in [one.code for one in third.findings]


def test_a_sheet_for_the_wrong_turn_is_refused(volga: Path) -> None:
    assert (volga / "turns/02-first/sheets/D.1.yaml").read_text("utf-8") == (
        EXAMPLE / "sheets/02-first/D2.yaml"
    ).read_text("utf-8")


def test_who_sends_no_sheet_relies_on_standing_orders(volga: Path) -> None:
    assert not (volga / "turns/03-first/sheets/F.1.yaml").exists()
    text = (volga / "turns/03-first/reports/F.txt").read_text("utf-8")
    assert "No sheet of yours was on file." in text
    assert "Player F took Eideman (180)" in text


# --- the guide ---------------------------------------------------------------------------------------------------


def test_the_guide_names_sheets_that_exist() -> None:
    guide = (EXAMPLE / "README.md").read_text("utf-8")
    rows = [
        line.split("|") for line in guide.splitlines() if re.match(r"\| .*\d\d-(setup|first|second)", line)
    ]
    assert len(rows) > 40
    for row in rows:
        phase = ""
        for word in re.findall(r"\d\d-(?:setup|first|second)|\b[A-F]2?\b", row[2]):
            if word in PHASES:
                phase = word
            elif phase and not (phase == "03-first" and word == "F"):  # who sent no sheet is named as such
                assert (EXAMPLE / "sheets" / phase / f"{word}.yaml").is_file(), (row[1], phase, word)
