"""The list of players as people write it: an address is never taken for a part of the name that everybody reads."""

from pathlib import Path

import pytest

from pbem.campaign.player_list import read_players
from pbem.errors import FileError

PATH = Path("players.txt")


def first(line: str) -> tuple[str, ...]:
    return tuple(read_players(f"{line}\nH: Hugo\n", PATH)[0])


@pytest.mark.parametrize(
    ("line", "seat"),
    [
        (
            "A: Anna Ashworth anna@example.org, Europe/London",
            "A|Anna Ashworth|anna@example.org|Europe/London",
        ),
        ("B: Boris, boris@example.org", "B|Boris|boris@example.org|"),
        ("Clara (clara@example.org) UTC", "A|Clara|clara@example.org|UTC"),
        (
            "A: Ashworth, Anna <anna@example.org>, Europe/London",
            "A|Ashworth, Anna|anna@example.org|Europe/London",
        ),
        ('A: "Ashworth, Anna" <anna@example.org>', "A|Ashworth, Anna|anna@example.org|"),
        ("A: Anna Europe/London <anna@example.org>", "A|Anna|anna@example.org|Europe/London"),
        ("A: Anna mailto:anna@example.org", "A|Anna|anna@example.org|"),
        ("A: Anna <anna@localhost>", "A|Anna|anna@localhost|"),
        ("A: Anna, Europe/London", "A|Anna||Europe/London"),
        ("* B: Boris <boris@example.org>", "B|Boris|boris@example.org|"),
        ("\u2022 Boris [boris@example.org]", "A|Boris|boris@example.org|"),
        ("1. Anna <anna@example.org>", "A|Anna|anna@example.org|"),
        ("2) C: Clara", "C|Clara||"),
        ("\uff21\uff1aAnna <anna@example.org>", "A|Anna|anna@example.org|"),
        ("A: 'Ashworth, Anna' <anna@example.org>", "A|Ashworth, Anna|anna@example.org|"),
    ],
)
def test_a_line_is_understood_with_commas_and_without_brackets(line: str, seat: str) -> None:
    assert first(line) == tuple(seat.split("|"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("A: Anna <anna@@example.org>", "email 'anna@@example.org' of player A: an address is written like"),
        ("A: Anna <anna@example>", "email 'anna@example' of player A: an address is written like"),
        ("A: Anna <anna>", "email 'anna' of player A: an address is written like"),
        ("A: Anna <anna@example.org> UTC+1", r"zone 'UTC\+1' of player A: a time zone is written like"),
        ("A: Anna UTC+1", r"zone 'UTC\+1' of player A: a time zone is written like"),
        ("A: Anna, anna@example.org, Berlin", "zone 'Berlin' of player A"),
        ("A: anna@example.org", "names no player"),
        ("A: Anna <anna@example.org", "an address stands between < and >"),
        ("A: Anna <anna@example.org>, Bea <bea@example.org>", "two addresses in this line"),
    ],
)
def test_what_is_not_understood_is_named_and_not_made_part_of_the_name(line: str, says: str) -> None:
    with pytest.raises(FileError, match=says) as caught:
        first(line)
    assert caught.value.line == 1 and caught.value.cure
