"""``pbem report``: the reports of a Phase."""

import json
from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import CommandError, Refused


@click.command("report")
@arguments.folder
@arguments.phase
@arguments.player(required=False, says="Print this player's report.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "html", "json"]),
    default="text",
    help="How to print: a player's report as text or as a page, or the result as data.",
)
def report_command(folder: Path, phase: str | None, player: str | None, form: str) -> None:
    """Show a player's report, or make the drafts again and say where all reports are.

    Without --phase it is about the last report. `--phase deal` is the first special report. With `--format html` the
    player's page with map and order desk is printed, with `--format json` every outcome, event and roll as data.

    \b
    Examples:
      pbem report volga --player A
      pbem report volga --player A --format html > A.html
    """
    from pbem.campaign.course import DEAL, words_of
    from pbem.campaign.files import read
    from pbem.campaign.folder import Campaign, at_work
    from pbem.campaign.making import make_drafts, reports_folder, unpublished
    from pbem.campaign.moments import moment_of

    wanted = arguments.report_key(phase)
    if form == "html" and not player:
        raise CommandError("whose page is to be shown?", cure="Name the player: --player A.")
    if not (player or form == "json"):
        with at_work(folder, command="pbem report", now=arguments.now()) as campaign:
            make_drafts(campaign)
    campaign = Campaign(folder)
    key = wanted or campaign.course.previous
    if key != DEAL and key not in campaign.course.used:
        raise Refused(f"{moment_of(key).words} was not adjudicated, so there is no report of it")
    place = reports_folder(campaign, key)
    if player and campaign.course.seat(player) is None:
        letters = ", ".join(seat.player for seat in campaign.course.seats)
        raise CommandError(f"there is no player {player!r}", cure=f"The players are {letters}.")
    if form == "json":
        if key == DEAL:
            raise Refused("the deal has no result; its report holds the position")
        console.data(json.loads(read(place.parent / "result.json")))
    elif player:
        console.say(_report(place, player, form))
    else:
        state = "a draft" if key in unpublished(campaign.course) else "published"
        console.say(f"The report of {words_of(key)}, {state}: {place}")


def _report(place: Path, player: str, form: str) -> str:
    """A player's report as it lies in the folder. Raises Refused for a page where the campaign makes none."""
    from pbem.campaign.files import read

    path = place / f"{player}.{'html' if form == 'html' else 'txt'}"
    if form == "html" and not path.exists():
        raise Refused(
            f"there is no page for player {player}",
            cure="Pages are made where campaign.yaml says `html: yes`.",
        )
    return read(path).decode().rstrip("\n")
