"""Which faults of a player's moves are certain: not those that a contest he loses would do away with (R12)."""

from collections.abc import Callable, Iterator
from itertools import chain

from pbem.core.terms import Unit
from pbem.core.verdicts import Remark
from pbem.phases.plans import Claim, Plan, Refused

Redraft = Callable[[Refused], Plan]
"""Works out the player's sheet anew when he is refused these claims."""


def only_certain_errors(plan: Plan, redraft: Redraft) -> list[Remark]:
    """The remarks of a plan in which nobody contests anything; an error becomes a warning where the same thing can be
    carried out once a claim of an earlier order, or several, are lost."""
    remarks = plan.remarks
    if plan.rules.solitaire is not None or not plan.claims:
        return remarks
    doubtful = {place for place, remark in enumerate(remarks) if remark.grade == "error"}
    certain = doubtful
    for other in _with_contests_lost(plan, redraft) if doubtful else ():
        certain = {place for place in certain if _stands(remarks[place], other)}
    return [
        remark._replace(grade="warning") if place in doubtful and place not in certain else remark
        for place, remark in enumerate(remarks)
    ]


def _with_contests_lost(plan: Plan, redraft: Redraft) -> Iterator[Plan]:
    """The sheet worked out anew: each unit that is claimed lost alone, and then all of them."""
    claimed = tuple(plan.claims)
    for lost in chain(((unit,) for unit in claimed), (claimed,) if len(claimed) > 1 else ()):
        yield from _without(plan, lost, redraft)


def _without(plan: Plan, lost: tuple[Unit, ...], redraft: Redraft) -> Iterator[Plan]:
    """Refuse these units to the Leaders who claim them, and again to those who then do, until nobody is left to."""
    refused: dict[tuple[Unit, Unit], Claim] = {}
    while again := [plan.claims[unit] for unit in lost if unit in plan.claims]:
        refused.update(((claim.claimant, claim.unit), claim) for claim in again)
        plan = redraft(refused)
        yield plan


def _stands(error: Remark, other: Plan) -> bool:
    """Whether what the error is about is not carried out in the other plan either."""
    faults = [fault for fault in other.remarks if fault.ref == error.ref]
    if any(fault.sub == error.sub or _ends_before(fault, error.sub) for fault in faults):
        return True
    return any(end.ref == error.ref and end.ended in ("void", "failed") for end in other.outcomes)


def _ends_before(fault: Remark, sub: str) -> bool:
    """Whether the fault ends the move before it comes to that place of the route."""
    if not (fault.code.startswith("step_") and sub.startswith(".route[")):
        return False
    ended, place = (int(text[len(".route[") :].partition("]")[0]) for text in (fault.sub, sub))
    return ended < place or (ended == place and fault.code != "step_stopped")
