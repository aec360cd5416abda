"""Sealed dice: worked out by hand from HMACs made with another program (openssl).

Seed: the bytes 0 to 31. The first bytes of each label's first block stand beside it.
"""

import hashlib
from collections import Counter

import pytest

from pbem.chance.quick import QuickDice
from pbem.chance.sealed import SEED_LENGTH, SealedDice, commitment, new_seed, phase_salt
from pbem.core.rules import Rulings
from pbem.phases.setup import deal
from pbem.rulebook import load_rules

SEED = bytes(range(32))
SALT = bytes.fromhex("fc2b6d7dbdff58be9d819c6d02dd2da35dc820744e7d90031bad908ce6c02e17")
DEAL_SALT = bytes.fromhex("af3791687a80c3dd47991c839daba575d4da1e211a4a6276002a35e765bd4ee7")
DEAL_BYTES = bytes.fromhex(
    "8f71d9916016d9cd3c22040e508312761638eb6036249403e910aec33def38f7"
    "928ad10e9b1feb15f034e49873109929b32f500ff33de416cdb4b3200634155d"
    "8e709d9ede3d3317846486981b6ab12cb80bda6d480857f624aa4e7ee5b26043"
    "d574a937a8b6f9c8b416478a3c688f939fd1498021d960ea6f844bbaf5cd38e4"
)
DICE = SealedDice(SEED, SALT)


def test_commitment() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_salt_of_a_phase() -> None:
    """volga, 3, first, then a line for each sheet that is used, by letter; C sent none, B's has no salt."""
    assert phase_salt("volga", 3, "first", {"D": "snow", "A": "any words you like", "B": ""}) == SALT
    assert phase_salt("volga", 0, "deal", {}) == DEAL_SALT


def test_salt_in_any_letters() -> None:
    text = "волга\n1\nsecond\nA:снег\n"
    assert phase_salt("волга", 1, "second", {"A": "снег"}) == hashlib.sha256(text.encode()).digest()


def test_die() -> None:
    """14 is 20, 20 mod 6 is 2."""
    assert DICE.die("combat/TVER/A/1") == 3


def test_two_dice() -> None:
    """AC 78: 172 mod 6 is 4, 120 mod 6 is 0."""
    assert DICE.two_dice("assassinate/B/2") == (5, 1)


def test_bytes_that_favor_are_skipped() -> None:
    """FF 19 12: of 256 bytes the last four are skipped for a die; 25 mod 6 is 1."""
    assert DICE.die("tie/purge") == 2


def test_single_draw() -> None:
    """DC: 220 mod 3 is 1. D1: 209 mod 5 is 4."""
    assert DICE.player("event/1/recipient", ("A", "B", "D")) == "B"
    markers = ("BR-control", "BR-withdrawal", "PO-control", "assassin", "politburo")
    assert DICE.marker("event/1/draw", markers) == "politburo"


def test_lot() -> None:
    """57 37 E1: 87 mod 4 is 3 (D stays last), 55 mod 3 is 1 (C and B change), 225 mod 2 is 1 (nothing)."""
    assert DICE.order("order/draws", ("A", "B", "C", "D")) == ("A", "C", "B", "D")


def test_lot_with_a_skipped_byte() -> None:
    """FF 19 12: FF is skipped for three; 25 mod 3 is 1 (A C B), 18 mod 2 is 0 (C A B)."""
    assert DICE.order("tie/purge", ("A", "B", "C")) == ("C", "A", "B")


def test_lot_over_one() -> None:
    assert DICE.order("order/draws", ("A",)) == ("A",)


def test_same_label_same_value() -> None:
    assert DICE.two_dice("event/1") == DICE.two_dice("event/1")
    assert [DICE.die(f"combat/TVER/A/{number}") for number in range(1, 20)] != [
        DICE.die("combat/TVER/A/1")
    ] * 19


def test_deal_takes_several_blocks() -> None:
    """All 65 counters, from the bytes as openssl gave them."""
    cards = (*range(65),)
    order, stream = list(cards), iter(DEAL_BYTES)
    for last in range(64, 0, -1):
        byte = next(byte for byte in stream if byte < 256 - 256 % (last + 1))
        order[last], order[byte % (last + 1)] = order[byte % (last + 1)], order[last]
    assert SealedDice(SEED, DEAL_SALT).deal("deal", cards) == tuple(order)


def test_seed() -> None:
    assert len(new_seed()) == SEED_LENGTH
    assert new_seed() != new_seed()


@pytest.mark.parametrize("pots", ["round", "three_pots"])
def test_deal_of_the_initial_forces(pots: str) -> None:
    """15.31: with sealed dice everybody gets his share, as equally as possible."""
    rules = load_rules(rulings={"deal": pots})
    assert rules.rulings == Rulings(deal=pots)  # type: ignore[arg-type]
    state, rolls = deal(("A", "B", "C", "D"), SealedDice(SEED, DEAL_SALT), rules)
    shares = [len(h.units) + h.politburo + h.assassin for h in state.holdings.values()]
    assert sum(shares) in (65, 67) and len(rolls) == (1 if pots == "round" else 3)


def test_quick_dice_repeat_and_are_even() -> None:
    first, second = QuickDice(7), QuickDice(7)
    assert [first.die("x") for _ in range(50)] == [second.die("x") for _ in range(50)]
    dice = QuickDice(1)
    thrown = Counter(dice.die("x") for _ in range(6000))
    assert sorted(thrown) == [1, 2, 3, 4, 5, 6] and min(thrown.values()) > 850
    assert {dice.player("x", ("A", "B", "C")) for _ in range(100)} == {"A", "B", "C"}
    assert sorted(dice.order("x", ("A", "B", "C"))) == ["A", "B", "C"]
    assert sorted(dice.deal("x", (151, 152, "assassin")), key=str) == [151, 152, "assassin"]
    assert dice.marker("x", ("assassin",)) == "assassin"
    first_die, second_die = dice.two_dice("x")
    assert 1 <= first_die <= 6 and 1 <= second_die <= 6
