"""Movement on the map."""

from itertools import pairwise

import pytest

from pbem.core.events import Moved
from pbem.core.rules import Rules
from pbem.core.state import Stack
from pbem.report.map.areas import distance
from pbem.report.map.arrows import arrows
from pbem.report.map.picture import picture_of
from pbem.report.map.scene import Scene, scene_of
from pbem.rulebook.load import load_rules
from pbem.rulebook.shapes import load_shapes
from tests.report.map_positions import position


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load_rules()


@pytest.fixture(scope="module")
def scene(rules: Rules) -> Scene:
    return scene_of(load_shapes(), rules.board)


def moved(*route: str, player: str = "A", units: tuple[int, ...] = (152, 111)) -> Moved:
    return Moved("5.0", f"{player}.moves[0]", player, units, route, "overland", "")


def test_an_arrow_begins_and_ends_in_its_provinces(rules: Rules, scene: Scene) -> None:
    for a, others in rules.board.land.items():
        for b in sorted(others):
            (arrow,) = arrows([moved(a, b)], scene.ground, {b: [scene.plates[b].box]}, rules)
            assert distance(arrow.line[0], scene.ground.shapes.provinces[a].label) < 1
            tip = arrow.head[0]
            assert any(
                abs(tip.y - y) < 2.5 and scene.ground.areas[b].row(y) for y in (tip.y, tip.y + 2, tip.y - 2)
            )
            assert any(left - 2 <= tip.x <= right + 2 for left, right in scene.ground.areas[b].row(tip.y)), (
                a,
                b,
            )


def test_an_arrow_crosses_every_border_of_its_route(rules: Rules, scene: Scene) -> None:
    route = ("PETR", "NOVG", "TVER", "RYAZ", "PENZ")
    (arrow,) = arrows([moved(*route)], scene.ground, {}, rules)
    for a, b in pairwise(route):
        crossing = scene.ground.crossing(a, b)
        border = scene.ground.borders[min(a, b), max(a, b)]
        assert min(distance(point, crossing) for point in arrow.line) < border.long / 2 + 8


def test_two_arrows_over_one_border_do_not_lie_on_each_other(rules: Rules, scene: Scene) -> None:
    one, other = arrows([moved("NOVG", "TVER"), moved("TVER", "NOVG", player="B")], scene.ground, {}, rules)
    middle = [line[len(line) // 2] for line in (one.line, other.line)]
    assert distance(*middle) > 4


def test_the_strait_can_be_crossed(rules: Rules, scene: Scene) -> None:
    (arrow,) = arrows([moved("TAUR", "KUBA", units=(251, 212))], scene.ground, {}, rules)
    assert arrow.color == "white"
    assert len(arrow.line) > 4


def test_a_force_that_stayed_or_went_nowhere_known_has_no_arrow(rules: Rules, scene: Scene) -> None:
    assert arrows([moved("TVER"), moved("TVER", "XXXX")], scene.ground, {}, rules) == ()


def test_the_title_of_an_arrow_tells_the_move(rules: Rules, scene: Scene) -> None:
    event = moved("NOVG", "TVER", "RYAZ")._replace(by="rail")
    picture = picture_of(position(Stack("RYAZ", "A", (152, 111))), rules, scene, events=[event])
    assert picture.arrows[0].title == "A: Trotsky (152), 111: NOVG – TVER – RYAZ by rail"
    assert picture.arrow_colors == ("red",)
