"""The greedy player: follows the Players' Notes (29.0) as far as somebody can who neither writes nor gets letters."""

import random

from pbem.bots import councils
from pbem.bots.aims import BOLD, CAUTIOUS, Aims, Temper
from pbem.bots.draft import Draft
from pbem.bots.greedy_combat import Attacker
from pbem.bots.greedy_moves import Mover
from pbem.bots.sight import Sight
from pbem.core.orders import Assassination, Counterpurge, Move, StackOrder
from pbem.core.terms import STACK_LIMIT, Color, Province, Unit
from pbem.phases.assassinations import dice_needed

WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""In how many of 36 ways two dice show a total."""
LIKELY = 0.5
"""How likely an assassination must be for him to spend markers on it."""
MOST_LOSSES = 8


def greedy_draft(sight: Sight, chance: random.Random, campaign: str) -> Draft:
    """The orders of a cautious player. `campaign` is not asked."""
    return _draft(sight, chance, CAUTIOUS)


def bold_draft(sight: Sight, chance: random.Random, campaign: str) -> Draft:
    """The orders of a player who risks more. `campaign` is not asked."""
    return _draft(sight, chance, BOLD)


def _draft(sight: Sight, chance: random.Random, temper: Temper) -> Draft:
    draft = Draft(sight.player)
    aims = Aims(sight)
    _trade(draft, sight)
    if sight.state.phase == "setup":
        draft.stacks = _stacks(sight)
        return draft
    _politics(draft, sight, aims)
    if sight.state.phase == "first":
        draft.moves = Mover(sight, aims, temper, chance).moves()
        draft.assassinations = _assassinations(sight, aims, draft.moves)
    else:
        attacker = Attacker(sight, aims, temper)
        draft.attacks = attacker.attacks()
        draft.subversions = attacker.subversions()
        draft.losses = aims.quiet_losses(u for stack in sight.own for u in stack.units)[:MOST_LOSSES] or None
        draft.end_game = "agree" if aims.side == "red" and _among_the_first(sight) else None
    draft.standing = ("counterpurge", "if_ordered_to_execute_czar")
    return draft


def _trade(draft: Draft, sight: Sight) -> None:
    """17/4.2: his halves of what all greedy players see as a good exchange."""
    needs_answer = sight.rules.rulings.gifts == "accepted"
    halves = [
        bargain.half(sight.player, gift_needs_answer=needs_answer) for bargain in councils.bargains(sight)
    ]
    draft.trades = [half for half in halves if half is not None]


def _stacks(sight: Sight) -> list[StackOrder]:
    """15.54: Leaders of one color who start in one province stand together, the best on top."""
    rules = sight.rules
    homes: dict[tuple[Province, Color], list[Unit]] = {}
    for unit in councils.hand_after(sight):
        homes.setdefault((rules.counters[unit].home, rules.color[unit]), []).append(unit)
    found: list[StackOrder] = []
    for units in homes.values():
        if len(units) > 1:
            units.sort(key=lambda unit: (-rules.value[unit], unit))
            found.append(StackOrder("", tuple(units[: STACK_LIMIT - 2])))
    return found


def _politics(draft: Draft, sight: Sight, aims: Aims) -> None:
    """11.0, 13.5: the Purge and the execution that are in the air; always an answer to a Purge."""
    plot = councils.plot(sight)
    entry = plot.entry(sight.player, None) if plot else None
    if entry is not None:
        draft.purges = [entry]
    consent = councils.execution(sight)
    if consent is not None and sight.player in consent.committee:
        draft.execute_czar = consent
    draft.counterpurges = [Counterpurge("")]
    draft.if_ordered_to_execute_czar = "comply" if aims.side == "red" else "refuse"
    if sight.state.flags.execution_ordered == sight.player:
        draft.comply_with_execution = aims.side == "red"


def _assassinations(sight: Sight, aims: Aims, moves: list[Move]) -> list[Assassination]:
    """10.0: the best Leader of another player in a province where one of his own will stand, if it is likely enough."""
    held = sight.holding.assassin
    if not held:
        return []
    ends = {stack.at for stack in sight.own if sight.led(stack)}
    ends |= {move.route[-1].at for move in moves if move.route}
    targets = [
        (aims.prize(unit) * _likelihood(held, sight.rules.value[unit]), unit)
        for province in sorted(ends)
        for stack in sight.at.get(province, ())
        if stack.player not in (None, sight.player)
        for unit in stack.units
        if unit in sight.rules.leaders and _likelihood(held, sight.rules.value[unit]) >= LIKELY
    ]
    return [
        Assassination("", target, None)
        for _, target in sorted(targets, key=lambda one: (-one[0], one[1]))[:2]
    ]


def _likelihood(markers: int, leadership: int) -> float:
    """How likely an assassination by so many markers succeeds."""
    needed = dice_needed(markers, leadership)
    return sum(ways for total, ways in WAYS.items() if total >= needed) / 36


def _among_the_first(sight: Sight) -> bool:
    """Whether the player is in the upper half if the Reds win."""
    totals = sorted((sight.points[player].red for player in sight.state.active), reverse=True)
    return sight.points[sight.player].red >= totals[len(totals) // 2]
