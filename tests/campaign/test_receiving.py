"""Sheets on file: versions, lateness, and that no copy holds the secret word."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign.decisions.deadlines import set_deadline
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.playing import sheet_text
from pbem.campaign.receiving import kept_text, look_at, receive
from pbem.errors import Refused
from pbem.rulebook.load import load_rules
from pbem.sheets.read import read_sheet
from tests.campaign.play import START, head, make_public, resolve, submit

KEY = "larch-otter-42"


def test_each_sheet_supersedes_the_one_before_and_none_is_deleted(volga: Path) -> None:
    for number in range(1, 4):
        taken = submit(volga, "A", f"press: [{{to: all, text: {number}}}]\n")
        assert taken.on_file is not None and taken.on_file.version == number
    names = sorted(path.name for path in (volga / "turns/00-setup/sheets").iterdir())
    assert names == ["A.1.yaml", "A.2.yaml", "A.3.yaml"]
    assert resolve(volga).terms.versions == {"A": 3}


def test_a_sheet_with_errors_counts_and_says_how_many(volga: Path) -> None:
    taken = submit(volga, "A", "stacks: [[999, 998]]\n")
    assert taken.on_file is not None and taken.on_file.errors == 2


def test_a_sheet_refused_as_a_whole_is_noted_and_does_not_count(volga: Path) -> None:
    submit(volga, "A")
    with at_work(volga, command="submit", now=START) as campaign:
        for raw in (b"player: A\nturn: 7\nphase: setup\n", b"player: A: B\n", b"\xff\x00", b"PK\x03\x04"):
            assert receive(campaign, raw, received=START, now=START).on_file is None
    course = Campaign(volga).course
    assert [player for player, _ in course.refused["00-setup"]] == ["A", "", "", ""]
    assert course.on_file("A") is not None and len(course.sheets["00-setup"]) == 1


def test_a_refused_sheet_is_told_of_its_orders_but_noted_for_its_head(volga: Path) -> None:
    raw = head(volga, "A").replace("turn: 0", "turn: 1") + "stacks: [[999, 998]]\n"
    with at_work(volga, command="submit", now=START) as campaign:
        looked = receive(campaign, raw.encode(), received=START, now=START).looked
    assert [one.code for one in looked.findings] == ["other_turn_setup", "unknown_unit", "unknown_unit"]
    *_, (_, record) = Campaign(volga, from_start=True).fresh()
    assert record.kind == "refused" and (record.private or {})["why"] == [looked.findings[0].sentence]


def test_a_sheet_after_the_deadline_needs_the_gamesmasters_word_and_is_announced(volga: Path) -> None:
    late = START + timedelta(days=8)
    with pytest.raises(Refused, match=r"came after the deadline, Tuesday 8 December 2026, 12:00 UTC"):
        submit(volga, "A", now=late)
    taken = submit(volga, "A", now=late, late=True)
    assert taken.on_file is not None and taken.on_file.late
    resolve(volga, now=late)
    assert "a sheet of Player A count that came late" in (
        volga / "turns/00-setup/reports/B.txt"
    ).read_text().replace("\n", " ")


def test_after_closing_a_sheet_is_late_until_the_deadline_is_put_off(volga: Path) -> None:
    from pbem.campaign.adjudicating import close

    submit(volga, "B", salt="one")
    with at_work(volga, command="close", now=START) as campaign:
        assert close(campaign, START)
        assert not close(campaign, START)
        salt = campaign.course.salts["00-setup"]
    with pytest.raises(Refused, match="the Phase was closed"):
        submit(volga, "A", salt="two")
    with at_work(volga, command="deadline", now=START) as campaign:
        set_deadline(campaign, START, extend="1d")
    submit(volga, "A", salt="two")
    assert resolve(volga).terms.salt.hex() == salt  # fixed when the Phase was first closed


def test_a_player_who_has_left_cannot_order(volga: Path) -> None:
    for player in "ABC":
        submit(volga, player)
    resolve(volga)
    make_public(volga)
    submit(volga, "C", "quit: yes\n")
    resolve(volga)
    with pytest.raises(Refused, match="player C has left"):
        submit(volga, "C")


FORMS = [
    f"player: A\nkey: {KEY}\nturn: 3\nphase: first\n",
    f"player: A\nturn: 3\nphase: first\nkey: {KEY}",
    f"player: A\nturn: 3\nphase: first\nkey:    '{KEY}'   # my word, {KEY}\nmoves: []\n",
    f'player: A\nKey: "{KEY}"\nturn: 3\nphase: first\n',
    f"{{player: A, key: {KEY}, turn: 3, phase: first}}\n",
    f"{{player: A, turn: 3, phase: first, key: {KEY}}}\n",
    f"{{player: A, turn: 3, phase: first,\n key:\n  {KEY}\n}}\n",
    f"player: A\nkey:\n  {KEY}\nturn: 3\nphase: first\n",
    f"player: A\nkey: >\n  {KEY}\n\nturn: 3\nphase: first\n",
    f"player: A\nkey: |\n  {KEY}\nturn: 3\nphase: first\n",
    f"player: A\nturn: 3\nphase: first\nkey: {KEY}\nmoves:\n\t- force: [160]  # Привет\n\t  route: PETR–NOVG\n",
    f"player: A\nturn: 3\nphase: first\nkey: {KEY}\npress:\n- to: all\n  text: key: {KEY}\n",
    f"player: A\r\nturn: 3\r\nphase: first\r\nkey: {KEY}\r\n",
    f"\ufeffplayer: A\nturn: 3\nphase: first\nkey: “{KEY}”\n",
    f"player: A\nturn: 3\nphase: first\nkey: {KEY}\nkey: {KEY}\n",
    f"player: A\nturn: 3\nphase: first\nkey: [{KEY}]\n",
    f"player: A\nturn: [\nkey: {KEY}\n",
]


@pytest.mark.parametrize("text", FORMS)
def test_no_form_of_the_secret_word_is_kept_and_all_else_stays(text: str) -> None:
    rules = load_rules()
    raw = text.encode()
    read = read_sheet(raw, rules=rules)
    kept = kept_text(raw, read, known=[KEY])
    assert KEY not in kept
    again = read_sheet(kept.encode(), rules=rules)
    assert again.sheet == read.sheet
    others = [
        line for line in text.replace("\r", "").lstrip("\ufeff").splitlines() if KEY not in line and line
    ]
    assert [line for line in others if line not in kept.splitlines()] in ([], ["key: >"], ["key: |"])


def test_other_charsets_are_kept_as_utf_8(volga: Path) -> None:
    raw = (head(volga, "A", key=KEY) + "salt: Привет\n").encode("koi8-r")
    with at_work(volga, command="submit", now=START) as campaign:
        taken = receive(campaign, raw, received=START, now=START, charset="koi8-r")
        assert taken.on_file is not None
        text = sheet_text(campaign, taken.on_file)
        assert look_at(campaign, text.encode()).read.sheet == taken.looked.read.sheet
    assert "salt: Привет" in text and KEY not in text
    assert KEY not in (volga / "ledger.jsonl").read_text()
