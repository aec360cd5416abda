"""A trial being looked into, and the faults that are found: what all checks share."""

import re
import traceback
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from pbem.checker import check
from pbem.core.invariants import BrokenInvariant
from pbem.core.orders import Faulty, Sheet
from pbem.core.rules import Rules
from pbem.core.terms import Player
from pbem.phases.sequence import Result
from pbem.sheets.findings import Finding
from pbem.sheets.shapes import LEFT_OPEN
from pbem.soak.trial import Trial

WITHOUT_OUTCOME = ("counterpurge", "press", "losses", "standing", "end_game", "if_ordered_to_execute_czar")
"""Parts of a sheet whose orders have an outcome only if they are called upon, or none at all."""

Said = Iterator[tuple[str, str]]
"""What a check finds: what is wrong, and its sign."""


class Fault(NamedTuple):
    """Something that must not be."""

    kind: str
    """Which check found it."""
    what: str
    sign: str
    """What it is known by while the trial is made smaller: the same fault has the same sign."""


class Trying:
    """A trial with what several checks need of it, each worked out once."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.rules: Rules = trial.rules()

    @cached_property
    def result(self) -> Result:
        """The Phase as it is played. Raises whatever the adjudicator does."""
        return self.trial.play(self.rules)

    @cached_property
    def findings(self) -> Mapping[Player, tuple[Finding, ...]]:
        """What the checker says of each sheet."""
        state = self.trial.state
        return {player: check(state, sheet, self.rules) for player, sheet in self.trial.sheets.items()}

    @cached_property
    def playing(self) -> tuple[Player, ...]:
        """The players whose orders are carried out: neither gone before nor leaving now."""
        gone = self.trial.state.flags.quit
        return tuple(
            player for player, sheet in self.trial.sheets.items() if player not in gone and not sheet.quit
        )


def broken(kind: str, problem: Exception) -> Fault:
    """An exception as a fault; its sign is the place in the code, for a broken invariant the step and the problem."""
    if isinstance(problem, BrokenInvariant):
        sign = f"{problem.step}: {re.sub(r'[0-9(),]+|[A-Z]{3,4}', '', problem.problem)}"
        return Fault("invariant", str(problem), sign)
    name, said = type(problem).__name__, f"{type(problem).__name__}: {problem}"
    frames = [frame for frame in traceback.extract_tb(problem.__traceback__) if "pbem" in frame.filename]
    if not frames:  # it never came here
        return Fault(f"exception in {kind}", said, name)
    place = frames[-1]
    what = f"{said} ({place.filename.rpartition('pbem')[2][1:]}:{place.lineno})"
    return Fault(f"exception in {kind}", what, f"{name} in {place.name}")


def orders_of(sheet: Sheet) -> Iterable[str]:
    """The refs of all orders of a sheet that end with an outcome when the sheet is carried out; a line of a blank sheet
    that was left open is no order."""
    for name in Sheet.__slots__:
        value = getattr(sheet, name)
        if isinstance(value, tuple) and name != "press":
            for order in value:
                asked = name != "counterpurges" and hasattr(order, "ref")
                if order.code != LEFT_OPEN if isinstance(order, Faulty) else asked:
                    yield order.ref
    if sheet.execute_czar is not None:
        yield sheet.execute_czar.ref


def part_of(ref: str) -> str:
    """The part of the sheet an order stands in: ``A.moves[3]`` gives ``moves``."""
    return ref.rpartition(".")[2].partition("[")[0]
