"""Whole positions with a full load of orders, the same for the same number: what the speed of a Phase is measured on."""

import random
from dataclasses import replace

from pbem.chance.quick import QuickDice
from pbem.core.orders import (
    Assassination,
    Attack,
    Goods,
    Move,
    PickUp,
    Purge,
    RouteStep,
    Sheet,
    Subversion,
    Trade,
)
from pbem.core.rules import Rules
from pbem.core.state import Stack, State, groups, has_leader, stack_color
from pbem.phases.sequence import play
from pbem.phases.setup import deal

PLAYERS = ("A", "B", "C", "D", "E", "F")
ORDERS = 100


def set_up(rules: Rules, number: int) -> State:
    """All counters on the map, six players, every Control Marker in somebody's hand."""
    state, _ = deal(PLAYERS, QuickDice(number), rules)
    state = play(state, {}, QuickDice(number), rules).state
    markers = [name for name in state.randomizer if not name.endswith("-control")]
    codes = sorted(name.removesuffix("-control") for name in state.randomizer if name.endswith("-control"))
    owner = {code: PLAYERS[place % 6] for place, code in enumerate(codes)}
    holdings = {
        player: replace(holding, assassin=2, control=tuple(code for code in codes if owner[code] == player))
        for player, holding in state.holdings.items()
    }
    stacks = tuple(
        Stack(stack.at, owner.get(rules.nationality[stack.units[0]], stack.player), stack.units)
        for stack in state.stacks
    )
    for _ in range(sum(holding.assassin for holding in holdings.values()) - 2):
        markers.remove("assassin")
    spare = 2 - sum(state.holdings[player].assassin for player in PLAYERS)
    assert spare == 0
    return replace(state, stacks=stacks, holdings=holdings, randomizer=tuple(markers))


def _route(rules: Rules, rng: random.Random, start: str, length: int) -> list[str]:
    route = [start]
    for _ in range(length):
        route.append(rng.choice(rules.board.neighbors(route[-1])))
    return route


def first_sheets(state: State, rules: Rules, number: int) -> dict[str, Sheet]:
    """About ORDERS orders of a First Phase: a move for every stack that can, with pick-ups and drops, and all the rest."""
    rng = random.Random(number)
    moves: dict[str, list[Move]] = {player: [] for player in PLAYERS}
    lone: dict[str, list[int]] = {}
    for stack in state.stacks:
        if stack.player is None and rules.color[stack.units[0]] in ("red", "white"):
            lone.setdefault(stack.at, []).append(stack.units[0])
    for stack in state.stacks:
        if stack.player is None:
            continue
        led = has_leader(stack.units, rules)
        route = _route(rules, rng, stack.at, rng.randint(1, 5 if led else 3))
        steps = []
        for place in route[1:]:
            takes = [u for u in lone.get(place, ()) if led and rules.color[u] == rules.color[stack.units[0]]][:1]
            steps.append(RouteStep(place, tuple(PickUp(unit) for unit in takes)))
        attached = groups(stack.units, rules)[0].attached
        if led and attached and rng.random() < 0.3:
            steps[-1] = replace(steps[-1], drop=((attached[-1],),))
        ref = f"{stack.player}.moves[{len(moves[stack.player])}]"
        moves[stack.player].append(Move(ref, stack.units, tuple(steps)))
    leaders = sorted(rules.leaders)
    sheets = {}
    for place, player in enumerate(PLAYERS):
        other = PLAYERS[(place + 1) % 6]
        sheets[player] = Sheet(
            player,
            trades=tuple(Trade(f"{player}.trades[{n}]", Goods(politburo=1), other, None) for n in range(2)),
            moves=tuple(moves[player]),
            assassinations=tuple(
                Assassination(f"{player}.assassinations[{n}]", rng.choice(leaders), 1) for n in range(2)
            ),
            purges=(Purge(f"{player}.purges[0]", committee=("A", "B", "C", "D"), participants=("A", "B"), target="F"),)
            if player < "E"
            else (),
        )
    return sheets


def second_sheets(state: State, rules: Rules, number: int) -> dict[str, Sheet]:
    """Attacks for every stack that has an enemy in its province, and subversion where it can be, up to ORDERS orders."""
    rng = random.Random(number)
    enemies = rules.enemies
    attacks: dict[str, list[Attack]] = {player: [] for player in PLAYERS}
    subversions: dict[str, list[Subversion]] = {player: [] for player in PLAYERS}
    by_place: dict[str, list[Stack]] = {}
    for stack in state.stacks:
        by_place.setdefault(stack.at, []).append(stack)
    for stack in state.stacks:
        color = stack_color(stack.units, rules)
        if stack.player is None or (color in ("red", "white") and not has_leader(stack.units, rules)):
            continue
        for target in by_place[stack.at]:
            if stack_color(target.units, rules) in enemies.get(color, ()):
                own = attacks[stack.player]
                ref = f"{stack.player}.attacks[{len(own)}]"
                own.append(Attack(ref, stack.at, (stack.units[0],), rng.choice(target.units)))
        for near in rules.board.neighbors(stack.at) if color == "red" else ():
            for target in by_place.get(near, ()):
                if stack_color(target.units, rules) == "blue" and len(subversions[stack.player]) < 3:
                    ref = f"{stack.player}.subversion[{len(subversions[stack.player])}]"
                    subversions[stack.player].append(Subversion(ref, (stack.units[0],), target.units[0], near))
    return {
        player: Sheet(player, attacks=tuple(attacks[player]), subversions=tuple(subversions[player]))
        for player in PLAYERS
    }


def count(sheets: dict[str, Sheet]) -> int:
    """How many orders the sheets hold together."""
    return sum(
        len(sheet.trades) + len(sheet.moves) + len(sheet.assassinations) + len(sheet.purges) + len(sheet.attacks)
        + len(sheet.subversions)
        for sheet in sheets.values()
    )  # fmt: skip


