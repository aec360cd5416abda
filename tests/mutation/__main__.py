"""``python -m tests.mutation``: the mutants of the adjudicator on its tests, and a table of how many were killed."""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.mutation.mutants import Mutant, mutants
from tests.mutation.table import score, table
from tests.mutation.trying import Tried, Trying

ROOT = Path(__file__).parents[2]
STAGES = (
    ("tests/test_cases.py", "tests/test_checker.py", "tests/phases"),
    ("tests/properties", "tests/odds", "tests/solo"),
)
"""The tests that kill: what survives the first is tried on the second."""
DEAD = ("killed", "timeout", "none")

Results = dict[str, dict[str, object]]
"""By key of a mutant what is known of it, as it stands in the file of results."""


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("modules", nargs="*", help="such as pbem/phases/czar.py; else all of core and phases")
    parser.add_argument("--tests", nargs="+", help="these tests alone, in place of the two stages")
    parser.add_argument(
        "--results", type=Path, default=ROOT / "mutation-results.jsonl", help="read and written"
    )
    parser.add_argument(
        "--fresh", action="store_true", help="try those again, too, that are known to be killed"
    )
    parser.add_argument("--most", type=int, help="so many tests a mutant at the most, the quick ones first")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument(
        "--survivors", action="store_true", help="show what is known to survive, and try nothing"
    )
    parser.add_argument("--least", type=float, default=0, help="exit 1 if the score is below this")
    return parser.parse_args()


def main() -> int:
    """Try them. The status is 1 where a test fails without any mutant, or the score is too low."""
    asked = arguments()
    if not asked.survivors:
        if asked.fresh:
            asked.results.unlink(missing_ok=True)
        for stage in (asked.tests,) if asked.tests else STAGES:
            if not asked.tests:
                again = [sys.executable, "-m", "tests.mutation", *asked.modules, "--tests", *stage]
                options = ["--results", str(asked.results), "--jobs", str(asked.jobs)]
                options += ["--most", str(asked.most)] if asked.most else []
                if subprocess.call([*again, *options], cwd=ROOT, stdout=subprocess.DEVNULL):
                    return 1
            elif not try_all(asked):
                return 1
    known = _read(asked.results)
    found = [known[mutant.key] for mutant in _mutants(asked) if mutant.key in known]
    if asked.survivors:
        print("\n".join(_shown(one) for one in found if one["status"] not in DEAD))
    print(table(found))
    return int(score(found) < asked.least)


def try_all(asked: argparse.Namespace) -> bool:
    """Try all mutants that are not known to be killed on the tests asked for, and keep what comes of it. Whether the
    tests pass without any."""
    every = _mutants(asked)
    known = _read(asked.results)
    if not asked.modules:
        known = {mutant.key: known[mutant.key] for mutant in every if mutant.key in known}
    waiting = [mutant for mutant in every if known.get(mutant.key, {}).get("status") not in DEAD]
    waiting.sort(key=lambda mutant: (not mutant.function, "phases" not in mutant.module))
    started = time.monotonic()
    os.environ["CI"] = "true"
    _write(asked.results, known)
    with asked.results.open("a", encoding="utf-8") as file:

        def told(tried: Tried) -> None:
            known[tried.mutant.key] = _as_data(tried)
            file.write(json.dumps(known[tried.mutant.key]) + "\n")
            file.flush()

        plugin = Trying(waiting, told, jobs=asked.jobs, most=asked.most)
        status = pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", *asked.tests], plugins=[plugin])
    _write(asked.results, known)
    print(f"{len(waiting)} tried in {time.monotonic() - started:.0f} seconds", file=sys.stderr)
    return not plugin.broken and status in (0, 5)


def _mutants(asked: argparse.Namespace) -> list[Mutant]:
    paths = [Path(one) for one in asked.modules] or sorted(
        path for folder in ("core", "phases") for path in (ROOT / "pbem" / folder).glob("[!_]*.py")
    )
    return [mutant for path in paths for mutant in mutants(path, _module(path))]


def _module(path: Path) -> str:
    return ".".join(path.resolve().relative_to(ROOT).with_suffix("").parts)


def _as_data(tried: Tried) -> dict[str, object]:
    mutant = tried.mutant
    return {
        "key": mutant.key,
        "module": mutant.module,
        "function": mutant.function,
        "lines": mutant.lines,
        "kind": mutant.kind,
        "before": mutant.before,
        "after": mutant.after,
        "status": tried.status,
        "killer": tried.killer,
    }


def _shown(one: dict[str, object]) -> str:
    """A survivor in two lines: where it is, and what was changed."""
    lines = one["lines"]
    assert isinstance(lines, list | tuple)
    before, after = (" ".join(str(one[key]).split()) for key in ("before", "after"))
    return f"{one['module']}:{lines[0]} {one['function']} ({one['kind']}, {one['status']})\n    {before}  ->  {after}"


def _read(path: Path) -> Results:
    if not path.exists():
        return {}
    found = map(json.loads, path.read_text("utf-8").splitlines())
    return {one["key"]: one for one in found}


def _write(path: Path, known: Results) -> None:
    path.write_text("".join(json.dumps(one) + "\n" for one in known.values()), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
