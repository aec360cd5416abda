"""The whole table of speed and memory: goal, must and measured side by side.

    python -m tests.bench                   all rows but P18; some minutes
    python -m tests.bench --quick           fewer rounds, to see whether it runs; its figures are rough
    python -m tests.bench --only P5,P6      these rows and what is measured together with them
    python -m tests.bench --tests           P18 too, which runs all the tests twice

Every figure but those of P18 is a ratio to a yardstick timed in the same run, the two in turn: the median of the ratios
round by round. Exit status 1 where a row misses its must.
"""

import argparse
import platform
from collections.abc import Callable

from tests.bench import mail, odds, phases, replay, startup, suite
from tests.bench.rows import Row, table

Measure = Callable[[bool], list[Row]]
"""Takes whether to be quick."""

MEASURES: dict[tuple[str, ...], Measure] = {
    ("P1", "P2", "P3", "P4", "P14"): lambda quick: startup.rows(5 if quick else 21),
    ("P5", "P17"): lambda quick: phases.rows(2 if quick else 7),
    ("P6", "P7", "P8", "P9", "P15"): lambda quick: replay.rows(3 if quick else 9),
    ("P10", "P11", "P12"): lambda quick: odds.rows(1000 if quick else 10_000, 3),
    ("P13", "P16"): lambda quick: mail.rows(1 if quick else 3),
}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="The table of speed and memory.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds; rough figures")
    parser.add_argument("--only", default="", metavar="ROWS", help="only these rows, such as P5,P6")
    parser.add_argument("--tests", action="store_true", help="P18 too: runs all the tests twice")
    options = parser.parse_args()
    asked = {name.strip().upper() for name in options.only.split(",") if name.strip()}
    found: list[Row] = []
    for names, measure in MEASURES.items():
        if not asked or asked & set(names):
            found += measure(options.quick)
    if options.tests or "P18" in asked:
        found += suite.rows()
    found.sort(key=lambda row: int(row.number[1:]))
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}\n")
    print(table(found))
    return 1 if any(row.verdict == "MISSED" for row in found) else 0


if __name__ == "__main__":
    raise SystemExit(main())
