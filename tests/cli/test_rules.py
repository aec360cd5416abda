"""``pbem rules``."""

import json
from pathlib import Path

import pytest

from pbem.cli import run
from pbem.resources import rules_folder


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (["TVER"], "TVER  Tver"),
        (["tver"], "borders on: KALU Kaluga, NOVG Novgorod"),
        (["Nizhniy", "Novgorod"], "NIZH  Nizhniy Novgorod"),
        (["KUBA"], "TAUR Taurida (White units only)"),
        (["KIRG"], "no railway"),
        (["PETR"], "source:     rulebook 9.13"),
        (["152"], "Trotsky (152)  Red Leader"),
        (["Trotsky"], "Leadership Value: 3"),
        (["tukhachevsky"], "Tukachevsky (153)"),
        (["BR", "415"], "BR 415  Blue combat unit"),
        (["401"], "never moves or attacks (5.62)"),
        (["PO 301"], "may enter"),
        (["111"], "Red unit 111"),
        (["Czar"], "under the red combat unit (13.0)"),
        (["gold"], "OMSK Omsk"),
        (["8.5"], "6    Ae   Ae   Ae   Ex   Ex   Ex   De"),
        (["11.4"], "41-50  51-60  61+"),
        (["12.2"], "3-3  Epidemic: TVER, YARO, URLS, KUTA"),
        (["R12"], "R12  Two forces claim the same uncontrolled unit"),
        (["r1"], "detached_units: neutral (default)"),
        (["gifts"], "gifts: accepted:"),
        (["5.27"], "R7:      Which units stop a force"),
        (["5.5"], "5.52: Any distance by rail"),
        (["[17/5.0]"], "17/5.0  Movement by mail"),
        (["4.2"], "not by mail. The sequence for postal play"),
        (["5.0"], "5.11:"),
    ],
)
def test_show(what: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "show", *what]) == 0
    assert told in capsys.readouterr().out


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("TVRE", "Did you mean TVER?"),
        ("Trotski9", "Try for instance TVER"),
        ("9.99", "is no province, unit, case, ruling or option"),
        ("R99", "is no province, unit, case, ruling or option"),
    ],
)
def test_unknown(what: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "show", what]) == 2
    assert told in capsys.readouterr().err


def test_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "check"]) == 0
    assert capsys.readouterr().out == "No fault found.\n"


def test_check_of_corrections(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (rules_folder() / "borders.csv").read_text()
    (tmp_path / "borders.csv").write_text(text.replace("ARCH,OLON", "ARCH,OLNO"))
    assert run(["rules", "check", "--rules", str(tmp_path)]) == 1
    shown = capsys.readouterr().out
    assert (
        f"{tmp_path / 'borders.csv'}:3:6: the column b holds 'OLNO', which is the code of no province\n  Did you mean OLON?\n1 fault."
        in shown
    )
    assert run(["rules", "check", "--rules", str(tmp_path), "--format", "json"]) == 1
    (fault,) = json.loads(capsys.readouterr().out)
    assert (fault["line"], fault["column"]) == (3, 6)
    assert run(["rules", "show", "TVER", "--rules", str(tmp_path)]) == 2
    assert "borders.csv:3:6" in capsys.readouterr().err


def test_show_of_corrections(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (rules_folder() / "borders.csv").read_text()
    (tmp_path / "borders.csv").write_text(text.replace("ARCH,OLON,land,", "ARCH,OLON,land,my board; "))
    assert run(["rules", "show", "ARCH", "--rules", str(tmp_path)]) == 0
    assert "ARCH-OLON  land  my board; reconstruction" in capsys.readouterr().out


def test_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "rulings"]) == 0
    shown = capsys.readouterr().out
    assert all(f"R{number}  " in shown for number in range(1, 42))
    assert run(["rules", "rulings", "--options"]) == 0
    shown = capsys.readouterr().out
    assert "detached_units: neutral   (R1, " in shown and "turn_limit" in shown


def test_map(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "map"]) == 0
    assert "How to correct a line" in capsys.readouterr().out
