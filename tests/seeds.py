"""Tests that are tried with many seeds: some seeds to each test, since setting up a test takes longer than many of them;
and how many examples there are, in CI and elsewhere."""

import functools
import inspect
import os
from collections.abc import Callable
from typing import Any

import pytest

Test = Callable[..., None]


IN_CI = os.environ.get("CI") == "true"


def examples(elsewhere: int, *, in_ci: int) -> int:
    """With how many examples a property is tried: in CI many, the same each time; elsewhere fewer, but new ones each
    time."""
    return in_ci if IN_CI else elsewhere


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
