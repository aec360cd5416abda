"""What the drawing says of borders and railways, against the lists that decide."""

from itertools import pairwise

import pytest

from pbem.core.rules import Rules
from pbem.report.map.areas import Box, along, distance, length
from pbem.report.map.ground import SHORT
from pbem.report.map.scene import Scene, path, scene_of
from pbem.rulebook.load import load_rules
from pbem.rulebook.shapes import Point, Ring, load_shapes


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load_rules()


@pytest.fixture(scope="module")
def scene(rules: Rules) -> Scene:
    return scene_of(load_shapes(), rules.board)


def inside(ring: Ring, at: Point) -> bool:
    """Whether a point lies in an outline (even-odd), written apart from the program's own."""
    odd = False
    x, y = at
    for (a_x, a_y), (b_x, b_y) in pairwise((*ring, ring[0])):
        if (a_y > y) != (b_y > y) and x < a_x + (y - a_y) / (b_y - a_y) * (b_x - a_x):
            odd = not odd
    return odd


def near(ring: Ring, at: Point, far: float) -> bool:
    """Whether a point lies at most so far from an outline."""
    for a, b in pairwise((*ring, ring[0])):
        whole = distance(a, b) ** 2
        share = 0.0 if not whole else ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / whole
        share = min(1.0, max(0.0, share))
        if distance(at, Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))) <= far:
            return True
    return False


def within(scene: Scene, code: str, at: Point, *, far: float = 0.0) -> bool:
    rings = [ring for ring in scene.ground.shapes.provinces[code].rings if around(ring).holds(at)]
    return any(inside(ring, at) or (far and near(ring, at, far)) for ring in rings)


BOXES: dict[int, tuple[Ring, Box]] = {}
"""By the identity of an outline, which is quicker to find than a long row of points, its box."""


def around(ring: Ring) -> Box:
    """The box around an outline and two pixels more."""
    if id(ring) not in BOXES:
        xs, ys = [point.x for point in ring], [point.y for point in ring]
        BOXES[id(ring)] = ring, Box(min(xs) - 2, min(ys) - 2, max(xs) + 2, max(ys) + 2)
    return BOXES[id(ring)][1]


def samples(line: tuple[Point, ...]) -> list[Point]:
    """Points along a line, one to a pixel and a half."""
    count = max(1, round(length(line) / 1.5))
    return [along(line, number / count) for number in range(count + 1)]


def test_the_drawing_has_exactly_the_borders_of_the_list_and_the_barred_one(
    scene: Scene, rules: Rules
) -> None:
    land = {(a, b) for a, others in rules.board.land.items() for b in others if a < b}
    assert set(scene.ground.borders) - land == {("LIVO", "PETR")}
    assert land <= set(scene.ground.borders)


def test_every_railway_is_drawn_and_no_other(scene: Scene, rules: Rules) -> None:
    assert set(scene.rails) == {(a, b) for a, others in rules.board.rails.items() for b in others if a < b}


def test_a_railway_stays_inside_the_two_provinces_that_it_joins(scene: Scene) -> None:
    for (a, b), line in scene.rails.items():
        for at in samples(line):
            assert within(scene, a, at, far=1.0) or within(scene, b, at, far=1.0), (a, b, at)
            strangers = [
                code for code in scene.ground.areas if code not in (a, b) and within(scene, code, at)
            ]
            deep = [
                code
                for code in strangers
                if not any(near(ring, at, 1.0) for ring in scene.ground.shapes.provinces[code].rings)
            ]
            assert deep == [], (a, b, at)


def test_a_railway_goes_from_code_to_code_over_the_middle_of_the_border(scene: Scene) -> None:
    for (a, b), line in scene.rails.items():
        assert line[0] == scene.ground.shapes.provinces[a].label
        assert line[-1] == scene.ground.shapes.provinces[b].label
        crossing = scene.ground.borders[a, b].at
        assert min(distance(at, crossing) for at in samples(line)) < 4


def test_no_railway_runs_through_a_lake(scene: Scene) -> None:
    lakes = [lake.ring for lake in scene.ground.shapes.lakes]
    for pair, line in scene.rails.items():
        wet = [
            at for at in samples(line) if any(inside(ring, at) and not near(ring, at, 2) for ring in lakes)
        ]
        assert wet == [], pair


def test_every_short_border_has_a_mark_on_it(scene: Scene) -> None:
    ground = scene.ground
    short = {pair for pair, border in ground.borders.items() if border.long < SHORT} - {("LIVO", "PETR")}
    assert {mark.pair for mark in scene.short} == short
    assert {("DONC", "KHAR"), ("ASTR", "TERE"), ("OREN", "SAMA")} <= short
    for mark in scene.short:
        rings = ground.shapes.provinces[mark.pair[0]].rings
        assert any(near(ring, mark.at, 0.5) for ring in rings)


def test_lake_pskov_is_named_and_barred(scene: Scene) -> None:
    assert "Lake Pskov" in [lake.name for lake in scene.ground.shapes.lakes]
    assert len(scene.barred) == 1
    assert len(scene.straits) == 1


def test_an_anchor_stands_in_the_water_off_its_own_coast(scene: Scene, rules: Rules) -> None:
    ports = {code for code, facts in rules.board.provinces.items() if facts.port}
    assert set(scene.anchors) == ports
    shapes = scene.ground.shapes
    dry = [*shapes.land, *(lake.ring for lake in shapes.lakes)]
    for code, at in scene.anchors.items():
        assert not any(within(scene, other, at) for other in scene.ground.areas), code
        assert not any(inside(ring, at) for ring in dry), code
        assert any(near(ring, at, 30) for ring in shapes.provinces[code].rings)
        own = next(
            far for far in range(1, 31) if any(near(ring, at, far) for ring in shapes.provinces[code].rings)
        )
        for other in scene.ground.areas:
            if other != code:
                assert not any(near(ring, at, own - 2) for ring in shapes.provinces[other].rings), (
                    code,
                    other,
                )
    spots = sorted(scene.anchors.values())
    assert all(distance(a, b) > 13 for a in spots for b in spots if a is not b)


def test_codes_do_not_overlap_one_another_and_lie_in_their_provinces(scene: Scene) -> None:
    plates = list(scene.plates.values())
    for number, one in enumerate(plates):
        assert within(scene, one.code, one.box.middle)
        assert not any(one.box.meets(other.box) for other in plates[:number]), one.code


def test_a_path_is_written_in_tenths() -> None:
    line = (Point(10.04, 5.0), Point(10.54, 4.25), Point(-3.0, 4.25), Point(-3.0, 4.24))
    assert path(line) == "M10 5l.5-.8-13.5 0"
    assert path((Point(0, 0), Point(1, 1)), closed=True) == "M0 0l1 1z"
