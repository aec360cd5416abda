"""``pbem publish``: makes the drafts final."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import as_typed

if TYPE_CHECKING:
    from pbem.campaign.folder import Campaign


@click.command("publish")
@arguments.folder
def publish_command(folder: Path) -> None:
    """Publish the drafts of the reports, and set the next deadline.

    Before that, `pbem undo` leaves no trace for the players; after it, what is changed is announced. The last report
    of a campaign reveals the seed of the dice.

    \b
    Example:
      pbem publish volga
    """
    from pbem.campaign.course import words_of
    from pbem.campaign.decisions.deadlines import deadline_of
    from pbem.campaign.decisions.publishing import publish
    from pbem.campaign.folder import at_work
    from pbem.campaign.making import reports_folder
    from pbem.campaign.times import in_words

    now = arguments.now()
    with at_work(folder, command="pbem publish", now=now) as campaign:
        published = publish(campaign, now)
    course = campaign.course
    for key in published:
        console.say(f"The report of {words_of(key)} is published: {reports_folder(campaign, key)}")
    deadline = deadline_of(course)
    if course.over:
        console.say(f"The campaign is over. The seed of the dice is revealed: {course.seed}")
    elif deadline:
        console.say(f"Orders for {course.moment.words} are due {in_words(deadline, course.zone)}.")
    console.paragraph(_how_it_reaches_the_players(campaign))


def _how_it_reaches_the_players(campaign: "Campaign") -> str:
    """What is still to be done: publishing mails nothing."""
    outgoing = (campaign.settings.mail or {}).get("outgoing")
    if outgoing:
        return f"Nothing is mailed yet: `pbem mail send {as_typed(campaign.folder)}` sends the reports."
    return "Now send each player the report with his letter, and position.json from the same folder with it."
