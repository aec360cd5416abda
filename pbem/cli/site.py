"""``pbem site``: the history of a campaign as pages for anybody."""

from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments


@click.command("site")
@arguments.folder
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT")
def site_command(folder: Path, out: Path) -> None:
    """Write a small static site of a campaign: reports and maps by Phase, points over time, letters to all.

    Only published Phases and only what everybody may see. The pages need no server: open OUT/index.html, or put the
    folder on any web space. OUT is a folder, which is made; given again, it replaces its own pages.

    \b
    Example:
      pbem site volga volga-site
    """
    from pbem.campaign.folder import Campaign
    from pbem.campaign.site import write_site

    count = write_site(Campaign(folder), out)
    console.say(f"{out / 'index.html'}: the campaign's pages, {count} files.")
