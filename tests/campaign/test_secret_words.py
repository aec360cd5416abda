"""A player's secret word is lost or leaked: he gets another; and what a change in a seat leaves of what was there."""

import errno
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.campaign import files
from pbem.campaign.awaited import missing
from pbem.campaign.decisions.deadlines import set_deadline
from pbem.campaign.decisions.seats import give_new_word, remove_player, replace_player
from pbem.campaign.decisions.undoing import undo
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.record.telling import log
from pbem.campaign.record.verifying import verify
from pbem.errors import FileError, Refused
from tests.campaign.play import START, begin, make_public, resolve, submit

ORDERS = "press: [{to: all, text: Hello.}]\n"


def new_word(folder: Path, player: str, *, drop: bool = False, why: str = "") -> None:
    with at_work(folder, command="pbem key", now=START) as campaign:
        give_new_word(campaign, START, player, drop=drop, why=why)


def announced(folder: Path, phase: str, player: str) -> str:
    """What the report of a player announces, and all after it, on one line."""
    text = (folder / "turns" / phase / "reports" / f"{player}.txt").read_text("utf-8")
    return " ".join(text.partition("ANNOUNCEMENTS")[2].split())


def test_a_new_word_changes_nothing_else_and_stands_nowhere_else(volga: Path) -> None:
    old, seat = Campaign(volga).secrets.keys, Campaign(volga).course.seat("B")
    settings = (volga / "campaign.yaml").read_bytes()
    submit(volga, "B", ORDERS)
    new_word(volga, "B", why="It stood in a quoted mail.")
    campaign = Campaign(volga)
    word = campaign.secrets.keys["B"]
    assert word != old["B"] and {**campaign.secrets.keys, "B": old["B"]} == old
    assert campaign.course.seat("B") == seat and (volga / "campaign.yaml").read_bytes() == settings
    assert campaign.course.on_file("B").version == 1  # type: ignore[union-attr]
    assert (volga / "secrets.yaml").stat().st_mode & 0o777 == 0o600
    resolve(volga)
    kept = [path for path in volga.rglob("*") if path.is_file() and path.name != "secrets.yaml"]
    assert not [path for path in kept if word.encode() in path.read_bytes()]
    assert "Player B was given a new secret word. Reason: It stood in a quoted mail." in [
        line.text for line in log(Campaign(volga, from_start=True))
    ]
    assert not verify(volga).difference


def test_the_player_alone_reads_of_it_and_of_two_words_only_the_last(volga: Path) -> None:
    new_word(volga, "B", why="The first.")
    new_word(volga, "B", why="The second.")
    new_word(volga, "C")
    resolve(volga)
    own = announced(volga, "00-setup", "B")
    assert own.count("You have a new secret word") == 1 and "The second." in own
    assert "secret word" not in announced(volga, "00-setup", "A")
    public = [record.facts for _, record in Campaign(volga, from_start=True).fresh() if record.kind == "key"]
    assert public == [{"moment": "00-setup"}] * 3


def test_sheets_that_somebody_else_may_have_sent_are_dropped(volga: Path) -> None:
    submit(volga, "B", ORDERS)
    submit(volga, "B", "stacks: [[999]]\n")
    new_word(volga, "B", drop=True)
    campaign = Campaign(volga)
    assert campaign.course.on_file("B") is None and "B" in missing(campaign.course)
    again = submit(volga, "B", ORDERS)
    assert again.on_file is not None and (again.on_file.version, again.again) == (3, False)
    assert resolve(volga).terms.versions == {"B": 3}
    assert "had come with the old word do not count" in announced(volga, "00-setup", "B")
    make_public(volga)
    assert not verify(volga).difference
    assert sorted(path.name for path in (volga / "turns/00-setup/sheets").iterdir()) == [
        "B.1.yaml",
        "B.2.yaml",
        "B.3.yaml",
    ]


def test_a_dropped_sheet_stays_dropped_when_the_phase_is_played_again(volga: Path) -> None:
    submit(volga, "B", ORDERS)
    resolve(volga)
    with at_work(volga, command="pbem undo", now=START) as campaign:
        undo(campaign, START)
    new_word(volga, "B", drop=True)
    assert resolve(volga).terms.versions == {}
    with at_work(volga, command="pbem undo", now=START) as campaign:
        undo(campaign, START)
    assert resolve(volga).terms.versions == {}
    assert not verify(volga).difference


def test_there_is_nothing_to_drop_and_a_seal_stays(tmp_path: Path) -> None:
    folder = begin(tmp_path / "volga", published=False)
    settings = folder / "campaign.yaml"
    settings.write_text(settings.read_text().replace('playing_gamesmaster: ""', "playing_gamesmaster: C"))
    make_public(folder)
    words = (folder / "secrets.yaml").read_bytes()
    with pytest.raises(Refused, match="no sheet for the set-up on file"):
        new_word(folder, "A", drop=True)
    submit(folder, "C", ORDERS)
    with pytest.raises(Refused, match="is sealed"):
        new_word(folder, "C", drop=True)
    assert (folder / "secrets.yaml").read_bytes() == words


class Killed(BaseException):
    """In the place of a killed process."""


@pytest.mark.parametrize("command", [new_word, lambda folder, player: replaced(folder, player, "Bert")])
def test_word_and_record_are_both_there_or_neither(
    volga: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Callable[[Path, str], object]
) -> None:
    old, before = Campaign(volga).secrets.keys, Campaign(volga).course.tip.number
    moments, given = 0, []
    while True:
        folder = tmp_path / f"killed-{moments}"
        shutil.copytree(volga, folder)
        left = iter(range(moments))

        def kill(moment: str, path: Path, left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise Killed

        with monkeypatch.context() as patch:
            patch.setattr(files, "observer", kill)
            try:
                command(folder, "B")
                break
            except Killed:
                moments += 1
        with at_work(folder, command="another", now=START) as campaign:
            pass
        new = campaign.secrets.keys
        given.append(campaign.course.tip.number > before)
        assert (new["B"] != old["B"]) is given[-1] and {**new, "B": old["B"]} == old
        command(folder, "B")
        assert Campaign(folder).secrets.keys["B"] not in (old["B"], new["B"])
        assert not list(folder.glob(".word-*")) and not verify(folder).difference
    assert set(given) == {False, True}


def test_a_word_is_not_changed_where_its_record_cannot_be_written(
    volga: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (volga / "secrets.yaml").read_bytes()

    def full(moment: str, path: Path) -> None:
        if moment == "append":
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files, "observer", full)
    with pytest.raises(FileError, match="No space left"):
        new_word(volga, "B")
    assert (volga / "secrets.yaml").read_bytes() == words


@pytest.mark.parametrize("change", [("keys:", "keys: {"), ("keys:", "keys"), ("seed:", "sed:")])
def test_a_damaged_secrets_yaml_is_named_and_shown_to_nobody(volga: Path, change: tuple[str, str]) -> None:
    path = volga / "secrets.yaml"
    path.write_text(path.read_text().replace(*change))
    before = (volga / "ledger.jsonl").read_bytes()
    for command in (new_word, lambda folder, player: replaced(folder, player, "Bert")):
        with pytest.raises(FileError, match="does not hold a seed"):
            command(volga, "B")
    assert (volga / "ledger.jsonl").read_bytes() == before and not list(volga.glob(".word-*"))


# --- who takes over ----------------------------------------------------------------------------------------------


def replaced(folder: Path, player: str, name: str, **more: str) -> tuple[str, ...]:
    with at_work(folder, command="pbem replace", now=START) as campaign:
        return tuple(replace_player(campaign, START, player, name=name, **more).after)


def test_what_is_not_given_stays_where_the_name_does(volga: Path) -> None:
    assert replaced(volga, "B", "Boris") == ("B", "Boris", "boris@example.org", "")
    assert replaced(volga, "B", "Boris", zone="Europe/Paris") == (
        "B",
        "Boris",
        "boris@example.org",
        "Europe/Paris",
    )
    assert replaced(volga, "B", "Boris", email="") == ("B", "Boris", "", "Europe/Paris")
    assert replaced(volga, "B", "Bella") == ("B", "Bella", "", "")
    resolve(volga)
    said = announced(volga, "00-setup", "A")
    assert said.count("Boris") == 1 and "Bella takes over Player B from Boris." in said


def test_a_removal_that_is_cancelled_is_not_told_as_done(played: Path) -> None:
    with at_work(played, command="pbem remove", now=START) as campaign:
        remove_player(campaign, START, "C", why="No word.")
        remove_player(campaign, START, "B", why="No word.")
    replaced(played, "B", "Edith")
    replaced(played, "B", "Edith", email="edith@example.org")
    assert resolve(played).result.state.flags.quit == ("C",)
    said = announced(played, "03-first", "A")
    assert said.count("removed Player") == 1 and "removed Player C" in said
    assert "Edith takes over Player B from Boris, who is no longer to be removed from the campaign." in said
    assert "from Edith" not in said
    assert not verify(played).difference


def test_the_same_player_stays_after_all(volga: Path) -> None:
    with at_work(volga, command="pbem remove", now=START) as campaign:
        remove_player(campaign, START, "B")
    replaced(volga, "B", "Boris")
    assert resolve(volga).result.state.flags.quit == ()
    said = announced(volga, "00-setup", "A")
    assert (
        "Boris goes on playing Player B, who is no longer to be removed" in said
        and "removed Player" not in said
    )


def test_a_removal_cancelled_as_an_older_version_recorded_it_is_told_as_then(volga: Path) -> None:
    with at_work(volga, command="pbem remove", now=START) as campaign:
        remove_player(campaign, START, "B")
    replaced(volga, "B", "Edith")
    lines = (volga / "ledger.jsonl").read_text("utf-8").splitlines()
    assert json.loads(lines[-1])["facts"]["cancels"].startswith("The gamesmaster removed Player B")


# --- deadlines ---------------------------------------------------------------------------------------------------


def test_a_deadline_put_off_twice_is_told_with_both_reasons(volga: Path) -> None:
    for length, why in (("3d", "Boris is ill."), ("2d", "So is Clara.")):
        with at_work(volga, command="pbem deadline", now=START) as campaign:
            set_deadline(campaign, START, extend=length, why=why)
    resolve(volga)
    said = announced(volga, "00-setup", "A")
    assert "Sunday 13 December 2026, 12:00" in said and "So is Clara." in said
    assert "Friday 11 December 2026, 12:00" in said and "Boris is ill." in said
