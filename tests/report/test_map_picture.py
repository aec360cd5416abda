"""The map as SVG: complete, well formed, accessible, the same every time."""

import re
import xml.etree.ElementTree as ET

import pytest

from pbem.core.rules import Rules
from pbem.core.state import Stack
from pbem.report.map import Labels, Look, draw_map, position_labels
from pbem.report.map.draw import _colors
from pbem.rulebook.load import load_rules
from pbem.rulebook.shapes import Shapes, load_shapes
from tests.report.map_positions import EVENTS, LABELS, at_home, crowd, position

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load_rules()


@pytest.fixture(scope="module")
def shapes() -> Shapes:
    return load_shapes()


@pytest.fixture(scope="module")
def svg(rules: Rules, shapes: Shapes) -> str:
    return draw_map(at_home(rules), rules, shapes, labels=LABELS, events=EVENTS)


@pytest.fixture(scope="module")
def root(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def texts(root: ET.Element, name: str) -> list[str]:
    return ["".join(one.itertext()) for one in root.iter(f"{SVG}text") if one.get("class") == name]


def test_every_province_is_drawn_once_and_can_be_found(root: ET.Element, rules: Rules) -> None:
    drawn = [one.get("data-province") for one in root.iter(f"{SVG}path") if one.get("data-province")]
    assert sorted(drawn) == sorted(rules.board.provinces)
    assert len(drawn) == 78


def test_every_code_stands_on_the_map_and_in_the_key(root: ET.Element, rules: Rules) -> None:
    assert sorted(texts(root, "code")) == sorted(rules.board.provinces)
    key = [f"{code} {facts.name}" for code, facts in rules.board.provinces.items()]
    assert sorted(texts(root, "k")) == sorted(key)


def test_the_region_is_told_by_a_letter_and_not_by_color_alone(root: ET.Element, rules: Rules) -> None:
    letters = texts(root, "letter")
    assert len(letters) == 78 + 9
    by_region = {facts.region for facts in rules.board.provinces.values()}
    assert len(set(letters)) == len(by_region) == 9


def test_pointing_at_a_province_shows_all_that_stands_there(root: ET.Element) -> None:
    tver = next(one for one in root.iter(f"{SVG}path") if one.get("data-province") == "TVER")
    title = tver.find(f"{SVG}title")
    assert title is not None and title.text is not None
    first, *stacks = title.text.split("\n")
    assert first == "TVER Tver (Greater Russia)"
    assert any("Trotsky (152)" in stack and "111" in stack for stack in stacks)


def test_it_is_an_image_with_a_title_and_a_description(root: ET.Element) -> None:
    assert root.get("role") == "img"
    named = (root.get("aria-labelledby") or "").split()
    assert named == ["map-title", "map-desc"]
    by_id = {one.get("id"): one for one in root.iter() if one.get("id")}
    assert by_id["map-title"].text == "Volga – After Game-Turn 3, First Phase"
    assert "78 provinces" in (by_id["map-desc"].text or "")


def test_it_stands_alone(svg: str) -> None:
    assert "<script" not in svg and "@import" not in svg and "<image" not in svg
    assert re.findall(r'(?:href|src)="(?!#)', svg) == []
    assert re.findall(r"https?://\S+", svg) == ['http://www.w3.org/2000/svg"']


def test_ids_are_unique_and_begin_with_the_prefix(rules: Rules, shapes: Shapes) -> None:
    look = Look(prefix="mine", inline=True)
    text = draw_map(at_home(rules), rules, shapes, labels=LABELS, events=EVENTS, look=look)
    ids = re.findall(r'\bid="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    assert all(one.startswith("mine-") for one in ids)
    used = {*re.findall(r'href="#([^"]*)"', text), *re.findall(r"url\(#([^)]*)\)", text)}
    assert used <= set(ids)
    assert "<?xml" not in text and ' width="1600"' not in text
    assert "prefers-color-scheme:dark" in text


def test_every_rule_of_the_style_is_bound_to_the_picture(svg: str) -> None:
    style = re.search(r"<style>(.*?)</style>", svg, re.DOTALL)
    assert style is not None
    selectors = [one for rule in re.findall(r"([^{}]+)\{[^{}]*\}", style.group(1)) for one in rule.split(",")]
    assert all(one.strip().startswith((".map ", ".map-", ".map{")) for one in selectors)


def test_without_variables_it_has_plain_colors(rules: Rules, shapes: Shapes) -> None:
    text = draw_map(at_home(rules), rules, shapes, labels=LABELS, look=Look(variables=False))
    assert "var(" not in text


def test_names_from_outside_are_escaped(rules: Rules, shapes: Shapes) -> None:
    evil = '</title><script>alert("x")</script> & <Volga>'
    text = draw_map(at_home(rules), rules, shapes, labels=Labels(evil, evil, (f"A {evil}",)))
    assert "<script" not in text
    root = ET.fromstring(text)
    assert evil in "".join(root.itertext())


def test_a_campaign_named_in_letters_that_xml_forbids_is_drawn(rules: Rules, shapes: Shapes) -> None:
    state = at_home(rules)
    text = draw_map(state, rules, shapes, labels=position_labels(state, "Vol\x00ga\x1b[31m\u202e"))
    assert ET.fromstring(text) is not None


def test_a_long_name_stays_within_the_legend(rules: Rules, shapes: Shapes) -> None:
    text = draw_map(at_home(rules), rules, shapes, labels=Labels("W" * 200, "x" * 500, ("A " + "n" * 900,)))
    root = ET.fromstring(text)
    assert all(len(one) < 60 for one in texts(root, "h1"))
    assert all(len(one) < 200 for one in texts(root, "h2"))


def test_it_is_small(svg: str, rules: Rules, shapes: Shapes) -> None:
    assert len(svg.encode()) < 200_000
    assert len(draw_map(position(), rules, shapes, labels=LABELS).encode()) < 150_000


def test_the_legend_explains_only_the_signs_that_stand_on_the_map(
    svg: str, rules: Rules, shapes: Shapes
) -> None:
    assert ">battle<" in svg and ">unit lost<" in svg and ">epidemic<" in svg
    assert ">assassination<" not in svg
    quiet = draw_map(at_home(rules), rules, shapes, labels=LABELS)
    assert ">battle<" not in quiet and "moved in this Phase" not in quiet


def test_a_players_own_stacks_are_framed(rules: Rules, shapes: Shapes) -> None:
    state = position(Stack("TVER", "A", (152, 111)), Stack("PETR", "B", (151,)))
    text = draw_map(state, rules, shapes, labels=LABELS, look=Look(player="A"))
    assert len(re.findall(r'<g class="pile red of-A" ', text)) == 1
    assert len(re.findall(r'<g class="pile red of-B" ', text)) == 1
    assert ".map .pile.of-A .counter" in text and "of-B ." not in text


def test_folded_stacks_are_told_in_the_legend(rules: Rules, shapes: Shapes) -> None:
    text = draw_map(crowd(rules, "TVER", stacks=20), rules, shapes, labels=LABELS)
    root = ET.fromstring(text)
    folded = [line for line in texts(root, "l") if line.startswith("TVER ")]
    assert len(folded) == 1
    assert "More stacks than there is room for" in text


def test_text_on_its_ground_can_be_read_in_both_styles() -> None:
    """Contrast at least 4.5 to 1, as the Web Content Accessibility Guidelines ask."""
    colors = _colors()
    grounds = [*"GWUTSCBFP", "paper"]
    for style in (0, 1):
        for ground in grounds:
            assert contrast(colors["ink"][style], colors[ground][style]) >= 4.5, (ground, style)
        assert contrast(colors["tab_ink"][style], colors["tab"][style]) >= 4.5
        for color in ("red", "blue", "green", "none"):
            assert contrast("#ffffff", colors[color][style]) >= 4.5, color


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
