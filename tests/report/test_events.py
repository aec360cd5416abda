"""Every kind of event is told, in its place, with its cause."""

import re
from dataclasses import replace
from typing import get_args

import pytest

from pbem.core import events
from pbem.core.dice import Roll
from pbem.core.events import PostalEvent
from pbem.core.rules import Rules
from pbem.core.state import Stack, State
from pbem.report.happenings import CONSEQUENCES, PART_OF, PARTS, PHASES, quiet, story
from pbem.report.material import Material
from pbem.report.telling import event_macros
from pbem.report.templates import Templates
from pbem.report.text import text_report

KINDS = sorted(kind.__name__ for kind in get_args(PostalEvent))


def kind_of(name: str) -> str:
    return getattr(events, name)._field_defaults["kind"]


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_has_a_macro_and_a_place(name: str) -> None:
    kind = kind_of(name)
    assert kind in event_macros(Templates(None)), f"templates/events has no macro for {kind}"
    assert kind in PART_OF or kind in CONSEQUENCES


def test_the_hand_made_events_hold_every_kind(material: Material) -> None:
    told = {event.kind for event in material.result.events}
    assert told == {kind_of(name) for name in KINDS}


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_is_told_by_itself(name: str, material: Material) -> None:
    """Whatever stands before or after it, an event is told in words, without a mark of the program in them."""
    for event in material.result.events:
        if event.kind != kind_of(name):
            continue
        alone = replace(material, result=replace(material.result, events=(event,)))
        text = text_report(alone, "A")
        told = re.sub(
            r"\([^)]*\)", "", text[text.index("WHAT HAPPENED") : text.index("WHERE EVERYTHING STANDS")]
        )
        assert "- " in told
        assert "None" not in told and "_" not in told


def test_a_consequence_follows_its_cause_though_it_was_recorded_before_it(rules: Rules, state: State) -> None:
    told = story(
        (
            events.Fell("R2", "B.comply_with_execution", "B", (110,), None, "PETR"),
            events.CzarExecuted("13.54", "B.comply_with_execution", "B", "PETR"),
        ),
        (),
        before=state,
        rules=rules,
    )
    (part,) = told
    (happening,) = part.groups[0].happenings
    assert happening.kind == "czar_executed"
    assert [one.kind for one in happening.following] == ["fell"]


def test_a_move_is_told_with_the_units_that_set_out(rules: Rules, state: State) -> None:
    told = story(
        (
            events.Moved("5.0", "A.moves[0]", "A", (152, 111, 112), ("TVER", "NOVG"), "overland", ""),
            events.PickedUp("5.13", "A.moves[0]", "A", 112, 152, "NOVG"),
            events.Moved("5.0", "A.moves[1]", "A", (153,), ("TVER", "NOVG"), "overland", ""),
        ),
        (),
        before=state,
        rules=rules,
    )
    first, second = told[0].groups[0].happenings
    assert first.units == (152, 111)
    assert [one.kind for one in first.following] == ["picked_up"]
    assert second.units == (153,)


def test_movement_is_told_by_player_and_combat_by_province(material: Material) -> None:
    text = text_report(material, "A")
    story_text = text[text.index("WHAT HAPPENED") : text.index("WHERE EVERYTHING STANDS")]
    assert story_text.index("\nPlayer A\n") < story_text.index("Trotsky (152) with 111 and 113 moved")
    assert story_text.index("TVER (Tver)\n") < story_text.index("combat/TVER/B/1")


def test_what_did_not_happen_is_said_once(material: Material) -> None:
    calm = replace(material, result=replace(material.result, events=(), rolls=()))
    text = text_report(calm, "A")
    assert "Nothing happened under: Trades, Green units taken by the Gold, Subversive Attacks" in " ".join(
        text.split()
    )
    assert set(PHASES["second"]) == set(quiet((), "second")) <= set(PARTS)


def lost(unit: int, claimant: int, winner: int) -> events.PickUpLost:
    return events.PickUpLost("R12", "A.moves[0]", "A", unit, "OMSK", claimant, winner, "B")


@pytest.mark.parametrize(
    ("claims", "gold_under", "lots", "reason"),
    [
        ([lost(115, 152, 151)], None, (), "number"),
        ([lost(1, 155, 251)], None, (), "value"),
        ([lost(1, 152, 251)], None, ("tie/pick_up/Czar",), "lot"),
        ([lost(307, 251, 252)], 252, (), "gold"),
        ([lost(1, 414, 155)], None, (), "leader"),
        ([lost(1, 414, 415)], None, ("tie/pick_up/Czar",), "lot"),
        # A third claimant of another color: no single reason tells why the lower number did not count.
        ([lost(1, 155, 152), lost(1, 255, 152)], None, (), ""),
    ],
)
def test_the_reason_of_a_lost_claim_is_told_only_where_it_alone_decided(
    claims: list[events.PickUpLost],
    gold_under: int | None,
    lots: tuple[str, ...],
    reason: str,
    rules: Rules,
    state: State,
) -> None:
    stacks = (Stack("OMSK", "B", (gold_under, 2)),) if gold_under else ()
    rolls = tuple(Roll(label, ("A", "B", "C", "D"), "", "A", "") for label in lots)
    told = story(claims, rolls, before=replace(state, stacks=stacks), rules=rules)
    first = told[0].groups[0].happenings[0]
    assert first.reason == reason


def test_deployments_are_told_player_by_player(rules: Rules, state: State) -> None:
    """Whatever the order in which they were made: everybody's in one, nobody's before them."""
    told = story(
        (
            events.Deployed("15.42", "", None, (301, 302), "POLA"),
            events.Deployed("15.5", "", "C", (157, 110), "SMOL"),
            events.Deployed("15.5", "", "A", (152, 111), "TVER"),
            events.Deployed("15.41", "", None, (104,), "OLON"),
            events.Deployed("15.5", "", "C", (151, 101), "PETR"),
            events.Deployed("15.42", "", "A", (414,), "ARCH"),
        ),
        (),
        before=state,
        rules=rules,
    )
    (part,) = told
    found = [
        (one.event.player, [event.units for event in one.events])
        for group in part.groups
        for one in group.happenings
    ]
    assert found == [
        (None, [(301, 302)]),
        (None, [(104,)]),
        ("A", [(152, 111)]),
        ("A", [(414,)]),
        ("C", [(157, 110), (151, 101)]),
    ]
