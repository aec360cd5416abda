"""What is in the air: proposals that every practice player reads out of the public position in the same way.

Practice players exchange no letters. Trades, Committees and executions need sheets that agree, so each player makes
the same list of proposals from what all can see, and then decides by himself whether he takes part.
"""

import hashlib
import json
import random
from dataclasses import dataclass

from pbem.core.orders import ExecuteCzar, Goods, Purge, Spoil, Trade
from pbem.core.rules import Rules
from pbem.core.state import Holding, State
from pbem.core.terms import Player, Unit
from pbem.position import public, to_json

COMMITTEE = 8
"""11.1: Politburo Markers a Committee needs."""
EXECUTION = 10
"""13.52: Politburo Markers behind an execution order."""


@dataclass(frozen=True, slots=True)
class Bargain:
    """A trade proposed to two players; a gift where the second gives nothing."""

    one: Player
    gives: Goods
    other: Player
    returns: Goods

    def half(self, player: Player, *, gift_needs_answer: bool) -> Trade | None:
        """What the player writes on his sheet; None where he need write nothing, or it is not his trade."""
        gift = self.returns == Goods()
        if player == self.one:
            return Trade("", self.gives, self.other, None if gift else self.returns)
        if player != self.other or (gift and not gift_needs_answer):
            return None
        return Trade("", None if gift else self.returns, self.one, self.gives)


@dataclass(frozen=True, slots=True)
class Plot:
    """A Purge proposed to a Committee."""

    committee: tuple[Player, ...]
    participants: tuple[Player, ...]
    target: Player
    spoils: tuple[Spoil, ...] | None

    def entry(self, player: Player, markers: int | None) -> Purge | None:
        """What the player writes on his sheet; None where it is not his plot."""
        if player not in self.committee:
            return None
        if player not in self.participants:
            return Purge("", committee=self.committee, markers=markers)
        return Purge(
            "",
            committee=self.committee,
            participants=self.participants,
            target=self.target,
            markers=markers,
            spoils=self.spoils,
        )


@dataclass(frozen=True, slots=True)
class Agreements:
    """All proposals of a Phase."""

    bargains: tuple[Bargain, ...] = ()
    plots: tuple[Plot, ...] = ()
    execution: ExecuteCzar | None = None


def public_chance(state: State, campaign: str) -> random.Random:
    """Chance that all players share: it depends on what all can see, and on nothing else."""
    seen = json.dumps(to_json(public(state)), sort_keys=True)
    return random.Random(hashlib.sha256(f"{campaign}\n{seen}".encode()).hexdigest())


def in_the_air(state: State, rules: Rules, campaign: str) -> Agreements:
    """Random proposals that could be carried out."""
    chance = public_chance(state, campaign)
    players = list(state.active)
    if len(players) < 2:
        return Agreements()
    bargains = [_bargain(state, players, chance) for _ in range(chance.randrange(len(players) + 1))]
    return Agreements(
        tuple(bargain for bargain in bargains if bargain is not None),
        tuple(_plots(state, rules, players, chance)) if state.phase != "setup" else (),
        _execution(state, players, chance) if state.phase != "setup" else None,
    )


def _bargain(state: State, players: list[Player], chance: random.Random) -> Bargain | None:
    one, other = chance.sample(players, 2)
    gives = _some(state.holdings.get(one, Holding()), chance, units=state.phase == "setup")
    returns = _some(state.holdings.get(other, Holding()), chance, units=state.phase == "setup")
    if chance.random() < 0.3:
        returns = Goods()
    return Bargain(one, gives, other, returns) if gives != Goods() else None


def _some(holding: Holding, chance: random.Random, *, units: bool) -> Goods:
    """Something a player holds; perhaps nothing."""
    leaders: tuple[Unit, ...] = ()
    if units and holding.units and chance.random() < 0.6:
        leaders = (chance.choice(holding.units),)
    return Goods(
        politburo=chance.randint(0, min(holding.politburo, 2)),
        assassin=chance.randint(0, min(holding.assassin, 2)),
        units=leaders,
    )


def _plots(state: State, rules: Rules, players: list[Player], chance: random.Random) -> list[Plot]:
    """Up to two Purges of one Committee, if one can be formed and somebody is left to purge."""
    committee = quorum(state, chance.sample(players, len(players)), COMMITTEE)
    outside = [player for player in state.players if player not in committee]
    if not committee or not outside or state.flags.purge_held or chance.random() < 0.2:
        return []
    members = list(committee)
    found: list[Plot] = []
    while members and len(found) < 2:
        participants = tuple(chance.sample(members, chance.randint(1, len(members))))
        members = [member for member in members if member not in participants]
        target = chance.choice(outside)
        spoils = _spoils(state, rules, committee, target, chance) if chance.random() < 0.6 else None
        found.append(Plot(committee, participants, target, spoils))
    return found


def quorum(state: State, players: list[Player], markers: int) -> tuple[Player, ...]:
    """The first of the players, by letter, that hold so many Politburo Markers together; nobody if they do not."""
    found: list[Player] = []
    total = 0
    for player in players:
        found.append(player)
        total += state.holdings.get(player, Holding()).politburo
        if total >= markers:
            return tuple(sorted(found))
    return ()


def _spoils(
    state: State, rules: Rules, committee: tuple[Player, ...], target: Player, chance: random.Random
) -> tuple[Spoil, ...]:
    """An agreed list of prizes (11.23)."""
    prizes: list[Unit | str] = [
        unit
        for stack in state.stacks
        if stack.player == target
        for unit in stack.units
        if unit in rules.leaders and rules.color[unit] == "red"
    ]
    prizes += ["politburo", "any"]
    return tuple(Spoil(chance.choice(committee), chance.choice(prizes)) for _ in range(chance.randint(1, 4)))


def _execution(state: State, players: list[Player], chance: random.Random) -> ExecuteCzar | None:
    committee = quorum(state, chance.sample(players, len(players)), EXECUTION)
    return ExecuteCzar("", committee) if committee and chance.random() < 0.4 else None
