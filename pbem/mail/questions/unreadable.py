"""Is it too large, or built so that it is not taken apart? Then it is refused, whatever may be in it."""

from pbem.mail.case import Case, Verdict


def ask(case: Case) -> Verdict | None:
    """Refused; the sender is told where he is known."""
    fault = case.message.fault
    if not fault:
        return None
    player = case.from_seat
    return Verdict(
        "refused", f"mail_{fault}", {"number": case.message.size}, player, answer="refused" if player else ""
    )
