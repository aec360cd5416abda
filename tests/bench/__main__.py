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
from importlib import import_module

from tests.bench.rows import Row, table

MEASURES: dict[tuple[str, ...], tuple[str, tuple[int, ...], tuple[int, ...]]] = {
    ("P1", "P2", "P3", "P4", "P14"): ("startup", (5,), (21,)),
    ("P5", "P17"): ("phases", (2,), (7,)),
    ("P6", "P7", "P8", "P9", "P15"): ("replay", (3,), (9,)),
    ("P10", "P11", "P12"): ("odds", (1000, 3), (10_000, 3)),
    ("P13", "P16"): ("mail", (1,), (3,)),
}
"""By rows the module that measures them, and what its `rows` is given when it must be quick and when not.

Each is loaded when it is used: the processes that play trials load this module, too, and would pay for all of them.
"""


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description="The table of speed and memory."
    )
    parser.add_argument("--quick", action="store_true", help="fewer rounds; rough figures")
    parser.add_argument("--only", default="", metavar="ROWS", help="only these rows, such as P5,P6")
    parser.add_argument("--tests", action="store_true", help="P18 too: runs all the tests twice")
    options = parser.parse_args()
    asked = {name.strip().upper() for name in options.only.split(",") if name.strip()}
    found: list[Row] = []
    for names, (module, quick, full) in MEASURES.items():
        if not asked or asked & set(names):
            found += import_module(f"tests.bench.{module}").rows(*(quick if options.quick else full))
    if options.tests or "P18" in asked:
        from tests.bench import suite

        found += suite.rows()
    found.sort(key=lambda row: int(row.number[1:]))
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}\n")
    print(table(found))
    return 1 if any(row.verdict == "MISSED" for row in found) else 0


if __name__ == "__main__":
    raise SystemExit(main())
