"""``pbem report``: the reports of a Phase."""

import json
from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import Refused


@click.command("report")
@arguments.folder
@arguments.phase
@arguments.player(required=False, says="Print this player's report.")
@arguments.form
def report_command(folder: Path, phase: str | None, player: str | None, form: str) -> None:
    """Show a player's report, or make the drafts again and say where all reports are.

    Without --phase it is about the last report. `--phase deal` is the first special report. With `--format json`
    every outcome, event and roll is printed as data.

    \b
    Example:
      pbem report volga --player A
    """
    from pbem.campaign.course import DEAL, words_of
    from pbem.campaign.files import read
    from pbem.campaign.folder import Campaign, at_work
    from pbem.campaign.making import make_drafts, reports_folder, unpublished
    from pbem.campaign.moments import moment_of

    if not (player or form == "json"):
        with at_work(folder, command="pbem report", now=arguments.now()) as campaign:
            make_drafts(campaign)
    campaign = Campaign(folder)
    key = phase or campaign.course.previous
    if key != DEAL and key not in campaign.course.used:
        raise Refused(f"{moment_of(key).words} was not adjudicated, so there is no report of it")
    place = reports_folder(campaign, key)
    if form == "json":
        if key == DEAL:
            raise Refused("the deal has no result; its report holds the position")
        console.data(json.loads(read(place.parent / "result.json")))
    elif player:
        console.say(read(place / f"{player}.txt").decode().rstrip("\n"))
    else:
        state = "a draft" if key in unpublished(campaign.course) else "published"
        console.say(f"The report of {words_of(key)}, {state}: {place}")
