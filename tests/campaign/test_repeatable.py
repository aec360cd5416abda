"""The same campaign gives the same files, whatever the hash seed."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import hashlib, sys
from pathlib import Path
from tests.campaign.play import begin, play
folder = begin(Path(sys.argv[1]))
play(folder, 3)
for path in sorted((folder / "turns").rglob("*")):
    if path.is_file():
        print(path.relative_to(folder).as_posix(), hashlib.sha256(path.read_bytes()).hexdigest())
"""


def test_positions_and_reports_do_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    children = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(tmp_path / seed / "volga")],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "1", "2", "random")
    ]
    said = [child.communicate()[0] for child in children]
    assert all(child.returncode == 0 for child in children)
    assert said[0].count("\n") > 25
    assert said[1:] == said[:1] * 3
