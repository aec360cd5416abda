"""``pbem solo``: the solitaire game, one player against a system that moves and fights everything but Red."""

import click

from pbem.cli.solo.playing import new, play, undo
from pbem.cli.solo.showing import check, map_, report, verify
from pbem.cli.solo.study import study


@click.group("solo")
def solo_command() -> None:
    """Play the solitaire game: Red against a system of rules.

    The system moves and fights all White, Green and Blue units and tells why. Three times in a Game-Turn it waits for
    your sheet: Red Leader Determination, Red's movement, Red's combat.

    \b
    Examples:
      pbem solo new kronstadt
      pbem solo check kronstadt
      pbem solo play kronstadt
      pbem solo play kronstadt --interactive
    """


for _command in (new, play, undo, check, report, map_, verify, study):
    solo_command.add_command(_command)
