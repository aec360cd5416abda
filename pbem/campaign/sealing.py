"""A gamesmaster who also plays: he sees no other player's sheet of a Phase before his own is sealed.

His sheet's SHA-256 is public from the moment it is on file. The sealed text ends with a line of chance, so that nobody
can guess a short sheet from its hash; whoever is later shown the text can compute the hash anew.
"""

import hashlib
import secrets

from pbem.campaign.course import Course
from pbem.campaign.moments import Moment
from pbem.core.terms import Player
from pbem.errors import Refused

SEALED = "\n# sealed: "
"""How the line of chance begins."""


def must_seal(course: Course, player: Player) -> bool:
    """Whether this player's sheets are sealed."""
    return bool(course.playing_gamesmaster) and course.playing_gamesmaster == player


def may_show_sheets(course: Course, moment: Moment, player: Player) -> bool:
    """Whether the tools may show this player's sheet of a Phase to the gamesmaster."""
    own = course.playing_gamesmaster
    if not own or own == player or own not in course.active or moment < course.moment:
        return True
    return course.on_file(own, moment) is not None or own in course.excused.get(moment.key, ())


def refuse_to_show(course: Course, moment: Moment, player: Player | None = None) -> None:
    """Raises Refused where a sheet (None: what comes of all of them) may not be shown yet."""
    others = [player] if player else [seat.player for seat in course.seats]
    if not all(may_show_sheets(course, moment, one) for one in others):
        own = course.playing_gamesmaster
        raise Refused(
            f"player {own} runs the campaign and has no sheet for {moment.words} on file",
            cure=f"First submit the sheet of player {own}; it is sealed, and then the others can be seen.",
        )


def refuse_second_thoughts(course: Course, player: Player) -> None:
    """Raises Refused for a sheet of the playing gamesmaster who may have seen another one of the Phase."""
    key = course.moment.key
    if not must_seal(course, player):
        return
    cure = "A player who runs the campaign decides before he sees the others."
    if key in course.salts:
        raise Refused(f"the sheet of player {player} comes after the Phase was closed", cure=cure)
    if player in course.excused.get(key, ()):
        raise Refused(f"player {player} is excused for this Phase and may have seen other sheets", cure=cure)
    others = any(one.player != player for one in course.sheets.get(key, ()))
    if others and course.on_file(player):
        raise Refused(
            f"the sealed sheet of player {player} cannot be replaced once another sheet is in", cure=cure
        )


def sealed_text(text: str) -> str:
    """The text with its line of chance."""
    return f"{text.rstrip()}{SEALED}{secrets.token_hex(16)}\n"


def seal_of(text: str) -> str:
    """What is made public of a sealed text: its SHA-256 in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()
