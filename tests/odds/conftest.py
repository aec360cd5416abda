"""The rules."""

import pytest

from pbem.core.rules import Rules
from pbem.rulebook import load_rules


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load_rules()
