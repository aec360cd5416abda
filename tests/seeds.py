"""Tests that are tried with many seeds: some seeds to each test, since setting up a test takes longer than many of them."""

import functools
import inspect
from collections.abc import Callable
from typing import Any

import pytest

Test = Callable[..., None]


def for_seeds(seeds: range, *, at_once: int = 25) -> Callable[[Test], Test]:
    """The test is run with each `seed`, so many in one go; where one fails it is told which."""

    def several(test: Test) -> Test:
        @functools.wraps(test)
        def run(*, first: int, **fixtures: Any) -> None:
            for seed in range(first, min(first + at_once, seeds.stop)):
                try:
                    test(seed=seed, **fixtures)
                except BaseException as problem:
                    problem.add_note(f"with the seed {seed}")
                    raise

        wanted = [one for name, one in inspect.signature(test).parameters.items() if name != "seed"]
        keyword = inspect.Parameter.KEYWORD_ONLY
        wanted = [one.replace(kind=keyword) for one in (inspect.Parameter("first", keyword), *wanted)]
        run.__signature__ = inspect.Signature(wanted)  # type: ignore[attr-defined]
        return pytest.mark.parametrize("first", range(seeds.start, seeds.stop, at_once))(run)

    return several
