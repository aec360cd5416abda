"""A position as JSON: whole, versioned, and refused in plain words when it is not."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.orders import Counterpurge
from pbem.core.state import Faces, Flags, Holding, Stack, Standing, State, Victory
from pbem.errors import FileError
from pbem.position import FORMAT, from_json, public, read_position, refuse_misfit, to_json
from pbem.rulebook import load_rules
from tests.seeds import examples

players = st.sampled_from("ABC")
unit = st.integers(1, 420)
units = st.lists(unit, max_size=3).map(tuple)
some = st.lists(unit, min_size=1, max_size=3).map(tuple)
names = st.lists(unit | st.text(max_size=5), max_size=3).map(tuple)
letters = st.none() | st.lists(players, max_size=2).map(tuple)
standing = st.builds(
    Standing,
    st.none() | names,
    st.none()
    | st.lists(
        st.builds(
            Counterpurge, st.just("A.counterpurge[0]"), letters, letters, st.none() | names, st.none() | unit
        ),
        max_size=2,
    ).map(tuple),
    st.sampled_from([None, "comply", "refuse"]),
    st.sampled_from([None, "agree"]),
)
states = st.builds(
    State,
    turn=st.integers(0, 30),
    phase=st.sampled_from(["setup", "first", "second"]),
    players=st.just(("A", "B", "C")),
    stacks=st.lists(
        st.builds(Stack, st.sampled_from(["TVER", "PETR"]), st.none() | players, some), max_size=3
    ).map(tuple),
    holdings=st.dictionaries(
        players, st.builds(Holding, st.integers(0, 9), st.integers(0, 9), st.just(("BR", "US")), units)
    ),
    chart=st.dictionaries(st.sampled_from(["A", "unassigned"]), st.builds(Faces, units, units)),
    randomizer=st.lists(st.sampled_from(["assassin", "BR-control"]), max_size=3).map(tuple),
    out_of_play=st.lists(unit | st.just("BR-withdrawal"), max_size=3).map(tuple),
    box=units,
    flags=st.builds(
        Flags,
        st.booleans(),
        st.booleans(),
        st.integers(0, 2),
        st.none() | players,
        st.lists(players, max_size=2).map(tuple),
    ),
    standing=st.dictionaries(players, standing),
    victory=st.none()
    | st.builds(
        Victory,
        st.just("red"),
        st.just("14.1"),
        st.just((("A", "B"), ("C",))),
        st.just({"A": 3, "B": 3, "C": -1}),
    ),
)


@settings(max_examples=examples(75, in_ci=150), deadline=None)
@given(states)
def test_a_position_comes_back_as_it_was(state: State) -> None:
    text = json.dumps(to_json(state))
    assert from_json(json.loads(text)) == state
    assert text == json.dumps(to_json(from_json(json.loads(text))))


def test_nothing_of_a_position_is_left_out() -> None:
    written = to_json(State(1, "first", ("A",)))
    assert set(written) == {*State.__slots__, "format"}


WHOLE = State(
    3,
    "first",
    ("A", "B"),
    (Stack("TVER", "A", (152, 111)),),
    standing={"A": Standing(losses=(111,)), "B": Standing(losses=(204,))},
)


def test_the_public_view_has_no_standing_orders_of_others() -> None:
    assert public(WHOLE).standing == {}
    assert public(WHOLE, "A").standing == {"A": Standing(losses=(111,))}
    assert public(WHOLE, "C").standing == {}
    assert "204" not in json.dumps(to_json(public(WHOLE, "A")))


def test_a_file_with_what_a_check_needs_of_the_campaign(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(
        json.dumps(to_json(WHOLE, campaign="volga", rules="rcw", rulings={"gifts": "accepted"}), indent=1)
    )
    found = read_position(path)
    assert (found.state, found.campaign, found.rules, found.rulings) == (
        WHOLE,
        "volga",
        "rcw",
        {"gifts": "accepted"},
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        ("player: A\n", "no whole JSON"),
        ("[" * 100_000, "no whole JSON"),
        ("[]", "not a position file"),
        ('{"a": 1}', "not a position file"),
        ('{"format": 2}', "format 2"),
        ('{"format": "new"}', "newer version"),
        ('{"format": 1}', "'phase' is missing"),
    ],
)
def test_what_is_no_position(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "position.json"
    path.write_text(text)
    with pytest.raises(FileError, match=told):
        read_position(path)


def test_half_a_file_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    text = json.dumps(to_json(WHOLE), indent=1)
    path.write_text(text[: len(text) // 2])
    with pytest.raises(FileError) as error:
        read_position(path)
    assert "half of it is missing" in str(error.value)
    assert error.value.line > 1


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        read_position(tmp_path / "position.json")


@settings(max_examples=examples(100, in_ci=200), deadline=None)
@given(st.data())
def test_damage_is_an_error_and_no_crash(data: st.DataObject) -> None:
    value: Any = to_json(WHOLE)
    where: Any = value
    key = data.draw(st.sampled_from(sorted(value)))
    while isinstance(where[key], Mapping) and where[key] and data.draw(st.booleans()):
        where = where[key]
        key = data.draw(st.sampled_from(sorted(where)))
    where[key] = data.draw(st.sampled_from([None, 1, "x", [], {}, [None], [[]], {"A": 1}, True, [{}]]))
    try:
        from_json(value)
    except FileError:
        return


@pytest.mark.parametrize(
    "stack", [Stack("MOSC", "A", (152,)), Stack("TVER", "A", (999,)), Stack("TVER", "A", (152, 152))]
)
def test_a_position_of_other_rules(stack: Stack) -> None:
    with pytest.raises(FileError):
        refuse_misfit(State(1, "first", ("A",), (stack,)), load_rules())


def test_the_format_is_one() -> None:
    assert FORMAT == 1
