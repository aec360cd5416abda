"""Reports as mails: text and page, the map as a picture, the position and the blank sheet attached."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pbem.campaign import files
from pbem.campaign.course import DEAL, Course, Seat
from pbem.campaign.folder import Campaign, unstamp
from pbem.campaign.mail_course import Out
from pbem.campaign.making import (
    Made,
    corrected_material,
    corrected_reports_of,
    corrections_since,
    for_players_folder,
    material_of,
    reports_folder,
    reports_of,
    shapes_of,
)
from pbem.campaign.moments import moment_of
from pbem.campaign.playing import position_of
from pbem.core.terms import Player
from pbem.errors import CommandError
from pbem.mail.case import Desk
from pbem.mail.letters.compose import Attachment, Letter, Person
from pbem.mail.letters.texts import mail_page, subject
from pbem.mail.outbox import Written, write
from pbem.report.folding import SHEET_BEGINS, SHEET_ENDS
from pbem.report.material import Material

KIND = "report"
ZOOM = 0.75
"""Of the map's usual size, so that a mail stays below a megabyte."""
_ID = re.compile(r"report\.([0-9a-z-]+)\.([A-Z])\.(\d{14})")
_ANY_ID = re.compile(r"(report|corrected)\.([0-9a-z-]+)\.[A-Z]\.(\d{14})")


class _Issue(NamedTuple):
    """The reports of one Phase as they are to be mailed."""

    key: str
    name: str
    """What the ids of their mails begin with."""
    about: str
    """What their subjects call them."""
    digits: str
    """When they became what they are."""
    folder: Path
    make: Callable[[], Made]
    material: Callable[[], Material]

    def out_id(self, player: Player) -> str:
        """The id of a player's mail."""
        return f"{self.name}.{self.key}.{player}.{self.digits}"


def _published(campaign: Campaign, key: str, digits: str) -> _Issue:
    course = campaign.course
    return _Issue(
        key,
        KIND,
        "report",
        digits,
        reports_folder(campaign, key),
        lambda: reports_of(campaign, course, key),
        lambda: material_of(campaign, course, key),
    )


def corrected_reports(desk: Desk) -> list[Written]:
    """The last report once more, as rulings have corrected it since it was published; without what is in the outbox.
    Raises CommandError where it stands as it was."""
    campaign, course = desk.campaign, desk.course
    folder = for_players_folder(campaign, course.moment)
    since = corrections_since(course)
    if not since or not folder.is_dir():
        raise CommandError(
            "no ruling since the last report has changed its position or how the rules are read, so there is no "
            "corrected report to send",
            cure="Without --corrected the command sends what else is due.",
        )
    issue = _Issue(
        course.previous,
        "corrected",
        "corrected report",
        digits_of(since[-1]["time"]),
        folder,
        lambda: corrected_reports_of(campaign, course),
        lambda: corrected_material(campaign, course),
    )
    return list(_mails(desk, issue))


def reports_due(desk: Desk) -> Iterator[Written]:
    """The published reports that were not put into the outbox yet.

    Of a campaign that never mailed any only the last: those before it were given to the players some other way.
    """
    course = desk.course
    sent = [found.groups() for name in course.mail.out if (found := _ID.fullmatch(name))]
    newest = max((time for _, _, time in sent), default=None)
    for key, time in course.published.items():
        digits = digits_of(time)
        if digits >= newest if newest else key == list(course.published)[-1]:
            yield from _mails(desk, _published(desk.campaign, key, digits))


def taken_back(course: Course) -> Iterator[tuple[str, Out]]:
    """Mails with reports that still wait, though what they tell was undone since: nobody is to read it now."""
    for name, out in course.mail.out.items():
        found = _ANY_ID.fullmatch(name) if out.state == "waiting" else None
        if found is None:
            continue
        kind, key, digits = found.groups()
        published = digits_of(course.published[key]) if key in course.published else ""
        if not published or (digits != published if kind == KIND else digits < published):
            yield name, out


def digits_of(time: str) -> str:
    """A stamp as it stands in ids."""
    return f"{unstamp(time):%Y%m%d%H%M%S}"


def _mails(desk: Desk, issue: _Issue) -> Iterator[Written]:
    """The mails of one report that are not written yet."""
    written = desk.course.mail.out
    seats = [
        seat
        for seat in readers(desk.campaign, issue.key)
        if seat.email and issue.out_id(seat.player) not in written
    ]
    if not seats:
        return
    picture = _picture(desk, issue)
    contents = _contents(desk.campaign, issue)
    for seat in seats:
        letter = _letter(desk, issue, seat, contents, picture)
        out_id = issue.out_id(seat.player)
        yield write(letter, desk.sender, out_id=out_id, to=seat.player, kind=KIND, now=desk.now)


def readers(campaign: Campaign, key: str) -> list[Seat]:
    """Who gets a report: the players who were in the campaign at the start of its Phase; all, of the last one."""
    course = campaign.course
    if course.over or key == DEAL:
        return list(course.seats)
    active = position_of(campaign, moment_of(key)).active
    return [seat for seat in course.seats if seat.player in active]


def _contents(campaign: Campaign, issue: _Issue) -> Mapping[str, bytes]:
    """The files of a report by name, as they lie there; made again where one is missing."""
    folder = issue.folder
    found = (
        {path.name: files.read(path) for path in folder.glob("*") if path.is_file()}
        if folder.is_dir()
        else {}
    )
    if all(f"{seat.player}.txt" in found for seat in campaign.course.seats) and "position.json" in found:
        return found
    return {
        path.name: content
        for path, content in issue.make().items()
        if content is not None and path.parent == folder
    } | found


def _picture(desk: Desk, issue: _Issue) -> bytes:
    """The map as PNG; empty where none is wanted, or the package that draws it is not installed."""
    if not desk.settings.picture:
        return b""
    from pbem.report.map import Look, material_map
    from pbem.report.png import png_of

    shapes = shapes_of(desk.campaign, desk.course)
    try:
        return png_of(material_map(issue.material(), shapes, look=Look(variables=False)), zoom=ZOOM)
    except CommandError:
        return b""


def _letter(desk: Desk, issue: _Issue, seat: Seat, contents: Mapping[str, bytes], picture: bytes) -> Letter:
    course = desk.course
    title = subject(course, issue.about, key=issue.key)
    text = contents[f"{seat.player}.txt"].decode()
    page = contents.get(f"{seat.player}.html")
    name = f"{_plain(course.name)}-{issue.key}"
    attachments = [Attachment("position.json", contents["position.json"], "application/json")]
    sheet = sheet_in(text)
    if sheet:
        attachments.append(
            Attachment(
                f"{_plain(course.name)}-{course.moment.key}-{seat.player}.yaml", sheet.encode(), "text/plain"
            )
        )
    if page:
        attachments.append(Attachment(f"{name}-{seat.player}.html", page, "text/html"))
    facts = {
        "text": text,
        "picture": bool(picture),
        "title": title,
        "with_page": bool(page),
    }
    return Letter(
        to=Person(seat.name, seat.email),
        subject=title,
        text=text,
        page=mail_page(desk.campaign, "report.html.j2", facts),
        picture=picture,
        attachments=attachments,
        thread=(root_of(desk, seat.player),),
    )


def root_of(desk: Desk, player: Player) -> str:
    """The Message-ID to which all mails of a player's seat hang, so that mail programs show them together."""
    return desk.sender.message_id(f"seat.{player}")


def sheet_in(report: str) -> str:
    """The blank sheet in the text of a report, without its marks; empty where there is none."""
    lines = report.split("\n")
    if SHEET_BEGINS not in lines or SHEET_ENDS not in lines:
        return ""
    return "\n".join(lines[lines.index(SHEET_BEGINS) + 1 : lines.index(SHEET_ENDS)]) + "\n"


def _plain(name: str) -> str:
    """A campaign's name as part of a file name everywhere."""
    return re.sub(r"[^A-Za-z0-9.-]", "", name) or "campaign"
