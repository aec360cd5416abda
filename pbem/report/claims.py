"""Why a force did not get a unit it was to pick up (17/5.0, R12, R15), where one reason alone tells it. No words."""

from collections.abc import Iterable, Mapping

from pbem.core.dice import Roll
from pbem.core.events import Event, PickUpLost
from pbem.core.rules import Rules
from pbem.core.state import State, groups
from pbem.core.terms import GOLD, Unit


def claim_reasons(
    events: Iterable[Event], before: State, rules: Rules, rolls: Mapping[str, Roll]
) -> dict[int, str]:
    """17/5.0, R12, R15: why each lost pick-up was lost, where one reason alone tells it; by identity of the event."""
    lost = [event for event in events if isinstance(event, PickUpLost)]
    claimants: dict[Unit, dict[Unit, None]] = {}
    for event in lost:
        claimants.setdefault(event.unit, {}).update({event.claimant: None, event.winner: None})
    holder = _gold_holder(before, rules) if lost else None
    return {
        id(event): _claim_reason(event, tuple(claimants[event.unit]), holder, rules, rolls) for event in lost
    }


def _claim_reason(
    event: PickUpLost,
    claimants: tuple[Unit, ...],
    holder: Unit | None,
    rules: Rules,
    rolls: Mapping[str, Roll],
) -> str:
    winner, loser = event.winner, event.claimant
    if winner not in rules.leaders or loser not in rules.leaders:
        return "leader" if winner in rules.leaders else "lot"
    if rules.color[event.unit] == "green" and winner == holder:
        return "gold"
    if len(dict.fromkeys(rules.color[unit] for unit in claimants)) == 1:
        return "number"
    if rules.color[winner] != rules.color[loser]:
        if rules.value[winner] > rules.value[loser]:
            return "value"
        if any(label.startswith("tie/pick_up/") for label in rolls):
            return "lot"
    return ""


def _gold_holder(state: State, rules: Rules) -> Unit | None:
    """The Leader under whom the Gold lies."""
    for stack in state.stacks:
        if GOLD in stack.units:
            return next((part.leader for part in groups(stack.units, rules) if GOLD in part.imperial), None)
    return None
