"""``pbem status``: where campaigns stand."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import FINE, PbemError

if TYPE_CHECKING:
    from pbem.campaign.status import PlayerStatus, Status


@click.command("status")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR...")
@arguments.form
def status_command(folders: tuple[Path, ...], form: str) -> int:
    """Show for each campaign the Phase, its deadline, and what is on file from each player.

    \b
    Example:
      pbem status campaigns/*
    """
    from pbem.campaign.folder import Campaign
    from pbem.campaign.status import status_data, status_of

    now = arguments.now()
    worst = FINE
    found: list[dict[str, object]] = []
    for number, folder in enumerate(folders):
        try:
            course = Campaign(folder).course
        except PbemError as problem:  # the others are shown all the same
            console.error(str(problem))
            worst = problem.status
            continue
        status = status_of(course, now)
        if form == "json":
            found.append({"folder": str(folder), **status_data(status)})
            continue
        if number:
            console.say()
        _print(status, course.zone, now)
    if form == "json":
        console.data(found)
    return worst


def _print(status: "Status", zone: str, now: datetime) -> None:
    """One campaign."""
    from pbem.campaign.course import words_of
    from pbem.campaign.folder import unstamp
    from pbem.campaign.times import how_far, in_words

    if status.state == "over":
        console.say(f"{status.name}: the campaign is over")
    else:
        closed = ", closed" if status.state == "closed" else ""
        console.say(f"{status.name}: {status.words}{closed}")
        if status.deadline:
            due = unstamp(status.deadline)
            console.say(f"  due {in_words(due, zone)}, {how_far(due, now)}")
        else:
            console.say("  no deadline is set yet")
        console.columns([_row(one, zone) for one in status.players], indent=2)
    for key in status.drafts:
        console.say(f"  The report of {words_of(key)} is a draft.")
    if status.held:
        console.say(f"  {arguments.plural(status.held, 'mail')} held for your decision: `pbem mail list`")


WORDS = {
    "valid": "valid sheet",
    "earlier": "sheet from before the correction",
    "refused": "nothing that counts; a sheet was refused",
    "nothing": "nothing",
    "excused": "excused",
    "leaving": "removed before this Phase",
    "quit": "has left",
}


def _row(one: "PlayerStatus", zone: str) -> tuple[str, str, str]:
    """One player."""
    from zoneinfo import ZoneInfo

    from pbem.campaign.folder import unstamp

    words = (
        f"sheet with {arguments.plural(one.errors, 'error')}" if one.state == "errors" else WORDS[one.state]
    )
    if one.version:
        words += f", version {one.version}"
    if one.time:
        words += f", {unstamp(one.time).astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"
    if one.late:
        words += ", late"
    if one.held:
        words += f", {arguments.plural(one.held, 'mail')} held"
    return one.player, one.name, words
