"""What holds of every Phase, whatever is ordered."""

import random
from dataclasses import replace

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from pbem.bots.draft import LISTS
from pbem.core.events import PickedUp, PickUpLost
from pbem.core.orders import Move, Sheet
from pbem.core.state import Stack
from pbem.core.table import Table
from pbem.core.terms import Player, Unit
from pbem.phases import movement
from pbem.soak.checks import faults
from pbem.soak.shrinking import numbered
from pbem.soak.trial import Trial
from tests.properties.strategies import EXAMPLES, draft_of, trials, with_slips

more = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@more
@given(trials())
def test_nothing_contradicts_itself(trial: Trial) -> None:
    """Counters constant, a Phase twice equal to the byte, every order ended, the checker right in word and silence."""
    assert faults(trial) == []


@more
@given(trials(), st.randoms())
def test_the_order_of_sheets_does_not_matter(trial: Trial, chance: random.Random) -> None:
    """Whoever wrote first."""
    players = list(trial.sheets)
    chance.shuffle(players)
    shuffled = replace(trial, sheets={player: trial.sheets[player] for player in players})
    rules = trial.rules()
    assert repr(shuffled.play(rules)) == repr(trial.play(rules))


LONGER = {
    "first": ("moves", "trades", "steals", "assassinations"),
    "second": ("attacks", "subversions", "trades", "steals"),
}
"""The lists a void order is put into, by Phase."""


# --- an order that cannot be carried out -------------------------------------------------------------------------


@more
@given(trials(("first", "second")), st.integers(0, 2**32), st.data())
def test_a_void_order_changes_nothing_else(trial: Trial, seed: int, data: st.DataObject) -> None:
    """17: what is not legal is not carried out, and all the rest is. (Purges promise markers even in vain, R20.)"""
    player = data.draw(st.sampled_from(trial.state.active))
    before = trial.sheets.get(player, Sheet(player))
    attribute = data.draw(st.sampled_from(LONGER[trial.state.phase]))
    key = LISTS[attribute]
    slipped = with_slips(trial, player, seed, 4).sheets[player]
    old = [replace(order, ref="") for order in getattr(before, attribute)]
    fresh = [order for order in getattr(slipped, attribute) if replace(order, ref="") not in old]
    assume(fresh)
    # An order of moves has no dice of its own, and may stand anywhere; in other lists the numbers of dice would change.
    place = data.draw(st.integers(0, len(old))) if attribute == "moves" else len(old)
    orders = getattr(before, attribute)
    longer = numbered(replace(before, **{attribute: (*orders[:place], fresh[0], *orders[place:])}))
    rules = trial.rules()
    with_it = replace(trial, sheets={**trial.sheets, player: longer}).play(rules)
    ref = f"{player}.{key}[{place}]"
    assume(with_it.outcomes[ref].ended == "void")
    without = replace(trial, sheets={**trial.sheets, player: before}).play(rules)
    assert with_it.state == without.state
    assert with_it.rolls == without.rolls
    assert len(with_it.outcomes) == len(without.outcomes) + 1
    ends = [one.ended for other, one in with_it.outcomes.items() if other != ref]
    assert sorted(ends) == sorted(one.ended for one in without.outcomes.values())


# --- R8: as if he were the first to move -------------------------------------------------------------------------


@more
@given(trials(("first",)))
def test_nobody_stands_in_anybodys_way(trial: Trial) -> None:
    """R8: where a player's units end does not depend on what others move, but for units both want."""
    only_moves = {player: Sheet(player, moves=sheet.moves) for player, sheet in trial.sheets.items()}
    trial = replace(trial, sheets={player: numbered(sheet) for player, sheet in only_moves.items()})
    together = _moved(trial)
    losers = {event.player for event in together.events if isinstance(event, PickUpLost)}
    for player, sheet in trial.sheets.items():
        if player in losers or player in trial.state.flags.quit:
            continue
        alone = _moved(replace(trial, sheets={player: sheet}))
        taken = {event.unit for event in alone.events if isinstance(event, PickedUp)}
        if taken & _named_by_others(trial, player):
            continue  # R12: refused to one of his Leaders, a unit may come to another of them
        returned = _green_with_others(trial, player)
        assert _own(alone, player, but=returned) == _own(together, player, but=returned)
        for unit in _units_of(trial, player):
            assert alone.province_of(unit) == together.province_of(unit)


def _named_by_others(trial: Trial, player: Player) -> set[Unit]:
    """The units that others want to have in a force or to pick up."""
    moves = [move for other, sheet in trial.sheets.items() if other != player for move in sheet.moves]
    orders = [move for move in moves if isinstance(move, Move)]
    forces = {unit for order in orders for unit in order.force if isinstance(unit, int)}
    wishes = {wish.unit for order in orders for step in order.route for wish in step.pick_up}
    return forces | {unit for unit in wishes if isinstance(unit, int)}


def _moved(trial: Trial) -> Table:
    """The table after the movement of these sheets alone."""
    table = Table(trial.state, trial.sheets, trial.dice(), trial.rules())
    table.start_colors = table.colors()
    movement.move(table)
    return table


def _own(table: Table, player: Player, *, but: set[Unit]) -> list[Stack]:
    stacks = (stack for stack in table.stacks.values() if stack.player == player)
    return sorted(stack for stack in stacks if but.isdisjoint(stack.units))


def _green_with_others(trial: Trial, player: Player) -> set[Unit]:
    """R6: units of his Control Marker that another's Leader holds by the Gold; left behind, they come back to him."""
    rules, control = trial.rules(), trial.state.holdings[player].control
    return {
        unit
        for stack in trial.state.stacks
        if stack.player != player
        for unit in stack.units
        if rules.nationality[unit] in control
    }


def _units_of(trial: Trial, player: Player) -> list[Unit]:
    return [unit for stack in trial.state.stacks if stack.player == player for unit in stack.units]


def test_a_draft_is_the_sheet_again() -> None:
    """What the strategies stand on."""
    sheet = Sheet("A", losses=(111,), standing=("losses",))
    assert draft_of(sheet).sheet() == sheet
