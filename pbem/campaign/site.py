"""A campaign's history as a static site: only published Phases, only what everybody may see."""

from pathlib import Path

from pbem.campaign import files
from pbem.campaign.course import DEAL
from pbem.campaign.folder import Campaign
from pbem.campaign.making import material_of, own_templates, shapes_of
from pbem.campaign.moments import moment_of
from pbem.errors import CommandError, Refused


def published_phases(campaign: Campaign) -> tuple[str, ...]:
    """The Phases whose reports are published, by key, oldest first."""
    course = campaign.course
    played = sorted((key for key in course.used if key in course.published and key != DEAL), key=moment_of)
    return tuple(played)


def write_site(campaign: Campaign, folder: Path) -> int:
    """Write the site into a folder; says how many files. Raises Refused when nothing is published, CommandError when the
    folder is a file or holds something else, FileError."""
    from pbem.report.site import site_files

    keys = published_phases(campaign)
    if not keys:
        deal = DEAL in campaign.course.published
        only = ": the deal is, but the site tells of Phases, the first of which is the set-up" if deal else ""
        cure = "It can be written when the report of the set-up is published." if deal else "`pbem publish` publishes reports."
        raise Refused(f"no Phase of this campaign is published yet{only}", cure=cure)
    stands = next((one for one in (folder, *folder.parents) if one.exists()), folder)
    if stands.exists() and not stands.is_dir():
        raise CommandError(
            f"{stands} is a file, and the pages need a folder", cure="Name a new folder for the site."
        )
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "index.html").is_file():
        raise CommandError(
            f"{folder} holds other files", cure="Name a new folder for the site. Nothing was changed."
        )
    course = campaign.course
    made = site_files(
        [(key, material_of(campaign, course, key)) for key in keys],
        shapes=shapes_of(campaign, course),
        templates=own_templates(campaign),
    )
    for name, text in made.items():
        files.write_new(folder / name, text.encode())
    return len(made)
