"""How chances are shown."""

from fractions import Fraction

import pytest

from pbem.odds.chances import decimal, expected, percent, shares


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (Fraction(0), "0.0%"),
        (Fraction(1), "100.0%"),
        (Fraction(1, 3), "33.3%"),
        (Fraction(1, 6), "16.7%"),
        (Fraction(1, 16), "6.3%"),
        (Fraction(1, 2000), "0.1%"),
        (Fraction(1, 2001), "<0.1%"),
        (Fraction(2000, 2001), ">99.9%"),
    ],
)
def test_percent(chance: Fraction, shown: str) -> None:
    assert percent(chance) == shown


def test_decimal() -> None:
    assert [decimal(Fraction(*number)) for number in ((0,), (10, 3), (1, 20), (25, 6))] == [
        "0.0",
        "3.3",
        "0.1",
        "4.2",
    ]


def test_shares_and_their_mean() -> None:
    assert shares("aab") == {"a": Fraction(2, 3), "b": Fraction(1, 3)}
    assert expected({1: Fraction(1, 2), 4: Fraction(1, 4)}) == Fraction(3, 2)
