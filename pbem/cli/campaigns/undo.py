"""``pbem undo``: back to an earlier moment."""

from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import as_typed


@click.command("undo")
@arguments.folder
@click.option(
    "--to",
    metavar="PHASE",
    help="The Phase to go back to, like 02-second; without it, the last one adjudicated.",
)
@arguments.why
@click.option("--late", is_flag=True, help="Although the time to point out mistakes is over.")
def undo_command(folder: Path, to: str | None, why: str, late: bool) -> None:
    """Go back to the start of a Phase. What is undone stays in the ledger.

    The Phase keeps its dice: adjudicated again, every roll that still applies stays the same. What was published is
    announced as taken back in the next report, with the reason.

    \b
    Example:
      pbem undo volga --why "A sheet was overlooked."
    """
    from pbem.campaign.decisions.undoing import undo
    from pbem.campaign.folder import at_work
    from pbem.campaign.moments import moment_of
    from pbem.words import listed

    now = arguments.now()
    with at_work(folder, command="pbem undo", now=now) as campaign:
        moment, announced = undo(campaign, now, to=arguments.moment(to), why=why, late=late)
    console.say(
        f"The campaign stands at the start of {moment.words} again. Its sheets stay closed and its dice fixed."
    )
    console.say(f"To take sheets once more: `pbem deadline {as_typed(folder)} --extend 1d`.")
    if announced:
        reports = listed(moment_of(key).words for key in announced)
        console.say(f"The next report announces that the report of {reports} is taken back.")
    else:
        console.say("Nothing of it was published, so the players are told nothing.")
