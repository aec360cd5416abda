"""Undoing and correcting: same dice, sheets kept, announced where it was published."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign.adjudicating import missing, rehearse
from pbem.campaign.decisions.undoing import undo
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.moments import moment_of
from pbem.campaign.playing import position_of
from pbem.campaign.record.rebuilding import rebuild
from pbem.campaign.record.verifying import verify
from pbem.errors import CommandError, Refused
from tests.campaign.play import START, make_public, resolve, submit
from tests.campaign.test_crash import contents

LATER = START + timedelta(days=30)


def back(
    folder: Path, *, to: str | None = None, why: str = "A sheet was overlooked.", late: bool = False
) -> tuple[str, ...]:
    with at_work(folder, command="undo", now=LATER) as campaign:
        return undo(campaign, LATER, to=moment_of(to) if to else None, why=why, late=late)[1]


def test_undoing_a_draft_leaves_no_trace_for_players(played: Path) -> None:
    make = contents(played)
    resolve(played, now=LATER)
    drafts = contents(played)
    assert back(played, why="") == ()
    assert Campaign(played).course.moment.key == "03-first"
    assert contents(played) == make
    resolve(played, now=LATER)
    assert contents(played) == drafts
    assert not verify(played).difference


def test_a_correction_keeps_every_roll_and_is_announced(played: Path) -> None:
    first = resolve(played, now=LATER)
    make_public(played, now=LATER)
    with pytest.raises(Refused, match="needs a reason"):
        back(played, why="")
    assert back(played) == ("03-first",)
    submit(played, "B", "press: [{to: all, text: Sorry.}]\n", now=LATER, late=True)
    again = resolve(played, now=LATER)
    assert again.result.rolls == first.result.rolls and again.terms.salt == first.terms.salt
    text = (played / "turns/03-first/reports/C.txt").read_text()
    assert "took back the report of Game-Turn 3, First Phase" in " ".join(text.split())
    assert "A sheet was overlooked." in " ".join(text.split())
    assert (played / "turns/03-first/reports.undone-").parent.exists()
    assert len(list((played / "turns/03-first").glob("reports.undone-*/C.txt"))) == 1
    assert not verify(played).difference


def test_what_was_published_before_is_not_changed_by_an_undo(played: Path) -> None:
    before = contents(played)
    back(played)
    after = contents(played)
    kept = {
        name: text
        for name, text in before.items()
        if not name.startswith(("turns/02-second/r", "turns/03-first/"))
    }
    assert {name: after[name] for name in kept} == kept


def test_sheets_of_later_phases_stay_on_file_but_are_waited_for(played: Path) -> None:
    back(played, to="01-second")
    course = Campaign(played).course
    assert (course.moment.key, course.is_closed, missing(course)) == ("01-second", True, ())
    resolve(played, now=LATER)
    course = Campaign(played).course
    assert course.moment.key == "02-first" and len(course.sheets["02-first"]) == 3
    assert missing(course) == ("A", "B", "C")
    assert not course.is_closed
    submit(played, "A", now=LATER)
    assert missing(Campaign(played).course) == ("B", "C")
    with pytest.raises(Refused, match="is still a draft"):
        resolve(played, now=LATER)
    make_public(played, now=LATER)
    resolve(played, now=LATER)
    assert Campaign(played).course.on_file("A", moment_of("02-first")).version == 2  # type: ignore[union-attr]
    assert not verify(played).difference


def test_rebuilding_after_an_undo_makes_all_files_again(played: Path) -> None:
    back(played, to="02-first")
    resolve(played, now=LATER)
    make_public(played, now=LATER)
    whole = contents(played)
    for path in sorted((played / "turns").rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    (played / ".index.json").unlink()
    assert rebuild(played, LATER) == ()
    assert contents(played) == whole


def test_what_cannot_be_undone(volga: Path, played: Path) -> None:
    with pytest.raises(Refused, match="nothing was adjudicated"):
        back(volga)
    with pytest.raises(CommandError, match="was not adjudicated") as caught:
        back(played, to="07-first")
    assert "02-second" in caught.value.cure


def test_the_time_for_corrections(played: Path) -> None:
    settings = played / "campaign.yaml"
    settings.write_text(settings.read_text().replace("correct_within: 0h", "correct_within: 48h"))
    resolve(played, now=LATER)
    make_public(played, now=LATER)
    from pbem.campaign.adjudicating import adjudicate

    for player in "ABC":
        submit(played, player, now=LATER)
    with (
        at_work(played, command="x", now=LATER) as campaign,
        pytest.raises(Refused, match="may point out mistakes"),
    ):
        adjudicate(campaign, LATER)
    after = LATER + timedelta(hours=49)
    with at_work(played, command="x", now=after) as campaign:
        with pytest.raises(Refused, match="time to point out mistakes ended"):
            undo(campaign, after, why="late")
        assert undo(campaign, after, why="late", late=True)[1] == ("03-first",)


def test_a_dry_run_writes_nothing_and_its_dice_are_thrown_away_until_the_phase_is_closed(
    played: Path,
) -> None:
    before = contents(played)
    campaign = Campaign(played)
    _, throw_away = rehearse(campaign)
    assert throw_away
    resolve(played, now=LATER)
    final = position_of(Campaign(played), moment_of("03-second"))
    back(played, why="")
    rehearsal, throw_away = rehearse(Campaign(played))
    assert not throw_away and rehearsal.result.state == final
    assert {name: text for name, text in contents(played).items() if name in before} == before
