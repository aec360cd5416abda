"""`pbem rules check`: the shipped rules agree with themselves, and what a correction can break is found."""

from pathlib import Path

import pytest

from pbem.core.rules import Rulings
from pbem.resources import rules_folder
from pbem.rulebook.check import check_rules
from pbem.rulebook.choices import OPTIONS, PARAMETERS
from pbem.rulebook.files import Files
from pbem.rulebook.rulings import read_rulings


def test_shipped_rules() -> None:
    assert check_rules() == ()


def edit(name: str, folder: Path, old: str, new: str) -> list[str]:
    """What is found wrong when one text of a file is replaced."""
    text = (rules_folder() / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))
    return [fault.what for fault in check_rules(overrides=folder)]


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (
            "borders.csv",
            "ARCH,FINL,land",
            "LIVO,PETR,land",
            "there is no way from Petrograd to Livonia (5.33)",
        ),
        (
            "borders.csv",
            "KUBA,TAUR,strait",
            "BESS,TAUR,strait",
            "the one strait is between Taurida and Kuban (5.32)",
        ),
        (
            "borders.csv",
            "ARCH,OLON,land",
            "ARCH,VITE,land",
            "ARCH has a railway to OLON without a land border",
        ),
        ("rails.csv", "IRKU,KRAS", "IRKU,URAL", "the railways do not reach"),
        (
            "provinces.csv",
            "URAL,Urals,Siberia,no,no",
            "URAL,Urals,Siberia,no,yes",
            "URAL has rail yes, which rails.csv",
        ),
        (
            "counters.csv",
            "151,red,leader",
            "151,white,leader",
            "there are 29 Red Leaders where the rulebook has 30",
        ),
        (
            "counters.csv",
            "111,red,combat,,,4,TVER",
            "111,red,combat,,,4,TULA",
            "the Leader Trotsky 152 needs one red",
        ),
        (
            "counters.csv",
            "123,red,combat,,,2,EKAT",
            "123,red,combat,,,2,TULA",
            "the Imperial unit 1 needs one red",
        ),
        (
            "counters.csv",
            "301,green,combat,PO,,6,POLA",
            "301,green,combat,PO,,6,OMSK",
            "PO 301 begins in OMSK",
        ),
        ("tables.yaml", '4-2": Finland', '4-2": Poland', "names POLA 2 times, not once"),
        ("tables.yaml", '4-4": draw', '4-4": subversion doubled', "nine draws and six doubled"),
        ("setup.yaml", "politburo: 13", "politburo: 12", "there are 64 counters to be dealt"),
        (
            "borders.csv",
            "ARCH,FINL,land,reconstruction: 1914 border; Kola and Kem districts are in Archangel",
            "ARCH,FINL,land,",
            "line 2 names no source",
        ),
        ("cases.yaml", '"5.11":', '"5.10":', "R8 names the case 5.11, which cases.yaml lacks"),
        ("rulings.yaml", "R3:", "R300:", "the rulings are not R1 to R41"),
        ("rulings.yaml", "default: neutral", "default: keep", "the option 'detached_units' has the choices"),
        ("towns.csv", "PETR,Petrograd", "PTER,Petrograd", "the column province holds 'PTER'"),
        ("provinces.map.json", '"ARCH"', '"ARCX"', "the province ARCH is not drawn"),
    ],
)
def test_what_a_correction_can_break(tmp_path: Path, name: str, old: str, new: str, told: str) -> None:
    assert any(told in what for what in edit(name, tmp_path, old, new))


def test_rulings_of_file_and_program_agree() -> None:
    """The defaults of core.Rulings and those of rulings.yaml are the same, and so are the choices."""
    options = [option for ruling in read_rulings(Files()).values() for option in ruling.options]
    assert sorted(option.key for option in options) == sorted(OPTIONS)
    for option in options:
        assert tuple(option.choices) == OPTIONS[option.key]
        assert option.default == getattr(Rulings(), option.key)
    parameters = [key for ruling in read_rulings(Files()).values() for key in ruling.parameters]
    assert parameters == list(PARAMETERS)
