"""A wheel, installed alone in another folder, has its data with it."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing of the checkout in it, and a Python in which the built wheel is installed."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("elsewhere")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("pbem-*.whl")
    venv.create(folder / "env", symlinks=True)
    site = Path(python(folder, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    with zipfile.ZipFile(wheel) as packed:  # all that installing it does, but for the program's start
        packed.extractall(site)
    needed = Path(pytest.__file__).parents[1]  # click and yaml of the Python that runs the tests
    (site / "needed.pth").write_text(f"{needed}\n")
    return folder


def python(folder: Path, *arguments: str) -> str:
    """What the new Python prints."""
    program = next(path for path in sorted((folder / "env").glob("*/python*")) if path.stem == "python")
    done = subprocess.run([str(program), *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


def run(folder: Path, *arguments: str) -> str:
    """What the installed program prints."""
    return python(folder, "-m", "pbem", *arguments)


def test_shows_the_rules(installed: Path) -> None:
    assert "Greater Russia" in run(installed, "rules", "show", "TVER")
    assert run(installed, "rules", "check") == "No fault found.\n"
    assert "How to correct a line" in run(installed, "rules", "map")


def test_runs_a_case(installed: Path) -> None:
    (installed / "case.yaml").write_text(
        "cases:\n  - id: one\n    given: {stacks: [{at: PETR, player: A, units: [160]}]}\n"
        "    orders: {A: {moves: [{force: [160], route: PETR-OMSK}]}}\n"
        "    expect: {orders: {'A.moves[0]': failed}}\n"
    )
    assert run(installed, "case", "case.yaml").endswith("1 case, none failed.\n")


def test_the_data_is_inside(installed: Path) -> None:
    data = Path(python(installed, "-c", "import pbem; print(pbem.__path__[0])").strip()) / "_data"
    for folder in ("rules", "templates", "examples"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file():
                assert (data / path.relative_to(ROOT)).is_file(), path


def test_installing_it_makes_the_command(installed: Path) -> None:
    package = Path(python(installed, "-c", "import pbem; print(pbem.__path__[0])").strip())
    (entries,) = package.parent.glob("pbem-*.dist-info/entry_points.txt")
    assert entries.read_text("utf-8") == "[console_scripts]\npbem = pbem.cli:main\n"
