"""24.14–24.17, S27, S30: what the death of Lenin or Trotsky costs: Leader Determinations and Red replacements."""

from pbem.core.events import Eliminated
from pbem.core.solitaire_events import FounderDied
from pbem.solo.table import SoloTable


def note_deaths(table: SoloTable) -> None:
    """At the end of a Combat Phase: enter the Game-Turns that the deaths in it take away."""
    founders = table.rules.founders
    dead = tuple(one.unit for one in table.events if isinstance(one, Eliminated) and one.unit in founders)
    if not dead:
        return
    turn = table.turn
    named = turn if table.phase == "nonred-combat" else turn + 1
    earlier = (
        turn in table.no_red_replacement
    )  # the other of the two died in this Game-Turn's first Combat Phase
    if len(dead) > 1 or earlier:
        first = turn if earlier else named
        _enter(table.no_determination, first, first + 1)
        _enter(table.no_red_replacement, turn, turn + 1)
        case = "24.17"
    else:
        added = named in table.no_determination and table.readings.leader_death == "added"
        _enter(table.no_determination, named + 1 if added else named)
        _enter(table.no_red_replacement, turn)
        case = "24.16"
    no_determination = tuple(one for one in table.no_determination if one >= turn)
    no_replacement = tuple(one for one in table.no_red_replacement if one >= turn)
    table.tell(FounderDied(case, "", dead, no_determination, no_replacement))


def _enter(turns: list[int], *new: int) -> None:
    """Note Game-Turns, each once."""
    turns[:] = sorted({*turns, *new})
