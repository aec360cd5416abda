"""What a look at a campaign's state tells beside its course: what stands in a sheet on file, and how the campaign ended."""

import re
from typing import NamedTuple

from pbem.campaign.folder import Campaign
from pbem.campaign.moments import moment_of
from pbem.campaign.sealing import may_show_sheets
from pbem.core.terms import Player

_QUIT = re.compile(r"(?mi)^[^#\n]*\bquit\b")


def quitting(campaign: Campaign) -> tuple[Player, ...]:
    """Who leaves the campaign by the sheet that counts for the awaited Phase, as far as the gamesmaster may know it."""
    course = campaign.course
    return tuple(
        player
        for player in course.active
        if not course.over and may_show_sheets(course, course.moment, player) and _quits(campaign, player)
    )


def _quits(campaign: Campaign, player: Player) -> bool:
    """Whether a player's sheet says so. Only one that may is read as a sheet, which takes long."""
    on_file = campaign.course.on_file(player)
    if on_file is None:
        return False
    text = str((campaign.record_at(on_file.place).private or {})["sheet"])
    if not _QUIT.search(text):
        return False
    from pbem.campaign.corrections import rules_of
    from pbem.sheets.read import read_sheet

    sheet = read_sheet(text.encode(), rules=rules_of(campaign)).sheet
    return sheet is not None and sheet.quit


class Ended(NamedTuple):
    """How a campaign ended."""

    side: str
    """Whose victory it was: red or white."""
    ranks: tuple[tuple[tuple[Player, ...], int], ...]
    """The players with their points, best first; those of equal points share a rank."""


def ended(campaign: Campaign) -> Ended | None:
    """How a campaign that is over has ended."""
    course = campaign.course
    if not course.over:
        return None
    from pbem.campaign.playing import recorded_position

    last = max(course.used, key=moment_of)
    victory = recorded_position(campaign.record_at(course.used[last])).victory
    assert victory is not None
    return Ended(victory.side, tuple((rank, victory.points[rank[0]]) for rank in victory.ranking))
