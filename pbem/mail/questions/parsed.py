"""Can the sheet be read at all? If not it is refused, and its player told where the fault is."""

from pbem.campaign.sealing import may_show_sheets
from pbem.mail.case import Case, Verdict
from pbem.words import shortened


def ask(case: Case) -> Verdict | None:
    """Its player is who has the secret word on it, or else the address it came from: nothing comes of it either way."""
    found = case.sheet
    assert found is not None
    if found.readable:
        return None
    player = case.holds_key() or case.from_seat
    if not player:
        return Verdict("held", "mail_unproved_unread", {}, found=found)
    course = case.desk.course
    errors = [finding for finding in found.read.findings if finding.grade == "error"]
    why = errors[0].sentence if errors else "it cannot be read."
    facts = {
        "text": shortened(why, 200)
        if may_show_sheets(course, course.moment, player)
        else "it cannot be read."
    }
    return Verdict(
        "refused", "mail_sheet_refused", facts, player, answer="refused", looked=case.looked, found=found
    )
