"""What the numbers of a roll would have given, from the tables, in words."""

from collections.abc import Iterable

from pbem.core.dice import Roll
from pbem.core.rules import Rules
from pbem.words import listed, sentence


def chances(roll: Roll, rules: Rules) -> str:
    """What the dice could have shown and what each would have done; empty for a roll without a table."""
    if roll.needed in rules.combat_table:
        results = rules.combat_table[roll.needed]
        text = _by_result(enumerate(results, start=1))
        return sentence("chances_combat", {"text_odds": roll.needed, "text": text})
    if roll.needed.startswith("column "):
        return _purge(roll.needed.removeprefix("column "), rules)
    if roll.label.startswith("assassinate/"):
        ways = sum(1 for one in range(1, 7) for two in range(1, 7) if one + two >= int(roll.needed))
        return sentence("chances_assassination", {"number": int(roll.needed), "number_ways": ways})
    return ""


def _purge(column: str, rules: Rules) -> str:
    least = column.partition("-")[0].rstrip("+")
    for begin, results in rules.purge_table:
        if str(begin) == least:
            return sentence(
                "chances_purge", {"text_column": column, "text": _by_result(enumerate(results, start=2))}
            )
    return ""


def _by_result(results: Iterable[tuple[int, str]]) -> str:
    """``De on 1, 2 and 3; Ex on 4``."""
    found: dict[str, list[str]] = {}
    for number, result in results:
        found.setdefault(result, []).append(str(number))
    return "; ".join(f"{result} on {listed(numbers)}" for result, numbers in found.items())
