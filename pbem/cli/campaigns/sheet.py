"""``pbem sheet``: the sheet on file as it was understood, or the blank one."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import Refused

if TYPE_CHECKING:
    from pbem.campaign.course import OnFile
    from pbem.campaign.folder import Campaign
    from pbem.campaign.moments import Moment


@click.command("sheet")
@arguments.folder
@arguments.player()
@arguments.phase
@click.option("--version", type=int, metavar="N", help="Which version; without it, the one that counts.")
@click.option("--blank", is_flag=True, help="The blank sheet, even if one is on file.")
@click.option("--as-written", is_flag=True, help="The text as it came, rather than as it was understood.")
def sheet_command(
    folder: Path, player: str, phase: str | None, version: int | None, blank: bool, as_written: bool
) -> None:
    """Show a player's sheet on file as it was understood; where there is none, the blank sheet.

    The player's secret word is in neither. Between its marks, #ORDERS and #END, it can be put into a mail as it stands.

    \b
    Example:
      pbem sheet volga --player A > anna.yaml
    """
    from pbem.campaign.decisions.seats import seat_of
    from pbem.campaign.folder import Campaign
    from pbem.campaign.playing import sheet_text
    from pbem.campaign.receiving import refuse_if_over
    from pbem.campaign.sealing import refuse_to_show
    from pbem.sheets.marks import with_marks

    campaign = Campaign(folder)
    course = campaign.course
    moment = arguments.moment(phase) or course.moment
    on_file = None if blank else _on_file(campaign, player, moment, version)
    if on_file is None:
        if moment == course.moment:
            seat_of(course, player)
            refuse_if_over(campaign)
        elif not blank:
            raise Refused(f"player {player} has no sheet for {moment.words} on file")
        console.say(with_marks(_blank(campaign, player, moment)))
        return
    refuse_to_show(course, moment, player)
    text = sheet_text(campaign, on_file)
    console.say(text.rstrip("\n") if as_written else with_marks(_understood(campaign, text, moment)))


def _on_file(campaign: "Campaign", player: str, moment: "Moment", version: int | None) -> "OnFile | None":
    """The sheet asked for. Raises Refused for a version there is not."""
    if version is None:
        return campaign.course.on_file(player, moment)
    own = campaign.course.sheets.get(moment.key, ())
    found = next((one for one in own if (one.player, one.version) == (player, version)), None)
    if found is None:
        raise Refused(f"there is no version {version} of player {player}'s sheet for {moment.words}")
    return found


def _blank(campaign: "Campaign", player: str, moment: "Moment") -> str:
    """The blank sheet as it was at the start of a Phase. Raises Refused where there is none."""
    from pbem.campaign.playing import position_of
    from pbem.sheets.blank import blank_sheet

    course = campaign.course
    if moment.key not in course.positions:
        raise Refused(f"{moment.words} has not begun, so there is no blank sheet for it")
    state = position_of(campaign, moment)
    if player not in state.active:
        raise Refused(f"player {player} was not in the campaign in {moment.words}")
    return blank_sheet(state, player, campaign.rules(), campaign=course.name)


def _understood(campaign: "Campaign", text: str, moment: "Moment") -> str:
    from pbem.sheets.read import read_sheet
    from pbem.sheets.write import normalised

    rules = campaign.rules()
    read = read_sheet(text.encode(), rules=rules)
    assert read.sheet is not None
    return normalised(
        read.sheet,
        rules,
        campaign=campaign.course.name,
        turn=moment.turn,
        phase=moment.phase,
        written={path: place.text for path, place in read.places.items()},
    )
