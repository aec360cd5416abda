"""Mails that wait for the gamesmaster: he reads them, decides them, and no Phase is played over them without his word."""

import json
import re
import shutil
import unicodedata
from datetime import timedelta
from pathlib import Path

import pytest

from pbem import cli
from pbem.campaign.adjudicating import adjudicate
from pbem.campaign.decisions.deadlines import deadline_of
from pbem.campaign.decisions.publishing import publish
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.held_mails import held_orders
from pbem.campaign.secret_words import without_secrets
from pbem.mail.intake import decide_waiting, store
from pbem.mail.sources import from_files
from tests.mail.campaigns import KEYS, LATER, START, address, begin, marked, plain_mail, sheet, take
from tests.mail.conftest import Clock
from tests.mail.servers import FaultySmtp

pytestmark = pytest.mark.usefixtures("clock")


class Told:
    """Gives a command; what it printed, as one line, and what it complained of."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.error = ""
        self.lines: list[str] = []

    def __call__(self, *words: object, status: int = 0) -> str:
        self._capsys.readouterr()
        found = cli.run([str(word) for word in words])
        said = self._capsys.readouterr()
        self.error = " ".join(said.err.split())
        self.lines = said.out.splitlines()
        assert found == status, said
        return " ".join(said.out.split())


@pytest.fixture
def pbem(capsys: pytest.CaptureFixture[str]) -> Told:
    return Told(capsys)


def three(folder: Path, mail: str = "") -> Path:
    """A campaign of three players."""
    return begin(folder, players="ABC", mail=mail)


def held_id(folder: Path) -> str:
    (found,) = Campaign(folder).course.held
    return found


def all_but_b(folder: Path, **b: object) -> None:
    """A and C send sheets that count, B one with a wrong word."""
    wrong = plain_mail("B", marked(sheet("B", key="wrong-word-of-mine")), number=2)
    take(folder, plain_mail("A", marked(sheet("A"))), wrong, plain_mail("C", marked(sheet("C"))))


# --- no Phase is played over them --------------------------------------------------------------------------------


def test_adjudicate_refuses_over_held_orders_unless_told(tmp_path: Path, pbem: Told, clock: Clock) -> None:
    folder = three(tmp_path / "volga")
    all_but_b(folder)
    name = held_id(folder)
    clock.now = START + timedelta(days=30)  # past the deadline, so that no sheet is missing any more
    for more in ([], ["--allow-missing"]):
        pbem("adjudicate", folder, *more, status=1)
        assert f"mail {name} of player B (Boris) waits for your decision" in pbem.error
        assert f"`pbem mail show {folder} {name}`" in pbem.error and "--despite-held" in pbem.error
    said = pbem("adjudicate", folder, "--dry-run")
    assert (
        "No sheet has come from B (Boris)." in said
        and f"there waits mail {name} of player B (Boris)." in said
    )
    said = pbem("adjudicate", folder, "--despite-held")
    assert "sheets: A version 1, C version 1 no sheet from: B (Boris)" in said
    assert f"played despite: mail {name} of player B (Boris)" in said


def test_a_late_sheet_is_not_played_over_either(tmp_path: Path, pbem: Told, clock: Clock) -> None:
    folder = three(tmp_path / "volga")
    take(folder, plain_mail("A", marked(sheet("A"))), plain_mail("C", marked(sheet("C"))))
    deadline = deadline_of(Campaign(folder).course)
    assert deadline is not None
    clock.now = deadline + timedelta(hours=1)
    take(folder, plain_mail("B", marked(sheet("B"))), at=deadline + timedelta(minutes=1), now=clock.now)
    pbem("adjudicate", folder, status=1)
    assert ": late mail " in pbem.error and "of player B (Boris) waits" in pbem.error
    pbem("mail", "accept", folder, held_id(folder), "--why", "A minute.")
    assert "B version 1" in pbem("adjudicate", folder)


def test_a_newer_sheet_that_is_held_is_not_played_over(tmp_path: Path, pbem: Told) -> None:
    folder = three(tmp_path / "volga")
    all_but_b(folder)
    take(folder, plain_mail("B", marked(sheet("B")), number=3), at=START + timedelta(minutes=5))
    assert not held_orders(Campaign(folder).course), "a sheet that came after it counts"
    wrong = plain_mail("A", marked(sheet("A", key="wrong-word-of-mine", body="salt: x\n")), number=4)
    take(folder, wrong, at=START + timedelta(minutes=9))
    pbem("adjudicate", folder, status=1)
    assert "of player A (Anna) waits for your decision" in pbem.error


def test_letters_hold_up_nothing(tmp_path: Path, pbem: Told) -> None:
    folder = three(tmp_path / "volga")
    take(folder, *(plain_mail(one, marked(sheet(one))) for one in "ABC"), plain_mail("A", "Hello!", number=9))
    assert "All sheets are in: `pbem adjudicate" in pbem("status", folder)
    pbem("adjudicate", folder)


def test_the_players_without_a_sheet_are_named(tmp_path: Path, pbem: Told) -> None:
    folder = three(tmp_path / "volga")
    pbem("excuse", folder, "--player", "C")
    said = pbem("adjudicate", folder, "--allow-missing")
    assert "no sheet from: A (Anna), B (Boris), C (Clara, excused)" in said
    with at_work(folder, command="x", now=LATER) as campaign:
        publish(campaign, LATER)
    found = json.loads(pbem("adjudicate", folder, "--allow-missing", "--format", "json"))
    assert found["without_sheet"] == ["A", "B", "C"]


def test_a_sheet_whose_phase_was_played_counts_after_an_undo(tmp_path: Path, pbem: Told) -> None:
    folder = three(tmp_path / "volga")
    all_but_b(folder)
    name = held_id(folder)
    with at_work(folder, command="x", now=LATER) as campaign:
        adjudicate(campaign, LATER, allow_missing=True, despite_held=True)
    pbem("mail", "accept", folder, name, "--why", "x", status=1)
    assert "the sheet is for the set-up, which is adjudicated already" in pbem.error
    (undo,) = re.findall(r"`pbem (undo .*? --to 00-setup)`", pbem.error)
    pbem(*undo.split())
    pbem("adjudicate", folder, "--allow-missing", status=1)
    assert name in pbem.error
    pbem("mail", "accept", folder, name, "--why", "He telephoned.")
    assert "B version 1" in pbem("adjudicate", folder)


def test_submitting_such_a_sheet_says_so_too(tmp_path: Path, pbem: Told) -> None:
    folder = three(tmp_path / "volga")
    pbem("adjudicate", folder, "--allow-missing")
    path = tmp_path / "a.yaml"
    path.write_text(sheet("A"))
    said = pbem("submit", folder, path, status=1)
    assert f"The set-up is adjudicated; `pbem undo {folder} --to 00-setup` goes back to it." in said
    pbem("publish", folder)
    assert f'`pbem undo {folder} --to 00-setup --why "..."` goes back' in pbem("submit", folder, path, status=1)
    path.write_text(sheet("A", turn=2, phase="first"))
    assert "undo" not in pbem("submit", folder, path, status=1)


# --- reading them ------------------------------------------------------------------------------------------------


def test_a_letter_can_be_read(tmp_path: Path, pbem: Told) -> None:
    folder = three(tmp_path / "volga")
    text = f"Dear Greta,\n\x1b[31mmay I have\tthree days?\u202e\nkey: {KEYS['A']}\nor {KEYS['B'].upper()}\nkey: any other\n"
    path = folder.parent / "a.eml"
    path.write_bytes(plain_mail("A", text, Subject=f"my word is {KEYS['A']}"))
    said = pbem("mail", "read", folder, path)
    name = held_id(folder)
    assert f"pbem mail show {folder} {name}" in said and f"pbem mail accept {folder} {name}" in said
    assert f"pbem mail show {folder} {name}" in pbem("mail", "list", folder, "--held")
    said = pbem("mail", "show", folder, name[:5])
    lines = pbem.lines
    assert "from: Anna <anna@player.example>" in said and "player: A (Anna)" in said
    assert "| Dear Greta," in lines and "| [31mmay I have three days?" in " ".join(lines).replace(
        "|  [", "| ["
    )
    assert "\x1b" not in "\n".join(lines) and "\u202e" not in "\n".join(lines)
    shown = "\n".join(lines).lower()
    assert not any(word in shown for word in (*KEYS.values(), "any other"))
    assert "| key: (not shown)" in lines and "| or (not shown)" in lines
    (stored,) = (folder / "mail" / "in").iterdir()
    assert f"file: {stored}" in said and "subject: my word is (not shown)" in said
    found = json.loads(pbem("mail", "show", folder, name, "--format", "json"))
    assert found["decision"] == "held" and found["texts"][0]["lines"][0] == "Dear Greta,"
    assert not any(word in json.dumps(found) for word in KEYS.values())


def test_attachments_and_long_mails_are_shown_in_bounds(tmp_path: Path, pbem: Told) -> None:
    folder = three(tmp_path / "volga")
    from email import message_from_bytes, policy

    mail = message_from_bytes(
        plain_mail("A", "\n".join(f"line {n}" for n in range(900))), policy=policy.default
    )
    mail.add_attachment(b"\x89PNG" * 1000, "image", "png", filename="../map\x07.png")
    mail.add_attachment("a note\n", filename="note.txt")
    take(folder, mail.as_bytes())
    said = pbem("mail", "show", folder, held_id(folder))
    assert "| line 399" in pbem.lines and "| line 400" not in pbem.lines
    assert "501 more lines: see the file." in said
    assert re.search(r"Not shown: map ?\.png \(image/png, 3 KB\)", said), said


def test_what_came_and_what_went_is_told_apart(tmp_path: Path, pbem: Told) -> None:
    folder = three(tmp_path / "volga")
    all_but_b(folder)
    (own,) = (name for name in Campaign(folder).course.mail.out if name.startswith("warning"))
    pbem("mail", "show", folder, own, status=2)
    assert "is a mail of ours" in pbem.error and f"{own}.eml" in pbem.error
    pbem("mail", "show", folder, "nosuch", status=2)
    assert "there is no mail 'nosuch'" in pbem.error


def test_a_gamesmaster_who_plays_reads_no_orders_before_his_own_are_in(tmp_path: Path, pbem: Told) -> None:
    settings = {'playing_gamesmaster: ""': "playing_gamesmaster: C"}
    folder = begin(tmp_path / "volga", players="ABC", settings=settings)
    secret = "press: [{to: all, text: Attack}]\n"
    take(folder, plain_mail("A", marked(sheet("A", key="wrong-word-of-mine", body=secret))))
    name = held_id(folder)
    said = pbem("mail", "show", folder, name)
    assert "Attack" not in said and "it is shown once the sheet of player C is on file" in said
    take(folder, plain_mail("B", "A letter.", number=2))
    (letter,) = (one for one in Campaign(folder).course.held if one != name)
    assert "| A letter." in pbem("mail", "show", folder, letter)
    assert "After the sheet of player C" not in pbem("status", folder)  # an undecided mail comes first
    take(folder, plain_mail("C", marked(sheet("C")), number=3))
    assert "Attack" in pbem("mail", "show", folder, name)


def test_the_notice_to_the_gamesmaster_names_the_command(
    tmp_path: Path, smtp: FaultySmtp, pbem: Told
) -> None:
    folder = three(tmp_path / "volga", smtp.settings())
    take(folder, plain_mail("A", "May I have three days?"))
    pbem("mail", "send", folder)
    (notice,) = smtp.messages("greta@gm.example")
    said = " ".join(notice.get_payload(decode=True).decode().split())
    assert "`pbem mail show volga ID` prints one" in said and "--held` lists all that wait" in said


# --- deciding them -----------------------------------------------------------------------------------------------


def test_that_a_mail_waits_is_not_sent_once_it_is_decided(
    tmp_path: Path, smtp: FaultySmtp, pbem: Told
) -> None:
    folder = three(tmp_path / "volga", smtp.settings())
    pbem("mail", "send", folder)
    take(
        folder,
        plain_mail("A", marked(sheet("A", key="wrong-word-of-mine")), number=1),
        plain_mail(
            "B", marked(sheet("B", body="salt: one\n")) + marked(sheet("B", body="salt: two\n")), number=2
        ),
        plain_mail("C", marked(sheet("C", key=None)), number=3),
    )
    smtp.taken.clear()
    held = {seat: name for name, seat in Campaign(folder).course.held.items()}
    pbem("mail", "accept", folder, held["A"], "--why", "He telephoned.")
    pbem("mail", "accept", folder, held["B"], "--why", "The first.", "--sheet", 1)
    pbem("mail", "reject", folder, held["C"], "--why", "No.", "--no-answer")
    pbem("mail", "send", folder)
    for player, told in (("A", "your sheet counts"), ("B", "your sheet counts"), ("C", "without proof")):
        (mail,) = smtp.messages(address(player))
        assert str(mail["Subject"]).endswith(told)
    said = pbem("mail", "list", folder)
    assert "withdrawn" not in said and "withdrawn" in pbem("mail", "list", folder, "--all")
    assert "is not sent, since the gamesmaster decided in the meantime" in pbem("log", folder)
    assert "Nothing is to be sent." in pbem("mail", "send", folder)
    assert "Nothing differs." in pbem("verify", folder)


def test_a_mail_that_is_decided_says_how_its_orders_can_count(tmp_path: Path, pbem: Told) -> None:
    folder = three(tmp_path / "volga")
    take(folder, plain_mail("A", "campaign: volga\nplayer: A\nturn: 0\nphase: setup\nstacks: []\n"))
    (name,) = Campaign(folder).course.mail.seen
    pbem("mail", "accept", folder, name, "--why", "x", status=2)
    assert "it was decided as refused" in pbem.error and f"`pbem submit {folder} FILE`" in pbem.error


# --- files that are no mails -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("some.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256))),
        ("players.txt", b"A: Anna <anna@example.org>\nB: Boris <boris@example.org>\n"),
        ("settings", b"name: volga\nzone: UTC\n"),
        ("letter.txt", b"Dear Greta,\n\nSubject: none\n"),
        ("empty", b""),
    ],
)
def test_what_is_no_mail_is_not_taken_for_one(tmp_path: Path, pbem: Told, name: str, content: bytes) -> None:
    folder = three(tmp_path / "volga")
    mails = tmp_path / "mails"
    mails.mkdir()
    (mails / "a.eml").write_bytes(plain_mail("A", marked(sheet("A"))))
    (mails / name).write_bytes(content)
    for given in (mails / name, mails):
        pbem("mail", "read", folder, given, status=2)
        assert f"{name}: this is no mail" in pbem.error and "Save the mail as a whole" in pbem.error
    assert not (folder / "mail" / "in").exists()
    (mails / name).write_bytes(b"From: x@example.org\n\nHello.\n")
    assert "2 new mails." in pbem("mail", "read", folder, mails)


def test_whatever_lies_in_a_maildir_was_delivered(tmp_path: Path, pbem: Told) -> None:
    folder = three(tmp_path / "volga")
    (tmp_path / "Maildir" / "new").mkdir(parents=True)
    (tmp_path / "Maildir" / "new" / "1.x.host").write_bytes(b"half a mail")
    assert "1 new mail." in pbem("mail", "read", folder, tmp_path / "Maildir")


# --- sending -----------------------------------------------------------------------------------------------------


def test_who_gets_nothing_is_told(tmp_path: Path, smtp: FaultySmtp, pbem: Told) -> None:
    settings = {
        f', email: "{address("C")}"': "",
        '{name: "Greta", email: "greta@gm.example"}': '{name: "Greta"}',
    }
    folder = begin(tmp_path / "volga", players="ABC", mail=smtp.settings(), settings=settings)
    said = pbem("mail", "send", folder, "--dry-run")
    assert "to A <anna@player.example>: [volga] The deal: report: would be sent" in said
    assert "Nothing is mailed to C (Clara): no address in campaign.yaml." in said
    assert "Nothing is mailed to you, the gamesmaster" in said
    smtp.refused.add(address("B"))
    pbem("mail", "send", folder, status=1)
    cure = f"Correct the address in campaign.yaml, then try it again: pbem mail send {folder} --to B"
    assert cure in pbem("mail", "list", folder)
    said = pbem("mail", "send", folder)
    assert "Nothing is to be sent." in said and cure in said
    assert "1 mail to player B <boris@player.example> refused for good" in said
    assert "1 mail refused for good by a mail server" in pbem("status", folder)
    smtp.refused.clear()
    pbem("mail", "send", folder, "--to", "B")
    assert cure not in pbem("mail", "send", folder) and "refused" not in pbem("status", folder)


def test_a_mail_that_waits_without_an_address_is_not_promised(
    tmp_path: Path, smtp: FaultySmtp, pbem: Told
) -> None:
    folder = three(tmp_path / "volga", smtp.settings())
    take(folder, plain_mail("A", marked(sheet("A"))))
    path = folder / "campaign.yaml"
    path.write_text(path.read_text().replace(f', email: "{address("A")}"', ""))
    with at_work(folder, command="x", now=LATER):
        pass
    said = pbem("mail", "send", folder, "--dry-run")
    assert "to A: [volga] Set-up: your sheet counts: not sent: no address in campaign.yaml" in said


def test_publishing_tells_how_the_reports_reach_the_players(
    tmp_path: Path, smtp: FaultySmtp, pbem: Told
) -> None:
    for name, mail, told in (
        ("by-mail", smtp.settings(), "Nothing is mailed yet: `pbem mail send"),
        ("by-hand", "", "Now send each player the report with his letter"),
    ):
        folder = begin(tmp_path / name, players="ABC", mail=mail, name="volga")
        pbem("adjudicate", folder, "--allow-missing")
        assert told in pbem("publish", folder)


# --- the host ----------------------------------------------------------------------------------------------------


def test_what_waits_is_told_once(tmp_path: Path, smtp: FaultySmtp, pbem: Told, clock: Clock) -> None:
    folder = three(tmp_path / "volga", smtp.settings())
    pbem("host", folder)
    all_but_b(folder)
    clock.now = START + timedelta(days=30)
    said = pbem("host", folder, "--once")
    name = held_id(folder)
    assert f"not adjudicated: mail {name} of player B (Boris) waits for your decision" in said
    assert f"`pbem mail show {folder} {name}`" in said
    for _ in range(2):
        clock.now += timedelta(minutes=10)
        assert pbem("host", folder, "--once") == ""
    wrong = plain_mail("A", marked(sheet("A", key="wrong-word-of-mine", body="salt: x\n")), number=7)
    take(folder, wrong, at=START + timedelta(minutes=9), now=clock.now)
    assert "of player B (Boris) and mail" in pbem("host", folder, "--once")
    assert pbem("host", folder, "--once") == ""
    for one in list(Campaign(folder).course.held):
        pbem("mail", "reject", folder, one, "--why", "No.")
    said = pbem("host", folder, "--once")
    assert "the set-up adjudicated, without a sheet of player B (Boris)" in said and "published" in said
    assert "not adjudicated" not in said
    assert pbem("host", folder, "--once") == ""


def test_the_host_tells_which_mails_did_not_count(
    tmp_path: Path, smtp: FaultySmtp, pbem: Told, clock: Clock
) -> None:
    folder = three(tmp_path / "volga", f"{smtp.settings()}\nhost: {{wait_for_held: no}}")
    all_but_b(folder)
    clock.now = START + timedelta(days=30)
    said = pbem("host", folder)
    assert f"without a sheet of player B (Boris), not counting mail {held_id(folder)} of player B (Boris)" in said


def test_a_server_that_is_down_does_not_make_it_tell_again(
    tmp_path: Path, smtp: FaultySmtp, pbem: Told, clock: Clock
) -> None:
    """What was told stays told though a round could not look whether it still stands."""
    folder = three(tmp_path / "volga", smtp.settings())
    pbem("host", folder)
    all_but_b(folder)
    pbem("mail", "send", folder)
    clock.now = START + timedelta(days=30)
    assert "not adjudicated" in pbem("host", folder)
    path = folder / "campaign.yaml"
    well = path.read_text()
    broken = well + "  incoming: {server: 127.0.0.1, port: 1, security: none, user: u}\n"
    path.write_text(broken)
    said = pbem("host", folder, status=4)
    assert "not adjudicated" not in said
    path.write_text(well)
    assert pbem("host", folder) == ""


def test_the_time_for_corrections_is_waited_for_in_silence(
    tmp_path: Path, smtp: FaultySmtp, pbem: Told, clock: Clock
) -> None:
    settings = {"correct_within: 0h": "correct_within: 48h"}
    folder = begin(tmp_path / "volga", players="ABC", mail=smtp.settings(), settings=settings)
    pbem("host", folder)
    take(folder, *(plain_mail(one, marked(sheet(one))) for one in "ABC"))
    pbem("mail", "send", folder)
    assert pbem("host", folder) == ""
    assert "All sheets are in. When mistakes can no longer be pointed out" in pbem("status", folder)
    clock.now = START + timedelta(hours=49)
    assert "the set-up adjudicated" in pbem("host", folder)


def test_that_nothing_can_be_sent_is_told(tmp_path: Path, pbem: Told, clock: Clock) -> None:
    folder = three(tmp_path / "volga")
    assert "nothing is sent: no server is settled that takes our mails" in pbem("host", folder)
    assert pbem("host", folder) == ""


def test_drafts_that_wait_for_the_gamesmaster_are_told_with_the_command(
    tmp_path: Path, smtp: FaultySmtp, pbem: Told
) -> None:
    folder = three(tmp_path / "volga", f"{smtp.settings()}\nhost: {{publish: by_hand}}")
    take(folder, *(plain_mail(one, marked(sheet(one))) for one in "ABC"))
    assert f"the set-up adjudicated; `pbem publish {folder}` publishes the report" in pbem("host", folder)
    assert f"is a draft: `pbem publish {folder}`" in pbem("status", folder)


# --- the status --------------------------------------------------------------------------------------------------


def test_the_status_tells_what_there_is_to_do(tmp_path: Path, pbem: Told, clock: Clock) -> None:
    folder = three(tmp_path / "volga")
    assert "pbem" not in pbem("status", folder)
    all_but_b(folder)
    said = pbem("status", folder)
    assert (
        f"1 mail held for your decision: `pbem mail list {folder} --held`" in said
        and "adjudicate" not in said
    )
    pbem("mail", "reject", folder, held_id(folder), "--why", "No.")
    assert "adjudicate" not in pbem("status", folder)
    clock.now = START + timedelta(days=30)
    said = pbem("status", folder)
    assert f"The deadline has passed without a sheet of B: `pbem adjudicate {folder}`" in said
    (found,) = json.loads(pbem("status", folder, "--format", "json"))
    assert found["missing"] == ["B"] and found["held_orders"] == 0 and found["victory"] is None


def test_the_status_tells_who_quits(tmp_path: Path, pbem: Told) -> None:
    folder = three(tmp_path / "volga")
    take(folder, *(plain_mail(one, marked(sheet(one))) for one in "ABC"))
    pbem("adjudicate", folder)
    pbem("publish", folder)
    turn = {"turn": 1, "phase": "first"}
    take(
        folder,
        plain_mail("A", marked(sheet("A", **turn, body="quit: yes\n")), number=11),  # type: ignore[arg-type]
        plain_mail("B", marked(sheet("B", **turn, body="# quit: yes\nquit: no\n")), number=11),  # type: ignore[arg-type]
    )
    said = pbem("status", folder)
    assert said.count("leaves the campaign by it") == 1
    assert re.search(r"A Anna valid sheet, version 1, [-\d]+ [:\d]+, leaves the campaign by it", said), said
    (found,) = json.loads(pbem("status", folder, "--format", "json"))
    assert [one["quits"] for one in found["players"]] == [True, False, False]


# --- whatever comes ----------------------------------------------------------------------------------------------


def test_every_mail_can_be_shown_safely(tmp_path: Path, pbem: Told) -> None:
    """Of all kinds of mails, broken and hostile ones among them, nothing but letters comes through, and no secret word."""
    folder = begin(tmp_path / "volga")
    store(folder, from_files(sorted((Path(__file__).parent / "corpus").glob("*.eml")), LATER))
    decide_waiting(folder, command="test", now=LATER)
    shown = 0
    with_text = 0
    for name in Campaign(folder).course.mail.seen:
        pbem("mail", "show", folder, name)
        text = "\n".join(pbem.lines)
        assert all(line.isprintable() for line in pbem.lines), name
        assert not any(without_secrets(text, [word]) != text for word in KEYS.values()), name
        shown += 1
        with_text += any(line.startswith("| ") for line in pbem.lines)
    assert shown >= 60 and with_text > shown / 2


BOUNDARY = "Content-Type: multipart/mixed; boundary=b\n"
NO_BREAK = "\u2060"


@pytest.mark.parametrize(
    ("headers", "text"),
    [
        ("", "My word is maple-\nheron-\nridge-17\n"),
        ("", "> My word is maple-her\n> on-ridge-17\n"),
        ("", f"m{NO_BREAK}aple-heron-ridge\u00ad-17 \uff4d\uff41\uff50\uff4c\uff45-heron-ridge-17\n"),
        ("Content-Type: text/html; charset=utf-8\n", "<p>maple&#45;heron&shy;-ridge-1&#8203;7"),
        (BOUNDARY, '--b\nContent-Type: text/plain; name="maple-heron-ridge-17.txt"\n\nHi.\n--b--\n'),
        (BOUNDARY, "--b\nContent-Type: application/maple-heron-ridge-17\n\nHi.\n--b--\n"),
    ],
    ids=["lines", "quoted", "letters", "page", "name", "type"],
)
def test_no_secret_word_is_shown_however_it_was_taken_apart(
    tmp_path: Path, pbem: Told, headers: str, text: str
) -> None:
    folder = three(tmp_path / "volga")
    if headers != BOUNDARY:
        headers = headers or "Content-Type: text/plain; charset=utf-8\n"
    take(folder, f"From: Boris <{address('B')}>\nMessage-ID: <1@x>\nSubject: x\n{headers}\n{text}".encode())
    said = pbem("mail", "show", folder, held_id(folder))
    letters = unicodedata.normalize("NFKC", "".join("\n".join(pbem.lines).split())).replace("\u2060", "")
    assert "ridge" not in letters and "heron" not in letters and "maple" not in letters
    assert "(not shown)" in said


@pytest.mark.parametrize(
    "line",
    ["{key: almost-my-word-9}", '"key" : almost-my-word-9', "Key = almost-my-word-9", "key:\n  almost-my-word-9"],
)
def test_a_wrong_word_is_not_shown_either(tmp_path: Path, pbem: Told, line: str) -> None:
    folder = three(tmp_path / "volga")
    take(folder, plain_mail("B", f"Hello.\n\n{line}\nmoves: none today\n  and a line moved in\n"))
    said = pbem("mail", "show", folder, held_id(folder))
    assert "almost" not in said and "(not shown)" in said
    assert "moves: none today" in said and "and a line moved in" in said


@pytest.mark.parametrize("command", [("mail", "send"), ("host",)])
def test_a_mail_that_is_no_folder_is_named(
    tmp_path: Path, pbem: Told, smtp: FaultySmtp, command: tuple[str, ...]
) -> None:
    folder = three(tmp_path / "volga", mail=smtp.settings())
    (folder / "mail").write_text("x")
    said = pbem(*command, folder, status=2)
    assert "cannot be" in said + pbem.error and "fault" not in said + pbem.error


def test_a_mail_of_a_removed_player_holds_up_nothing_unless_he_stays(tmp_path: Path, pbem: Told) -> None:
    folder = three(tmp_path / "volga")
    all_but_b(folder)
    assert [one.player for one in held_orders(Campaign(folder).course)] == ["B"]
    pbem("remove", folder, "--player", "B")
    assert not held_orders(Campaign(folder).course)
    pbem("replace", folder, "--player", "B", "--name", "Boris")
    assert [one.player for one in held_orders(Campaign(folder).course)] == ["B"]
    pbem("remove", folder, "--player", "B")
    pbem("adjudicate", folder)
    pbem("publish", folder)
    assert not held_orders(Campaign(folder).course)


def test_an_archive_that_is_unpacked_is_a_campaign_to_look_at(tmp_path: Path, pbem: Told) -> None:
    folder = three(tmp_path / "volga")
    all_but_b(folder)
    pbem("key", folder, "--player", "A")
    pbem("excuse", folder, "--player", "B")
    pbem("adjudicate", folder, "--despite-held")
    pbem("publish", folder)
    pbem("mail", "reject", folder, held_id(folder), "--why", "As I say.")
    pbem("archive", folder, "--out", tmp_path / "volga.zip")
    player = tmp_path / "seen"
    shutil.unpack_archive(tmp_path / "volga.zip", player)
    said = pbem("log", player)
    assert "A player was given a new secret word; who, is not in the archive" in said
    assert "A sheet for the set-up came; whose" in said and "\u2026" not in said and "As I say" not in said
    assert "No mails." in pbem("mail", "list", player)
    pbem("status", player)
    for path in (player, tmp_path / "volga.zip"):
        said = pbem("verify", path, "--reports")
        assert "The seed is not revealed yet" in said and "Nothing differs" in said
    for command in ("adjudicate", "publish", "undo", "rebuild", "report"):
        pbem(command, player, status=1)


def test_a_held_mail_whose_file_is_gone_has_a_way_on(tmp_path: Path, pbem: Told) -> None:
    folder = three(tmp_path / "volga")
    all_but_b(folder)
    name = held_id(folder)
    next((folder / "mail" / "in").glob(f"*{name}*")).unlink()
    for command in (("show",), ("accept",), ("reject",)):
        pbem("mail", *command, folder, name, *(() if command == ("show",) else ("--why", "x")), status=2)
        assert "is gone from" in pbem.error and "--despite-held" in pbem.error
    pbem("adjudicate", folder, "--despite-held", "--allow-missing")
