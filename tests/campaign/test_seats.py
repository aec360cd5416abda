"""Players excused, replaced and removed; a gamesmaster who plays."""

import hashlib
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign.adjudicating import adjudicate, close, missing, rehearse
from pbem.campaign.decisions.ruling_file import RulingFile
from pbem.campaign.decisions.rulings import rule
from pbem.campaign.decisions.seats import excuse, remove_player, replace_player
from pbem.campaign.decisions.undoing import undo
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.playing import sheet_text
from pbem.campaign.record.verifying import verify
from pbem.cli import run
from pbem.errors import CommandError, Refused
from tests.campaign.play import START, begin, head, make_public, resolve, submit

LATER = START + timedelta(days=30)


def test_an_excused_player_is_not_waited_for(volga: Path) -> None:
    submit(volga, "A")
    submit(volga, "B")
    with at_work(volga, command="x", now=START) as campaign:
        with pytest.raises(Refused, match=r"no sheet has come from player C \(Clara\)"):
            adjudicate(campaign, START)
        assert excuse(campaign, START, "C") and not excuse(campaign, START, "C")
        assert missing(campaign.course) == ()
        adjudicate(campaign, START)
    assert missing(Campaign(volga).course) == ("A", "B", "C")


def test_without_sheets_nothing_happens_before_the_deadline_and_all_after_it(volga: Path) -> None:
    before = (volga / "ledger.jsonl").read_bytes()
    with at_work(volga, command="x", now=START) as campaign, pytest.raises(Refused) as caught:
        adjudicate(campaign, START)
    assert (
        "player A (Anna), player B (Boris) and player C (Clara), and the deadline is Tuesday 8"
        in caught.value.what
    )
    assert (volga / "ledger.jsonl").read_bytes() == before
    after = START + timedelta(days=7, seconds=1)
    with at_work(volga, command="x", now=after) as campaign:
        adjudicate(campaign, after)
    assert Campaign(volga).course.moment.key == "01-first"


def test_another_takes_over_with_a_new_secret_word(played: Path) -> None:
    old = Campaign(played).secrets.keys["B"]
    with at_work(played, command="x", now=LATER) as campaign:
        replace_player(
            campaign,
            LATER,
            "B",
            name="Bella Neu",
            email="bella@example.org",
            zone="Europe/Paris",
            why="Boris moved.",
        )
    campaign = Campaign(played)
    assert campaign.course.seat("B") == ("B", "Bella Neu", "bella@example.org", "Europe/Paris")
    assert campaign.secrets.keys["B"] != old and campaign.secrets.keys["A"] == "word-word-a-11"
    assert (played / "secrets.yaml").stat().st_mode & 0o777 == 0o600
    assert (
        campaign.settings.players["B"].name == "Bella Neu"
        and "# The time zone" in (played / "campaign.yaml").read_text()
    )
    resolve(played, now=LATER)
    assert "Bella Neu takes over Player B from Boris." in " ".join(
        (played / "turns/03-first/reports/A.txt").read_text().split()
    )
    with at_work(played, command="x", now=LATER) as campaign, pytest.raises(CommandError, match="zone"):
        replace_player(campaign, LATER, "B", name="X", zone="Mars/Olympus")


def test_a_removed_player_quits_before_the_trades(played: Path) -> None:
    submit(played, "B", now=LATER)
    with at_work(played, command="x", now=LATER) as campaign:
        remove_player(campaign, LATER, "B", why="No word for a month.")
        with pytest.raises(Refused, match="removed already"):
            remove_player(campaign, LATER, "B")
        with pytest.raises(CommandError, match="no player 'Z'"):
            excuse(campaign, LATER, "Z")
    assert missing(Campaign(played).course) == ("A", "C")
    assert resolve(played, now=LATER).result.state.flags.quit == ("B",)
    assert Campaign(played).course.active == ("A", "C")
    make_public(played, now=LATER)
    assert not verify(played).difference
    with at_work(played, command="x", now=LATER) as campaign:
        undo(campaign, LATER, why="He wrote after all.")
        replace_player(campaign, LATER, "B", name="Basil")
    assert resolve(played, now=LATER).result.state.flags.quit == ()
    assert not verify(played).difference


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    """A campaign whose gamesmaster plays C."""
    folder = begin(tmp_path / "volga", published=False)
    settings = folder / "campaign.yaml"
    settings.write_text(settings.read_text().replace('playing_gamesmaster: ""', "playing_gamesmaster: C"))
    make_public(folder)
    return folder


@pytest.mark.usefixtures("at_the_start")
def test_a_playing_gamesmaster_sees_no_sheet_before_his_own_is_sealed(
    sealed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (sealed.parent / "a.yaml").write_text(head(sealed, "A") + "stacks: [[999]]\n")
    assert run(["submit", str(sealed), str(sealed.parent / "a.yaml")]) == 0
    assert "999" not in capsys.readouterr().out
    assert not (sealed / "turns/00-setup/sheets").exists()
    assert run(["sheet", str(sealed), "--player", "A"]) == 1
    campaign = Campaign(sealed)
    for look in (
        lambda: rehearse(campaign),
        lambda: close(campaign, START),
        lambda: adjudicate(campaign, START, allow_missing=True),
    ):
        with pytest.raises(Refused, match="player C runs the campaign and has no sheet"):
            look()
    with (
        at_work(sealed, command="x", now=START) as working,
        pytest.raises(Refused, match="runs the campaign"),
    ):
        rule(working, START, RulingFile(why="x", void=("A.stacks[0]",)))
    taken = submit(sealed, "C", "press: [{to: all, text: Mine.}]\n")
    assert taken.on_file is not None and taken.on_file.sealed
    assert run(["sheet", str(sealed), "--player", "A"]) == 0
    assert sorted(path.name for path in (sealed / "turns/00-setup/sheets").iterdir()) == [
        "A.1.yaml",
        "C.1.yaml",
    ]


def test_the_seal_is_public_at_once_and_is_the_hash_of_the_file(sealed: Path) -> None:
    taken = submit(sealed, "C", "press: [{to: all, text: Mine.}]\n")
    assert taken.on_file is not None
    file = sealed / "turns/00-setup/sheets/C.1.yaml"
    assert hashlib.sha256(file.read_bytes()).hexdigest() == taken.on_file.sealed
    record = [record for _, record in Campaign(sealed, from_start=True).fresh() if record.kind == "sheet"][-1]
    said = {key: record.facts[key] for key in ("moment", "sealed", "sealed_by", "announce")}
    assert said == {
        "moment": "00-setup",
        "sealed": taken.on_file.sealed,
        "sealed_by": "C",
        "announce": "00-setup",
    }
    assert taken.on_file.sealed in str(record.facts["text"]) and "Mine" not in str(record.facts)
    assert "# sealed: " in sheet_text(Campaign(sealed), taken.on_file)
    assert not verify(sealed).difference


def test_a_sealed_sheet_is_final_once_another_is_in(sealed: Path) -> None:
    submit(sealed, "C", "press: [{to: all, text: One.}]\n")
    submit(sealed, "C", "press: [{to: all, text: Two.}]\n")
    submit(sealed, "A")
    assert submit(sealed, "C", "press: [{to: all, text: Two.}]\n").again
    with pytest.raises(Refused, match="cannot be replaced once another sheet is in"):
        submit(sealed, "C", "press: [{to: all, text: Three.}]\n")
    resolve(sealed)
    with at_work(sealed, command="x", now=START) as campaign:
        undo(campaign, START)
    with pytest.raises(Refused, match="after the Phase was closed"):
        submit(sealed, "C", "press: [{to: all, text: Three.}]\n", late=True)


def test_an_excused_gamesmaster_sees_all_and_orders_nothing(sealed: Path) -> None:
    submit(sealed, "A")
    with at_work(sealed, command="x", now=START) as campaign:
        excuse(campaign, START, "C")
    assert (sealed / "turns/00-setup/sheets/A.1.yaml").exists()
    with pytest.raises(Refused, match="is excused for this Phase"):
        submit(sealed, "C")
    resolve(sealed)
    assert not verify(sealed).difference
