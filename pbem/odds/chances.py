"""Chances as exact fractions, and how they are shown."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T")

Chance = Fraction
"""A probability, from 0 to 1."""

SURE = Chance(1)


def percent(chance: Fraction) -> str:
    """``33.3%``, one decimal, half a tenth rounded up. What is possible never shows as 0.0%, nor what may fail as
    100.0%."""
    tenths = (2000 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    if tenths == 0 and chance > 0:
        return "<0.1%"
    if tenths >= 1000 and chance < 1:
        return ">99.9%"
    return f"{tenths // 10}.{tenths % 10}%"


def decimal(number: Fraction) -> str:
    """``3.3``: an expected number with one decimal, half a tenth rounded up; of 0 or more."""
    tenths = (20 * number.numerator + number.denominator) // (2 * number.denominator)
    return f"{tenths // 10}.{tenths % 10}"


def shares(things: Iterable[T]) -> dict[T, Chance]:
    """The chance of each of some equally likely things, each repeated as often as it occurs; in order of appearance."""
    counts: dict[T, int] = {}
    for thing in things:
        counts[thing] = counts.get(thing, 0) + 1
    total = sum(counts.values())
    return {thing: Chance(count, total) for thing, count in counts.items()}


def add(to: dict[T, Chance], thing: T, chance: Chance) -> None:
    """Add a chance to what a thing has so far."""
    to[thing] = to.get(thing, Chance(0)) + chance


def expected(chances: Mapping[int, Chance]) -> Fraction:
    """The mean of numbers with their chances."""
    return sum((number * chance for number, chance in chances.items()), Fraction(0))
