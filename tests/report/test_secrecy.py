"""R41: what is secret from a player changes nothing in his report, not by a byte."""

from dataclasses import replace
from typing import Any

import pytest

from pbem.chance.sealed import SealedDice
from pbem.core.orders import (
    Assassination,
    Attack,
    Counterpurge,
    ExecuteCzar,
    Faulty,
    Press,
    Purge,
    Sheet,
    Trade,
)
from pbem.core.rules import Rules
from pbem.core.state import Faces, Holding, Stack, Standing, State
from pbem.core.verdicts import Outcome, Remark
from pbem.phases.sequence import play
from pbem.report.material import Material
from pbem.report.text import text_report, text_reports
from pbem.report.view import cut

SECRET = "Xyzzy"


def secrets(material: Material) -> Material:
    """The same Phase, with everything added of B's and D's that A must not know."""
    orders = Sheet(
        "B",
        trades=(Faulty("B.trades[0]", "unreadable", SECRET), Trade("B.trades[1]", None, "D", None)),
        attacks=(Attack("B.attacks[0]", "TVER", (251,), 152, "6:1", (212,), (101,), ("none",)),),
        counterpurges=(Counterpurge("B.counterpurge[0]", ("A",)),),
        purges=(Purge("B.purges[0]", ("B", "D"), None, "A", 2),),
        execute_czar=ExecuteCzar("B.execute_czar", ("B", "D")),
        if_ordered_to_execute_czar="refuse",
        press=(Press("B.press[0]", ("D",), "", SECRET),),
        losses=(212, 251),
        end_game="agree",
        standing=("losses",),
        salt=SECRET,
    )
    standing = {
        "B": Standing(losses=(212,), end_game="agree"),
        "D": Standing(if_ordered_to_execute_czar="comply"),
    }
    void = Outcome("B.attacks[0]", "void", "unreadable", ("17",), {"text": SECRET})
    assert material.result is not None
    result = replace(
        material.result,
        state=replace(material.result.state, standing=standing),
        outcomes={**material.result.outcomes, "B.attacks[0]": void},
        remarks=(Remark("B.attacks[0]", ".with[0]", "error", "unreadable", (), {"text": SECRET}),),
    )
    return replace(
        material,
        before=replace(material.before, standing=standing),
        after=replace(material.after, standing=standing),
        result=result,
        sheets={**material.sheets, "B": orders, "D": Sheet("D")},
        versions={"B": 3, "D": 1},
        notices=({"kind": "late", "text": f"{SECRET} came late.", "only": "B"},),
    )


def test_secrets_leave_no_trace(material: Material) -> None:
    known = secrets(material)
    assert text_report(material, "A") == text_report(known, "A")
    assert cut(material, "A") == cut(known, "A")
    assert cut(material, None) == cut(known, None)


def test_their_writer_reads_them(material: Material) -> None:
    reports = text_reports(secrets(material))
    assert SECRET not in reports["A"] and SECRET not in reports["C"]
    assert SECRET in reports["B"]
    assert f"| {SECRET}" in reports["D"]


def test_who_sent_no_sheet_is_told_to_himself_alone(material: Material) -> None:
    with_sheet = replace(material, sheets={"B": Sheet("B")})
    assert text_report(material, "A") == text_report(with_sheet, "A")
    assert text_report(material, "B") != text_report(with_sheet, "B")
    assert "No sheet of yours was on file" in text_report(material, "B")


def test_all_orders_prints_every_sheet_but_salts_letters_and_who_sent_none(material: Material) -> None:
    rules = replace(material.rules, rulings=replace(material.rules.rulings, reports="all_orders"))
    known = replace(secrets(material), rules=rules)
    text = text_report(known, "A")
    assert "ALL ORDERS" in text
    assert "void: In TVER the stack of Denikin (251) attacks the stack of Trotsky (152)" in " ".join(
        text.split()
    )
    assert SECRET not in text
    assert text == text_report(replace(known, sheets={"B": known.sheets["B"]}, versions={}), "A")


@pytest.fixture
def position(rules: Rules) -> State:
    """A position in which A and B can fight."""
    stacks = (
        Stack("PETR", "A", (151, 101)),
        Stack("TVER", "A", (152, 111)),
        Stack("TVER", "B", (251, 212)),
        Stack("TVER", "C", (252,)),
    )
    on_map = {unit for stack in stacks for unit in stack.units}
    return State(
        turn=1,
        phase="second",
        players=("A", "B", "C", "D"),
        stacks=stacks,
        holdings={player: Holding(2, 1) for player in "ABCD"},
        chart={section: Faces() for section in ("A", "B", "C", "D", "unassigned")},
        randomizer=rules.auxiliary_randomizer,
        box=tuple(unit for unit in sorted(rules.counters) if unit not in on_map),
    )


def test_a_real_phase_with_orders_that_came_to_nothing(
    rules: Rules, position: State, material: Material
) -> None:
    """B's void attack, unused conditions and lists, and D's empty sheet do not show in A's report."""
    own = Sheet("A", attacks=(Attack("A.attacks[0]", "TVER", (152,), 251),))
    plain = {"A": own, "B": Sheet("B", attacks=(Attack("B.attacks[0]", "TVER", (251,), 152),))}
    void = Attack("B.attacks[1]", "TVER", (251,), 999, "3:1")
    more: dict[str, Any] = {
        "attacks": (Attack("B.attacks[0]", "TVER", (251,), 152, "1:2", capture=("none",)), void),
        "counterpurges": (Counterpurge("B.counterpurge[0]"),),
        "execute_czar": ExecuteCzar("B.execute_czar", ("B", "D")),
        "if_ordered_to_execute_czar": "refuse",
        "end_game": "agree",
        "standing": ("counterpurge", "end_game"),
    }
    reports = []
    for sheets in (plain, {"A": own, "B": replace(plain["B"], **more), "D": Sheet("D")}):
        result = play(position, sheets, SealedDice(bytes(32), bytes(32)), rules)
        made = replace(
            material,
            turn=1,
            before=position,
            after=result.state,
            result=result,
            sheets=sheets,
            versions=dict.fromkeys(sheets, 1),
        )
        reports.append(text_reports(made))
    assert reports[0]["A"] == reports[1]["A"]
    assert reports[0]["C"] == reports[1]["C"]
    assert reports[0]["B"] != reports[1]["B"]


def test_a_failed_assassination_of_a_dead_target_stays_with_its_writer(material: Material) -> None:
    order = Assassination("B.assassinations[0]", 999, 1)
    result = replace(
        material.result,
        outcomes={
            "B.assassinations[0]": Outcome(
                "B.assassinations[0]", "void", "assassinate_off_map", (), {"unit": 160}
            )
        },
    )
    known = replace(material, result=result, sheets={"B": Sheet("B", assassinations=(order,))})
    assert "Blyukher (160) is not on the map" in text_report(known, "B")
    assert "Blyukher" not in text_report(known, "A")
