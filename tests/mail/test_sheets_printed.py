"""A sheet that is printed or shown anywhere to start from can be put into a mail as it stands, once the word is written."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem import cli
from pbem.mail.reading.find_sheet import find_sheets
from pbem.mail.reading.message import read_message
from pbem.resources import examples_folder
from pbem.rulebook import load_rules
from pbem.sheets.read import read_sheet
from tests.mail.campaigns import KEYS, begin, decision, plain_mail

README = (examples_folder().parent / "README.md").read_text("utf-8")


def printed(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    capsys.readouterr()
    assert cli.run([str(word) for word in words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("kind", ["sheet", "bot", "understood"])
def test_it_counts_in_a_mail(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    folder = begin(tmp_path / "volga", players="ABC", at=now)
    if kind == "bot":
        position = folder / "turns/00-setup/reports-deal/position.json"
        text = printed(capsys, "bot", "--position", position, "--player", "A")
    elif kind == "understood":
        printed(capsys, "bot", folder, "--player", "A")
        text = printed(capsys, "sheet", folder, "--player", "A")
    else:
        text = printed(capsys, "sheet", folder, "--player", "A")
    signed = re.sub(r"(?m)^key:.*$", f"key: {KEYS['A']}", text)
    found = decision(folder, plain_mail("A", f"Here are my orders.\n\n{signed}\nAnna\n"), at=now, now=now)
    assert found[0] == "counts", (found, signed)


def test_the_readmes_sample_is_found_in_a_mail(tmp_path: Path) -> None:
    sample = next(one for one in re.findall(r"(?m)(?:^    .*\n)+", README) if "key: your-secret-word" in one)
    text = re.sub(r"(?m)^    ", "", sample).replace("your-secret-word", KEYS["A"])
    folder = begin(tmp_path / "volga", players="ABC")
    found = decision(folder, plain_mail("A", f"Hello,\n\n{text}\nAnna\n"))
    assert found == ("refused", "mail_sheet_refused"), "it is read, and is for another Phase"
    text = text.replace("turn: 1", "turn: 0").replace("phase: first", "phase: setup")
    assert decision(folder, plain_mail("A", text, number=2))[0] == "counts"


def test_the_gamesmaster_is_asked_for_his_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "players.txt"
    path.write_text("A: Anna\nB: Boris\n")
    said = " ".join(printed(capsys, "new", tmp_path / "volga", "--players", path).split())
    assert "write your own name and address behind `gamesmaster:`" in said
    assert "`gamesmaster:`" in README


GOLDEN = Path(__file__).parent.parent / "golden" / "volga"
EXAMPLE = re.compile(r"# (?=\w+: ?[\[{])")


@pytest.mark.parametrize("report", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_a_blank_sheet_with_any_of_its_examples_is_not_taken_for_wrapped(report: Path) -> None:
    """Its remarks are long and stand before `key:` and before examples from which the sign in front was taken."""
    sheet = re.search(r"(?ms)^#ORDERS\n.*?^#END\n", report.read_text("utf-8"))
    if sheet is None:
        pytest.skip("no sheet in it")
    lines = re.sub(r"(?m)^key:.*$", f"key: {KEYS['A']}", sheet[0]).split("\n")
    examples = [index for index, line in enumerate(lines) if EXAMPLE.match(line)]
    assert examples
    for chosen in ([], examples, *([one] for one in examples)):
        text = "\n".join(EXAMPLE.sub("", line) if index in chosen else line for index, line in enumerate(lines))
        search = find_sheets(read_message(plain_mail("A", text)), lambda raw: read_sheet(raw, rules=load_rules()))
        assert len(search.sheets) == 1 and not search.faults, text
