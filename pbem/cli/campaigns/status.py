"""``pbem status``: where campaigns stand."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import FINE, PbemError, as_typed

if TYPE_CHECKING:
    from pbem.campaign.folder import Campaign
    from pbem.campaign.status import PlayerStatus, Status


@click.command("status")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR...")
@arguments.form
def status_command(folders: tuple[Path, ...], form: str) -> int:
    """Show for each campaign the Phase, its deadline, what is on file from each player, and what there is to do.

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
            campaign = Campaign(folder)
        except PbemError as problem:  # the others are shown all the same
            console.error(str(problem))
            worst = problem.status
            continue
        status = status_of(campaign.course, now)
        if form == "json":
            found.append(_as_data(campaign, status_data(status)))
            continue
        if number:
            console.say()
        _print(campaign, status, now)
    if form == "json":
        console.data(found)
    return worst


def _as_data(campaign: "Campaign", status: dict[str, Any]) -> dict[str, Any]:
    """The status as data, with what stands in the ledger and in the sheets."""
    from pbem.campaign.told_beside import ended, quitting

    leaving, end = quitting(campaign), ended(campaign)
    players = [{**one, "quits": one["player"] in leaving} for one in status["players"]]
    victory = {"side": end.side, "ranking": [list(rank) for rank, _ in end.ranks]} if end else None
    return {"folder": str(campaign.folder), **status, "players": players, "victory": victory}


def _print(campaign: "Campaign", status: "Status", now: datetime) -> None:
    """One campaign."""
    from pbem.campaign.course import words_of
    from pbem.campaign.folder import unstamp
    from pbem.campaign.times import how_far, in_words
    from pbem.campaign.told_beside import quitting

    zone, folder = campaign.course.zone, as_typed(campaign.folder)
    if status.state == "over":
        _print_end(campaign, status.name)
    else:
        closed = ", closed" if status.state == "closed" else ""
        console.say(f"{status.name}: {status.words}{closed}")
        if status.deadline:
            due = unstamp(status.deadline)
            console.say(f"  due {in_words(due, zone)}, {how_far(due, now)}")
        else:
            console.say("  no deadline is set yet")
        leaving = quitting(campaign)
        console.columns([_row(one, zone, quits=one.player in leaving) for one in status.players], indent=2)
    for key in status.drafts:
        console.paragraph(f"The report of {words_of(key)} is a draft: `pbem publish {folder}`.", 2)
    if status.held:
        held = arguments.plural(status.held, "mail")
        console.paragraph(f"{held} held for your decision: `pbem mail list {folder} --held`.", 2)
    if status.not_delivered:
        lost = arguments.plural(status.not_delivered, "mail")
        console.paragraph(f"{lost} refused for good by a mail server: `pbem mail list {folder}`.", 2)
    if next_step := _next_step(campaign, status, now):
        console.paragraph(f"{next_step}: `pbem adjudicate {folder}`.", 2)


def _print_end(campaign: "Campaign", name: str) -> None:
    """Who won a campaign that is over."""
    from pbem.campaign.told_beside import ended

    end = ended(campaign)
    assert end is not None
    names = {seat.player: seat.name for seat in campaign.course.seats}
    console.say(f"{name}: the campaign is over: a {end.side.capitalize()} victory")
    place = 1
    rows = []
    for rank, points in end.ranks:
        rows += [(f"{place}.", player, names[player], arguments.plural(points, "point")) for player in rank]
        place += len(rank)
    console.columns(rows, indent=2)


def _next_step(campaign: "Campaign", status: "Status", now: datetime) -> str:
    """Why the Phase can be adjudicated, or when; empty where something else comes first."""
    from pbem.campaign.awaited import correction_window
    from pbem.campaign.sealing import may_show_sheets
    from pbem.campaign.times import in_words

    course = campaign.course
    if course.over or status.held_orders or course.previous not in course.published:
        return ""
    if not may_show_sheets(course, course.moment, ""):
        return f"After the sheet of player {course.playing_gamesmaster}, which is yours"
    window = correction_window(campaign)
    if window is not None and now < window:
        until = in_words(window, course.zone)
        return (
            ""
            if status.missing
            else f"All sheets are in. When mistakes can no longer be pointed out, {until}"
        )
    if not status.missing:
        return "All sheets are in"
    if status.seconds is not None and status.seconds <= 0:
        return f"The deadline has passed without a sheet of {', '.join(status.missing)}"
    return ""


WORDS = {
    "valid": "valid sheet",
    "earlier": "sheet from before the correction",
    "refused": "nothing that counts; a sheet was refused",
    "nothing": "nothing",
    "excused": "excused",
    "leaving": "removed before this Phase",
    "quit": "has left",
}


def _row(one: "PlayerStatus", zone: str, *, quits: bool) -> tuple[str, str, str]:
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
    if quits:
        words += ", leaves the campaign by it"
    if one.held:
        words += f", {arguments.plural(one.held, 'mail')} held"
    return one.player, one.name, words
