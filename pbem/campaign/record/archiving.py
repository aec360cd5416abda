"""One file with everything public, for players to verify and for the shelf; with all sheets once the campaign is over.

Private parts are left out of the ledger's lines; the chain holds without them, since it covers them by their hash.
"""

import io
import zipfile
from pathlib import Path

from pbem.campaign import files
from pbem.campaign.course import DEAL, Course, words_of
from pbem.campaign.folder import LEDGER, Campaign
from pbem.campaign.ledger import Record, line_of, read_all
from pbem.campaign.making import reports_folder
from pbem.words import sentence

OPENED = ("sheet", "refused", "closed", "adjudicated", "published", "dealt", "ruled", "excused", "key")
"""Kinds of records whose private parts are opened when the campaign is over. Addresses never are."""
TIME = (1980, 1, 1, 0, 0, 0)
"""The time of every file within, so that the same campaign gives the same archive."""


def archive_bytes(campaign: Campaign) -> bytes:
    """The archive as a zip file."""
    opened = is_opened(campaign.course)
    contents = {"README.txt": _read_me(campaign.course, opened), LEDGER: _ledger(campaign, opened=opened)}
    for key in campaign.course.published:
        folder = reports_folder(campaign, key)
        for path in sorted(folder.glob("*")):
            if opened or path.name == "position.json":
                contents[str(Path(folder.relative_to(campaign.folder), path.name).as_posix())] = files.read(
                    path
                )
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(contents.items()):
            archive.writestr(zipfile.ZipInfo(name, TIME), content, zipfile.ZIP_DEFLATED)
    return raw.getvalue()


def is_opened(course: Course) -> bool:
    """Whether the campaign is over and its end published, so that nothing of the game is secret any more."""
    return course.over and bool(course.seed)


def archive_name(course: Course) -> str:
    """What the file is called."""
    return f"{course.name}-{'end' if is_opened(course) else course.moment.key}.zip"


def _ledger(campaign: Campaign, *, opened: bool) -> bytes:
    records = read_all(campaign.ledger_path)
    return b"".join(line_of(record, with_private=opened and _may_open(record)) for record in records)


def _may_open(record: Record) -> bool:
    """Whether the private part of a record may be read when the campaign is over: not where addresses are in it."""
    return record.kind in OPENED and "file" not in (record.private or {})


def _read_me(course: Course, opened: bool) -> bytes:
    """What this file is, for whoever finds it."""
    last = list(course.published)[-1:]
    facts = {
        "text": course.name,
        "text_phase": words_of(last[0]) if last else words_of(DEAL),
        "text_commitment": course.commitment,
    }
    return (sentence("archive_opened" if opened else "archive_closed", facts) + "\n").encode()
