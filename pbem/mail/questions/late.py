"""Did it come in time? By the clock of the server that received it; what the mail itself says of its date does not matter."""

from pbem.campaign.folder import stamp, unstamp
from pbem.campaign.receiving import lateness
from pbem.campaign.times import in_words
from pbem.core.verdicts import Fact
from pbem.mail.case import Case, Verdict
from pbem.mail.questions.whose import owner_of


def ask(case: Case) -> Verdict | None:
    """After the deadline it is held; where a sheet that was received later counts already, it is refused."""
    player = owner_of(case)
    course = case.desk.course
    too_late = lateness(case.desk.campaign, case.received)
    if too_late:
        return Verdict("held", "mail_late", {"text": too_late}, player, answer="held", found=case.sheet)
    before = course.on_file(player)
    if before is not None and before.time > stamp(case.received):
        facts: dict[str, Fact] = {
            "number": before.version,
            "text": in_words(unstamp(before.time), course.zone),
        }
        return Verdict("refused", "mail_superseded", facts, player, answer="refused", found=case.sheet)
    return None
