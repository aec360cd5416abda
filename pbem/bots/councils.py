"""What greedy players agree on without a letter: who is too strong, who could purge him, who gains by an exchange.

Each works it out from the public position in the same way. 29.0: the weaker pool their strength against the strongest.
"""

from pbem.bots.agreements import COMMITTEE, EXECUTION, Bargain, Plot, quorum
from pbem.bots.aims import side_of
from pbem.bots.sight import Sight
from pbem.core.orders import ExecuteCzar, Goods
from pbem.core.state import Holding
from pbem.core.terms import CZAR, Color, Player, Unit


def standing(sight: Sight, player: Player) -> int:
    """How well a player stands, whichever side wins."""
    points = sight.points[player]
    return max(points.red, points.white)


def purgeable(sight: Sight, player: Player) -> bool:
    """11.21, 11.22: whether there is anything to take from the player."""
    if sight.state.holdings.get(player, Holding()).politburo:
        return True
    return any(
        unit in sight.rules.leaders and sight.rules.color[unit] == "red"
        for stack in sight.state.stacks
        if stack.player == player
        for unit in stack.units
    )


def plot(sight: Sight) -> Plot | None:
    """The Purge of the strongest by the weakest who have eight markers together; none without such a Committee."""
    state = sight.state
    if state.flags.purge_held:
        return None
    ranked = sorted(state.active, key=lambda player: (-standing(sight, player), player))
    target = next((player for player in ranked if purgeable(sight, player)), None)
    if target is None:
        return None
    willing = [player for player in reversed(ranked) if player != target and held(sight, player)]
    committee = quorum(state, willing, COMMITTEE)
    return Plot(committee, committee, target, None) if committee else None


def held(sight: Sight, player: Player) -> int:
    """The Politburo Markers a player holds."""
    return sight.state.holdings.get(player, Holding()).politburo


def execution(sight: Sight) -> ExecuteCzar | None:
    """13.5, 14.46: those who hope for a Red victory have the Czar executed if one of them holds him."""
    holder = next((stack for stack in sight.state.stacks if CZAR in stack.units), None)
    if holder is None or holder.player is None or sight.color(holder) != "red" or not sight.led(holder):
        return None
    reds = [player for player in sight.state.active if side_of(sight, player) == "red"]
    if holder.player not in reds:
        return None
    committee = quorum(
        sight.state, sorted(reds, key=lambda player: (player != holder.player, player)), EXECUTION
    )
    return ExecuteCzar("", committee) if committee else None


def bargains(sight: Sight) -> tuple[Bargain, ...]:
    """Exchanges by which both sides gain: Leaders at the set-up, later a Politburo for an Assassin Marker."""
    return _leaders_exchanged(sight) if sight.state.phase == "setup" else _markers_exchanged(sight)


def _markers_exchanged(sight: Sight) -> tuple[Bargain, ...]:
    """Who hopes for a White victory has no use for Politburo Markers, and who has many can spare one."""
    state = sight.state
    found: list[Bargain] = []
    busy: set[Player] = set()
    for one in state.active:
        for other in state.active:
            if one == other or one in busy or other in busy:
                continue
            spares = held(sight, one) >= (1 if side_of(sight, one) == "white" else 4)
            wants = side_of(sight, other) == "red" and state.holdings.get(other, Holding()).assassin >= 2
            if spares and wants:
                found.append(Bargain(one, Goods(politburo=1), other, Goods(assassin=1)))
                busy |= {one, other}
    return tuple(found)


def _leaders_exchanged(sight: Sight) -> tuple[Bargain, ...]:
    """The third of the players whose hands are Whitest give Red Leaders for White ones of the same value (29.0: the
    Red/White format)."""
    state, rules = sight.state, sight.rules
    hands = {player: list(state.holdings.get(player, Holding()).units) for player in state.active}

    def whiteness(player: Player) -> int:
        return sum(rules.value[u] * (1 if rules.color[u] == "white" else -1) for u in hands[player])

    ranked = sorted(state.active, key=lambda player: (-whiteness(player), player))
    whites = ranked[: max(1, len(ranked) // 3)]
    found: list[Bargain] = []
    for one in whites:
        for other in ranked[len(whites) :]:
            for value in (3, 2, 1):
                gives, returns = (
                    _of(sight, hands[one], "red", value),
                    _of(sight, hands[other], "white", value),
                )
                if gives is None or returns is None:
                    continue
                hands[one].remove(gives)
                hands[other].remove(returns)
                found.append(Bargain(one, Goods(units=(gives,)), other, Goods(units=(returns,))))
    return tuple(found)


def hand_after(sight: Sight) -> tuple[Unit, ...]:
    """The player's Leaders when all these exchanges have been carried out."""
    hand = dict.fromkeys(sight.holding.units)
    for bargain in bargains(sight):
        gone, come = bargain.gives.units, bargain.returns.units
        if bargain.other == sight.player:
            gone, come = come, gone
        elif bargain.one != sight.player:
            continue
        hand = {unit: None for unit in (*hand, *come) if unit not in gone}  # type: ignore[misc]
    return tuple(hand)


def _of(sight: Sight, hand: list[Unit], color: Color, value: int) -> Unit | None:
    """A Leader of this color and value in a hand."""
    rules = sight.rules
    return next((unit for unit in hand if rules.color[unit] == color and rules.value[unit] == value), None)
