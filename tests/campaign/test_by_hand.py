"""What the gamesmaster changes by hand is recorded, announced where it must be, and he is told what is left to do."""

import json
from pathlib import Path

import pytest

from pbem import aside
from pbem.campaign.adjudicating import adjudicate
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.record.telling import log
from pbem.campaign.record.verifying import verify
from pbem.errors import FaultyFile, FileError, Refused
from pbem.resources import rules_folder
from tests.campaign.play import START, begin, make_public, resolve, submit


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is told beside the answers."""
    found: list[str] = []
    monkeypatch.setattr(aside, "listener", found.append)
    return found


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def correct(folder: Path, name: str, old: str, new: str) -> None:
    """Put a corrected file of the rules into the campaign."""
    (folder / "rules").mkdir(exist_ok=True)
    (folder / "rules" / name).write_text((rules_folder() / name).read_text("utf-8"), "utf-8")
    edit(folder / "rules" / name, old, new)


# --- names -------------------------------------------------------------------------------------------------------


def test_a_name_is_corrected_before_anybody_has_read_it(tmp_path: Path, heard: list[str]) -> None:
    folder = begin(tmp_path / "volga", published=False)
    edit(folder / "campaign.yaml", '"Boris"', '"Boris Brandt"')
    make_public(folder)
    assert "Boris Brandt" in (folder / "turns/00-setup/reports-deal/A.txt").read_text("utf-8")
    assert not heard
    resolve(folder)
    assert "so far Boris" not in (folder / "turns/00-setup/reports/A.txt").read_text("utf-8")
    assert not verify(folder).difference


def test_a_name_corrected_later_is_announced(volga: Path, heard: list[str]) -> None:
    edit(volga / "campaign.yaml", '"Boris"', '"Boris Brandt"')
    submit(volga, "A")
    said = "Player B, so far Boris, is called Boris Brandt from now on."
    assert heard[0] == said and "pbem key" in heard[1] and "the next report prints it" in heard[2]
    resolve(volga)
    assert said in " ".join((volga / "turns/00-setup/reports/A.txt").read_text("utf-8").split())
    assert said in "\n".join(line.text for line in log(Campaign(volga, from_start=True)))
    assert not verify(volga).difference


def test_a_new_address_is_taken_note_of_without_a_word(volga: Path, heard: list[str]) -> None:
    edit(volga / "campaign.yaml", "boris@example.org", "b@example.org")
    submit(volga, "A")
    assert not heard


def test_a_name_that_holds_an_address_is_refused(volga: Path) -> None:
    edit(volga / "campaign.yaml", '"Boris"', '"Boris b@example.org"')
    with pytest.raises(FaultyFile, match="everybody reads the name") as caught:
        submit(volga, "A")
    assert caught.value.line == 11


# --- corrected rules ---------------------------------------------------------------------------------------------


def test_a_corrected_map_is_told_with_what_to_send(volga: Path, heard: list[str]) -> None:
    correct(volga, "borders.csv", "ARCH,FINL,", "ARCH,PSKO,")
    submit(volga, "A")
    assert heard[0].startswith("The gamesmaster corrected the map") and "ARCH, FINL, land" in heard[0]
    again = volga / "turns/00-setup/for-players"
    assert "tell the players now" in heard[1] and heard[1].endswith(str(again))
    sent = json.loads((again / "position.json").read_text("utf-8"))
    assert "ARCH,PSKO" in sent["corrections"]["borders.csv"]
    submit(volga, "B")
    assert len(heard) == 2  # once


def test_sheets_are_not_carried_out_at_once_by_a_map_that_nobody_knows(volga: Path) -> None:
    for player in "ABC":
        submit(volga, player)
    correct(volga, "borders.csv", "ARCH,FINL,", "ARCH,PSKO,")
    with (
        at_work(volga, command="pbem adjudicate", now=START) as campaign,
        pytest.raises(Refused, match="the players cannot know of it") as caught,
    ):
        adjudicate(campaign, START)
    assert "give the command again" in caught.value.cure
    with at_work(volga, command="pbem adjudicate", now=START) as campaign:
        adjudicate(campaign, START)
    assert "ARCH, PSKO" in (volga / "turns/00-setup/reports/A.txt").read_text("utf-8")


def test_a_map_corrected_while_the_report_is_a_draft_comes_with_it(played: Path, heard: list[str]) -> None:
    resolve(played)
    correct(played, "borders.csv", "ARCH,FINL,", "ARCH,PSKO,")
    submit(played, "A")
    assert heard[1] == "This is recorded, and the next report prints it."
    assert "ARCH, PSKO" in (played / "turns/03-first/reports/A.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        (
            "borders.csv",
            "ARCH,OLON,",
            "ARCH,XXXX,",
            "the column b holds 'XXXX', which is the code of no province",
        ),
        (
            "borders.csv",
            "NOVG,TVER,land",
            "NOVG,ARCH,land",
            "NOVG has a railway to TVER without a land border",
        ),
    ],
)
def test_faulty_rules_stop_every_command_and_are_named(
    volga: Path, name: str, old: str, new: str, says: str
) -> None:
    correct(volga, name, old, new)
    before = (volga / "ledger.jsonl").read_bytes()
    with pytest.raises(FaultyFile) as caught:
        resolve(volga)
    assert says in str(caught.value)
    assert (volga / "ledger.jsonl").read_bytes() == before


def test_what_corrects_nothing_is_not_announced(volga: Path, heard: list[str]) -> None:
    rules = volga / "rules"
    rules.mkdir()
    text = (rules_folder() / "provinces.csv").read_text("utf-8")
    (rules / "provinces.csv").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    (rules / "notes.txt").write_text("To do: ask Boris.")
    (rules / "entry.yaml").write_bytes((rules_folder() / "entry.yaml").read_bytes())
    submit(volga, "A")
    assert not heard and b"ask Boris" not in (volga / "ledger.jsonl").read_bytes()
    edit(rules / "provinces.csv", "ARCH,", "ARCH,x")
    with pytest.raises(FaultyFile):
        submit(volga, "B")
    (rules / "provinces.csv").unlink()
    submit(volga, "B")
    assert not heard and not verify(volga).difference


@pytest.mark.parametrize("kind", ["folder", "no folder"])
def test_what_cannot_correct_stops_commands(volga: Path, kind: str) -> None:
    place = volga / "rules" / "provinces.csv"
    if kind == "folder":
        place.mkdir(parents=True)
    else:
        (volga / "rules").write_text("x")
    with pytest.raises(FileError, match=r"no file, so|cannot be read"):
        submit(volga, "A")
