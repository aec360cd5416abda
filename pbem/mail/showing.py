"""One mail for the gamesmaster to read: who wrote what, what was decided of it, and where it lies as it came.

No control character of a mail comes through, and no secret word.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from pbem.campaign.folder import Campaign
from pbem.campaign.sealing import may_show_sheets
from pbem.campaign.secret_words import hidden
from pbem.errors import CommandError
from pbem.mail import outbox
from pbem.mail.case import Case, Desk
from pbem.mail.held import find_id, stored_case
from pbem.mail.intake import stored_in
from pbem.mail.letters.compose import one_line
from pbem.mail.listing import NOT_SHOWN, Came, came_of
from pbem.mail.reading.attachments import Piece, pieces
from pbem.mail.reading.find_sheet import Search
from pbem.mail.reading.message import Message, readable
from pbem.mail.settings import mail_settings

MOST_LINES = 400
"""Lines of a mail that are shown."""
_KEY = re.compile(
    r"""(?i)((?:^|[{,])[\s>*|-]{0,40}["']?\*{0,2}key\*{0,2}["']?\s{0,9}[:=]\*{0,2}[ \t]{0,9})([^\s#}][^#}]{0,200})?"""
)
"""The line of a secret word, right or wrong."""
_GOES_ON = re.compile(r"[>|]*\s[\s>|]*[^\s#{}\[\]:=][^#{}\[\]:=]{0,80}$")
"""A line, moved in, that may hold a secret word, or the rest of one, for which the line of `key:` was too short."""


class Text(NamedTuple):
    """A text of a mail; `name` is that of the file it was attached as, or empty."""

    name: str
    lines: tuple[str, ...]


class ShownMail(NamedTuple):
    """A mail that came. `texts` is empty where there are none or they may not be seen yet (`sealed`)."""

    came: Came
    sender: str
    """Name and address, as the mail says."""
    texts: tuple[Text, ...]
    attachments: tuple[str, ...]
    """What is no text: name, type and size."""
    more: int
    """So many lines are not shown."""
    sealed: bool
    path: Path
    """Where it lies as it came."""


def show(campaign: Campaign, now: datetime, written: str) -> ShownMail:
    """The mail of an id, also by its first letters. Raises CommandError, FaultyFile, FileError."""
    _refuse_own(campaign, written)
    name = find_id(campaign, written)
    desk = Desk(campaign, mail_settings(campaign), now)
    case = stored_case(desk, name)
    sealed = _sealed(case)
    secrets = desk.sender.secrets
    texts = () if sealed else tuple(_texts(case.message, secrets))
    shown, more = _first_lines(texts)
    path = next(stored.path for stored in stored_in(campaign.folder) if stored.id == name)
    sender = one_line(hidden(readable(case.message.get("from")), secrets, NOT_SHOWN))
    attachments = () if sealed else tuple(_attachments(case.message, {text.name for text in texts}))
    attachments = tuple(hidden(one, secrets, NOT_SHOWN) for one in attachments)
    shown = tuple(text._replace(name=hidden(one_line(text.name), secrets, NOT_SHOWN)) for text in shown)
    came = came_of(campaign, name, case.message)
    return ShownMail(came, sender, shown, attachments, more, sealed, path)


def _refuse_own(campaign: Campaign, written: str) -> None:
    """Raises CommandError for a mail of ours, which is listed with those that came."""
    if written in campaign.course.mail.out:
        raise CommandError(
            f"{written} is a mail of ours", cure=f"It lies in {outbox.path_of(campaign.folder, written)}."
        )


def _sealed(case: Case) -> bool:
    """Whether there may be orders in it which a gamesmaster who plays must not see yet."""
    course = case.desk.course
    own, since = course.playing_gamesmaster, course.since.get(course.moment.key, 0)
    if not own or course.mail.seen[case.id].number <= since:
        return False
    owner = own if case.holds_key() == own else ""
    return not may_show_sheets(course, course.moment, owner) and case.search != Search()


def _texts(message: Message, secrets: Iterable[str]) -> Iterator[Text]:
    """What stands in the mail, of several forms of a text the first that says anything."""
    words = list(secrets)
    for alternatives in pieces(message):
        piece = next((one for one in alternatives if any(line.text.strip() for line in one.lines)), None)
        if piece is not None:
            yield Text(piece.name, tuple(_lines(piece, words)))


def _lines(piece: Piece, secrets: list[str]) -> Iterator[str]:
    """The lines of a text as they may be shown."""
    lines = [line.written or "> " * line.depth + line.text for line in piece.lines]
    text = hidden("\n".join(lines), secrets, NOT_SHOWN).strip("\n")
    open_key = False
    for line in text.split("\n"):
        clean = "".join(letter if letter.isprintable() else " " for letter in line).rstrip()
        if open_key and _GOES_ON.match(clean):
            clean = f"  {NOT_SHOWN}"
        found = _KEY.search(clean)
        open_key = bool(found) and "your-secret-word" not in clean
        yield _without_key(clean, found) if found and open_key else clean


def _without_key(line: str, found: re.Match[str]) -> str:
    """A line with what stands behind `key:` hidden."""
    return line[: found.end(1)] + NOT_SHOWN + line[found.end() :] if found[2] else line


def _first_lines(texts: tuple[Text, ...]) -> tuple[tuple[Text, ...], int]:
    """The first lines of the texts, as many as are shown, and how many are not."""
    left, shown = MOST_LINES, []
    for text in texts:
        if left > 0:
            shown.append(text._replace(lines=text.lines[:left]))
        left -= len(text.lines)
    return tuple(shown), max(0, -left)


def _attachments(message: Message, shown: set[str]) -> Iterator[str]:
    """What lies in the mail and is not shown as a text."""
    for part in message.parts:
        if (part.attached or not part.type.startswith("text/")) and (not part.name or part.name not in shown):
            size = f"{max(1, len(part.content) // 1024)} KB" if part.content else "empty"
            yield f"{one_line(part.name) or 'a part without a name'} ({one_line(part.type)[:80]}, {size})"
