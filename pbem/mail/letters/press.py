"""Letters of players passed on as soon as their sheet counts (`press: at_once`). Without it they come with the report.

Nothing in such a mail tells who wrote a letter that is not signed: not its id either, which is made with the seed.
"""

import hmac
from collections.abc import Iterator
from hashlib import sha256

from pbem.campaign.course import Seat
from pbem.campaign.playing import seed_of, sheet_text
from pbem.core.orders import Faulty, Press, Sheet
from pbem.core.terms import Player
from pbem.mail.case import Desk
from pbem.mail.letters.compose import Letter, Person
from pbem.mail.letters.texts import mail_text, subject
from pbem.mail.outbox import Written, write
from pbem.sheets.read import read_sheet

MOST = 20
"""Letters of one player that are passed on in one Phase; the rest comes with the report."""


def press_due(desk: Desk) -> Iterator[Written]:
    """The letters on sheets that count and were not passed on yet."""
    course = desk.course
    if desk.campaign.settings.press != "at_once" or course.over:
        return
    for player in course.active:
        on_file = course.on_file(player)
        if on_file is not None:
            sheet = read_sheet(sheet_text(desk.campaign, on_file).encode(), None, rules=desk.rules).sheet
            if sheet is not None and not sheet.quit:
                yield from _of_sheet(desk, player, sheet)


def _of_sheet(desk: Desk, writer: Player, sheet: Sheet) -> Iterator[Written]:
    letters = [press for press in sheet.press if not isinstance(press, Faulty)]
    for press in letters[:MOST]:
        for seat in _readers(desk, writer, press):
            name = f"press.{desk.course.moment.key}.{_mark(desk, writer, press)}.{seat.player}"
            if name not in desk.course.mail.out:
                yield write(
                    _letter(desk, writer, press, seat),
                    desk.sender,
                    out_id=name,
                    to=seat.player,
                    kind="press",
                    now=desk.now,
                )


def _readers(desk: Desk, writer: Player, press: Press) -> list[Seat]:
    course = desk.course
    return [
        seat
        for seat in course.seats
        if seat.player != writer
        and seat.player in (press.to or course.active)
        and seat.player in course.active
        and seat.email
    ]


def _mark(desk: Desk, writer: Player, press: Press) -> str:
    """Tells one letter of one writer from all others, and nobody who wrote it."""
    text = "\0".join((desk.course.moment.key, writer, press.sender or "", ",".join(press.to), press.text))
    return hmac.new(seed_of(desk.campaign), text.encode(), sha256).hexdigest()[:16]


def _letter(desk: Desk, writer: Player, press: Press, seat: Seat) -> Letter:
    facts = {
        "campaign": desk.course.name,
        "phase": desk.course.moment.words,
        "writer": "" if press.sender else writer,
        "signed": press.sender,
        "to": press.to,
        "lines": press.text.splitlines() or [""],
    }
    return Letter(
        to=Person(seat.name, seat.email),
        subject=subject(desk.course, "a letter for you"),
        text=mail_text(desk.campaign, "press.txt.j2", facts),
    )
