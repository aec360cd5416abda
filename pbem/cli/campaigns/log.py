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
    """Show what happened in a campaign, a line for each record of the ledger, times in UTC.

    \b
    Example:
      pbem log volga --last 20
    """
    from pbem.campaign.folder import Campaign
    from pbem.campaign.record.telling import log

    if phase is not None:
        arguments.moment(phase)
    lines = [line for line in log(Campaign(folder, from_start=True)) if phase in (None, line.phase)]
    lines = lines[-last:] if last else lines
    if form == "json":
        console.data([line._asdict() for line in lines])
        return
    if lines:
        console.say("   No.  UTC")
    for line in lines:
        console.paragraph(f"{line.number:>4}  {line.time[:10]} {line.time[11:16]}  {line.text}", hang=24)
