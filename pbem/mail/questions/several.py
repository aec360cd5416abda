"""Are there two sheets in it that order different things? Then nobody but the player can say which is meant."""

from pbem.mail.case import Case, Verdict


def ask(case: Case) -> Verdict | None:
    """Held; a sheet that is attached but was not read counts as another one."""
    search = case.search
    unread = [fault for fault in search.faults if fault.name.lower().endswith((".yaml", ".yml"))]
    unended = [fault for fault in search.faults if fault.code in ("no_end", "two_ends")]
    number = len(search.sheets) + len(unread) + len(unended)
    if number < 2:
        return None
    player = case.holds_key() or case.from_seat
    return Verdict("held", "mail_several_sheets", {"number": number}, player, answer="held" if player else "")
