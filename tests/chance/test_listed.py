"""Dice by label: what is missing, wrong or unused is named."""

import pytest

from pbem.chance.listed import ListedDice, MissingRoll, WrongRoll
from pbem.core.dice import Dice

PLAYERS = ("A", "B", "C")


def test_values_as_written_in_a_case_or_typed() -> None:
    dice: Dice = ListedDice(
        {
            "combat/TVER/A/1": "4",
            "combat/TVER/A/2": 5,
            "event/1": ["3", "4"],
            "event/2": "6 1",
            "event/1/recipient": "B",
            "order/draws": "B, A, C",
            "draw/A": "BR-control",
            "deal": ["152", "assassin", 151],
        }
    )
    assert dice.die("combat/TVER/A/1") == 4
    assert dice.die("combat/TVER/A/2") == 5
    assert dice.two_dice("event/1") == (3, 4)
    assert dice.two_dice("event/2") == (6, 1)
    assert dice.player("event/1/recipient", PLAYERS) == "B"
    assert dice.order("order/draws", PLAYERS) == ("B", "A", "C")
    assert dice.marker("draw/A", ("BR-control", "assassin")) == "BR-control"
    assert dice.deal("deal", (151, 152, "assassin")) == (152, "assassin", 151)


def test_unused_labels() -> None:
    dice = ListedDice({"combat/TVER/A/1": 4, "event/1": [1, 1]})
    dice.die("combat/TVER/A/1")
    assert dice.unused == ("event/1",)


def test_missing() -> None:
    with pytest.raises(MissingRoll, match="the roll purge/A is needed and not given: two dice") as caught:
        ListedDice({}).two_dice("purge/A")
    assert caught.value.label == "purge/A"


def test_asked_for() -> None:
    asked: list[tuple[str, str]] = []

    def ask(label: str, wanted: str) -> str:
        asked.append((label, wanted))
        return "3 5"

    dice = ListedDice({}, ask)
    assert dice.two_dice("purge/A") == (3, 5)
    assert dice.two_dice("purge/A") == (3, 5)
    assert asked == [("purge/A", "two dice such as [3, 4]")]
    assert dice.unused == ()


@pytest.mark.parametrize("value", ["0", "7", "x", "", "1 2", ["1", "2"], [], "٣"])
def test_no_die(value: object) -> None:
    with pytest.raises(WrongRoll, match="must be a die of 1 to 6"):
        ListedDice({"combat/TVER/A/1": value}).die("combat/TVER/A/1")


@pytest.mark.parametrize("value", ["3", [3], [3, 7], [1, 2, 3]])
def test_no_two_dice(value: object) -> None:
    with pytest.raises(WrongRoll, match="must be two dice"):
        ListedDice({"event/1": value}).two_dice("event/1")


@pytest.mark.parametrize("value", ["A B", "A B B", "A B D", "A B C D"])
def test_no_order(value: object) -> None:
    with pytest.raises(WrongRoll, match="an order of all players still in the campaign, such as A, B, C"):
        ListedDice({"order/draws": value}).order("order/draws", PLAYERS)


def test_no_such_player_marker_or_deal() -> None:
    dice = ListedDice({"event/1/recipient": "D", "draw/A": "US-control", "deal": ["151"]})
    with pytest.raises(WrongRoll, match="a player, one of A, B, C"):
        dice.player("event/1/recipient", PLAYERS)
    with pytest.raises(WrongRoll, match="those in the Randomizer, assassin"):
        dice.marker("draw/A", ("assassin", "assassin"))
    with pytest.raises(WrongRoll, match=r"given as \[151\], but it must be an order of all 2 counters"):
        dice.deal("deal", (151, 152))
