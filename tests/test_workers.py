"""How the tests are run: by several processes where many are asked for, and nothing that was not run is passed over."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import NOT_RUN, pytest_xdist_auto_num_workers

HERE = Path(__file__).parent


def workers(*arguments: str, **options: Any) -> int:
    """How many processes there are for what was asked for on the command line."""
    config = SimpleNamespace(args=arguments, getoption=lambda name, default=None: options.get(name, default))
    return pytest_xdist_auto_num_workers(config)  # type: ignore[arg-type]


def test_folders_are_shared_out() -> None:
    assert workers(str(HERE)) >= 2
    assert workers(str(HERE / "cli"), str(HERE / "mail")) >= 2


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ((__file__,), {}),
        ((f"{__file__}::test_folders_are_shared_out",), {}),
        ((str(HERE), __file__), {}),
        ((str(HERE),), {"keyword": "folders"}),
        ((str(HERE),), {"lf": True}),
        ((str(HERE),), {"capture": "no"}),
    ],
)
def test_few_are_run_here(arguments: tuple[str, ...], options: dict[str, Any]) -> None:
    assert workers(*arguments, **options) == 0


@pytest.mark.parametrize("count", ["0", "2"])
def test_what_is_not_run_is_told(count: str, tmp_path: Path) -> None:
    """In whichever process it was skipped."""
    shutil.copy(HERE / "conftest.py", tmp_path)
    for name in "ab":
        test = f'import pytest\n\ndef test_one():\n    pytest.skip("THE {name.upper()} {NOT_RUN}: it is not there.")\n'
        (tmp_path / f"test_{name}.py").write_text(test)
    (tmp_path / "test_c.py").write_text('import pytest\n\ndef test_one():\n    pytest.skip("of no weight")\n')
    options = ("-q", "-p", "xdist", "-p", "no:cacheprovider", "-n", count, "--rootdir", str(tmp_path))
    command = [sys.executable, "-m", "pytest", *options, str(tmp_path)]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # other plugins take long to be loaded
    done = subprocess.run(command, env=alone, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    told = [line for line in done.stdout.splitlines() if NOT_RUN in line or "of no weight" in line]
    assert sorted(told) == [f"THE {name} {NOT_RUN}: it is not there." for name in "AB"]
