"""26.0, S32, in the solitaire game: the Czar is shot as soon as a Red Leader has him or the unit that lay above him."""

from pbem.core.solitaire_events import CzarShot
from pbem.core.terms import CZAR
from pbem.phases.plans import Claim, March


def shoot_czar(march: March) -> None:
    """Take the Czar out of play if the force has come to him where it stands, also if the order does not name him."""
    if march.rules.solitaire is None or march.force.color != "red":
        return
    plan, ground = march.plan, march.ground
    holder = next((command for command in march.force.commands if CZAR in command.imperial), None)
    if holder is not None:
        holder.detach(CZAR)
    else:
        stack_id = ground.find(CZAR) if CZAR in march.uncovered else None
        if stack_id is None:
            return
        if plan.contestable(CZAR):
            plan.claims[CZAR] = Claim(CZAR, march.uncovered[CZAR], plan.player)
        ground.take(stack_id, (CZAR,))
    plan.shot.append(CZAR)
    march.done.append("26.0")
    march.events.append(CzarShot("26.0", march.ref, march.at))
