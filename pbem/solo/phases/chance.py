"""20.0, S3, S4: Random Events and draws. Whatever is drawn goes to the other side, whoever's Phase it is."""

from pbem.core.events import Drawn
from pbem.core.terms import NONRED, RED
from pbem.phases.random_events import roll_event
from pbem.phases.randomizer import draw_for
from pbem.solo.table import SoloTable


def roll_nonred(table: SoloTable) -> None:
    """20.0: the first Random Events Phase; a doubling of Subversive Attacks does nothing in it (S3)."""
    _roll(table, NONRED, doubles=False)


def roll_red(table: SoloTable) -> None:
    """20.0: the second Random Events Phase; a doubling holds for Red's Combat Phase of the same Game-Turn (12.12)."""
    _roll(table, RED, doubles=True)


def _roll(table: SoloTable, side: str, *, doubles: bool) -> None:
    label = f"event/{side}"
    if roll_event(table, label, doubles=doubles) == "draw":
        draw_for(table, NONRED, f"{label}/draw")  # 20.12


def draw_nonred(table: SoloTable) -> None:
    """19.2: the Randomizer Phase of the other side."""
    _draw(table, NONRED)


def draw_red(table: SoloTable) -> None:
    """19.2: Red's Randomizer Phase; the marker goes to the other side all the same (20.12)."""
    _draw(table, RED)


def _draw(table: SoloTable, side: str) -> None:
    if table.randomizer:
        draw_for(table, NONRED, f"draw/{side}")
    else:
        table.tell(Drawn("S4", "", "", None, "", "nothing", ()))
