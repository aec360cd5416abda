"""Does the sheet fit: can it be read, is it for this campaign and this Phase, is its player still in it?"""

from pbem.campaign.receiving import Looked, refuse_if_over
from pbem.campaign.sealing import may_show_sheets, refuse_second_thoughts
from pbem.errors import Refused
from pbem.mail.case import Case, Verdict
from pbem.mail.questions.whose import owner_of


def ask(case: Case) -> Verdict | None:
    """Refused as a whole, with the reason."""
    found = case.sheet
    assert found is not None
    player = owner_of(case)
    try:
        refuse_if_over(case.desk.campaign)
        looked = case.looked
        if looked.player:
            refuse_second_thoughts(case.desk.course, looked.player)
    except Refused as problem:
        return Verdict(
            "refused", "mail_not_now", {"text": problem.what}, player, answer="refused", found=found
        )
    if looked.player is not None:
        return None
    course = case.desk.course
    shown = not player or may_show_sheets(course, course.moment, player)
    facts = {"text": _first_error(looked) if shown else "it is not for this Phase, or cannot be read"}
    answer = "refused" if player else ""
    return Verdict("refused", "mail_sheet_refused", facts, player, answer=answer, looked=looked, found=found)  # type: ignore[arg-type]


def _first_error(looked: Looked) -> str:
    return next(
        (finding.sentence for finding in looked.findings if finding.grade == "error"), "it cannot be read"
    )
