"""What a process makes, by kind and name: to be compared with what others make under other PYTHONHASHSEEDs."""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from pbem.chance.sealed import SealedDice
from pbem.phases import sequence, setup
from pbem.position import to_json
from pbem.report.map import draw_map
from pbem.report.material import Material, SeatFacts
from pbem.report.text import text_reports
from pbem.rulebook.load import load_rules
from pbem.rulebook.shapes import load_shapes
from pbem.soak.campaign import campaign
from pbem.soak.drawing import Terms
from tests.campaign.play import begin_anew, play
from tests.report.map_positions import EVENTS, LABELS, at_home

Made = Iterator[tuple[str, str]]


def practice(folder: Path) -> Made:
    """Sheets of practice players, events, outcomes, remarks, rolls and positions."""
    for number in (1, 2):
        for phase in campaign(Terms(seed=3, players=(5, 5), turns=2, checked=False), number):
            name = f"campaign {number}, {phase.trial.state.turn} {phase.trial.state.phase}"
            yield f"{name}, sheets", repr([sheet.text for sheet in phase.written.values()])
            assert phase.result is not None
            yield f"{name}, result", repr(phase.result)
            yield f"{name}, position", json.dumps(to_json(phase.result.state))


def files(folder: Path) -> Made:
    """The positions and reports of a campaign."""
    volga = begin_anew(folder / "volga")
    play(volga, 3)
    for path in sorted((volga / "turns").rglob("*")):
        if path.is_file():
            yield path.relative_to(volga).as_posix(), path.read_text("utf-8")


def drawn(folder: Path) -> Made:
    """A map."""
    rules = load_rules()
    yield "map", draw_map(at_home(rules), rules, load_shapes(), labels=LABELS, events=EVENTS)


def reports(folder: Path) -> Made:
    """Reports of Phases without any sheet, with rulings of their own."""
    rules = load_rules(rulings={"gifts": "accepted", "deal": "three_pots"})
    state, _ = setup.deal(("A", "B", "C"), SealedDice(bytes(32), bytes(32)), rules)
    told = False
    for _ in range(4):
        result = sequence.play(state, {}, SealedDice(bytes(32), bytes(32)), rules)
        seats = tuple(SeatFacts(player, player, "UTC") for player in state.players)
        material = Material("volga", state.turn, state.phase, rules, seats, state, result.state, result)
        for player, text in text_reports(material).items():
            told = told or "gifts: accepted." in text
            yield f"{state.turn} {state.phase} {player}", text
        state = result.state
    assert told, "no report tells of the rulings"


KINDS = {"practice": practice, "files": files, "drawn": drawn, "reports": reports}


def digests(folder: Path) -> dict[str, dict[str, str]]:
    """By kind and name the SHA-256 of what was made; `folder` is where files may lie."""
    return {
        kind: {name: hashlib.sha256(text.encode()).hexdigest() for name, text in make(folder)}
        for kind, make in KINDS.items()
    }


if __name__ == "__main__":
    print(json.dumps(digests(Path(sys.argv[1]))))
