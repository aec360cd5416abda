"""``pbem help``: every guide is found, and what the guide to sheets shows can be written."""

import re
from pathlib import Path

import pytest

from pbem.cli import run
from pbem.resources import templates_folder
from pbem.rulebook import load_rules
from pbem.sheets.body import HEAD, PARTS
from pbem.sheets.read import read_sheet

GUIDE = (templates_folder() / "help/sheet.md").read_text("utf-8")


def blocks() -> list[tuple[str, int, str]]:
    """The examples of the guide, each with the Phase and turn it is for, beside those that hold a command."""
    found: list[tuple[str, int, str]] = []
    for section in re.split(r"(?m)^## ", GUIDE):
        title = section.partition("\n")[0]
        phase = "setup" if "set-up" in title else "second" if "Second" in title else "first"
        for block in re.findall(r"(?:^    .*\n)+", section, re.MULTILINE):
            if "pbem check" not in block:
                found.append((phase, 0 if phase == "setup" else 1, re.sub(r"(?m)^    ", "", block)))
    return found


@pytest.mark.parametrize(("phase", "turn", "text"), blocks())
def test_every_example_of_the_guide_can_be_written(phase: str, turn: int, text: str) -> None:
    head = "" if "campaign:" in text else f"player: A\nturn: {turn}\nphase: {phase}\n"
    read = read_sheet((head + text).encode(), rules=load_rules())
    assert read.sheet is not None and not read.findings


def test_the_guide_names_every_part_of_a_sheet() -> None:
    postal = [name for name, part in PARTS.items() if {"setup", "first", "second"} & set(part.phases)]
    assert all(f"{name}:" in GUIDE for name in (*HEAD, *postal))


def test_a_guide_is_printed_and_an_unknown_one_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help"]) == 0 and "pbem help sheet" in capsys.readouterr().out
    assert run(["help", "sheet"]) == 0 and capsys.readouterr().out.startswith("# How to write")
    assert run(["help", "sheets"]) == 2
    assert "there is no guide 'sheets'" in capsys.readouterr().err


def test_a_whole_mail_saved_as_a_file_is_a_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    sheet = "campaign: volga\nplayer: A\nturn: 1\nphase: first\npress:\n- to: B\n  text: |\n    #END\n    is near\n"
    (tmp_path / "mail.txt").write_text(f"Dear GM: here it is\n\n#ORDERS\n{sheet}turn\n#END\n-- \nAnna: bye\n")
    assert run(["check", "mail.txt"]) == 1
    assert "mail.txt:13:1: error" in capsys.readouterr().out  # lines keep their numbers
    (tmp_path / "mail.txt").write_text(f"Dear GM: here it is\n\n#ORDERS\n{sheet}#END\n-- \nAnna: bye\n")
    assert run(["check", "mail.txt"]) == 0
    printed = capsys.readouterr().out
    assert "#END\nis near" in printed and "It has no `key:`" in printed
