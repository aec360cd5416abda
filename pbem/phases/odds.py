"""8.0, 8.47, 8.48, R31: the ratio of two strengths as a column of the Combat Results Table (8.5)."""

from pbem.core.rules import Rules

COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
"""8.5: the columns, from the worst for the attacker to the best."""


def column(attack_strength: int, defense_strength: int) -> str | None:
    """8.0: the column for these Strength Points, rounded in the defender's favor.

    None below 1:2, where no attack may be made (8.47); above 6:1 it is 6:1 (8.48).
    """
    if attack_strength >= defense_strength:
        return COLUMNS[min(attack_strength // defense_strength, 6)] if defense_strength > 0 else COLUMNS[-1]
    return COLUMNS[0] if 2 * attack_strength >= defense_strength else None


def reaches(odds: str, least: str) -> bool:
    """R31: whether a column is not below the one a player asks for. Both must be of COLUMNS."""
    return COLUMNS.index(odds) >= COLUMNS.index(least)


def result(odds: str, die: int, rules: Rules) -> str:
    """8.5: what a die of 1 to 6 gives in a column: ``Ae``, ``De`` or ``Ex``."""
    return rules.combat_table[odds][die - 1]
