"""P1–P4 and P14: how long commands take to start and check, and their memory, as ratios in one run.

    python tests/bench/startup.py [ROUNDS]

Yardsticks: `python -c pass`, and the check floor (floors/check_floor.py: a sheet of 3 KB, C loader, pydantic).
"""

import json
import random
import sys
import tempfile
from pathlib import Path

from positions import first_sheets, set_up
from timing import peak_memory, processes, table

from pbem import position
from pbem.rulebook.load import load_rules
from pbem.sheets.write import normalised

HERE = Path(__file__).resolve().parent
SHEET_SIZE = 3000


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
    (folder / "floor.yaml").write_text(floor_sheet())
    (folder / "position.json").write_text(json.dumps(position.to_json(state)))
    (folder / "good.yaml").write_text(good)
    (folder / "faulty.yaml").write_text(good.replace("TVER", "TVEER").replace("moves:", "movs:", 1) + "lossses: [1]\n")
    (folder / "bomb.yaml").write_text("a: &a [x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]\n")
    (folder / "large.yaml").write_text("campaign: bench\n" + "# x\n" * 20_000)
    (folder / "brackets.yaml").write_text("[" * 10_000)
    (folder / "charset.yaml").write_bytes("campaign: Тверь\nplayer: A\n".encode("koi8-r"))
    (folder / "rubbish.yaml").write_bytes(random.Random(1).randbytes(60_000))


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    python = sys.executable
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_files(folder)
        check = [python, "-m", "pbem", "check", "--position", str(folder / "position.json")]
        hostile = ("bomb", "large", "brackets", "charset", "rubbish")
        floor = str(HERE / "floors" / "check_floor.py")
        commands = {
            "pass": [python, "-c", "pass"],
            "--help": [python, "-m", "pbem", "--help"],
            "--version": [python, "-m", "pbem", "--version"],
            "floor": [python, floor, str(folder / "floor.yaml")],
            "good": [*check, str(folder / "good.yaml")],
            "faulty": [*check, str(folder / "faulty.yaml")],
            **{one: [*check, str(folder / f"{one}.yaml")] for one in hostile},
        }
        took = processes(commands, rounds)
        arguments = f"['check', '--position', {str(folder / 'position.json')!r}, {str(folder / 'good.yaml')!r}]"
        ours = peak_memory(f"import pbem.cli\npbem.cli.run({arguments})\n")
        base = peak_memory(f"import runpy\nsys.argv = ['', {str(folder / 'floor.yaml')!r}]\nrunpy.run_path({floor!r})\n")
    rows = [
        ["P1", "pbem --help, to `pass`", 4.5, 6.0, took["--help"] / took["pass"]],
        ["P1", "pbem --version, to `pass`", 4.5, 6.0, took["--version"] / took["pass"]],
        ["P2", "cold check of a good sheet, to the check floor", 1.25, 1.5, took["good"] / took["floor"]],
        ["P2", "cold check of a faulty sheet, to the check floor", 1.25, 1.5, took["faulty"] / took["floor"]],
        *(["P4", f"hostile sheet ({one}), to our good check", 1.1, 1.3, took[one] / took["good"]] for one in hostile),
        ["P14", "peak memory of a check, to the check floor's", 1.25, 1.5, ours / base if base else 0.0],
    ]
    table(["row", "what", "goal", "must", "measured"], rows)


if __name__ == "__main__":
    main()
