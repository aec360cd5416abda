"""``pbem rebuild``: makes everything again from the ledger."""

from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments


@click.command("rebuild")
@arguments.folder
def rebuild_command(folder: Path) -> None:
    """Make all files again that come from the ledger: sheets, positions, results, reports.

    \b
    Example:
      pbem rebuild volga
    """
    from pbem.campaign.record.rebuilding import rebuild

    missing = rebuild(folder, arguments.now())
    console.say(f"Everything in {folder} that comes from the ledger is made again.")
    for text in missing:
        console.say(text)
