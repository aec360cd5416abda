"""Materials made by hand of the real rules: a small position, and an event of every kind with its roll."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pbem.core import events
from pbem.core.dice import Roll
from pbem.core.rules import Rules
from pbem.core.state import Faces, Holding, Stack, State, Victory
from pbem.core.verdicts import Outcome
from pbem.phases.sequence import Result
from pbem.report.material import Material, SeatFacts
from pbem.rulebook.load import load_rules

PLAYERS = ("A", "B", "C", "D")
SEATS = (
    SeatFacts("A", "Ann Archer", "Europe/London"),
    SeatFacts("B", "Bob", "America/New_York"),
    SeatFacts("C", "Cem Çelik", "Europe/Istanbul"),
    SeatFacts("D", "Dora", "Asia/Kolkata"),
)

EVENTS: tuple[events.Event, ...] = (
    events.PlayerQuit("14.2", "D.quit", "D", ("politburo", "politburo", "assassin", "BR-control")),
    events.PlayerQuit("14.2", "D.quit", "D", ()),
    events.Given("17/4.2", "A.trades[0]", "A", "B", 2, 1, ()),
    events.Given("15.33", "A.trades[1]", "A", "B", 0, 0, (152,)),
    events.Stolen("17/13.26", "A.steal[0]", "A", 252, 307, "OMSK", "B"),
    events.Moved("5.0", "A.moves[0]", "A", (152, 111, 112, 113), ("PETR", "NOVG", "TVER"), "overland", "white"),
    events.PickedUp("5.13", "A.moves[0]", "A", 112, 152, "NOVG"),
    events.PickUpLost("R12", "A.moves[0]", "A", 115, "NOVG", 152, 151, "B"),
    events.Dropped("5.13", "A.moves[0]", "A", (113,), "NOVG"),
    events.Dropped("R10", "A.moves[0]", "A", (114, 116), "PETR"),
    events.Dropped("5.74", "A.moves[0]", "A", (307,), "KIEV"),
    events.Dropped("13.29", "A.moves[0]", "A", (117, 118), "KIEV"),
    events.Joined("R14", "A.moves[0]", "A", (152, 111), 155, "TVER"),
    events.Moved("5.0", "B.moves[0]", "B", (414,), ("ARCH", "VOLO"), "overland", ""),
    events.PickedUp("13.12", "B.moves[0]", "B", 1, None, "VOLO"),
    events.Removed("13.32", "B.moves[1]", "B", 2, "KUBA"),
    events.Divided("R14", "", "B", (119, 120), "KUBA"),
    events.Fell("R2", "", "B", (119, 120), None, "KUBA"),
    events.Attempted("10.0", "C.assassinations[0]", "C", 152, "A", "TVER", 2, "assassinate/C/1", True),
    events.Eliminated("10.21", "C.assassinations[0]", 152, "TVER", "A", "C"),
    events.Fell("R2", "C.assassinations[0]", "A", (1,), 155, "TVER"),
    events.Fell("R2", "C.assassinations[0]", "A", (111,), None, "TVER"),
    events.FounderLost("11.32", "C.assassinations[0]", 152, "A", True),
    events.Attempted("10.0", "C.assassinations[1]", "C", 151, "B", "PETR", 1, "assassinate/C/2", False),
    events.ExecutionOrdered("13.52", "A.execute_czar", ("A", "B"), "B", "complied"),
    events.Fell("R2", "A.execute_czar", "B", (110,), None, "PETR"),
    events.CzarExecuted("13.54", "A.execute_czar", "B", "PETR"),
    events.ExecutionOrdered("13.52", "A.execute_czar", ("A", "B"), "C", "awaited"),
    events.ExecutionOrdered("13.52", "A.execute_czar", ("A", "B"), "C", "refused"),
    events.Purged("11.0", "A.purges[0]", ("A", "B"), ("A", "B", "C"), "D", 23, 15, 8, "purge/A+B", "2"),
    events.SpoilTaken("11.21", "A.purges[0]", "A", "D", 154, 2, (118, 1)),
    events.SpoilTaken("11.22", "A.purges[0]", "B", "D", None, 2, ()),
    events.Purged("11.0", "C.purges[0]", ("C",), ("C",), "D", 9, 1, 8, "purge/C", "C"),
    events.Purged("11.24", "D.counterpurge[0]", ("D",), (), "C", 14, 4, 10, "counterpurge/D/1", "1"),
    events.Purged("11.24", "D.counterpurge[0]", ("D",), (), "C", 14, 4, 10, "counterpurge/D/1", "C"),
    events.EventRolled("12.11", "", "event/1", "epidemic", ("TULA", "SARA")),
    events.Eliminated("12.11", "", 113, "TULA", None, "unassigned"),
    events.Eliminated("12.11", "", 208, "SARA", "C", "unassigned"),
    events.EventRolled("12.11", "", "event/2", "epidemic", ("FINL",)),
    events.EventRolled("12.12", "", "event/3", "subversion_doubled", ()),
    events.EventRolled("12.13", "", "event/4", "draw", ()),
    events.Drawn("12.13", "", "event/4/draw", "B", "politburo", "kept", ()),
    events.Subverted(
        "8.3", "A.subversion[0]", "A", "ARCH", (155, 117), (414,), None, 10, 3, "3:1", "subversion/A/1", "De", True
    ),
    events.Eliminated("8.33", "A.subversion[0]", 414, "ARCH", None, "A"),
    events.Captured("R34", "A.subversion[0]", 2, None, None, "ARCH"),
    events.Subverted(
        "8.3", "B.subversion[0]", "B", "ARCH", (156,), (418,), "C", 2, 1, "2:1", "subversion/B/1", "Ae", False
    ),
    events.Precedence("17/8.0", "", "TVER", ("B", "A"), (12, 9)),
    events.Attacked(
        "8.0", "B.attacks[0]", "B", "TVER", (251, 212), (155, 1, 117), "A", 7, 5, "1:1", "combat/TVER/B/1", "Ex",
        (212, 251), (155, 117),
    ),
    events.Eliminated("8.43", "B.attacks[0]", 155, "TVER", "A", "B"),
    events.Eliminated("8.43", "B.attacks[0]", 117, "TVER", "A", "B"),
    events.Eliminated("8.43", "B.attacks[0]", 212, "TVER", "B", "A"),
    events.Captured("13.41", "B.attacks[0]", 1, 251, "B", "TVER"),
    events.Attacked(
        "8.0", "A.attacks[0]", "A", "TVER", (153, 119), (204,), None, 6, 2, "3:1", "combat/TVER/A/1", "De", (), (204,)
    ),
    events.Eliminated("8.42", "A.attacks[0]", 204, "TVER", None, "A"),
    events.Attacked(
        "8.0", "A.attacks[1]", "A", "KIEV", (156,), (254,), "A", 2, 2, "1:1", "combat/KIEV/A/1", "Ae", (156,), ()
    ),
    events.Eliminated("8.41", "A.attacks[1]", 156, "KIEV", "A", "A"),
    events.Drawn("R35", "", "", None, "", "nothing", ()),
    events.Drawn("12.13", "", "draw/A", "A", "BR-control", "kept", (415, 414)),
    events.Drawn("12.13", "", "draw/B", "B", "UK-control", "kept", ()),
    events.Drawn("12.13", "", "draw/C", "C", "FR-withdrawal", "withdrawn", (408, 409)),
    events.Drawn("12.13", "", "draw/D", "D", "US-control", "again", ()),
    events.Drawn("12.13", "", "draw/D/2", "D", "assassin", "kept", ()),
    events.Drawn("R35", "", "draw/E", "D", "", "nothing", ()),
    events.Replaced("9.12", "", 110, "SMOL"),
    events.Replaced("9.12", "", 204, "SAMA"),
    events.NotReplaced("9.12", "", (122, 220), "occupied", ("PERM", "ARCH")),
    events.NotReplaced("9.14", "", (101,), "red_suspended", ("PETR",)),
    events.NotReplaced("9.15", "", (201,), "no_leaders", ("OMSK",)),
    events.NotReplaced("9.13", "", (102,), "red_center_occupied", ("NOVG",)),
    events.NotReplaced("9.16", "", (103,), "too_late", ("PSKO",)),
    events.Deployed("15.42", "", None, (301, 302, 303), "POLA"),
    events.Deployed("15.41", "", None, (104,), "OLON"),
    events.Deployed("15.5", "", "A", (152, 111), "TVER"),
    events.Deployed("15.5", "", "A", (155, 117), "VORO"),
    events.GameEnded("14.1", "", Victory("red", "14.1", (("A", "B"), ("C",)), {"A": 12, "B": 12, "C": 3})),
)  # fmt: skip
"""At least one event of every kind, in every shape that is told in its own way."""

ROLLS = (
    Roll("assassinate/C/1", (4, 6), "8", "killed", "C.assassinations[0]"),
    Roll("assassinate/C/2", (1, 2), "9", "missed", "C.assassinations[1]"),
    Roll("tie/pick_up/Czar", ("B", "A", "C", "D"), "", "B", ""),
    Roll("tie/assassinate/152", ("C", "A", "B", "D"), "", "C", ""),
    Roll("purge/A+B", (2, 3), "column 21-30", "2", "A.purges[0]"),
    Roll("purge/C", (6, 5), "column 1-10", "C", "C.purges[0]"),
    Roll("counterpurge/D/1", (1, 1), "column 11-20", "1", "D.counterpurge[0]"),
    Roll("event/1", (1, 1), "", "epidemic", ""),
    Roll("event/2", (4, 2), "", "epidemic", ""),
    Roll("event/3", (6, 2), "", "subversion_doubled", ""),
    Roll("event/4", (4, 4), "", "draw", ""),
    Roll("event/4/recipient", "B", "", "", ""),
    Roll("event/4/draw", "politburo", "", "kept", ""),
    Roll("subversion/A/1", 2, "3:1", "De", "A.subversion[0]"),
    Roll("subversion/B/1", 6, "2:1", "Ae", "B.subversion[0]"),
    Roll("tie/combat/TVER/1", ("B", "C", "A", "D"), "", "B", ""),
    Roll("combat/TVER/B/1", 3, "1:1", "Ex", "B.attacks[0]"),
    Roll("combat/TVER/A/1", 1, "3:1", "De", "A.attacks[0]"),
    Roll("combat/KIEV/A/1", 6, "1:1", "Ae", "A.attacks[1]"),
    Roll("order/draws", ("A", "B", "C", "D"), "", "", ""),
    Roll("draw/A", "BR-control", "", "kept", ""),
    Roll("draw/D", "US-control", "", "again", ""),
)


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load_rules()


@pytest.fixture(scope="session")
def state() -> State:
    """A small position of the Second Phase."""
    return State(
        turn=3,
        phase="second",
        players=PLAYERS,
        stacks=(
            Stack("KIEV", "B", (307,)),
            Stack("OMSK", "C", (252, 2, 201)),
            Stack("PETR", "A", (151, 101, 102, 153, 103)),
            Stack("TVER", None, (111,)),
            Stack("TVER", "A", (152, 1, 112)),
            Stack("TVER", "B", (251, 212)),
        ),
        holdings={
            "A": Holding(3, 1, ("BR",)),
            "B": Holding(2, 0, ("FR", "UK")),
            "C": Holding(0, 2),
            "D": Holding(),
        },
        chart={"A": Faces((201,), ()), "B": Faces((), (413,)), "unassigned": Faces((110, 204), ())},
        randomizer=("assassin", "assassin", "politburo"),
        out_of_play=(408, 409, "FR-withdrawal"),
    )


def result_of(after: State, **parts: object) -> Result:
    """A Phase that came to this position."""
    facts: dict[str, object] = {"events": (), "outcomes": {}, "remarks": (), "rolls": (), **parts}
    return Result(after, **facts)  # type: ignore[arg-type]


def material_of(rules: Rules, before: State, result: Result | None, **parts: object) -> Material:
    """What the reports of that Phase are made of."""
    facts: dict[str, object] = {
        "campaign": "volga",
        "turn": before.turn,
        "phase": before.phase,
        "rules": rules,
        "seats": SEATS,
        "before": before,
        "after": result.state if result else before,
        "result": result,
        "deadline": datetime(2026, 12, 10, 20, 0, tzinfo=UTC),
        "zone": "Europe/London",
        "gamesmaster": "Grace",
        "commitment": "ab" * 32,
        "salt": "cd" * 32,
        "draft": False,
        **parts,
    }
    return Material(**facts)  # type: ignore[arg-type]


@pytest.fixture
def material(rules: Rules, state: State) -> Material:
    """A Phase in which everything happens that can happen."""
    after = replace(state, turn=4, phase="first")
    outcomes = {
        "A.moves[0]": Outcome(
            "A.moves[0]", "done", "moved", ("5.0",), {"unit": (152,), "province": ("TVER",)}
        )
    }
    return material_of(rules, state, result_of(after, events=EVENTS, rolls=ROLLS, outcomes=outcomes))
