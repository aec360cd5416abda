"""Numbers out of the campaigns that were played; each says in its docstring what it counts."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean, pstdev
from typing import NamedTuple, TypeVar

from pbem.chance.quick import QuickDice
from pbem.core.rules import Rules
from pbem.phases.setup import deal
from pbem.rulebook import load_rules
from pbem.soak.tally import Ended
from pbem.study.gather import Played
from pbem.study.plan import MEASURE, PLAYERS, TURNS

DEALS = 2000
DRAWN_AGAIN = 200
"""How often the campaigns of a group are drawn anew out of themselves, to see how uncertain a figure is."""
SURE = 1.96
"""So many standard errors to both sides hold the true figure nineteen times in twenty."""
BY_TURNS = (5, 8, 10, 15, 20, TURNS)
HOWS = ("no_white_units", "agreement", "no_red_leaders", "key_areas", "turn_limit", "")
"""The ways to end, the last being none."""


class Box(NamedTuple):
    """A spread: the least, the quarters between, the most, and the mean."""

    least: float
    low: float
    middle: float
    high: float
    most: float
    mean: float


def box(values: Sequence[float]) -> Box:
    """The spread of some numbers; the ends are the fifth and the ninety-fifth of a hundred."""
    ordered = sorted(values)

    def at(share: float) -> float:
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    return Box(at(0.05), at(0.25), at(0.5), at(0.75), at(0.95), fmean(ordered))


def share_range(share: float, of: int) -> tuple[float, float]:
    """Wilson's interval: within what the true share lies, nineteen times in twenty."""
    if not of:
        return 0.0, 1.0
    weight = SURE**2 / of
    middle = (share + weight / 2) / (1 + weight)
    half = SURE * (share * (1 - share) / of + weight / of / 4) ** 0.5 / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)


T = TypeVar("T")


def uncertainty(figure: Callable[[Sequence[T]], float], campaigns: Sequence[T]) -> float:
    """How far a figure of some campaigns may lie from the true one, to both sides: by drawing them anew."""
    chance = random.Random(1917)
    found = [figure(chance.choices(campaigns, k=len(campaigns))) for _ in range(DRAWN_AGAIN)]
    return SURE * pstdev(found)


# --- endings -----------------------------------------------------------------------------------------------------


def share_by_turn(ended: Sequence[Ended]) -> list[float]:
    """By Game-Turn the share of campaigns that were over by its end."""
    return [
        sum(1 for one in ended if one.side and one.turn <= turn) / len(ended) for turn in range(1, TURNS + 1)
    ]


def middle_turn(ended: Sequence[Ended]) -> int | None:
    """The Game-Turn by which half of the campaigns were over; None where half of them never were."""
    return next((turn for turn, share in enumerate(share_by_turn(ended), start=1) if share >= 0.5), None)


def hows(ended: Sequence[Ended]) -> dict[str, float]:
    """The share of campaigns by the way they ended."""
    counted = Counter(one.how for one in ended)
    return {how: counted[how] / len(ended) for how in HOWS if counted[how] or how == ""}


def red_share(ended: Sequence[Ended]) -> float:
    """The share of Red victories among the campaigns that ended."""
    over = [one for one in ended if one.side]
    return sum(1 for one in over if one.side == "red") / len(over) if over else 0.0


# --- points ------------------------------------------------------------------------------------------------------


def counting(one: Ended) -> tuple[int, ...]:
    """The points that count: of the side that won; where nobody did, Red ones, as most victories are Red."""
    return tuple(white if one.side == "white" else red for red, white in one.points)


def shares(one: Ended) -> tuple[float, ...]:
    """Each player's part of all points, times the number of players: 1 is what everybody would have alike."""
    points = counting(one)
    total = sum(points)
    return tuple(point * len(points) / total if total else 1.0 for point in points)


def spread(one: Ended) -> float:
    """How far apart the players ended: the best player's points over the mean."""
    return max(shares(one))


def by_seat(ended: Sequence[Ended]) -> list[tuple[float, float]]:
    """By seat the mean share of the points, and how far the true mean may lie from it."""
    columns = zip(*(shares(one) for one in ended), strict=True)
    return [(fmean(column), SURE * pstdev(column) / len(column) ** 0.5) for column in columns]


def worth_of_the_deal(ended: Sequence[Ended]) -> float:
    """How strongly the Leadership Value dealt and the points at the end go together: a rank correlation, -1 to 1."""
    pairs = [
        (dealt - fmean(one.dealt), share)
        for one in ended
        for dealt, share in zip(one.dealt, shares(one), strict=True)
    ]
    return _correlation([a for a, _ in pairs], [b for _, b in pairs])


def _correlation(one: Sequence[float], other: Sequence[float]) -> float:
    first, second = _ranks(one), _ranks(other)
    mean = (len(first) - 1) / 2
    spread_of = (_variance(first, mean) * _variance(second, mean)) ** 0.5
    together = fmean([(a - mean) * (b - mean) for a, b in zip(first, second, strict=True)])
    return together / spread_of if spread_of else 0.0


def _variance(values: Sequence[float], mean: float) -> float:
    """How far values lie from their mean, which is known; `pstdev` would reckon with fractions, a hundred times slower."""
    return fmean([(value - mean) ** 2 for value in values])


def _ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, equal ones sharing theirs."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [fmean(places[value]) for value in values]


def first_of_the_dealt(ended: Sequence[Ended]) -> float:
    """How often the player who was dealt most came first, as a multiple of his share if the deal did not matter."""
    wins = parts = 0.0
    for one in ended:
        if not one.ranking:
            continue
        best = [
            player for player, dealt in zip(one.players, one.dealt, strict=True) if dealt == max(one.dealt)
        ]
        wins += sum(1 for player in one.ranking[0] if player in best) / len(one.ranking[0])
        parts += len(best) / len(one.players)
    return wins / parts if parts else 0.0


def hands_apart(played: Played) -> dict[str, Box]:
    """By group of either deal how far apart the best and the worst hand are."""
    found: dict[str, Box] = {}
    for players in numbers_of_players(played):
        found[f"players: {players}"] = box(dealt_apart(players, load_rules()))
        pots = load_rules(rulings={"deal": "three_pots"})
        found[f"three pots: {players}"] = box(dealt_apart(players, pots))
    return found


def dealt_apart(players: int, rules: Rules) -> list[float]:
    """Of many deals, nothing being played, by how much the best hand beat the worst, in Leadership Value."""
    letters = tuple("ABCDEFGH"[:players])
    found: list[float] = []
    for number in range(DEALS):
        state, _ = deal(letters, QuickDice(number), rules)
        hands = [sum(rules.value[unit] for unit in state.holdings[letter].units) for letter in letters]
        found.append(float(max(hands) - min(hands)))
    return found


# --- rulings -----------------------------------------------------------------------------------------------------


class Change(NamedTuple):
    """What one other choice made of the same campaigns."""

    name: str
    campaigns: int
    touched: float
    """The share of campaigns that ended with other points."""
    winner: float
    """The share in which another player came first (among those decided in both)."""
    winner_range: tuple[float, float]
    """Within what the true share lies."""
    decided: int
    """How many were decided in both."""
    longer: float
    """How many Game-Turns they lasted longer on the average."""
    longer_more: float
    """How uncertain that is, to both sides."""
    red: float
    """By how much the share of Red victories changed."""
    red_more: float


def change(name: str, usual: Sequence[Ended], other: Sequence[Ended]) -> Change:
    """Campaign by campaign, with the same deals and dice."""
    before = {one.number: one for one in usual}
    pairs = [(before[one.number], one) for one in other if one.number in before]
    decided = [(old, new) for old, new in pairs if old.ranking and new.ranking]
    winner = sum(1 for old, new in decided if old.ranking[0] != new.ranking[0]) / max(1, len(decided))

    def longer(some: Sequence[tuple[Ended, Ended]]) -> float:
        return fmean(new.turn - old.turn for old, new in some)

    def red(some: Sequence[tuple[Ended, Ended]]) -> float:
        return red_share([new for _, new in some]) - red_share([old for old, _ in some])

    return Change(
        name,
        len(pairs),
        sum(1 for old, new in pairs if (old.points, old.turn) != (new.points, new.turn)) / len(pairs),
        winner,
        share_range(winner, len(decided)),
        len(decided),
        longer(pairs),
        uncertainty(longer, pairs),
        red(pairs),
        uncertainty(red, pairs),
    )


def changes(played: Played) -> list[Change]:
    """All groups that differ from the usual one in a ruling or in the dice, what touches most campaigns first."""
    usual = played[MEASURE]
    aside = ("players:", "three pots:", "style:", "ending:", MEASURE)
    found = [change(name, usual, ended) for name, ended in played.items() if not name.startswith(aside)]
    return sorted(found, key=lambda one: (-one.touched, -one.winner, one.name))


def numbers_of_players(played: Played) -> tuple[int, ...]:
    """For which numbers of players there are groups."""
    return tuple(players for players in PLAYERS if f"players: {players}" in played)
