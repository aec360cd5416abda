"""``pbem rebuild``: makes everything again from the ledger."""

from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import FINDINGS, FINE


@click.command("rebuild")
@arguments.folder
def rebuild_command(folder: Path) -> int:
    """Make all files again that come from the ledger: sheets, positions, results, reports.

    A report that is just as it was published is left alone. Exit status 1 where something is missing that the ledger
    does not hold.

    \b
    Example:
      pbem rebuild volga
    """
    from pbem.campaign.record.rebuilding import rebuild

    missing = rebuild(folder, arguments.now())
    console.say(f"Everything in {folder} that comes from the ledger is made again.")
    for text in missing:
        console.say(text)
    return FINDINGS if missing else FINE
