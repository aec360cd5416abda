"""All mails that are due now: reports, reminders, announcements, letters, notices. Each is written once, whenever this is asked."""

from collections.abc import Callable, Iterator

from pbem.mail import outbox
from pbem.mail.case import Desk
from pbem.mail.letters.announcements import deadlines_due, reminders_due, seals_due
from pbem.mail.letters.press import press_due
from pbem.mail.letters.reports import corrected_reports, reports_due, taken_back
from pbem.mail.letters.to_gamesmaster import notices_due
from pbem.mail.outbox import Written

DUE: tuple[Callable[[Desk], Iterator[Written]], ...] = (
    reports_due,
    seals_due,
    deadlines_due,
    reminders_due,
    press_due,
    notices_due,
)


def due(desk: Desk, *, corrected: bool = False) -> list[Written]:
    """Every mail that is due and not in the outbox; `corrected`: also the last report as it is corrected. Raises Fault for an
    address or template that cannot be used, CommandError where there is no corrected report."""
    found = [written for kind in DUE for written in kind(desk)]
    return found + corrected_reports(desk) if corrected else found


def put_due(desk: Desk, *, corrected: bool = False) -> int:
    """Put into the outbox what is due, and take out the reports that were undone before they were sent; says how many mails
    are new."""
    written = due(desk, corrected=corrected)
    undone = [outbox.withdrawn(name, out, "out_undone") for name, out in taken_back(desk.course)]
    if undone:
        desk.campaign.record(desk.now, *undone)
    outbox.put(desk.campaign, desk.now, written)
    return len(written)
