"""Exchanging the letters of the players exchanges the results, wherever letters do not decide by the rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.core.dice import Card, Dice
from pbem.core.orders import (
    Counterpurge,
    ExecuteCzar,
    Goods,
    Press,
    Purge,
    Sheet,
    Trade,
)
from pbem.core.state import Holding, State, Victory
from pbem.core.terms import Marker, Player
from pbem.phases.sequence import Result, play
from pbem.rulebook import load_rules
from pbem.soak.trial import Trial
from tests.properties.strategies import EXAMPLES, trials

Names = Mapping[Player, Player]


class RenamedDice:
    """The dice of a trial as the renamed players see them: the same roll for the same order."""

    def __init__(self, dice: Dice, names: Names) -> None:
        self._dice = dice
        self._new = names
        self._old = {new: old for old, new in names.items()}

    def _label(self, label: str) -> str:
        """The label the roll had before: letters of players stand alone, or joined with +."""
        return "/".join(self._part(part) for part in label.split("/"))

    def _part(self, part: str) -> str:
        letters = part.split("+")
        return (
            "+".join(sorted(self._old[letter] for letter in letters))
            if set(letters) <= set(self._old)
            else part
        )

    def die(self, label: str) -> int:
        return self._dice.die(self._label(label))

    def two_dice(self, label: str) -> tuple[int, int]:
        return self._dice.two_dice(self._label(label))

    def player(self, label: str, players: tuple[Player, ...]) -> Player:
        before = tuple(sorted(self._old[player] for player in players))
        return self._new[self._dice.player(self._label(label), before)]

    def order(self, label: str, players: tuple[Player, ...]) -> tuple[Player, ...]:
        before = tuple(sorted(self._old[player] for player in players))
        return tuple(self._new[player] for player in self._dice.order(self._label(label), before))

    def marker(self, label: str, markers: tuple[Marker, ...]) -> Marker:
        return self._dice.marker(self._label(label), markers)

    def deal(self, label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return self._dice.deal(self._label(label), cards)


# --- everything by other names -----------------------------------------------------------------------------------


def renamed_state(state: State, names: Names) -> State:
    """The position with the seats exchanged."""

    def new(player: Player | None) -> Player | None:
        return None if player is None else names[player]

    victory = state.victory
    return replace(
        state,
        stacks=tuple(stack._replace(player=new(stack.player)) for stack in state.stacks),
        holdings=_by_letter({names[player]: one for player, one in state.holdings.items()}),
        chart={names.get(section, section): faces for section, faces in state.chart.items()},
        flags=replace(
            state.flags,
            execution_ordered=new(state.flags.execution_ordered),
            quit=tuple(sorted(names[player] for player in state.flags.quit)),
        ),
        standing={
            names[player]: replace(
                one,
                counterpurge=one.counterpurge
                and tuple(renamed_order(order, names) for order in one.counterpurge),
            )
            for player, one in state.standing.items()
        },
        victory=victory
        and Victory(
            victory.side,
            victory.case,
            tuple(tuple(sorted(names[player] for player in rank)) for rank in victory.ranking),
            {names[player]: points for player, points in victory.points.items()},
        ),
    )


def _by_letter(holdings: Mapping[Player, Holding]) -> dict[Player, Holding]:
    return {player: holdings[player] for player in sorted(holdings)}


def renamed_ref(ref: str, names: Names) -> str:
    """``A.moves[0]`` by the writer's new letter."""
    return names[ref[0]] + ref[1:]


def renamed_order(order: Any, names: Names) -> Any:
    """An order with its writer and everybody it names renamed."""
    changed: dict[str, Any] = {"ref": renamed_ref(order.ref, names)}

    def several(players: tuple[Player, ...] | None) -> tuple[Player, ...] | None:
        return None if players is None else tuple(names.get(player, player) for player in players)

    if isinstance(order, Trade):
        changed["to"] = names.get(order.to or "", order.to)
    elif isinstance(order, Purge):
        changed |= {"committee": several(order.committee), "participants": several(order.participants)}
        changed["target"] = names.get(order.target or "", order.target)
        changed["spoils"] = order.spoils and tuple(
            replace(spoil, to=names.get(spoil.to, spoil.to)) for spoil in order.spoils
        )
    elif isinstance(order, Counterpurge):
        changed |= {"if_purged_by": several(order.if_purged_by), "against": several(order.against)}
    elif isinstance(order, ExecuteCzar):
        changed["committee"] = several(order.committee)
    elif isinstance(order, Press):
        changed["to"] = several(order.to)
    return replace(order, **changed)


def renamed_sheet(sheet: Sheet, names: Names) -> Sheet:
    """A sheet by its writer's new letter."""
    changed: dict[str, Any] = {"player": names[sheet.player]}
    for name in Sheet.__slots__:
        value = getattr(sheet, name)
        if isinstance(value, tuple) and value and hasattr(value[0], "ref"):
            changed[name] = tuple(renamed_order(order, names) for order in value)
    if sheet.execute_czar is not None:
        changed["execute_czar"] = renamed_order(sheet.execute_czar, names)
    return replace(sheet, **changed)


# --- where letters would decide ----------------------------------------------------------------------------------


def without_letters(trial: Trial) -> Trial:
    """The trial without what R5, R17, R19 and R28 leave to the order of letters: trades beyond what is held,
    assassinations and subversions of several players, Committees by markers held."""
    rulings = {key: value for key, value in trial.rulings.items() if key != "committee_markers"}
    sheets: dict[Player, Sheet] = {}
    for player, sheet in trial.sheets.items():
        sheet = replace(sheet, trades=_afforded(sheet, trial.state.holdings.get(player, Holding())))
        if sheets:
            sheet = replace(sheet, assassinations=(), subversions=())
        sheets[player] = sheet
    return replace(trial, sheets=sheets, rulings=rulings)


def _afforded(sheet: Sheet, holding: Holding) -> tuple[Trade, ...]:
    """The first trades of a sheet that can all be carried out from what the player holds."""
    found: list[Trade] = []
    left = [holding.politburo, holding.assassin]
    units = list(holding.units)
    for trade in sheet.trades:
        assert isinstance(trade, Trade)
        give = trade.give or Goods()
        left = [left[0] - give.politburo, left[1] - give.assassin]
        if min(left) < 0 or any(unit not in units for unit in give.units):
            break
        units = [unit for unit in units if unit not in give.units]
        found.append(trade)
    return tuple(found)


# --- the property ------------------------------------------------------------------------------------------------


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(trials(), st.randoms())
def test_other_letters_the_same_game(trial: Trial, chance: Any) -> None:
    """Who sits where makes no difference."""
    trial = without_letters(trial)
    seats = list(trial.state.players)
    chance.shuffle(seats)
    names = dict(zip(trial.state.players, seats, strict=True))
    rules = load_rules(rulings=dict(trial.rulings) or None)
    plain = trial.play(rules)
    sheets = {names[player]: renamed_sheet(sheet, names) for player, sheet in trial.sheets.items()}
    renamed = play(renamed_state(trial.state, names), sheets, RenamedDice(trial.dice(), names), rules)
    assert _position(renamed.state) == _position(renamed_state(plain.state, names))
    assert _ends(renamed) == {renamed_ref(ref, names): one for ref, one in _ends(plain).items()}
    assert _values(renamed, {}) == _values(plain, names)


def _position(state: State) -> object:
    """A position, whatever the order of seats in it."""
    return replace(
        state, holdings=dict(state.holdings), chart=dict(state.chart), standing=dict(state.standing)
    )


def _ends(result: Result) -> dict[str, tuple[str, str]]:
    return {ref: (one.ended, one.code) for ref, one in result.outcomes.items()}


def _values(result: Result, names: Names) -> list[str]:
    """The rolls as a heap: what came, with players by their new names."""

    def shown(value: Any) -> str:
        if isinstance(value, tuple):
            return "-".join(names.get(str(one), str(one)) for one in value)
        return names.get(value, str(value)) if isinstance(value, str) else str(value)

    return sorted(
        f"{roll.label.split('/')[0]} {shown(roll.value)} {roll.effect[2:]}" for roll in result.rolls
    )
