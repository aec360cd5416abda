"""The tables with which a step can begin: all before it in the Phase carried out, as far as the sheets say."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.table import Table
from pbem.core.terms import Player
from pbem.core.twins import twin
from pbem.odds.branching import Branching, Forks, lay_out, ways
from pbem.odds.chances import Chance
from pbem.phases.sequence import SEQUENCE, Step

Tables = list[tuple[Chance, Branching]]
"""Tables that can lie, with chances that add up to 1."""


def tables_before(
    step: Step,
    state: State,
    sheets: Mapping[Player, Sheet],
    rules: Rules,
    *,
    passed_over: Iterable[Step] = (),
    kind: type[Branching] = Branching,
) -> Tables:
    """The tables with which a step of the Phase of `state` can begin; steps `passed_over` are not carried out."""
    steps = SEQUENCE[state.phase]
    before = [one for one in steps[: steps.index(step)] if one not in passed_over]

    def play(forks: Forks) -> Branching:
        table = lay_out(state, sheets, rules, forks, kind=kind)
        for one in before:
            one(table)
        return table

    return ways(play)


def tables_after(step: Callable[[Table], None], tables: Tables) -> Tables:
    """The tables that can lie when a step was played on these; their records hold that step alone."""
    return [
        (chance * then, after)
        for chance, table in tables
        for then, after in ways(partial(_play, step, table))
    ]


def _play(step: Callable[[Table], None], table: Branching, forks: Forks) -> Branching:
    found = twin(table)
    found.in_lots, found.forks = table.in_lots, forks
    step(found)
    return found
