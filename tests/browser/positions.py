"""Positions in which every kind of order can be given, and sheets written by hand that give them."""

from dataclasses import replace

from pbem.core.rules import Rules
from pbem.core.state import Faces, Holding, Stack, Standing, State
from pbem.phases.sequence import Result
from pbem.report.material import Material, SeatFacts

PLAYERS = ("A", "B", "C", "D")

FIRST = State(
    turn=3,
    phase="first",
    players=PLAYERS,
    stacks=(
        Stack("ARCH", "A", (414,)),
        Stack("ARCH", None, (418,)),
        Stack("KUBA", "A", (251, 1, 212)),
        Stack("MOHI", "A", (163, 125)),
        Stack("NIZH", "B", (253, 209)),
        Stack("OMSK", "A", (252, 2, 201)),
        Stack("OMSK", "B", (319, 320)),
        Stack("PETR", "A", (160,)),
        Stack("PETR", "A", (166, 105)),
        Stack("PETR", None, (104,)),
        Stack("SMOL", "A", (155, 117)),
        Stack("SMOL", "C", (157, 110)),
        Stack("SMOL", None, (118,)),
        Stack("TVER", "A", (152, 111, 112)),
        Stack("TVER", None, (113,)),
        Stack("VLAD", "A", (413,)),
        Stack("VLDM", None, (108,)),
        Stack("YARO", "D", (154, 106)),
    ),
    holdings={
        "A": Holding(9, 3, ("BR", "CZ")),
        "B": Holding(2, 1, ("SB",)),
        "C": Holding(2, 2),
        "D": Holding(2, 0),
    },
    chart={section: Faces() for section in (*PLAYERS, "unassigned")},
    standing={"A": Standing(losses=(111,), end_game="agree")},
)

FIRST_SHEET = """\
campaign: volga
player: A
turn: 3
phase: first
key: larch-otter-42
salt: "any words, {you} like: №1"
trades:
- {give: {politburo: 1}, to: B, for: {assassin: 1}}
- {give: {assassin: 1}, to: C}
- {to: D, for: {politburo: 2}}
steal: [{leader: Kolchak, units: [SB 319]}]
moves:
- force: [Trotsky, 111, 112]
  route: [VLDM: {pick_up: [108], drop: [[111], [112]]}, NIZH]
- {force: [160], by: rail, route: PETR-NOVG-TVER}
- {force: [Uborevich, 105], route: [PETR: {pick_up: [104], drop: [105]}]}
- {force: [Dybenko], route: [SMOL: {pick_up: [118], join: Stalin}]}
- {force: [Denikin, Czar, 212], route: [KUBA: {remove: [Czar]}, STAV]}
- {force: [CZ 413], route: [VLAD: {remove: [CZ 413]}]}
- {force: [BR 414], route: ARCH-VOLO}
- {force: [Kolchak, Gold, 201, SB 319], route: [CHEL]}
assassinations:
- {target: Frunze, markers: 2}
- {target: Wrangel, markers: all}
purges:
- committee: [A, B, C]
  participants: [B, A]
  target: D
  markers: 6
  spoils: [{to: A, take: Frunze}, {to: B, take: politburo}, {to: A, take: any}]
- {committee: [A, C], markers: 2}
counterpurge:
- {if_purged_by: [B, C], against: [C, B], take: [Kamenev, politburo, any], rounds: 3}
- {against: [D]}
execute_czar: {committee: [A, B, C]}
if_ordered_to_execute_czar: refuse
losses: [112, 111]
end_game: no
standing: [losses, counterpurge, if_ordered_to_execute_czar]
press:
- {to: [B, C], from: anonymous, text: "The Volga is lovely in spring."}
- {to: all, text: "Line one\\nline two: {no} #x 'y' \\"z\\" \\\\ שלום 🙂"}
"""

SECOND = replace(
    FIRST,
    phase="second",
    stacks=(
        Stack("ARCH", None, (414,)),
        Stack("KUBA", "A", (251, 212)),
        Stack("KUBA", "A", (256,)),
        Stack("KUBA", None, (*(1, 130)[1:], 1)),
        Stack("OMSK", "A", (252, 2, 201)),
        Stack("OMSK", "B", (319, 320)),
        Stack("OMSK", "B", (412,)),
        Stack("OMSK", "C", (157, 110)),
        Stack("PETR", "A", (166, 105)),
        Stack("VOLO", "A", (152, 111)),
        Stack("VOLO", "A", (153, 119)),
        Stack("VOLO", "B", (253, 209)),
        Stack("YARO", "D", (154, 106)),
    ),
    holdings={**FIRST.holdings, "B": Holding(2, 1, ("CZ", "SB"))},
    flags=replace(FIRST.flags, subversion_doubled=True, execution_ordered="A"),
)

SECOND_SHEET = """\
player: A
turn: 3
phase: second
campaign: volga
key: larch-otter-42
steal: [{leader: Kolchak, units: [319, 320]}]
subversion:
- {with: [Tukachevsky], against: BR 414, at: ARCH, min_odds: "2:1"}
attacks:
- at: KUBA
  with: [251, Mai-Maevsky]
  against: 130
  min_odds: "3:1"
  losses: [212, Denikin]
  enemy_losses: [130]
  capture: [Mai-Maevsky, none]
- {at: VOLO, with: [111], against: Wrangel}
- {at: OMSK, with: [Kolchak], against: Kamenev, losses: [SB 320, 201]}
losses: [111, Trotsky]
comply_with_execution: yes
end_game: agree
standing: [losses, end_game]
"""

SETUP = State(
    turn=0,
    phase="setup",
    players=PLAYERS,
    holdings={
        "A": Holding(3, 1, (), (155, 160, 251, 255, 268)),
        "B": Holding(2, 0, (), (152, 156)),
        "C": Holding(0, 0, (), (153,)),
        "D": Holding(0, 0, (), (154, 261)),
    },
    chart={section: Faces() for section in (*PLAYERS, "unassigned")},
)

SETUP_SHEET = """\
campaign: volga
player: A
turn: 0
phase: setup
key: larch-otter-42
trades:
- {give: {units: [155], politburo: 1}, to: B, for: {units: [152]}}
- {give: {units: [160]}, to: C}
stacks:
- [268, 251, 255]
"""


def material(state: State, rules: Rules, **more: object) -> Material:
    """A report that ends with this position."""
    facts: dict[str, object] = {
        "campaign": "volga",
        "turn": state.turn,
        "phase": "second" if state.phase == "first" else "first",
        "rules": rules,
        "seats": tuple(SeatFacts(player, f"Player number {player}", "UTC") for player in state.players),
        "before": state,
        "after": state,
        "result": Result(state, (), {}, (), ()) if state.phase != "setup" else None,
        "commitment": "ab" * 32,
        "salt": "cd" * 32,
        "draft": False,
        **more,
    }
    return Material(**facts)  # type: ignore[arg-type]
