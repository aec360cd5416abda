"""Dice that a player can check: derived from a secret seed, the Phase's salt and the label of the roll.

The seed's SHA-256 is published at the start, the seed itself at the end; then everybody can derive every roll anew.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from typing import TypeVar

from pbem.core.dice import Card
from pbem.core.terms import Marker, Player

SEED_LENGTH = 32
_T = TypeVar("_T")


def new_seed() -> bytes:
    """A fresh secret seed of 256 bits."""
    return secrets.token_bytes(SEED_LENGTH)


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed in hexadecimal digits, to be published before the first roll."""
    return hashlib.sha256(seed).hexdigest()


def phase_salt(campaign: str, turn: int, phase: str, salts: Mapping[Player, str]) -> bytes:
    """The salt of a Phase: SHA-256 over campaign, turn, phase and the salts of the sheets that are used, by letter.

    A player whose sheet has no salt is listed with an empty text. The deal has turn 0, phase ``deal`` and no sheets.
    """
    lines = [campaign, str(turn), phase, *(f"{player}:{salts[player]}" for player in sorted(salts))]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).digest()


class _Bytes:
    """The bytes of one label, in order, as many as are asked for."""

    def __init__(self, seed: bytes, salt: bytes, label: str) -> None:
        self._seed = seed
        self._message = salt + label.encode() + b"\x00"
        self._block = b""
        self._next_block = 0
        self._place = 0

    def _byte(self) -> int:
        if self._place == len(self._block):
            message = self._message + self._next_block.to_bytes(4, "big")
            self._block = hmac.digest(self._seed, message, "sha256")
            self._next_block += 1
            self._place = 0
        self._place += 1
        return self._block[self._place - 1]

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, each as likely: bytes that would favor the low ones are skipped."""
        limit = 256 - 256 % count
        byte = self._byte()
        while byte >= limit:
            byte = self._byte()
        return byte % count

    def shuffled(self, things: Sequence[_T]) -> tuple[_T, ...]:
        """The things in a random order: Fisher-Yates from the last place down."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


class SealedDice:
    """The dice of one Phase of a campaign; the same label always gives the same value."""

    def __init__(self, seed: bytes, salt: bytes) -> None:
        """`seed`: the campaign's 32 bytes; `salt`: the Phase's, see phase_salt."""
        self._seed = seed
        self._salt = salt

    def _bytes(self, label: str) -> _Bytes:
        return _Bytes(self._seed, self._salt, label)

    def die(self, label: str) -> int:
        """A die of 1 to 6."""
        return 1 + self._bytes(label).below(6)

    def two_dice(self, label: str) -> tuple[int, int]:
        """Two dice in succession."""
        stream = self._bytes(label)
        return 1 + stream.below(6), 1 + stream.below(6)

    def player(self, label: str, players: tuple[Player, ...]) -> Player:
        """One of the players, given by letter."""
        return players[self._bytes(label).below(len(players))]

    def order(self, label: str, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """The players, given by letter, in a random order."""
        return self._bytes(label).shuffled(players)

    def choice(self, label: str, texts: tuple[str, ...]) -> str:
        """One of the texts, given in the order in which they are counted."""
        return texts[self._bytes(label).below(len(texts))]

    def marker(self, label: str, markers: tuple[Marker, ...]) -> Marker:
        """One of the markers, given by name."""
        return markers[self._bytes(label).below(len(markers))]

    def deal(self, label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The counters, given by number and name, in a random order."""
        return self._bytes(label).shuffled(cards)
