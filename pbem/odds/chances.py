"""Chances as exact fractions, and how they are shown."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import lcm
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


def ordered(chances: Mapping[T, Chance], place: Callable[[T], int]) -> dict[T, Chance]:
    """The chances in the order of a place of each thing."""
    return {thing: chances[thing] for thing in sorted(chances, key=place)}


def likeliest(chances: Mapping[T, Chance]) -> dict[T, Chance]:
    """The likeliest thing first; those that are as likely by how they are written."""
    return {
        thing: chances[thing] for thing in sorted(chances, key=lambda thing: (-chances[thing], str(thing)))
    }


def expected(chances: Mapping[int, Chance]) -> Fraction:
    """The mean of numbers with their chances."""
    return mean(chances.items())


def mean(numbers: Iterable[tuple[int, Chance]]) -> Fraction:
    """The sum of numbers, each times its chance; one number may come more than once."""
    parts = [(number, *chance.as_integer_ratio()) for number, chance in numbers if number]
    whole = lcm(*[below for _, _, below in parts])
    return Fraction(sum([number * above * (whole // below) for number, above, below in parts]), whole)
