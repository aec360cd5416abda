"""``pbem archive``: one file with everything public."""

from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments


@click.command("archive")
@arguments.folder
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to write it; without it, here."
)
def archive_command(folder: Path, out: Path | None) -> None:
    """Write one file with everything public; once the campaign is over, with all sheets, too.

    Anybody can check it with `pbem verify FILE`. Addresses and secret words are never in it.

    \b
    Example:
      pbem archive volga --out volga.zip
    """
    from pbem.campaign.files import write_new
    from pbem.campaign.folder import Campaign
    from pbem.campaign.record.archiving import archive_bytes, archive_name, is_opened

    campaign = Campaign(folder)
    path = out or Path(archive_name(campaign.course))
    write_new(path, archive_bytes(campaign))
    what = "with all sheets" if is_opened(campaign.course) else "without what is still secret"
    console.say(f"{path}: the campaign {campaign.course.name}, {what}.")
