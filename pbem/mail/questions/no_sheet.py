"""Is there no sheet in it that could count? Then it says why: none at all, a blank one, a quoted one, one that was not read."""

from pbem.core.orders import Sheet
from pbem.mail.case import Case, Verdict
from pbem.mail.reading.find_sheet import Search
from pbem.sheets.body import HEAD
from pbem.sheets.write import sheet_data


def ask(case: Case) -> Verdict | None:
    """A letter of a player waits for the gamesmaster; what was meant for a sheet is refused with the reason."""
    search = case.search
    if search.sheets:
        return None
    player = case.from_seat
    return (
        _quoted(case, search)
        or _unread(case, search)
        or _blank(search, player)
        or _none(case, search, player)
    )


def _quoted(case: Case, search: Search) -> Verdict | None:
    """A filled-in sheet with a secret word, but within quoted or forwarded text: the gamesmaster looks at it."""
    if not search.quoted or search.faults:
        return None
    owner = case.holds_key()
    return Verdict("held", "mail_quoted_sheet", {"player": owner}, owner, answer="held") if owner else None


def _unread(case: Case, search: Search) -> Verdict | None:
    if not search.faults:
        return None
    fault = search.faults[0]
    player = case.holds_key() or case.from_seat
    decision, answer = ("refused", "refused") if player else ("held", "")
    facts = {"text": fault.name or "the attachment"}
    return Verdict(decision, f"mail_{fault.code}", facts, player, answer=answer)  # type: ignore[arg-type]


def _blank(search: Search, player: str) -> Verdict | None:
    """A blank sheet; whether orders were written on it or not, without a secret word it is none."""
    filled = any(found.read.sheet is not None and _has_orders(found.read.sheet) for found in search.blank)
    if filled or (search.blank and search.loose):
        if player:
            return Verdict("refused", "mail_placeholder", {}, player, answer="refused")
        return Verdict("held", "mail_placeholder", {})
    if search.blank and player:
        return Verdict("held", "mail_blank", {}, player, answer="held")
    return None


def _has_orders(sheet: Sheet) -> bool:
    return any(value not in (None, [], {}) for key, value in sheet_data(sheet).items() if key not in HEAD)


def _answers_an_answer(case: Case) -> bool:
    """Whether it answers a mail of ours that says that another one was no orders."""
    answered = case.desk.course.mail.out.get(case.desk.sender.out_id(case.message.get("in-reply-to")))
    return answered is not None and answered.kind == "held"


def _none(case: Case, search: Search, player: str) -> Verdict:
    if search.loose:
        if player:
            return Verdict("refused", "mail_no_marks", {}, player, answer="refused")
        return Verdict("held", "mail_no_marks", {})
    if player or case.from_seats:
        # A program that answers every mail of ours without saying that it is one would go on for ever.
        answer = "held" if player and not _answers_an_answer(case) else ""
        return Verdict("held", "mail_letter", {"player": player or None}, player, answer=answer)  # type: ignore[arg-type]
    return Verdict("ignored", "mail_nothing", {})
