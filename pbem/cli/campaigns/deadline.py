"""``pbem deadline``: when orders are due."""

from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments


@click.command("deadline")
@arguments.folder
@click.option("--at", metavar="TIME", help="When orders are due, in the campaign's time zone.")
@click.option("--extend", metavar="LENGTH", help="By how much the deadline is put off, like 3d or 12h.")
@arguments.phase
@arguments.why
def deadline_command(folder: Path, at: str | None, extend: str | None, phase: str | None, why: str) -> None:
    """Set or put off a deadline, or show it to each player in his own time zone.

    A Phase that was closed takes sheets again. Days are counted on the calendar: a clock change does not move the
    hour. A time that happens twice, or not at all, is not guessed at.

    \b
    Example:
      pbem deadline volga --at "2026-12-10 20:00"
      pbem deadline volga --extend 3d --why "Boris is ill."
    """
    from pbem.campaign.decisions.deadlines import deadline_of, set_deadline
    from pbem.campaign.folder import Campaign, at_work
    from pbem.campaign.receiving import refuse_if_over
    from pbem.campaign.times import how_far, in_words

    now = arguments.now()
    moment = arguments.moment(phase)
    if at is None and extend is None:
        campaign = Campaign(folder)
        course = campaign.course
        refuse_if_over(campaign)
        words = moment or course.moment
        due = deadline_of(course, words)
        console.say(
            f"No deadline is set for {words.words}."
            if due is None
            else f"Orders for {words.words} {'are' if due > now else 'were'} due {how_far(due, now)}:"
        )
    else:
        with at_work(folder, command="pbem deadline", now=now) as campaign:
            due = set_deadline(campaign, now, at=at, extend=extend, moment=moment, why=why)
        course = campaign.course
        words = moment or course.moment
        console.say(
            f"Orders for {words.words} are due {how_far(due, now)}. The next report announces it; tell the players now."
        )
    if due is not None:
        rows = [("gamesmaster", in_words(due, course.zone))]
        rows += [
            (f"{seat.player} {seat.name}", in_words(due, seat.zone or course.zone)) for seat in course.seats
        ]
        console.facts(rows, indent=2)
