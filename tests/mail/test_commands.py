"""The commands of `pbem mail` and `pbem host`, as a gamesmaster gives them."""

import io
import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem import cli
from pbem.campaign.folder import Campaign
from tests.mail.campaigns import begin, marked, plain_mail, sheet
from tests.mail.conftest import Clock
from tests.mail.servers import FaultySmtp, free_port

pytestmark = pytest.mark.usefixtures("clock")


@pytest.fixture
def folder(tmp_path: Path, smtp: FaultySmtp) -> Path:
    return begin(tmp_path / "volga", mail=smtp.settings())


def pbem(*arguments: object) -> int:
    return cli.run([str(one) for one in arguments])


def saved(folder: Path, name: str, raw: bytes) -> Path:
    path = folder.parent / name
    path.write_bytes(raw)
    return path


def test_read_a_file_and_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(folder, "a.eml", plain_mail("A", marked(sheet("A"))))
    assert pbem("mail", "read", folder, path) == 0
    assert re.search(r"1 new mail\.\n[0-9a-f]{12}  counts  player A  The sheet counts as version 1", capsys.readouterr().out)
    assert pbem("mail", "read", folder, path) == 0
    assert capsys.readouterr().out == "no new mails.\n"


def test_order_sheets_are_no_mails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder named by mistake is not answered as mails: none of its files is taken in, not even one that is a mail."""
    sheets = folder.parent / "sheets"
    sheets.mkdir()
    (sheets / "a.eml").write_bytes(plain_mail("A", marked(sheet("A"))))
    (sheets / "anna.yaml").write_text(sheet("A"))
    assert pbem("mail", "read", folder, sheets) == 2
    told = capsys.readouterr().err
    assert "anna.yaml: this is no mail but an order sheet" in told and "`pbem submit`" in told
    assert pbem("mail", "list", folder) == 0
    assert capsys.readouterr().out == "No mails.\n"


def test_nothing_is_taken_in_before_mail_is_set_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = begin(tmp_path / "volga")
    settings = folder / "campaign.yaml"
    settings.write_text(re.sub(r"(?ms)^mail:\n(?: .*\n)+", "", settings.read_text()))
    assert pbem("mail", "read", folder, saved(folder, "a.eml", plain_mail("A", marked(sheet("A"))))) == 2
    assert "no mail settings" in capsys.readouterr().err
    assert not (folder / "mail" / "in").exists()


def test_read_a_maildir_an_mbox_and_the_standard_input(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("cur", "new", "tmp"):
        (folder.parent / "Maildir" / name).mkdir(parents=True)
    (folder.parent / "Maildir" / "cur" / "1.a.host:2,S").write_bytes(plain_mail("A", marked(sheet("A"))))
    (folder.parent / "Maildir" / "new" / "2.b.host").write_bytes(plain_mail("B", marked(sheet("B"))))
    (folder.parent / "Maildir" / "tmp" / "3.c.host").write_bytes(plain_mail("C", "half writ"))
    frame = b"From anna@player.example Sun Nov  1 12:00:00 2026\n"
    mbox = saved(folder, "mbox", b"\n".join(frame + plain_mail(one, marked(sheet(one))) for one in "CD"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(plain_mail("E", marked(sheet("E"))))))
    assert pbem("mail", "read", folder, folder.parent / "Maildir", mbox, "-") == 0
    said = capsys.readouterr().out
    assert said.startswith("5 new mails.") and said.count("  counts  ") == 5


def test_a_filter_pipes_a_mail_in(folder: Path) -> None:
    """A process of its own, with bytes that are no text."""
    raw = plain_mail("A", marked(sheet("A")) + "\n") + b"\xff\xfe\n"
    done = subprocess.run([sys.executable, "-m", "pbem", "mail", "read", str(folder), "-"], input=raw, capture_output=True, check=False, cwd=folder.parent, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert done.returncode == 0 and b"1 new mail." in done.stdout, done.stderr
    assert [path.read_bytes() for path in (folder / "mail" / "in").iterdir()] == [raw]
    empty = subprocess.run([sys.executable, "-m", "pbem", "mail", "read", str(folder), "-"], input=b"", capture_output=True, check=False, cwd=folder.parent, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert empty.returncode == 2 and b"no mail on the standard input" in empty.stderr


def test_files_that_are_not_there(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pbem("mail", "read", folder, tmp_path / "none.eml") == 2
    assert pbem("mail", "read", tmp_path, tmp_path / "none.eml") == 2
    assert "no campaign" in capsys.readouterr().err
    assert not (tmp_path / "mail").exists()


def test_list_accept_and_reject(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mails = [
        plain_mail("A", marked(sheet("A", key="wrong-word-of-mine")), number=1),
        plain_mail("B", marked(sheet("B", key=None)), number=2, Subject="[volga] my\torders"),
        plain_mail("C", "Dear Greta, nice game!", number=3),
    ]
    pbem("mail", "read", folder, *(saved(folder, f"{number}.eml", raw) for number, raw in enumerate(mails)))
    capsys.readouterr()
    assert pbem("mail", "list", folder, "--held", "--format", "json") == 0
    found = {one["player"]: one for one in json.loads(capsys.readouterr().out)["in"]}
    assert {one["decision"] for one in found.values()} == {"held"} and sorted(found) == ["A", "B", "C"]
    assert found["B"]["subject"] == "[volga] my orders"
    assert "wrong-word-of-mine" not in json.dumps(found)
    assert pbem("mail", "accept", folder, found["A"]["id"][:6], "--why", "He telephoned.") == 0
    assert "let the sheet count: version 1" in capsys.readouterr().out
    assert pbem("mail", "accept", folder, found["A"]["id"], "--why", "Again.") == 2
    assert "is not held: it was decided as counts" in capsys.readouterr().err
    assert pbem("mail", "reject", folder, found["B"]["id"], "--why", "No word.") == 0
    assert "The answer to player B is in the outbox" in capsys.readouterr().out
    assert pbem("mail", "accept", folder, found["C"]["id"], "--why", "Read.") == 0
    assert pbem("mail", "accept", folder, "ffff", "--why", "x") == 2
    assert pbem("mail", "accept", folder, found["C"]["id"]) == 2  # no reason
    capsys.readouterr()
    assert pbem("mail", "list", folder) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Gamesmaster: He telephoned." in said and "Gamesmaster: No word." in said
    assert Campaign(folder).course.held == {}


def test_which_of_two_sheets(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raw = plain_mail("A", marked(sheet("A", body="salt: one\n")) + marked(sheet("A", body="salt: two\n")))
    pbem("mail", "read", folder, saved(folder, "a.eml", raw))
    (held,) = Campaign(folder).course.held
    assert pbem("mail", "accept", folder, held, "--why", "x") == 2
    assert "--sheet 1 to --sheet 2" in capsys.readouterr().err
    assert pbem("mail", "accept", folder, held, "--why", "The lower one, he says.", "--sheet", 2) == 0
    assert "salt: two" in (folder / "turns/00-setup/sheets/A.1.yaml").read_text()


def test_an_older_sheet_is_not_accepted_by_mistake(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    early = b"Received: from a by b; Sun, 01 Nov 2026 12:00:01 +0000\n" + plain_mail("A", marked(sheet("A", key=None)), number=1)
    later = b"Received: from a by b; Sun, 01 Nov 2026 12:30:00 +0000\n" + plain_mail("A", marked(sheet("A")), number=2)
    pbem("mail", "read", folder, saved(folder, "1.eml", early), saved(folder, "2.eml", later))
    (held,) = Campaign(folder).course.held
    assert pbem("mail", "accept", folder, held, "--why", "x") != 0
    assert "received later and counts" in capsys.readouterr().err
    assert pbem("mail", "accept", folder, held, "--why", "He wants this one.", "--supersede") == 0


def test_send_and_what_is_refused(folder: Path, smtp: FaultySmtp, capsys: pytest.CaptureFixture[str]) -> None:
    assert pbem("mail", "send", folder, "--dry-run") == 0
    assert capsys.readouterr().out.count("would be sent") == 6 and smtp.taken == []
    smtp.refused.add("boris@player.example")
    assert pbem("mail", "send", folder) == 1
    said = capsys.readouterr().out
    assert said.count(": sent") == 5 and "to B <boris@player.example>: [volga] The deal: report: refused for good (550 5.1.1" in said
    assert f"then try it again: pbem mail send {folder} --to B" in " ".join(said.split())
    assert pbem("mail", "list", folder) == 0
    assert "refused" in capsys.readouterr().out
    assert pbem("mail", "send", folder, "--to", "X") == 2
    assert "The players are A, B, C, D, E, F." in capsys.readouterr().err
    smtp.refused.clear()
    assert pbem("mail", "send", folder, "--to", "b") == 0
    smtp.greylisted.add("greta@gm.example")
    assert pbem("mail", "send", folder) == 4
    assert "to gamesmaster: [volga] For the gamesmaster: 1 mail not delivered: not taken for now" in capsys.readouterr().out
    assert pbem("mail", "send", folder) == 0
    assert capsys.readouterr().out.endswith("waits until it is tried again\n")


def test_a_ruling_says_how_to_mail_the_corrected_report(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the ruling proposes can be given as it stands."""
    assert pbem("mail", "send", folder) == 0
    assert pbem("mail", "send", folder, "--corrected", "--dry-run") == 2
    assert "there is no corrected report to send" in " ".join(capsys.readouterr().err.split())
    assert pbem("rule", folder, "--set", "gifts=accepted", "--why", "As agreed.") == 0
    (proposed,) = re.findall(r"`pbem (mail send .* --corrected)` mails them", capsys.readouterr().out)
    assert pbem(*proposed.split(), "--dry-run") == 0
    assert capsys.readouterr().out.count("corrected report") == 6
    assert pbem(*proposed.split()) == 0
    assert capsys.readouterr().out.count("corrected report") == 6


def test_a_server_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    mail = f"incoming: {{server: 127.0.0.1, port: {port}, security: none, user: u}}\noutgoing: {{server: 127.0.0.1, port: {port}, security: none}}"
    folder = begin(tmp_path / "volga", mail=mail)
    for command in ("fetch", "send", "test"):
        assert pbem("mail", command, folder) == 4
        said = capsys.readouterr()
        assert "nobody answers at that port" in " ".join((said.out + said.err).split())
    assert pbem("host", folder) == 4


def test_no_mailbox_is_settled(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pbem("mail", "fetch", folder) == 2
    assert "incoming" in capsys.readouterr().err


def test_host_goes_on_after_a_campaign_that_is_broken(
    folder: Path, tmp_path: Path, clock: Clock, smtp: FaultySmtp, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pbem("host", tmp_path / "none", folder, "--once") == 2
    said = capsys.readouterr().out
    assert "none: " in said and said.count("volga: to ") == 6
    pbem("mail", "read", folder, *(saved(folder, f"{one}.eml", plain_mail(one, marked(sheet(one)))) for one in "ABCDEF"))
    clock.now += timedelta(minutes=5)
    assert pbem("host", folder) == 0
    said = capsys.readouterr().out
    assert " adjudicated" in said and " published" in said
    assert pbem("host", folder) == 0 and capsys.readouterr().out == ""


def test_host_until_it_is_stopped(tmp_path: Path, smtp: FaultySmtp) -> None:
    """A real process with the real clock, ended by a signal between two rounds."""
    if os.name == "nt":
        pytest.skip("no signals there")
    import signal

    folder = begin(tmp_path / "volga", mail=smtp.settings(), at=datetime.now(UTC).replace(microsecond=0))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "pbem", "host", str(folder), "--every", "1h"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=folder.parent) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert b" volga: a round every 1 hour, until Ctrl-C ends it" in line, line
            process.send_signal(signal.SIGTERM)  # the round is brought to its end
            rest = process.stdout.read()  # not communicate(), which would miss what lies read already
            assert process.wait(timeout=120) == 0
            assert (line + rest).count(b": sent") >= 6 and b" volga: stopped" in rest
        finally:
            process.kill()


@pytest.mark.parametrize("arguments", [("--every", "soon"), ("--every", "5m", "--once"), ()])
def test_host_misused(folder: Path, arguments: tuple[str, ...]) -> None:
    assert pbem("host", *arguments, *([folder] if arguments else [])) == 2
