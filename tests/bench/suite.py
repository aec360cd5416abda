"""P18: how long the tests take, without those that need a mail server and with them. Seconds by the clock, not ratios:
on two cores, with nothing else to do.

    python -m tests.bench.suite
"""

import re
import subprocess
import sys
import time

from tests.bench.rows import Row, table
from tests.bench.timing import ROOT

SERVERS = re.compile(r"\b(dovecot|smtp|post|imap): |\bservers\.(dovecot|postfix|faulty)")
"""What stands in the tests that start a server."""


def without_servers() -> list[str]:
    """The options that leave out the tests with mail servers."""
    files = sorted((ROOT / "tests" / "mail").glob("test_*.py"))
    return [f"--ignore={path.relative_to(ROOT).as_posix()}" for path in files if SERVERS.search(path.read_text("utf-8"))]


def seconds(*options: str) -> float | str:
    """Of one run; in brackets what went wrong."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "pytest", *options], capture_output=True, text=True, check=False, cwd=ROOT)
    took = time.perf_counter() - start
    return f"(tests failed: {done.stdout.strip().splitlines()[-1]})" if done.returncode else took


def rows() -> list[Row]:
    """Run them."""
    bare, whole = seconds(*without_servers()), seconds()
    both = bare if isinstance(bare, str) else whole if isinstance(whole, str) else whole - bare
    return [
        Row("P18", "seconds: all tests but those with mail servers", 45, 90, bare),
        Row("P18", "seconds: those with mail servers besides", 30, 90, both),
    ]


if __name__ == "__main__":
    print(table(rows()))
