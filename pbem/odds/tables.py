"""Chances by numbers alone: an attack of given strengths, an assassination, a purge and its answers, the Random Events.

What the printed tables and the rolls of two dice say; no position is needed. All numbers are points or markers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pbem.core.rules import EventResult, Rules
from pbem.odds.branching import PAIRS, purge_column
from pbem.odds.chances import Chance, shares
from pbem.phases.assassinations import dice_needed
from pbem.phases.odds import COLUMNS, column
from pbem.phases.purge_table import result_of

RESULTS = ("De", "Ex", "Ae")
"""8.4: the results of combat, from the attacker's best to his worst."""


# --- attacks -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ColumnOdds:
    """A column of the Combat Results Table, for an attack and a defense in Strength Points that come to it."""

    odds: str
    """``1:2`` … ``6:1``."""
    attack: int
    defense: int
    results: Mapping[str, Chance]
    """By result of RESULTS, those that cannot come left out."""
    attacker_loses: Fraction
    """The Strength Points the attacker must expect to lose. In an exchange the stronger side loses at least as many as
    the weaker (8.43), which is what is counted."""
    defender_loses: Fraction


def column_results(rules: Rules, odds: str) -> dict[str, Chance]:
    """8.5: the chance of each result in a column, in the order of RESULTS."""
    chances = shares(rules.combat_table[odds])
    return {result: chances[result] for result in RESULTS if result in chances}


def attack_odds(attack: int, defense: int, rules: Rules) -> ColumnOdds | None:
    """8.0: an attack of so many Strength Points, 0 or more, on so many; None where none may be made (8.47)."""
    odds = column(attack, defense)
    if odds is None:
        return None
    results = column_results(rules, odds)
    exchange = results.get("Ex", Chance(0)) * min(attack, defense)
    return ColumnOdds(
        odds,
        attack,
        defense,
        results,
        attacker_loses=results.get("Ae", Chance(0)) * attack + exchange,
        defender_loses=results.get("De", Chance(0)) * defense + exchange,
    )


def attack_columns(attack: int, defense: int, rules: Rules) -> tuple[ColumnOdds, ...]:
    """Every column for a defense: that of this attack with its strength, the others with the least attack for them."""
    own = column(attack, defense)
    found = []
    for odds in COLUMNS:
        strength = attack if odds == own else least_attack(odds, defense)
        one = attack_odds(strength, defense, rules)
        if one is not None and one.odds == odds:
            found.append(one)
    return tuple(found)


def least_attack(odds: str, defense: int) -> int:
    """8.0: the fewest Strength Points whose attack on this defense comes to the column."""
    attackers, defenders = map(int, odds.split(":"))
    return max(-(-attackers * defense // defenders), 1)


# --- assassinations ----------------------------------------------------------------------------------------------


def assassination_chance(markers: int, leadership: int) -> Chance:
    """10.0, R18: the chance that so many Assassin Markers kill a Leader of this Leadership Value."""
    needed = dice_needed(markers, leadership)
    return Chance(sum(sum(pair) >= needed for pair in PAIRS), len(PAIRS))


# --- purges ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer:
    """A Purge or Counterpurge of a chain: the chance that it is rolled, and of each result if it is."""

    strength: int
    column: str
    """``11-20``."""
    rolled: Chance
    """The chance that it comes to it at least once."""
    results: Mapping[str, Chance]
    """By number of points, or ``C``."""
    gains: Mapping[int, Chance]
    """By number of points the chance that the chain ends with its gaining them."""


@dataclass(frozen=True, slots=True)
class PurgeChain:
    """11.0, 11.24: a Purge, the Counterpurge of the purged player, and that of the purger, as far as given."""

    answers: tuple[Answer, ...]
    nothing: Chance
    """The chance that the last C is not answered, so that nobody gains anything."""


def purge_results(strength: int, rules: Rules) -> dict[str, Chance]:
    """11.4: the chance of each result of a Purge Strength of 1 or more: numbers from the highest down, then C."""
    name, _ = result_of(rules, strength, 2)
    column = purge_column(rules, name)
    chances = shares(column[sum(pair) - 2] for pair in PAIRS)
    return {result: chances[result] for result in sorted(chances, reverse=True) if result != "C"} | {
        result: chances[result] for result in chances if result == "C"
    }


def purge_chain(strength: int, answer: int | None, reply: int | None, rules: Rules) -> PurgeChain:
    """11.24: a Purge of this strength. `answer`: the strength with which the purged player answers a C, None for no
    answer; `reply`: with which the purger answers that, None for not at all. Both go on until a number comes up."""
    strengths = [strength, *(one for one in (answer, reply) if one is not None)]
    results = [purge_results(one, rules) for one in strengths]
    countered = [one.get("C", Chance(0)) for one in results]
    rolled = [Chance(1)]
    if len(strengths) > 1:
        rolled.append(countered[0])
    if len(strengths) > 2:
        rolled.append(countered[0] * countered[1])
    # Answer and reply take turns; each time round is as likely as the one before times the chance of two Cs.
    rounds = 1 / (1 - countered[1] * countered[2]) if len(strengths) > 2 else Chance(1)
    answers = []
    for place, one in enumerate(results):
        often = rolled[place] * (rounds if place else 1)
        gains = {int(result): chance * often for result, chance in one.items() if result != "C"}
        name, _ = result_of(rules, strengths[place], 2)
        answers.append(Answer(strengths[place], name, rolled[place], one, gains))
    nothing = 1 - sum((sum(one.gains.values(), Fraction(0)) for one in answers), Fraction(0))
    return PurgeChain(tuple(answers), nothing)


# --- Random Events -----------------------------------------------------------------------------------------------


def event_results(rules: Rules) -> dict[EventResult, Chance]:
    """12.2: the chance of each event at one roll, in the order of the table."""
    return shares(event for row in rules.events_table for event in row)


def at_least_once(chance: Chance, rolls: int) -> Chance:
    """The chance that what comes with `chance` at one roll comes at one of several."""
    return 1 - (1 - chance) ** rolls
