"""A position in which much happens: the standard set-up with everything moved close together, markers in every hand.

Whole stacks are moved as they lie, so that it is legal wherever the set-up was; Blue and Green units stay where they
may go. Control and Assassin Markers are dealt out of the Randomizer, Imperial units given to Leaders.
"""

import random
from dataclasses import replace

from pbem.bots.sight import Sight
from pbem.core.rules import Rules
from pbem.core.state import Holding, Stack, State
from pbem.core.terms import ASSASSIN, IMPERIAL, Player, Province, Unit

PROVINCES = (5, 12)
"""How many provinces the crowd stands in."""


def crowded(state: State, rules: Rules, chance: random.Random) -> State:
    """The position with its stacks drawn together. `state` must be one between two Phases."""
    where = _neighborhood(state, rules, chance)
    owner = _owners(state, chance)
    stacks: list[Stack] = []
    for stack in state.stacks:
        nationality = rules.nationality[stack.units[0]]
        player = owner.get(nationality, stack.player) if nationality else stack.player
        stacks.append(Stack(_place(stack, rules, where, chance), player, stack.units))
    stacks = _with_imperial(stacks, rules, chance)
    holdings, randomizer = _hands(state, owner, chance)
    return replace(
        state,
        stacks=tuple(sorted(stacks, key=lambda stack: (stack.at, stack.units))),
        holdings=holdings,
        randomizer=randomizer,
    )


def _neighborhood(state: State, rules: Rules, chance: random.Random) -> list[Province]:
    """Some provinces around one of them."""
    sight = Sight(state, state.players[0], rules)
    green = [stack.at for stack in state.stacks if rules.color[stack.units[0]] == "green"]
    center = chance.choice(green if green and chance.random() < 0.5 else list(rules.board.provinces))
    near = sorted(sight.distances([center]).items(), key=lambda item: (item[1], item[0]))
    return [province for province, _ in near[: chance.randint(*PROVINCES)]]


def _owners(state: State, chance: random.Random) -> dict[str, Player]:
    """By nationality who holds its Control Marker, most of them dealt out."""
    found = {code: player for player, holding in state.holdings.items() for code in holding.control}
    for marker in state.randomizer:
        nationality, _, kind = marker.partition("-")
        if kind == "control" and chance.random() < 0.7:
            found[nationality] = chance.choice(state.active)
    return found


def _place(stack: Stack, rules: Rules, where: list[Province], chance: random.Random) -> Province:
    """A province of the neighborhood the stack may enter, or where it stands."""
    allowed = rules.entry.get(rules.nationality[stack.units[0]])
    choices = [province for province in where if allowed is None or province in allowed]
    return chance.choice(choices) if choices and chance.random() < 0.9 else stack.at


def _with_imperial(stacks: list[Stack], rules: Rules, chance: random.Random) -> list[Stack]:
    """The Imperial units under Leaders drawn by lot, each under another stack's top one, or left where they lie."""
    led = [number for number, stack in enumerate(stacks) if stack.units[0] in rules.leaders]
    for unit in IMPERIAL:
        if chance.random() < 0.3 or len(led) < 3:
            continue
        old = next((number for number, stack in enumerate(stacks) if unit in stack.units), None)
        if old is None or len(stacks[old].units) == 1 or stacks[old].units[0] in rules.leaders:
            continue
        stacks[old] = stacks[old]._replace(units=tuple(u for u in stacks[old].units if u != unit))
        new = led.pop(chance.randrange(len(led)))
        stacks[new] = stacks[new]._replace(units=_under(stacks[new].units, unit))
    return stacks


def _under(units: tuple[Unit, ...], imperial: Unit) -> tuple[Unit, ...]:
    """The Imperial unit directly under the Leader on top."""
    return (units[0], imperial, *units[1:])


def _hands(
    state: State, owner: dict[str, Player], chance: random.Random
) -> tuple[dict[Player, Holding], tuple[str, ...]]:
    """Everybody's markers, with most of the Randomizer's Assassin Markers dealt out, and what is left in it."""
    left = [
        marker
        for marker in state.randomizer
        if marker.partition("-")[0] not in owner or "withdrawal" in marker
    ]
    assassins = {player: holding.assassin for player, holding in state.holdings.items()}
    for _ in range(left.count(ASSASSIN)):
        if chance.random() < 0.7:
            left.remove(ASSASSIN)
            assassins[chance.choice(state.active)] += 1
    holdings = {
        player: replace(
            holding,
            assassin=assassins[player],
            control=tuple(sorted(code for code, holder in owner.items() if holder == player)),
        )
        for player, holding in state.holdings.items()
    }
    return holdings, tuple(left)
