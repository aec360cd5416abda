"""What `pbem try` finds as a page of 80 columns, and as plain data. Prints nothing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pbem.cli.figures import folded, table
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Player
from pbem.odds.chances import decimal, percent
from pbem.odds.trials import OFF_MAP, Phase, Place, Spread
from pbem.words import sentence, unit_in_words

ENDS = ("done", "part", "failed", "void")
PLACES_SHOWN = 3
PARTS = (Fraction(0), Fraction(1, 10), Fraction(1, 2), Fraction(9, 10), Fraction(1))


def page(spread: Spread, phase: Phase, seed: int) -> list[str]:
    """Orders, losses, points and where units end."""
    state, rules = phase.state, phase.rules
    names = {"setup": "the set-up", "first": "the First Phase", "second": "the Second Phase"}
    when = names[state.phase] if state.phase == "setup" else f"{names[state.phase]} of Game-Turn {state.turn}"
    times = "Once" if spread.trials == 1 else f"{spread.trials:,} times"
    lines = [f"{times} {when} was played, with seed {seed}."]
    lines += _orders(spread, rules)
    lines += _totals("Points lost", {player: lost for player, lost in spread.lost.items()})
    for place, side in enumerate(("Red", "White")):
        title = f"Victory Points if {side} wins"
        lines += _totals(title, {player: _side(points, place) for player, points in spread.points.items()})
    return [*lines, *_ends(spread, state, rules)]


def notes(lines: Sequence[str]) -> list[str]:
    """Remarks under the page."""
    return ["", *(line for note in lines for line in folded(note))] if lines else []


def _orders(spread: Spread, rules: Rules) -> list[str]:
    """How each order ended, and why where it was not done."""
    if not spread.orders:
        return ["", "No order had anything to do."]
    rows = [["order", *ENDS, "not called on"]]
    for ref, counted in sorted(spread.orders.items(), key=lambda item: _in_order(item[0])):
        by_end = Counter[str]()
        for (ended, _), count in counted.items():
            by_end[ended] += count
        left = spread.trials - sum(by_end.values())
        rows.append([ref, *(_share(spread, by_end[ended]) for ended in ENDS), _share(spread, left)])
    lines = ["", *table(rows)]
    for ref, counted in sorted(spread.orders.items(), key=lambda item: _in_order(item[0])):
        for (ended, code), count in sorted(counted.items(), key=lambda item: (-item[1], item[0])):
            if ended != "done":
                said = sentence(code, spread.reasons[ref, code].facts, rules)
                lines += folded(f"{ref} {ended} {_share(spread, count)}: {said}", indent=2, hang=2)
    return lines


def _in_order(ref: str) -> tuple[str, int]:
    """Orders of a list by number."""
    name, _, number = ref.partition("[")
    return name, int(number[:-1]) if number else 0


def _share(spread: Spread, count: int) -> str:
    return percent(spread.share(count)) if count else "-"


def _side(points: Counter[tuple[int, int]], place: int) -> Counter[int]:
    found: Counter[int] = Counter()
    for both, count in points.items():
        found[both[place]] += count
    return found


def _totals(title: str, by_player: Mapping[Player, Counter[int]]) -> list[str]:
    """A row for each player: the mean, and below what how many of the trials stay."""
    rows = [[title, "mean", "least", "1 in 10", "half", "9 in 10", "most"]]
    for player, counted in by_player.items():
        numbers = [least_of(counted, part) for part in PARTS]
        rows.append([f"Player {player}", decimal(mean(counted)), *map(str, numbers)])
    return ["", *table(rows)]


def mean(counted: Counter[int]) -> Fraction:
    """The mean of counted numbers."""
    return Fraction(sum(number * count for number, count in counted.items()), counted.total())


def least_of(counted: Counter[int], part: Fraction) -> int:
    """The least number that this part of all does not exceed."""
    seen = 0
    for number in sorted(counted):
        seen += counted[number]
        if seen >= part * counted.total():
            return number
    raise AssertionError("nothing was counted")


def _ends(spread: Spread, state: State, rules: Rules) -> list[str]:
    """Where each unit ends, likeliest first."""
    owner = {unit: stack.player for stack in state.stacks for unit in stack.units}
    rows = []
    for unit, places in sorted(spread.ends.items(), key=lambda item: (str(owner[item[0]]), item[0])):
        ordered = sorted(places.items(), key=lambda item: (-item[1], item[0].at, item[0].player or ""))
        shown = [
            f"{_place(place, owner[unit])} {_share(spread, count)}" for place, count in ordered[:PLACES_SHOWN]
        ]
        rest = sum(count for _, count in ordered[PLACES_SHOWN:])
        if rest:
            shown.append(f"elsewhere {_share(spread, rest)}")
        rows.append([f"{owner[unit]}: {unit_in_words(unit, rules)}", ", ".join(shown)])
    if not rows:
        return []
    width = max(len(name) for name, _ in rows)
    lines = ["", "Where units end"]
    for name, where in rows:
        lines += folded(f"{name.ljust(width)}  {where}", indent=2, hang=width + 2)
    return lines


def _place(place: Place, owner: Player | None) -> str:
    """``TVER``, ``TVER (nobody's)``, ``off the map``."""
    if place == OFF_MAP:
        return "off the map"
    if place.player == owner:
        return place.at
    return f"{place.at} ({'nobody' if place.player is None else place.player}'s)"


# --- as data -----------------------------------------------------------------------------------------------------


def data(spread: Spread, state: State, seed: int) -> dict[str, Any]:
    """All of it for programs: counts of trials."""
    return {
        "trials": spread.trials,
        "seed": seed,
        "turn": state.turn,
        "phase": state.phase,
        "orders": {
            ref: [
                {"ended": ended, "code": code, "count": count}
                for (ended, code), count in sorted(counted.items())
            ]
            for ref, counted in sorted(spread.orders.items(), key=lambda item: _in_order(item[0]))
        },
        "points_lost": {player: _numbers(counted.items()) for player, counted in spread.lost.items()},
        "victory_points": {
            player: [
                {"red": red, "white": white, "count": count}
                for (red, white), count in sorted(counted.items())
            ]
            for player, counted in spread.points.items()
        },
        "units": {
            str(unit): [
                {"at": place.at or None, "player": place.player, "count": count}
                for place, count in sorted(
                    places.items(), key=lambda item: (-item[1], item[0].at, item[0].player or "")
                )
            ]
            for unit, places in sorted(spread.ends.items())
        },
    }


def _numbers(counted: Iterable[tuple[int, int]]) -> dict[str, int]:
    return {str(number): count for number, count in sorted(counted)}
