"""What is changed in a module, and what is passed over. The whole run is a matter of hours and no test."""

from pathlib import Path

import pytest

from tests.mutation.table import score, table

SOURCE = '''"""A module."""

from typing import TypeAlias

Name: TypeAlias = "str"
Card = int | str
LIMIT = 5


class Thing:
    """A thing."""

    def fits(self, size: int) -> bool:
        """Whether it fits."""
        assert size, "no size"
        if self.full():
            return False
        tell(size, why="full")
        return size < LIMIT
'''


@pytest.fixture
def made(tmp_path: Path) -> set[tuple[str, str, str]]:
    pytest.importorskip("mutmut", reason="pip install pbem[mutation]")
    from tests.mutation.mutants import edited, mutants

    path = tmp_path / "thing.py"
    path.write_text(SOURCE)
    found = mutants(path, "thing")
    assert len({one.key for one in found}) == len(found)
    assert all(one.source == edited(SOURCE, one.edit) != SOURCE for one in found)
    return {(one.function, one.before.strip(), one.after.strip()) for one in found}


def test_what_is_changed(made: set[tuple[str, str, str]]) -> None:
    assert made == {
        ("", "LIMIT = 5", "LIMIT = None"),
        ("", "5", "6"),
        ("Thing.fits", "self.full()", "not self.full()"),
        ("Thing.fits", "False", "True"),
        ("Thing.fits", 'tell(size, why="full")', "pass"),
        ("Thing.fits", 'tell(size, why="full")', 'tell(None, why="full")'),
        ("Thing.fits", 'tell(size, why="full")', "tell(size, why=None)"),
        ("Thing.fits", 'tell(size, why="full")', "tell(size, )"),
        ("Thing.fits", '"full"', '"XXfullXX"'),
        ("Thing.fits", "< LIMIT", "<= LIMIT"),
    }


def test_the_table_and_the_score() -> None:
    results = [
        {"module": "a", "status": one} for one in ("killed", "timeout", "survived", "untouched", "none")
    ]
    assert table(results).splitlines()[2:] == ["| a | 4 | 2 | 2 | 50.0 % |", "| all | 4 | 2 | 2 | 50.0 % |"]
    assert score(results) == 50
