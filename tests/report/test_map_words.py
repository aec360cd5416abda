"""The map in words, and corrected maps."""

import shutil
from pathlib import Path

import pytest

from pbem.core.rules import Rules
from pbem.core.state import Stack
from pbem.errors import FileError
from pbem.report.map import (
    Labels,
    Look,
    draw_map,
    material_map,
    material_maps,
    neighbors_table,
    neighbors_text,
    units_list,
)
from pbem.report.map.words import region_letters
from pbem.report.material import Material, SeatFacts
from pbem.resources import rules_folder
from pbem.rulebook.load import load_rules
from pbem.rulebook.shapes import load_shapes
from tests.report.map_positions import position


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load_rules()


def test_the_table_of_neighbors_holds_every_province_and_both_directions(rules: Rules) -> None:
    table = {one.code: one for one in neighbors_table(rules.board)}
    assert list(table) == list(rules.board.provinces)
    for one in table.values():
        assert set(one.rail) <= set(one.land)
        for other in one.land:
            assert one.code in table[other].land
        for other in one.rail:
            assert one.code in table[other].rail
    assert table["TAUR"].strait == ("KUBA",)
    assert table["PETR"].port and "LIVO" not in table["PETR"].land


def test_the_text_of_neighbors_has_a_line_for_each_province(rules: Rules) -> None:
    lines = neighbors_text(rules.board).splitlines()
    tver = next(line for line in lines if line.startswith("TVER"))
    assert tver.split() == [
        "TVER", "G", "Tver", "KALU*", "NOVG*", "PSKO*", "RYAZ*", "SMOL*", "TULA*", "VLDM*", "YARO*"
    ]  # fmt: skip
    assert next(line for line in lines if line.startswith("TAUR")).endswith("KUBA~")
    assert sum(line[:4].strip() in rules.board.provinces for line in lines) == 78
    assert all(len(line) <= 100 for line in lines)


def test_the_regions_have_the_letters_of_the_rulebook(rules: Rules) -> None:
    letters = region_letters(rules.board)
    assert {letters[region] for region in letters} == set("GWUTSCBFP")
    assert letters["Greater Russia"] == "G" and letters["Cossack"] == "C"


def test_the_units_are_listed_by_province_player_and_strength(rules: Rules) -> None:
    state = position(
        Stack("TVER", None, (114,)), Stack("TVER", "B", (155,)), Stack("TVER", "A", (113,)),
        Stack("TVER", "A", (152, 111)), Stack("ARCH", None, (414, 418)),
    )  # fmt: skip
    arch, tver = units_list(state, rules)
    assert arch.stacks == ("nobody’s: BR 414, US 418 = 4",)
    assert (tver.code, tver.name) == ("TVER", "Tver")
    assert tver.stacks == (
        "A: Trotsky (152), 111 = 7",
        "A: 113 = 2",
        "B: Stalin (155) = 2",
        "nobody’s: 114 = 1",
    )


@pytest.fixture
def corrected(tmp_path: Path) -> Path:
    for name in ("rails.csv", "borders.csv", "provinces.csv", "provinces.map.json"):
        shutil.copy(rules_folder() / name, tmp_path / name)
    return tmp_path


def test_a_corrected_railway_is_drawn_without_a_new_drawing(corrected: Path) -> None:
    rails = corrected / "rails.csv"
    rails.write_text(rails.read_text("utf-8") + "CHEL,KIRG,Troitsk,my board\n", encoding="utf-8")
    rules = load_rules(overrides=corrected)
    from pbem.report.map.scene import scene_of

    assert ("CHEL", "KIRG") in scene_of(load_shapes(overrides=corrected), rules.board).rails


def test_a_corrected_border_that_the_drawing_lacks_is_still_crossed(corrected: Path) -> None:
    for name, line in (
        ("borders.csv", "ARCH,VLAD,land,my board\n"),
        ("rails.csv", "ARCH,VLAD,Dream,my board\n"),
    ):
        file = corrected / name
        file.write_text(file.read_text("utf-8") + line, encoding="utf-8")
    rules = load_rules(overrides=corrected)
    text = draw_map(position(), rules, load_shapes(overrides=corrected), labels=Labels("x", "y"))
    assert "NaN" not in text


def test_a_province_without_a_shape_is_named_under_the_legend(corrected: Path) -> None:
    provinces = corrected / "provinces.csv"
    line = "NOWH,Nowhere,Siberia,no,no,0,0,my board\n"
    provinces.write_text(provinces.read_text("utf-8") + line, encoding="utf-8")
    rules = load_rules(overrides=corrected)
    state = position(Stack("NOWH", "A", (152,)))
    text = draw_map(state, rules, load_shapes(overrides=corrected), labels=Labels("x", "y"))
    assert "Not drawn: NOWH" in text


def test_a_damaged_drawing_is_told_with_its_file(corrected: Path) -> None:
    for broken in (
        "",
        "{",
        "[]",
        '{"width": 5}',
        '{"width":1,"height":1,"provinces":{"X":{"rings":[[[1]]]}}}',
    ):
        (corrected / "provinces.map.json").write_text(broken, encoding="utf-8")
        with pytest.raises(FileError, match="drawing of the map"):
            load_shapes(overrides=corrected)


def test_the_maps_of_a_phase_differ_only_in_whose_stacks_are_framed(rules: Rules) -> None:
    material = Material(
        campaign="Volga",
        turn=3,
        phase="first",
        rules=rules,
        seats=(SeatFacts("A", "Ann", "UTC"), SeatFacts("B", "Bob", "UTC")),
        before=position(),
        after=position(Stack("TVER", "A", (152, 111)), Stack("PETR", "B", (151,))),
        result=None,
    )
    maps = material_maps(material, load_shapes(), ("A", None))
    assert maps["A"] == material_map(material, load_shapes(), look=Look(player="A"))
    assert maps[None] == material_map(material, load_shapes())
    assert ".pile.of-A" in maps["A"] and ".pile.of-" not in maps[None]
    assert "Players: A Ann, B Bob" in maps["A"]
    assert "Before Game-Turn 3, First Phase" in maps["A"]
