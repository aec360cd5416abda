"""The rules as data: reads rules/rcw (tables, map, counters, rulings, index of cases) into core.Rules.

Knows file formats and where a fault stands in a file; adjudicates nothing.
"""

from pbem.rulebook.load import load_rules

__all__ = ["load_rules"]
