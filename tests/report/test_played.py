"""Whole Game-Turns with random orders, played and reported: whatever comes of them, the reports are in order."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pbem.chance.sealed import SealedDice
from pbem.core.orders import (
    Assassination,
    Attack,
    Counterpurge,
    ExecuteCzar,
    Goods,
    Move,
    PickUp,
    Press,
    Purge,
    RouteStep,
    Sheet,
    Trade,
)
from pbem.core.rules import Rules
from pbem.core.state import Stack, State, stack_color
from pbem.core.terms import Player
from pbem.phases import sequence, setup
from pbem.report.folding import columns
from pbem.report.material import Material, SeatFacts
from pbem.report.names import Names
from pbem.report.text import text_reports

PLAYERS = ("A", "B", "C", "D")
SEATS = tuple(SeatFacts(player, f"Player number {player}", "Europe/Berlin") for player in PLAYERS)


def move(state: State, stack: Stack, ref: str, rules: Rules, rng: random.Random) -> Move:
    led = stack.units[0] in rules.leaders
    by = "rail" if led and rng.random() < 0.2 else "overland"
    at, route = stack.at, []
    for _ in range(rng.randint(1, 5)):
        ways = sorted((rules.board.rails if by == "rail" else rules.board.land)[at])
        at = rng.choice([*ways, "NOWHERE"]) if ways else at
        free = [
            unit for other in state.stacks if other.at == at and other.player is None for unit in other.units
        ]
        pick_up = (PickUp(rng.choice(free)),) if free and rng.random() < 0.7 else ()
        route.append(RouteStep(at, pick_up, ((stack.units[-1],),) if rng.random() < 0.1 else ()))
        if at == "NOWHERE":
            break
    return Move(ref, stack.units, tuple(route), by)


def sheet_of(state: State, player: Player, rules: Rules, rng: random.Random) -> Sheet:
    own = [stack for stack in state.stacks if stack.player == player]
    others = [other for other in state.active if other != player]
    leaders = [
        unit
        for stack in state.stacks
        if stack.player in others
        for unit in stack.units
        if unit in rules.leaders
    ]
    sheet = Sheet(
        player,
        trades=(Trade(f"{player}.trades[0]", Goods(politburo=1), rng.choice(others), None),),
        purges=(Purge(f"{player}.purges[0]", ("A", "B"), ("A", "B") if player in "AB" else None, "C"),),
        counterpurges=(Counterpurge(f"{player}.counterpurge[0]"),),
        execute_czar=ExecuteCzar(f"{player}.execute_czar", ("A", "B", "C")),
        press=(Press(f"{player}.press[0]", (), rng.choice(("", "anonymous")), "Long " * 40),),
        losses=(101, 251),
        quit=rng.random() < 0.03,
    )
    if state.phase == "first":
        moves = [
            move(state, stack, f"{player}.moves[{number}]", rules, rng) for number, stack in enumerate(own)
        ]
        targets = rng.sample(leaders, min(3, len(leaders)))
        attempts = [
            Assassination(f"{player}.assassinations[{n}]", unit, None) for n, unit in enumerate(targets)
        ]
        return replace(sheet, moves=tuple(moves), assassinations=tuple(attempts))
    attacks = []
    for stack in own:
        enemies = rules.enemies.get(stack_color(stack.units, rules), ())
        foes = [
            foe for foe in state.stacks if foe.at == stack.at and stack_color(foe.units, rules) in enemies
        ]
        if foes:
            ref = f"{player}.attacks[{len(attacks)}]"
            attacks.append(
                Attack(ref, stack.at, (stack.units[0],), rng.choice(foes).units[0], rng.choice((None, "2:1")))
            )
    return replace(sheet, attacks=tuple(attacks))


def phases(seed: int, rules: Rules) -> Iterator[Material]:
    rng = random.Random(seed)
    state, _ = setup.deal(PLAYERS, SealedDice(bytes(32), bytes([seed] * 32)), rules)
    for number in range(7):
        sheets = {
            player: Sheet(player) if state.phase == "setup" else sheet_of(state, player, rules, rng)
            for player in state.active
            if len(state.active) > 2
        }
        result = sequence.play(state, sheets, SealedDice(bytes(32), bytes([number] * 32)), rules)
        yield Material(
            "volga",
            state.turn,
            state.phase,
            rules,
            SEATS,
            state,
            result.state,
            result,
            sheets,
            gamesmaster="Grace",
        )
        state = result.state
        if state.victory:
            return


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_reports_of_played_phases(seed: int, rules: Rules) -> None:
    names = Names(rules, {})
    for material in phases(seed, rules):
        for player, text in text_reports(material).items():
            report, _, _ = text.partition("\n#ORDERS\n")
            assert all(columns(line) <= 80 and line == line.rstrip() for line in text.splitlines())
            assert not re.search(r"None|\x00|\{|\}|Undefined|\n\n\n", report), player
            words = " ".join(report.split())
            for stack in material.after.stacks:
                assert f": {names.row(stack.units)}. Strength {names.sum(stack.units)}" in words
            for roll in material.result.rolls:
                assert f"- {roll.label}: {names.rolled(roll)}" in words
            for outcome in material.result.outcomes.values():
                own, _, path = outcome.ref.partition(".")
                assert own != player or f"({path})" in words


@pytest.mark.parametrize("seed", [1, 2])
def test_every_loss_in_the_story_is_on_the_chart_or_came_back(seed: int, rules: Rules) -> None:
    """What the story says of losses is what the Chart shows, the units that came back apart."""
    for material in phases(seed, rules):
        text = " ".join(next(iter(text_reports(material).values())).split())
        names = Names(rules, {})
        for event in material.result.events:
            if event.kind == "eliminated":
                assert names.unit(event.unit) in text
                assert f"{names.section(event.section)}" in text
