"""Stacks on the map: nothing covers anything, and what finds no room is counted."""

from collections.abc import Sequence

import pytest

from pbem.core.events import Event
from pbem.core.rules import Rules
from pbem.core.state import Stack, State
from pbem.report.map.areas import Box
from pbem.report.map.marks import badges
from pbem.report.map.picture import Picture, picture_of
from pbem.report.map.piles import Placed, pile_of
from pbem.report.map.scene import Scene, scene_of
from pbem.rulebook.load import load_rules
from pbem.rulebook.shapes import load_shapes
from tests.report.map_positions import at_home, crowd, position
from tests.report.test_map_picture import EVENTS


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load_rules()


@pytest.fixture(scope="module")
def scene(rules: Rules) -> Scene:
    return scene_of(load_shapes(), rules.board)


def drawn(state: State, rules: Rules, scene: Scene, events: Sequence[Event] = ()) -> Picture:
    return picture_of(state, rules, scene, events=events)


def overlaps(picture: Picture) -> list[tuple[str, str]]:
    """What lies on what: piles, signs and codes."""
    boxes: list[tuple[str, Box]] = [(plate.code, plate.box) for plate in picture.scene.plates.values()]
    boxes += [(f"{one.item.kind} {one.item.text}", one.box) for one in picture.placed]
    return [
        (name, other)
        for number, (name, box) in enumerate(boxes)
        for other, other_box in boxes[:number]
        if box.meets(other_box)
    ]


def kinds(picture: Picture, kind: str) -> list[Placed]:
    return [one for one in picture.placed if one.item.kind == kind]


def test_nothing_covers_anything_with_every_unit_at_home(rules: Rules, scene: Scene) -> None:
    picture = drawn(at_home(rules), rules, scene, EVENTS)
    assert overlaps(picture) == []
    assert len(kinds(picture, "badge")) == 4


@pytest.mark.parametrize("stacks", [1, 2, 3, 5, 20])
def test_nothing_covers_anything_in_any_crowded_province(stacks: int, rules: Rules, scene: Scene) -> None:
    for code in scene.plates:
        picture = drawn(crowd(rules, code, stacks=stacks), rules, scene)
        assert overlaps(picture) == [], code
        shown = len(kinds(picture, "pile"))
        folded = sum(int(one.item.text.removeprefix("+")) for one in kinds(picture, "fold"))
        assert shown + folded == stacks, code


def test_one_or_two_stacks_are_shown_one_by_one_everywhere(rules: Rules, scene: Scene) -> None:
    for code in scene.plates:
        for each in (1, 2):
            picture = drawn(crowd(rules, code, stacks=2, each=each), rules, scene)
            assert kinds(picture, "fold") == [], code


def test_twenty_units_in_four_stacks_are_shown_one_by_one(rules: Rules, scene: Scene) -> None:
    few = [
        code
        for code in scene.plates
        if kinds(drawn(crowd(rules, code, stacks=4, each=5), rules, scene), "fold")
    ]
    assert len(few) <= 20, few
    assert not {"TVER", "ARCH", "OMSK", "KIEV", "DONC", "SMOL"} & set(few)


def test_the_weakest_stacks_are_folded(rules: Rules, scene: Scene) -> None:
    picture = drawn(crowd(rules, "TVER", stacks=20), rules, scene)
    shown = [one.item.strength for one in kinds(picture, "pile")]
    assert min(shown) >= 2
    assert picture.folded[0].code == "TVER"
    assert picture.folded[0].text.count("·") == 19


def test_piles_stand_inside_their_province(rules: Rules, scene: Scene) -> None:
    for code, area in scene.ground.areas.items():
        for one in drawn(crowd(rules, code, stacks=5), rules, scene).placed:
            for x in (one.box.left, one.box.right):
                assert any(left <= x <= right for left, right in area.row(one.box.middle.y)), code


def test_a_pile_shows_player_strength_leader_color_and_thickness(rules: Rules) -> None:
    pile = pile_of(Stack("TVER", "A", (152, 111, 112, 113)), rules)
    assert (pile.text, pile.name, pile.color, pile.layers) == ("A 10", "Trotsky", "red", 2)
    alone = pile_of(Stack("VLAD", None, (417,)), rules)
    assert (alone.text, alone.name, alone.color, alone.layers) == ("2", "", "blue", 0)


def test_a_pile_with_an_imperial_unit_has_a_crown(rules: Rules) -> None:
    assert pile_of(Stack("OMSK", "C", (252, 2, 201)), rules).imperial
    assert not pile_of(Stack("OMSK", "C", (252, 201)), rules).imperial


def test_an_imperial_unit_alone_has_no_color(rules: Rules, scene: Scene) -> None:
    pile = pile_of(Stack("OMSK", None, (2,)), rules)
    assert (pile.color, pile.text) == ("", "0")
    assert len(kinds(drawn(position(Stack("OMSK", None, (2,))), rules, scene), "pile")) == 1


def test_two_piles_that_look_alike_are_two(rules: Rules, scene: Scene) -> None:
    state = position(Stack("VLAD", "D", (413,)), Stack("VLAD", "D", (417,)))
    assert len(kinds(drawn(state, rules, scene), "pile")) == 2


def test_events_are_counted_by_province() -> None:
    found = badges(EVENTS)
    assert [(one.sign, one.text) for one in found["PENZ"]] == [("battle", ""), ("dead", "2")]
    assert [(one.sign, one.text) for one in found["TULA"]] == [("epidemic", "")]


def test_a_name_is_not_cut_where_there_is_room_for_it(rules: Rules, scene: Scene) -> None:
    for code in ("ARCH", "OREN", "KUBA", "VOLO"):
        picture = drawn(position(Stack(code, "A", (162, 116))), rules, scene)
        assert [one.item.name for one in kinds(picture, "pile")] == ["Antonov-Ovseenko"]
        assert overlaps(picture) == []
