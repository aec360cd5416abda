"""Has it come before? The same Message-ID with the same text is one mail; with another text somebody must look at it."""

from pbem.mail.case import Case, Verdict


def ask(case: Case) -> Verdict | None:
    """A mail without a Message-ID is known by its bytes alone."""
    before = case.desk.course.mail.texts.get(case.mark) if case.mark else None
    if before is None:
        return None
    text_mark, first = before
    if first == case.id:
        return None
    if text_mark == case.text_mark:
        return Verdict("ignored", "mail_came_twice", {"text": first}, case.from_seat)
    player = case.holds_key() or case.from_seat
    return Verdict("held", "mail_same_id", {"text": first}, player, answer="held" if player else "")
