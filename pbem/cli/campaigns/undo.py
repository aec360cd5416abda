"""``pbem undo``: back to an earlier moment."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import as_typed

if TYPE_CHECKING:
    from pbem.campaign.folder import Campaign


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
    console.say(f"To take sheets once more: `pbem deadline {as_typed(folder)} {_new_deadline(campaign, now)}`.")
    if announced:
        reports = listed(moment_of(key).words for key in announced)
        taken = f"reports of {reports} are" if len(announced) > 1 else f"report of {reports} is"
        console.say(f"The next report announces that the {taken} taken back.")
    else:
        console.say("Nothing of it was published, so the players are told nothing.")


def _new_deadline(campaign: "Campaign", now: datetime) -> str:
    """How a deadline is set that is still to come: a day after the one there is, or where that is past, after now."""
    from pbem.campaign.decisions.deadlines import deadline_of, time_to_write

    due = deadline_of(campaign.course)
    if due and due > now - timedelta(hours=12):
        return "--extend 1d"
    return f'--at "{time_to_write(now, campaign.course.zone)}"'
