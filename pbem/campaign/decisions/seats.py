"""Who plays: players excused for a Phase, replaced by others, or removed from the campaign [14.2, R38, R40]; and new secret
words for those who stay."""

from datetime import datetime
from typing import Any, NamedTuple

from pbem.campaign import files
from pbem.campaign.course import Course, OnFile, Seat
from pbem.campaign.folder import Campaign
from pbem.campaign.ledger import Entry
from pbem.campaign.moments import Moment, moment_of
from pbem.campaign.receiving import refuse_if_over
from pbem.campaign.sealing import must_seal
from pbem.campaign.secret_words import lay_down
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


class TakenOver(NamedTuple):
    """How a seat was taken over."""

    before: Seat
    after: Seat
    on_file: OnFile | None
    """The sheet that goes on counting for the awaited Phase."""
    cancels: bool
    """Whether a removal from the campaign is thereby cancelled."""


def replace_player(
    campaign: Campaign,
    now: datetime,
    player: Player,
    *,
    name: str,
    email: str | None = None,
    zone: str | None = None,
    why: str = "",
) -> TakenOver:
    """Another person takes over a seat, with a new secret word; sheets on file stay. Announced.

    Where the name stays the same, so do address and zone that are not given (None); else they are empty then. Raises
    Refused, CommandError, FileError.
    """
    refuse_if_over(campaign)
    course = campaign.course
    before = seat_of(course, player)
    same = before.name == name
    seat = NewSeat(
        player,
        name,
        (before.email if same else "") if email is None else email,
        (before.zone if same else "") if zone is None else zone,
    )
    check_seat(seat)
    text = with_seat(files.read(campaign.settings_path).decode("utf-8-sig"), seat, campaign.settings_path)
    public = {
        "moment": course.moment.key,
        "seat": player,
        "name": name,
        "zone": seat.zone,
        "why": why,
        **_announced(course, before, name),
    }
    private = {
        "email": seat.email,
        "file": text,
        "settings": text_mark(text.encode()),
        "before": course.settings,
        "word": lay_down(campaign.folder, player),
    }
    campaign.record(now, Entry("replaced", public, private))
    after = campaign.course.seat(player)
    assert after is not None
    return TakenOver(before, after, campaign.course.on_file(player), "cancels" in public)


def _announced(course: Course, before: Seat, name: str) -> dict[str, Any]:
    """What the players are told of somebody who takes over a seat; nothing where the same goes on, who was not removed.
    A removal that is cancelled before it was carried out is not told beside it."""
    player = before.player
    removed = player in course.removed
    words = {"player": player, "text_before": before.name, "text_name": name}
    same = before.name == name
    code = "player_stays" if same else "player_replaced"
    said: dict[str, Any] = {"text": sentence(f"{code}_after_all" if removed else code, words)}
    if removed or not same:
        said["announce"] = course.announce_in
    if removed:
        said["cancels"] = _removal_in_words(player, moment_of(course.removed[player]))
    return said


def give_new_word(
    campaign: Campaign, now: datetime, player: Player, *, drop: bool = False, why: str = ""
) -> OnFile | None:
    """Give a player another secret word, since his was lost or others may know it; the player stays. The record has no
    word in it, and the next report tells him alone that there is a new one.

    `drop`: his sheets for the awaited Phase count no longer. Gives the sheet that was on file. Raises Refused,
    CommandError, FileError.
    """
    refuse_if_over(campaign)
    course = campaign.course
    seat_of(course, player)
    on_file = course.on_file(player)
    if drop and on_file is None:
        raise Refused(f"player {player} has no sheet for {course.moment.words} on file that could be dropped")
    if drop and must_seal(course, player):
        raise Refused(
            f"the sheet of player {player}, who runs the campaign, is sealed, and stays as it is",
            cure="Give the command without --drop-sheet.",
        )
    private = {
        "player": player,
        "word": lay_down(campaign.folder, player),
        "dropped": drop,
        "announce": course.announce_in,
        "text": sentence(
            "key_changed_dropped" if drop else "key_changed", {"text_phase": course.moment.words}
        ),
        "why": why,
        "only": player,
    }
    campaign.record(now, Entry("key", {"moment": course.moment.key}, private))
    return on_file


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
        "text": _removal_in_words(player, course.moment),
    }
    campaign.record(now, Entry("removed", facts))


def _removal_in_words(player: Player, moment: Moment) -> str:
    return sentence("player_removed", {"player": player, "text_phase": moment.words})
