"""``pbem odds``: the cells of its pages, its data, and what it refuses."""

import json
from pathlib import Path

import pytest

from pbem.cli import run
from pbem.position import to_json
from pbem.rulebook import load_rules
from tests.odds.brute import position
from tests.odds.test_attacks import LINKED
from tests.odds.test_politics import REDS, hands

HEAD = "campaign: volga\nplayer: {player}\nturn: 3\nphase: {phase}\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with positions of both Phases and sheets of A and B for the second."""
    rules = load_rules()
    second = position(rules, LINKED)
    first = position(rules, REDS, phase="first", holdings=hands(A=(8, 1), B=(4, 0)))
    for name, state in (("second", second), ("first", first)):
        text = json.dumps(to_json(state, campaign="volga", rules="rcw"))
        (tmp_path / f"{name}.json").write_text(text)
    sheet(tmp_path, "a", "second", "attacks:\n  - {at: TVER, with: [153], against: 251}\n", player="A")
    sheet(tmp_path, "b", "second", "attacks:\n  - {at: TVER, with: [251], against: 153}\n", player="B")
    return tmp_path


def sheet(folder: Path, name: str, phase: str, body: str, *, player: str) -> str:
    path = folder / f"{name}.yaml"
    path.write_text(HEAD.format(player=player, phase=phase) + body)
    return str(path)


def page(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert run(["odds", *arguments]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    return lines


def cells(line: str) -> list[str]:
    return line.split()


def test_an_attack_by_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    lines = page(capsys, "attack", "10", "5")
    assert lines[0] == "10 against 5 is 2:1. The attacker loses 4.2 points on average, the defender 4.2."
    assert [cells(line) for line in lines[3:10]] == [
        ["1:2", "from", "3", "0.0%", "50.0%", "50.0%", "3.0", "1.5"],
        ["1:1", "from", "5", "16.7%", "50.0%", "33.3%", "4.2", "3.3"],
        [">", "2:1", "10", "33.3%", "50.0%", "16.7%", "4.2", "4.2"],
        ["3:1", "from", "15", "50.0%", "50.0%", "0.0%", "2.5", "5.0"],
        ["4:1", "from", "20", "66.7%", "33.3%", "0.0%", "1.7", "5.0"],
        ["5:1", "from", "25", "83.3%", "16.7%", "0.0%", "0.8", "5.0"],
        ["6:1", "from", "30", "100.0%", "0.0%", "0.0%", "0.0", "5.0"],
    ]
    assert (
        page(capsys, "attack", "4", "10")[0] == "4 against 10 is below 1:2; no attack is made at such odds."
    )


def test_an_attack_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "attack", "10", "5", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["odds"] == "2:1"
    two = next(one for one in found["columns"] if one["odds"] == "2:1")
    assert two["results"]["De"] == {"exact": "1/3", "percent": 33.333}
    assert two["attacker_loses"] == {"exact": "25/6", "about": 4.167}


def test_attacks_of_sheets(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["attack", "--sheet", f"{files}/a.yaml", "--sheet", f"{files}/b.yaml"]
    lines = page(capsys, *arguments, "--position", f"{files}/second.json")
    assert lines[0] == "TVER, Tver"
    assert cells(lines[2]) == ["A.attacks[0]", "-", "0.0%", "0.0%", "0.0%", "0.0%", "0.0", "0.0"]
    assert cells(lines[3]) == ["B.attacks[0]", "1:1", "100.0%", "16.7%", "50.0%", "33.3%", "6.8", "4.7"]
    assert "  A.attacks[0]: Tukachevsky (153) against Denikin (251)." in lines
    text = " ".join(" ".join(lines).split())
    assert "A.attacks[0]: 66.7%: Tukachevsky (153) takes no part" in text
    assert "A.attacks[0]: 33.3%: Denikin (251) cannot be attacked" in text
    assert lines[-1] == "Player C gives no orders here, so their units hold and defend."
    assert run(["odds", *arguments, "--position", f"{files}/second.json", "--format", "json"]) == 0
    attack = json.loads(capsys.readouterr().out)["provinces"][0]["attacks"][1]
    assert attack["results"] == {
        result: {"exact": exact, "percent": percent}
        for result, exact, percent in (("De", "1/6", 16.667), ("Ex", "1/2", 50.0), ("Ae", "1/3", 33.333))
    }


def test_an_assassination(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = page(capsys, "assassinate", "2", "3")
    assert lines[0] == "2 Assassin Markers kill a Leader of Leadership Value 3 in 27.8%."
    assert [cells(line) for line in lines[3:8]] == [
        ["1", "10", "16.7%"], [">", "2", "9", "27.8%"], ["3", "8", "41.7%"], ["4", "7", "58.3%"], ["5", "6", "72.2%"],
    ]  # fmt: skip
    path = sheet(files, "kill", "first", "assassinations: [{target: 251, markers: 1}]\n", player="A")
    lines = page(capsys, "assassinate", "--sheet", path, "--position", f"{files}/first.json")
    assert cells(lines[1]) == ["A.assassinations[0]", "Denikin", "(251)", "100.0%", "1", "16.7%"]


def test_a_purge(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = page(capsys, "purge", "25", "--answer", "18", "--reply", "22")
    assert cells(lines[1]) == ["Purge", "25", "21-30", "100.0%", "8.3%", "63.9%"]
    assert cells(lines[2])[:4] == ["answer", "18", "11-20", "27.8%"]
    assert lines[-1] == "Nobody gains anything (a C that is not answered): 0.0%."
    body = "purges: [{target: B}]\ncounterpurge: [{against: [B]}]\n"
    mine = sheet(files, "purge", "first", body, player="A")
    theirs = sheet(files, "answer", "first", "counterpurge: [{against: [A]}]\n", player="B")
    lines = page(capsys, "purge", "--sheet", mine, "--sheet", theirs, "--position", f"{files}/first.json")
    assert cells(lines[1])[:3] == ["A.purges[0]", "13", "100.0%"]
    assert "What may change hands:" in lines
    assert any("B to A" in line for line in lines)
    assert page(capsys, "purge", "--sheet", f"{files}/a.yaml", "--position", f"{files}/second.json")[0] == (
        "The sheets order no Purge and no answer to one."
    )


def test_events(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = page(capsys, "events", "--players", "5")
    assert cells(lines[0]) == ["at", "one", "roll", "First", "(2", "rolls)", "Second", "(3", "rolls)"]
    assert cells(lines[3]) == ["Subversive", "Attacks", "doubled", "16.7%", "30.6%", "42.1%"]
    lines = page(capsys, "events", "--position", f"{files}/second.json")
    assert any(cells(line) == ["TVER", "213", "nobody's", "5.5%"] for line in lines)


def test_draws(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert page(capsys, "draw", "--position", f"{files}/second.json") == [
        "The Randomizer gives nothing: it is empty, or all in it would be drawn again."
    ]
    state = position(
        load_rules(), [("ARCH", None, (414, 415))], randomizer=("BR-control", "FR-control", "politburo")
    )
    (files / "draw.json").write_text(json.dumps(to_json(state)))
    lines = page(capsys, "draw", "--position", f"{files}/draw.json")
    assert [cells(line) for line in lines[1:]] == [
        ["BR", "Control", "Marker", "50.0%", "414,", "415"], ["Politburo", "Marker", "50.0%"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["attack"], "give the Strength Points of both sides"),
        (["attack", "5"], "give the Strength Points of both sides"),
        (["attack", "5", "5", "--sheet", "x.yaml"], "give numbers or sheets, not both"),
        (["attack", "--sheet", "x.yaml"], "give either --position or --campaign"),
        (["assassinate", "2"], "the Leadership Value of the target"),
        (["purge"], "give the Purge Strength"),
        (["purge", "20", "--reply", "5"], "--reply needs an --answer"),
        (["purge", "0"], "'0' is not the Purge Strength: a whole number from 1 to 999."),
        (
            ["attack", "ten", "five"],
            "'ten' is not the Strength Points of the attacker: a whole number from 0 to 999.",
        ),
        (["attack", "5", "five"], "'five' is not the Strength Points of the defender"),
        (["assassinate", "two", "3"], "'two' is not how many Assassin Markers are used"),
        (["assassinate", "2", "x"], "'x' is not the Leadership Value of the target"),
        (["purge", "9", "--answer", "x"], "'x' is not the strength of the Counterpurge"),
        (
            ["events", "--players", "x"],
            "'x' is not how many players are in the campaign: a whole number from 1 to 8.",
        ),
        (["draw"], "give either --position or --campaign"),
    ],
)
def test_what_makes_no_sense(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_sheets_that_do_not_fit(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    attack = ["odds", "attack", "--sheet", f"{files}/a.yaml"]
    assert run([*attack, "--position", f"{files}/first.json"]) == 1
    assert "the sheet is refused as a whole" in capsys.readouterr().err
    assert run([*attack, "--sheet", f"{files}/a.yaml", "--position", f"{files}/second.json"]) == 2
    assert "player A has two sheets here" in capsys.readouterr().err
    path = sheet(files, "first", "first", "", player="A")
    assert run(["odds", "attack", "--sheet", path, "--position", f"{files}/first.json"]) == 2
    told = capsys.readouterr().err
    assert "worked out for a Second Phase, and the position is at the First Phase of Game-Turn 3" in told
    assert run(["odds", "attack", "--sheet", f"{files}/none.yaml", "--position", f"{files}/second.json"]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_too_many_ways(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.odds.chains.MOST_MOMENTS", 0)
    assert run(["odds", "attack", "--sheet", f"{files}/a.yaml", "--position", f"{files}/second.json"]) == 2
    assert "pbem try" in capsys.readouterr().err
