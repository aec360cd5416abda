"""What units and provinces may be called."""

from dataclasses import replace

import pytest

from pbem.core.rules import Rules
from pbem.sheets.names import Names, names_of, nearest


@pytest.fixture(scope="module")
def names(rules: Rules) -> Names:
    return names_of(rules)


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("152", 152),
        ("Trotsky", 152),
        ("TROTSKY", 152),
        ("trot", 152),
        ("Trotsky (152)", 152),
        ("152 Trotsky", 152),
        ("Trotzky", 152),
        ("Tukachevsky", 153),
        ("Tukhachevsky", 153),
        ("tukh", 153),
        ("tuka", 153),
        ("Yegorov", 161),
        ("Budyonny", 156),
        ("Blücher", 160),
        ("Mai-Maevsky", 256),
        ("mai maevsky", 256),
        ("May-Mayevsky", 256),
        ("Antonov-Ovseenko", 162),
        ("Antonov", 162),
        ("Gai", 168),
        ("BR 415", 415),
        ("BR415", 415),
        ("br-415", 415),
        ("RM 406", 406),
        ("RU 406", 406),
        ("Czar", 1),
        ("the tsar", 1),
        ("Gold", 2),
    ],
)
def test_a_unit(names: Names, typed: str, number: int) -> None:
    assert names.find_unit(typed) == (number,)


@pytest.mark.parametrize(
    "typed", ["", "1", "2", "012", "0152", "1e3", "12:30", "15-2", "tro", "US 415", "Stalingrad", "152 160"]
)
def test_what_is_no_unit(names: Names, typed: str) -> None:
    assert names.find_unit(typed) == ()


@pytest.mark.parametrize(
    ("town", "province"),
    [
        ("Moscow", "TVER"),
        ("St. Petersburg", "PETR"),
        ("Tsaritsyn", "SARA"),
        ("Tsaritsin", "SARA"),
        ("Stalingrad", "SARA"),
        ("Krasnodar", "KUBA"),
    ],
)
def test_a_town_is_no_province_and_suggests_the_one_it_lies_in(
    names: Names, town: str, province: str
) -> None:
    assert names.find_province(town) == ()
    assert names.near_province(town) == province


def test_an_ambiguous_name_has_its_candidates(rules: Rules) -> None:
    counters = dict(rules.counters)
    counters[255] = replace(counters[255], name="Kolchakov")
    names = Names(replace(rules, counters=counters))
    assert names.find_unit("Kolc") == (252, 255)
    assert names.find_unit("Kolchak") == (252,)


@pytest.mark.parametrize(
    ("typed", "near"), [("Trtsky", "Trotsky"), ("US 415", "BR 415"), ("Wrangle", "Wrangel"), ("999", "")]
)
def test_the_nearest_unit(names: Names, typed: str, near: str) -> None:
    assert names.near_unit(typed) == near


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("TVER", "TVER"),
        ("tver", "TVER"),
        ("Nizhniy Novgorod", "NIZH"),
        ("Nizhni-Novgorod", "NIZH"),
        ("Novgorod", "NOVG"),
        ("Yekaterinburg", "EKAT"),
        ("Ekaterinoslav", "YEKA"),
        ("Don", "DONC"),
        ("Vladimir", "VLDM"),
        ("ufa", "UFA"),
        ("Dagestan", "DAGH"),
    ],
)
def test_a_province(names: Names, typed: str, code: str) -> None:
    assert names.find_province(typed) == (code,)


@pytest.mark.parametrize("typed", ["", "TVR", "Moscow", "no", "4", "TVERX"])
def test_what_is_no_province(names: Names, typed: str) -> None:
    assert names.find_province(typed) == ()


def test_every_name_means_its_own(names: Names, rules: Rules) -> None:
    for unit, shown in names.shown.items():
        assert names.find_unit(shown) == (unit,)
    for code, facts in rules.board.provinces.items():
        assert names.find_province(code) == names.find_province(facts.name) == (code,)


def test_letters_that_changed_places_are_nearer_than_others(rules: Rules) -> None:
    assert names_of(rules).near_province("NVOG") == "NOVG"
    assert nearest("", ("TVER",)) == ""
