"""The example campaigns, each played once."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from pbem.campaign.demonstrating import play_example
from pbem.resources import examples_folder


@pytest.fixture(scope="session")
def play(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The folder of an example campaign after its last Phase, by the example's name."""

    @cache
    def played(name: str) -> Path:
        folder = tmp_path_factory.mktemp("example") / Path(name).name
        play_example(examples_folder() / name, folder, lambda step: None)
        return folder

    return played
