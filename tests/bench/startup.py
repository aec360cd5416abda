"""P1–P4 and P14: how long commands take to start and check, what they load, and their memory.

    python -m tests.bench.startup [ROUNDS]

Yardsticks: `python -c pass`, and the check floor (floors/check_floor.py: a sheet of 3 KB, C loader, pydantic).
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from pbem import position
from pbem.rulebook.load import load_rules
from pbem.sheets.write import normalised
from tests.bench.positions import first_sheets, set_up
from tests.bench.rows import Row, table
from tests.bench.timing import ROOT, in_turn, median_ratio, peak_memory

FLOOR = str(ROOT / "tests" / "bench" / "floors" / "check_floor.py")
SHEET_SIZE = 3000
HOSTILE = ("bomb", "large", "brackets", "charset", "rubbish")
HEAVY = ("jinja2", "imapclient", "ssl", "rich", "networkx", "filelock", "keyring")
"""What a check must not load."""


def floor_sheet() -> str:
    """A sheet of about 3 KB for the floor."""
    rng = random.Random(1919)
    lines = ["game: bench-1", "turn: 7", "player: red", "move:"]
    for number in range(20):
        path = ", ".join(f"province-{rng.randrange(60):02d}" for _ in range(3))
        lines += [f"  - stack: S{number:02d}", f"    path: [{path}]"]
    lines.append("attack:")
    for number in range(14):
        lines += [f"  - stacks: [S{number:02d}]", f"    province: province-{number:02d}", "    strength: 7"]
    text = "\n".join(lines) + "\n"
    return text + "# a note to the gamesmaster\n" * max(0, (SHEET_SIZE - len(text)) // 28)


def write_files(folder: Path) -> None:
    """The floor's sheet, a real position, a good sheet and faulty and hostile ones."""
    rules = load_rules()
    state = set_up(rules, 1)
    sheet = first_sheets(state, rules, 1)["A"]
    good = normalised(sheet, rules, campaign="bench", turn=1, phase="first")
    good += "# a note to the gamesmaster\n" * max(0, (SHEET_SIZE - len(good)) // 28)
    faulty = good.replace("TVER", "TVEER").replace("moves:", "movs:", 1) + "lossses: [1]\n"
    (folder / "floor.yaml").write_text(floor_sheet(), "utf-8")
    (folder / "position.json").write_text(json.dumps(position.to_json(state)), "utf-8")
    (folder / "good.yaml").write_text(good, "utf-8")
    (folder / "faulty.yaml").write_text(faulty, "utf-8")
    (folder / "bomb.yaml").write_text("a: &a [x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]\n", "utf-8")
    (folder / "large.yaml").write_text("campaign: bench\n" + "# x\n" * 20_000, "utf-8")
    (folder / "brackets.yaml").write_text("[" * 10_000, "utf-8")
    (folder / "charset.yaml").write_bytes("campaign: Тверь\nplayer: A\n".encode("koi8-r"))
    (folder / "rubbish.yaml").write_bytes(random.Random(1).randbytes(60_000))


def loaded(arguments: list[str]) -> str:
    """Which of the modules that cost much a command loads, by name; `none` where it loads none."""
    code = (
        f"import sys\nimport pbem.cli\npbem.cli.run({arguments!r})\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    names = done.stderr.strip().split("\n")[-1].strip("[]").replace("'", "")
    return names or "none"


def rows(rounds: int = 21) -> list[Row]:
    """Measure them."""
    python = sys.executable
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_files(folder)
        arguments = ["check", "--position", str(folder / "position.json")]
        check = [python, "-m", "pbem", *arguments]
        took = in_turn(
            {
                "pass": [python, "-c", "pass"],
                "--help": [python, "-m", "pbem", "--help"],
                "--version": [python, "-m", "pbem", "--version"],
                "floor": [python, FLOOR, str(folder / "floor.yaml")],
                "good": [*check, str(folder / "good.yaml")],
                "faulty": [*check, str(folder / "faulty.yaml")],
                **{one: [*check, str(folder / f"{one}.yaml")] for one in HOSTILE},
            },
            rounds,
        )
        whole = [*arguments, str(folder / "good.yaml")]
        heavy = loaded(whole)
        ours = peak_memory(f"import pbem.cli\npbem.cli.run({whole!r})\n")
        base = peak_memory(f"import runpy\nsys.argv = ['', {str(folder / 'floor.yaml')!r}]\nrunpy.run_path({FLOOR!r})\n")
    found = [
        Row("P1", f"`pbem {one}` / `python -c pass`", 4.5, 6.0, median_ratio(took[one], took["pass"]))
        for one in ("--help", "--version")
    ]
    found += [
        Row("P2", f"cold check of a {one} sheet / check floor", 1.25, 1.5, median_ratio(took[one], took["floor"]))
        for one in ("good", "faulty")
    ]
    found.append(Row("P3", f"of {', '.join(HEAVY)} a check loads", "none", "none", heavy))
    found += [
        Row("P4", f"hostile sheet ({one}) / good sheet", 1.1, 1.3, median_ratio(took[one], took["good"]))
        for one in HOSTILE
    ]
    memory: float | str = ours / base if base else "(this system does not tell)"
    return [*found, Row("P14", "peak memory of a check / of the check floor", 1.25, 1.5, memory)]


if __name__ == "__main__":
    print(table(rows(int(sys.argv[1]) if len(sys.argv) > 1 else 21)))
