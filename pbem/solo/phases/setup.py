"""27.0, S35: the position in which the solitaire game begins, but for the lots of the paths (S7)."""

from pbem.core.orders import Sheet, StackOrder
from pbem.core.rules import Rules
from pbem.core.state import Faces, Holding
from pbem.core.terms import ASSASSIN, NONRED, POLITBURO, RED, UNASSIGNED, Marker
from pbem.phases.setup import deploy as deploy_hands
from pbem.solo.phases.paths import set_out
from pbem.solo.state import SoloState
from pbem.solo.table import SoloTable


def before_setup(rules: Rules) -> SoloState:
    """Everything in the box, the Leaders of both sides in hand, the Randomizer filled with its 17 markers (27.2)."""
    scenario = rules.solitaire
    assert scenario is not None
    white = tuple(sorted(unit for unit in rules.leaders if rules.color[unit] == "white"))
    hands = {NONRED: white, RED: scenario.red_leaders}
    in_hand = (*white, *scenario.red_leaders)
    return SoloState(
        turn=0,
        phase="setup",
        players=(NONRED, RED),
        holdings={side: Holding(units=units) for side, units in hands.items()},
        chart={section: Faces() for section in (NONRED, RED, UNASSIGNED)},
        randomizer=markers(rules),
        box=tuple(sorted(unit for unit in rules.counters if unit not in in_hand)),
    )


def markers(rules: Rules) -> tuple[Marker, ...]:
    """27.2, 20.11, S4: the markers of the Randomizer: those of the postal game without Assassin Markers."""
    return tuple(marker for marker in rules.auxiliary_randomizer if marker not in (ASSASSIN, POLITBURO))


def deploy(table: SoloTable) -> None:
    """27.0, 27.11–27.13: put all units on the map as at the postal game's set-up; Leaders of one stack as S35 says."""
    stacks = tuple(
        StackOrder(f"{NONRED}.stacks[{place}]", units) for place, units in enumerate(table.scenario.stacks)
    )
    table.sheets[NONRED] = Sheet(NONRED, stacks=stacks)
    deploy_hands(table)
    table.sheets.pop(NONRED)
    table.outcomes.clear()


def draw_paths(table: SoloTable) -> None:
    """S5, S7: the paths of all forces, with a lot where several are the shortest."""
    set_out(table)
