"""P18: how long the tests take, without those that need a mail server or a browser and with them. Seconds, not ratios.

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


def besides() -> list[str]:
    """The options that leave out the tests with servers and with a browser."""
    files = sorted((ROOT / "tests" / "mail").glob("test_*.py"))
    slow = [path.relative_to(ROOT).as_posix() for path in files if SERVERS.search(path.read_text("utf-8"))]
    return [f"--ignore={path}" for path in ("tests/browser", *slow)]


def seconds(*options: str) -> float | str:
    """Of one run; in brackets what went wrong."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "pytest", *options], capture_output=True, text=True, check=False, cwd=ROOT)
    took = time.perf_counter() - start
    return f"(tests failed: {done.stdout.strip().splitlines()[-1]})" if done.returncode else took


def rows() -> list[Row]:
    """Run them."""
    bare, whole = seconds(*besides()), seconds()
    both = bare if isinstance(bare, str) else whole if isinstance(whole, str) else whole - bare
    return [
        Row("P18", "seconds: all tests but those with mail servers and browser", 45, 90, bare),
        Row("P18", "seconds: these besides", 30, 90, both),
    ]


if __name__ == "__main__":
    print(table(rows()))
