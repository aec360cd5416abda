"""The same under every PYTHONHASHSEED: nothing may depend on how Python happens to order a set."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.properties.made import KINDS, digests

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, dict[str, str]]]:
    """What this process makes, which has a seed of its own, and others."""
    children = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.properties.made", str(tmp_path_factory.mktemp("made"))],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "1", "2")
    ]
    here = digests(tmp_path_factory.mktemp("made"))
    return [here, *(json.loads(child.communicate(timeout=600)[0]) for child in children)]


@pytest.mark.parametrize(("kind", "least"), [("practice", 30), ("files", 25), ("drawn", 1), ("reports", 12)])
def test_hash_seeds_make_no_difference(told: list[dict[str, dict[str, str]]], kind: str, least: int) -> None:
    """Sheets of practice players, events, outcomes, remarks, rolls, positions, reports and maps, to the byte."""
    assert kind in KINDS
    assert len(told[0][kind]) >= least
    assert len(told) == 4
    for other in told[1:]:
        assert other[kind] == told[0][kind]
