"""``pbem archive``: one file with everything public."""

from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import FileError


@click.command("archive")
@arguments.folder
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to write it; without it, here."
)
def archive_command(folder: Path, out: Path | None) -> None:
    """Write one file with everything public: the ledger without what is secret, and the published positions. Once the
    campaign is over, all sheets and reports are in it, too; before that a report is its player's alone.

    Anybody can check it with `pbem verify FILE`. Addresses and secret words are never in it. An older archive of that
    name is replaced, another file is not.

    \b
    Example:
      pbem archive volga --out volga.zip
    """
    from pbem.campaign.files import write_new
    from pbem.campaign.folder import Campaign
    from pbem.campaign.record.archiving import archive_bytes, archive_name, is_opened

    campaign = Campaign(folder)
    path = out or Path(archive_name(campaign.course))
    older = _is_archive(path)
    if not path.parent.is_dir():
        raise FileError("there is no such folder", path=path.parent, cure="Look whether the name is right.")
    if path.exists() and not older:
        cure = "Name another file with --out. Nothing was changed."
        raise FileError("this is something else than an archive, and stays as it is", path=path, cure=cure)
    write_new(path, archive_bytes(campaign))
    what = (
        "with all sheets and reports"
        if is_opened(campaign.course)
        else "without what is still secret (the players' sheets and reports)"
    )
    replaced = " It replaces the archive that was there." if older else ""
    console.paragraph(f"{path}: the campaign {campaign.course.name}, {what}.{replaced}")


def _is_archive(path: Path) -> bool:
    """Whether the file is an archive of a campaign, so that a newer one may take its place."""
    import zipfile

    from pbem.campaign.folder import LEDGER

    try:
        with zipfile.ZipFile(path) as archive:
            return LEDGER in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return False
