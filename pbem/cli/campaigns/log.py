"""``pbem log``: what happened in a campaign."""

from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments


@click.command("log")
@arguments.folder
@arguments.phase
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the last N lines.")
@arguments.form
def log_command(folder: Path, phase: str | None, last: int | None, form: str) -> None:
    """Show what happened in a campaign, a line for each record of the ledger, times in the campaign's zone.

    \b
    Example:
      pbem log volga --last 20
    """
    from pbem.campaign.folder import Campaign
    from pbem.campaign.record.telling import log, on_the_wall

    moment = arguments.moment(phase)
    campaign = Campaign(folder, from_start=True)
    zone = campaign.course.zone
    lines = [line for line in log(campaign) if moment is None or line.phase == moment.key]
    lines = lines[-last:] if last else lines
    if form == "json":
        console.data([line._asdict() for line in lines])
        return
    if lines:
        console.say(f"   No.  {zone}")
    elif moment:
        console.say(f"Nothing is recorded of {moment.words}.")
    for line in lines:
        console.paragraph(f"{line.number:>4}  {on_the_wall(line.time, zone)}  {line.text}", hang=24)
