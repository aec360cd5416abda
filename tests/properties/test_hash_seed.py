"""The same game under every PYTHONHASHSEED: nothing may depend on how Python happens to order a set."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAY = """
import hashlib, json
from pbem.position import to_json
from pbem.soak.campaign import campaign
from pbem.soak.drawing import Terms

told = hashlib.sha256()
for number in (1, 2):
    for phase in campaign(Terms(seed=3, players=(5, 5), turns=2, checked=False), number):
        told.update(repr([sheet.text for sheet in phase.written.values()]).encode())
        told.update(repr(phase.result).encode())
        told.update(json.dumps(to_json(phase.result.state)).encode())
print(told.hexdigest())
"""


def test_hash_seeds_make_no_difference() -> None:
    """Sheets of practice players, events, outcomes, remarks, rolls and positions, to the byte."""
    children = [
        subprocess.Popen(
            [sys.executable, "-c", PLAY],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "1", "2")
    ]
    told = [child.communicate(timeout=120)[0].strip() for child in children]
    assert len(told[0]) == 64
    assert told == [told[0]] * 3
