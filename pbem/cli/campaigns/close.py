"""``pbem close``: no more sheets for this Phase."""

from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments


@click.command("close")
@arguments.folder
def close_command(folder: Path) -> None:
    """Take no more sheets for this Phase, and so fix its dice.

    `pbem adjudicate` does it by itself. Between the two, `pbem adjudicate --dry-run` shows what will come.

    \b
    Example:
      pbem close volga
    """
    from pbem.campaign.adjudicating import close
    from pbem.campaign.folder import at_work

    now = arguments.now()
    with at_work(folder, command="pbem close", now=now) as campaign:
        was_open = close(campaign, now)
        words = campaign.course.moment.words
    console.say(
        f"{words[:1].upper()}{words[1:]} is closed."
        if was_open
        else f"{words[:1].upper()}{words[1:]} was closed already."
    )
