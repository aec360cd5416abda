"""A player's markers while a Phase is played."""

from pbem.core.state import Holding


class Hand:
    """What a player holds; Control Markers are in Table.control."""

    __slots__ = ("assassin", "politburo", "units")

    def __init__(self, holding: Holding) -> None:
        self.politburo = holding.politburo
        self.assassin = holding.assassin
        self.units = list(holding.units)
