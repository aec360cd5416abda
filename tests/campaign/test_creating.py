"""A new campaign: players, settings, secrets, the deal; and what is wrong with settings is named."""

import re
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign.adjudicating import adjudicate, rehearse
from pbem.campaign.creating import create
from pbem.campaign.dice_by_hand import AskedDice, rolls_of_file
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.player_list import read_players
from pbem.campaign.playing import position_of
from pbem.campaign.record.verifying import verify
from pbem.campaign.settings import parse_settings
from pbem.campaign.settings_text import NewSeat, settings_text, with_rulings, with_seat
from pbem.chance.listed import ListedDice, MissingRoll
from pbem.errors import CommandError, FaultyFile, FileError, PbemError, Refused
from pbem.position import read_position
from pbem.rulebook.of_position import rules_of_position
from tests.campaign.play import START, begin, begin_anew, make_public, resolve, submit

PATH = Path("campaign.yaml")


def test_players_are_read_from_lines() -> None:
    text = "# ours\nA: Anna Example <anna@example.org> Europe/London\n\n- C = Clara <c@x.org>\nBoris\nd: Dora UTC\n"
    assert read_players(text, PATH) == (
        NewSeat("A", "Anna Example", "anna@example.org", "Europe/London"),
        NewSeat("B", "Boris"),
        NewSeat("C", "Clara", "c@x.org"),
        NewSeat("D", "Dora", "", "UTC"),
    )


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("A: Anna\nA: Boris\n", 2, "already a player A"),
        ("Anna\n<x@y.org>\n", 2, "names no player"),
        ("Anna\n", 0, "1 player;"),
        ("".join(f"P{n}\n" for n in range(9)), 9, "every letter"),
    ],
)
def test_a_faulty_list_of_players_is_named_by_line(text: str, line: int, says: str) -> None:
    with pytest.raises(FileError, match=says) as caught:
        read_players(text, PATH)
    assert caught.value.line == line


def test_secrets_are_for_the_gamesmaster_alone(tmp_path: Path) -> None:
    campaign = create(
        tmp_path / "v", name="v", seats=(NewSeat("A", "Anna"), NewSeat("B", "Boris")), now=START
    )
    assert stat.S_IMODE((tmp_path / "v/secrets.yaml").stat().st_mode) == 0o600
    keys = campaign.secrets.keys
    assert len(set(keys.values())) == 2 and all(key.count("-") == 3 for key in keys.values())
    everything = b"".join(
        path.read_bytes()
        for path in (tmp_path / "v").rglob("*")
        if path.is_file() and path.name != "secrets.yaml"
    )
    assert not any(key.encode() in everything for key in [*keys.values(), campaign.secrets.seed])
    (tmp_path / "v/secrets.yaml").write_text("seed: 12\n")
    with pytest.raises(FileError, match="does not hold a seed"):
        _ = Campaign(tmp_path / "v").secrets


def test_a_campaign_is_not_made_over_another(volga: Path) -> None:
    before = (volga / "secrets.yaml").read_bytes()
    with pytest.raises(CommandError, match="is a campaign already"):
        begin_anew(volga)
    assert (volga / "secrets.yaml").read_bytes() == before


def test_readings_are_chosen_at_the_start(tmp_path: Path) -> None:
    folder = begin(
        tmp_path / "volga",
        rulings={"deal": "three_pots", "key_areas": ["PETR", "KIEV"], "ending": "key_areas"},
    )
    campaign = Campaign(folder)
    assert campaign.rules().rulings.key_areas == ("PETR", "KIEV")
    assert campaign.settings.rulings["key_areas"] == ["PETR", "KIEV"]
    submit(folder, "A")
    assert not verify(folder).difference
    with pytest.raises(PbemError, match="no ruling with the option"):
        begin_anew(tmp_path / "other", rulings={"gold": "free"})
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("change", "line", "says", "cure"),
    [
        (("zone: UTC", "zone: Mars"), 7, "a time zone is written like", ""),
        (("name: volga", "nmae: volga"), 3, "the key 'nmae' is not known", "Did you mean name?"),
        (("dice: sealed", "dice: loaded"), 18, "dice is 'loaded'", ""),
        (("setup: 7d", "setup: soon"), 14, "written like 3d", ""),
        (("setup: 7d", "setpu: 7d"), 14, "the key 'setpu'", "Did you mean setup?"),
        (("  B:", "  Z:"), 11, "one of A to H", ""),
        (("dice: sealed", "dice: sealed\ndice: manual"), 19, "a second time", ""),
        (('format: "1"', 'format: "2"'), 0, "a newer pbem .format 2, this one knows 1.", "Install the newer"),
        (("dice: sealed", "dice: [sealed"), 20, "cannot be read as YAML", ""),
    ],
)
def test_faulty_settings_are_named_by_line(change: tuple[str, str], line: int, says: str, cure: str) -> None:
    text = settings_text(
        "volga", (NewSeat("A", "Anna"), NewSeat("B", "Boris")), rules="rcw", zone="UTC", rulings={}
    )
    assert change[0] in text
    with pytest.raises(PbemError) as caught:
        parse_settings(text.replace(*change), PATH)
    faults = caught.value.faults if isinstance(caught.value, FaultyFile) else (caught.value,)
    found = next(fault for fault in faults if re.search(says, fault.what))
    assert (found.line, cure in found.cure) == (line, True)


def test_a_command_changes_single_lines_of_the_settings_and_keeps_the_rest() -> None:
    text = settings_text(
        "volga",
        (NewSeat("A", "Anna"), NewSeat("B", "Boris")),
        rules="rcw",
        zone="UTC",
        rulings={"gifts": "accepted"},
    )
    text += "# the end\npress: report # as usual\n"
    changed = with_rulings(text, {"gifts": "allowed", "key_areas": ["PETR", "KIEV"]}, PATH)
    assert parse_settings(changed, PATH).rulings == {"gifts": "allowed", "key_areas": ["PETR", "KIEV"]}
    assert changed.endswith("# the end\npress: report # as usual\n")
    assert with_rulings(changed, {"gifts": "accepted"}, PATH) == text
    assert with_rulings("name: x\n", {}, PATH) == "name: x\nrulings: {}\n"
    assert '  B: {name: "Clara", zone: UTC}\n' in with_seat(text, NewSeat("B", "Clara", "", "UTC"), PATH)
    with pytest.raises(FileError, match="cannot be changed in this file"):
        with_seat("players: {A: {name: x}}\n", NewSeat("A", "Clara"), PATH)


def test_corrected_rules_are_kept_in_the_ledger_and_earlier_phases_stay(played: Path) -> None:
    from pbem.resources import rules_folder

    (played / "rules").mkdir()
    lines = (rules_folder() / "borders.csv").read_text().splitlines(keepends=True)
    corrected = "".join(line for line in lines if not line.startswith("ARCH,FINL"))
    (played / "rules/borders.csv").write_text(corrected)
    with pytest.raises(PbemError):
        (played / "rules/provinces.csv").write_text("nonsense\n")
        submit(played, "A")
    (played / "rules/provinces.csv").unlink()
    submit(played, "A", now=START + timedelta(days=30))
    course = Campaign(played).course
    assert course.overrides and [notice["kind"] for notice in course.notices["03-first"]] == ["rules"]
    resolve(played)
    make_public(played)
    assert not verify(played).difference
    sent = read_position(played / "turns/03-first/reports/position.json")
    assert list(sent.corrections) == ["borders.csv"]
    board = rules_of_position(sent, PATH).board  # a player checks by the corrected map
    assert "FINL" not in board.land["ARCH"] and "OLON" in board.land["ARCH"]
    (told,) = (notice["text"] for notice in course.notices["03-first"])
    assert "borders.csv: out: ARCH, FINL, land." in told
    (played / "rules/borders.csv").unlink()
    submit(played, "A")
    assert not Campaign(played).course.overrides
    assert not verify(played).difference  # the Phase is played again by the rules it was played by


def test_dice_rolled_by_hand_are_asked_for_by_label_and_recorded(tmp_path: Path) -> None:
    folder = begin(tmp_path / "volga", published=False)
    settings = folder / "campaign.yaml"
    settings.write_text(settings.read_text().replace("dice: sealed", "dice: manual"))
    with at_work(folder, command="x", now=START) as campaign:
        (notice,) = campaign.course.notices["deal"]
    assert (notice["kind"], notice["text"]) == (
        "settings",
        "From the set-up on the gamesmaster rolls the dice by hand.",
    )
    make_public(folder)
    resolve_by_hand(folder, [])
    make_public(folder)
    asked: list[str] = []
    answers = {"event/1": ["7 7", "3 4"], "event/1/recipient": ["A"], "event/1/draw": ["assassin"]}
    resolve_by_hand(folder, asked, answers)
    assert "event/1 two dice such as [3, 4]" in asked and any("must be" in text for text in asked)
    make_public(folder)
    found = verify(folder)
    assert not found.difference and found.rolled_by_hand == 1
    rolls = folder.parent / "rolls.yaml"
    rolls.write_text("event/1: 1 1\nevent/2: [1, 2]\nnothing: 3\n")
    with at_work(folder, command="x", now=START) as campaign:
        with pytest.raises(CommandError, match="rolled by hand"):
            adjudicate(campaign, START, allow_missing=True)
        with pytest.raises((Refused, MissingRoll)):
            adjudicate(campaign, START, allow_missing=True, dice=ListedDice(rolls_of_file(rolls)))
        assert rehearse(campaign)[1]


def resolve_by_hand(folder: Path, asked: list[str], answers: dict[str, list[str]] | None = None) -> None:
    left = {label: list(values) for label, values in (answers or {}).items()}

    def ask(label: str, wanted: str) -> str:
        asked.append(f"{label} {wanted}")
        return left[label].pop(0)

    with at_work(folder, command="x", now=START) as campaign:
        adjudicate(campaign, START, allow_missing=True, dice=AskedDice(ask, asked.append))


def test_sealed_dice_cannot_be_replaced_by_others(volga: Path) -> None:
    with (
        at_work(volga, command="x", now=START) as campaign,
        pytest.raises(CommandError, match="dice are sealed") as caught,
    ):
        adjudicate(campaign, START, allow_missing=True, dice=AskedDice(lambda *_: "1", print))
    assert "dice: manual" in caught.value.cure


def test_a_folder_of_a_newer_version_is_refused(volga: Path) -> None:
    from tests.campaign.test_end import forged

    forged(volga, "created", {"format": 2})
    with pytest.raises(FileError, match=r"newer pbem .format 2"):
        Campaign(volga)


def test_a_position_is_read_from_the_ledger_not_from_its_file(played: Path) -> None:
    wanted = position_of(Campaign(played), Campaign(played).course.moment)
    (played / "turns/03-first/position.json").write_text("{}")
    assert position_of(Campaign(played), Campaign(played).course.moment) == wanted


def test_reports_are_texts_and_pages(tmp_path: Path) -> None:
    folder = begin(tmp_path / "volga", html=True)
    resolve(folder)
    names = sorted(path.name for path in (folder / "turns/00-setup/reports").iterdir())
    assert names == ["A.html", "A.txt", "B.html", "B.txt", "C.html", "C.txt", "position.json"]
    settings = folder / "campaign.yaml"
    settings.write_text(settings.read_text().replace("html: yes", "html: no"))
    make_public(folder)
    names = sorted(path.name for path in (folder / "turns/00-setup/reports").iterdir())
    assert names == ["A.txt", "B.txt", "C.txt", "position.json"]
