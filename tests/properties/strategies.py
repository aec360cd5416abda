"""Phases to try properties on: out of practice campaigns, with orders left out and mistakes put in."""

import os
import random
from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from pbem.bots.careless_orders import Slips
from pbem.bots.draft import LISTS, Draft
from pbem.bots.sight import Sight
from pbem.core.orders import Faulty, Sheet
from pbem.core.terms import PhaseName, Player
from pbem.soak.campaign import campaign
from pbem.soak.drawing import Terms
from pbem.soak.shrinking import numbered
from pbem.soak.trial import Trial
from tests.seeds import examples

SEED = int(os.environ.get("PBEM_PROPERTY_SEED", "5"))
EXAMPLES = int(os.environ.get("PBEM_PROPERTY_EXAMPLES") or examples(30, in_ci=60))
"""For a longer look than the tests take: other campaigns, and more of them."""
TERMS = Terms(SEED, (3, 5), 2, ("random", "careless", "greedy"), checked=False, crowded=0.7)
CAMPAIGNS = 10


@cache
def pool() -> tuple[Trial, ...]:
    """All Phases of some campaigns."""
    return tuple(phase.trial for number in range(CAMPAIGNS) for phase in campaign(TERMS, number))


def without_faulty(sheet: Sheet) -> Sheet:
    """The sheet without orders that could not be read."""
    values = {
        name: tuple(one for one in getattr(sheet, name) if not isinstance(one, Faulty)) for name in LISTS
    }
    consent = None if isinstance(sheet.execute_czar, Faulty) else sheet.execute_czar
    return numbered(replace(sheet, execute_czar=consent, **values))


def draft_of(sheet: Sheet) -> Draft:
    """The sheet as one in the making."""
    values = {name: getattr(sheet, name) for name in Draft.__slots__}
    return Draft(**{name: list(value) if name in LISTS else value for name, value in values.items()})


def with_slips(trial: Trial, player: Player, seed: int, count: int) -> Trial:
    """The trial with mistakes on one sheet."""
    sight = Sight(trial.state, player, trial.rules())
    draft = draft_of(without_faulty(trial.sheets.get(player, Sheet(player))))
    slips = Slips(sight, random.Random(seed))
    for _ in range(count):
        slips.make(draft)
    return replace(trial, sheets={**trial.sheets, player: draft.sheet()})


def with_some(trial: Trial, kept: tuple[frozenset[int], ...]) -> Trial:
    """The trial with only some orders of each sheet; `kept` are places counted through all lists of a sheet."""
    sheets: dict[Player, Sheet] = {}
    for sheet, places in zip(trial.sheets.values(), kept, strict=True):
        values, count = {}, 0
        for name in LISTS:
            orders = getattr(sheet, name)
            values[name] = tuple(one for place, one in enumerate(orders, count) if place in places)
            count += len(orders)
        sheets[sheet.player] = numbered(replace(without_faulty(sheet), **values))
    return replace(trial, sheets=sheets)


def size(sheet: Sheet) -> int:
    """How many orders the lists of a sheet hold."""
    return sum(len(getattr(sheet, name)) for name in LISTS)


@st.composite
def trials(draw: st.DrawFn, phases: tuple[PhaseName, ...] = ("setup", "first", "second")) -> Trial:
    """A Phase with some of its orders, and now and then some mistakes."""
    trial = draw(st.sampled_from([one for one in pool() if one.state.phase in phases and one.sheets]))
    trial = replace(trial, sheets={player: without_faulty(sheet) for player, sheet in trial.sheets.items()})
    kept = tuple(
        draw(st.frozensets(st.integers(0, size(sheet) - 1), min_size=size(sheet) // 2))
        if size(sheet)
        else frozenset()
        for sheet in trial.sheets.values()
    )
    trial = with_some(trial, kept)
    count = draw(st.integers(0, 5))
    if count:
        player = draw(st.sampled_from(trial.state.active))
        trial = with_slips(trial, player, draw(st.integers(0, 2**32)), count)
    return trial
