"""The end of a campaign: the seed revealed, the archive opened, everything verified from it alone."""

import shutil
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign import files
from pbem.campaign.decisions.ruling_file import RulingFile
from pbem.campaign.decisions.rulings import rule
from pbem.campaign.decisions.undoing import undo
from pbem.campaign.files import canonical
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.ledger import line_of
from pbem.campaign.record.archiving import archive_bytes, archive_name
from pbem.campaign.record.verifying import verify
from pbem.chance.sealed import commitment
from pbem.errors import FileError, Refused
from tests.campaign.play import SEED, START, make_public, resolve, submit

LATER = START + timedelta(days=30)


def play_to_the_end(folder: Path) -> None:
    """The last Phase of Game-Turn 3, after which the campaign ends by ruling; its report is a draft."""
    resolve(folder, now=LATER)
    make_public(folder, now=LATER)
    limit = RulingFile(why="All agree.", set={"ending": "turn_limit", "turn_limit": "3"})
    with at_work(folder, command="rule", now=LATER) as campaign:
        rule(campaign, LATER, limit)
    for player in "ABC":
        submit(folder, player, "press: [{to: all, text: Farewell.}]\n", now=LATER)
    resolve(folder, now=LATER)


@pytest.fixture
def ended(played: Path) -> Path:
    """A campaign that is over, its last report published."""
    play_to_the_end(played)
    make_public(played, now=LATER)
    return played


def archived(folder: Path) -> Path:
    path = folder.parent / "archive.zip"
    path.write_bytes(archive_bytes(Campaign(folder)))
    return path


def test_the_seed_is_revealed_with_the_last_report(ended: Path) -> None:
    course = Campaign(ended).course
    assert course.over and course.seed == SEED.hex() and commitment(SEED) == course.commitment
    assert SEED.hex() in (ended / "turns/03-second/reports/A.txt").read_text().replace("\n", "").replace(
        " ", ""
    )
    with pytest.raises(Refused, match="the campaign is over"):
        submit(ended, "A")
    with pytest.raises(Refused, match="the campaign is over"):
        resolve(ended)
    with (
        at_work(ended, command="undo", now=LATER) as campaign,
        pytest.raises(Refused, match="seed is revealed"),
    ):
        undo(campaign, LATER, why="again")


def test_until_it_is_published_the_end_can_be_undone_and_the_seed_is_secret(played: Path) -> None:
    play_to_the_end(played)
    assert Campaign(played).course.over and not Campaign(played).course.seed
    assert SEED.hex() not in (played / "turns/03-second/reports/A.txt").read_text()
    with at_work(played, command="undo", now=LATER) as campaign:
        undo(campaign, LATER)
    assert not Campaign(played).course.over


def test_the_archive_of_the_end_holds_everything_but_addresses_and_secret_words(ended: Path) -> None:
    path = archived(ended)
    found = verify(path)
    assert (found.difference, found.phases, found.commitment, dict(found.unknown)) == ("", 7, True, {})
    with zipfile.ZipFile(path) as archive:
        whole = b"".join(archive.read(name) for name in archive.namelist())
        assert "turns/03-second/reports/A.txt" in archive.namelist()
    for secret in (b"example.org", b"word-word", b"emails"):
        assert secret not in whole
    assert b"Farewell." in whole and SEED.hex().encode() in whole
    assert archive_name(Campaign(ended).course) == "volga-end.zip"
    assert archive_bytes(Campaign(ended)) == path.read_bytes()


def test_an_archive_before_the_end_shows_no_sheet_and_not_even_who_sent_one(played: Path) -> None:
    submit(played, "A", "press: [{to: all, text: Farewell.}]\n", now=LATER)
    path = archived(played)
    found = verify(path)
    assert (
        not found.difference
        and found.records == len(list(Campaign(played, from_start=True).fresh()))
        and not found.phases
    )
    assert len(found.unknown) == 2
    with zipfile.ZipFile(path) as archive:
        ledger = archive.read("ledger.jsonl").decode()
        assert not [name for name in archive.namelist() if name.endswith(".txt") and name != "README.txt"]
    for secret in ("Farewell", "moves", "salt of", "example.org", SEED.hex(), '"version"', '"sheets"'):
        assert secret not in ledger
    assert archive_name(Campaign(played).course) == "volga-03-first.zip"


def test_every_part_of_the_archive_is_needed_for_the_chain(ended: Path) -> None:
    path = archived(ended)
    with zipfile.ZipFile(path) as archive:
        ledger = archive.read("ledger.jsonl")
    wrong = ledger.replace(b"Farewell.", b"Farewell!", 1)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("ledger.jsonl", wrong)
    assert "its private part was changed" in verify(path).difference


def test_what_is_no_archive(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(b"PK\x03\x04nonsense")
    with pytest.raises(FileError, match="neither a campaign's folder nor an archive"):
        verify(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("other", "x")
    with pytest.raises(FileError, match="holds no ledger"):
        verify(path)
    with pytest.raises(FileError, match="no campaign"):
        verify(tmp_path)


def forged(folder: Path, kind: str, change: dict[str, object]) -> None:
    """Write the ledger anew, as somebody could who has the program: another fact, and all hashes right."""
    from pbem.campaign import ledger
    from pbem.campaign.ledger import Tip

    records = [record for _, record in Campaign(folder, from_start=True).fresh()]
    target = [record for record in records if record.kind == kind][-1]
    tip, lines = Tip(), b""
    for record in records:
        if record is target:
            record = record._replace(facts={**record.facts, **change})
        record = record._replace(previous=tip.hash)
        record = record._replace(hash=ledger._hashed(record, canonical(record.facts)))
        tip = Tip(record.number, 0, record.hash)
        lines += line_of(record)
    (folder / "ledger.jsonl").write_bytes(lines)
    (folder / ".index.json").unlink(missing_ok=True)


def facts(folder: Path, kind: str) -> dict[str, object]:
    return dict(
        [record for _, record in Campaign(folder, from_start=True).fresh() if record.kind == kind][-1].facts
    )


def test_a_forged_roll_is_found_and_named(ended: Path) -> None:
    rolls = [dict(roll) for roll in facts(ended, "adjudicated")["rolls"]]  # type: ignore[attr-defined]
    rolls[-1]["value"] = [1, 1] if rolls[-1]["value"] != [1, 1] else [2, 2]
    forged(ended, "adjudicated", {"rolls": rolls})
    difference = verify(ended).difference
    assert difference.startswith("Game-Turn 3, Second Phase, ledger.jsonl:")
    assert f"the roll {rolls[-1]['label']} is recorded as {rolls[-1]['value']}" in difference


def test_a_forged_position_is_found_and_its_province_named(ended: Path) -> None:
    position = dict(facts(ended, "adjudicated")["position"])  # type: ignore[call-overload]
    stacks = [dict(stack) for stack in position["stacks"]]
    stacks[0]["at"] = "IRKU" if stacks[0]["at"] != "IRKU" else "TVER"
    forged(ended, "adjudicated", {"position": {**position, "stacks": stacks}})
    assert "the position differs: in " in verify(ended).difference


def test_forged_terms_salt_and_seed_are_found(ended: Path, tmp_path: Path) -> None:
    for kind, change, says in (
        ("adjudicated", {"rulings": {"gifts": "accepted"}}, "other rulings than the ledger has"),
        ("adjudicated", {"salt": "00" * 32}, "other salt than the ledger has"),
        ("closed", {"salt": "00" * 32}, "the salt of the dice does not follow from the sheets"),
        ("created", {"commitment": "00" * 32}, "the seed is not the one"),
        ("published", {"seed": "00" * 32}, "the seed is not the one"),
    ):
        shutil.copytree(ended, tmp_path / says[:9] / kind)
        forged(tmp_path / says[:9] / kind, kind, change)
        assert says in verify(tmp_path / says[:9] / kind).difference


def test_a_file_changed_by_hand_changes_nothing_and_is_found(played: Path) -> None:
    for name in ("turns/02-first/sheets/A.1.yaml", "turns/03-first/position.json"):
        path = played / name
        before = path.read_bytes()
        path.write_bytes(before + b"\n# mine\n")
        assert (
            verify(played).difference
            == f"{name} was changed: it is not what the ledger holds; `pbem rebuild` makes it again"
        )
        path.unlink()
        assert "is missing" in verify(played).difference
        path.write_bytes(before)
    assert not verify(played).difference
    wanted = resolve(played, now=LATER).result
    shutil.copytree(played, played.parent / "other")
    assert wanted.state and files.read(played / "turns/03-first/result.json")
