"""The published JSON Schemas: real files are as they say, they say what the code does, and they stay what they were."""

import json
from dataclasses import asdict, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema_rs import Draft202012Validator, meta

from pbem.cli import run
from pbem.core import events
from pbem.core.orders import Counterpurge
from pbem.core.solitaire_events import SolitaireEvent
from pbem.core.state import Standing
from pbem.position import public, to_json
from pbem.resources import examples_folder, schemas
from pbem.solo.bots.blind import blind
from pbem.solo.folder.files import make_files
from pbem.solo.folder.game import create
from pbem.solo.folder.sheets import written_sheet
from tests.browser import positions
from tests.campaign.play import begin, play
from tests.report.conftest import EVENTS
from tests.solo.conftest import NOW

KINDS = get_args(events.Event)

FORMAT_1 = {
    "position": (
        [
            "format",
            "turn",
            "phase",
            "players",
            "stacks",
            "holdings",
            "chart",
            "randomizer",
            "out_of_play",
            "box",
            "flags",
            "standing",
            "victory",
        ]
    ),
    "result": ["format", "turn", "phase", "sheets", "outcomes", "remarks", "events", "rolls"],
}
"""What format 1 has had from the beginning. Nothing may be taken away; what is new must not be required."""


@cache
def schema_of(name: str) -> dict[str, Any]:
    """The schema, itself looked over."""
    schema: dict[str, Any] = json.loads(schemas()[name].read_text("utf-8"))
    meta.validate(schema)
    return schema


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schema_of(name))


def faults(name: str, value: object) -> list[str]:
    """What the schema has against a value."""
    return [f"{one.instance_path}: {one.message[:200]}" for one in validator(name).iter_errors(value)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of the set-up and two Game-Turns."""
    folder = begin(tmp_path_factory.mktemp("schema") / "volga", "ABC")
    play(folder, 5)
    return folder


@pytest.mark.parametrize("name", ["position", "result"])
def test_the_files_of_a_campaign_are_as_the_schema_says(name: str, played: Path) -> None:
    files = sorted(played.rglob(f"{name}.json"))
    assert len(files) >= 5
    for file in files:
        assert not faults(name, json.loads(file.read_text("utf-8"))), file


def test_the_files_of_a_solitaire_game_are_as_the_schema_says(tmp_path: Path) -> None:
    """Every position and every result of the example game, to its end, and of one with most things in it."""
    seed = bytes.fromhex((examples_folder() / "solo" / "seed.txt").read_text().strip())
    folder = tmp_path / "game"
    game, step = create(folder, name="kronstadt", rulings={"deployment": "friendly"}, now=NOW, seed=seed)
    found = 0
    while True:
        make_files(game, step)
        position = json.loads((folder / "position.json").read_text("utf-8"))
        assert not faults("position", position)
        assert not faults(
            "position", without_key(position, "solitaire")
        )  # a postal reader may have no use for it
        if game.over:
            break
        sheet = written_sheet(blind(game.state, game.rules), game.state, game.rules, name="kronstadt")
        step = game.play(game.read(sheet.encode()), NOW)
    for file in sorted((folder / "reports").glob("*.json")):
        for result in json.loads(file.read_text("utf-8")):
            assert not faults("result", result), file
            found += len(result["events"])
    assert found > 100
    whole = {**position["solitaire"], "leaders_to_bring": "3"}
    assert faults("position", {**position, "solitaire": whole})


def without_key(value: dict[str, object], key: str) -> dict[str, object]:
    return {name: one for name, one in value.items() if name != key}


def test_positions_with_everything(tmp_path: Path) -> None:
    order = Counterpurge("A.counterpurge[0]", ("B",), ("B", "C"), (152, "politburo", "Nobody"), 2)
    standing = {"A": Standing((111, "Nobody"), (order,), "refuse", "agree"), "B": Standing()}
    for state in (positions.FIRST, positions.SECOND, positions.SETUP):
        value = to_json(state, campaign="volga", rules="rcw", rulings={"gifts": "accepted"})
        assert not faults("position", value)
    from dataclasses import replace

    whole = replace(positions.FIRST, standing=standing, out_of_play=(408, "FR-withdrawal"), box=(101,))
    assert not faults("position", to_json(whole))
    assert to_json(public(whole))["standing"] == {}


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_every_event_is_as_the_schema_says(event: Any) -> None:
    value = json.loads(
        json.dumps({k: asdict(v) if is_dataclass(v) else v for k, v in event._asdict().items()})
    )  # type: ignore[call-overload]
    result = {
        "format": 1,
        "turn": 1,
        "phase": "first",
        "sheets": {},
        "outcomes": [],
        "remarks": [],
        "rolls": [],
    }
    assert not faults("result", {**result, "events": [value]})


def test_the_schema_knows_the_fields_of_every_event() -> None:
    known = schema_of("result")["$defs"]
    assert set(get_args(SolitaireEvent)) <= set(KINDS)
    for kind in KINDS:
        name = kind._field_defaults["kind"]
        assert list(known[name]["properties"]) == list(kind._fields), name
        assert known[name]["required"] == list(kind._fields), name


@pytest.mark.parametrize("name", list(FORMAT_1))
def test_format_1_keeps_what_it_had(name: str) -> None:
    schema = schema_of(name)
    assert schema["properties"]["format"] == {"const": 1}
    assert schema["required"] == FORMAT_1[name]
    assert "additionalProperties" not in schema


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"format": 2}, "1 was expected"),
        ({"turn": "3"}, 'not of type "integer"'),
        ({"phase": "third"}, "is not one of"),
        ({"stacks": [{"at": "TVER", "player": "A", "units": []}]}, "[]"),
        ({"players": ["Z"]}, "does not match"),
    ],
)
def test_what_is_wrong_is_found(change: dict[str, object], told: str) -> None:
    assert any(told in one for one in faults("position", {**to_json(positions.FIRST), **change}))


def test_printing_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "schema", "position"]) == 0
    assert json.loads(capsys.readouterr().out)["$id"] == "urn:pbem:position:1"
    assert run(["rules", "schema", "postion"]) == 2
    assert "Did you mean position?" in capsys.readouterr().err
