"""The floor of a campaign played from files: ten turns, six players, 200 units, with the least any program would do.

Each turn reads six sheets of 3 KB (YAML with the place of every value, pydantic), runs eight toy Phases, and writes six
reports of 30 KB by Jinja2 and a position, each to the disk and renamed; at the end a record of all that happened.

    python -m tests.bench.floors.campaign_floor FOLDER      plays it once in FOLDER, where `prepare` has put the sheets
"""

import json
import os
import sys
from itertools import groupby
from pathlib import Path

from tests.bench.yardsticks import ToyPhase

TURNS, PHASES, PLAYERS = 10, 8, "ABCDEF"
TEMPLATE = """\
{%- macro unit_line(unit) -%}
{{ "%-12s" | format(unit.id) }} {{ "%-9s" | format(unit.owner) }} {{ unit.strength }}-{{ unit.movement }}{% if unit.gone %} (gone){% endif %}
{%- endmacro -%}
{{ title }}
{{ "=" * title | length }}
{% for place, group in stacks %}
{{ place | capitalize }} (next to {{ near[place] | join(", ") }})
{% for unit in group %}
  {{ unit_line(unit) }}
{% endfor %}
{% else %}
No stacks.
{% endfor %}
Rulings
-------
{% for ruling in rulings %}
{{ loop.index }}. [{{ ruling.case }}] {{ ruling.text }}
{% endfor %}
"""


def prepare(folder: Path) -> None:
    """The sheets."""
    from tests.bench.floors.mail_floor import sheet_text

    for turn in range(1, TURNS + 1):
        for player in PLAYERS:
            (folder / f"turn-{turn:02d}-{player}.yaml").write_text(sheet_text(), "utf-8")


def replace_file(path: Path, text: str) -> None:
    """Write beside it, then rename: a crash leaves the old file or the new one."""
    spare = path.with_suffix(".new")
    with spare.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    spare.replace(path)


def context(toy: ToyPhase) -> dict[str, object]:
    """What a report shows."""
    units = sorted(
        (
            {"id": name, "owner": fact.owner, "strength": fact.strength, "movement": fact.movement, "at": toy.position[name]}
            for name, fact in toy.facts.items()
        ),
        key=lambda unit: str(unit["at"]),
    )
    rulings = [
        {"case": f"{4 + number % 9}.{number % 7}", "text": f"Player {unit['owner']}'s {unit['id']} in {unit['at']} fights "
         f"at strength {unit['strength']} and the defender goes back one province."}
        for number, unit in enumerate(units)
    ]  # fmt: skip
    stacks = [(place, list(group)) for place, group in groupby(units, key=lambda unit: unit["at"])]
    near = {place: sorted(joined) for place, joined in toy.board.items()}
    return {"title": "Turn 7: player A", "near": near, "stacks": stacks, "rulings": rulings}


def replay(folder: Path) -> None:
    """Play it."""
    import jinja2

    from tests.bench.floors.mail_floor import Sheet, located

    toy = ToyPhase()
    template = jinja2.Environment(trim_blocks=True, lstrip_blocks=True, autoescape=False).from_string(TEMPLATE)
    shown = context(toy)
    position, record = dict(toy.position), []
    for turn in range(1, TURNS + 1):
        for player in PLAYERS:
            Sheet.model_validate(located((folder / f"turn-{turn:02d}-{player}.yaml").read_text("utf-8"))[0])
        for phase in range(PHASES):
            position, events = toy.play(position, turn * PHASES + phase)
            record += [json.dumps(event) for event in events]
        for player in PLAYERS:
            replace_file(folder / f"report-{turn:02d}-{player}.txt", template.render(shown))
        replace_file(folder / "position.json", json.dumps({"turn": turn, "position": position}))
    replace_file(folder / "record.jsonl", "\n".join(record))


if __name__ == "__main__":
    replay(Path(sys.argv[1]))
