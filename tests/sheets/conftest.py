"""The rules, and a sheet from its parts."""

from collections.abc import Callable

import pytest

from pbem.core.rules import Rules
from pbem.rulebook import load_rules
from pbem.sheets.read import Expected, ReadSheet, read_sheet

HEAD = "campaign: volga\nplayer: A\nturn: 3\nphase: {phase}\nkey: larch-otter-42\n"


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load_rules()


@pytest.fixture
def sheet(rules: Rules) -> Callable[..., ReadSheet]:
    """A sheet's parts, with a head before them, as read."""

    def read(body: str, phase: str = "first", expected: Expected | None = None) -> ReadSheet:
        return read_sheet((HEAD.format(phase=phase) + body).encode(), expected, rules=rules)

    return read
