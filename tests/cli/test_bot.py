"""``pbem bot --position``: a sheet to start from."""

import json
import re
from pathlib import Path

import pytest

from pbem.bots.styles import STYLES
from pbem.cli import run
from pbem.position import to_json
from pbem.rulebook import load_rules
from pbem.sheets.read import read_sheet
from tests.properties.strategies import pool


@pytest.fixture(params=["setup", "first", "second"])
def position(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    trial = [one for one in pool() if one.state.phase == request.param][-1]
    path = tmp_path / "position.json"
    path.write_text(json.dumps(to_json(trial.state, campaign="volga", rules="rcw")))
    return path


def printed(position: Path, capsys: pytest.CaptureFixture[str], style: str) -> str:
    assert run(["bot", "--position", str(position), "--player", "A", "--style", style]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("style", [name for name, style in STYLES.items() if not style.careless])
def test_it_is_written_plainly(style: str, position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(position, capsys, style)
    lines = text.splitlines()
    key = lines.index("key:")
    assert lines[key - 1] == "# Write your secret word below, after the colon, or nothing counts."
    assert lines[:3] == ["#ORDERS", "campaign: volga", "player: A"] and lines[-1] == "#END"
    assert all(
        re.match(r"$|#|\w+:|  - \{.+\}$|  - \[.+\]$|  - \{\}  # against whoever", line) for line in lines
    )
    for route in re.findall(r"route: ([\w-]+)", text):
        assert re.fullmatch(r"[A-Z]{4}(-[A-Z]{4})*", route)
    filled = read_sheet(text.replace("key:", "key: larch-otter", 1).encode(), rules=load_rules())
    assert filled.head.key == "larch-otter"
    assert not [found for found in filled.findings if found.grade != "note"]


def test_a_careless_sheet_is_left_as_it_is(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "# Write your" not in printed(position, capsys, "careless")
