"""Who plays: players excused for a Phase, replaced by others, or removed from the campaign [14.2, R38, R40]."""

from datetime import datetime

from pbem.campaign import files
from pbem.campaign.course import Course, Seat
from pbem.campaign.folder import Campaign
from pbem.campaign.ledger import Entry
from pbem.campaign.receiving import refuse_if_over
from pbem.campaign.secret_words import new_key, with_key
from pbem.campaign.settings import check_seat
from pbem.campaign.settings_text import NewSeat, text_mark, with_seat
from pbem.core.terms import Player
from pbem.errors import CommandError, Refused
from pbem.words import sentence


def seat_of(course: Course, player: Player) -> Seat:
    """The seat of a player who is in the campaign. Raises CommandError, Refused."""
    seat = course.seat(player)
    if seat is None:
        letters = ", ".join(seat.player for seat in course.seats)
        raise CommandError(f"there is no player {player!r}", cure=f"The players are {letters}.")
    if player not in course.active:
        raise Refused(f"player {player} has left the campaign")
    return seat


def excuse(campaign: Campaign, now: datetime, player: Player) -> bool:
    """R40: do not wait for this player's sheet of the awaited Phase. Says whether he was not excused before."""
    refuse_if_over(campaign)
    course = campaign.course
    seat_of(course, player)
    if player in course.leaving_now:
        raise Refused(f"player {player} is removed, and nobody waits for a sheet")
    if player in course.excused.get(course.moment.key, ()):
        return False
    campaign.record(now, Entry("excused", {"moment": course.moment.key}, {"player": player}))
    return True


def replace_player(
    campaign: Campaign,
    now: datetime,
    player: Player,
    *,
    name: str,
    email: str = "",
    zone: str = "",
    why: str = "",
) -> None:
    """Another person takes over a seat, with a new secret word; sheets on file stay. Announced. Raises Refused,
    CommandError, FileError."""
    refuse_if_over(campaign)
    course = campaign.course
    before = seat_of(course, player)
    seat = NewSeat(player, name, email, zone)
    check_seat(seat)
    secret = files.read(campaign.secrets_path).decode("utf-8-sig")
    files.write_new(
        campaign.secrets_path, with_key(secret, player, new_key(), campaign.secrets_path).encode(), mode=0o600
    )
    text = with_seat(files.read(campaign.settings_path).decode("utf-8-sig"), seat, campaign.settings_path)
    words = {"player": player, "text_before": before.name, "text_name": name}
    public = {
        "moment": course.moment.key,
        "seat": player,
        "name": name,
        "zone": zone,
        "why": why,
        "announce": course.announce_in,
        "text": sentence("player_replaced", words),
    }
    private = {"email": email, "file": text, "settings": text_mark(text.encode()), "before": course.settings}
    campaign.record(now, Entry("replaced", public, private))


def remove_player(campaign: Campaign, now: datetime, player: Player, *, why: str = "") -> None:
    """14.2, R38: the player leaves the campaign before the trades of the awaited Phase. Announced. Raises Refused."""
    refuse_if_over(campaign)
    course = campaign.course
    seat_of(course, player)
    if player in course.leaving_now:
        raise Refused(f"player {player} is removed already; the next Phase carries it out")
    facts = {
        "moment": course.moment.key,
        "seat": player,
        "why": why,
        "announce": course.announce_in,
        "text": sentence("player_removed", {"player": player, "text_phase": course.moment.words}),
    }
    campaign.record(now, Entry("removed", facts))
