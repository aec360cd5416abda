"""The rules as data become core.Rules; overrides and rulings are heeded; every fault has its place."""

from pathlib import Path

import pytest

from pbem.core.rules import Rulings
from pbem.core.terms import CZAR, GOLD
from pbem.errors import CommandError, FaultyFile, FileError, UnknownRuling
from pbem.resources import rules_folder
from pbem.rulebook import load_rules
from pbem.rulebook.check import check_rules


def test_board() -> None:
    board = load_rules().board
    assert len(board.provinces) == 78
    assert board.neighbors("NOVG") == ("OLON", "PETR", "PSKO", "TVER", "VOLO", "YARO")
    assert board.strait["KUBA"] == {"TAUR"} and board.strait["TAUR"] == {"KUBA"}
    assert "LIVO" not in board.land["PETR"]
    assert board.rails["KIRG"] == frozenset()
    for joins in (board.land, board.strait, board.rails):
        assert list(joins) == sorted(board.provinces)
        assert all(a in joins[b] for a, others in joins.items() for b in others)


def test_counters() -> None:
    rules = load_rules()
    trotsky = rules.counters[152]
    assert (trotsky.name, trotsky.color, trotsky.value, trotsky.home) == ("Trotsky", "red", 3, "TVER")
    assert trotsky.on_combat_unit
    assert rules.counters[415].nationality == "BR"
    assert rules.nationality[111] == "" and rules.color[CZAR] == "" and rules.value[GOLD] == 0
    assert rules.imperial_start == {CZAR: ("EKAT", "red"), GOLD: ("OMSK", "white")}
    assert len(rules.leaders) == 50
    assert list(rules.counters) == sorted(rules.counters)


def test_tables() -> None:
    rules = load_rules()
    assert rules.combat_table["3:1"] == ("De", "De", "De", "Ex", "Ex", "Ex")
    assert [least for least, _ in rules.purge_table] == [1, 11, 21, 31, 41, 51, 61]
    assert rules.purge_table[0][1][5:] == ("C",) * 6  # 7 to 12 on the first column
    assert rules.events_table[0][4].provinces == ("BESS", "TERE", "KARS", "CHIT")
    assert rules.events_table[3][3].kind == "draw"
    assert rules.events_table[5][0].kind == "subversion_doubled"


def test_setup_and_entry() -> None:
    rules = load_rules()
    assert rules.auxiliary_randomizer.count("assassin") == 13 and len(rules.auxiliary_randomizer) == 30
    assert list(rules.auxiliary_randomizer) == sorted(rules.auxiliary_randomizer)
    assert rules.entry["FN"] == {"ARCH", "OLON", "PETR", "FINL"}
    assert "BR" not in rules.entry
    assert rules.enemies["blue"] == ("red",)
    assert (rules.initial_politburo, rules.initial_assassins) == (13, 2)
    assert rules.removal_provinces == {"CZ": ("VLAD",)}
    assert rules.not_stolen == ("FN", "PO")
    assert rules.founders == (151, 152)


def test_loaded_once() -> None:
    assert load_rules() is load_rules()
    assert load_rules(rulings={"gifts": "accepted"}).board is load_rules().board


def test_rulings() -> None:
    rules = load_rules(rulings={"detached_units": "keep", "key_areas": "petr, TVER", "turn_limit": "9"})
    assert rules.rulings == Rulings(detached_units="keep", key_areas=("PETR", "TVER"), turn_limit=9)
    assert load_rules().rulings == Rulings()


@pytest.mark.parametrize(
    ("written", "option", "told"),
    [
        ({"detached_unit": "keep"}, "detached_unit", "Did you mean detached_units?"),
        ({"detached_units": "kept"}, "detached_units", "Did you mean keep?"),
        ({"turn_limit": "soon"}, "turn_limit", "not a number of Game-Turns"),
        ({"key_areas": ["PETR", "XXXX"]}, "key_areas", "'XXXX' in key_areas is no province"),
        ({"key_areas": []}, "key_areas", "must be a list of provinces"),
    ],
)
def test_unknown_ruling(written: dict[str, object], option: str, told: str) -> None:
    with pytest.raises(UnknownRuling) as caught:
        load_rules(rulings=written)
    assert caught.value.option == option
    assert told in str(caught.value)


def copy(name: str, folder: Path, old: str, new: str) -> Path:
    """A file of the rules in a folder of overrides, with one text replaced."""
    text = (rules_folder() / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))
    return folder


def test_override(tmp_path: Path) -> None:
    copy("borders.csv", tmp_path, "ARCH,FINL,land,", "ARCH,FINL,land,my board: ")
    copy("counters.csv", tmp_path, "152,red,leader,,Trotsky,3", "152,red,leader,,Trotsky,2")
    rules = load_rules(overrides=tmp_path)
    assert rules.value[152] == 2
    assert load_rules().value[152] == 3
    (tmp_path / "counters.csv").unlink()
    assert load_rules(overrides=tmp_path).value[152] == 3


@pytest.mark.parametrize(
    ("name", "old", "new", "place", "told"),
    [
        ("borders.csv", "ARCH,OLON", "ARCH,OLNO", "3:6", "the column b holds 'OLNO', which is the code of no province"),
        ("borders.csv", "ARCH,OLON,land", "ARCH,OLON,lake", "3:11", "It may be land, strait."),
        (
            "borders.csv",
            "ARCH,OLON,land",
            "FINL,ARCH,land",
            "3:1",
            "FINL and ARCH are joined here a second time",
        ),
        ("borders.csv", "ARCH,OLON,land", "ARCH,ARCH,land", "3:6", "ARCH is joined to itself"),
        ("borders.csv", "ARCH,OLON,land", "ARCH,OLON,land,more", "3:1", "5 fields where the header has 4"),
        ("borders.csv", "a,b,kind,source", "a,b,sort,source", "1:1", "lacks the column 'kind'"),
        ("borders.csv", "a,b,kind,source", "a;b;kind;source", "1:1", "separated by semicolons"),
        ("rails.csv", "ARCH,OLON", "ARCH,XXXX", "2:6", "the column b holds 'XXXX'"),
        (
            "provinces.csv",
            "ASTR,Astrakhan,Cossack",
            "ARCH,Astrakhan,Cossack",
            "3:1",
            "ARCH stands here a second time",
        ),
        ("provinces.csv", "ASTR,Astrakhan,Cossack", "ASTR,Astrakhan,Cosack", "3:16", "Did you mean Cossack?"),
        ("provinces.csv", "ASTR,Astrakhan,Cossack,yes", "ASTR,Astrakhan,Cossack,y", "3:24", "port is 'y'"),
        ("provinces.csv", "ASTR,Astrakhan", "As,Astrakhan", "3:1", "not three or four capital letters"),
        (
            "provinces.csv",
            "ASTR,Astrakhan",
            "ASTR,Archangel",
            "3:6",
            "'Archangel' is empty or stands here a second",
        ),
        (
            "counters.csv",
            "152,red,leader,,Trotsky,3",
            "152,red,leader,,Trotsky,x",
            "3:25",
            "not a whole number of 1",
        ),
        ("counters.csv", "152,red,", "151,red,", "3:1", "the unit 151 stands here a second time"),
        (
            "counters.csv",
            "101,red,combat,,,3,PETR",
            "101,red,combat,,,3,PETER",
            "52:20",
            "Did you mean PETR?",
        ),
        ("counters.csv", "152,red,leader", "152,blue,leader", "3:17", "nationality is ''"),
        ("counters.csv", "415,blue,combat,BR", "415,blue,combat,RU", "136:17", "nationality is 'RU'"),
        ("tables.yaml", '"1:2": Ex', '"1:2": Xx', "10:12", "'Xx' in the column 1:2 is not one of Ae, De, Ex"),
        ("tables.yaml", '"1:2": Ex Ex', '"1:2": Ex', "10:12", "has 5 results, not 6"),
        ("tables.yaml", '"1:2":', '"1:3":', "10:12", "the key '1:3' is not known here"),
        ("tables.yaml", '1-1": Tula', '1-1": Tulla', "37:12", "Did you mean Tula?"),
        ("tables.yaml", "combat_results:", "combat_results: [", "", "this is not YAML"),
        ("tables.yaml", '"11-20":', '"5-20":', "25:13", "should begin with 11"),
        ("tables.yaml", '"61+":', '"61-70":', "24:5", "no upper end"),
        (
            "setup.yaml",
            "game_turn: 5",
            "game_turn: five",
            "37:14",
            "'game_turn' is 'five', not a whole number",
        ),
        ("setup.yaml", "game_turn: 5", "turn: 5", "35:3", "the key 'game_turn' is missing here"),
        (
            "setup.yaml",
            "leaders: 151, 152",
            "leaders: 151, 111",
            "18:12",
            "'111' is not the number of a Leader",
        ),
        ("setup.yaml", "CZ: VLAD", "CZ: VLADI", "42:7", "'VLADI' is no province"),
        (
            "entry.yaml",
            "regions: Ukraine}",
            "regions: Ukrane}",
            "",
            "no province lies in the region 'Ukrane'",
        ),
        ("entry.yaml", 'colors: "red, green"', 'colors: "red, gren"', "", "'gren' is no color"),
    ],
)
def test_fault_with_its_place(tmp_path: Path, name: str, old: str, new: str, place: str, told: str) -> None:
    copy(name, tmp_path, old, new)
    with pytest.raises(FaultyFile) as caught:
        load_rules(overrides=tmp_path)
    text = str(caught.value)
    assert told in text
    assert f"{tmp_path / name}:{place}" in text
    assert caught.value.status == 2
    assert check_rules(overrides=tmp_path)


def test_repeated_key(tmp_path: Path) -> None:
    (tmp_path / "setup.yaml").write_text("removal: {CZ: VLAD}\nremoval: {CZ: VLAD}\n")
    with pytest.raises(FaultyFile, match="'removal' stands here a second time"):
        load_rules(overrides=tmp_path)


def test_file_of_unknown_name(tmp_path: Path) -> None:
    (tmp_path / "province.csv").write_text("code\n")
    with pytest.raises(FileError, match=r"Did you mean provinces\.csv") as caught:
        load_rules(overrides=tmp_path)
    assert caught.value.status == 2


def test_lines_of_another_system_and_a_mark_at_the_start(tmp_path: Path) -> None:
    text = (rules_folder() / "rails.csv").read_text().replace("\n", "\r\n")
    (tmp_path / "rails.csv").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert load_rules(overrides=tmp_path).board.rails == load_rules().board.rails


def test_no_such_rules() -> None:
    with pytest.raises(CommandError, match="Did you mean rcw"):
        load_rules("rcv")


def test_no_such_folder(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        load_rules(overrides=tmp_path / "nowhere")


def test_file_in_another_code(tmp_path: Path) -> None:
    (tmp_path / "borders.csv").write_bytes(b"a,b,kind,source\nARCH,FINL,land,\xff\n")
    with pytest.raises(FileError, match="not UTF-8") as caught:
        load_rules(overrides=tmp_path)
    assert caught.value.line == 2
