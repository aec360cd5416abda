"""26.0, S32: wherever the Czar comes into a stack with a Red Leader, he is out of play at once."""

from pbem.core.falls import take_out
from pbem.core.solitaire_events import CzarShot
from pbem.core.terms import CZAR
from pbem.solo.table import SoloTable


def shoot(table: SoloTable) -> None:
    """Take the Czar out of play if a Red Leader has him. (What comes to a force on the move: phases/czar_shot.py.)"""
    stack = table.stack_of(CZAR)
    if (
        stack is None
        or stack.units[0] not in table.rules.leaders
        or table.rules.color[stack.units[0]] != "red"
    ):
        return
    take_out(table, table.where[CZAR], (CZAR,))
    table.out_of_play.append(CZAR)
    table.tell(CzarShot("26.0", "", stack.at))
